package verb

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCopies: the packages that ship have this source as it is.
func TestCopies(t *testing.T) {
	want, err := os.ReadFile("verb.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../primitives/*/verb/verb.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d copies, %v", len(files), err)
	}
	for _, name := range files {
		got, err := os.ReadFile(name)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s is not atom/verb/verb.go; copy it and run kei gen (%v)", name, err)
		}
	}
}
