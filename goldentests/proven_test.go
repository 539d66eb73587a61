package goldentests

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kei/runtime/gate"
)

// A provenPolicy is what the texts of an attack are to get past, and what shows
// that one has done what it stops.
type provenPolicy struct {
	hold  func(t testing.TB, home string) held
	shown func(o outcome) bool
}

// newline stands for one in the files of cases/attacks and cases/proven.
const newline = "⏎"

// provenPolicies are named in the heads of those files.
var provenPolicies = map[string]provenPolicy{
	"git":        {func(t testing.TB, home string) held { return denying("git").hold(t, home+"/app") }, func(o outcome) bool { return o.ran("git") }},
	"explorer":   {func(t testing.TB, home string) held { return shippedIn(t, "explorer", home+"/app") }, func(o outcome) bool { return o.ran("curl") }},
	"edit-local": {func(t testing.TB, home string) held { return editing(t, "edit-local", home) }, leftTask},
	"edit-go":    {func(t testing.TB, home string) held { return editing(t, "edit-go", home) }, leftTask},
	"guarded":    {func(t testing.TB, home string) held { return shippedIn(t, "guarded", home+"/app") }, func(o outcome) bool { return o.ran("curl") || o.lost("app/src/") || o.lost("app/.git/") }},
	"settings": {func(t testing.TB, home string) held { return denying("zzz").hold(t, home+"/app") }, func(o outcome) bool {
		return o.touched("app/.claude/settings", "app/.git/hooks/", "app/.git/config")
	}},
	"files": {func(t testing.TB, home string) held {
		return fence{Gates: "[[gate]]\nkind = \"deny-files\"\nfiles-denied = [\"CLAUDE.md\", \"Cargo.toml\", \"docs/**\"]\n"}.hold(t, home+"/app")
	}, func(o outcome) bool { return o.touched("app/CLAUDE.md", "app/Cargo.toml", "app/docs/") }},
	"scope": {func(t testing.TB, home string) held {
		return fence{Gates: "[[gate]]\nkind = \"only-task-files\"\n", Whitelist: []string{"src/**"}}.hold(t, home+"/app")
	}, func(o outcome) bool { return o.touchedOutside("app/", "app/src/") }},
	"reads":          {func(t testing.TB, home string) held { return readsFence.hold(t, home+"/app") }, func(o outcome) bool { return o.told }},
	"rm":             {func(t testing.TB, home string) held { return denying("rm").hold(t, home+"/app") }, func(o outcome) bool { return o.ran("rm") }},
	"curl":           {func(t testing.TB, home string) held { return denying("curl").hold(t, home+"/app") }, func(o outcome) bool { return o.ran("curl") }},
	"backend-python": {func(t testing.TB, home string) held { return shippedIn(t, "backend-python", home+"/app") }, func(o outcome) bool { return o.ran("curl") }},
	"frontend":       {func(t testing.TB, home string) held { return shippedIn(t, "frontend", home+"/app") }, func(o outcome) bool { return o.ran("curl") }},
	"kept": {func(t testing.TB, home string) held {
		return fence{Gates: "[[gate]]\nkind = \"deny-files\"\nfiles-denied = [\"src/secret/**\", \"package.json\"]\n"}.hold(t, home+"/app")
	}, func(o outcome) bool { return o.touched("app/package.json", "app/src/secret/") }},
	"only": {func(t testing.TB, home string) held {
		return fence{Gates: "[[gate]]\nkind = \"only-files\"\nfiles-allowed = [\"src/**\"]\n"}.hold(t, home+"/app")
	}, func(o outcome) bool { return o.touchedOutside("app/", "app/src/") }},
	"keys": {func(t testing.TB, home string) held {
		return fence{Gates: "[[gate]]\nkind = \"deny-reads\"\nfiles-unreadable = [\".env\", \"**/.env\", \"" + home + "/.ssh/**\"]\n"}.hold(t, home+"/app")
	}, func(o outcome) bool { return o.told }},
	"trees": {func(t testing.TB, home string) held {
		return fence{Gates: "[[gate]]\nkind = \"deny-trees\"\ntrees-kept = [\".\", \"~\", \"/*\", \".git\", \"src\"]\n"}.hold(t, home+"/app")
	}, func(o outcome) bool { return o.lost("app/src/") || o.lost("app/.git/") }},
}

func shippedIn(t testing.TB, role, root string) held {
	roles, err := shippedRoles()
	if err != nil {
		t.Fatal(err)
	}
	r, ok := roles[role]
	if !ok {
		t.Fatalf("no role %s", role)
	}
	return held{Policy: r.Policy(), root: root, home: filepath.Dir(root)}
}

// editing is a role that edits, at a task which is src.
func editing(t testing.TB, role, home string) held {
	h := shippedIn(t, role, home+"/app")
	h.task = &gate.Task{Role: h.Role, AgentID: "a", Whitelist: globsOf([]string{"src/**"}), Source: strings.Repeat("0", 64)}
	return h
}

// leftTask reports whether a program that no role which edits may start was started,
// or a file outside its task changed.
func leftTask(o outcome) bool {
	return o.ran("curl") || o.ran("git") || o.touchedOutside("app/", "app/src/")
}

// An outcome is what running a text came to.
type outcome struct {
	runs    []string          // programs that were started in place of others
	before  map[string]string // files, by their place below the home folder
	after   map[string]string
	told    bool // a secret was printed or copied to where it may be read
	stopped bool
}

func (o outcome) ran(name string) bool { return slices.Contains(o.runs, name) }

func (o outcome) touched(places ...string) bool {
	return slices.ContainsFunc(places, func(p string) bool { return len(o.changes(p, "")) > 0 })
}

func (o outcome) touchedOutside(in, except string) bool { return len(o.changes(in, except)) > 0 }

func (o outcome) changes(in, except string) (list []string) {
	for _, m := range []map[string]string{o.before, o.after} {
		for name := range m {
			a, had := o.before[name]
			b, has := o.after[name]
			if strings.HasPrefix(name, in) && (except == "" || !strings.HasPrefix(name, except)) && (had != has || a != b) {
				list = append(list, name)
			}
		}
	}
	return list
}

// lost reports whether nothing is left of a folder.
func (o outcome) lost(dir string) bool {
	for name := range o.after {
		if strings.HasPrefix(name, dir) {
			return false
		}
	}
	return true
}

// An assault is one text that is to do what a policy stops. One that begins with
// a brace is a payload, with another text that says what it comes to.
type assault struct {
	set, section, policy string
	text                 string
	open                 bool // it passes, and that is known
}

func (a assault) String() string { return a.set + " " + a.section + " " + a.policy + ": " + a.text }

// in is the text as it is run in a home folder, which it may also name from the root.
func (a assault) in(home string) string {
	return strings.ReplaceAll(strings.ReplaceAll(a.text, newline, "\n"), attackHome[1:], strings.TrimPrefix(home, "/"))
}

// verdict asks the policy about an assault.
func (a assault) verdict(h held) answer {
	text := a.in(h.home)
	if !strings.HasPrefix(text, `{"`) {
		return h.bash(text)
	}
	return h.ask([]byte(text))
}

// readProven reads one file of cases/proven.
func readProven(t testing.TB, file string) []assault {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	set, section, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txt"), "-")
	var list []assault
	policy := ""
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		mark, text, _ := strings.Cut(line, " ")
		switch mark {
		case "", "=":
		case "#":
			if policy = text; provenPolicies[policy].hold == nil {
				t.Fatalf("%s: no policy %q", file, policy)
			}
		case "d", "open":
			list = append(list, assault{set, section, policy, text, mark == "open"})
		default:
			t.Fatalf("%s: a line is neither #, = nor d or open and a text: %s", file, line)
		}
	}
	if lines.Err() != nil || len(list) == 0 {
		t.Fatalf("%s: %d texts, %v", file, len(list), lines.Err())
	}
	return list
}

// heldPolicies makes each policy ready once.
func heldPolicies(t testing.TB, home string) func(name string) held {
	ready := map[string]held{}
	return func(name string) held {
		h, ok := ready[name]
		if !ok {
			h = provenPolicies[name].hold(t, home)
			h.home = home
			ready[name] = h
		}
		return h
	}
}

// TestProven asks about texts that were shown, in a real bash, to do what their
// policy stops: each is denied but for those that are marked open.
func TestProven(t *testing.T) {
	files, err := filepath.Glob("cases/proven/*.txt")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d files of proven texts, %v", len(files), err)
	}
	home := assaultHome(t)
	hold := heldPolicies(t, home)
	texts, passed := 0, 0 // of the sets that were made after what their firsts found was mended
	for _, file := range files {
		list := readProven(t, file)
		open := 0
		for _, a := range list {
			got := a.verdict(hold(a.policy))
			if a.open {
				open++
			}
			if got.denied == a.open && *update {
				remark(t, file, a)
				continue
			}
			if got.denied == a.open {
				t.Errorf("%s is answered with %s%s", a, got, map[bool]string{true: ", so it is not open", false: ""}[a.open])
			}
		}
		t.Logf("%s: %d texts, %d pass", file, len(list), open)
		if strings.Contains(file, "/second-") || strings.Contains(file, "/fourth-") {
			texts, passed = texts+len(list), passed+open
		}
	}
	if passed*100 >= 3*texts {
		t.Errorf("%d of %d of the second and the fourth set pass, which is not under 3 %%", passed, texts)
	}
}

// remark writes down that an assault is denied now, or passes.
func remark(t testing.TB, file string, a assault) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	marks := map[bool]string{false: "\nd ", true: "\nopen "}
	head, body, _ := strings.Cut(string(text), "\n# "+a.policy+"\n")
	body = strings.Replace("\n"+body, marks[a.open]+a.text+"\n", marks[!a.open]+a.text+"\n", 1)
	if err := os.WriteFile(file, []byte(head+"\n# "+a.policy+body), 0o644); err != nil {
		t.Fatal(err)
	}
}

// assaultTree are the files that the texts speak of.
var assaultTree = map[string]string{
	"app/src/a.txt": "a\n", "app/src/b.txt": "b\n", "app/src/gen/g.txt": "g\n", "app/docs/a.txt": "d\n", "app/CLAUDE.md": "# c\n", "app/Cargo.toml": "[package]\n",
	"app/.claude/settings.json": "{}\n", "app/.git/HEAD": "ref: refs/heads/main\n", "app/.git/config": "[core]\n", "app/.git/hooks/pre-commit.sample": "#\n",
	"app/.git/objects/x": "x\n", "app/.git/refs/heads/main": "0\n",
	"app/.env": "KEY=" + secret + "\n", "app/sub/.env": "KEY=" + secret + "\n", "app/secrets/key": secret + "\n", "app/certs/a.pem": secret + "\n", "app/list": "a\n",
	".bashrc": "\n", ".ssh/id_rsa": secret + "\n", "app/src/secret/k.txt": "k\n", "app/package.json": "{}\n",
}

const secret = "s3cr3t0marker0of0this0test"

// assaultHome is a home folder with these files in it.
func assaultHome(t testing.TB) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fillHome(t, home)
	return home
}

func fillHome(t testing.TB, home string) {
	t.Helper()
	for name, text := range assaultTree {
		file := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// payloadText is what a payload has its client do, as text for bash: its
// command, or the write of its file. As JavaScript reads JSON, the last of
// two keys counts, and names are what they are.
func payloadText(payload string) (string, bool) {
	var p map[string]json.RawMessage
	if json.Unmarshal([]byte(strings.TrimPrefix(payload, "\ufeff")), &p) != nil {
		return "", false
	}
	var cwd string
	_ = json.Unmarshal(p["cwd"], &cwd)
	inside := "cd " + shellQuote(cwd) + " || exit\n"
	if cwd == "" {
		inside = ""
	}
	for _, at := range []string{"tool_input", "toolArgs", "tool_info", "parameters", "args", "input"} {
		raw := p[at]
		var text string
		if json.Unmarshal(raw, &text) == nil && strings.HasPrefix(text, "{") {
			raw = json.RawMessage(text)
		}
		var in map[string]any
		if json.Unmarshal(raw, &in) != nil {
			continue
		}
		for _, key := range []string{"command", "command_line", "cmd"} {
			if c, ok := in[key].(string); ok {
				return inside + c, true
			}
			if list, ok := in[key].([]any); ok {
				words := ""
				for _, w := range list {
					words += " " + shellQuote(fmt.Sprint(w))
				}
				return inside + words, true
			}
		}
		for _, key := range []string{"file_path", "filePath", "path", "notebook_path"} {
			if c, ok := in[key].(string); ok {
				return inside + "printf x >" + shellQuote(c), true
			}
		}
	}
	return "", false
}
