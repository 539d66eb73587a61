package file

import "testing"

func TestWindows(t *testing.T) {
	for _, tt := range []struct{ path, want string }{
		{`C:\Users\u\x`, "C:/Users/u/x"},
		{`\\?\C:\w\.git\config`, "C:/w/.git/config"},
		{`\\.\c:\w`, "c:/w"},
		{`\\?\UNC\server\share\x`, "//server/share/x"},
		{`\\server\share\x`, "//server/share/x"},
		{"/c/Users/u", "c:/Users/u"},
		{"/c", "c:/"},
		{"/cygdrive/d/x", "d:/x"},
		{"/code/x", "/code/x"},
		{".git./config", ".git/config"},
		{".git /hooks/pre-commit", ".git/hooks/pre-commit"},
		{".git. . ./x", ".git/x"},
		{".git::$INDEX_ALLOCATION/config", ".git/config"},
		{".claude/settings.json::$DATA", ".claude/settings.json"},
		{`.claude\settings.json:evil`, ".claude/settings.json"},
		{"c:/w/.claude/settings.json:a:$DATA", "c:/w/.claude/settings.json"},
		{"GIT~1/config", ".git/config"},
		{"CLAUDE~1/settings.json", ".claude/settings.json"},
		{"PROGRA~1/x", "PROGRA~1/x"},
		{"../x", "../x"},
		{"./x/..", "./x/.."},
		{"a.b/c.d", "a.b/c.d"},
		{"~1", "~1"},
		{"", ""},
	} {
		if got := Windows(tt.path); got != tt.want {
			t.Errorf("Windows(%q) = %q, want %q", tt.path, got, tt.want)
		}
	}
}
