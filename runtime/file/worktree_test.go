package file

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLinkedWorktree(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		p := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	real := ".claude/worktrees/x"
	write(real+"/.git", "gitdir: "+root+"/.git/worktrees/x\n")
	write(real+"/src/a.go", "")
	write(".git/worktrees/x/gitdir", root+"/"+real+"/.git\n")
	write(".git/worktrees/x/commondir", "../..\n")
	// What an agent can write: a file that leads to another's entry, to one of
	// its own making, to a repository of its own.
	write("fake/.git", "gitdir: "+root+"/.git/worktrees/x\n")
	write("made/.git", "gitdir: "+root+"/made/git/worktrees/y\n")
	write("made/git/worktrees/y/gitdir", root+"/made/.git\n")
	write("made/git/worktrees/y/commondir", "../../../../.git\n")
	write("up/.git", "gitdir: ../.git/worktrees/x/../../../made/git/worktrees/y\n")
	write("deep/.git", "gitdir: ../.git/worktrees/x/z\n")
	write("own/.git/HEAD", "ref: refs/heads/main\n")
	write("own/src/a.go", "")
	if err := os.Symlink(root+"/"+real, root+"/link"); err != nil {
		t.Skipf("no links can be made here: %v", err)
	}
	for folder, want := range map[string]string{
		real: real, real + "/src": real, "link": real, "link/src": real,
		"": "", "src": "", "fake": "", "made": "", "up": "", "deep": "", "own": "", "own/src": "", "..": "",
	} {
		if want != "" {
			want = root + "/" + want
		}
		if got := LinkedWorktree(root, filepath.Join(root, folder)); got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
}
