package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	run := func() { os.Exit(Run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
	testscript.Main(m, map[string]func(){"kei": run, "kei-capability": run, "kei-ledger": run, "kei-agent-runtime": run, "kei-verify-hook": run, "kei-runtime": run, "kei-pipe": run, "kei-schema-lint": run, "kei-sage": run, "kei-forge": run, "keisei": run, "new-atom.sh": run, "edit-local": fakeGate})
}

// TestScripts runs the command as people do.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// Compiling anew what this test was compiled with takes a minute.
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY"} {
				e.Setenv(name, goenv(name))
			}
			home := filepath.Join(e.WorkDir, ".home")
			e.Setenv("HOME", home)
			e.Setenv("USERPROFILE", home)
			return os.Mkdir(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"repository": copyRepository, "console": console, "team": askTeam},
	})
}

// copyRepository is "repository DIR": what kei is compiled from, and its policy.
func copyRepository(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: repository DIR")
	}
	dir := ts.MkAbs(args[0])
	entries, err := os.ReadDir(repositoryRoot)
	ts.Check(err)
	ts.Check(os.Mkdir(dir, 0o755))
	for _, e := range entries {
		from, to := filepath.Join(repositoryRoot, e.Name()), filepath.Join(dir, e.Name())
		switch name := e.Name(); {
		case strings.HasPrefix(name, ".") || slices.Contains([]string{"bin", "bench", "acceptance", "goldentests"}, name):
		case e.IsDir():
			ts.Check(os.CopyFS(to, os.DirFS(from)))
		default:
			text, err := os.ReadFile(from)
			ts.Check(err)
			ts.Check(os.WriteFile(to, text, 0o644))
		}
	}
}

// repositoryRoot is where the repository is while its tests run.
var repositoryRoot, _ = filepath.Abs(filepath.Join("..", ".."))

// goenv is a setting of the go command, "" if there is none.
func goenv(name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// fakeGate stands for the gate bin/edit-local where a script is not about what
// gates decide. Beside it lies edit-local.json, which says how it behaves.
func fakeGate() {
	self, err := os.Executable()
	if err != nil {
		os.Exit(2)
	}
	var how struct {
		Role, Sum string
		Deny      int  // exit status of a denial
		Silent    bool // it says no reason
		Hang      bool
		Granted   []string // lines of its rule only-atoms
	}
	text, err := os.ReadFile(self + ".json")
	if err == nil {
		err = json.Unmarshal(text, &how)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	if len(os.Args) > 1 && os.Args[1] == "--policy" {
		granted, _ := json.Marshal(how.Granted)
		fmt.Printf("{\"sha256\":%q,\"policy\":{\"role\":%q,\"rules\":[{\"kind\":\"only-atoms\",\"granted\":%s}]}}\n", how.Sum, how.Role, granted)
		os.Exit(0)
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	for how.Hang {
		select {}
	}
	if !how.Silent {
		fmt.Fprintln(os.Stderr, "role "+how.Role+": KeiDoctorUnheardOf is not among the tools of this role")
	}
	os.Exit(how.Deny)
}
