// Package states asks the compiled verify program about worktrees in many states,
// honest and dishonest, of small projects in each language.
package states

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/BurntSushi/toml"
)

// A language is one file of states: a project, and what became of it. One without a
// role has states that others share.
type language struct {
	Role     string            `toml:"role"`
	Needs    []string          `toml:"needs"`    // programs
	Packages string            `toml:"packages"` // main has installed what is in this folder of KEI_HARNESSES
	Shared   []string          `toml:"shared"`   // files of states that are asked of it, too
	Words    map[string]string `toml:"words"`    // what stands for {{word}} in those

	Files map[string]string `toml:"files"`
	State []state           `toml:"state"`

	packages string // a folder with node_modules
}

// A state is what one agent left behind. Its scripts run in bash, act in the
// worktree and main in main, and see WT, MAIN, D (a folder of the state's), AID and BASE.
type state struct {
	Name   string            `toml:"name"`
	Honest bool              `toml:"honest"`
	Group  string            `toml:"group"`
	Expect string            `toml:"expect"` // in a violation, of a capability and place
	Warns  string            `toml:"warns"`  // in a note: the work is clean, and this is said of it
	Quick  bool              `toml:"quick"`  // asked of every change
	Open   string            `toml:"open"`   // why it is not as it should be; SECURITY.md says so too
	Note   string            `toml:"note"`
	Files  map[string]string `toml:"files"` // of main, beside the project's
	After  map[string]string `toml:"after"` // written to the worktree
	Before string            `toml:"before"`
	Act    string            `toml:"act"`
	Main   string            `toml:"main"`

	Whitelist    []string `toml:"whitelist"`
	Denylist     []string `toml:"denylist"`
	AllowDepBump bool     `toml:"allow-dep-bump"`
	Verification string   `toml:"verification"`
	Report       *string  `toml:"report"`
}

// TestStates asks about the states that are marked quick, about all with
// KEI_STATES=all, about the second third of each language's with KEI_STATES=2/3, and
// about those whose names hold one of its words otherwise.
func TestStates(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles and tests projects")
	}
	program := filepath.Join(t.TempDir(), "verify")
	build := exec.Command("go", "build", "-trimpath", "-o", program, "kei/out/verify/cmd")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := filepath.Glob("*.toml")
	if err != nil || len(files) < 2 {
		t.Fatal("no states: ", err)
	}
	sum := &table{rows: map[string]*row{}}
	t.Run("of", func(t *testing.T) {
		for _, file := range files {
			l := load(t, file)
			if l.Role == "" {
				continue
			}
			t.Run(strings.TrimSuffix(file, ".toml"), func(t *testing.T) { l.ask(t, program, sum) })
		}
	})
	t.Log(sum)
}

// load reads a file, with the states that it shares with others in its own words.
func load(t *testing.T, file string) *language {
	t.Helper()
	l := &language{}
	md, err := toml.DecodeFile(file, l)
	if err != nil || len(md.Undecoded()) > 0 {
		t.Fatalf("%s: %v %v", file, err, md.Undecoded())
	}
	for _, other := range l.Shared {
		for _, s := range load(t, other).State {
			l.State = append(l.State, s.in(l.Words))
		}
	}
	return l
}

// in is a shared state in a language's words, which stand in it as {{word}}.
func (s state) in(words map[string]string) state {
	var pairs []string
	for name, is := range words {
		pairs = append(pairs, "{{"+name+"}}", is)
	}
	put := strings.NewReplacer(pairs...).Replace
	files := func(of map[string]string) map[string]string {
		list := map[string]string{}
		for name, text := range of {
			list[put(name)] = put(text)
		}
		return list
	}
	s.Expect, s.Warns, s.Before, s.Act, s.Main = put(s.Expect), put(s.Warns), put(s.Before), put(s.Act), put(s.Main)
	s.Files, s.After = files(s.Files), files(s.After)
	if s.Report != nil {
		report := put(*s.Report)
		s.Report = &report
	}
	return s
}

func (l *language) ask(t *testing.T, program string, sum *table) {
	for _, p := range l.Needs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("there is no %s here", p)
		}
	}
	if l.Packages != "" {
		l.packages = filepath.Join(os.Getenv("KEI_HARNESSES"), l.Packages)
		if _, err := os.Stat(filepath.Join(l.packages, "node_modules")); os.Getenv("KEI_HARNESSES") == "" || err != nil {
			t.Skipf("KEI_HARNESSES names no folder in which %s/node_modules is: make states says how", l.Packages)
		}
	}
	names := map[string]bool{}
	for i, s := range l.State {
		if names[s.Name] || s.Name == "" {
			t.Errorf("two states are called %q", s.Name)
		}
		names[s.Name] = true
		if !s.wanted(os.Getenv("KEI_STATES"), i, len(l.State)) {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			as := l.check(t, program, s)
			sum.add(filepath.Base(filepath.Dir(t.Name()))+" "+s.Group, s, as == "")
			switch {
			case as != "" && s.Open == "":
				t.Error(as)
			case as == "" && s.Open != "":
				t.Errorf("it is as it should be, and is marked open: %s", s.Open)
			}
		})
	}
}

// wanted says whether a language's i-th state of n is to be asked about.
func (s *state) wanted(which string, i, n int) bool {
	switch which {
	case "":
		return s.Quick
	case "all":
		return true
	}
	var part, parts int
	if got, _ := fmt.Sscanf(which, "%d/%d", &part, &parts); got == 2 && parts > 0 {
		return i*parts/n+1 == part
	}
	return slices.ContainsFunc(strings.Fields(which), func(w string) bool { return strings.Contains(s.Name, w) })
}

// check makes the state and asks about it. It returns what is not as it should be.
func (l *language) check(t *testing.T, program string, s state) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t: t, dir: dir, id: "ag-" + s.Name}
	p.make(l.Files, s)
	if l.packages != "" {
		p.run(p.main(), "cp -al '"+l.packages+"/node_modules' . 2>/dev/null || cp -a '"+l.packages+"/node_modules' .")
	}
	report := p.report(s)
	task := filepath.Join(dir, "task.toml")
	p.write(task, s.task(l.Role, p.id))
	c := exec.Command(program, task, "--worktree", p.work(), "--main", p.main(), "--onto", "main", "--base", p.base,
		"--report", report, "--index", filepath.Join(dir, "index"), "--json")
	c.Env, c.Dir = p.env(), dir
	var out, errs strings.Builder
	c.Stdout, c.Stderr = &out, &errs
	_ = c.Run() // its status is looked at
	var got struct {
		Failed, Errors []struct{ Capability, Place, Reason, Detail string }
		Notes          []string
		Steps          []struct{ Notes []string }
	}
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		got.Errors = append(got.Errors, struct{ Capability, Place, Reason, Detail string }{Reason: errs.String()})
	}
	said := ""
	for _, f := range append(got.Failed, got.Errors...) {
		said += fmt.Sprintf("%s (%s): %s\n%s\n", f.Capability, f.Place, f.Reason, f.Detail)
	}
	for _, step := range got.Steps {
		got.Notes = append(got.Notes, step.Notes...)
	}
	code := c.ProcessState.ExitCode()
	notes := strings.Join(got.Notes, "\n")
	switch {
	case (s.Honest || s.Warns != "") && code != 0:
		return fmt.Sprintf("status %d of clean work:\n%s%s", code, said, notes)
	case s.Honest:
	case s.Warns != "":
		if !strings.Contains(notes, s.Warns) {
			return "not named: " + s.Warns + " in\n" + notes
		}
	case code == 0, !strings.Contains(said, s.Expect):
		return fmt.Sprintf("status %d, and %q is not said:\n%s%s", code, s.Expect, said, notes)
	}
	return ""
}

// task is the text of its task.toml.
func (s *state) task(role, id string) string {
	list := func(l []string) string {
		b, _ := json.Marshal(append([]string{}, l...))
		return string(b)
	}
	if s.Whitelist == nil {
		s.Whitelist = []string{"src/**", "tests/**"}
	}
	return fmt.Sprintf("[task]\nrole = %q\nagent-id = %q\n\n[scope]\nfiles-whitelist = %s\nfiles-denylist = %s\nallow-dep-bump = %v\n\n"+
		"[verification]\n%s\n[output]\nreport-fields-required = [\"files-touched\", \"tests\", \"blockers\"]\n\n[body]\ntext = \"do it\"\n",
		role, id, list(s.Whitelist), list(s.Denylist), s.AllowDepBump, s.Verification)
}

// A table counts what was asked.
type table struct {
	mu   sync.Mutex
	rows map[string]*row
}

type row struct{ caught, dishonest, passed, honest int }

func (t *table) add(group string, s state, good bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.rows[group]
	if r == nil {
		r = &row{}
		t.rows[group] = r
	}
	n, of := &r.caught, &r.dishonest
	if s.Honest {
		n, of = &r.passed, &r.honest
	}
	*of++
	if good {
		*n++
	}
}

func (t *table) String() string {
	var groups []string
	for g := range t.rows {
		groups = append(groups, g)
	}
	slices.Sort(groups)
	b := "dishonest caught, honest passed:\n"
	var all row
	for _, g := range groups {
		r := t.rows[g]
		b += fmt.Sprintf("%-24s %3d/%-3d %3d/%d\n", g, r.caught, r.dishonest, r.passed, r.honest)
		all = row{all.caught + r.caught, all.dishonest + r.dishonest, all.passed + r.passed, all.honest + r.honest}
	}
	return b + fmt.Sprintf("%-24s %3d/%-3d %3d/%d", "all", all.caught, all.dishonest, all.passed, all.honest)
}
