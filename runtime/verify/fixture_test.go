package verify

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"kei/runtime/gate"
)

// A fixture is a repository with a worktree in which an agent has been at work.
type fixture struct {
	t    *testing.T
	dir  string
	main string
	work string
}

// start makes main with some files, and a worktree of it on a branch.
func start(t *testing.T, files map[string]string) *fixture {
	t.Helper()
	return startIn(t, t.TempDir(), files)
}

func startIn(t *testing.T, dir string, files map[string]string) *fixture {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	f := &fixture{t: t, dir: dir, main: filepath.Join(dir, "main"), work: filepath.Join(dir, "work")}
	f.must(os.MkdirAll(filepath.Join(dir, "tmp"), 0o755), os.MkdirAll(f.main, 0o755))
	f.git(f.main, "init", "-q", "-b", "main")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f.write(f.main, name, files[name])
	}
	f.commit(f.main, "base")
	f.git(f.main, "worktree", "add", "-q", "-b", "agent/a", f.work)
	return f
}

func (f *fixture) must(errs ...error) {
	f.t.Helper()
	for _, err := range errs {
		if err != nil {
			f.t.Fatal(err)
		}
	}
}

// git runs git as people do, with the repository's configuration in force.
func (f *fixture) git(dir string, args ...string) string {
	f.t.Helper()
	c := exec.Command("git", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := c.CombinedOutput()
	if err != nil {
		f.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (f *fixture) write(dir, name, text string) {
	f.t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	f.must(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644))
}

func (f *fixture) commit(dir, what string) {
	f.t.Helper()
	f.git(dir, "add", "-A")
	f.git(dir, "commit", "-q", "--allow-empty", "-m", what)
}

// verify runs steps on the agent's work.
func (f *fixture) verify(task *Task, steps ...Step) *Report {
	f.t.Helper()
	rep, err := f.try(Options{Task: task}, steps...)
	if err != nil {
		f.t.Fatal(err)
	}
	return rep
}

func (f *fixture) try(o Options, steps ...Step) (*Report, error) {
	f.t.Helper()
	o.Plan = Plan{Role: "editor", Steps: steps}
	o.Worktree, o.Main = f.work, f.main
	if o.AgentID == "" {
		o.AgentID = "a"
	}
	before := f.mainState()
	rep, err := Verify(f.t.Context(), o)
	if after := f.mainState(); after != before {
		f.t.Errorf("main is not as it was:\n%s", diff.Diff("before", []byte(before), "after", []byte(after)))
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
		f.t.Errorf("left behind: %v", left)
	}
	return rep, err
}

// mainState is all of main that a verification could disturb.
func (f *fixture) mainState() string {
	f.t.Helper()
	var b strings.Builder
	f.must(filepath.WalkDir(f.main, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		// Git renews the time of an object that it would have written again.
		if strings.Contains(name, "/.git/objects/") {
			b.WriteString(name + "\n")
			return nil
		}
		b.WriteString(name + " " + info.ModTime().String() + "\n")
		return nil
	}))
	return b.String()
}

// inTask is the step that most traps are about.
func inTask() Step { return &DiffInTask{Capability: "scope::files-whitelist", Place: Worktree} }

func whitelist(globs ...gate.Glob) *Task {
	return &Task{Role: "editor", AgentID: "a", Whitelist: globs}
}

// fails holds a report to a violation that mentions all of the words.
func (f *fixture) fails(rep *Report, words ...string) {
	f.t.Helper()
	for _, v := range rep.Failed {
		text := v.Reason + "\n" + v.Detail
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			return
		}
	}
	f.t.Errorf("no violation says %q:\n%s", words, text(rep))
}

func (f *fixture) clean(rep *Report) {
	f.t.Helper()
	if !rep.Clean {
		f.t.Errorf("not clean:\n%s", text(rep))
	}
}

func text(rep *Report) string {
	var b strings.Builder
	_ = rep.Text(&b)
	return b.String()
}

func globList(list ...gate.Glob) []gate.Glob { return list }

func patternList(list ...gate.Pattern) []gate.Pattern { return list }

// base is what main holds in the tests of traps.
var base = map[string]string{
	".gitignore":    "/target/\n*.log\n",
	"allowed/a.txt": "a\n",
	"other/b.txt":   "b\n",
	"Cargo.lock":    "# lock\n",
}

// stamp is a copy of the worktree's index, as whoever starts an agent makes it.
func (f *fixture) stamp() string {
	f.t.Helper()
	index, err := os.ReadFile(f.git(f.work, "rev-parse", "--path-format=absolute", "--git-path", "index"))
	f.must(err)
	time.Sleep(2 * slack)
	file := filepath.Join(f.dir, "stamp")
	f.must(os.WriteFile(file, index, 0o600))
	time.Sleep(2 * slack)
	return file
}

// contained is a fixture whose commands are held by a container, which is what
// the test is about.
func contained(t *testing.T, files map[string]string) *fixture {
	t.Helper()
	need(t, "bwrap")
	f := start(t, files)
	if _, err := f.try(Options{Contain: "always"}, inMain("true")); err != nil {
		t.Skipf("bwrap does not work here: %v", err)
	}
	return f
}
