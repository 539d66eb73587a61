package shell_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"kei/runtime/shell"
)

// tokens are what texts are made of, to be read by the parser and by bash. None
// does harm where a text breaks out of what holds it.
var tokens = []string{
	"a", "b c", "p", "x=1", "x+=2", "x=(a b)", "x=(a)", "declare y=(b)", "x[1]=2", " ", " ", " ", "\t", "\n", "\n", "\n", ";", ";", "; ", "&", "&&", "||", "|", "|&", ";;", ";&", "!", "! ",
	"(", ")", "((", "))", "{ ", "; }", "}", "[[ ", " ]]", "$(", "${", "$((", "`", "<(", ">(", "@(", "+(", "*(", "\\`",
	"if ", "; then ", "; fi", "while ", "; do ", "; done", "for i in a b", "for ((i=0;i<1;i++))", "case x in ", " esac", "a) ", "(a) ", "f() ", "function g ", "time ", "coproc ", "else ", "elif ", "until ", "select i in a", "in ", "then", "do",
	"#", " #", "# c", "\\#", "$#", "${#x}", "${x#", "${x##", "'", "'", "\"", "\"", "$'", "$\"", "\\", "\\\n", "\\\\", "\\'", "\\\"", "$", "$x", "${x}", "${x:-", "${x:1}", "${x/", "${x[", "]", "[", "]}", "!x", "~", "*", "?", "{a,b}", "{", ",", "%", "^", "=", "+", "-", "/", ":", "@", ".", "..",
	"<<E\n", "<<'E'\n", "<<\"E\"\n", "<<-E\n", "<<\\E\n", "\nE\n", "E\n", "\tE\n", "\nE", "E)", "<<<", "<<< a", "<<<'a'", ">f", "2>&1", ">&2", "<f", ">>f", ">|f", "<>f", "&>f", ">&f", "{v}>f", "<&-", "3<", "0", "1", "é", "\u00a0", "\v", "\f", "=~ ", "== ", "-v ", "-eq ", "< ", "> ", "&& ",
}

// textOf is the text that a list of bytes stands for.
func textOf(choices []byte) string {
	var b strings.Builder
	for _, c := range choices {
		b.WriteString(tokens[int(c)%len(tokens)])
	}
	return b.String()
}

// canonical asks bash for each text that it takes as the body of a function,
// written out as it understood it; "" for one that it does not take.
func canonical(t testing.TB, list []string) []string {
	t.Helper()
	if len(list) == 0 {
		return nil
	}
	path, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not here, and only bash knows what it reads")
	}
	var script strings.Builder
	for _, text := range list {
		fmt.Fprintf(&script, "unset -f f; eval %s >/dev/null 2>&1 && declare -f f; printf '\\0'\n", quoted("f() {\n"+text+"\n}"))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/script", []byte(script.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, path, "--norc", "--noprofile", "script")
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	cmd.Env = []string{"HOME=" + home, "LC_ALL=C.UTF-8", "PATH=/nonexistent"}
	out, err := cmd.Output()
	if ctx.Err() != nil {
		t.Fatalf("bash is stuck behind %d texts: %v", bytes.Count(out, []byte{0}), err)
	}
	parts := bytes.Split(bytes.TrimSuffix(out, []byte{0}), []byte{0})
	if len(parts) != len(list) {
		// Some errors of syntax end bash; nothing of that text has run.
		at := bytes.Count(out, []byte{0})
		return append(append(canonical(t, list[:at]), ""), canonical(t, list[at+1:])...)
	}
	bodies := make([]string, len(list))
	for i, p := range parts {
		body, ok := strings.CutPrefix(string(p), "f () \n{ \n")
		if body, closed := strings.CutSuffix(body, "}\n"); ok && closed {
			// A simple command has no name in the grammar, although it is written.
			bodies[i] = strings.ReplaceAll(body, "coproc COPROC ", "coproc ")
		}
	}
	return bodies
}

// shown are the words of a text's commands as far as they are read.
func shown(text string) (list []string, ok bool) {
	script, err := shell.Parse(text)
	if err != nil || len(script.Unread) > 0 {
		return nil, false
	}
	for _, c := range script.Commands {
		line := ""
		for _, w := range c.Words {
			line += w.Shown() + "|"
		}
		for _, rd := range c.Redirs {
			line += fmt.Sprintf(" %v>%s", rd.Write, rd.Target.Shown())
		}
		if line != "" {
			list = append(list, line)
		}
	}
	return list, true
}

// sameText reports texts that are read otherwise than bash reads them.
func sameText(t *testing.T, list []string) (compared int) {
	t.Helper()
	// What is not read is denied; what is read is whole, and breaks out of nothing.
	list = slices.DeleteFunc(list, func(text string) bool {
		_, ok := shown(text)
		return !ok || strings.HasSuffix(text, `\`) // which would join the next line
	})
	var bodies []string
	for batch := range slices.Chunk(list, 500) {
		bodies = append(bodies, canonical(t, batch)...)
	}
	for i, text := range list {
		got, ok := shown(text)
		if !ok || bodies[i] == "" {
			continue
		}
		want, ok := shown(bodies[i])
		if !ok {
			continue
		}
		compared++
		if !slices.Equal(got, want) {
			t.Errorf("%q\nis read as   %q\nbash has     %q\nwhich is     %q", text, got, bodies[i], want)
		}
	}
	return compared
}

// FuzzText holds the parser to bash on tokens: what bash writes out of a text it
// understood has the commands that the text was read to have.
func FuzzText(f *testing.F) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		seed := make([]byte, 3+rng.IntN(9))
		for i := range seed {
			seed[i] = byte(rng.IntN(256))
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) <= 40 {
			sameText(t, []string{textOf(choices)})
		}
	})
}

// TestTextAsBash does the same for texts made at random.
func TestTextAsBash(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 1000
	}
	rng := rand.New(rand.NewPCG(5, 6))
	list := make([]string, n)
	for i := range list {
		var b strings.Builder
		for range 2 + rng.IntN(9) {
			b.WriteString(tokens[rng.IntN(len(tokens))])
		}
		list[i] = b.String()
	}
	t.Logf("%d texts, %d compared", n, sameText(t, list))
}
