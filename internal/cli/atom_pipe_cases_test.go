package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kei/atom/schema"
)

const anySchema = `{"$schema": "http://json-schema.org/draft-07/schema#"}`

// declaration is an atom as vectors of pipes describe it.
func declaration(id, kind string, effects [][2]string, idempotent bool, version string) string {
	var list []string
	for _, e := range effects {
		list = append(list, fmt.Sprintf("{op: %s, domain: %q}", e[0], e[1]))
	}
	return fmt.Sprintf("---\natom: %s\nkind: %s\nversion: %q\ninput: {schema: schemas/in.json}\noutput: {schema: schemas/out.json}\nside_effects: [%s]\nidempotent: %v\nstability: stable\n---\n\n# %s\n",
		id, kind, version, strings.Join(list, ", "), idempotent, id)
}

func TestAtomPlanCases(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/atoms/plan-atoms.json")
	if err != nil {
		t.Fatal(err)
	}
	var atoms map[string]struct {
		Kind       string
		Effects    [][2]string
		Idempotent bool
		Broken     bool
	}
	if err := json.Unmarshal(data, &atoms); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := map[string]caseText{
		"root/t/atoms/schemas/in.json": anySchema, "root/t/atoms/schemas/out.json": anySchema,
		"root/t/atoms.toml":              "format = 1\n[package]\nname = \"t\"\nversion = \"1.0.0\"\n[exec]\ncommand = [\"t\"]\n",
		"root/t/atoms/schemas/text.json": `{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"x": {"type": "string"}}}`,
	}
	for id, a := range atoms {
		version := "1.0.0"
		if a.Broken {
			version = "2.0.0"
		}
		text := declaration(id, a.Kind, a.Effects, a.Idempotent, version)
		if id == "t::look-db" { // the vector wants an input that it refuses
			text = strings.Replace(text, "schemas/in.json", "schemas/text.json", 1)
		}
		files["root/t/atoms/"+strings.TrimPrefix(id, "t::")+".md"] = caseText(text)
	}
	writeCase(t, dir, files, 0o644)
	for _, c := range atomCases[struct {
		Name, TOML string
		Expect     struct {
			Order    *[]string
			Problems []string
		}
	}](t, "plan.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			sub := filepath.Join(dir, c.Name)
			writeCase(t, sub, map[string]caseText{"pipe.toml": caseText(c.TOML)}, 0o644)
			out, errs, status := keiIn(t, sub, []string{"HOME=" + sub, "PATH=/usr/bin:/bin", "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}, "", "atom", "pipe", "./pipe.toml", "--check")
			if c.Expect.Order != nil {
				if got := strings.Fields(out); status != 0 || errs != "" || !slices.Equal(got, *c.Expect.Order) {
					t.Errorf("status %d, order %v, want %v\n%s", status, got, *c.Expect.Order, errs)
				}
				return
			}
			lines := slices.Collect(strings.Lines(errs))
			if status != 1 || len(lines) != len(c.Expect.Problems) || out != "" {
				t.Errorf("status %d, want %v\n%s", status, c.Expect.Problems, errs)
			}
			for _, want := range c.Expect.Problems {
				if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "./pipe.toml:") && strings.Contains(l, want) }) {
					t.Errorf("no line with %q:\n%s", want, errs)
				}
			}
		})
	}
}

// report is what a pipe said.
func report(t *testing.T, out string) map[string]any {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	v, err := schema.Parse([]byte(lines[len(lines)-1]))
	if err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	return v.(map[string]any)
}

func results(r map[string]any) (list []any) {
	for _, s := range r["steps"].([]any) {
		list = append(list, s.(map[string]any)["result"])
	}
	return list
}

func TestAtomCacheCases(t *testing.T) {
	t.Parallel()
	type caching struct {
		Enabled bool
		TTL     int `json:"ttl_sec"`
	}
	write := func(c *caching) string {
		if c == nil {
			return ""
		}
		out := fmt.Sprintf("cache = { enabled = %v", c.Enabled)
		if c.TTL > 0 {
			out += fmt.Sprintf(", ttl_sec = %d", c.TTL)
		}
		return out + " }\n"
	}
	for _, c := range atomCases[struct {
		Name, Kind string
		Pipe       *caching `json:"pipe_cache"`
		Step       *caching `json:"step_cache"`
		Change     string
		Second     *string
	}](t, "cache.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			lay := func(kind, version, body, program, input string) {
				writeCase(t, dir, map[string]caseText{
					"root/kei-x/atoms/go.md": caseText(declaration("kei-x::go", kind, nil, true, version) + body), "root/kei-x/atoms/schemas/in.json": anySchema, "root/kei-x/atoms/schemas/out.json": anySchema,
					"pipe.toml": caseText("[pipe]\n" + write(c.Pipe) + "[[steps]]\nid = \"a\"\natom = \"kei-x::go\"\ninput = " + input + "\n" + write(c.Step)),
				}, 0o644)
				writeCase(t, dir, map[string]caseText{"bin/kei-x": caseText(program)}, 0o755)
			}
			const good = "#!/bin/sh\ncat >/dev/null\necho x >>ran\necho '{}'\n"
			run := func() (any, string) {
				out, errs, _ := keiIn(t, dir, []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}, "", "atom", "pipe", "./pipe.toml")
				step := report(t, out)["steps"].([]any)[0].(map[string]any)
				return step["source"], errs
			}
			first := good
			if strings.HasPrefix(c.Change, "the first run fails") {
				first = "#!/bin/sh\necho x >>ran\nexit 1\n"
			}
			const input = "{ a = 1, b = 2 }"
			lay(c.Kind, "1.0.0", "", first, input)
			source, errs := run()
			if asked := c.Second != nil || c.Name == "became-command"; asked != (source == "fresh") || !asked && source != nil {
				t.Errorf("the first run's source is %v\n%s", source, errs)
			}
			changes := map[string]func(){
				"":              func() {},
				"after 2 s":     func() { time.Sleep(2 * time.Second) },
				"another input": func() { lay(c.Kind, "1.0.0", "", good, "{ a = 1, b = 3 }") },
				"the same input with its keys in another order": func() { lay(c.Kind, "1.0.0", "", good, "{ b = 2, a = 1 }") },
				"the atom's version":                            func() { lay(c.Kind, "1.0.1", "", good, input) },
				"a word of the atom's body":                     func() { lay(c.Kind, "1.0.0", "word", good, input) },
				"a byte of the executable":                      func() { lay(c.Kind, "1.0.0", "", good+"#", input) },
				"the atom's kind, to command":                   func() { lay("command", "1.0.0", "", good, input) },
				"the first run fails, the second does not":      func() { lay(c.Kind, "1.0.0", "", good, input) },
			}
			change, ok := changes[c.Change]
			if !ok {
				t.Fatalf("no change %q", c.Change)
			}
			change()
			second, errs := run()
			want := any(nil)
			runs := 2
			if c.Second != nil {
				want = *c.Second
				if *c.Second == "cache" {
					runs = 1
				}
			}
			ran, _ := os.ReadFile(filepath.Join(dir, "ran"))
			if second != want || strings.Count(string(ran), "x") != runs {
				t.Errorf("the second run's source is %v, want %v; it ran %d times, want %d\n%s", second, want, strings.Count(string(ran), "x"), runs, errs)
			}
		})
	}
}

// TestAtomGoldenPipe runs the earlier kit's pipes.
func TestAtomGoldenPipe(t *testing.T) {
	golden := shared(t, "golden/pipe")
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "root"), os.DirFS("testdata/atoms/mock")); err != nil {
		t.Fatal(err)
	}
	writeCase(t, dir, map[string]caseText{
		"root/kei-task/atoms/create.md": caseText(declaration("kei-task::create", "command", nil, false, "1.0.0")), "root/kei-task/atoms/schemas/in.json": anySchema, "root/kei-task/atoms/schemas/out.json": anySchema,
	}, 0o644)
	program, err := os.ReadFile(filepath.Join(golden, "mockcrate.py"))
	if err != nil {
		t.Fatal(err)
	}
	writeCase(t, dir, map[string]caseText{"bin/mockcrate": caseText(program), "bin/kei-task": "#!/bin/sh\ncat\n"}, 0o755)
	env := []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}
	want := map[string]int{"dupdep": 0, "emptydag": 0, "implicit_order": 0, "forwardref": 0, "dollar2": 0, "docexample": 0,
		"failmid": 2, "negidx": 2, "notjson": 2, "nulls": 2}
	for _, name := range strings.Fields("absolute traversal optverb noatomsep badkind dup selfdep inputarr dollar dotid emptyseg datetime underscore_dep") {
		want[name] = 1
	}
	for name, status := range want {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(golden, name+".toml"))
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, name+".toml")
			writeCase(t, dir, map[string]caseText{name + ".toml": caseText(strings.ReplaceAll(string(text), "@OUTSIDE@", dir))}, 0o644)
			out, errs, got := keiIn(t, dir, env, "", "atom", "pipe", file, "--jobs", "1")
			if got != status {
				t.Errorf("status %d, want %d\n%s%s", got, status, out, errs)
			}
			if status == 1 {
				if out != "" || errs == "" {
					t.Errorf("%s%s", out, errs)
				}
				return
			}
			r := report(t, out)
			switch name {
			case "dollar2":
				if text := string(schema.Canonical(r["final_result"])); !strings.Contains(text, `"input":{"k":["$"],"price":"cost $a.x"}`) {
					t.Error(text)
				}
			case "failmid":
				if last := r["steps"].([]any)[2].(map[string]any); last["skipped"] != "b failed" {
					t.Errorf("%v", last)
				}
			case "dupdep", "emptydag", "implicit_order":
				data, err := os.ReadFile(filepath.Join(golden, name+".upstream.stdout"))
				if err != nil {
					t.Fatal(err)
				}
				v, err := schema.Parse(data)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := results(r), results(v.(map[string]any)); !reflect.DeepEqual(without(got, "metadata"), without(want, "metadata")) {
					t.Errorf("got  %s\nwant %s", schema.Canonical(got), schema.Canonical(want))
				}
			}
		})
	}
}

// without is v without a key at any depth; the earlier kit's envelopes had no metadata.
func without(v any, key string) any {
	switch x := v.(type) {
	case map[string]any:
		out := maps.Clone(x)
		delete(out, key)
		for k, e := range out {
			out[k] = without(e, key)
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = without(e, key)
		}
		return out
	}
	return v
}

// TestAtomPipeInterrupted: a signal in a wide pipe leaves no process, and a
// report, and rows that are closed.
func TestAtomPipeInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const sleep = "sleep 61.73"
	writeCase(t, dir, map[string]caseText{
		"root/kei-x/atoms/go.md": caseText(declaration("kei-x::go", "query", nil, true, "1.0.0")), "root/kei-x/atoms/schemas/in.json": anySchema, "root/kei-x/atoms/schemas/out.json": anySchema,
	}, 0o644)
	pipe := "[pipe]\njobs = 12\n"
	for i := range 20 {
		pipe += fmt.Sprintf("[[steps]]\nid = \"s%d\"\natom = \"kei-x::go\"\n", i)
	}
	writeCase(t, dir, map[string]caseText{"pipe.toml": caseText(pipe)}, 0o644)
	writeCase(t, dir, map[string]caseText{"bin/kei-x": caseText("#!/bin/sh\ntrap '' TERM INT\n" + sleep + " &\nsetsid " + sleep + " &\necho x >>begun\nwhile :; do " + sleep + "; done\n")}, 0o755)
	cmd := exec.Command("kei", "atom", "pipe", "./pipe.toml")
	cmd.Dir, cmd.Env = dir, []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		if begun, _ := os.ReadFile(filepath.Join(dir, "begun")); len(begun) == 24 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	_ = cmd.Process.Signal(syscall.SIGINT)
	_ = cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 130 {
		t.Errorf("status %d", got)
	}
	if left, err := exec.Command("pgrep", "-fx", sleep).Output(); err == nil {
		t.Errorf("left are %s", left)
	}
	r := report(t, out.String())
	steps := r["steps"].([]any)
	if r["interrupted"] != "interrupted" || steps[0].(map[string]any)["error_kind"] != "interrupted" || steps[19].(map[string]any)["skipped"] != "interrupted" {
		t.Errorf("%s", out.String())
	}
	for _, row := range invocationsOf(t, filepath.Join(dir, ".claude", "agents", "ledger.sqlite")) {
		if row["status"] != "failed" || row["pipe"] != "pipe" {
			t.Errorf("%v", row)
		}
	}
}
