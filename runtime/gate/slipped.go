package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A word that a command gets from another one, by $(...) or xargs, may be an option of
// it: which, nobody knows before the call runs. Rules that deny let it pass, as what
// lies on a disk is seldom called -opackage.json. Where a text of the call itself holds
// such a word, though, that the call prints, writes, takes for a format or a message, it
// may be what comes in: sort $(cat list) behind echo -opackage.json >list. The command
// is then judged with it, too.

// Bounds on what a call's texts are tried for.
const (
	maxSlipped   = 20000 // readings of a command with a word in it
	maxSlips     = 8000  // words that may come in
	maxSaidWords = 200   // words that stand behind an option which stands alone
)

// A slip is what may come into a command: an option, and the words that stand behind
// it in its text.
type slip struct {
	words []string
	ends  bool // there is nothing behind it
}

// withSlips adds commands as they are with an option from the call's texts.
func (u *unfolding) withSlips() {
	var s *slips
	count := len(u.list)
	for i := 0; i < count; i++ {
		cmd := &u.list[i]
		if cmd.literal || cmd.guess != "" || cmd.variable || len(cmd.readings) == 0 {
			continue
		}
		for at := 1; at < len(cmd.Words) && cmd.Words[at].Text != "--"; at++ {
			w := cmd.Words[at]
			if !mayBring(w) {
				continue
			}
			if s == nil {
				s = &slips{u: u, have: map[string]bool{}}
				s.collect(count)
			}
			if s.into(u.list[i], at); s.full {
				u.cannot("the call has more than " + str.Itoa(maxSlips) + " words that may come into a command as options; split it up")
				return
			}
			cmd = &u.list[i]
		}
	}
}

// mayBring reports whether a word stands for what another command may print, which may
// begin with a dash.
func mayBring(w word.Word) bool {
	return w.Holed() && (w.Split || match.Holed(w.Text[:1])) || w.Glob && str.HasSuffix(w.Text, "/**")
}

// slips are what the texts of a call hold that could be options.
type slips struct {
	u     *unfolding
	list  []slip
	have  map[string]bool
	said  []string // words of the texts
	tried int
	done  []string // commands that were tried
	full  bool
}

// collect reads the texts of the first so many commands.
func (s *slips) collect(count int) {
	for i := range count {
		for _, text := range s.u.list[i].texts() {
			s.text(text)
		}
	}
}

// texts are what of a command may get to be printed or kept: all but its options.
func (cmd *command) texts() (list []string) {
	if cmd.Stdin != nil {
		list = append(list, cmd.Stdin.Text)
	}
	for _, a := range cmd.Assigns {
		list = append(list, a.Value.Text)
	}
	for _, r := range cmd.Redirs {
		if r.Write {
			list = append(list, r.Target.Text)
		}
	}
	if len(cmd.Words) == 0 || cmd.literal {
		return list
	}
	switch cmd.saysText() {
	case invocation.SaysWords, invocation.SaysFormat:
		said, _ := cmd.says()
		for _, w := range said {
			list = append(list, w.Text)
		}
		return append(list, renderAllow(cmd.Words[1:]))
	}
	for i := range cmd.readings {
		list = append(list, textsOf(&cmd.readings[i])...)
	}
	for _, w := range cmd.Words[1:] {
		if len(cmd.readings) == 0 && !isOption(w.Text) {
			list = append(list, w.Text)
		}
	}
	return list
}

// textsOf are the words of a command that are no options, and those that it does not run:
// what it runs is a command itself.
func textsOf(inv *invocation.Invocation) (list []string) {
	var run []string
	for _, use := range inv.Uses() {
		if k := use.Resolved(); k == invocation.Run || k == invocation.Sh {
			for _, w := range use.Words {
				run = append(run, w.Text)
			}
		}
	}
	words := inv.Operands
	for at := range inv.Given {
		words = append(words[:len(words):len(words)], inv.Given[at].Values...)
	}
	for _, w := range words {
		if !str.In(w.Text, run...) {
			list = append(list, w.Text)
		}
	}
	return list
}

// text adds what stands in a text.
func (s *slips) text(text string) {
	if str.IndexByte(text, '-') < 0 || len(text) > maxProgram {
		s.words(text)
		return
	}
	plain := unslashed(text)
	s.words(plain)
	for i := 0; i < len(plain); i++ {
		if plain[i] != '-' || i > 0 && plain[i-1] == '-' {
			continue
		}
		line, _, _ := str.Cut(plain[i:], '\n')
		s.add(line, i == 0 || !isPartOfWord(plain[i-1]))
		if i > 0 && !isPartOfWord(plain[i-1]) && str.IndexByte(blanks, plain[i-1]) < 0 { // s/^/-Icurl/
			if part, _, ok := str.Cut(line, plain[i-1]); ok {
				s.add(part, true)
			}
		}
		for _, ends := range [...]string{"\"'`", "\"'`;&|()<>{}"} {
			if end := firstOf(line, ends); end > 0 {
				s.add(line[:end], true)
			}
		}
	}
}

// words adds the words of a text.
func (s *slips) words(text string) {
	for _, w := range str.Fields(text) {
		if len(s.said) < maxSaidWords && !str.In(w, s.said...) {
			s.said = append(s.said, w)
		}
	}
}

// add adds an option and what stands behind it. ends says that, if that is nothing, it may
// be what stands elsewhere.
func (s *slips) add(line string, ends bool) {
	words := str.Fields(line)
	if len(words) == 0 || len(words) > 1 && str.OnlyOf(words[0], "-") || s.full {
		return
	}
	if len(words) > 8 {
		words = words[:8]
	}
	if key := str.Join(words, " "); !s.have[key] {
		s.have[key] = true
		s.full = len(s.list) >= maxSlips
		s.list = append(s.list, slip{words, ends && len(words) == 1})
	}
}

// isPartOfWord reports whether a byte is a letter, a digit or one that stands among them.
func isPartOfWord(c byte) bool { return c >= 0x80 || c == '_' || isLetter(c) || c >= '0' && c <= '9' }

// unslashed is a text without backslashes, as sed and others read what they put in:
// \x2d and \055 are a dash.
func unslashed(text string) string {
	if str.IndexByte(text, '\\') < 0 {
		return text
	}
	var b []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b = append(b, text[i])
			continue
		}
		i++
		switch n := dashAt(text[i:]); {
		case n > 0:
			b, i = append(b, '-'), i+n-1
		case str.IndexByte("nt", text[i]) >= 0:
			b = append(b, '\n')
		default:
			b = append(b, text[i])
		}
	}
	return string(b)
}

// dashAt is the length of the number of a dash that a text begins with, 0 if with none.
func dashAt(text string) int {
	for _, dash := range [...]string{"x2d", "055", "o055", "d045", "u002d"} {
		if len(text) >= len(dash) && str.Lower(text[:len(dash)]) == dash {
			return len(dash)
		}
	}
	return 0
}

// into tries each slip in the place of a word of a command.
func (s *slips) into(cmd command, at int) {
	key := renderAllow(cmd.Words) + " " + str.Itoa(int64(at))
	if str.In(key, s.done...) {
		return
	}
	s.done = append(s.done, key)
	for _, one := range s.list {
		s.try(cmd, at, one.words)
		if !one.ends {
			continue
		}
		dash := one.words[0] == "-" || one.words[0] == "--"
		for _, w := range s.said {
			if dash {
				s.try(cmd, at, []string{one.words[0] + w})
				s.try(cmd, at, []string{one.words[0] + w[1:]})
			} else {
				s.try(cmd, at, []string{one.words[0], w})
			}
		}
	}
}

// try adds the command with words in the place of one that is not known, if the first of
// them makes it do more.
func (s *slips) try(cmd command, at int, words []string) {
	if s.full {
		return
	}
	for _, kept := range [...]bool{false, true} {
		if kept && !cmd.Words[at].Split {
			return
		}
		next := command{remote: cmd.remote, foreign: cmd.foreign, by: cmd.by, shell: cmd.shell}
		next.Dirs, next.Piped, next.Stdin = cmd.Dirs, cmd.Piped, cmd.Stdin
		next.Words = spliced(cmd.Words, at, kept, words)
		without := next
		without.Words = spliced(cmd.Words, at, kept, words[1:])
		if more := s.u.dares(&next); more > 0 && more > s.u.dares(&without) {
			s.judge(next, cmd.at)
		}
		s.tried++
		s.full = s.full || s.tried > maxSlipped
	}
}

// spliced are words with texts in the place of one, or behind it: what an option in front
// of it takes, or its own first.
func spliced(words []word.Word, at int, kept bool, texts []string) (list []word.Word) {
	list = append(list, words[:at]...)
	if kept {
		list = append(list, word.Word{Text: string(rune(match.HoleWord))})
	}
	for _, text := range texts {
		list = append(list, word.Word{Text: text})
	}
	return append(list, words[at+1:]...)
}

// judge adds a command that may be what runs, and what it runs.
func (s *slips) judge(next command, from int) {
	inner := unfolding{call: s.u.call}
	inner.add(next, maxNesting/2)
	for i, c := range inner.list {
		c.literal, c.slip = true, i == 0
		c.at, c.from = len(s.u.list), from+1
		s.u.list = append(s.u.list, c)
	}
	s.full = s.full || len(s.u.list) > maxJudged
}

// dares counts what a command does beside reading and printing, by the reading that has most.
func (u *unfolding) dares(cmd *command) (most int) {
	for _, inv := range u.readings(cmd) {
		if len(inv.UnknownOptions) > 0 {
			continue // what is no option does nothing
		}
		n := 0
		for _, use := range inv.Uses() {
			switch k := use.Resolved(); {
			case runsSomething(k):
				n++ // the words of what runs are its own
			case !k.Effects().Within(effect.Prints | effect.Reads):
				n += max(1, len(use.Words))
			}
		}
		for set := inv.Effects() &^ (effect.Prints | effect.Reads); set != 0; set &= set - 1 {
			n++
		}
		most = max(most, n)
	}
	return most
}
