package invocation

import (
	"strings"
	"testing"

	"kei/runtime/word"
)

// tableOf is a table of facts, each of a program under its own name.
func tableOf(texts ...string) *Table {
	var programs []Facts
	names := ""
	for _, text := range texts {
		name, _, _ := strings.Cut(text, "\n")
		names += name + "\n"
		programs = append(programs, text)
	}
	return NewTable(names, "", programs)
}

func words(line string) []word.Word {
	var list []word.Word
	for _, f := range strings.Fields(line) {
		list = append(list, word.Word{Text: f})
	}
	return list
}

// said is a reading as text: subcommands, then options with their values, those
// taken back with a ! in front, what no table has with ? in front, then
// operands behind a bar.
func said(inv *Invocation) string {
	var out []string
	out = append(out, inv.Called[1:]...)
	for _, g := range inv.Given {
		s := g.Name
		if g.Off {
			s = "!" + s
		}
		for _, v := range g.Values {
			s += "=" + v.Text
		}
		out = append(out, s)
	}
	for _, w := range inv.UnknownOptions {
		out = append(out, "?"+w.Text)
	}
	out = append(out, "|")
	for _, w := range inv.Operands {
		out = append(out, w.Text)
	}
	return strings.Join(out, " ")
}

const (
	gnuFacts     = "a\n: FILE...\n-v --verbose, -q\n-n --number\tN\n-i --in-place\t?SUFFIX\n--color\t?WHEN\n--colour-all\n-#\n-d\tA B\n"
	posixFacts   = "a\ngrammar posix\n: COMMAND...\n-v --verbose\n-n\tN\n"
	singleFacts  = "a\ngrammar single-dash\n: FILE...\n-out\tFILE\n-v\n--race\n"
	tarFacts     = "a\ngrammar tar\n: FILE...\n-x --extract, -v, -z\n-f --file\tFILE\n-C\tcd:DIR\n"
	psFacts      = "a\ngrammar powershell\n: PATH...\n-Recurse, -Force\n-Path\tPATH\n"
	slashFacts   = "a\ngrammar slash\n: PATH...\n\t/s, /q\n"
	noneFacts    = "a\ngrammar none\n: WORD...\n"
	subFacts     = "a\npersistent\n-g\tG\n> run, create\n-g\n: X...\n> rm delete\n-f\n> list-*\n"
	detachFacts  = "a\n-c\n-o\tOPT\tdetached\n: T...\n"
	alsoFacts    = "a\n-i\t?SUFFIX\talso SUFFIX?\n-e\tTEXT\n: FILE...\n"
	impliesFacts = "a\n--mirror\t\timplies --force\n--force\n: REF...\nword\t+*\t\timplies --force\n"
	untilFacts   = "a\n-exec\trun:COMMAND;\n-print\n: P...\n"
	manyFacts    = "a\n--\n--args\tARG...\n: P...\n"
	patternFacts = "a\n-c:*\n-D..\tX\n\tof=\twrite:FILE\n--*_out\tDIR\n: P...\n"
)

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, facts, line string
		want              []string
	}{
		{"gnu: options behind operands", gnuFacts, "x -v y", []string{"-v | x y"}},
		{"gnu: the value in the same word", gnuFacts, "-n5 x", []string{"-n=5 | x"}},
		{"gnu: the value in the next word", gnuFacts, "-n 5 x", []string{"-n=5 | x"}},
		{"gnu: a cluster", gnuFacts, "-vqn5 x", []string{"-v -q -n=5 | x"}},
		{"gnu: a cluster that ends in a value", gnuFacts, "-vn 5 x", []string{"-v -n=5 | x"}},
		{"gnu: a long value behind =", gnuFacts, "--number=5", []string{"--number=5 |"}},
		{"gnu: shortened", gnuFacts, "--num 5 --verb", []string{"--number=5 --verbose |"}},
		{"gnu: shortened, of two", gnuFacts, "--colo x", []string{"--colour-all | x", "--color | x"}},
		{"gnu: taken back", gnuFacts, "-v --no-verbose x", []string{"!--verbose | x"}},
		{"gnu: taken back by a value", gnuFacts, "--verbose=false", []string{"!--verbose=false |"}},
		{"gnu: only attached", gnuFacts, "-i .bak --color never", []string{"-i --color | .bak never"}},
		{"gnu: attached", gnuFacts, "-i.bak --color=never", []string{"-i=.bak --color=never |"}},
		{"gnu: a number", gnuFacts, "-20 x", []string{"-20 | x"}},
		{"gnu: two values", gnuFacts, "-d 1 2 3", []string{"-d=1=2 | 3"}},
		{"gnu: behind --", gnuFacts, "-- -v", []string{"| -v"}},
		{"gnu: a dash is an operand", gnuFacts, "-", []string{"| -"}},
		{"gnu: not known, with or without a word", gnuFacts, "-X y z", []string{"?-X | z", "?-X | y z"}},
		{"gnu: not known, its value attached", gnuFacts, "--xx=y z", []string{"?--xx=y | z"}},
		{"posix: until the first operand", posixFacts, "-v x -n 5", []string{"-v | x -n 5"}},
		{"single-dash: either dash", singleFacts, "-race --out x y", []string{"--race -out=x | y"}},
		{"single-dash: behind =", singleFacts, "--out=x y", []string{"-out=x | y"}},
		{"single-dash: not shortened, no clusters", singleFacts, "-ra", []string{"?-ra |"}},
		{"tar: a cluster without a dash", tarFacts, "xzf a.tar b", []string{"-x -z -f=a.tar | b"}},
		{"tar: two values in their order", tarFacts, "xfC a.tar d b", []string{"-x -f=a.tar -C=d | b"}},
		{"tar: with a dash", tarFacts, "-xf a.tar b", []string{"-x -f=a.tar | b"}},
		{"powershell: any case, shortened", psFacts, "-rec -PATH x y", []string{"-Recurse -Path=x | y"}},
		{"powershell: behind a colon", psFacts, "-Path:x", []string{"-Path=x |"}},
		{"slash", slashFacts, "/s x /z", []string{"/s ?/z | x"}},
		{"none", noneFacts, "-x -- y", []string{"| -x -- y"}},
		{"a subcommand", subFacts, "run -g x", []string{"run -g | x"}},
		{"a subcommand's second name", subFacts, "delete -f", []string{"rm -f |"}},
		{"a subcommand by a pattern", subFacts, "list-all x", []string{"list-all | x"}},
		{"persistent options", subFacts, "rm -g x -f", []string{"rm -g=x -f |"}},
		{"detached", detachFacts, "-oc posix text", []string{"-c -o=posix | text"}},
		{"also", alsoFacts, "-i .bak x", []string{"-i=.bak | x", "-i | .bak x"}},
		{"also: the word is no ending", alsoFacts, "-i x", []string{"-i | x"}},
		{"implies", impliesFacts, "--mirror", []string{"--mirror --force |"}},
		{"words", impliesFacts, "+main", []string{"+*=+main --force | +main"}},
		{"until", untilFacts, "p -exec rm {} ; -print", []string{"-exec=rm={} -print | p"}},
		{"until +", untilFacts, "p -exec rm {} + -print", []string{"-exec=rm={} -print | p"}},
		{"many", manyFacts, "--args -x y", []string{"--args=-x=y |"}},
		{"an option that is --", manyFacts, "x -- y", []string{"-- | x y"}},
		{"patterns", patternFacts, "-c:any -DX of=f --go_out=d", []string{"-c:any -D=X of==f --go_out=d |"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, ok := Decode(test.facts); !ok {
				t.Fatal("the facts say nothing")
			}
			var got []string
			for _, inv := range tableOf(test.facts).Read(words("a "+test.line), "a", "") {
				got = append(got, strings.TrimSpace(said(&inv)))
			}
			if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("%s\nreads %q\nwant  %q", test.line, got, test.want)
			}
		})
	}
}

// However many options are not known, the readings are bounded, and what is cut
// off is refused.
func TestReadingsAreBounded(t *testing.T) {
	all := tableOf(gnuFacts).Read(words("a"+strings.Repeat(" -X y", 200)), "a", "")
	if len(all) != maxReadings || len(all[0].Unread) == 0 {
		t.Errorf("%d readings, the first unread %q", len(all), all[0].Unread)
	}
}

func TestMatches(t *testing.T) {
	const facts = "a\n-g\tG\n> push\n-f --force\n--mirror\t\timplies --force\n-o\tO\n: R...\n> pull\n: R...\n"
	for _, test := range []struct {
		entry, line string
		want        bool
	}{
		{"push", "push x", true},
		{"push", "-g 1 push x", true},
		{"push", "pull x", false},
		{"push --force", "push -f x", true},
		{"push --force", "push x", false},
		{"push --force", "push --mirror", true},
		{"push --force", "push -f --no-force", false},
		{"push --force", "push -Xf", true},
		{"push -o x", "push -o y", false},
		{"push x", "push x y", true},
		{"push x", "push y x", false},
		{"push -f x", "push y x --force", true},
		{"push -f x", "push y --force", false},
	} {
		table := tableOf(facts)
		entry := table.Read(words("a "+test.entry), "a", "")
		got := false
		for _, inv := range table.Read(words("a "+test.line), "a", "") {
			got = got || inv.Matches(&entry[0])
		}
		if got != test.want {
			t.Errorf("%q matches %q: %v", test.entry, test.line, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, facts := range []string{gnuFacts, posixFacts, singleFacts, tarFacts, psFacts, slashFacts, noneFacts, subFacts, detachFacts, alsoFacts, impliesFacts, untilFacts, manyFacts, patternFacts} {
		f.Add(facts, "-vqn5 x --colo -X y -- -exec rm {} ; /s of=f")
	}
	f.Add("a\nagain 0 9\nlike 7\n>>>> x\n? @9\nonly\n-x\t?\tsep \\", "-x")
	f.Fuzz(func(t *testing.T, facts, line string) {
		p, _ := Decode(facts)
		if p == nil {
			t.Fatal("no program")
		}
		table := NewTable("a\n", "", []Facts{"a\n" + facts})
		all := table.Read(words("a "+line), "a", "")
		if len(all) == 0 || len(all) > maxReadings {
			t.Fatalf("%d readings", len(all))
		}
		for i := range all {
			all[i].Uses()
			all[i].Effects()
			all[i].Refused()
			all[i].Stdin()
			all[i].Fed()
			all[i].Matches(&all[0])
		}
	})
}
