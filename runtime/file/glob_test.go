package file

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// readCases decodes the lines of a file of goldentests/cases.
func readCases[T any](t *testing.T, name string) []T {
	t.Helper()
	f, err := os.Open("../../goldentests/cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		t.Fatalf("%s has no cases", name)
	}
	return list
}

func TestGlobCases(t *testing.T) {
	type row struct {
		Pattern, Path string
		Match         bool
	}
	for _, r := range readCases[row](t, "glob.jsonl") {
		if got := Glob(r.Pattern).Match(r.Path); got != r.Match {
			t.Errorf("Glob(%q).Match(%q) = %v, want %v", r.Pattern, r.Path, got, r.Match)
		}
	}
}

func TestGlobMatch(t *testing.T) {
	for _, tt := range []struct {
		glob, path string
		want       bool
	}{
		{"src/*", "src/a/b", false},
		{"src/*", "src/", true},
		{"*/x", "a/x", true},
		{"*/x", "x", false},
		{"a*c", "abbc", true},
		{"a*c", "ab/c", false},
		{"a*b*c", "aXbYbZc", true},
		{"**/a/**/b", "x/a/b", true},
		{"**/a/**/b", "a/x/y/b", true},
		{"**/a/**/b", "xa/b", false},
		{"**/.env*", ".env.local", true},
		{"**/.env*", "a/b/.env", true},
		{"x**/y", "xa/b/y", true},
		{"x**/y", "x/y", true},
		{"**", "a\nb", true},
		{"src/**", "src/a\nb", true},
		{"*.ж", "я.ж", true},
		{"**/Cargo.toml", "/abs/Cargo.toml", true},
		{"**/Cargo.toml", "xCargo.toml", false},
		{"/etc/**", "/etc/passwd", true},
		{"a/**/", "a/b/", true},
		{"a//b", "a/b", false},
		{"**/**/x", "x", true},
		{"**/**", "a", true},
		{"****", "a/b", true},
		{"a\\b", "a\\b", true},
	} {
		if got := Glob(tt.glob).Match(tt.path); got != tt.want {
			t.Errorf("Glob(%q).Match(%q) = %v, want %v", tt.glob, tt.path, got, tt.want)
		}
	}
}

func TestGlobTime(t *testing.T) {
	glob := Glob(strings.Repeat("**/", 300) + strings.Repeat("*a", 50) + "b")
	path := strings.Repeat("a/", 2000) + "c"
	start := time.Now()
	if glob.Match(path) {
		t.Error("it matched")
	}
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("took %v", d)
	}
}

func TestGlobCheck(t *testing.T) {
	for glob, want := range map[string]string{
		"src/**":                  "",
		"**":                      "",
		"/etc/**":                 "",
		"app/[id]/page.tsx":       "",
		"":                        "an empty glob matches nothing",
		"src/":                    "the glob src/ ends in a slash and would match nothing; for what is below a folder write src/**",
		"a//b":                    "the glob a//b has // in it and would match nothing",
		"./a":                     "the glob ./a has the element . and would match nothing; globs are matched against clean paths from the worktree's root",
		"a/../b":                  "the glob a/../b has the element .. and would match nothing; globs are matched against clean paths from the worktree's root",
		"a\x00":                   "a glob has a NUL in it",
		"a\xff":                   "a glob is not UTF-8",
		strings.Repeat("a", 2000): "a glob is longer than 1024 bytes",
	} {
		got := ""
		if err := Glob(glob).Check(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("Glob(%q).Check() = %q, want %q", glob, got, want)
		}
	}
}

// globSays is the definition of a glob, followed one way at a time.
func globSays(pattern, path string, starts bool) bool {
	if pattern == "" {
		return path == ""
	}
	if pattern[0] != '*' {
		return path != "" && path[0] == pattern[0] && globSays(pattern[1:], path[1:], pattern[0] == '/')
	}
	rest := strings.TrimLeft(pattern, "*")
	stars := len(pattern) - len(rest)
	if stars == 2 && starts && strings.HasPrefix(rest, "/") {
		for {
			if globSays(rest[1:], path, true) {
				return true
			}
			_, after, ok := strings.Cut(path, "/")
			if !ok {
				return false
			}
			path = after
		}
	}
	for i := 0; ; i++ {
		if globSays(rest, path[i:], false) {
			return true
		}
		if i == len(path) || stars == 1 && path[i] == '/' {
			return false
		}
	}
}

func FuzzGlob(f *testing.F) {
	for _, s := range [][2]string{
		{"src/**", "src/a/b"}, {"**/x", "a/x"}, {"a/**/b", "a/b"}, {"*.rs", ".rs"}, {"**a**/b*", "xa/y/bz"},
		{"***", "a/b"}, {"a**", "a/b"}, {"/**/", "//"}, {"данные/**", "данные/x"}, {"", ""}, {"**/**/**/a", "b/b/b/a"}, {"**/*/x", "x"}, {"**/*x", "a/bx"}, {"**/a/**", "b/a/"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(pattern) > 20 || len(path) > 24 {
			return
		}
		if got, want := Glob(pattern).Match(path), globSays(pattern, path, true); got != want {
			t.Errorf("Glob(%q).Match(%q) = %v, want %v", pattern, path, got, want)
		}
	})
}
