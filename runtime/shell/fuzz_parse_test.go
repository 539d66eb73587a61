package shell_test

import (
	"strings"
	"testing"
	"time"

	"kei/runtime/shell"
)

// FuzzParse holds that any text is read in bounded time, without a panic, and
// that what comes out makes sense: every command has words, assignments or
// redirections, and text with commands in it is never read as nothing at all.
func FuzzParse(f *testing.F) {
	for _, p := range pieces {
		f.Add("p " + p)
	}
	for _, s := range []string{
		"git push", "a && b || c; d | e & f", "(a; b) > f 2>&1", "{ a; } <<EOF\n$(b)\nEOF", "cat <<'EOF' | c\nx\nEOF", "for i in a b; do c $i; done",
		"for ((i=0;i<3;i++)); do a; done", "while a; do b; done", "case $x in a|b) c;; *) d;; esac", "f() { a; }; f", "x=a; $x b", "x=(a b); ${x[0]}",
		"[[ -n $(a) && b =~ c ]]", "((a[$(b)]++))", "echo $((1+$(a)))", "a=$(b) c", "export x=$(a)", "declare -i x=1", "eval 'a b'", "trap 'a' EXIT",
		"a <(b) >(c)", "a {1..3} {b,c}", "echo ${x:-$(a)} ${!x} ${x@P}", "a # b\nc", "a \\\nb", "\"$\\\n(a)\"", "coproc a", "time -p a", "! a", "select x in a; do b; done",
		"if a; then b; elif c; then d; else e; fi", "cd a && b", "a | while read x; do $x; done", "`a \\`b\\``", "a &>f", "a 3<>f", "a <<<b", "$'a\\x62'", "$\"a\"", "a\x00b", "\xff\xfe",
		strings.Repeat("(", 300), strings.Repeat("$(", 150) + strings.Repeat(")", 150), strings.Repeat("a;", 3000), strings.Repeat("x=$x$x;", 30), strings.Repeat("{a,b}", 30),
		strings.Repeat("if a; then ", 60) + strings.Repeat("fi;", 60), strings.Repeat("`", 50), strings.Repeat("a|", 2000) + "a", strings.Repeat("! ", 500) + "a", "((" + strings.Repeat("-", 5000) + "1))",
		"[[ " + strings.Repeat("! ", 3000) + "a ]]", "echo " + strings.Repeat("${x:-", 100) + strings.Repeat("}", 100), strings.Repeat("x=a;if b;then x=c;fi;", 40) + strings.Repeat("$x", 40), "a <<A <<B <<C\nA\nB\nC\n",
		strings.Repeat("f(){ ", 90) + "a;" + strings.Repeat("};", 90), "echo $((" + strings.Repeat("1+", 5000) + "1))", "a=" + strings.Repeat("$a", 2000),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 16<<10 {
			return
		}
		began := time.Now()
		script, err := shell.Parse(text)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%d bytes took %v", len(text), took)
		}
		if err != nil {
			if script != nil {
				t.Error("an error, and a script too")
			}
			return
		}
		if len(script.Commands) > 20000 {
			t.Errorf("%d commands", len(script.Commands))
		}
		for _, c := range script.Commands {
			if len(c.Words) == 0 && len(c.Assigns) == 0 && len(c.Redirs) == 0 {
				t.Error("a command that is nothing")
			}
			if len(c.Words) > 0 && !c.Words[0].Known() {
				t.Errorf("the command word %q is not known, and that is not said", c.Words[0].Text)
			}
		}
	})
}
