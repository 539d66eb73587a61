package shell_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kei/runtime/shell"
	"kei/runtime/word"
)

// bashWords asks bash what words each line's arguments are. A line that bash
// does not take has nil.
func bashWords(t testing.TB, lines []string) [][]string {
	t.Helper()
	path, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not here, and only bash knows what it reads")
	}
	var script strings.Builder
	script.WriteString("p() { printf '%s\\0' \"$#\" \"$@\"; }\n")
	for i, line := range lines {
		// eval keeps a line that does not parse from ending the rest.
		fmt.Fprintf(&script, "printf '%%s\\0' L%d\neval %s 2>/dev/null\n", i, quoted("p "+line))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--norc", "--noprofile")
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"HOME=" + home, "LC_ALL=C.UTF-8", "PATH=/nonexistent"}
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.Output()
	if err != nil {
		// The status is the last line's, which may not have parsed.
		if _, ok := err.(*exec.ExitError); !ok {
			t.Fatal(err)
		}
	}
	words := make([][]string, len(lines))
	parts := strings.Split(string(bytes.TrimSuffix(out, []byte{0})), "\x00")
	for i, n := 0, 0; i < len(parts); n++ {
		if n >= len(lines) || parts[i] != "L"+strconv.Itoa(n) {
			t.Fatalf("bash answered %q where line %d was expected: %q", parts[i], n, lines[min(n, len(lines)-1)])
		}
		i++
		if i == len(parts) || parts[i] == "L"+strconv.Itoa(n+1) {
			continue
		}
		count, err := strconv.Atoi(parts[i])
		if err != nil || i+1+count > len(parts) {
			t.Fatalf("bash answered %q to line %d, %q", parts[i], n, lines[n])
		}
		words[n] = slices.Clone(parts[i+1 : i+1+count])
		i += 1 + count
	}
	return words
}

const home = "/home/somebody"

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// texts are the words as bash would give them, ok only if all are known.
func texts(words []word.Word) (list []string, ok bool) {
	for _, w := range words {
		text := w.Text
		if w.Holed() || w.Glob {
			return nil, false
		}
		if w.Home {
			user, _, _ := strings.Cut(text[1:], "/")
			if user != "" {
				return nil, false // another user's, or $PWD
			}
			text = home + text[1:]
		}
		list = append(list, text)
	}
	return list, true
}

// pieces are parts of words, in all forms of quoting.
var pieces = []string{
	"git", "a", "B", "0", "9", "_", "-", ".", "/", ":", "=", ",", "+", "@", "%", "x=y", "é", "日本", "^", "!", "]", "}",
	"''", `""`, "'a b'", `"a b"`, "'$x'", `'\'`, `"'"`, `'"'`, `"\""`, `"\\"`, `"\$x"`, "\"\\`\"", `"\a"`, `"\ "`, "'\n'", "\"\n\"", `"a\` + "\n" + `b"`, `"!"`, `"a'b"`, "'a\\nb'", `"\n"`, `"\'"`, "\"\t\"",
	`$'a'`, `$'\n'`, `$'\t'`, `$'\x41'`, `$'\x4'`, `$'\x414'`, `$'\101'`, `$'\1012'`, `$'\7'`, `$'\u00e9'`, `$'\u41'`, `$'\U0001F600'`, `$'\''`, `$'\"'`, `$'\\'`, `$'\e'`, `$'\E'`, `$'\?'`, `$'\a\b\f\r\v'`, `$'\c?'`, `$'\c['`, `$'\z'`, `$'\x'`, `$'\u'`, `$'\xg'`, `$'a\0b'`, `$'\x00b'`, `$'\400'`, `$'\777'`, `$'\08'`, `$'$x'`, `$''`, `$'\` + "\n" + `'`, `$'a b'`, `$'\xe9'`, `$'\ue9'`, `$'\u20ac'`, `$'\c\\'`, `$'\x{41}'`, `$'"'`, "$'`'",
	`$"a"`, `$"a b"`, `$""`, `$"\$"`,
	`\a`, `\ `, `\\`, `\'`, `\"`, `\$`, "\\`", `\n`, `\*`, `\?`, `\[`, `\{`, `\}`, `\,`, `\~`, `\#`, `\&`, `\;`, `\|`, `\(`, `\)`, `\<`, `\>`, `\!`, `\=`, `\-`, `\é`, "\\\n", "\\\t",
	"{a,b}", "{a,b}{c,d}", "{1..3}", "{a..c}", "{a}", "{}", "{,}", "{a,}", "{,a}", "{a,{b,c}}", "{a,b", "a,b}", "{'a',b}", `{"a,b",c}`, `{a\,b,c}`, "{a b}", "{3..1}", "{01..03}", "{1..5..2}", "{a..}", "{..}", "{a,b,}", "{{a,b}}", "{a,b}}", "{a,'b c'}", `{a,$'\x62'}`, "${", `{a,"}"}`, "{-1..1}", "{a..C}", "{1..a}", "{x,y}'z'", "{a,~}", "{a,\\\nb}", "{a\\\n,b}",
	"~", "~/x", "~/", "'~'", `\~`, `"~"`, "a~", "x=~", "x=~/y", "x:~", "~''", "~\"\"/x", "~\\/x", "x=a:~/b", "--f=~/x", "~+", "~-", "~/'a b'",
	"*", "?", "[ab]", "[", "a*", "[!a]", "'*'", `"?"`, `\*x`,
	"$", "$/", "$%", "a$", `"$"`, `"$ "`, `"a$"`, "#", "a#b", "'#'", "$'#'", "$.", "$,", "$=", "$:", "$+", "$~",
}

// TestWordsAsBash holds that every word is read as bash reads it, or said not
// to be known.
func TestWordsAsBash(t *testing.T) {
	lines := slices.Clone(pieces)
	wrong := asBash(t, lines)
	// A piece that is wrong alone would be so in whatever it is part of.
	good := slices.DeleteFunc(slices.Clone(pieces), func(p string) bool { return wrong[p] })
	lines = nil
	for _, p := range good {
		lines = append(lines, p+p, "x"+p, p+"x", "''"+p, p+"''", "/"+p, p+"/a", "x "+p+" y", p+" "+p, "'x'"+p+`"y"`)
	}
	n := 12000
	if testing.Short() {
		n = 2000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		var b strings.Builder
		for range 1 + rng.IntN(3) {
			for range 1 + rng.IntN(5) {
				b.WriteString(good[rng.IntN(len(good))])
			}
			b.WriteByte(" \t"[rng.IntN(2)])
		}
		lines = append(lines, b.String())
	}
	asBash(t, lines)
}

// asBash compares what Parse says of each line's words with what bash does, and
// returns those that differ.
func asBash(t *testing.T, lines []string) map[string]bool {
	t.Helper()
	wants := bashWords(t, lines)
	known, wrong := 0, map[string]bool{}
	for i, line := range lines {
		script, err := shell.Parse("p " + line)
		want := wants[i]
		if err != nil || len(script.Unread) > 0 || want == nil {
			continue // what is not read is denied; what bash does not take does not run
		}
		commands := slices.DeleteFunc(slices.Clone(script.Commands), func(c word.Command) bool {
			return len(c.Words) == 0 || c.Words[0].Text != "p"
		})
		// What stands on the line behind a comment is a command of its own, which is
		// not p: no comment goes on behind a line's end.
		if _, comment, _ := strings.Cut(line, "#"); len(commands) == 0 || len(commands) < len(script.Commands) && !strings.Contains(comment, "\n") {
			t.Errorf("%q: %d commands, %d of them p; bash has one", line, len(script.Commands), len(commands))
			continue
		}
		// Where a word can have one of several values, the command stands there
		// once for each, and bash has one of them.
		got, ok := texts(commands[0].Words[1:])
		for _, c := range commands[1:] {
			if other, known := texts(c.Words[1:]); !known || slices.Equal(other, want) {
				got, ok = other, known
			}
		}
		if !ok {
			continue
		}
		known++
		if !slices.Equal(got, want) {
			wrong[line] = true
			if len(wrong) <= 40 {
				t.Errorf("%q: %q, bash has %q", line, got, want)
			}
		}
	}
	if known < len(lines)/3 {
		t.Errorf("only %d of %d lines were known: too little is taken for constant", known, len(lines))
	}
	t.Logf("%d lines, %d of them known", len(lines), known)
	return wrong
}
