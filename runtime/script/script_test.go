package script

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kei/runtime/word"
)

func TestNamed(t *testing.T) {
	if !slices.IsSortedFunc(Languages[:], func(a, b Language) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("Languages are not sorted by name")
	}
	for _, l := range Languages {
		if got := Named(l.Name); got == nil || got.Name != l.Name {
			t.Errorf("Named(%q) = %v", l.Name, got)
		}
	}
	for _, n := range []string{"", "zz", "pytho", "pythonx"} {
		if Named(n) != nil {
			t.Errorf("Named(%q) is something", n)
		}
	}
}

func TestTooLong(t *testing.T) {
	for _, l := range Languages {
		f := l.Read(Text{Word: word.Word{Text: strings.Repeat("a", maxText+1)}})
		if len(f.Unread) == 0 || !f.WritesAny {
			t.Errorf("%s reads a text that is too long", l.Name)
		}
		if f := l.Read(Text{}); len(f.Unread) > 0 {
			t.Errorf("%s refuses the empty text: %q", l.Name, f.Unread)
		}
	}
}

// hostile are pieces that, repeated, make a careless reader start over again
// and again.
var hostile = []string{
	"(", "[", "{", ")", "'", "\"", "`", "/", "/[", "\\", "\n", ";", "|", "!", "a", "a ", "a,", "a(", "a=", "a.", "$", "$a", "${", "#{", "@{[", "{{", "{a", "<<A\n", "<<A <<B\n",
	"\"a\"+", "\"a\",", "\"a\" ", "'a'.", "a=\"b\"+", "system(", "system ", "system \"a\",", "os.system(f\"{", "subprocess.run([", "open(", "open(a,", "unlink a,", "eval(", "eval ",
	"exec(\"", "require('child_process').exec(", "getattr(", "Path(", "Path('a')/", "import os,", "%w[", "%q(", "q(", "s{", "m/", "=pod\n", "[[", "[=[", "--[[", "/*", "/*!", "--\n", "$a$",
	"s/[", "s/a/b/;", "e a\n", "w a\n", "{print > \"a\"}", "print a | ", "\"a\" | getline;", "system(\"a\");", "cmd=\"a\";cmd | getline;",
	"update ", "delete from t where ", "with a as (", "do $$", "copy t to program 'a';", "\\! a\n", "\\a", "\\g|", ".sh a\n", ".once '|a' ",
	"exe 'a' . ", "g/a/", "silent ", "w!a|", "py3 << E\n", "au a ", "norm :", "python\n", "pipe -d a ", "if {", "[exec ", "{exec a}\n", "#(", "#(a)", "run a;", "bind a ", "if a 'b' ",
	"$(shell ", "$(eval ", "$(a)", "a=b\n", "\t$(a)\\\n", "syscmd(", "* * * * * a%", "match exec ", "alias.x=!", "a&", "(shell-command ", "(((", "f\"{f'{", "`${`", "\"#{\"", "\"@{[\"", "\x00", "\x01", "\xff",
}

// slow are pairs that a careless reader took seconds for.
var slow = map[string][]string{
	"awk": {"/[", "("}, "gnuplot": {"system \"a\","}, "m4": {"syscmd("}, "perl": {"$", "unlink a,", "eval "}, "php": {"$"},
	"python": {"exec(\"", "\"a\"+", "system("}, "vim": {"python\n"}, "ruby": {"$", "<<A\n"}, "sql": {"update "}, "psql": {"\\a"},
}

// TestLinear holds every reader to an end well below a second for 64 KB of
// whatever; the limit leaves room for a machine at work. Each piece meets some
// of the readers, and FuzzRead the rest.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	for i, l := range Languages {
		for j, piece := range hostile {
			if (i+j)%12 != 0 && !slices.Contains(slow[l.Name], piece) {
				continue
			}
			took := func(size int) time.Duration {
				text := strings.Repeat(piece, size/len(piece))
				begin := time.Now()
				l.Read(Text{Word: word.Word{Text: text}})
				return time.Since(begin)
			}
			// A busy machine may hold any of the runs up, and not all of them.
			whole := took(maxText)
			for n := 0; n < 5 && whole >= time.Second; n++ {
				whole = min(whole, took(maxText))
			}
			if whole < time.Second {
				continue
			}
			// Eight times the text may take eight times as long, and four times that on
			// a busy machine; what goes over it anew for each byte takes 64 times as long.
			if part := min(took(maxText/8), took(maxText/8), took(maxText/8)); whole > 32*part {
				t.Errorf("%s takes %v for %q, and %v for an eighth of it", l.Name, whole, piece, part)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for i, p := range hostile {
		f.Add(byte(i), strings.Repeat(p, 5))
	}
	for i, s := range []string{"import os; os.system('git push')", "s/a/b/e;w x", "BEGIN{system(\"git push\")}", "\\copy t to program 'x'", "perl -e 'q{a}; `b`'", "alias.x=!git push"} {
		f.Add(byte(i), s)
	}
	f.Fuzz(func(t *testing.T, n byte, text string) {
		l := Languages[int(n)%len(Languages)]
		found := l.Read(Text{Word: word.Word{Text: text}})
		for _, m := range found.Maybe {
			if strings.ContainsAny(m, "\x00") {
				t.Errorf("%s: a hole in text that may run: %q", l.Name, m)
			}
		}
	})
}
