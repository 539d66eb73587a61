package shell_test

import (
	"testing"

	"kei/runtime/shell"
)

// read reports whether all of a text is read.
func read(text string) bool {
	script, err := shell.Parse(text)
	return err == nil && len(script.Unread) == 0
}

// TestReadTwoWays holds that text which bash and the parser read differently is
// refused, and what stands beside it is not.
func TestReadTwoWays(t *testing.T) {
	for text, want := range map[string]bool{
		"true \r#\r; git push": false,
		"echo \\\r\ngit push":  false,
		"echo a\r\ngit push":   false,
		"echo 'a\\r'":          true,
		"x=\"$(cat <<-'EOF'\n\tx\n\tEOF foo)\"\ngit push\n\tEOF\n)": false,
		"x=\"$(cat <<-'EOF'\n\tx (y)\n\tEOF\n)\"":                   true,
		"cat <<-\"EOF\"\n\tgit push\n\tEOF\n":                       true,
		"cat <<'\tEOF'\nx\n\tEOF\ngit push\n\tEOF":                  false,
		"x=`'`; git push; `'`":                                      false,
		"x=`echo \\`echo \\\\\\`git push\\\\\\`\\``":                false,
		"x=\"`echo \\\"$x\\\"`\"":                                   true,
		"x=`echo 'it\\`":                                            false,
		"ls\t# x":                                                   true,
		"ls \\\n# x":                                                true,
		"echo a\\\n# b":                                             true,
		"a=(x)\\\n# ; b":                                            false,
	} {
		if got := read(text); got != want {
			t.Errorf("%q is read: %v", text, got)
		}
	}
}

// TestStays: what a function may do is done where the call runs, unless something in
// the text changes the folder.
func TestStays(t *testing.T) {
	for text, want := range map[string]bool{
		"f() { ls; }; f; touch x":                    true,
		"f() { cd a; }; f; touch x":                  false,
		"f() { \"c\"d a; }; f; touch x":              false,
		"f() { builtin cd a; }; f; touch x":          false,
		"f() { command -p cd a; }; f; touch x":       false,
		"f() { noglob cd a; }; f; touch x":           false,
		"f() { nocorrect cd a; }; f; touch x":        false,
		"f() { - cd a; }; f; touch x":                false,
		"f() { {cd,a}; }; f; touch x":                false,
		"f() { $c a; }; f; touch x":                  false,
		"f() { eval \"$c\"; }; f; touch x":           false,
		"trap 'cd a' DEBUG; f() { ls; }; f; touch x": false,
	} {
		script, err := shell.Parse(text)
		if err != nil || len(script.Commands) == 0 {
			t.Fatal(text, err)
		}
		dirs := script.Commands[len(script.Commands)-1].Dirs
		if got := len(dirs) == 0; got != want {
			t.Errorf("%q: the last command is where the call is: %v, in %v", text, got, dirs)
		}
	}
}
