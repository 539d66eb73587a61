//go:build unix

package verify

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// forge puts other contents under the name of an object.
func (f *fixture) forge(id, kind, contents string) {
	f.t.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	fmt.Fprintf(z, "%s %d\x00%s", kind, len(contents), contents)
	f.must(z.Close())
	file := filepath.Join(f.main, ".git/objects", id[:2], id[2:])
	_ = os.Remove(file)
	f.must(os.WriteFile(file, b.Bytes(), 0o444))
}

// Each of these makes git show main otherwise than it is.
func TestForgedObjects(t *testing.T) {
	for _, tt := range []struct {
		name  string
		forge func(f *fixture)
		packs bool // to be found by whoever knows when the agent was started
		naive []string
		want  string
	}{
		{"a file", func(f *fixture) {
			f.write(f.work, "other/b.txt", "changed\n")
			f.forge(f.git(f.main, "rev-parse", "main:other/b.txt"), "blob", "changed\n")
		}, false, []string{"cat-file", "blob", "main:other/b.txt"}, "holds what should be called"},
		{"a folder", func(f *fixture) {
			f.write(f.work, "other/b.txt", "changed\n")
			id := f.git(f.work, "hash-object", "-w", "other/b.txt")
			f.git(f.work, "add", "-A")
			f.git(f.work, "commit", "-q", "-m", "x")
			tree := f.git(f.work, "cat-file", "tree", "HEAD:other")
			f.git(f.work, "reset", "-q", "--soft", "main")
			f.forge(f.git(f.main, "rev-parse", "main:other"), "tree", tree)
			_ = id
		}, false, []string{"cat-file", "blob", "main:other/b.txt"}, "holds what should be called"},
		{"no object at all", func(f *fixture) {
			f.must(os.WriteFile(filepath.Join(f.main, ".git/objects/00/"+strings.Repeat("0", 38)), []byte("x"), 0o444))
		}, false, nil, "cannot be read"},
		{"a named pipe", func(f *fixture) {
			f.must(syscall.Mkfifo(filepath.Join(f.main, ".git/objects/00/"+strings.Repeat("0", 38)), 0o644))
		}, false, nil, "is a named pipe"},
		{"more folders of objects", func(f *fixture) {
			f.write(f.main, ".git/objects/info/alternates", filepath.Join(f.dir, "elsewhere")+"\n")
		}, true, nil, "objects/info/alternates was changed"},
		{"a pack", func(f *fixture) {
			f.git(f.main, "repack", "-q", "-a", "-d")
			packs, err := filepath.Glob(filepath.Join(f.main, ".git/objects/pack/*.pack"))
			f.must(err)
			data, err := os.ReadFile(packs[0])
			f.must(err, os.Chmod(packs[0], 0o644))
			data[len(data)-25] ^= 1
			f.must(os.WriteFile(packs[0], data, 0o444))
		}, true, nil, "does not hold what its index says"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, base)
			f.must(os.MkdirAll(filepath.Join(f.main, ".git/objects/00"), 0o755))
			stamp := f.stamp()
			tt.forge(f)
			if tt.naive != nil {
				if got := f.git(f.main, tt.naive...); got != "changed" {
					t.Fatalf("the trap is not set: git says %q", got)
				}
			}
			for _, index := range []string{"", stamp} {
				if index == "" && tt.packs {
					continue
				}
				rep, err := f.try(Options{Task: whitelist("**"), Index: index}, inTask())
				f.must(err)
				f.fails(rep, tt.want)
			}
		})
	}
}

// Objects that came while the agent worked are no reason to object to it.
func TestNewObjects(t *testing.T) {
	f := start(t, base)
	stamp := f.stamp()
	f.write(f.work, "allowed/a.txt", "changed\n")
	f.commit(f.work, "mine")
	f.write(f.main, "other/b.txt", "theirs\n")
	f.commit(f.main, "theirs")
	f.git(f.main, "gc", "-q")
	f.write(f.work, "allowed/c.txt", "more\n")
	f.commit(f.work, "mine too")
	for _, index := range []string{"", stamp} {
		rep, err := f.try(Options{Task: whitelist("allowed/**"), Index: index}, inTask())
		f.must(err)
		f.clean(rep)
	}
}

// Git waits at a named pipe for ever. Nothing here may.
func TestPipesInTheRepository(t *testing.T) {
	for _, name := range []string{"packed-refs", "HEAD", "objects/info/alternates", "config.worktree"} {
		t.Run(name, func(t *testing.T) {
			f := start(t, base)
			file := f.git(f.work, "rev-parse", "--path-format=absolute", "--git-path", name)
			_ = os.Remove(file)
			f.must(syscall.Mkfifo(file, 0o644))
			_, err := Verify(t.Context(), Options{Plan: Plan{Role: "editor", Steps: []Step{inTask()}}, Worktree: f.work, Main: f.main})
			if err == nil || !strings.Contains(err.Error(), "is a named pipe, where git has a file") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A pack that is being written has no index yet, and git does not read it.
func TestHalfAPack(t *testing.T) {
	f := start(t, base)
	stamp := f.stamp()
	f.write(f.main, ".git/objects/pack/pack-"+strings.Repeat("0", 40)+".pack", "PACK")
	rep, err := f.try(Options{Task: whitelist("**"), Index: stamp}, inTask())
	f.must(err)
	f.clean(rep)
}

// A program of the agent's is not taken for one of the system's, whatever PATH
// says.
func TestProgramsInTheWorktree(t *testing.T) {
	f := start(t, base)
	for _, name := range []string{"bwrap", "git", "sh"} {
		f.write(f.work, "allowed/bin/"+name, "#!/bin/sh\nexit 0\n")
		f.must(os.Chmod(filepath.Join(f.work, "allowed/bin", name), 0o755))
	}
	path := os.Getenv("PATH")
	rep, err := func() (*Report, error) {
		t.Setenv("PATH", filepath.Join(f.work, "allowed/bin")+":"+path)
		defer os.Setenv("PATH", path)
		return Verify(t.Context(), Options{Plan: Plan{Role: "editor", Steps: []Step{inMain("sh", "-c", "exit 7")}},
			Worktree: f.work, Main: f.main, AgentID: "a", Task: whitelist("**")})
	}()
	f.must(err)
	f.fails(rep, "status 7")
}
