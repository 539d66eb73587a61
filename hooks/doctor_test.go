package hooks

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestEverything(t *testing.T) {
	for matcher, want := range map[string]bool{
		"": true, "*": true, ".*": true, "^.+$": true,
		"Bash": false, "Bash|Edit|Write": false, "Bash, Edit": false, "mcp__.*": false, "^Bash$": false, "(": false,
	} {
		if got := everything(matcher); got != want {
			t.Errorf("matcher %q: covers everything %v, want %v", matcher, got, want)
		}
	}
}

// A gate that hangs, and what it has started, is ended and reported.
func TestAskDeadline(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the gate is a shell script")
	}
	program := filepath.Join(t.TempDir(), "gate")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nsleep 60 &\nsleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := ask(ctx, nil, nil, program)
	if err == nil || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("got %v", err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

// What a gate says is bounded, and what this process holds is not its business.
func TestAskIsFenced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the gate is a shell script")
	}
	t.Setenv("ORCHESTRATOR_META", "1")
	program := filepath.Join(t.TempDir(), "gate")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"[$ORCHESTRATOR_META]\" >&2\nhead -c 3000000 /dev/zero\nexit 2\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	a, err := ask(t.Context(), nil, nil, program)
	if err != nil || a.code != 2 || len(a.stdout) != 1<<20 || string(a.stderr) != "[]\n" {
		t.Errorf("status %d, %d bytes, %q, %v", a.code, len(a.stdout), a.stderr, err)
	}
}
