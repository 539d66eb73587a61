package verify

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSubmodules: their files are in the worktree and in the copies that commands see,
// from what main's repository has; what is changed in them is no part of the work.
func TestSubmodules(t *testing.T) {
	needs := func(name string) Step {
		return &CommandGreen{Capability: "quality::green", Place: Both, Command: []string{"test", "-e", name}}
	}
	for _, tt := range []struct {
		name string
		do   func(f *fixture)
		want string
	}{
		{"honest", func(f *fixture) { f.write(f.work, "a.txt", "mine\n") }, ""},
		{"a file changed", func(f *fixture) { f.write(f.work, "libs/sub/s.txt", "mine\n") }, "libs/sub/s.txt (modified): in the submodule libs/sub"},
		{"a file added", func(f *fixture) { f.write(f.work, "libs/sub/t.txt", "mine\n") }, "libs/sub/t.txt (added): in the submodule libs/sub"},
		{"a file deleted", func(f *fixture) { f.must(os.Remove(filepath.Join(f.work, "libs/sub/s.txt"))) }, "libs/sub/s.txt (deleted): in a submodule"},
		{"one within it changed", func(f *fixture) { f.write(f.work, "libs/sub/deep/d.txt", "mine\n") }, "libs/sub/deep/d.txt (modified): in the submodule"},
		{"not checked out", func(f *fixture) {
			f.must(os.RemoveAll(filepath.Join(f.work, "libs/sub")), os.Mkdir(filepath.Join(f.work, "libs/sub"), 0o755))
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, map[string]string{"a.txt": "a\n"})
			for _, name := range []string{"deep", "sub"} {
				far := filepath.Join(f.dir, "far-"+name)
				f.must(os.Mkdir(far, 0o755))
				f.git(far, "init", "-q", "-b", "main")
				f.write(far, name[:1]+".txt", name+"\n")
				if name == "sub" {
					f.git(far, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", filepath.Join(f.dir, "far-deep"), "deep")
				}
				f.commit(far, name)
			}
			f.git(f.main, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "--name", "a/b", filepath.Join(f.dir, "far-sub"), "libs/sub")
			f.git(f.main, "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive")
			f.commit(f.main, "submodule")
			// Nothing is fetched: there is nowhere to fetch it from.
			f.must(os.RemoveAll(filepath.Join(f.dir, "far-sub")), os.RemoveAll(filepath.Join(f.dir, "far-deep")))
			f.git(f.main, "worktree", "remove", "--force", f.work)
			f.git(f.main, "worktree", "add", "-q", "-B", "agent/a", f.work, "main")
			f.must(CheckOutSubmodules(t.Context(), f.main, f.git(f.main, "rev-parse", "HEAD"), f.work))
			for name, want := range map[string]string{"libs/sub/s.txt": "sub\n", "libs/sub/deep/d.txt": "deep\n"} {
				if text, err := os.ReadFile(filepath.Join(f.work, name)); err != nil || string(text) != want {
					t.Fatalf("%s: %q, %v", name, text, err)
				}
			}
			tt.do(f)
			rep, err := f.try(Options{Task: whitelist("a.txt")}, inTask(), needs("libs/sub/s.txt"), needs("libs/sub/deep/d.txt"))
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == "" {
				f.clean(rep)
			} else {
				f.fails(rep, tt.want)
			}
		})
	}
}
