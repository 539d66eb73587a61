package schema

import (
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write docs/schema.md and docs/schema/*.json")

const module = "../.."

func read(t *testing.T) []Document {
	t.Helper()
	list, err := Read(os.DirFS(module))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestFresh holds the documents to the structs.
func TestFresh(t *testing.T) {
	list := read(t)
	want := map[string][]byte{"docs/schema.md": Markdown(list)}
	for _, d := range list {
		data, err := JSON(d)
		if err != nil {
			t.Fatal(err)
		}
		want["docs/schema/"+jsonName(d)] = data
	}
	for name, data := range want {
		file := filepath.Join(module, filepath.FromSlash(name))
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if have, err := os.ReadFile(file); err != nil || !bytes.Equal(have, data) {
			t.Errorf("%s is not what the structs say (%v); record it with go test ./gen/schema -update", name, err)
		}
	}
}

// schemas compiles what editors are given.
func schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	list := map[string]*jsonschema.Schema{}
	for _, d := range read(t) {
		data, err := JSON(d)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(d.Name, doc); err != nil {
			t.Fatal(err)
		}
		if list[d.Name], err = c.Compile(d.Name); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// value is TOML as a validator of JSON takes it.
func value(t *testing.T, text string) any {
	t.Helper()
	var v map[string]any
	if _, err := toml.Decode(text, &v); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestShipped: whatever kei itself ships is right to an editor, too.
func TestShipped(t *testing.T) {
	list := schemas(t)
	count := map[string]int{}
	err := fs.WalkDir(os.DirFS(module), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".toml") {
			return err
		}
		of := ""
		parts := strings.Split(name, "/")
		switch {
		case parts[0] == "capabilities", parts[0] == "agents":
			of = parts[len(parts)-1]
		case parts[0] == "roles":
			of = "role.toml"
		}
		if list[of] == nil {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(module, name))
		if err != nil {
			return err
		}
		if err := list[of].Validate(value(t, string(text))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		count[of]++
		return nil
	})
	if err != nil || count["capability.toml"] < 20 || count["role.toml"] < 8 {
		t.Errorf("%v, %v files were looked at", err, count)
	}
}

// TestWrong: an editor underlines what kei refuses.
func TestWrong(t *testing.T) {
	list := schemas(t)
	const capability = "[capability]\nname = 'policy::x'\n"
	for _, test := range []struct{ of, text string }{
		{"capability.toml", ""},
		{"capability.toml", capability + "catgory = 'policy'\n"},
		{"capability.toml", capability + "category = 'polcy'\n"},
		{"capability.toml", capability + "[[gate]]\nkind = 'deny-comand'\n"},
		{"capability.toml", capability + "[gate]\nkind = 'deny-command'\nfiles-denied = ['x']\n"},
		{"capability.toml", capability + "[verify]\nkind = 'size-limit'\nfile-lines-max = 'many'\n"},
		{"capability.toml", capability + "[parameterized]\naccepts = ['files']\n"},
		{"role.toml", "[role]\nname = 'x'\ndescription = 'y'\n"},
		{"role.toml", "[role]\nname = 'x'\ndescription = 'y'\n[capabilities]\n[escalation]\npolicy = 'none'\n"},
		{"role.toml", "[role]\nname = 'x'\ndescription = 'y'\n[capabilities]\n[files]\nscratch = 'x'\n"},
		{"task.toml", "[task]\nrole = 1\n"},
		{"task.toml", "[scope]\nfiles = []\n"},
		{"agent.toml", "mode = 'none'\n"},
		{"agent.toml", "[permissions.bash]\nrules = []\n"},
		{"agent.toml", "[permissions.bash]\nintent = 'allowed'\n"},
		{"agent.toml", "[permissions.search]\nintent = 'allow'\nrules = ['x:deny']\n"},
		{"agent.toml", "[permissions.shell]\nintent = 'allow'\n"},
		{"main.toml", ""},
	} {
		if list[test.of].Validate(value(t, test.text)) == nil {
			t.Errorf("%s lets pass\n%s", test.of, test.text)
		}
	}
}

// TestExamples: each example is what its key takes.
func TestExamples(t *testing.T) {
	seen := 0
	check := func(where string, keys []Key) {
		for _, k := range keys {
			if k.Example == "" {
				continue
			}
			seen++
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(mustJSON(t, shape([]Key{k}))))
			if err != nil {
				t.Fatal(err)
			}
			c := jsonschema.NewCompiler()
			if err := c.AddResource("key", doc); err != nil {
				t.Fatal(err)
			}
			compiled, err := c.Compile("key")
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled.Validate(value(t, k.Name+" = "+k.Example)); err != nil {
				t.Errorf("%s: %v", where, err)
			}
		}
	}
	var walk func(*Table)
	walk = func(table *Table) {
		check(table.Name, table.Keys)
		for _, k := range table.Kinds {
			check(k.Name, k.Keys)
		}
		for _, below := range table.Below {
			walk(below)
		}
	}
	for _, d := range read(t) {
		walk(d.Root)
	}
	if seen < 50 {
		t.Errorf("%d examples were looked at", seen)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
