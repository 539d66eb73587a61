//go:build unix

package verify

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A trap is something an agent can do so that a change is not seen. Naive is the
// way of looking that it fools: what that prints must not show the change,
// or the trap has not been set.
type trap struct {
	name  string
	set   func(f *fixture)
	naive []string // git's arguments, run in the worktree
	show  string   // in the report
}

var diffMain = []string{"diff", "--name-only", "main"}
var addAll = []string{"-c", "advice.addEmbeddedRepo=false", "-c", "core.safecrlf=false", "add", "-A", "-n"}

func TestHiddenChanges(t *testing.T) {
	for _, tr := range []trap{
		{"untracked", func(f *fixture) { f.write(f.work, "other/new.txt", "x") }, diffMain, "other/new.txt (added)"},
		{"ignored by a new rule", func(f *fixture) {
			f.write(f.work, ".gitignore", "/target/\n*.log\nhidden.txt\n")
			f.write(f.work, "other/hidden.txt", "x")
		}, addAll, "other/hidden.txt (added)"},
		{"ignored by a rule in a new folder", func(f *fixture) {
			f.write(f.work, "other/deep/.gitignore", "*\n")
			f.write(f.work, "other/deep/x.txt", "x")
		}, addAll, "other/deep/x.txt (added)"},
		{"info/exclude", func(f *fixture) {
			f.write(f.main, ".git/info/exclude", "hidden.txt\n")
			f.write(f.work, "other/hidden.txt", "x")
		}, addAll, "other/hidden.txt (added)"},
		{"core.excludesFile", func(f *fixture) {
			f.write(f.main, ".git/mine", "hidden.txt\n")
			f.git(f.work, "config", "core.excludesFile", filepath.Join(f.main, ".git/mine"))
			f.write(f.work, "other/hidden.txt", "x")
		}, addAll, "other/hidden.txt (added)"},
		{"skip-worktree", func(f *fixture) {
			f.git(f.work, "update-index", "--skip-worktree", "other/b.txt")
			f.write(f.work, "other/b.txt", "changed\n")
		}, diffMain, "other/b.txt (modified)"},
		{"assume-unchanged", func(f *fixture) {
			f.git(f.work, "update-index", "--assume-unchanged", "other/b.txt")
			f.write(f.work, "other/b.txt", "changed\n")
		}, diffMain, "other/b.txt (modified)"},
		{"the time of a file of the same size", func(f *fixture) {
			f.git(f.work, "config", "core.trustctime", "false")
			f.git(f.work, "config", "core.checkStat", "minimal")
			f.git(f.work, "update-index", "--refresh")
			file := filepath.Join(f.work, "other/b.txt")
			info, err := os.Stat(file)
			f.must(err)
			past := info.ModTime().Add(-1e12)
			f.must(os.Chtimes(file, past, past))
			f.git(f.work, "update-index", "--refresh")
			f.write(f.work, "other/b.txt", "c\n")
			f.must(os.Chtimes(file, past, past))
		}, diffMain, "other/b.txt (modified)"},
		{"nested repository", func(f *fixture) {
			f.write(f.work, "allowed/sub/x.txt", "x")
			f.git(filepath.Join(f.work, "allowed/sub"), "init", "-q")
			f.commit(filepath.Join(f.work, "allowed/sub"), "x")
			f.write(f.work, "other/sub/x.txt", "x")
			f.git(filepath.Join(f.work, "other/sub"), "init", "-q")
			f.commit(filepath.Join(f.work, "other/sub"), "x")
		}, addAll, "other/sub/x.txt (added): in a repository of its own"},
		{"nested repository in an ignored folder's name", func(f *fixture) {
			f.write(f.work, "other/sub/x.log", "x")
			f.git(filepath.Join(f.work, "other/sub"), "init", "-q")
			f.commit(filepath.Join(f.work, "other/sub"), "x")
		}, []string{"status", "--porcelain", "-uall"}, "other/sub/x.log (added)"},
		{"name that is not ASCII", func(f *fixture) { f.write(f.work, "other/ж\n.txt", "x"); f.git(f.work, "add", "-A") },
			diffMain, `"other/ж\n.txt" (added)`},
		{"renamed away", func(f *fixture) {
			f.must(os.Rename(filepath.Join(f.work, "other/b.txt"), filepath.Join(f.work, "allowed/b.txt")))
			f.git(f.work, "add", "-A")
		}, diffMain, "other/b.txt (deleted)"},
		{"mode", func(f *fixture) {
			f.git(f.work, "config", "core.fileMode", "false")
			f.must(os.Chmod(filepath.Join(f.work, "other/b.txt"), 0o755))
		}, diffMain, "other/b.txt (mode changed)"},
		{"filter that cleans the change away", func(f *fixture) {
			f.write(f.main, ".git/info/attributes", "*.txt filter=hide\n")
			f.git(f.work, "config", "filter.hide.clean", "echo b")
			f.write(f.work, "other/b.txt", "changed, and longer\n")
		}, diffMain, "other/b.txt (modified)"},
		{"external diff that prints nothing", func(f *fixture) {
			f.git(f.work, "config", "diff.external", "true")
			f.write(f.work, "other/b.txt", "changed\n")
		}, []string{"diff", "main"}, "other/b.txt (modified)"},
		{"link to a folder in place of one", func(f *fixture) {
			f.must(os.RemoveAll(filepath.Join(f.work, "other")), os.Symlink("allowed", filepath.Join(f.work, "other")))
		}, []string{"diff", "--name-only", "--diff-filter=A", "main"}, "other (added)"},
		{"link out of the worktree", func(f *fixture) {
			f.must(os.Symlink("/etc/passwd", filepath.Join(f.work, "allowed/link")))
		}, diffMain, "leads to /etc/passwd, out of the worktree"},
		{"link to an ignored file", func(f *fixture) {
			f.write(f.work, "target/big.txt", "x")
			f.must(os.Symlink("../target/big.txt", filepath.Join(f.work, "allowed/link")))
		}, diffMain, "which is not part of the work"},
		{"named pipe", func(f *fixture) { f.must(syscall.Mkfifo(filepath.Join(f.work, "allowed/pipe"), 0o644)) },
			addAll, "is a named pipe"},
		{"replaced object", func(f *fixture) {
			f.write(f.work, "other/b.txt", "changed\n")
			id := f.git(f.work, "hash-object", "-w", "other/b.txt")
			f.git(f.work, "replace", f.git(f.work, "rev-parse", "HEAD:other/b.txt"), id)
			f.git(f.work, "read-tree", "HEAD")
		}, []string{"diff", "main"}, "other/b.txt (modified)"},
		{"committed though main ignores it", func(f *fixture) {
			f.write(f.work, "other/x.log", "x")
			f.git(f.work, "add", "-f", "other/x.log")
			f.git(f.work, "commit", "-q", "-m", "mine")
		}, addAll, "other/x.log (added)"},
		{"committed, and put back in the worktree", func(f *fixture) {
			f.write(f.work, "other/b.txt", "changed\n")
			f.commit(f.work, "mine")
			f.write(f.work, "other/b.txt", "b\n")
			f.git(f.work, "update-index", "--assume-unchanged", "other/b.txt")
		}, addAll, "1 file committed on the agent's branch and otherwise in its worktree"},
		{"committed on the branch, and the worktree elsewhere", func(f *fixture) {
			f.write(f.work, "other/b.txt", "changed\n")
			f.commit(f.work, "mine")
			f.git(f.work, "checkout", "-q", "--detach", "main")
		}, diffMain, "the branch agent/a is at"},
		{"a submodule that is nothing but a commit", func(f *fixture) {
			f.git(f.work, "update-index", "--add", "--cacheinfo", "160000,"+f.git(f.work, "rev-parse", "HEAD")+",other/sub")
			f.git(f.work, "commit", "-q", "-m", "mine")
		}, []string{"status", "--porcelain", "--ignore-submodules=all"}, "otherwise in its worktree"},
		{"a repository with no files", func(f *fixture) {
			f.must(os.MkdirAll(filepath.Join(f.work, "other/sub"), 0o755))
			f.git(filepath.Join(f.work, "other/sub"), "init", "-q")
			f.commit(filepath.Join(f.work, "other/sub"), "x")
		}, diffMain, "other/sub is a repository of its own"},
		{"in a folder in the report's place", func(f *fixture) { f.write(f.work, ".claude/agents/a/review.md/x", "x") },
			diffMain, ".claude/agents/a/review.md/x (added)"},
		{"committed by the agent", func(f *fixture) {
			f.write(f.work, "other/b.txt", "changed\n")
			f.commit(f.work, "mine")
		}, []string{"status", "--porcelain"}, "other/b.txt (modified)"},
		{"sparse checkout", func(f *fixture) {
			f.git(f.work, "sparse-checkout", "set", "--no-cone", "/allowed/")
			f.git(f.work, "config", "sparse.expectFilesOutsideOfPatterns", "true")
			f.write(f.work, "other/b.txt", "changed\n")
			f.git(f.work, "update-index", "--skip-worktree", "other/b.txt")
		}, diffMain, "other/b.txt (modified)"},
		{"file in a submodule", func(f *fixture) {
			f.write(f.main, ".gitmodules", "[submodule \"s\"]\n\tpath = other/sub\n\turl = ./s\n\tignore = all\n")
			f.git(f.main, "update-index", "--add", "--cacheinfo", "160000,"+f.git(f.main, "rev-parse", "HEAD")+",other/sub")
			f.git(f.main, "add", ".gitmodules")
			f.git(f.main, "commit", "-q", "-m", "submodule")
			f.git(f.work, "merge", "-q", "main")
			f.write(f.work, "other/sub/x.txt", "x")
			f.git(filepath.Join(f.work, "other/sub"), "init", "-q")
			f.commit(filepath.Join(f.work, "other/sub"), "x")
		}, []string{"status", "--porcelain", "-uall"}, "other/sub/x.txt (added): in the submodule other/sub"},
		{"submodule that is told to be left alone", func(f *fixture) {
			f.write(f.work, "other/sub/x.txt", "x")
			f.git(filepath.Join(f.work, "other/sub"), "init", "-q")
			f.commit(filepath.Join(f.work, "other/sub"), "x")
			f.write(f.work, ".gitmodules", "[submodule \"s\"]\n\tpath = other/sub\n\turl = ./s\n\tignore = all\n")
			f.git(f.work, "-c", "advice.addEmbeddedRepo=false", "add", "-A")
		}, append(diffMain, "--", "other"), "other/sub/x.txt (added)"},
	} {
		t.Run(tr.name, func(t *testing.T) {
			f := start(t, base)
			tr.set(f)
			seen := f.git(f.work, tr.naive...)
			path, _, _ := strings.Cut(tr.show, " (")
			for _, line := range strings.Split(seen, "\n") {
				if name := strings.Trim(line, " ?AMD'"); line == path || name == path || strings.HasPrefix(line, "add '"+path) && !strings.HasSuffix(line, "/'") {
					t.Fatalf("git %s is not fooled:\n%s", strings.Join(tr.naive, " "), seen)
				}
			}
			f.fails(f.verify(whitelist("allowed/**", "allowed"), inTask()), tr.show)
		})
	}
}

// What is honest is let pass.
func TestHonestChanges(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(f *fixture)
	}{
		{"nothing", func(*fixture) {}},
		{"a changed file", func(f *fixture) { f.write(f.work, "allowed/a.txt", "changed\n") }},
		{"a new file in a new folder", func(f *fixture) { f.write(f.work, "allowed/x/y.txt", "new\n") }},
		{"a deleted file", func(f *fixture) { f.must(os.Remove(filepath.Join(f.work, "allowed/a.txt"))) }},
		{"a folder in place of a file", func(f *fixture) {
			f.must(os.Remove(filepath.Join(f.work, "allowed/a.txt")))
			f.write(f.work, "allowed/a.txt/b", "x")
		}},
		{"a binary file", func(f *fixture) { f.write(f.work, "allowed/a.bin", "\x00\xff\x01\n\r\n") }},
		{"a link beside it", func(f *fixture) { f.must(os.Symlink("a.txt", filepath.Join(f.work, "allowed/link"))) }},
		{"what main ignores", func(f *fixture) {
			f.write(f.work, "target/debug/x", "x")
			f.write(f.work, "other/x.log", "x")
		}},
		{"committed, and main went on", func(f *fixture) {
			f.write(f.work, "allowed/a.txt", "changed\n")
			f.commit(f.work, "mine")
			f.write(f.main, "other/b.txt", "of somebody else\n")
			f.commit(f.main, "theirs")
		}},
		{"committed ahead of the branch", func(f *fixture) {
			f.git(f.work, "checkout", "-q", "--detach")
			f.write(f.work, "allowed/a.txt", "changed\n")
			f.commit(f.work, "mine")
		}},
		{"main merged into the work", func(f *fixture) {
			f.write(f.main, "other/b.txt", "of somebody else\n")
			f.commit(f.main, "theirs")
			f.git(f.work, "merge", "-q", "main")
			f.write(f.work, "allowed/a.txt", "changed\n")
		}},
		{"the report", func(f *fixture) { f.write(f.work, ".claude/agents/a/review.md", "done: yes\n") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, base)
			tt.do(f)
			f.clean(f.verify(whitelist("allowed/**"), inTask(), &DiffInTask{"scope::files-whitelist", Both}))
		})
	}
}

// canary is a program that leaves a mark where it is run.
func (f *fixture) canary(name string) (program, mark string) {
	mark = filepath.Join(f.dir, "mark-"+name)
	program = filepath.Join(f.dir, "canary-"+name)
	f.must(os.WriteFile(program, []byte("#!/bin/sh\necho ran >>"+mark+"\ncat 2>/dev/null\nexit 0\n"), 0o755))
	return program, mark
}

// No program that an agent planted in the repository is run. Each of them is
// run by a git that people use, or it is no trap.
func TestPlantedPrograms(t *testing.T) {
	for _, tt := range []struct {
		name  string
		plant func(f *fixture, program string)
		naive []string
	}{
		{"fsmonitor", func(f *fixture, p string) { f.git(f.work, "config", "core.fsmonitor", p) }, []string{"status"}},
		{"external diff", func(f *fixture, p string) { f.git(f.work, "config", "diff.external", p) }, []string{"diff", "main"}},
		{"clean filter", func(f *fixture, p string) {
			f.git(f.work, "config", "filter.x.clean", p)
			f.write(f.work, ".gitattributes", "* filter=x\n")
		}, []string{"add", "-A"}},
		{"smudge filter", func(f *fixture, p string) {
			f.git(f.work, "config", "filter.x.smudge", p)
			f.write(f.main, ".git/info/attributes", "* filter=x\n")
		}, []string{"checkout-index", "-a", "--prefix=../out/"}},
		{"process filter", func(f *fixture, p string) {
			f.git(f.work, "config", "filter.x.process", p)
			f.write(f.main, ".git/info/attributes", "* filter=x\n")
		}, []string{"-c", "filter.x.required=false", "checkout-index", "-a", "--prefix=../out/"}},
		{"textconv", func(f *fixture, p string) {
			f.git(f.work, "config", "diff.x.textconv", p)
			f.write(f.main, ".git/info/attributes", "* diff=x\n")
		}, []string{"diff", "main"}},
		{"merge driver", func(f *fixture, p string) {
			f.git(f.work, "config", "merge.x.driver", p)
			f.write(f.main, ".git/info/attributes", "* merge=x\n")
			f.write(f.main, "allowed/a.txt", "theirs\n")
			f.git(f.main, "commit", "-q", "-am", "theirs")
		}, []string{"-c", "user.name=a", "-c", "user.email=a", "merge", "-q", "--no-edit", "main"}},
		{"post-checkout hook", func(f *fixture, p string) {
			f.must(os.MkdirAll(filepath.Join(f.main, ".git/hooks"), 0o755), os.Symlink(p, filepath.Join(f.main, ".git/hooks/post-checkout")))
		}, []string{"worktree", "add", "-q", "--detach", "../out", "main"}},
		{"hooksPath", func(f *fixture, p string) {
			f.must(os.MkdirAll(filepath.Join(f.dir, "hooks"), 0o755), os.Symlink(p, filepath.Join(f.dir, "hooks/post-checkout")))
			f.git(f.work, "config", "core.hooksPath", filepath.Join(f.dir, "hooks"))
		}, []string{"worktree", "add", "-q", "--detach", "../out", "main"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, base)
			program, mark := f.canary("x")
			f.write(f.work, "allowed/a.txt", "mine\n")
			f.commit(f.work, "mine")
			tt.plant(f, program)
			f.write(f.work, "allowed/c.txt", "changed\n")
			_ = os.Remove(mark)
			steps := []Step{
				&DiffInTask{"scope::files-whitelist", Both}, &DependenciesUnchanged{Capability: "safety::no-dep-bump", Place: Both},
				&CommandGreen{Capability: "quality::x", Place: Both, Command: []string{"true"}},
			}
			f.verify(whitelist("**"), steps...)
			if _, err := os.Stat(mark); err == nil {
				t.Error("the planted program was run")
			}
			f.git(f.work, tt.naive...)
			if _, err := os.Stat(mark); err != nil {
				t.Errorf("git %s does not run it either; the trap has not been set", strings.Join(tt.naive, " "))
			}
		})
	}
}

// The worktree has to be one of main's, whatever its .git says.
func TestForeignWorktree(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(f *fixture)
		want string
	}{
		{"a repository of its own", func(f *fixture) {
			f.must(os.Remove(filepath.Join(f.work, ".git")))
			f.git(f.work, "init", "-q")
		}, "a repository of its own"},
		{"leads elsewhere", func(f *fixture) {
			other := filepath.Join(f.dir, "other")
			f.must(os.Mkdir(other, 0o755))
			f.git(other, "init", "-q")
			f.write(f.work, ".git", "gitdir: "+filepath.Join(other, ".git")+"\n")
		}, "not one of the worktrees"},
		{"leads to another agent's", func(f *fixture) {
			f.git(f.main, "worktree", "add", "-q", "-b", "agent/b", filepath.Join(f.dir, "b"))
			f.write(f.work, ".git", "gitdir: "+filepath.Join(f.main, ".git/worktrees/b")+"\n")
		}, "belongs to the worktree"},
		{"leads to main itself", func(f *fixture) {
			f.write(f.work, ".git", "gitdir: "+filepath.Join(f.main, ".git")+"\n")
		}, "not one of the worktrees"},
		{"a link", func(f *fixture) {
			f.must(os.Remove(filepath.Join(f.work, ".git")), os.Symlink(filepath.Join(f.main, ".git"), filepath.Join(f.work, ".git")))
		}, "not a regular file"},
		{"gone", func(f *fixture) { f.must(os.Remove(filepath.Join(f.work, ".git"))) }, "has no .git"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, base)
			tt.do(f)
			f.write(f.work, "other/b.txt", "changed\n")
			if rep, err := f.try(Options{Task: whitelist("allowed/**")}, inTask()); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one that says %q; report %v", err, tt.want, rep)
			}
		})
	}
}
