package gen_test

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kei"
	"kei/gen"
	"kei/runtime/gate"
	"kei/templates"
)

// policy is a policy folder in memory: the library's roles and capabilities are
// too many to read a failure of.
func policy(t *testing.T, kind string) fstest.MapFS {
	t.Helper()
	toml, err := gen.NewCapability("policy", "no-example", kindNamed(kind))
	if err != nil {
		t.Fatal(err)
	}
	text, err := templates.NewText()
	if err != nil {
		t.Fatal(err)
	}
	role, err := templates.NewRole("example", "")
	if err != nil {
		t.Fatal(err)
	}
	role = bytes.Replace(role, []byte("required = []"), []byte(`required = ["policy::no-example"]`), 1)
	child, err := templates.NewRole("child", "example")
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{
		"capabilities/policy/no-example/capability.toml": {Data: toml},
		"capabilities/policy/no-example/text.md":         {Data: text},
		"roles/example.toml":                             {Data: role},
		"roles/child.toml":                               {Data: child},
	}
}

func kindNamed(name string) *gate.Kind {
	kinds := gate.Kinds()
	return kinds[slices.IndexFunc(kinds, func(k *gate.Kind) bool { return k.Name == name })]
}

func generate(t *testing.T, fsys fs.FS) map[string]string {
	t.Helper()
	set, warnings, err := gen.Generate(fsys)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range warnings {
		t.Errorf("warning: %v", w)
	}
	all := map[string]string{}
	for _, f := range set {
		all[f.Name] = string(f.Data)
	}
	return all
}

// withAtoms is a policy folder on the disk, with the package that the sample of
// a rule about atoms names.
func withAtoms(t *testing.T, m fstest.MapFS) fs.FS {
	t.Helper()
	const any = `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}`
	m["primitives/kei-example/atoms/go.md"] = &fstest.MapFile{Data: []byte("---\natom: kei-example::go\nkind: query\nversion: \"1.0.0\"\ninput: {schema: schemas/any.json}\n" +
		"output: {schema: schemas/any.json}\nside_effects: []\nidempotent: true\nstability: stable\n---\n\n# kei-example::go\n")}
	m["primitives/kei-example/atoms/schemas/any.json"] = &fstest.MapFile{Data: []byte(any)}
	dir := t.TempDir()
	if err := os.CopyFS(dir, m); err != nil {
		t.Fatal(err)
	}
	return gen.Folder(dir)
}

// Whatever kei new writes is right as it stands: it loads, its examples hold,
// it emits.
func TestScaffolds(t *testing.T) {
	for _, k := range gate.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			all := generate(t, withAtoms(t, policy(t, k.Name)))
			for _, role := range []string{"example", "child"} {
				if !strings.Contains(all["out/"+role+"/policy.go"], "\t\t&policynoexample.") {
					t.Errorf("%s:\n%s", role, all["out/"+role+"/policy.go"])
				}
				if !strings.HasSuffix(all["out/"+role+"/prompt.md"], string(must(templates.NewText()))) {
					t.Errorf("%s:\n%s", role, all["out/"+role+"/prompt.md"])
				}
			}
		})
	}
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}

// The same bytes twice, and from two folders.
func TestSame(t *testing.T) {
	one := generate(t, policy(t, "deny-command"))
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "a b", "c")} {
		if err := os.CopyFS(dir, policy(t, "deny-command")); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(one, generate(t, os.DirFS(dir))) {
			t.Errorf("%s: not the same bytes", dir)
		}
	}
	want := []string{
		"hooks/agent-capability-check.sh", "hooks/agent-capability-verify.sh", "hooks/hooks.json", "hooks/settings-snippet.json",
		"out/ROLES.md",
		"out/capability/capabilities.go", "out/capability/gate/early/early.go", "out/capability/gate/main.go",
		"out/child/gate/early/early.go", "out/child/gate/main.go", "out/child/policy.go", "out/child/prompt.md", "out/child/tables.go",
		"out/dispatch/dispatch.go", "out/dispatch/gate/early/early.go", "out/dispatch/gate/main.go",
		"out/doc.go",
		"out/example/gate/early/early.go", "out/example/gate/main.go", "out/example/policy.go", "out/example/prompt.md", "out/example/tables.go",
		"out/go.mod",
		"out/roles.json",
		"out/rules/policy/no-example/rules.go", "out/rules/policy/no-example/tables.go",
	}
	// What is known of programs does not depend on the policy.
	maps.DeleteFunc(one, func(name, _ string) bool { return strings.HasPrefix(name, "out/programs/") })
	if got := slices.Sorted(maps.Keys(one)); !slices.Equal(got, want) {
		t.Errorf("emitted %q, want %q", got, want)
	}
}

// A stage that finds problems returns all of them, and nothing is emitted.
func TestProblems(t *testing.T) {
	for _, c := range []struct {
		name, file, old, new string
		want                 []string
	}{
		{"load", "roles/child.toml", "[role]", "[roel]", []string{"roles/child.toml:1:"}},
		{"resolve", "roles/example.toml", "policy::no-example", "policy::no-exampel", []string{"roles/example.toml:8:13: no capability policy::no-exampel; did you mean policy::no-example?"}},
		{"prove", "capabilities/policy/no-example/capability.toml", `deny = "example-command now"`, `deny = "harmless"`,
			[]string{`capabilities/policy/no-example/capability.toml:21:1: example "harmless" must be denied`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := policy(t, "deny-command")
			data := fsys[c.file].Data
			if !bytes.Contains(data, []byte(c.old)) {
				t.Fatalf("no %q in\n%s", c.old, data)
			}
			fsys[c.file].Data = bytes.Replace(data, []byte(c.old), []byte(c.new), 1)
			set, _, err := gen.Generate(fsys)
			if err == nil || len(set) > 0 {
				t.Fatalf("emitted %d files, error %v", len(set), err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error:\n%v\nwant:\n%s", err, want)
				}
			}
		})
	}
}

// The library that comes with the command emits, and can be written.
func TestLibrary(t *testing.T) {
	set, _, err := gen.Generate(gen.Folder(".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := gen.Tree(dir).Write(set); err != nil {
		t.Fatal(err)
	}
	if changes, err := gen.Tree(dir).Compare(set); err != nil || len(changes) > 0 {
		t.Errorf("%q, %v; want nothing to do after writing", changes.Diff(), err)
	}
}

// What kei new kind writes compiles beside the other kinds; the script new_kind
// in internal/cli takes it further.
func TestNewKind(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles package gate")
	}
	dir := t.TempDir()
	err := fs.WalkDir(kei.Sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		data, err := fs.ReadFile(kei.Sources, name)
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o755)
		}
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	registry := filepath.Join(dir, "runtime", "gate", "kinds.go")
	list := must(templates.AddKind(must(os.ReadFile(registry)), "deny-example"))
	for name, text := range map[string][]byte{registry: list, filepath.Join(filepath.Dir(registry), "deny_example.go"): must(templates.NewKind("deny-example"))} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("go", "vet", "./runtime/gate")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
