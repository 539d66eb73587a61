package shell_test

import (
	"strings"
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

// TestFollowed: behind the call of a function of the text, the shell is in one of the
// folders that it went to, as far as it says which.
func TestFollowed(t *testing.T) {
	const anywhere = "?"
	for text, want := range map[string]string{
		"f() { cd /a; }; f; touch x":                                   " /a",
		"f() { cd /a; }; f && touch x":                                 "/a",
		"f() { cd /a || exit; }; f; touch x":                           "/a",
		"f() { cd /a || return 1; }; f; touch x":                       "/a ",
		"f() { cd /a || return 1; }; f && touch x":                     "/a",
		"f() { cd /a || return; }; f && touch x":                       "/a ",
		"f() { cd /a; return; cd -; }; f; touch x":                     " /a",
		"f() { (cd /a && ls); }; f; touch x":                           "",
		"f() { cd \"$1\" || exit; }; f /a; touch x":                    "/a",
		"f() { cd \"$1\" || exit; }; f $x /a; touch x":                 anywhere,
		"f() { shift; cd \"$1\" || exit; }; f /b /a; touch x":          "/a",
		"f() { shift; cd \"$1\" || exit; }; f $x /a; touch x":          anywhere,
		"f() { cd /a || exit; }; g() { f; }; g; touch x":               "/a",
		"f() { f; cd /a || exit; }; f; touch x":                        "/a",
		"f() { cd a || exit; }; f; f; touch x":                         "a/a",
		"cd() { builtin cd /a || exit; }; cd b; touch x":               "/a",
		"set -e; f() { set +e; }; f; cd /a; touch x":                   " /a",
		"f() { cd /a; }; f() { cd /b; }; f; touch x":                   anywhere,
		"f() { cd /a; }; alias f=g; f; touch x":                        anywhere,
		"CDPATH=/b; f() { :; }; f; cd a; touch x":                      " a /b/a",
		"CDPATH=$b; cd a; touch x":                                     anywhere + " a",
		"CDPATH=/b:~/c; cd a || exit; touch x":                         "a /b/a ~/c/a",
		"CDPATH=/b cd a || exit; touch x":                              "a /b/a",
		"cd /a || exit; cd b || exit; cd -; touch x":                   "/a",
		"cd /a; cd -; touch x":                                         "",
		"cd -; touch x":                                                anywhere,
		"OLDPWD=/a; cd -; touch x":                                     " /a",
		"OLDPWD=/a cd -; touch x":                                      " /a",
		"pushd /a; popd; touch x":                                      "",
		"pushd /a; cd /b || exit; popd; touch x":                       "/b ",
		"popd; touch x":                                                anywhere + " ",
		"x=/a; f() { cd $x || exit; }; x=/b f; touch x":                "/b",
		"f() { x=/b; cd $x || exit; }; x=/a f; touch x":                "/b",
		"f() { cd $x || exit; }; x=/a y=$x f; touch x":                 "/a",
		"f() { y=$x; }; x=/a f; cd $y || exit; touch x":                "/a",
		"f() { :; }; x=/a f; cd $x || exit; touch x":                   anywhere,
		"if t; then f() { cd /a || exit; }; fi; f; touch x":            " /a",
		"f() { x=/a; }; f; cd $x || exit; touch x":                     "/a",
		"f() { local x=/a; }; f; cd $x || exit; touch x":               anywhere,
		"f() { local -r x=/a; }; x=/b; f; cd $x || exit; touch x":      anywhere,
		"x=/b; f() { x=/a; return; x=/c; }; f; cd $x || exit; touch x": "/c /a",
		"log() { local m=$1; echo $m; }; log hi; cd web && touch x":    "web",
	} {
		script, err := shell.Parse(text)
		if err != nil || len(script.Commands) == 0 {
			t.Fatal(text, err)
		}
		var dirs []string
		for _, d := range script.Commands[len(script.Commands)-1].Dirs {
			if d.Holed() {
				d.Text = anywhere
			}
			dirs = append(dirs, d.Text)
		}
		if got := strings.Join(dirs, " "); got != want {
			t.Errorf("%q: the last command runs in %q, want %q", text, got, want)
		}
	}
}
