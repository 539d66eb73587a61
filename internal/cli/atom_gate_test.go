package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestMayRead: what a gate says with status 0 is a yes only where it says nothing
// else, in any of the forms that clients read.
func TestMayRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the gate is a script")
	}
	dir := t.TempDir()
	gate := filepath.Join(dir, "gate")
	for answer, want := range map[string]bool{
		"": true, "{}": true,
		`{"decision":"approve"}`:                                                   true,
		`{"hookSpecificOutput":{"permissionDecision":"allow"}}`:                    true,
		`{"decision":"block"}`:                                                     false,
		`{"decision":"block","reason":"x"}`:                                        false,
		`{"decision":"deny"}`:                                                      false,
		`{"permissionDecision":"deny"}`:                                            false,
		`{"permissionDecision":"ask"}`:                                             false,
		`{"continue":false,"stopReason":"x"}`:                                      false,
		`{"hookSpecificOutput":{"decision":"no"}}`:                                 false,
		`{"hookSpecificOutput":{"permissionDecision":"ask"}}`:                      false,
		`{"decision":"block","hookSpecificOutput":{"permissionDecision":"allow"}}`: false,
		`{"decision":true}`:                                                        false,
		"may be":                                                                   false,
	} {
		if err := os.WriteFile(gate, []byte("#!/bin/sh\ncat > /dev/null\necho '"+answer+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if e := mayRead(t.Context(), gate, filepath.Join(dir, "a")); (e == nil) != want {
			t.Errorf("%s: %v", answer, e)
		}
	}
}
