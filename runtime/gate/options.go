package gate

import (
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

// sameOption lists options that mean the same to one command.
var sameOption = []struct{ head, short, long string }{
	{"rm", "r", "recursive"}, {"rm", "R", "recursive"}, {"rm", "f", "force"},
	{"cp", "r", "recursive"}, {"cp", "R", "recursive"}, {"cp", "a", "recursive"}, {"cp", "f", "force"},
	{"mv", "f", "force"}, {"ln", "f", "force"},
	{"chmod", "R", "recursive"}, {"chown", "R", "recursive"}, {"chgrp", "R", "recursive"},
	{"git push", "f", "force"}, {"git push", "d", "delete"}, {"git push", "u", "set-upstream"},
	{"git commit", "n", "no-verify"}, {"git commit", "a", "all"}, {"git merge", "n", "no-stat"},
	{"git clean", "f", "force"}, {"git checkout", "f", "force"}, {"git switch", "f", "force"}, {"git switch", "f", "discard-changes"},
	{"git branch", "d", "delete"}, {"git branch", "f", "force"}, {"git tag", "d", "delete"}, {"git tag", "f", "force"},
	{"git add", "A", "all"}, {"git add", "f", "force"}, {"git rm", "f", "force"}, {"git fetch", "f", "force"}, {"git pull", "f", "force"},
	{"docker rm", "f", "force"}, {"docker rmi", "f", "force"}, {"npm install", "g", "global"}, {"npm i", "g", "global"},
	{"kubectl delete", "f", "filename"}, {"sed", "i", "in-place"}, {"grep", "r", "recursive"}, {"curl", "o", "output"}, {"curl", "k", "insecure"}, {"curl", "X", "request"}, {"curl", "d", "data"}, {"curl", "T", "upload-file"}, {"curl", "F", "form"},
}

// hasWords reports whether the command has the words of the pattern: its
// operands from the start, up to the first option, and the rest anywhere.
func (cmd *command) hasWords(p Pattern) bool {
	want := WordsOf(p)
	name := cmd.name()
	if len(want) == 0 || !str.In(want[0], append(families(str.Lower(name)), name, str.Lower(name))...) {
		return false
	}
	args := cmd.args()
	for _, g := range globals {
		if g.name == name && !isOption(secondOf(want)) {
			args, _ = skipOptions(args, g.args)
		}
	}
	var head []string
	i := 1
	for i < len(want) && !isOption(want[i]) {
		head = append(head, want[i])
		i++
	}
	operands, options := split(args)
	if len(operands) < len(head) {
		return false
	}
	for j, h := range head {
		if !sameWord(operands[j], h) {
			return false
		}
	}
	full := name
	if len(operands) > 0 {
		full = name + " " + operands[0].Text
	}
	for _, w := range want[i:] {
		if isOption(w) && w != "--" {
			if !hasOption(w, options, operands, name, full) {
				return false
			}
			continue
		}
		found := false
		for _, o := range operands[len(head):] {
			found = found || sameWord(o, w)
		}
		for _, o := range options {
			// -XPOST and --request=POST
			found = found || len(o.Text) > len(w)+1 && str.HasSuffix(o.Text, w) && (len(o.Text) == len(w)+2 || o.Text[len(o.Text)-len(w)-1] == '=')
		}
		if !found {
			return false
		}
	}
	return true
}

func secondOf(words []string) string {
	if len(words) > 1 {
		return words[1]
	}
	return ""
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
// on with a slash or a dot is a path.
func mayBeOption(w word.Word) bool {
	if w.Text == "" || w.Text[0] != match.Hole && w.Text[0] != match.HoleWord {
		return false
	}
	return w.Split // in quotes it is one operand, more likely than not
}

// sameWord reports whether an operand is, or could be, the word; /home/../ is /.
func sameWord(w word.Word, text string) bool {
	if w.Text == text || str.CleanOperand(w.Text) == str.CleanOperand(text) {
		return true
	}
	if !w.Holed() {
		return false
	}
	before := 0
	for before < len(w.Text) && w.Text[before] != match.Hole && w.Text[before] != match.HoleWord {
		before++
	}
	return str.HasPrefix(text, w.Text[:before])
}

// hasOption reports whether option, as a pattern writes it, is among those
// of the command.
func hasOption(option string, options, operands []word.Word, name, full string) bool {
	for _, o := range options {
		if o.Text == option || o.Text[0] == match.Hole || o.Text[0] == match.HoleWord {
			return true
		}
	}
	if str.HasPrefix(option, "--") {
		wanted, _, _ := str.Cut(option[2:], '=')
		return hasLong(wanted, options, operands, name, full)
	}
	if len(option) > 4 {
		return false // -delete, -exec: one word, not a cluster
	}
	for j := 1; j < len(option); j++ {
		if !hasShort(option[j], options, operands, name, full) {
			return false
		}
	}
	return true
}

func hasLong(wanted string, options, operands []word.Word, name, full string) bool {
	for _, o := range options {
		if str.HasPrefix(o.Text, "--") {
			// GNU and git take an unambiguous beginning for the whole.
			got, _, _ := str.Cut(o.Text[2:], '=')
			if got == wanted || len(got) >= 3 && str.HasPrefix(wanted, got) {
				return true
			}
			continue
		}
		for _, s := range sameOption {
			if s.long == wanted && (s.head == name || s.head == full) && str.Contains(o.Text, s.short) && len(o.Text) <= 8 {
				return true
			}
		}
	}
	if wanted == "force" && full == "git push" {
		for _, o := range options {
			if isLong(o.Text, "--mirror") {
				return true // every ref, forced
			}
		}
		for _, w := range operands {
			if str.HasPrefix(w.Text, "+") {
				return true
			}
		}
	}
	return false
}

func hasShort(letter byte, options, operands []word.Word, name, full string) bool {
	for _, o := range options {
		if o.Text[0] == '-' && !str.HasPrefix(o.Text, "--") && str.IndexByte(o.Text[1:], letter) >= 0 {
			return true
		}
	}
	if letter == 'D' && full == "git branch" {
		return hasShort('d', options, operands, name, full) && hasShort('f', options, operands, name, full)
	}
	for _, s := range sameOption {
		if s.short == string(rune(letter)) && (s.head == name || s.head == full) {
			if hasLong(s.long, options, operands, name, full) {
				return true
			}
		}
	}
	return false
}
