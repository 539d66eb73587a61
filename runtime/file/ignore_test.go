package file

import (
	"os"
	"path/filepath"
	"testing"
)

func TestIgnores(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		".git/HEAD":         "",
		".gitignore":        "# comment\n.env\n/build/\nnode_modules/\n*.pem\n!keep.pem\nf?o\n",
		"sub/.gitignore":    "*.log\n",
		"sub/.ignore":       "!.env\n",
		"deep/a/b/.keep":    "",
		".git/info/exclude": "local.txt\n",
	} {
		p := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		dir, path      string
		folder         bool
		ignored, asked bool
	}{
		{"", ".env", false, true, false},
		{"deep/a/b", "deep/a/b/.env", false, true, false},
		{"sub", "sub/.env", false, false, true},
		{"sub", "sub/x.log", false, true, false},
		{"deep", "deep/x.log", false, false, false},
		{"", "build", true, true, false},
		{"deep", "deep/build", true, false, false},
		{"deep", "deep/node_modules", true, true, false},
		{"deep", "deep/node_modules", false, false, false},
		{"deep", "deep/x.pem", false, true, false},
		{"", "keep.pem", false, false, true},
		{"", "foo", false, false, false}, // not read here, so not left alone
		{"", "local.txt", false, true, false},
	} {
		ignored, asked := IgnoresAt(filepath.Join(root, tt.dir)).Say(filepath.Join(root, tt.path), tt.folder)
		if ignored != tt.ignored || asked != tt.asked {
			t.Errorf("in %q, %s: %v, %v", tt.dir, tt.path, ignored, asked)
		}
	}
	if g := IgnoresAt("/"); len(g.levels) > 0 {
		t.Skip("the system's root is a repository")
	}
}
