package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A pattern of plain words with an option among them, such as
// ^git push --force( |$), means that option wherever it stands and however it
// is written: git push origin main -f is the same command.

// WordsOf returns the words of a pattern that is nothing but words from the
// start of the command, and nil for any other pattern.
func WordsOf(p Pattern) []string {
	s := string(p)
	if !str.HasPrefix(s, "^") {
		return nil
	}
	s = s[1:]
	for _, end := range [...]string{"( |$)", "(?: |$)", `(\s|$)`, `(?:\s|$)`, "( .*)?$", "(?: .*)?$", `\b`, "$"} {
		if str.HasSuffix(s, end) {
			s = s[:len(s)-len(end)]
			break
		}
	}
	var words []string
	cur := []byte(nil)
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '\\' && i+1 < len(s) && s[i+1] == 's' || b == ' ':
			if b == '\\' {
				i++
			}
			if i+1 < len(s) && s[i+1] == '+' {
				i++
			}
			if len(cur) > 0 {
				words = append(words, string(cur))
				cur = nil
			}
		case b == '\\' && i+1 < len(s) && !isLetter(s[i+1]):
			i++
			cur = append(cur, s[i])
		case str.IndexByte(`\.+*?()|[]{}^$`, b) >= 0:
			if b == '.' && (i+1 == len(s) || str.IndexByte("*+?{", s[i+1]) < 0) {
				cur = append(cur, b) // written for itself more often than not
				continue
			}
			return nil
		default:
			cur = append(cur, b)
		}
	}
	if len(cur) > 0 {
		words = append(words, string(cur))
	}
	return words
}

func isLetter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

// OptionPatterns lists, two bytes each, which of a rule's patterns are words
// with an option among them: the form in which [Table] holds the list.
func OptionPatterns(patterns []Pattern) string {
	var list []byte
	for i, p := range patterns {
		words := WordsOf(p)
		for _, w := range words {
			if len(words) > 1 && w != words[0] && isOption(w) && i < 1<<16 {
				list = append(list, byte(i>>8), byte(i))
				break
			}
		}
	}
	return string(list)
}

func optionPatterns(list string) []int {
	var out []int
	for i := 0; i+1 < len(list); i += 2 {
		out = append(out, int(list[i])<<8|int(list[i+1]))
	}
	return out
}

// hasWords reports whether the command has the words of the pattern, read by
// the tables: the options however they are written, the operands in front.
func (cmd *command) hasWords(programs *invocation.Table, p Pattern) bool {
	want := WordsOf(p)
	if len(want) == 0 || len(cmd.Words) == 0 {
		return false
	}
	if len(cmd.readings) == 0 {
		return cmd.hasWordsAsWritten(want)
	}
	var words []word.Word
	for _, w := range want {
		words = append(words, word.Word{Text: w})
	}
	if entries := programs.Read(words, want[0], cmd.shell); len(entries) > 0 {
		for i := range cmd.readings {
			if cmd.readings[i].Matches(&entries[0]) { // the first reading is the plain one
				return true
			}
		}
	}
	return cmd.hasWordsAsWritten(want)
}

// hasWordsAsWritten is hasWords where no table has the program: its operands
// from the start, up to the first option, and the rest anywhere.
func (cmd *command) hasWordsAsWritten(want []string) bool {
	name := cmd.name()
	if !str.In(want[0], name, str.Lower(name)) {
		return false
	}
	var head []string
	i := 1
	for i < len(want) && !isOption(want[i]) {
		head = append(head, want[i])
		i++
	}
	operands, options := split(cmd.Words[1:])
	if len(operands) < len(head) {
		return false
	}
	for j, h := range head {
		if !invocation.SameWord(operands[j], h) {
			return false
		}
	}
	for _, w := range want[i:] {
		if isOption(w) && w != "--" {
			if !hasOption(w, options) {
				return false
			}
			continue
		}
		if !among(w, operands[len(head):], options) {
			return false
		}
	}
	return true
}

// among reports whether a word is one of the operands, or the value of an
// option in the same word: -XPOST, --request=POST.
func among(w string, operands, options []word.Word) bool {
	for _, o := range operands {
		if invocation.SameWord(o, w) {
			return true
		}
	}
	for _, o := range options {
		if len(o.Text) > len(w)+1 && str.HasSuffix(o.Text, w) && (len(o.Text) == len(w)+2 || o.Text[len(o.Text)-len(w)-1] == '=') {
			return true
		}
	}
	return false
}

func split(args []word.Word) (operands, options []word.Word) {
	for i, w := range args {
		if w.Text == "--" {
			return append(operands, args[i+1:]...), options
		}
		if isOption(w.Text) {
			options = append(options, w)
			continue
		}
		if mayBeOption(w) {
			options = append(options, w)
		}
		operands = append(operands, w)
	}
	return operands, options
}

// mayBeOption reports whether an unknown word could be an option: one that goes
// on with a slash or a dot is a path. In quotes it is one operand, more likely
// than not.
func mayBeOption(w word.Word) bool {
	return w.Text != "" && (w.Text[0] == match.Hole || w.Text[0] == match.HoleWord) && w.Split
}

// hasOption reports whether option, as a pattern writes it, is among those
// of a command: an unambiguous beginning, a letter of a cluster.
func hasOption(option string, options []word.Word) bool {
	for _, o := range options {
		if o.Text == option || o.Text[0] == match.Hole || o.Text[0] == match.HoleWord {
			return true
		}
	}
	if str.HasPrefix(option, "--") {
		wanted, _, _ := str.Cut(option[2:], '=')
		for _, o := range options {
			if got, _, _ := str.Cut(o.Text, '='); str.HasPrefix(got, "--") && len(got) >= 5 && str.HasPrefix("--"+wanted, got) {
				return true
			}
		}
		return false
	}
	if len(option) > 4 {
		return false // -delete, -exec: one word, not a cluster
	}
	for j := 1; j < len(option); j++ {
		found := false
		for _, o := range options {
			found = found || o.Text[0] == '-' && !str.HasPrefix(o.Text, "--") && str.IndexByte(o.Text[1:], option[j]) >= 0
		}
		if !found {
			return false
		}
	}
	return true
}
