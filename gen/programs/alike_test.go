package programs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"kei/runtime/invocation"
	"kei/runtime/word"
)

// TestSpellings writes every option of every table, and every example, in each
// way that the program's parser takes for the same: the value in the same word
// or the next, a long name shortened as far as it is the only one that begins
// so, letters in one cluster, operands before or behind options, "--" in front of operands.
// Each must be the same invocation.
func TestSpellings(t *testing.T) {
	table, set := shippedTable(t)
	w := speller{t: t, table: table}
	for _, p := range set.Programs {
		name := p.Program.Name
		if p.Shell != "" {
			continue
		}
		w.command([]string{name}, []*invocation.Command{&p.Command})
	}
	t.Logf("%d spellings of %d calls", w.spellings, w.calls)
}

func shippedTable(t *testing.T) (*invocation.Table, *Set) {
	set, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	table, err := set.Table()
	if err != nil {
		t.Fatal(err)
	}
	return table, set
}

type speller struct {
	t                *testing.T
	table            *invocation.Table
	calls, spellings int
	failed           int
}

// command spells the options of a command and of those below it.
func (w *speller) command(words []string, path []*invocation.Command) {
	c := path[len(path)-1]
	if c.Grammar == invocation.Gnu || c.Grammar == invocation.Posix || c.Grammar == invocation.SingleDash {
		var flags []string
		for i := range c.Options {
			o := &c.Options[i]
			for at, group := range strings.Split(o.Names, ", ") {
				names := slices.DeleteFunc(strings.Fields(group), func(n string) bool {
					return given(c.Options[:i], n) || at > 0 && slices.Contains(strings.Fields(strings.Join(strings.Split(o.Names, ", ")[:at], " ")), n)
				})
				w.option(words, c, o, names)
				if f := flagOf(o, group); f != "" {
					flags = append(flags, f)
				}
			}
		}
		w.clusters(words, c, flags)
	}
	for i := range c.Subs {
		name, _, _ := strings.Cut(strings.TrimSuffix(c.Subs[i].Name, ","), " ")
		if strings.ContainsAny(name, "*#") || len(words) > 3 {
			continue
		}
		w.command(append(slices.Clone(words), name), append(slices.Clone(path), &c.Subs[i]))
	}
}

// plainOption reports whether an option is one whose spellings are those of its
// grammar, and which only words of its own follow.
func plainOption(o *invocation.Option) bool {
	m := o.More
	return !strings.ContainsAny(o.Names, "*#=+/") && !strings.Contains(o.Names, "..") &&
		(m == nil || m.Also == "" && !m.Flag && !m.Detached && m.As == "" && len(m.Keys) == 0 && m.Implies == "")
}

// flagOf is the letter of an option without a value that can stand in a cluster.
func flagOf(o *invocation.Option, group string) string {
	for _, n := range strings.Fields(group) {
		if plainOption(o) && o.Value == "" && len(n) == 2 && n[0] == '-' && n[1] != '-' {
			return n[1:]
		}
	}
	return ""
}

// oneWord reports whether an option takes exactly one word.
func oneWord(o *invocation.Option) bool {
	return o.Value != "" && !strings.ContainsAny(o.Value, " ;") && o.Value[0] != '?' && !strings.HasSuffix(o.Value, "...") && !strings.HasSuffix(o.Value, "*")
}

// option spells one option.
func (w *speller) option(words []string, c *invocation.Command, o *invocation.Option, names []string) {
	if !plainOption(o) {
		return
	}
	var spelled [][]string
	for _, n := range names {
		long := strings.HasPrefix(n, "--") && len(n) > 2
		switch {
		case n == "--" || n == "-" || !strings.HasPrefix(n, "-"):
			return
		case oneWord(o):
			spelled = append(spelled, []string{n, "v4l"})
			if long && c.Grammar != invocation.SingleDash && !given(c.Options, n+"..") || c.Grammar == invocation.SingleDash && !given(c.Options, n+"..") && !given(c.Options, n+"=") {
				spelled = append(spelled, []string{n + "=v4l"})
			} else if len(n) == 2 && !given(c.Options, n+"..") && !given(c.Options, n+"*") {
				spelled = append(spelled, []string{n + "v4l"})
			}
		case o.Value == "":
			spelled = append(spelled, []string{n})
		default:
			return
		}
		if c.Grammar == invocation.SingleDash {
			other := "-" + n
			if long {
				other = n[1:]
			}
			if len(other) > 2 && !given(c.Options, other) && !given(c.Options, n+"..") {
				spelled = append(spelled, append([]string{other}, spelled[len(spelled)-1][1:]...))
				if strings.Contains(spelled[len(spelled)-2][0], "=") {
					spelled[len(spelled)-1][0] += "=v4l"
				}
			}
		}
		if long && c.Grammar != invocation.SingleDash {
			if short := w.shortest(words, n); short != "" {
				if oneWord(o) {
					spelled = append(spelled, []string{short + "=v4l"}, []string{short, "v4l"})
				} else {
					spelled = append(spelled, []string{short})
				}
			}
		}
	}
	w.same(words, spelled)
}

// shortest is the shortest beginning of a long name that no other option of
// these words begins with, "" if it is the name itself.
func (w *speller) shortest(words []string, name string) string {
	all := w.read(words)
	if len(all) != 1 {
		return ""
	}
	var others []string
	for _, c := range all[0].Path {
		for i := range c.Options {
			for _, n := range strings.Fields(strings.ReplaceAll(c.Options[i].Names, ",", " ")) {
				if n != name {
					others = append(others, n)
				}
			}
		}
	}
	for n := 3; n < len(name); n++ {
		short := name[:n]
		if slices.ContainsFunc(others, func(o string) bool {
			head, _, pattern := strings.Cut(o, "*")
			return pattern && len(head) > 2 && strings.HasPrefix(short, head)
		}) {
			return ""
		}
		if !slices.ContainsFunc(others, func(o string) bool { return strings.HasPrefix(o, short) || o == "-"+short[2:] }) && short[2] != '-' && !strings.HasPrefix(short, "--no") {
			return short
		}
	}
	return ""
}

func (w *speller) read(words []string) []invocation.Invocation {
	var list []word.Word
	for _, s := range words {
		list = append(list, word.Word{Text: s})
	}
	return w.table.Read(list, words[0], "")
}

// same holds that words with each of the spellings mean the same.
func (w *speller) same(words []string, spelled [][]string) {
	if len(spelled) < 2 {
		return
	}
	w.calls++
	want := w.meaning(append(slices.Clone(words), spelled[0]...))
	for _, s := range spelled[1:] {
		w.spellings++
		line := append(slices.Clone(words), s...)
		got := w.meaning(line)
		missing := slices.ContainsFunc(strings.Split(want, " | "), func(one string) bool { return !slices.Contains(strings.Split(got, " | "), one) })
		if missing {
			if w.failed++; w.failed < 40 {
				w.t.Errorf("%s is read as\n\t%s\nand %s as\n\t%s", strings.Join(append(slices.Clone(words), spelled[0]...), " "), want, strings.Join(line, " "), got)
			}
		}
	}
}

// clusters holds that letters in one word are those letters.
func (w *speller) clusters(words []string, c *invocation.Command, flags []string) {
	if c.Grammar == invocation.SingleDash || len(flags) < 2 {
		return
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(flags))))
	for range min(len(flags), 6) {
		i, j := rng.IntN(len(flags)), rng.IntN(len(flags))
		apart := []string{"-" + flags[i], "-" + flags[j]}
		if i == j || w.known(words, "-"+flags[i]+flags[j]) {
			continue
		}
		w.same(words, [][]string{apart, {"-" + flags[i] + flags[j]}})
	}
}

// known reports whether a cluster is an option of its own.
func (w *speller) known(words []string, name string) bool {
	all := w.read(append(slices.Clone(words), name))
	return len(all) == 1 && len(all[0].Given) == 1
}

// meaning is what an invocation is to a rule, whatever its spelling.
func (w *speller) meaning(words []string) string {
	var out []string
	for _, inv := range w.read(words) {
		one := strings.Join(inv.Called, " ")
		var given []string
		for i := range inv.Given {
			g := &inv.Given[i]
			s := g.Names()
			for _, v := range g.Values {
				s += "=" + v.Text
			}
			if g.Off {
				s = "not " + s
			}
			given = append(given, s)
		}
		slices.Sort(given)
		one += fmt.Sprint(" ", given)
		for _, o := range inv.Operands {
			one += " " + o.Text
		}
		for _, u := range inv.UnknownOptions {
			one += " ?" + u.Text
		}
		out = append(out, one)
	}
	slices.Sort(out)
	return strings.Join(out, " | ")
}

// TestOrder moves the options of the examples behind their operands and in front
// of them, where their grammar has them anywhere.
func TestOrder(t *testing.T) {
	table, set := shippedTable(t)
	w := speller{t: t, table: table}
	for _, p := range set.Programs {
		if p.Shell != "" {
			continue
		}
		for _, e := range p.Examples {
			for _, words := range simple(e.Command) {
				if len(words) < 3 || strings.Contains(words[0].Text, "/") {
					continue
				}
				w.order(words)
				break
			}
		}
	}
	t.Logf("%d orders of %d calls", w.spellings, w.calls)
}

// order moves one option at a time to the end of the options and operands.
func (w *speller) order(words []word.Word) {
	readings := w.table.Read(words, words[0].Text, "")
	if len(readings) != 1 {
		return
	}
	inv := &readings[0]
	c := inv.Command()
	if strings.Contains(c.Operands, "run:") || strings.Contains(c.Operands, "sh:") {
		return // what follows a command is the command's, in front of it the program's
	}
	if c.Grammar != invocation.Gnu || inv.End >= 0 || len(inv.Operands) == 0 || len(inv.UnknownOptions) > 0 || inv.Unread != nil {
		return
	}
	for _, u := range inv.Uses() {
		if u.Kind == invocation.Run || u.Kind == invocation.Sh || u.Kind == invocation.Args || u.Until || u.Kind == invocation.Perhaps || u.Kind == invocation.Words || u.Kind == invocation.Code || u.Kind == invocation.Module {
			return // what follows a command is the command's
		}
	}
	first, last := inv.At[0], inv.At[len(inv.At)-1]
	line := func(list []word.Word) (out []string) {
		for _, x := range list {
			out = append(out, x.Text)
		}
		return out
	}
	for i := first; i < last; i++ {
		if inv.Parts[i] != invocation.IsOperand {
			return // options stand among them: one order is enough
		}
	}
	var operands, rest []word.Word
	for i, x := range words {
		if slices.Contains(inv.At, i) {
			operands = append(operands, x)
		} else {
			rest = append(rest, x)
		}
	}
	subs := len(inv.Path)
	for subs < len(rest) && inv.Parts[subs] == invocation.IsSub {
		subs++
	}
	for i := range rest[:min(subs, len(rest))] {
		if i > 0 && inv.Parts[i] != invocation.IsSub {
			return // an option in front of a subcommand is another command's
		}
	}
	front := append(slices.Clone(rest), operands...)
	behind := slices.Concat(rest[:min(subs, len(rest))], operands, rest[min(subs, len(rest)):])
	w.same(nil, [][]string{line(words), line(front), line(behind)})
}

// TestNamesOfPrograms holds that every name that a table has means the same to a
// deny rule in each of its spellings: with a g in front where it has one, in
// capitals, in a folder, with the ending of another system.
func TestNamesOfPrograms(t *testing.T) {
	table, set := shippedTable(t)
	n := 0
	for _, p := range set.Programs {
		if p.Shell != "" {
			continue
		}
		for _, name := range append([]string{p.Program.Name}, slices.Concat(texts(p.Names), texts(p.Alike))...) {
			spelled := []string{strings.ToUpper(name), name + ".exe", name + ".EXE"}
			if p.Gnu {
				spelled = append(spelled, "g"+name, "G"+name)
			}
			want := wordsOf(table, name)
			for _, s := range spelled {
				low := strings.ToLower(name)
				_, other := table.Program(low, "")
				if _, exact := table.Program(s, ""); exact || other && low != name || strings.HasSuffix(name, ".exe") {
					continue // R and r, HEAD and head are two
				}
				n++
				if got := wordsOf(table, s); got != want {
					t.Errorf("%s is %q, and %s %q", name, want, s, got)
				}
			}
		}
	}
	t.Logf("%d names", n)
}

// wordsOf is what rules know a program as that is called by a name.
func wordsOf(table *invocation.Table, name string) string {
	all := table.Read([]word.Word{{Text: name}, {Text: "x"}}, name, "")
	if len(all) == 0 {
		return ""
	}
	return all[0].Name
}
