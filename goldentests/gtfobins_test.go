package goldentests

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// GTFOBins collects what ordinary programs can be made to do. The calls are made
// here of its facts; the collection itself is read where KEI_GTFOBINS says.

// A trick is an entry: what a program can do, and the text that does it.
type trick struct {
	program, function, code string
}

var (
	trickFunction = regexp.MustCompile(`^  ([a-z-]+):$`)
	trickCode     = regexp.MustCompile(`^(?:  - |    )code: (.*)$`)
)

// tricks reads the entries of all programs. Of their YAML it takes the code of
// each entry, not the forms for the contexts, which add options.
func tricks(t *testing.T) []trick {
	t.Helper()
	dir := collection(t, "KEI_GTFOBINS", "GTFOBins/GTFOBins.github.io")
	names, _ := filepath.Glob(filepath.Join(dir, "_gtfobins", "*"))
	var list []trick
	for _, name := range names {
		function := ""
		lines := linesIn(t, name)
		for i, line := range lines {
			if m := trickFunction.FindStringSubmatch(line); m != nil {
				function = m[1]
			}
			m := trickCode.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			code := m[1]
			if strings.HasPrefix(code, "|") {
				code = block(lines[i+1:])
			}
			list = append(list, trick{strings.TrimSuffix(filepath.Base(name), ".md"), function, code})
		}
	}
	if len(list) < 300 {
		t.Fatalf("only %d entries in %s", len(list), dir)
	}
	return list
}

// block is a YAML block that is indented by six blanks.
func block(lines []string) string {
	const indent = "      "
	var b []string
	for _, line := range lines {
		if !strings.HasPrefix(line, indent) && line != "" {
			break
		}
		b = append(b, strings.TrimPrefix(line, indent))
	}
	return strings.TrimRight(strings.Join(b, "\n"), "\n")
}

// spawned are the words of an entry for what the program runs. Where the entry
// gives a list of arguments, what comes instead is one, too.
var spawned = []struct {
	form *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`echo sh( [0-9]?[<>]/dev/tty)+`), "echo git push"},
	{regexp.MustCompile(`"/bin/sh", \[\]string\{"/bin/sh", "-[ip]"\}`), `"/usr/bin/git", []string{"git", "push"}`},
	{regexp.MustCompile(`"/bin/sh", "sh"(, "-p")?`), `"/usr/bin/git", "git", "push"`},
	{regexp.MustCompile(`'/bin/sh', 'sh'(, '-p')?`), `'/usr/bin/git', 'git', 'push'`},
	{regexp.MustCompile(`spawn\("/bin/sh", `), `spawn("git", ["push"], `},
	{regexp.MustCompile(`\["/bin/sh"\]`), `["git", "push"]`},
	{regexp.MustCompile(`\['/bin/sh'\]`), `['git', 'push']`},
	{regexp.MustCompile(`\b(cp|ln -s) (/bin/sh|/path/to/command) `), "$1 /usr/bin/git "},
	{regexp.MustCompile(`\.\./\.\./bin/sh`), "../../usr/bin/git push"},
	{regexp.MustCompile(`-wrapper /bin/sh,-s`), "-wrapper git,push"},
	{regexp.MustCompile(`\bsh X sh X`), "sh X git push X"},
	{regexp.MustCompile(`; sh ([012]>&)`), "; git push $1"},
}

var shellWord = regexp.MustCompile(`(?:/path/to/command|/bin/(?:ba)?sh(?: -[ips]+(?: --)?)?)`)

// givenText is what follows a shell that is given what it runs.
var givenText = regexp.MustCompile(`^[,"' ]*(argv1=)?-c`)

// spawning is the text with git push in place of what is spawned; ok is false
// where nothing is.
func spawning(code string) (text string, ok bool) {
	text = code
	for _, s := range spawned {
		text = s.form.ReplaceAllString(text, s.by)
	}
	var b strings.Builder
	last := 0
	for _, at := range shellWord.FindAllStringIndex(text, -1) {
		if givenText.MatchString(text[at[1]:]) || strings.HasSuffix(text[:at[0]], "#!") {
			continue
		}
		by := "git push"
		if before := text[:at[0]]; !quoted(before) && strings.HasSuffix(before, "=") {
			by = "'git push'"
		}
		b.WriteString(text[last:at[0]] + by)
		last = at[1]
	}
	b.WriteString(text[last:])
	return b.String(), b.String() != code
}

// quoted reports whether a text ends within quotes.
func quoted(text string) bool {
	var open rune
	escaped := false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
		case c == '\\' && open != '\'':
			escaped = true
		case open == 0 && (c == '\'' || c == '"'):
			open = c
		case c == open:
			open = 0
		}
	}
	return open != 0
}

// naming puts a denied file in place of the one that an entry names; word is what it
// is called there. ok is false where it names none.
func naming(code, word string) (text string, ok bool) {
	text = strings.NewReplacer("/path/to/"+word+"-file", "/path/to/denied/file", "/path/to/"+word+"-dir/", "/path/to/denied/", "/path/to/"+strings.Replace(word, "out", "ou", 1)+"-file", "/path/to/denied/file").Replace(code)
	return text, text != code
}

var script = regexp.MustCompile(`^(\w+=|\./|#|EOF|(echo|cat|chmod|cp|ln|mkdir|touch|mv|rm|ip|lxc|grep|export|mkfifo|mknod|sudo|PATH)\b)`)

// call is the text of an entry as one call: what is typed into a program that it
// starts stands in a here-document. Files are in the folder root.
func (k trick) call(text, root string) string {
	lines := strings.Split(strings.NewReplacer("relative/path/to/", "", "/path/to/", root+"/").Replace(text), "\n")
	if len(lines) < 2 || strings.Contains(lines[0], "<<") || strings.HasSuffix(lines[0], "\\") || quoted(lines[0]) {
		return strings.Join(lines, "\n")
	}
	first, _, _ := strings.Cut(lines[0], " ")
	second, _, _ := strings.Cut(lines[1], " ")
	if script.MatchString(lines[1]) || second == k.program || second == first || script.MatchString(lines[0]) {
		return strings.Join(lines, "\n")
	}
	return lines[0] + " <<'TYPED'\n" + strings.Join(lines[1:], "\n") + "\nTYPED"
}

// trickKinds are the functions of GTFOBins, the policy that is to stop
// them.
var trickKinds = []struct {
	name, functions string
	fence           fence
	make            func(code string) (string, bool)
}{
	{"spawn", "shell command", denying("git"), spawning},
	{"write", "file-write download", fence{Gates: "[[gate]]\nkind = \"deny-files\"\nfiles-denied = [\"denied/**\"]\n"},
		func(code string) (string, bool) { return naming(code, "output") }},
	{"read", "file-read upload", fence{Gates: "[[gate]]\nkind = \"deny-reads\"\nfiles-unreadable = [\"denied/**\"]\n"},
		func(code string) (string, bool) { return naming(code, "input") }},
}

// excusedTricks are the entries of gtfobins.toml, program and function.
func excusedTricks(t *testing.T) map[string]bool {
	t.Helper()
	var list struct {
		Row []struct{ Program, Function, Why string }
	}
	if _, err := toml.DecodeFile("gtfobins.toml", &list); err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, r := range list.Row {
		if r.Why == "" {
			t.Errorf("gtfobins.toml: %s %s does not say why", r.Program, r.Function)
		}
		rows[r.Program+" "+r.Function] = false
	}
	return rows
}

// TestGTFOBins makes calls of the entries of GTFOBins and asks policies about
// them that forbid what they do.
func TestGTFOBins(t *testing.T) {
	list := tricks(t)
	root := t.TempDir()
	plant(t, filepath.Join(root, "denied", "file"), false)
	var out strings.Builder
	excused := excusedTricks(t)
	for _, kind := range trickKinds {
		h := kind.fence.hold(t, root)
		var made, passing int
		var rows, unmade strings.Builder
		for _, k := range list {
			if !strings.Contains(" "+kind.functions+" ", " "+k.function+" ") {
				continue
			}
			text, ok := kind.make(k.code)
			if !ok {
				fmt.Fprintf(&unmade, "not made: %s %s: %q\n", k.program, k.function, k.code)
				continue
			}
			made++
			call := k.call(text, root)
			if h.bash(call).denied {
				continue
			}
			passing++
			if _, ok := excused[k.program+" "+k.function]; !ok {
				t.Errorf("%s: %s %s passes: %q", kind.name, k.program, k.function, call)
			}
			excused[k.program+" "+k.function] = true
			call = strings.ReplaceAll(call, root, "<root>")
			fmt.Fprintf(&rows, "%s\t%s\t%q\n", k.program, k.function, call)
			row, _ := json.Marshal(map[string]string{"kind": kind.name, "program": k.program, "function": k.function, "call": call})
			out.WriteString(string(row) + "\n")
		}
		t.Logf("%s: %d made, %d stopped, %d pass\n%s", kind.name, made, made-passing, passing, rows.String())
		keep(t, "gtfobins-"+kind.name+".txt", rows.String()+unmade.String())
	}
	for row, passes := range excused {
		if !passes {
			t.Errorf("gtfobins.toml: %s is stopped now; take it out", row)
		}
	}
	if name := os.Getenv("KEI_GTFOBINS_OUT"); name != "" {
		if err := os.WriteFile(name, []byte(out.String()), 0o644); err != nil {
			t.Error(err)
		}
	}
}
