package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kei/runtime/verify"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// What the documents show is run: a script of testdata/script makes a folder to stand in
// and says "console PAGE", or "console PAGE HEADING...". Then, in the order of the page,
//
//   - a block of console is typed into bash, each "$ command" with what it must print below
//     it ("..." is anything). One that shows nothing has to succeed.
//   - a block of toml that begins with "# FILE" is written to FILE.

// pages are the documents that people read from top to bottom. The others are written from
// the source, or are tables that tests of their own hold.
func pages(t testing.TB) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(repositoryRoot, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"README.md"}
	for _, name := range list {
		if base := filepath.Base(name); !slices.Contains([]string{"schema.md", "departures.md", "atoms-faults.md"}, base) {
			names = append(names, "docs/"+base)
		}
	}
	return names
}

// runElsewhere are commands that would take too long here: .ci/run makes them.
var runElsewhere = map[string]string{"make": "build", "make test": "test"}

// A block is a fenced part of a page.
type block struct {
	heading, language string
	line              int // of its first line
	text              string
}

// fence begins and ends a block.
var fence = regexp.MustCompile("^```([a-z]*)$")

// blocksOf reads a page.
func blocksOf(page string) ([]block, error) {
	text, err := os.ReadFile(filepath.Join(repositoryRoot, filepath.FromSlash(page)))
	if err != nil {
		return nil, err
	}
	var list []block
	heading, open := "", false
	for i, line := range strings.Split(string(text), "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case m != nil && open:
			open = false
		case m != nil:
			open = true
			list = append(list, block{heading: heading, language: m[1], line: i + 2})
		case open:
			list[len(list)-1].text += line + "\n"
		case strings.HasPrefix(line, "## "):
			heading = line[len("## "):]
		case strings.HasPrefix(line, "    ") && strings.TrimSpace(line) != "":
			return nil, fmt.Errorf("%s:%d: what is indented is shown and not run; put it into a block", page, i+1)
		}
	}
	if open {
		return nil, fmt.Errorf("%s: the last block has no end", page)
	}
	return list, nil
}

// console is "console PAGE [HEADING...]": see the top of this file.
func console(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: console PAGE [HEADING...]")
	}
	blocks, err := blocksOf(args[0])
	ts.Check(err)
	// Where a command has moved to, the next one stands.
	at := filepath.Join(ts.Getenv("WORK"), ".at")
	ts.Check(os.WriteFile(at, []byte(ts.MkAbs(".")), 0o644))
	ran := 0
	for _, b := range blocks {
		if len(args) > 1 && !slices.Contains(args[1:], b.heading) {
			continue
		}
		where := fmt.Sprintf("%s:%d", args[0], b.line)
		switch name, ok := fileOf(b); {
		case b.language == "console":
			ran++
			typeIn(ts, where, at, b.text)
		case ok:
			dir, err := os.ReadFile(at)
			ts.Check(err)
			name = filepath.Join(string(dir), filepath.FromSlash(name))
			ts.Check(os.MkdirAll(filepath.Dir(name), 0o755))
			ts.Check(os.WriteFile(name, []byte(b.text), 0o644))
		}
	}
	if ran == 0 {
		ts.Fatalf("%s has no block of console below %q", args[0], args[1:])
	}
}

// fileOf is the file that a block of toml stands for.
func fileOf(b block) (string, bool) {
	first, _, _ := strings.Cut(b.text, "\n")
	name, ok := strings.CutPrefix(first, "# ")
	return name, ok && b.language == "toml" && strings.HasSuffix(name, ".toml") && filepath.IsLocal(name)
}

// typeIn types a block's commands, and compares what they print.
func typeIn(ts *testscript.TestScript, where, at, text string) {
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(strings.TrimRight(part, "\n")+"\n", "\n")
		bare, _, _ := strings.Cut(command, " #")
		if runElsewhere[strings.TrimSpace(bare)] != "" {
			continue
		}
		err := ts.Exec("bash", "-c", "exec 2>&1; cd \"$(cat "+at+")\"; trap 'printf %s \"$PWD\" >"+at+"' EXIT; "+command+"\n")
		got := ts.ReadFile("stdout")
		if shown := want != ""; !shown && err != nil {
			ts.Fatalf("%s: %s: %v\n%s", where, command, err, got)
		} else if shown && !shows(want, got) {
			ts.Fatalf("%s: %s\nprints\n%sand the page shows\n%s", where, command, got, want)
		}
	}
}

// shows reports whether a text is what a page shows of it: a line "..." stands for any
// lines, "..." within one for any of it.
func shows(page, text string) bool {
	var b strings.Builder
	b.WriteString(`\A`)
	for line := range strings.Lines(page) {
		if line == "...\n" {
			b.WriteString(`(?:.*\n)*`)
			continue
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), `\.\.\.`, `.*`))
	}
	return regexp.MustCompile(b.String() + `\z`).MatchString(text)
}

// TestShows is about the dots.
func TestShows(t *testing.T) {
	for _, c := range []struct {
		page, text string
		want       bool
	}{
		{"a\n", "a\n", true}, {"a\n", "a\nb\n", false}, {"a\n...\n", "a\nb\nc\n", true}, {"a\n...\n", "a\n", true},
		{"...\nc\n", "a\nb\n", false}, {"a...c\n", "abc\n", true}, {"a...c\n", "a\nc\n", false}, {"a.c\n", "abc\n", false},
	} {
		if got := shows(c.page, c.text); got != c.want {
			t.Errorf("shows(%q, %q) = %v", c.page, c.text, got)
		}
	}
}

// TestDocuments holds that every command of a page is run by a script, that none stands in
// another sort of block, and that what sentences call a command of kei is one.
func TestDocuments(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	for _, page := range pages(t) {
		blocks, err := blocksOf(page)
		if err != nil {
			t.Error(err)
		}
		for _, b := range blocks {
			where := fmt.Sprintf("%s:%d", page, b.line)
			switch typed := regexp.MustCompile(`(?m)^(\$ |kei |bin/)`).MatchString(b.text); {
			case b.language == "console" && !typed:
				t.Errorf("%s: a block of console without a command", where)
			case b.language == "console":
				if !isRun(all, page, b.heading) {
					t.Errorf("%s: no script says \"console %s\", or that with the heading '%s'", where, page, b.heading)
				}
			case typed:
				t.Errorf("%s: commands stand in blocks of console, where they are run", where)
			case b.language == "":
				t.Errorf("%s: a block says what it is: console, toml, text", where)
			}
		}
		spoken(t, page)
	}
}

// isRun reports whether the scripts run what is below a heading of a page.
func isRun(scripts []byte, page, heading string) bool {
	for _, m := range regexp.MustCompile(`(?m)^console (\S+)(.*)$`).FindAllSubmatch(scripts, -1) {
		if rest := string(m[2]); string(m[1]) == page && (rest == "" || strings.Contains(rest, "'"+strings.ReplaceAll(heading, "'", "''")+"'")) {
			return true
		}
	}
	return false
}

// span is what a sentence shows of code.
var span = regexp.MustCompile("`(kei [^`]*)`")

// spoken reports the commands that a page's sentences name and kei does not have.
func spoken(t *testing.T, page string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repositoryRoot, filepath.FromSlash(page)))
	if err != nil {
		t.Fatal(err)
	}
	root := (&app{getenv: func(string) (string, bool) { return "", false }}).root()
	for _, m := range span.FindAllStringSubmatch(string(text), -1) {
		words := strings.Fields(m[1])[1:]
		c, rest, err := root.Find(words)
		if err != nil || c == root && len(words) > 0 && !strings.HasPrefix(words[0], "-") {
			t.Errorf("%s: %s is no command of kei", page, m[1])
			continue
		}
		for _, w := range rest {
			if name, _, _ := strings.Cut(strings.TrimPrefix(w, "--"), "="); strings.HasPrefix(w, "--") && flagOf(c, name) == nil {
				t.Errorf("%s: %s: there is no flag --%s", page, m[1], name)
			}
		}
	}
}

// flagOf is a flag of a command, or of what it stands below.
func flagOf(c *cobra.Command, name string) *pflag.Flag {
	if f := c.Flags().Lookup(name); f != nil {
		return f
	}
	return c.InheritedFlags().Lookup(name)
}

// TestDocumentedKinds holds that each kind of gate and of verify has its place.
func TestDocumentedKinds(t *testing.T) {
	for page, kinds := range map[string][]string{"docs/policy.md": kinds(), "docs/verify.md": verifyKinds()} {
		text, err := os.ReadFile(filepath.Join(repositoryRoot, filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		if len(kinds) == 0 {
			t.Errorf("no kinds for %s", page)
		}
		for _, k := range kinds {
			if !regexp.MustCompile("(?m)^\\|[^|]*`" + k + "`").Match(text) {
				t.Errorf("%s: no row has the kind %s", page, k)
			}
		}
	}
}

func verifyKinds() []string {
	var names []string
	for _, k := range verify.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// TestElsewhere holds that .ci/run makes what is not run here.
func TestElsewhere(t *testing.T) {
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(repositoryRoot, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if !bytes.Contains(read(".ci/run"), []byte("\nmake ci\n")) {
		t.Error(".ci/run does not say: make ci")
	}
	all := strings.Fields(string(regexp.MustCompile(`(?m)^ci: (.*)$`).FindSubmatch(read("Makefile"))[1]))
	for command, target := range runElsewhere {
		if !slices.Contains(all, target) {
			t.Errorf("make ci does not make %s, which stands for %s", target, command)
		}
	}
}

// TestLinks holds that what a page links to is there.
func TestLinks(t *testing.T) {
	for _, page := range pages(t) {
		dir := filepath.Dir(filepath.Join(repositoryRoot, filepath.FromSlash(page)))
		text, err := os.ReadFile(filepath.Join(repositoryRoot, filepath.FromSlash(page)))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`).FindAllStringSubmatch(string(text), -1) {
			name := filepath.Join(dir, filepath.FromSlash(m[1]))
			if m[1] == "" {
				name = filepath.Join(repositoryRoot, filepath.FromSlash(page))
			}
			to, err := os.ReadFile(name)
			if _, statErr := os.Stat(name); errors.Is(statErr, fs.ErrNotExist) {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			} else if err == nil && m[2] != "" && !slices.Contains(anchors(to), m[2]) {
				t.Errorf("%s links to %s#%s; there are %s", page, m[1], m[2], strings.Join(anchors(to), ", "))
			}
		}
	}
}

// anchors are the names of a page's headings in addresses.
func anchors(page []byte) []string {
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllSubmatch(page, -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(string(m[1])), "")
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	return list
}
