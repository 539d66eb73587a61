package invocation

import (
	"kei/runtime/effect"
	"kei/runtime/str"
)

// A Table is all that is known of programs. It is constant data: names are
// sorted, and nothing is built when a gate starts.
type Table struct {
	Letters  []Letter // the names, and the programs, that begin with each
	Families string   // names with a pattern in them: "python3.*\tpython"
}

// A Letter is what begins with one byte: who looks for a name touches few of a
// table's pages.
type Letter struct {
	First byte
	Names string   // a line each, sorted for a binary search: "7za\t7z"; see [Table.entry]
	IDs   string   // the first lines of the programs' texts, a line each
	Facts Facts    // the texts in that order, one behind the other
	Sizes []uint16 // of each, in bytes

	Indexed []Indexed // the texts that have an index
}

// Indexed says what the index of the N-th text of a letter is: see [Index].
type Indexed struct {
	N     int
	Index string
}

// Sum tells a table from another one: two that say the same of programs have the same.
// It is no proof against whoever wants two to look alike.
func (t *Table) Sum() string {
	if t == nil {
		return ""
	}
	h := uint64(14695981039346656037) // FNV-1a
	add := func(text string) {
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211 // which is in no text
	}
	add(t.Families)
	for i := range t.Letters {
		l := &t.Letters[i]
		add(string(l.First))
		add(l.Names)
		add(l.IDs)
		for i := range l.Sizes {
			add(Packed(l.facts(i), func(s string) string { return Plain(unpacked(s)) }))
		}
	}
	const digits = "0123456789abcdef"
	var b [16]byte
	for i := range b {
		b[i] = digits[h>>(60-4*i)&15]
	}
	return string(b[:])
}

// NewTable sorts the lines of names, and programs, by what they begin with.
func NewTable(names, families string, programs []Facts) *Table {
	t := &Table{Families: families}
	for rest := names; rest != ""; {
		var line string
		if line, rest, _ = str.Cut(rest, '\n'); line != "" {
			t.makeLetter(line[0]).Names += line + "\n"
		}
	}
	for _, f := range programs {
		id, _, _ := str.Cut(f, '\n')
		l := t.makeLetter(id[0])
		l.IDs += id + "\n"
		l.Facts += f
		if index := Index(f); index != "" {
			l.Indexed = append(l.Indexed, Indexed{len(l.Sizes), index})
		}
		l.Sizes = append(l.Sizes, uint16(len(f)))
	}
	return t
}

func (t *Table) makeLetter(first byte) *Letter {
	if l := t.letter(string([]byte{first})); l != nil {
		return l
	}
	t.Letters = append(t.Letters, Letter{First: first})
	return &t.Letters[len(t.Letters)-1]
}

// letter is what begins as a name does, nil if nothing does.
func (t *Table) letter(name string) *Letter {
	for i := range t.Letters {
		if name != "" && t.Letters[i].First == name[0] {
			return &t.Letters[i]
		}
	}
	return nil
}

// A Program is a program, its own words and those of its subcommands.
type Program struct {
	Name    string // the canonical one
	Gnu     bool   // it goes by its name with a g in front, too
	Tried   string // names of others that are read alike for which an example was run, between blanks
	Says    string // what sort of text it prints, entries between blanks: see says.go
	Command Command
}

// A Command is a program or one of its subcommands. Operands and the values of
// options are written as slots: see [Slot].
type Command struct {
	Name     string // a subcommand's names, between blanks, of several that are alike with ", " between them; * stands for any text
	Grammar  Grammar
	Effects  effect.Set
	Proven   bool // an example that is run shows the effects, or a manual that is named
	Options  []Option
	Operands string
	Subs     []Command
	More     *More // what few have

	below *below // subcommands that are read when they are named, in place of Subs
}

// More is what few commands have.
type More struct {
	Single     string     // the slots if there is just one operand
	Alone      effect.Set // added if it is given no operand: env, export
	Words      []Option   // operands that mean something by how they are written: +*
	When       []When
	Unknown    Unknown // what a first word is that is no subcommand
	Stdin      string  // a slot's kind: what its input is if nothing names its program
	Unnamed    string  // it writes files that it does not name: how a message says it
	As         string  // the program whose table reads the words from here on
	Feed       string  // how words of its input get into the command it runs: "append", or the mark that they stand for
	Values     string  // the operand behind which are the words that it feeds: :::
	Persistent bool    // its options may stand behind a subcommand
	Open       bool    // plugins give it options that no table knows
	Remote     bool    // what it runs runs elsewhere
	Project    bool    // what it runs is the project's own: a rule about an interpreter is not about it
	Elsewhere  bool    // what it runs may be another program by that name, or in another file system
	Default    string  // slots with words in place of names: what it uses if nothing of their kind is given
	Profiles   string  // files that it runs when it starts, whatever it is told, between blanks
	Means      string  // what else deny rules know it as: git push
	Here       bool    // a path of its own is made in the folder it runs in, named like its operand
	Passes     bool    // what it runs has the environment and the folder that it has itself
	Removes    bool    // what it does to a tree is to delete of it; of any other program a tree is something that it changes
	Refuse     string  // why it is denied
	Unsure     string  // why no allowlist can have it
}

// An Option is one option, or several that are alike: names of one are
// separated by blanks, different options by ", ".
type Option struct {
	Names string
	Value string      // slots, "" if it takes no value; ?SLOT: only if attached
	More  *OptionMore // what few have
}

// OptionMore is what few options have.
type OptionMore struct {
	Effects  effect.Set // added to those of the command
	Only     bool       // Effects are in place of the command's own: --dry-run, --help
	Proven   bool       // with Only: an example that is run shows it
	Implies  string     // options, between blanks, that count as given too
	Keys     []Option   // its value is key=value pairs: their slots
	Sep      string     // the bytes that stand between the pairs, "" if there is one
	Also     string     // how other systems read its value, if they differ
	Flag     bool       // with Also: elsewhere it takes none
	Detached bool       // in a cluster, too, its value is the next word
	Free     bool       // it changes nothing of what is done: --no-pager
	Widens   bool       // it is done to more than the operands name: --all
	Stdin    string     // as in [More]; [StdinData]: it is only data
	Unnamed  string
	Feed     string
	Remote   bool
	Refuse   string
	Unsure   string
	As       string // the program whose table reads what is behind
	Settings string // of a variable: it leads to settings, in a folder to those under a name of this pattern
	Exported bool   // of a variable: it is known only where programs see it
}

// StdinData is the Stdin of an option with which a program does not run its
// input.
const StdinData = "-"

// A When replaces what a command's slots are if one of the options is given.
type When struct {
	Given    string // names of options, between blanks
	Operands string
	Single   string
	Effects  effect.Set // added
	Options  []Option   // in place of those with the same names
	Stdin    string
	Unnamed  string
	Default  string
	Set      uint8 // which of Operands, Stdin, Unnamed are set, for those set to nothing
}

// What is set in a When though it may be empty.
const (
	SetOperands = 1 << iota
	SetStdin
	SetUnnamed
	SetDefault
)

// A Grammar says how words are told apart.
type Grammar uint8

const (
	Gnu        Grammar = iota // options anywhere, clusters, long ones may be shortened
	Posix                     // options end at the first operand
	SingleDash                // -name and --name are one, no clusters: go, java, terraform
	Tar                       // the first word may be a cluster without a dash
	PowerShell                // -Name value, -Name:value, in any case, shortened
	Slash                     // /x, as cmd has it
	None                      // no options: every word is an operand
	Variables                 // every word is NAME=VALUE, and its name, or all of it, an option
)

// Unknown says what the first operand of a command with subcommands is if it
// is none of them.
type Unknown uint8

const (
	Operand  Unknown = iota // an operand
	Error                   // an error of the caller's
	Script                  // a script of the worktree
	Alias                   // an alias for any of them
	External                // a program of its own
)
