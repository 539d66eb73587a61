// Package word is shell text after it was read: simple commands and their words,
// with holes where something is only known when it runs.
package word

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// A Script is shell text as far as it can be known without running it: every
// simple command anywhere in it, in the order of the text. Where a variable has
// one of several known values, a command appears once for each.
type Script struct {
	Commands []Command

	// Unread says what of the text cannot be known ("the command word $x is
	// computed at run time"); a policy with any command rule denies it.
	Unread []string

	// Unsure says what would only be harmless with benign data (arithmetic on
	// the output of a command); a policy with an allowlist denies it.
	Unsure []string

	// Subscripts are texts in the brackets of words. Where something is evaluated
	// as arithmetic that is not known, and they have come into it, they may run:
	// bash goes into the names and subscripts of what it evaluates.
	Subscripts []string
	Evaluates  bool // something is evaluated whose value is not a number known here
}

// A Reading is how a text is to be read.
type Reading struct {
	Shell string // the shell that reads it, "" for bash
	Temp  string // what TMPDIR is to begin with, "" if that is not known
	Known Known  // what is known of programs, nil if nothing is
	Given []Word // what it is started with, $0 first; empty if that is not known
}

// Known is what the tables say that programs print: see says.go of invocation.
type Known interface {
	SaysFacts(name string) bool
	SaysWord(words []string) (sort string)
	SaysText(name string, words []string) (sort string)
	SaysNumber(words []string) bool
	SaysItself(words []string, variable string) bool
}

// A Command is one simple command: assignments, words and redirections. A
// compound command that is redirected appears as a Command without words.
type Command struct {
	Assigns []Assign
	Words   []Word
	Redirs  []Redirect

	// Dirs are the folders it may run in, relative to the call's own; a cd that
	// may fail leaves two. The empty list is the call's folder.
	Dirs []Word

	Piped bool   // its standard input is another command's output
	Alone bool   // and all of that is what one simple command prints, the errors of which go elsewhere
	Stdin *Word  // text it is fed by a here-document or here-string, nil if none
	Into  []Word // the command that its output goes to and nowhere else, nil if it is not one of plain words

	Function bool // its first word is a function that the script itself defines
}

// A Word is one word of a command after the shell's quote removal. What is not
// known until it runs is a hole in Text: [match.Hole] where any text can stand,
// [match.HoleWord] where any text without blanks can.
type Word struct {
	Text  string
	Split bool // a hole is unquoted: the word may become several
	Glob  bool // unquoted * ? [ in Text stand for file names
	Part  bool // ... of what is there, and Text is more than that: what it is may not be there yet
	Home  bool // the leading ~ of Text is unquoted, or was $HOME: it is a home folder
	Plain bool // the hole at its beginning is no dash: it is a folder, a commit, a date
	Made  bool // a hole in Text is what a command of the text itself prints
	Set   bool // the hole at its beginning may hold what the text itself put there: in a variable, by a command's output
	Said  bool // a hole in Text is of lines that a command of the text itself prints, names as a rule
	From  int  // the hole that is all of Text is a line of what this command of the script prints, counted from 1: the last of a pipe; 0 if none does
}

// Here is how a word names the folder that its command runs in, where the text
// has $PWD or $(pwd). It is what the system calls it, too.
const Here = "/proc/self/cwd"

// Fresh is how a word names a file or folder that mktemp makes.
const Fresh = "/tmp/tmp.mktemp-names-it"

// Known reports whether nothing of the word is left to run time.
func (w Word) Known() bool { return !w.Glob && !w.Holed() }

// Named reports whether the word is a program in a folder that is not known:
// what it is called is there, behind the last slash.
func (w Word) Named() bool {
	if w.Glob || w.Split {
		return false
	}
	i := str.LastIndexByte(w.Text, '/')
	return i >= 0 && i+1 < len(w.Text) && !(Word{Text: w.Text[i:]}).Holed()
}

// Holed reports whether the text has a hole.
func (w Word) Holed() bool { return match.Holed(w.Text) }

// Spills reports whether the word may become several, of which only the first
// begins as it does.
func (w Word) Spills() bool { return w.Split && w.Holed() }

// An Assign is NAME=value before a command's words, or alone.
type Assign struct {
	Name     string
	Value    Word
	Exported bool // programs that are run have it: it stands in front of one, or is exported
}

// A Redirect is one redirection of a command to or from a file. Those between
// descriptors and here-documents are not in it.
type Redirect struct {
	Write  bool
	Read   bool
	Target Word

	// Reopens: it gives a number beside 0 a file that was opened to be read, or
	// that of 0. Behind /dev/stdout and its like stands what the number has.
	Reopens bool
}

// Unseen reports whether text has a character that is not seen and moves nothing,
// or turns the direction of what is seen: such a word reads as another.
func Unseen(text string) bool {
	for _, r := range text {
		switch {
		case r < 0x80:
		case r == 0x00AD, r == 0x061C, r == 0x180E, r == 0xFEFF, r >= 0x200B && r <= 0x200F,
			r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x2069:
			return true
		}
	}
	return false
}

// Shown renders a word for a message, holes as "...".
func (w Word) Shown() string {
	if !w.Holed() {
		return w.Text
	}
	s := ""
	for i := 0; i < len(w.Text); i++ {
		if w.Text[i] == match.Hole || w.Text[i] == match.HoleWord {
			s += "<...>"
		} else {
			s += w.Text[i : i+1]
		}
	}
	return s
}
