//go:build unix

package shell_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kei/runtime/shell"

	"mvdan.cc/sh/v3/syntax"
)

// tokens are what texts are made of, to be read by the parser and by bash. None
// does harm where a text breaks out of what holds it.
var tokens = []string{
	"a", "b c", "p", "x=1", "x+=2", "x=(a b)", "x=(a)", "declare y=(b)", "x[1]=2", " ", " ", " ", "\t", "\n", "\n", "\n", ";", ";", "; ", "&", "&&", "||", "|", "|&", ";;", ";&", "!", "! ",
	"(", ")", "((", "))", "{ ", "; }", "}", "[[ ", " ]]", "$(", "${", "$((", "`", "<(", ">(", "@(", "+(", "*(", "\\`",
	"if ", "; then ", "; fi", "while ", "; do ", "; done", "for i in a b", "for ((i=0;i<1;i++))", "case x in ", " esac", "a) ", "(a) ", "f() ", "function g ", "time ", "coproc ", "else ", "elif ", "until ", "select i in a", "in ", "then", "do",
	"#", " #", "# c", "\\#", "$#", "${#x}", "${x#", "${x##", "'", "'", "\"", "\"", "$'", "$\"", "\\", "\\\n", "\\\\", "\\'", "\\\"", "$", "$x", "${x}", "${x:-", "${x:1}", "${x/", "${x[", "]", "[", "]}", "!x", "~", "*", "?", "{a,b}", "{", ",", "%", "^", "=", "+", "-", "/", ":", "@", ".", "..",
	"<<E\n", "<<'E'\n", "<<\"E\"\n", "<<-E\n", "<<\\E\n", "\nE\n", "E\n", "\tE\n", "\nE", "E)", "<<<", "<<< a", "<<<'a'", ">f", "2>&1", ">&2", "<f", ">>f", ">|f", "<>f", "&>f", ">&f", "{v}>f", "<&-", "3<", "0", "1", "é", "\u00a0", "\v", "\f", "=~ ", "== ", "-v ", "-eq ", "< ", "> ", "&& ",
	"let ", "let y=1", "export ", "[ ", " ]", "eval ", "${|", "${ ", "$[", "p b", "exec ", "declare -n y=", "<&3-", ">&-", "}>f", "|| ", "EOF", "<<-'E F'\n",
}

// textOf is the text that a list of bytes stands for.
func textOf(choices []byte) string {
	var b strings.Builder
	for _, c := range choices {
		b.WriteString(tokens[int(c)%len(tokens)])
	}
	return b.String()
}

// contained is a command that has no network, writes nowhere and ends with all
// that it started; without bubblewrap it is the command itself.
func contained(ctx context.Context, argv ...string) *exec.Cmd {
	bwrap, err := exec.LookPath("bwrap")
	if err == nil && exec.CommandContext(ctx, bwrap, "--unshare-all", "--ro-bind", "/", "/", "true").Run() == nil {
		argv = append([]string{bwrap, "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--chdir", "/"}, argv...)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.WaitDelay = "/", time.Second
	cmd.Env = []string{"HOME=" + home, "LC_ALL=C.UTF-8", "PATH=/nonexistent"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		// A limit of processes does not bind root.
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
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
	file := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(file, []byte("ulimit -t 60 -u 64 2>/dev/null\n"+script.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(file) // the folder is not open to who runs bash
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd := contained(ctx, path, "--norc", "--noprofile")
	cmd.Stdin = in
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
			if rd.Reopens && rd.Target.Text == "" {
				continue // bash writes 01 as 1
			}
			line += fmt.Sprintf(" %v>%s", rd.Write, rd.Target.Shown())
		}
		if line != "" {
			list = append(list, line)
		}
	}
	return list, true
}

// missing are the commands of a list that another does not have.
func missing(list, from []string) (lost []string) {
	left := map[string]int{}
	for _, c := range from {
		left[c]++
	}
	for _, c := range list {
		if left[c]--; left[c] < 0 {
			lost = append(lost, c)
		}
	}
	return lost
}

// lossy reports whether what bash wrote is another text to bash itself: it
// writes redirections behind a command, where a keyword or -p is read anew, and
// drops what separates commands behind a here-document.
func lossy(text, body string, got, want []string) bool {
	if strings.Contains(text, "time") && strings.Contains(body, "time -p") {
		return true
	}
	for _, c := range got {
		name, _, _ := strings.Cut(c, "|")
		if syntax.IsKeyword(name) {
			return true
		}
	}
	wordsOf := func(list []string) []string {
		all := strings.FieldsFunc(strings.Join(list, "|"), func(r rune) bool { return r == '|' || r == ' ' })
		slices.Sort(all)
		return all
	}
	return strings.Contains(body, "<<") && slices.Equal(wordsOf(got), wordsOf(want))
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
		if lost := missing(want, got); len(lost) > 0 && !lossy(text, bodies[i], got, want) {
			t.Errorf("%q\nis read as   %q\nbash has     %q\nwhich is     %q\nand is not read: %q", text, got, bodies[i], want, lost)
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

var (
	textsN    = flag.Int("texts", 20000, "how many texts TestTextAsBash makes")
	textsSeed = flag.Uint64("texts-seed", 5, "what they are made from")
)

// grown are texts that bash takes; they are spoilt with tokens.
var grown = []string{
	"x=`a; p b`", "x=`a \\`p b\\``", "a \"`p \\\"b\\\"`\"", "x=$(a # b\np c)", "x=$(case x in a) p b;; (b) c;; esac)", "a $((x+1)) $( (p) )", "a ${x#'}'} \"${x#'}'}\"", "a \"${x:-\"}\"}\"",
	"a <<E\n`p`\n$(p)\n${x:-`p`}\nE\np", "a <<'E' <<-F\n`p`\nE\n\tp\n\tF\np", "x=$(a <<E\n)\nE\n)", "x=`a <<E\nb\nE\n`", "[[ a =~ (b|c) && x == @(a|'b)') ]]", "[[ a =~ ^[ab]'('$ ]]", "a @(b|c) !(d)",
	"a <(p b) >(p c)", "{ a; p; } >f 2>&1 | p", "f() { a; }; f", "function g { p; } >f", "for i in a b; do p $i; done", "for ((i=0;i<1;i++)) { p; }", "while a; do p; done <f", "if a; then p; elif b; then c; else d; fi",
	"case $x in (a|b) p ;;& c) ;& *) b; esac", "select i in a; do p; done", "coproc p", "coproc X { p; }", "time -p p", "! p", "x=(a $(p) [2]=b) y+=(c)", "a[$(p)]=1", "declare -a y=(a 'b c' \"$d\")", "a {b,c}{1..3} ~/x",
	"((x = 1 << 2)); let y=1", "a $[x+1]", "a $'b\\'c' $\"d\"", "a \\\n  b", "a 'b\\\nc' \"d\\\ne\"", "a # 'b\np", "a#b; p", "$x$#; p", "a && b || p & p", "a |& p", "p >f <<<\"b\" 3<&- {v}>g &>h", "a=b p c=d", "eval 'p b'", "trap 'p' EXIT",
	"a ${x/a/$(p)} ${x//'/'/b} ${x^^} ${x@Q} ${!x} ${x:1:2} ${#x[@]}", "a \"${x/\\}/b}\" ${x%%\\}}", "a `b 'c'` \"`d \"e\"`\" `f # g\n`", "a $(b `c` \"$(d `e`)\")", "until p; do break; done", "a <<\\E\n$x `p`\nE\n", "a <<E; p\nb\\\nE\nE\n",
}

// spoilt is one of the grown texts with a few tokens put in, taken out or
// doubled, or with another one in it.
func spoilt(rng *rand.Rand) string {
	s := grown[rng.IntN(len(grown))]
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(s) + 1)
		switch rng.IntN(5) {
		case 0, 1:
			s = s[:at] + tokens[rng.IntN(len(tokens))] + s[at:]
		case 2:
			to := min(at+1+rng.IntN(3), len(s))
			s = s[:at] + s[to:]
		case 3:
			to := min(at+1+rng.IntN(6), len(s))
			s = s[:to] + s[at:to] + s[to:]
		case 4:
			s = s[:at] + grown[rng.IntN(len(grown))] + s[at:]
		}
	}
	return s
}

// TestTextAsBash does the same for texts made at random, half of them of texts
// that bash takes.
func TestTextAsBash(t *testing.T) {
	n := *textsN
	if testing.Short() {
		n = min(n, 1000)
	}
	rng := rand.New(rand.NewPCG(*textsSeed, 6))
	list := make([]string, n)
	for i := range list {
		if i%2 == 1 {
			list[i] = spoilt(rng)
			continue
		}
		var b strings.Builder
		for range 2 + rng.IntN(9) {
			b.WriteString(tokens[rng.IntN(len(tokens))])
		}
		list[i] = b.String()
	}
	compared := sameText(t, list)
	t.Logf("%d texts, %d compared", n, compared)
	if compared < n/50 {
		t.Error("next to nothing was compared: this tests nothing")
	}
}
