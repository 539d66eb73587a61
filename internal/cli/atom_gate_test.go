package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// gateAnswers are what a gate may say with status 0, and whether that is a yes: the table
// that the atoms of kei-repo, which read a gate themselves, are held to as well.
func gateAnswers(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../../primitives/kei-repo/internal/tree/testdata/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string]bool
	if err := json.Unmarshal(text, &answers); err != nil || len(answers) == 0 {
		t.Fatal(answers, err)
	}
	return answers
}

func TestLets(t *testing.T) {
	for answer, want := range gateAnswers(t) {
		if lets([]byte(answer)) != want {
			t.Errorf("%s: %v", answer, !want)
		}
	}
}

// TestMayRead: what a gate says with status 0 is a yes only where it says nothing
// else, in any of the forms that clients read.
func TestMayRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the gate is a script")
	}
	dir := t.TempDir()
	gate := filepath.Join(dir, "gate")
	for answer, want := range gateAnswers(t) {
		if err := os.WriteFile(gate, []byte("#!/bin/sh\ncat > /dev/null\necho '"+answer+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if e := mayRead(t.Context(), gate, filepath.Join(dir, "a")); (e == nil) != want {
			t.Errorf("%s: %v", answer, e)
		}
	}
}
