package atom

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHolds: a file is held if, and only if, a change of it changes the identity of the
// sources.
func TestHolds(t *testing.T) {
	for name, want := range map[string]bool{
		"run.sh": true, "bin/run": true, "lib/log/a.py": true, "state.db/run": true,
		".run": false, ".bin/run": false, "target/run": false, "lib/node_modules/a.js": false, "atoms/run": false,
		"state.db": false, "lib/run.log": false, "lib/run.pyc": false, "state.sqlite-wal": false,
	} {
		a := &Atom{dir: t.TempDir()}
		file := filepath.Join(a.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		sums := map[[32]byte]bool{}
		for _, text := range []string{"one", "two"} {
			if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
			sum, err := a.Source()
			if err != nil {
				t.Fatal(err)
			}
			sums[sum] = true
		}
		if shows, holds := len(sums) == 2, a.Holds(file); shows != want || holds != want {
			t.Errorf("%s: a change shows: %v; it is held: %v; want %v", name, shows, holds, want)
		}
	}
}
