package goldentests

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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
		return o.touched("app/.claude/settings", "app/.git/hooks/") || o.steered()
	}},
	"files": {func(t testing.TB, home string) held {
		return fence{Gates: "[[gate]]\nkind = \"deny-files\"\nfiles-denied = [\"CLAUDE.md\", \"Cargo.toml\", \"docs/**\"]\n"}.hold(t, home+"/app")
	}, func(o outcome) bool { return o.touched("app/CLAUDE.md", "app/Cargo.toml", "app/docs/") }},
	"scope": {func(t testing.TB, home string) held {
		return fence{Gates: "[[gate]]\nkind = \"only-task-files\"\n", Whitelist: []string{"src/**"}}.hold(t, home+"/app")
	}, func(o outcome) bool { return o.touchedByOthers("app/", "app/src/") }},
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
	}, func(o outcome) bool { return o.touchedByOthers("app/", "app/src/") }},
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

// plainSetting is a line of git's configuration by which git runs nothing.
var plainSetting = regexp.MustCompile(`^\s*(\[[\w." -]+\]|(?:name|email|autocrlf|url|fetch|merge|remote|bare|filemode|repositoryformatversion|logallrefupdates|[a-z]) = [^!]*|)$`)

// steered reports whether git's configuration is another one, and more than settings by
// which it runs nothing came into it.
func (o outcome) steered() bool {
	before, after := o.before["app/.git/config"], o.after["app/.git/config"]
	lines := strings.Split(before, "\n")
	if before != "" && after == "" {
		return true
	}
	for _, line := range strings.Split(after, "\n") {
		if !slices.Contains(lines, line) && !plainSetting.MatchString(line) {
			return true
		}
	}
	return false
}

// touchedByOthers leaves out what git keeps of its history, and settings by which it runs
// nothing: a role that has git writes them all day.
func (o outcome) touchedByOthers(in, except string) bool {
	return slices.ContainsFunc(o.changes(in, except), func(name string) bool {
		for _, of := range []string{"objects/", "refs/", "logs/", "info/refs", "index", "packed-refs", "HEAD", "ORIG_HEAD", "COMMIT_EDITMSG", "description", "branches", "worktrees/"} {
			if strings.HasPrefix(name, "app/.git/"+of) {
				return false
			}
		}
		return name != "app/.git/config" || o.steered()
	})
}

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
	meant                bool // and it is meant to: see [passesOnPurpose]
}

func (a assault) String() string { return a.set + " " + a.section + " " + a.policy + ": " + a.text }

// in is the text as it is run in a home folder, which it may also name from the root.
func (a assault) in(home string) string {
	text := strings.ReplaceAll(strings.ReplaceAll(a.text, newline, "\n"), attackHome[1:], strings.TrimPrefix(home, "/"))
	for _, way := range []string{"/home/*/", "/home/?/", "/h*/u/"} {
		text = strings.ReplaceAll(text, way, strings.TrimSuffix(home, attackHome)+way)
	}
	return text
}

// verdict asks the policy about an assault.
func (a assault) verdict(h held) answer {
	text := a.in(h.home)
	if !isPayload(text) {
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
		case "d", "open", passesOnPurpose:
			list = append(list, assault{set, section, policy, text, mark != "d", mark == passesOnPurpose})
		default:
			t.Fatalf("%s: a line is neither #, = nor d, open or %s and a text: %s", file, passesOnPurpose, line)
		}
	}
	if lines.Err() != nil || len(list) == 0 {
		t.Fatalf("%s: %d texts, %v", file, len(list), lines.Err())
	}
	return list
}

// passesOnPurpose marks texts that do what a policy is asked about and are let through by
// decision: git's own commands keep history and plain settings in git's folder.
const passesOnPurpose = "meant"

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
			if a.open && !a.meant {
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
	if a.meant {
		marks[true] = "\n" + passesOnPurpose + " "
	}
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

// besideTemp is a folder that is not below one where everybody writes, as no home folder is:
// what is allowed in /tmp is told from what is not only there. Where none can be made, it is
// one of those all the same.
func besideTemp(t testing.TB) string {
	t.Helper()
	own, err := os.UserHomeDir()
	if err != nil {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(own, "kei-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// assaultHome is a home folder with these files in it.
func assaultHome(t testing.TB) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(besideTemp(t))
	if err != nil {
		t.Fatal(err)
	}
	home += attackHome // ../u means it from itself
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

// isPayload reports whether an assault is a client's words and not text for bash.
func isPayload(text string) bool {
	text = strings.TrimPrefix(text, "\ufeff")
	return strings.HasPrefix(strings.TrimSpace(text), "{") && json.Valid([]byte(text))
}

// payloadText is what a payload has its client do, as text for bash: its
// commands, or what is done to its files. As JavaScript reads JSON, the last of
// two keys counts, and names are what they are.
func payloadText(payload string) (string, bool) {
	var p map[string]any
	if json.Unmarshal([]byte(strings.TrimPrefix(payload, "\ufeff")), &p) != nil {
		return "", false
	}
	cwd, _ := p["cwd"].(string)
	for _, roots := range []string{"workspaceRoots", "workspace_roots"} {
		if list, ok := p[roots].([]any); ok && cwd == "" && len(list) > 0 {
			cwd, _ = list[0].(string)
		}
	}
	text := ""
	for _, call := range callsIn(p) {
		if one := call.text(); one != "" {
			text += "\n" + one
		}
	}
	if cwd != "" && text != "" {
		text = "cd " + shellQuote(cwd) + " || exit" + text
	}
	return text, text != ""
}

// A toolCall is one that a payload tells of.
type toolCall struct {
	tool  string
	input any
}

// callsIn are the tool calls of a payload, of which a batch has several.
func callsIn(p map[string]any) (calls []toolCall) {
	tool := ""
	for _, key := range []string{"tool_name", "toolName", "name", "agent_action_name"} {
		if name, ok := p[key].(string); ok {
			tool = name
		}
	}
	if batch, ok := p["toolCalls"].([]any); ok {
		for _, one := range batch {
			if inner, ok := one.(map[string]any); ok {
				calls = append(calls, callsIn(inner)...)
			}
		}
	}
	for _, at := range []string{"tool_call", "preToolUse"} {
		if inner, ok := p[at].(map[string]any); ok {
			calls = append(calls, callsIn(inner)...)
		}
	}
	for _, at := range []string{"tool_input", "toolArgs", "tool_info", "parameters", "args", "input"} {
		if p[at] != nil {
			calls = append(calls, toolCall{tool, p[at]})
		}
	}
	if c, ok := p["command"].(string); ok && len(calls) == 0 {
		calls = append(calls, toolCall{"Shell", map[string]any{"command": c}})
	}
	return calls
}

// text is what a call does, as text for bash, "" if that is not known.
func (c toolCall) text() string {
	var in map[string]any
	switch input := c.input.(type) {
	case map[string]any:
		in = input
	case string:
		if json.Unmarshal([]byte(input), &in) != nil {
			return patched(input)
		}
	}
	inside := ""
	for _, key := range []string{"workdir", "directory", "dir_path", "working_directory", "cwd"} {
		if dir, ok := in[key].(string); ok && dir != "" {
			inside = "cd " + shellQuote(dir) + " || exit\n"
		}
	}
	for _, key := range []string{"command", "command_line", "cmd", "commands", "chars", "input", "text", "data", "patch", "patchText"} {
		switch said := in[key].(type) {
		case string:
			if text := patched(said); text != "" {
				return text
			}
			return inside + said
		case []any:
			words, end := "", " "
			for _, w := range said {
				word := fmt.Sprint(w)
				if key == "commands" {
					words, end = words+word, "\n"
				} else {
					words += shellQuote(word)
				}
				words += end
			}
			return inside + words
		}
	}
	for _, key := range []string{"code", "script"} {
		if program, ok := in[key].(string); ok {
			return "node -e " + shellQuote(program)
		}
	}
	return c.files(in)
}

// files is what a call does to the files that its input names.
func (c toolCall) files(in map[string]any) (text string) {
	do := "printf x >"
	switch name := strings.ToLower(c.tool); {
	case strings.Contains(name, "grep"), strings.Contains(name, "many"):
		do = "grep -r . "
	case strings.Contains(name, "read"), strings.Contains(name, "view"), strings.Contains(name, "show"):
		do = "cat "
	}
	for _, key := range []string{"file_path", "filePath", "path", "absolute_path", "absolutePath", "notebook_path", "files", "paths", "filePaths", "replacements"} {
		list, ok := in[key].([]any)
		if !ok {
			list = []any{in[key]}
		}
		for _, one := range list {
			if inner, ok := one.(map[string]any); ok {
				text += c.files(inner)
			}
			if name, ok := one.(string); ok && name != "" {
				text += do + shellQuote(name) + "\n"
			}
		}
	}
	return text
}

// patched is what a patch in the form of apply_patch does to the files that it names.
func patched(patch string) (text string) {
	for _, line := range strings.Split(patch, "\n") {
		line = strings.TrimSpace(line)
		for _, head := range []string{"*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:"} {
			if name, ok := strings.CutPrefix(line, head); ok {
				text += "printf x >" + shellQuote(strings.TrimSpace(name)) + "\n"
			}
		}
	}
	return text
}
