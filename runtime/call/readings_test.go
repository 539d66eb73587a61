package call

import (
	"strings"
	"testing"
)

func TestReadings(t *testing.T) {
	c := &Call{Cwd: "/w", Env: func(name string) (string, bool) { return "/home/u", name == "HOME" }}
	for _, tt := range []struct{ path, want string }{
		{"/w/a", "/w/a"},
		{"~/x", "~/x|/home/u/x"},
		{"~", "~|/home/u/"},
		{"~root/x", "~root/x|/root/x"},
		{"~v/x", "~v/x|/home/v/x"},
		{"a~b", "a~b"},
		{"@src/a", "@src/a|src/a"},
		{"@~/x", "@~/x|~/x|/home/u/x"},
		{"file:///etc/passwd", "file:///etc/passwd|/etc/passwd"},
		{"FILE://localhost/etc/%70asswd", "FILE://localhost/etc/%70asswd|localhost/etc/%70asswd|/etc/%70asswd|localhost/etc/passwd"},
		{"a\\Cargo.toml", "a\\Cargo.toml|a/Cargo.toml"},
		{" /etc/passwd\n", " /etc/passwd\n|/etc/passwd"},
		{"/w/secrets\u00a0/../x", "/w/secrets\u00a0/../x|/w/secrets /../x"},
		{"a\u200bb", "a\u200bb|ab"},
		{"файл", "файл"},
		{"%2e%2e/x", "%2e%2e/x"},
	} {
		if got := strings.Join(c.Readings(tt.path), "|"); got != tt.want {
			t.Errorf("%q reads as %q, want %q", tt.path, got, tt.want)
		}
	}
}
