//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// launchers are those that this machine can have.
func launchers(t *testing.T) map[string]launcher {
	all := map[string]launcher{"Go": goLauncher}
	if path, err := compileC(t.Context(), t.TempDir(), "launcher", launcherSource); err != nil {
		t.Logf("without the one in C: %v", err)
	} else {
		all["C"] = cLauncher(path)
	}
	return all
}

// sh is a program that must end with a status.
func sh(t *testing.T, script string, status int) program {
	// More than a pipe holds, so that feeding goes on while the program runs.
	input := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(input, []byte(strings.Repeat("0123456789", 30_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	return program{path: "/bin/sh", args: []string{"sh", "-c", script}, env: []string{"PATH=/usr/bin:/bin", "A=one two"}, input: input, status: status}
}

func TestLaunch(t *testing.T) {
	for name, launch := range launchers(t) {
		for _, pipe := range []bool{false, true} {
			r, err := launch(t.Context(), t.TempDir(), plan{rounds: 3, warm: 1, seed: 1, pipe: pipe, programs: []program{
				sh(t, `test "$(wc -c)" -eq 300000 && test "$A" = "one two"`, 0),
				sh(t, `exit 2`, 2), // reads nothing
				sh(t, `sleep 0.05`, 0),
			}})
			if err != nil {
				t.Errorf("%s, pipe %v: %v", name, pipe, err)
				continue
			}
			for i, samples := range r.samples {
				for _, s := range samples {
					if s.wall <= 0 || s.resident <= 0 || s.faults <= 0 {
						t.Errorf("%s, pipe %v, program %d: %+v", name, pipe, i, s)
					}
				}
			}
			if s := r.samples[2][0]; s.wall < 50*time.Millisecond || s.cpu >= s.wall {
				t.Errorf("%s, pipe %v: one that sleeps for 50 ms: %+v", name, pipe, s)
			}
		}
	}
}

func TestLaunchRefuses(t *testing.T) {
	for name, launch := range launchers(t) {
		for what, p := range map[string]program{
			"another status":   sh(t, "exit 3", 2),
			"status 0":         sh(t, "exit 0", 2),
			"a signal":         sh(t, "kill -9 $$", 0),
			"no such program":  {path: "/no/such", args: []string{"x"}, input: "/dev/null"},
			"no such input":    {path: "/bin/sh", args: []string{"sh", "-c", ":"}, input: "/no/such"},
			"a late departure": sh(t, `test "$A" = other || exit 1`, 0),
		} {
			if _, err := launch(t.Context(), t.TempDir(), plan{rounds: 1, programs: []program{p}}); err == nil {
				t.Errorf("%s: %s is not reported", name, what)
			}
		}
	}
}
