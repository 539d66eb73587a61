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
