package verify

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkVerify is the time of a verification without the commands that it
// would run, on repositories and diffs of several sizes, and of git status on the
// same worktree as a yardstick.
//
//	go test ./runtime/verify -run '^$' -bench Verify -benchtime 3x
func BenchmarkVerify(b *testing.B) {
	for _, size := range []struct{ files, changed int }{{5_000, 200}, {50_000, 200}, {50_000, 2_000}} {
		name := fmt.Sprintf("files=%d/changed=%d", size.files, size.changed)
		main, work := largeRepository(b, size.files, size.changed)
		o := Options{Index: filepath.Join(filepath.Dir(main), "stamp"), Worktree: work, Main: main, AgentID: "a", Task: whitelist("src/**"), Contain: "never", Plan: Plan{Steps: []Step{
			&DiffInTask{"scope::files-whitelist", Worktree},
			&DiffOutsideDenylist{"scope::files-denylist", Worktree},
			&SizeLimit{Capability: "quality::constructor-pattern", Place: Worktree, Files: globList("**/*.rs"), FileLines: 200, FunctionLines: 30},
			&DependenciesUnchanged{Capability: "safety::no-dep-bump", Place: Both},
		}}}
		b.Run(name+"/verify", func(b *testing.B) {
			for b.Loop() {
				rep, err := Verify(b.Context(), o)
				if err != nil || !rep.Clean || len(rep.Changes) != size.changed {
					b.Fatalf("%v %v", err, rep)
				}
			}
		})
		b.Run(name+"/git-status", func(b *testing.B) {
			for b.Loop() {
				c := exec.Command("git", "--no-optional-locks", "status", "--porcelain", "-uall")
				c.Dir = work
				if out, err := c.Output(); err != nil || strings.Count(string(out), "\n") != size.changed {
					b.Fatalf("%v %d", err, strings.Count(string(out), "\n"))
				}
			}
		})
	}
}

// largeRepository makes main, and a worktree with changed files, half of them
// new.
func largeRepository(b *testing.B, files, changed int) (main, work string) {
	b.Helper()
	dir := b.TempDir()
	main, work = filepath.Join(dir, "main"), filepath.Join(dir, "work")
	git := func(in string, dir string, args ...string) {
		c := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		c.Dir, c.Stdin = dir, strings.NewReader(in)
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	name := func(i int) string { return fmt.Sprintf("src/d%02d/e%02d/f%05d.rs", i%50, i/50%20, i) }
	text := func(i int) string { return fmt.Sprintf("// file %d\n%s", i, strings.Repeat("fn f() {}\n", 100)) }
	var in strings.Builder
	in.WriteString("commit refs/heads/main\ncommitter a <a@example.com> 0 +0000\ndata 1\nx\n")
	for i := range files {
		t := text(i)
		fmt.Fprintf(&in, "M 100644 inline %s\ndata %d\n%s\n", name(i), len(t), t)
	}
	git("", dir, "init", "-q", "-b", "main", main)
	git(in.String(), main, "fast-import", "--quiet")
	git("", main, "reset", "-q", "--hard")
	git("", main, "worktree", "add", "-q", "-b", "agent/a", work)
	index, err := os.ReadFile(filepath.Join(main, ".git", "worktrees", "work", "index"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "stamp"), index, 0o600)
	}
	if err != nil {
		b.Fatal(err)
	}
	for i := range changed {
		file := filepath.Join(work, name(i*(files/changed)))
		if i%2 == 0 {
			file = strings.TrimSuffix(file, ".rs") + "-new.rs"
		}
		if err := os.WriteFile(file, []byte("// changed\n"+text(i)), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return main, work
}
