package hooks

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// script is a gate that is a shell script.
func script(t *testing.T, dir, body string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows starts no script, which the gate of this test is")
	}
	path := filepath.Join(dir, "bin", "edit-local")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// denying is a gate that denies in every client's form and says what it was told.
const denying = `cat > /dev/null
printf '{"decision":"block","reason":"no","cancel":true}\n'
printf 'root=%s task=%s\n' "$WORKTREE_PATH" "$KEI_TASK" >&2
exit 2`

// odd are folders whose names mean something to a shell, to env or to JSON.
var odd = []string{"a=b", `-x=y it's q"uo\te $HOME * a;b&c ~ é`, "line\nend"}

// What is installed starts, wherever the gate, the task and the worktree lie,
// and the gate is told what it is to be told.
func TestProvenWhateverThePath(t *testing.T) {
	for i := range clients {
		c := &clients[i]
		for _, name := range odd {
			t.Run(c.Name+"/"+name, func(t *testing.T) {
				top := filepath.Join(t.TempDir(), name)
				site := Site{Scope: "project", Dir: filepath.Join(top, "work"), Home: t.TempDir(), Trust: c.trust}
				if err := os.MkdirAll(site.Dir, 0o755); err != nil {
					t.Fatal(err)
				}
				h := Hook{Program: script(t, top, denying), Root: c.Root(site), Task: filepath.Join(top, "t.json"), Ender: Ender()}
				start := tree(t, site.Dir, site.Home)
				done, err := c.InstallProven(context.Background(), site, h, known)
				must(t, done, err)
				told(t, c, site, h)
				done, err = c.Uninstall(site, "edit-local", known)
				must(t, done, err)
				if end := tree(t, site.Dir, site.Home); end != start {
					t.Errorf("afterwards\n%s\nbefore\n%s", end, start)
				}
			})
		}
	}
}

// told starts the hook that is installed and looks at what the gate was told.
func told(t *testing.T, c *Client, site Site, h Hook) {
	t.Helper()
	at := c.Settings(site)
	list, err := c.hooksIn(site)
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	x := examiner{Examination: Examination{Client: c, Site: site}}
	argv, env := x.start(list[0], at.Path())
	a, err := ask(context.Background(), env, []byte("{}"), argv[0], argv[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	if want := "root=" + h.Root + " task=" + h.Task + "\n"; !strings.HasPrefix(string(a.stderr), want) {
		t.Errorf("it was told %q, want %q", a.stderr, want)
	}
}

// What does not deny is not installed: the files are as they were.
func TestNotProven(t *testing.T) {
	for name, body := range map[string]string{
		"allows": "exit 0", "fails": "exit 1", "silent": "exit 2", "killed": "kill -9 $$", "another answer": "echo hello; exit 0",
	} {
		for i := range clients {
			c := &clients[i]
			if l, ok := c.form.(*layout); name != "allows" && (!ok || !l.exec) {
				continue // closed, or the plugin, makes a denial of it
			}
			for _, file := range []string{"none", "typical", "another gate"} {
				was := filesOf(c)[file]
				t.Run(c.Name+"/"+name+"/"+file, func(t *testing.T) {
					site := Site{Scope: "project", Dir: t.TempDir(), Home: t.TempDir(), Trust: c.trust}
					if file != "none" {
						write(t, c.Settings(site).Path(), was)
					}
					start := tree(t, site.Dir, site.Home)
					h := Hook{Program: script(t, t.TempDir(), body), Root: c.Root(site), Ender: Ender()}
					if done, err := c.InstallProven(context.Background(), site, h, known); err == nil {
						t.Errorf("%+v", done)
					}
					if end := tree(t, site.Dir, site.Home); end != start {
						t.Errorf("afterwards\n%s\nbefore\n%s", end, start)
					}
				})
			}
		}
	}
}

// A gate that held before is not lost to one that does not.
func TestNotProvenKeepsTheOther(t *testing.T) {
	s := boxOf(t, "codex")
	good := Hook{Program: script(t, t.TempDir(), denying), Root: s.site.Dir, Ender: Ender()}
	done, err := s.c.InstallProven(context.Background(), s.site, good, known)
	must(t, done, err)
	was := tree(t, s.site.Dir)
	bad := Hook{Program: script(t, t.TempDir(), "exit 0"), Root: s.site.Dir, Ender: Ender()}
	if _, err := s.c.InstallProven(context.Background(), s.site, bad, known); err == nil || !strings.Contains(err.Error(), "edit-local was not installed: started as the client starts it, it does not deny an unknown tool") {
		t.Error(err)
	}
	if now := tree(t, s.site.Dir); now != was {
		t.Errorf("afterwards\n%s\nbefore\n%s", now, was)
	}
}

// env sets what looks like a variable, prints the environment and ends well:
// the way of starting a gate that behind is there against.
func TestEnvTakesAPathForAVariable(t *testing.T) {
	gate := script(t, filepath.Join(t.TempDir(), "a=b"), denying)
	if _, err := os.Stat(env); err != nil {
		t.Skipf("there is no env to start a gate behind: %v", err)
	}
	if err := exec.Command(env, "A=b", gate).Run(); err != nil {
		t.Errorf("it is started after all: %v", err)
	}
}

// The root is told where the client does not say it, and one file serves one
// worktree.
func TestRoot(t *testing.T) {
	var rooted []string
	for i := range clients {
		c := &clients[i]
		site := Site{Scope: "project", Dir: "/src/app", Home: "/home/u"}
		if root := c.Root(site); root == site.Dir {
			rooted = append(rooted, c.Name)
		} else if root != "" {
			t.Errorf("%s: %s", c.Name, root)
		}
		site.Scope = "user"
		if root := c.Root(site); root != "" {
			t.Errorf("%s: %s for all worktrees", c.Name, root)
		}
	}
	if got := strings.Join(rooted, " "); runtime.GOOS != "windows" && !strings.HasPrefix(got, "codex cline cursor windsurf vscode opencode pi") {
		t.Errorf("told: %s", got)
	}
}
