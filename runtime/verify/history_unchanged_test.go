package verify

import (
	"path/filepath"
	"testing"
)

// TestHistoryUnchanged holds what an agent does to history to a finding that
// names it, with a record of the refs and without one.
func TestHistoryUnchanged(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(f *fixture)
		want string // "" is clean
	}{
		{"files only", func(f *fixture) { f.write(f.work, "b.txt", "b\n") }, ""},
		{"a commit", func(f *fixture) { f.commit(f.work, "mine") }, "mine"},
		{"a commit that was taken back", func(f *fixture) {
			f.commit(f.work, "hidden")
			f.git(f.work, "reset", "-q", "--hard", "HEAD~")
		}, "commit: hidden"},
		{"a tag", func(f *fixture) { f.git(f.work, "tag", "v9") }, "the tag v9"},
		{"a branch", func(f *fixture) { f.git(f.work, "branch", "side") }, "the branch side"},
		{"another branch", func(f *fixture) { f.git(f.work, "switch", "-q", "-c", "side") }, "left its branch agent/a for side"},
		{"a stash", func(f *fixture) {
			f.write(f.work, "a.txt", "changed\n")
			f.git(f.work, "stash", "-q")
		}, "a stash"},
		{"a moved ref", func(f *fixture) { f.git(f.work, "update-ref", "refs/heads/old", "refs/heads/agent/a~") }, "the branch old"},
		{"what kei keeps", func(f *fixture) { f.git(f.main, "update-ref", "refs/kei/b", "HEAD") }, ""},
		{"another agent", func(f *fixture) {
			f.git(f.main, "worktree", "add", "-q", "-b", "agent/b", filepath.Join(f.dir, "b"))
			f.commit(filepath.Join(f.dir, "b"), "theirs")
		}, ""},
		{"a person makes a branch", func(f *fixture) {
			f.git(f.main, "switch", "-q", "-c", "fix")
			f.commit(f.main, "theirs")
			f.git(f.main, "switch", "-q", "main")
		}, ""},
		{"a person tags what main has since", func(f *fixture) {
			f.commit(f.main, "release")
			f.git(f.main, "tag", "v1")
		}, ""},
		{"a person fetches", func(f *fixture) {
			f.git(f.dir, "clone", "-q", f.main, "far")
			f.commit(filepath.Join(f.dir, "far"), "far away")
			f.git(filepath.Join(f.dir, "far"), "tag", "v2")
			f.git(f.main, "fetch", "-q", "--tags", filepath.Join(f.dir, "far"), "main:refs/remotes/far/main")
		}, ""},
		{"a person stashes", func(f *fixture) {
			f.write(f.main, "a.txt", "half done\n")
			f.git(f.main, "stash", "-q")
		}, ""},
		{"a tag at what a person made", func(f *fixture) {
			f.commit(f.main, "on main")
			f.git(f.work, "merge", "-q", "main")
			f.git(f.work, "tag", "v9")
		}, "the tag v9"},
		{"a branch that a person left long ago", func(f *fixture) { f.git(f.work, "branch", "-f", "old", "agent/a~") }, "the branch old"},
		{"a branch that is deleted", func(f *fixture) { f.git(f.work, "branch", "-q", "-D", "old") }, "deleted "},
		{"a ref that is deleted", func(f *fixture) { f.git(f.work, "update-ref", "-d", "refs/heads/old") }, "deleted "},
		{"a tag that is deleted", func(f *fixture) { f.git(f.work, "tag", "-d", "v0") }, "deleted "},
		{"another agent's branch goes", func(f *fixture) { f.git(f.main, "branch", "-q", "-D", "agent/gone") }, ""},
		{"refs are packed", func(f *fixture) { f.git(f.main, "pack-refs", "--all") }, ""},
		{"git tidies up", func(f *fixture) { f.git(f.main, "gc", "-q") }, ""},
		{"a person resets", func(f *fixture) { f.git(f.main, "reset", "-q", "--hard") }, ""},
		{"the agent unstages", func(f *fixture) {
			f.write(f.work, "b.txt", "b\n")
			f.git(f.work, "add", "-A")
			f.git(f.work, "reset", "-q")
		}, ""},
		{"main goes on", func(f *fixture) { f.commit(f.main, "on main") }, ""},
	} {
		for _, recorded := range []bool{true, false} {
			t.Run(tt.name, func(t *testing.T) {
				f := start(t, map[string]string{"a.txt": "a\n"})
				f.commit(f.main, "second")
				f.git(f.work, "reset", "-q", "--hard", "main")
				f.git(f.main, "worktree", "remove", "--force", f.work)
				f.git(f.main, "branch", "-q", "old", "main")
				f.git(f.main, "branch", "-q", "agent/gone", "main")
				f.git(f.main, "tag", "v0")
				f.git(f.main, "worktree", "add", "-q", "-B", "agent/a", f.work, "main")
				o := Options{Task: whitelist("**")}
				if recorded {
					o.Refs, o.Base = filepath.Join(f.dir, "refs"), f.git(f.main, "rev-parse", "HEAD")
					f.write(f.dir, "refs", f.git(f.main, "for-each-ref", "--format=%(objectname) %(refname)")+"\n")
				}
				tt.do(f)
				rep, err := f.try(o, &HistoryUnchanged{Capability: "policy::no-git-ops", Place: Worktree})
				if err != nil {
					t.Fatal(err)
				}
				if tt.want == "" {
					f.clean(rep)
				} else {
					f.fails(rep, "history was changed", tt.want)
				}
			})
		}
	}
}
