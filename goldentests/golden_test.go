package goldentests

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kei/runtime/gate"

	"github.com/rogpeppe/go-internal/diff"
)

// update makes the tests write what they otherwise compare with.
var update = flag.Bool("update", false, "record the golden files of this folder")

// golden compares a file of this folder with what it should be.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Errorf("%v\nrecord it: go test ./goldentests -run '^%s$' -update", err, top(t))
		return
	}
	if d := diff.Diff(name, want, "now", got); len(d) > 0 {
		t.Errorf("%s\nif that is meant: go test ./goldentests -run '^%s$' -update", d, top(t))
	}
}

func top(t *testing.T) string {
	name, _, _ := strings.Cut(t.Name(), "/")
	return name
}

// onlyGoldens fails about files of a folder of goldens that no role has any more.
func onlyGoldens(t *testing.T, dir string, roles []string) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	for _, name := range names {
		role := strings.TrimSuffix(filepath.Base(name), ".txt")
		if slices.Contains(roles, role) {
			continue
		}
		if *update {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s is of no role; go test ./goldentests -run '^%s$' -update removes it", name, top(t))
	}
}

// builtRoles are the roles with a gate, sorted.
func builtRoles(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(builtPrograms(t), func(name string) bool { return !exists("../roles/" + name + ".toml") })
}

// builtPrograms are all that is built of out/: the roles' gates, and what serves
// several roles.
func builtPrograms(t *testing.T) []string {
	t.Helper()
	gateOf(t, "") // builds them, or skips
	programs, _ := gates()
	return slices.Sorted(maps.Keys(programs))
}

// TestVerdicts records what every compiled gate answers to the calls of
// corpus.txt: what a change of the policy means.
func TestVerdicts(t *testing.T) {
	text, err := os.ReadFile("corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	roles := builtRoles(t)
	onlyGoldens(t, "verdicts", roles)
	for _, role := range roles {
		t.Run(role, func(t *testing.T) {
			program, _ := gateOf(t, role)
			root, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for _, dir := range []string{"src/gen", "docs"} {
				if err := os.MkdirAll(filepath.Join(root, filepath.FromSlash(dir)), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			task := gate.Task{Role: role, AgentID: "ag-" + role + "-1", Whitelist: []gate.Glob{"src/**"}, Denylist: []gate.Glob{"src/gen/**"}, Source: strings.Repeat("0", 64)}
			env := []string{"HOME=/home/somebody", "WORKTREE_PATH=" + root, "KEI_TASK=" + save(t, "task.sealed.json", task.JSON())}
			var b strings.Builder
			fmt.Fprintf(&b, "# What the compiled gate of %s answers to corpus.txt: see TestVerdicts.\n", role)
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSuffix(line, "\n")
				if strings.HasPrefix(line, "# ") || line == "" {
					if !strings.HasPrefix(line, "# Calls") && !strings.HasPrefix(line, "# A line") && !strings.HasPrefix(line, "# src") {
						fmt.Fprintln(&b, line)
					}
					continue
				}
				s := start(t, program, nil, root, env, payloadOf(line, root))
				switch s.code {
				case 0:
					fmt.Fprintln(&b, "allow ", line)
				case 2:
					reason := strings.ReplaceAll(s.first(), root, "<root>")
					fmt.Fprintf(&b, "deny   %s\n         %s\n", line, reason)
				default:
					t.Fatalf("%s: status %d\n%s", line, s.code, s.stderr)
				}
			}
			golden(t, "verdicts/"+role+".txt", []byte(b.String()))
		})
	}
}

// payloadOf is the call of a line of corpus.txt.
func payloadOf(line, root string) []byte {
	tool, arg, _ := strings.Cut(line, " ")
	input := map[string]string{}
	if arg != "" {
		key := "file_path"
		switch tool {
		case "Bash", "Monitor", "PowerShell":
			key, arg = "command", strings.ReplaceAll(arg, `\n`, "\n")
		case "REPL":
			key = "code"
		case "NotebookEdit":
			key = "notebook_path"
		case "Grep", "Glob":
			key = "path"
		}
		input[key] = arg
	}
	payload, err := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": root, "tool_name": tool, "tool_input": input})
	if err != nil {
		panic(err)
	}
	return payload
}

// TestDependencies records what is linked into every gate, so that nothing gets
// in unseen.
func TestDependencies(t *testing.T) {
	names := builtPrograms(t)
	onlyGoldens(t, "deps", names)
	for _, name := range names {
		main := "./out/" + name
		for _, folder := range []string{"/gate", "/cmd"} {
			if exists("../out/" + name + folder) {
				main += folder
			}
		}
		var list []string
		for _, path := range strings.Fields(string(goList(t, "-deps", main))) {
			// What the standard library is made of inside is Go's own affair.
			if first, _, _ := strings.Cut(path, "/"); first != "internal" && !strings.Contains(path, "/internal/") && !strings.HasPrefix(path, "vendor/") {
				list = append(list, path+"\n")
			}
		}
		slices.Sort(list)
		golden(t, "deps/"+name+".txt", []byte(strings.Join(list, "")))
	}
}

func goList(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = ".."
	// Of another system's gate another list would be right.
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOFLAGS=")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderrOf(err))
	}
	return out
}

func stderrOf(err error) []byte {
	if e, ok := err.(*exec.ExitError); ok {
		return e.Stderr
	}
	return nil
}

// TestFresh holds that out/ is what the policy says.
func TestFresh(t *testing.T) {
	if s := start(t, command(t, "kei"), []string{"-C", "..", "diff"}, ".", os.Environ(), nil); s.code != 0 {
		t.Errorf("out/ is not what capabilities/ and roles/ say; run: go generate ./out\n%.3000s%s", s.stdout, s.stderr)
	}
}

// TestSameTwice holds that building again gives the same bytes.
func TestSameTwice(t *testing.T) {
	roles := builtRoles(t)
	program, _ := gateOf(t, roles[0])
	first, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	s := start(t, command(t, "kei"), []string{"-C", "..", "build", "-o", out, "--role", roles[0]}, ".", os.Environ(), nil)
	if s.code != 0 {
		t.Fatalf("kei build: status %d\n%s", s.code, s.stderr)
	}
	again, err := os.ReadFile(filepath.Join(out, roles[0]))
	if err != nil {
		t.Fatal(err)
	}
	if string(first) != string(again) {
		t.Errorf("two builds of %s differ", roles[0])
	}
}

// TestTree holds that what the tree of docs/reviewer.md names is there, and that it names
// every folder at the top.
func TestTree(t *testing.T) {
	text, err := os.ReadFile("../docs/reviewer.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tree, ok := strings.Cut(string(text), "\n```text\ncapabilities/<")
	tree, _, end := strings.Cut(tree, "\n```")
	if !ok || !end {
		t.Fatal("docs/reviewer.md has no tree that begins with capabilities/<category>/<slug>/")
	}
	parent, named := "", map[string]bool{"capabilities": true}
	for line := range strings.Lines("capabilities/<" + tree + "\n") {
		// Names stand in front, three blanks before what is said of them.
		names, _, _ := strings.Cut(strings.TrimLeft(line, " "), "   ")
		inside := strings.HasPrefix(line, " ")
		for _, name := range strings.Fields(names) {
			name, _, _ = strings.Cut(name, "<")
			if inside {
				name = parent + name
			} else if strings.HasSuffix(name, "/") {
				parent = name
			}
			first, _, _ := strings.Cut(name, "/")
			named[first] = true
			if first != "bin" && !exists(filepath.Join("..", filepath.FromSlash(name))) {
				t.Errorf("docs/reviewer.md's tree has %s, which is not there", name)
			}
		}
	}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && !strings.HasPrefix(name, ".") && name != "bin" && !named[name] {
			t.Errorf("docs/reviewer.md's tree does not have %s/", name)
		}
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// mayImport is the architecture: what a package of kei may import of kei and of
// others, beside the standard library. "+" means that of the standard library
// only what is listed is imported too.
var mayImport = map[string]string{
	"runtime/str":        "+ math/bits unicode/utf8",
	"runtime/match":      "+",
	"runtime/word":       "+ kei/runtime/str kei/runtime/match",
	"runtime/effect":     "+",
	"runtime/script":     "+ kei/runtime/effect kei/runtime/match kei/runtime/str kei/runtime/word",
	"runtime/invocation": "+ sync/atomic unsafe kei/runtime/effect kei/runtime/match kei/runtime/str kei/runtime/word",
	"runtime/sys":        "+ kei/runtime/str sync/atomic syscall unsafe",
	"runtime/file":       "+ kei/runtime/str kei/runtime/sys kei/runtime/match unicode/utf8",
	"runtime/call":       "+ kei/runtime/str kei/runtime/sys kei/runtime/file unsafe unicode/utf8",
	"runtime/client":     "+ kei/runtime/str kei/runtime/sys kei/runtime/file kei/runtime/call sync/atomic",
	"runtime/gate":       "+ kei/runtime/str kei/runtime/sys kei/runtime/file kei/runtime/call kei/runtime/client kei/runtime/effect kei/runtime/invocation kei/runtime/match kei/runtime/script kei/runtime/word unicode/utf8 sync/atomic",
	"runtime/lean/fmt":   "+ io strconv",
	"runtime/shell":      "mvdan.cc/sh/v3/syntax kei/runtime/gate kei/runtime/invocation kei/runtime/lean/fmt kei/runtime/match kei/runtime/word",
	"runtime/regexps":    "kei/runtime/gate kei/runtime/shell",
	"runtime/source":     "",
	"runtime/source/*":   "kei/runtime/source",
	"runtime/report":     "kei/internal/tomlpos",
	"runtime/verify":     "kei/runtime/gate kei/runtime/report kei/runtime/source kei/runtime/source/* github.com/BurntSushi/toml",
	"gen/spec":           "kei/runtime/effect kei/runtime/gate kei/runtime/client kei/runtime/verify github.com/BurntSushi/toml kei/internal/tomlpos kei/gen/permit kei/gen/automaton", // which explains patterns that do not parse
	"gen/resolve":        "kei/atom kei/gen/spec kei/runtime/gate kei/runtime/word kei/runtime/invocation kei/runtime/match kei/runtime/verify kei/runtime/regexps kei/gen/automaton kei/internal/tomlpos",
	"gen/programs":       "kei/runtime/gate kei/runtime/call kei/runtime/effect kei/runtime/invocation kei/runtime/regexps kei/runtime/script kei/runtime/shell kei/runtime/word kei/internal/files kei/internal/tomlpos",
	"gen/programs/proof": "kei/gen/programs kei/runtime/effect kei/runtime/gate kei/runtime/invocation kei/runtime/word",
	"gen/emit":           "kei/gen/resolve kei/templates kei/internal/files kei/gen/spec kei/runtime/gate kei/runtime/match kei/runtime/verify github.com/dave/jennifer/jen golang.org/x/tools/imports",
	"gen/automaton":      "",
	"gen/permit":         "kei/gen/automaton",
	"gen/schema":         "kei/runtime/client kei/runtime/gate kei/runtime/verify",
	"gen/agents":         "kei/gen/permit kei/gen/spec kei/internal/files kei/templates github.com/BurntSushi/toml go.yaml.in/yaml/v3",
	"gen/build":          "golang.org/x/tools/go/packages golang.org/x/tools/go/analysis golang.org/x/tools/go/analysis/checker golang.org/x/tools/txtar kei kei/gen/declarative kei/internal/files kei/runtime/invocation",
	"gen/declarative":    "golang.org/x/tools/go/analysis kei/gen/automaton kei/runtime/gate kei/runtime/match",
	"gen":                "kei kei/gen/* kei/internal/files kei/internal/tomlpos kei/runtime/gate kei/runtime/invocation kei/runtime/regexps kei/templates",
	"templates":          "",
	"hooks":              "kei/runtime/client kei/templates kei/internal/files github.com/BurntSushi/toml",
	"agent":              "kei/runtime/file kei/ledger github.com/BurntSushi/toml kei/internal/tomlpos kei/internal/files kei/runtime/verify kei/runtime/gate kei/runtime/client",
	"atom":               "kei/atom/schema kei/internal/tomlpos go.yaml.in/yaml/v3 github.com/yuin/goldmark/*",
	"atom/schema":        "github.com/santhosh-tekuri/jsonschema/v6 golang.org/x/text/*",
	"atom/run":           "kei/atom kei/atom/schema kei/ledger",
	"atom/forge":         "kei/atom kei/atom/run kei/atom/schema go.yaml.in/yaml/v3",
	"atom/graph":         "kei/atom github.com/fsnotify/fsnotify",
	"atom/serve":         "kei/atom kei/atom/run kei/atom/schema github.com/modelcontextprotocol/go-sdk/*",
	"atom/verb":          "",
	"atom/pipe":          "kei/atom kei/atom/run kei/atom/schema kei/internal/tomlpos modernc.org/sqlite",
	"ledger":             "*",
	"internal/cli":       "* kei/*",
	"internal/baddisk":   "",
	"internal/files":     "github.com/rogpeppe/go-internal/diff",
	"internal/tomlpos":   "github.com/BurntSushi/toml",
	"internal/origin":    "",
	"cmd/kei":            "kei/internal/cli",
	"cmd/keivet":         "kei/gen/declarative golang.org/x/tools/go/analysis/*",
	"release":            "kei/internal/files",
	"bench":              "* kei/*",
	"":                   "",
	"goldentests":        "* kei/*",
	"goldentests/states": "",
	"bench/launcher":     "",
}

// oneFolder are modules that one folder alone imports.
var oneFolder = map[string]string{
	"github.com/spf13/cobra":   "internal/cli",
	"github.com/dave/jennifer": "gen/emit",
	"mvdan.cc/sh":              "runtime/shell",

	"github.com/modelcontextprotocol/go-sdk": "atom/serve",
	"github.com/fsnotify/fsnotify":           "atom/graph",
}

// TestArchitecture holds the table of which package may import what.
func TestArchitecture(t *testing.T) {
	lines := bufio.NewScanner(strings.NewReader(string(goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./..."))))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		path, imports, _ := strings.Cut(lines.Text(), " ")
		dir := strings.TrimPrefix(strings.TrimPrefix(path, "kei"), "/")
		rule, ok := mayImport[dir]
		if !ok {
			rule, ok = mayImport[filepath.ToSlash(filepath.Dir(dir))+"/*"]
		}
		switch {
		case dir == "out" || strings.HasPrefix(dir, "out/"):
			rule = "kei/out/* kei/runtime/gate kei/runtime/invocation kei/runtime/shell kei/runtime/verify" // keivet has more to say about these
		case !ok:
			t.Errorf("%s is no package of the architecture; say in goldentests what it may import", path)
			continue
		}
		may := strings.Fields(rule)
		for _, imp := range strings.Fields(imports) {
			first, _, _ := strings.Cut(imp, "/")
			std := !strings.Contains(first, ".") && first != "kei"
			if std && !slices.Contains(may, "+") || slices.ContainsFunc(may, func(m string) bool {
				stem, star := strings.CutSuffix(m, "*")
				return m == imp || star && (stem != "" && strings.HasPrefix(imp+"/", stem) || stem == "" && first != "kei")
			}) {
				continue
			}
			t.Errorf("%s imports %s, which it may not: %s", path, imp, rule)
		}
		for module, folder := range oneFolder {
			if strings.Contains(imports, module) && dir != folder {
				t.Errorf("%s imports %s, which is for %s alone", path, module, folder)
			}
		}
	}
	// The one missing arrow: agents must not change what judges them.
	for _, imp := range strings.Fields(string(goList(t, "-deps", "./agent"))) {
		if strings.HasPrefix(imp, "kei/gen") {
			t.Errorf("agent depends on %s: it uses what was compiled and reviewed, never the policy's sources", imp)
		}
	}
}
