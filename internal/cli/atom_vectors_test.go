package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kei/atom/schema"
)

// TestAtomVectorCounts: docs/atoms-faults.md says of each file of vectors how many cases
// it holds, and none has gone. That the tests which ask them are there is TestAtomFaults's.
func TestAtomVectorCounts(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(repositoryRoot, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rows := regexp.MustCompile("(?m)^\\| `([a-z/-]+\\.jsonl)` \\| (\\d+) \\|").FindAllStringSubmatch(read("docs/atoms-faults.md"), -1)
	for _, row := range rows {
		file := row[1]
		if !strings.Contains(file, "/") {
			file = "internal/cli/testdata/atoms/" + file
		}
		if n := strings.Count(read(file), "\n"); strconv.Itoa(n) != row[2] {
			t.Errorf("%s holds %d cases, the page says %s", file, n, row[2])
		}
	}
	if len(rows) < 16 {
		t.Errorf("the page has %d files of vectors", len(rows))
	}
}

// pipeCases are vectors that the package of pipes asks in its own tests, too.
func pipeCases[T any](t *testing.T, name string) []T {
	t.Helper()
	return atomCases[T](t, filepath.Join("..", "..", "..", "..", "atom", "pipe", "testdata", name))
}

// A saidAtom is an atom as vectors of pipes write it.
type saidAtom struct {
	Kind    string
	Effects [][2]string
}

// TestAtomConflictCases asks kei atom pipe --plan which two steps may not overlap, both
// ways round.
func TestAtomConflictCases(t *testing.T) {
	t.Parallel()
	for _, c := range pipeCases[struct {
		Name     string
		A, B     saidAtom
		Conflict bool
	}](t, "conflict.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			files := map[string]caseText{
				"root/t/atoms.toml":            "format = 1\n[package]\nname = \"t\"\nversion = \"1.0.0\"\n[exec]\ncommand = [\"t\"]\n",
				"root/t/atoms/schemas/in.json": anySchema, "root/t/atoms/schemas/out.json": anySchema,
				"ab.toml": "[[steps]]\natom = \"t::a\"\n[[steps]]\natom = \"t::b\"\n", "ba.toml": "[[steps]]\natom = \"t::b\"\n[[steps]]\natom = \"t::a\"\n",
			}
			for verb, a := range map[string]saidAtom{"a": c.A, "b": c.B} {
				files["root/t/atoms/"+verb+".md"] = caseText(declaration("t::"+verb, a.Kind, a.Effects, false, "1.0.0"))
			}
			writeCase(t, dir, files, 0o644)
			for _, file := range []string{"./ab.toml", "./ba.toml"} {
				out, errs, status := keiIn(t, dir, []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}, "", "atom", "pipe", file, "--plan")
				var plan struct{ Conflicts [][2]string }
				if err := json.Unmarshal([]byte(out), &plan); err != nil || status != 0 {
					t.Fatalf("%s: status %d, %v: %s%s", file, status, err, out, errs)
				}
				if (len(plan.Conflicts) == 1) != c.Conflict || len(plan.Conflicts) > 1 {
					t.Errorf("%s: conflicts %v, want %v", file, plan.Conflicts, c.Conflict)
				}
			}
		})
	}
}

// tomlOf writes a value of JSON as TOML.
func tomlOf(t *testing.T, v any) string {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, string(schema.Canonical(k))+" = "+tomlOf(t, v[k]))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, tomlOf(t, e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case nil:
		t.Fatal("TOML has no null")
	}
	return string(schema.Canonical(v))
}

// saying is a program that answers what lies in results/ by the name in its input, or
// its input.
const saying = `#!/bin/sh
in=$(cat)
case $in in
'{"result":"'*) in=${in#'{"result":"'}; exec cat "${0%/bin/*}/results/${in%%\"*}.json" ;;
esac
printf '%s' "$in"
`

// lasting takes out of envelopes what is another at each run.
func lasting(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			if m, ok := lasting(e).(map[string]any); ok && k == "metadata" {
				maps.DeleteFunc(m, func(k string, _ any) bool { return k != "attempts" })
			}
		}
	case []any:
		for _, e := range v {
			lasting(e)
		}
	}
	return v
}

// TestAtomReferenceCases runs pipes whose last step refers to those before it.
func TestAtomReferenceCases(t *testing.T) {
	t.Parallel()
	for _, c := range pipeCases[struct {
		Name      string
		Results   map[string]json.RawMessage
		In, Input json.RawMessage
		Resolved  json.RawMessage
		Error     string
	}](t, "references.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			parse := func(text []byte) any {
				v, err := schema.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			files := map[string]caseText{
				"root/t/atoms.toml":            "format = 1\n[package]\nname = \"t\"\nversion = \"1.0.0\"\n[exec]\ncommand = [\"t\"]\n",
				"root/t/atoms/pure.md":         caseText(declaration("t::pure", "transform", nil, true, "1.0.0")),
				"root/t/atoms/schemas/in.json": anySchema, "root/t/atoms/schemas/out.json": anySchema,
			}
			var pipe strings.Builder
			for step, result := range c.Results {
				files["results/"+step+".json"] = caseText(result)
				fmt.Fprintf(&pipe, "[[steps]]\nid = %q\natom = \"t::pure\"\ninput = { result = %q }\n", step, step)
			}
			fmt.Fprintf(&pipe, "[[steps]]\nid = \"last\"\natom = \"t::pure\"\ninput = %s\n", tomlOf(t, parse(c.Input)))
			files["pipe.toml"] = caseText(pipe.String())
			writeCase(t, dir, files, 0o644)
			writeCase(t, dir, map[string]caseText{"bin/t": saying}, 0o755)
			in := "{}"
			if c.In != nil {
				in = string(c.In)
			}
			out, errs, _ := keiIn(t, dir, []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}, "", "atom", "pipe", "./pipe.toml", "--input", in)
			if out == "" {
				t.Fatalf("nothing ran: %s", errs)
			}
			steps := report(t, out)["steps"].([]any)
			last := steps[len(steps)-1].(map[string]any)
			if c.Error != "" {
				if text, _ := last["error"].(string); !strings.Contains(text, c.Error) {
					t.Errorf("the error is %v, want %s", last["error"], c.Error)
				}
				return
			}
			if got := lasting(last["result"]); !reflect.DeepEqual(got, parse(c.Resolved)) {
				t.Errorf("got %s, want %s\n%v %s", schema.Canonical(got), c.Resolved, last["error"], errs)
			}
		})
	}
}

// TestAtomCanonicalCases asks what becomes of an input on its way to a program, and what
// the ledger keeps of it. Keys of the cache are made of hashes that no declaration has, so
// they are the package's own to test.
func TestAtomCanonicalCases(t *testing.T) {
	t.Parallel()
	for _, c := range pipeCases[struct {
		Name, Text, Canonical string
		Input                 string `json:"input_sha"`
	}](t, "canonical.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			writeCase(t, dir, map[string]caseText{
				"root/t/atoms.toml":            "format = 1\n[package]\nname = \"t\"\nversion = \"1.0.0\"\n[exec]\ncommand = [\"t\"]\n",
				"root/t/atoms/pure.md":         caseText(declaration("t::pure", "transform", nil, true, "1.0.0")),
				"root/t/atoms/schemas/in.json": anySchema, "root/t/atoms/schemas/out.json": anySchema,
			}, 0o644)
			writeCase(t, dir, map[string]caseText{"bin/t": "#!/bin/sh\nexec cat\n"}, 0o755)
			out, errs, status := keiIn(t, dir, []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}, "", "atom", "invoke", "t::pure", "--input", c.Text)
			if status != 0 || !strings.HasPrefix(out, `{"atom":"t::pure","result":`+c.Canonical+`,"metadata":`) {
				t.Errorf("status %d, %s%s, want the result %s", status, out, errs, c.Canonical)
			}
			rows := invocationsOf(t, filepath.Join(dir, ".claude", "agents", "ledger.sqlite"))
			if len(rows) != 1 || rows[0]["input_sha"] != c.Input {
				t.Errorf("the ledger has %v, want the input's hash %s", rows, c.Input)
			}
		})
	}
}
