package file

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/sys"
)

// tree makes a worktree with a few symbolic links, inside a folder with others.
func tree(t *testing.T) (top string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"wt/src/deep", "wt/docs", "out/dir", "wt-evil"} {
		if err := os.MkdirAll(filepath.Join(top, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(top, "wt/Cargo.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"wt/src/out":      top + "/out",
		"wt/src/dir":      top + "/out/dir",
		"wt/src/up":       "../docs",
		"wt/src/dangling": top + "/out/new.txt",
		"wt/src/a":        "b",
		"wt/src/b":        "a",
		"wt/src/cargo":    "../Cargo.toml",
		"linked":          "wt",
	} {
		if err := os.Symlink(target, filepath.Join(top, name)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	return top
}

func TestPlace(t *testing.T) {
	top := tree(t)
	for _, tt := range []struct {
		path string
		rel  string // "" outside
		fail string
	}{
		{"src/a.rs", "src/a.rs", ""},
		{"./src//a.rs", "src/a.rs", ""},
		{"src/../Cargo.toml", "Cargo.toml", ""},
		{"Cargo.toml/", "Cargo.toml", ""},
		{"Cargo.toml/.", "Cargo.toml", ""},
		{"Cargo.toml/..", ".", ""},
		{".", ".", ""},
		{"..", "", ""},
		{"../wt/x", "x", ""},
		{"../wt-evil/src/a.rs", "", ""},
		{"src/../../../../etc/passwd", "", ""},
		{top + "/wt/src/a.rs", "src/a.rs", ""},
		{top + "/linked/src/a.rs", "src/a.rs", ""},
		{top + "//wt/./src/x/..", "src", ""},
		{"/etc/passwd", "", ""},
		{"//etc/passwd", "", ""},
		{"/..//../etc", "", ""},
		{"new/c.txt", "new/c.txt", ""},
		{"new/../c.txt", "c.txt", ""},
		{"src/out", "", ""},
		{"src/out/new.txt", "", ""},
		{"src/dangling", "", ""},
		{"src/up/x.md", "docs/x.md", ""},
		{"src/cargo", "Cargo.toml", ""},
		{"src/up/../x", "", "goes through a symbolic link and back, so it names two files"},
		{"src/dir/../x", "", "goes through a symbolic link and back"},
		{"src/dangling/../x", "src/x", ""},
		{"src/b", "", "has too many symbolic links"},
		{"~/x", "~/x", ""},
		{"a\nb", "a\nb", ""},
		{"src/ж.rs", "src/ж.rs", ""},
		{"a\x00b", "", "a path has a NUL in it"},
		{"", "", "a path is empty"},
		{strings.Repeat("a/", 20000), "", "a path is longer than 32768 bytes"},
	} {
		for _, root := range []string{top + "/wt", top + "/linked"} {
			p, err := find(root, root, tt.path)
			if tt.fail != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fail) {
					t.Errorf("%q: %v, want %s", tt.path, err, tt.fail)
				}
				continue
			}
			if err != nil {
				t.Errorf("%q: %v", tt.path, err)
				continue
			}
			if p.Rel != tt.rel || p.Inside != (tt.rel != "") {
				t.Errorf("%q from %s: %+v, want %q", tt.path, root, p, tt.rel)
			}
			if p.Inside && p.Rel != "." && p.Abs != top+"/wt/"+p.Rel {
				t.Errorf("%q: %+v", tt.path, p)
			}
		}
	}
}

func TestPlaceOfProcesses(t *testing.T) {
	if _, err := os.Lstat("/proc/self/cwd"); err != nil {
		t.Skip("no /proc")
	}
	for _, path := range []string{"/proc/self/cwd/x", "/proc/self/root/etc/passwd", "/proc/1/cwd/x", "/dev/fd/3/x"} {
		if p, err := find("/", "/", path); err == nil {
			t.Errorf("%s is %+v", path, p)
		}
	}
	if _, err := find("/", "/", "/proc/version"); err != nil {
		t.Error(err)
	}
}

func TestPlaceFromAnotherFolder(t *testing.T) {
	top := tree(t)
	if p, err := find(top+"/wt", top+"/wt/src/deep", "../x"); err != nil || p.Rel != "src/x" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := find(top+"/wt", top+"/out", "x"); err != nil || p.Inside {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := find("/", top+"/out", "/etc/passwd"); err != nil || p.Rel != "etc/passwd" {
		t.Errorf("%+v, %v", p, err)
	}
}

// Where a link leads decides what may be written; for what may not, its name does too.
func TestMatchEither(t *testing.T) {
	top := tree(t)
	for _, tt := range []struct {
		glob        Glob
		path        string
		any, either bool
	}{
		{"src/**", "src/up/x", false, true},
		{"docs/**", "src/up/x", true, true},
		{"src/cargo", "src/cargo", false, true},
		{"Cargo.toml", "src/cargo", true, true},
		{"src/**", "src/out/x", false, true},
		{"src/**", "src/x", true, true},
		{"src/**", "docs/x", false, false},
		{"**/linked/**", "src/x", false, false},
	} {
		p, err := find(top+"/linked", top+"/linked", tt.path)
		if err != nil {
			t.Fatal(err)
		}
		_, any := MatchAny([]Glob{tt.glob}, p)
		_, either := MatchEither([]Glob{tt.glob}, p)
		if any != tt.any || either != tt.either {
			t.Errorf("%s, %s: %v, %v", tt.glob, tt.path, any, either)
		}
	}
}

func TestFold(t *testing.T) {
	for _, s := range [][2]string{
		{"Src/Main.RS", "src/main.rs"}, {"ЖЁ", "жё"}, {"Éß×", "éß×"}, {"ΑΩ", "αω"}, {"a\xff\xfeB", "a\xff\xfeb"}, {"İ", "İ"},
	} {
		if got := Fold(s[0]); got != s[1] {
			t.Errorf("Fold(%q) = %q, want %q", s[0], got, s[1])
		}
	}
	p := Place{Rel: "SRC/a.rs", Inside: true, Folds: true}
	if _, ok := MatchAny([]Glob{"src/**"}, p); !ok {
		t.Error("a file system that folds case does not")
	}
	p.Folds = false
	if _, ok := MatchAny([]Glob{"src/**"}, p); ok {
		t.Error("a file system that does not fold case does")
	}
	if rel, ok := Within("/W/T", "/w/t/X", true); !ok || rel != "X" {
		t.Error(rel, ok)
	}
	if FoldsCase("/") != sys.FoldsByHabit {
		t.Error("/ has no letter")
	}
}

// find asks a worktree that nothing was asked about before.
func find(root, folder, path string) (Place, error) {
	t := Tree{Root: root}
	return t.Find(folder, path)
}
