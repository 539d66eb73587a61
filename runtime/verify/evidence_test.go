package verify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestEveryday: no setting that names a program is one of every day, new or changed,
// and without a record each is told.
func TestEveryday(t *testing.T) {
	for _, key := range []string{
		"gc.recentobjectshook", "gc.futurehook", "gc.x.hook", "maintenance.hook", "maintenance.x.command", "maintenance.gc.hook",
		"uploadpack.packobjectshook", "core.hookspath", "core.fsmonitor", "core.sshcommand", "core.pager", "core.editor", "core.askpass", "core.gitproxy",
		"core.attributesfile", "core.worktree", "core.alternaterefscommand", "sequence.editor", "diff.external", "diff.x.command", "diff.x.textconv",
		"merge.x.driver", "interactive.difffilter", "filter.x.clean", "filter.x.smudge", "filter.x.process", "filter.a\nb.clean", "alias.st",
		"credential.helper", "credential.https://example.com.helper", "gpg.program", "gpg.ssh.program", "gpg.ssh.defaultkeycommand", "pager.log",
		"sendemail.tocmd", "sendemail.cccmd", "sendemail.headercmd", "sendemail.sendmailcmd", "sendemail.work.tocmd", "sendemail.smtpserver",
		"difftool.x.cmd", "difftool.x.path", "mergetool.x.cmd", "guitool.x.cmd", "browser.x.cmd", "browser.x.path", "man.x.cmd", "man.x.path",
		"remote.far.uploadpack", "remote.far.receivepack", "remote.far.vcs", "submodule.x.update", "tar.x.command", "trailer.x.cmd", "trailer.x.command",
		"hook.x.command", "imap.tunnel", "init.templatedir", "include.path", "includeif.gitdir:/.path", "url.evil:.insteadof",
	} {
		if everyday(key, true) || everyday(key, false) {
			t.Errorf("%q is taken for a setting of every day", key)
		}
		if !runs(key, []string{"!evil"}) {
			t.Errorf("%q is not told without a record", key)
		}
	}
	for _, key := range []string{
		"gc.auto", "gc.autodetach", "gc.pruneexpire", "gc.reflogexpire", "gc.refs/remotes/*.reflogexpireunreachable", "gc.rerereresolved", "gc.writecommitgraph",
		"maintenance.auto", "maintenance.strategy", "maintenance.commit-graph.enabled", "maintenance.loose-objects.schedule", "user.name", "user.email",
		"lfs.https://example.com/x.git/info/lfs.access", "lfs.repositoryformatversion",
	} {
		if !everyday(key, false) || runs(key, []string{"1"}) {
			t.Errorf("%q is held against who writes it", key)
		}
	}
}

// TestEvidence: what an agent, or a program of its, does to main's repository so
// that it runs or counts for others is named, with a record of what was before and
// without one; what a person does there every day is not.
func TestEvidence(t *testing.T) {
	hook := "#!/bin/sh\ntouch /tmp/x\n"
	for _, c := range []evidenceCase{
		{"files only", func(f *fixture) { f.write(f.work, "b.txt", "b\n") }, "", false},
		{"a hook", func(f *fixture) { f.write(f.main, ".git/hooks/post-merge", hook) }, "the hook post-merge", false},
		{"a hook that was there", func(f *fixture) { f.write(f.main, ".git/hooks/pre-push", hook) }, "the hook pre-push", false},
		{"a hook that is gone", func(f *fixture) { f.must(os.Remove(filepath.Join(f.main, ".git/hooks/pre-push"))) }, "took away the hook pre-push", true},
		{"an old date", func(f *fixture) {
			name := filepath.Join(f.main, ".git/hooks/post-merge")
			f.write(f.main, ".git/hooks/post-merge", hook)
			f.must(os.Chtimes(name, time.Unix(0, 0), time.Unix(0, 0)))
		}, "the hook post-merge", false},
		{"hooks elsewhere", func(f *fixture) { f.git(f.work, "config", "core.hooksPath", f.dir) }, "core.hookspath", false},
		{"an alias", func(f *fixture) { f.git(f.work, "config", "alias.st", "!sh -c evil") }, "alias.st", false},
		{"a merge driver", func(f *fixture) { f.git(f.work, "config", "merge.ours.driver", "sh -c evil") }, "merge.ours.driver", false},
		{"a filter", func(f *fixture) { f.git(f.work, "config", "filter.x.smudge", "evil") }, "filter.x.smudge", false},
		{"a pager", func(f *fixture) { f.git(f.work, "config", "core.pager", "sh -c evil") }, "core.pager", false},
		{"another remote for pushes", func(f *fixture) { f.git(f.work, "config", "url.evil:.insteadOf", "far:") }, "insteadof", false},
		{"settings of worktrees", func(f *fixture) {
			f.git(f.work, "config", "extensions.worktreeConfig", "true")
			f.write(f.main, ".git/config.worktree", "[core]\n\tsshCommand = evil\n")
		}, "core.sshcommand", false},
		{"settings of its worktree", func(f *fixture) {
			f.git(f.work, "config", "extensions.worktreeConfig", "true")
			f.git(f.work, "config", "--worktree", "core.fsmonitor", "evil")
		}, "core.fsmonitor = evil in worktrees/", true},
		{"what its worktree leaves out", func(f *fixture) {
			admin := f.git(f.work, "rev-parse", "--git-dir")
			f.must(os.WriteFile(filepath.Join(admin, "config.worktree"), []byte("[core]\n\tsparseCheckoutCone = true\n"), 0o644))
		}, "", false},
		{"a ref that is locked", func(f *fixture) { f.write(f.main, ".git/refs/heads/main.lock", "") }, "left the lock refs/heads/main.lock", false},
		{"refs that are locked", func(f *fixture) { f.write(f.main, ".git/packed-refs.lock", "") }, "left the lock packed-refs.lock", false},
		{"settings that are locked", func(f *fixture) { f.write(f.main, ".git/config.lock", "") }, "left the lock config.lock", false},
		{"a HEAD that is locked", func(f *fixture) { f.write(f.main, ".git/HEAD.lock", "") }, "left the lock HEAD.lock", false},
		{"a person who commits", func(f *fixture) { f.write(f.main, ".git/index.lock", "") }, "", false},
		{"an include", func(f *fixture) { f.git(f.work, "config", "include.path", filepath.Join(f.work, "a.txt")) }, "include.path", false},
		{"a remote that moved", func(f *fixture) { f.git(f.work, "config", "remote.far.url", "evil") }, "remote.far.url", true},
		{"attributes", func(f *fixture) { f.write(f.main, ".git/info/attributes", "* merge=ours\n") }, "info/attributes", false},
		{"grafts", func(f *fixture) { f.write(f.main, ".git/info/grafts", f.git(f.main, "rev-parse", "HEAD")+"\n") }, "info/grafts", false},
		{"another agent's work", func(f *fixture) { f.git(f.work, "update-ref", "refs/kei/b", "HEAD") }, "moved refs/kei/b from", true},
		{"an object in the place of another", func(f *fixture) {
			f.git(f.work, "replace", f.git(f.main, "rev-parse", "HEAD"), f.git(f.main, "rev-parse", "HEAD~"))
		}, "put another object in the place of", true},
		{"a person's branch, and what it follows", func(f *fixture) {
			f.git(f.main, "switch", "-q", "-c", "fix")
			f.git(f.main, "config", "branch.fix.remote", "far")
			f.git(f.main, "config", "branch.fix.merge", "refs/heads/fix")
			f.git(f.main, "switch", "-q", "main")
		}, "", false},
		{"a person's name", func(f *fixture) { f.git(f.main, "config", "user.email", "a@example.com") }, "", false},
		{"a person's work", func(f *fixture) { f.commit(f.main, "main goes on") }, "", false},
		{"kei keeps another's work", func(f *fixture) { f.git(f.main, "update-ref", "refs/kei/c", "HEAD") }, "", false},
	} {
		for _, recorded := range []bool{true, false} {
			if recorded || !c.recorded {
				t.Run(c.name, func(t *testing.T) { c.run(t, recorded) })
			}
		}
	}
}

// An evidenceCase is something that is done to a repository, and what is said of it.
type evidenceCase struct {
	name     string
	do       func(f *fixture)
	want     string // "" is clean
	recorded bool   // only a record tells
}

func (c evidenceCase) run(t *testing.T, recorded bool) {
	f := start(t, map[string]string{"a.txt": "a\n"})
	f.commit(f.main, "second")
	f.git(f.main, "config", "remote.far.url", "far:x")
	f.git(f.main, "update-ref", "refs/kei/b", "HEAD~")
	f.write(f.main, ".git/hooks/pre-push", "#!/bin/sh\nexit 0\n")
	f.git(f.main, "worktree", "remove", "--force", f.work)
	time.Sleep(20 * time.Millisecond) // a file system's clock ticks slower than this one
	f.git(f.main, "worktree", "add", "-q", "-B", "agent/a", f.work, "main")
	o := Options{Task: whitelist("**")}
	if recorded {
		f.record(&o)
	}
	time.Sleep(20 * time.Millisecond)
	c.do(f)
	rep, err := f.try(o, inTask())
	if err != nil {
		t.Fatal(err)
	}
	if c.want == "" {
		f.clean(rep)
	} else {
		f.fails(rep, "main's repository is not as it was", c.want)
	}
}

// record notes what the repository is like, as kei does before it starts an agent.
func (f *fixture) record(o *Options) {
	f.t.Helper()
	o.Refs, o.Before = filepath.Join(f.dir, "refs"), filepath.Join(f.dir, "before")
	o.Base = f.git(f.main, "rev-parse", "HEAD")
	f.write(f.dir, "refs", f.git(f.main, "for-each-ref", "--format=%(objectname) %(refname)")+"\n")
	was, err := Observe(f.t.Context(), f.main)
	f.must(err)
	text, err := json.Marshal(was)
	f.must(err)
	f.write(f.dir, "before", string(text))
}

// TestMainsCheckout: what changes in main's checkout while an agent works is told.
// It may be a person's, so it is no violation.
func TestMainsCheckout(t *testing.T) {
	for _, recorded := range []bool{true, false} {
		f := start(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
		f.write(f.main, "b.txt", "half done\n")
		time.Sleep(20 * time.Millisecond)
		f.git(f.main, "worktree", "remove", "--force", f.work)
		f.git(f.main, "worktree", "add", "-q", "-B", "agent/a", f.work, "main")
		o := Options{Task: whitelist("**")}
		if recorded {
			f.record(&o)
		}
		time.Sleep(20 * time.Millisecond)
		f.write(f.main, "a.txt", "evil\n")
		rep, err := f.try(o, inTask())
		if err != nil {
			t.Fatal(err)
		}
		f.clean(rep)
		if !slices.ContainsFunc(rep.Notes, func(n string) bool {
			return strings.HasPrefix(n, "finding: 1 file of main's checkout changed while the agent worked, and not committed: a.txt;")
		}) {
			t.Errorf("%v: %q", recorded, rep.Notes)
		}
	}
}
