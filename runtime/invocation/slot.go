package invocation

import (
	"kei/runtime/effect"
	"kei/runtime/str"
)

// A Slot is what a word is to a program. It is written as a kind, a colon and a
// name ("write:FILE"), or as a name alone for a word that is only data. Behind
// the name may stand "..." (any number of words), "?" (it may be absent) and
// ";" (words up to one that is ; or +), "*" (any number, and each is a
// command of its own), and in front of those "%": the program itself takes
// patterns of file names in it, also in quotes. Two kinds with | between them are told
// apart by the word: "read|host:SOURCE" is a host if it is written host:path.
// "?" in front, for an option's value: it counts only if it is attached.
type Slot struct {
	Kind     Kind
	Other    Kind   // if the word is written as something elsewhere; Data if there is none
	Lang     string // of a script; of a command, the words in front: "git+push"; of Words: the program
	Name     string
	Many     bool
	Maybe    bool // it may be absent
	Each     bool // many, each a thing of its own
	Until    bool // words up to ; or +
	Pattern  bool // the program takes patterns of file names in it
	Attached bool
}

// A Kind is what a program does with a word.
type Kind uint8

// The kinds, and what each means for the word.
const (
	Data      Kind = iota // text that means nothing outside of the program
	Text                  // a message, a pattern: never a path and never a command
	Read                  // a file or folder that is read
	ReadTree              // all below it is read
	Write                 // a file that is made or changed
	Append                // a file that is added to
	Delete                // a file that is removed
	Tree                  // a folder that is changed or removed with all that is below it
	Made                  // a folder that is made, or removed when it is empty
	Dest                  // written: the file, or in the folder, where files named before get their names
	Into                  // a folder in which files named before get their names
	Move                  // read, and gone afterwards
	Link                  // what a link shows: as good as written
	Archive               // written, in the folder where the program was started
	Cd                    // a folder that the program, or what it runs, works in
	Run                   // a command, as words
	Sh                    // a command, as shell text
	Code                  // text in another language: script(LANG)
	Source                // a file whose text is run: source(LANG)
	Module                // a module that an interpreter runs as a program
	Args                  // what the text in the language beside it is given
	Perhaps               // text that may be run; only deny rules look at it
	Env                   // NAME=VALUE, set for what it runs
	EnvName               // a variable that is printed or passed on
	Host                  // something elsewhere
	URL                   // read from elsewhere
	Config                // a setting, or a file of them, that the program obeys
	Mark                  // what stands for the words of its input in the command it runs
	Symlink               // as Link, seen from the folder of the link
	Output                // written: what a compiler makes, which is no text of the caller's
	Meta                  // a file of which only modes, owners or times change
	Message               // what a person reads: no rule sees it
	Prefix                // the beginning of the names of files that are made
	MetaTree              // as Meta, and all that is below
	WriteTree             // a folder below which files are made or changed
	Beside                // a file that is replaced by one named like it, with another ending
	Words                 // text that is split into further words of the program itself
	Sets                  // the name of a variable of the shell that gets a value
	List                  // a folder below which names are listed
	Options               // options of another program, between blanks: options(tar)
	Number                // a number; anything else is evaluated
	Prompt                // a text that a shell expands before it shows it
	Only                  // a pattern: nothing else below a folder is looked at
	Except                // a pattern of what is not looked at
	Skip                  // what is left out without being asked to
	Rewrite               // a file that is rewritten, or those below a folder; none is made or removed
	Secret                // a password, a token: the log of a gate has it not
	Called                // the name under which what it runs is started
	Clear                 // a folder that is removed with all that is below it, and made anew
	Flow                  // what goes through a pipe: what it prints, or does with what it is fed
	Loads                 // names of files of the project that it runs, wherever they lie: loads(LANG)
	Target                // a name that is a file which it makes, if it is one
	Repo                  // a folder, or a file, of a repository that is made: no effect but the program's own
	Within                // a folder in which the program makes what it makes
	Suffix                // what the names of the copies end in that it keeps of what it writes
)

// kinds are their names in a slot.
var kinds = [...]string{
	"", "text", "read", "readtree", "write", "append", "delete", "tree", "make", "dest", "into", "move", "link", "archive",
	"cd", "run", "sh", "script", "source", "module", "args", "maybe", "env", "envname", "host", "url", "config", "mark",
	"symlink", "output", "meta", "message", "prefix", "metatree", "writetree", "beside", "words", "sets", "list", "options", "number", "prompt",
	"only", "except", "skip", "rewrite", "secret", "called", "clear", "flow", "loads", "target", "repository", "within", "suffix",
}

// Kinds lists the names of kinds as slots have them.
func Kinds() []string { return append([]string(nil), kinds[1:]...) }

// KindNamed is the kind of that name.
func KindNamed(name string) (Kind, bool) {
	for i, k := range kinds {
		if k == name {
			return Kind(i), true
		}
	}
	return Data, false
}

func (k Kind) String() string { return kinds[k] }

// ParseSlot reads one slot. That it is well formed was proven when the table
// was made; ok is false if it is not.
func ParseSlot(s string) (slot Slot, ok bool) {
	if str.HasPrefix(s, "?") {
		slot.Attached, s = true, s[1:]
	}
	switch {
	case str.HasSuffix(s, "..."):
		slot.Many, s = true, s[:len(s)-3]
	case str.HasSuffix(s, "*"):
		slot.Many, slot.Each, s = true, true, s[:len(s)-1]
	case str.HasSuffix(s, ";"):
		slot.Until, s = true, s[:len(s)-1]
	case str.HasSuffix(s, "?"):
		slot.Maybe, s = true, s[:len(s)-1]
	}
	if len(s) > 1 && str.HasSuffix(s, "%") {
		slot.Pattern, s = true, s[:len(s)-1]
	}
	kind, name, has := str.Cut(s, ':')
	if !has {
		slot.Name = s
		return slot, s != ""
	}
	slot.Name = name
	first, second, _ := str.Cut(kind, '|')
	if i := str.IndexByte(first, '('); i > 0 && str.HasSuffix(first, ")") {
		slot.Lang, first = first[i+1:len(first)-1], first[:i]
	}
	slot.Kind, ok = KindNamed(first)
	if second != "" && ok {
		slot.Other, ok = KindNamed(second)
	}
	switch slot.Kind {
	case Code, Source, Loads:
		return slot, ok && slot.Lang != ""
	case Run, Sh, Words, Options:
		return slot, ok
	}
	return slot, ok && slot.Lang == ""
}

// Prefix is the words that stand in front of those of a command: git of
// run(git):WORDS.
func (s Slot) Prefix() []string {
	var list []string
	for rest := s.Lang; rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, '+')
		list = append(list, one)
	}
	return list
}

// Suffix is the words that its program puts behind those of a command: host and
// rsync of sh:COMMAND+host+rsync.
func (s Slot) Suffix() []string {
	_, rest, _ := str.Cut(s.Name, '+')
	var list []string
	for rest != "" {
		var one string
		one, rest, _ = str.Cut(rest, '+')
		list = append(list, one)
	}
	return list
}

// slots reads a list of slots between blanks.
func slots(spec string) []Slot { return appendSlots(nil, spec) }

// A fewSlots is room on the stack for as many as most lists have.
type fewSlots [4]Slot

func appendSlots(list []Slot, spec string) []Slot {
	for spec != "" {
		var one string
		if one, spec, _ = str.Cut(spec, ' '); one != "" {
			slot, _ := ParseSlot(one)
			list = append(list, slot)
		}
	}
	return list
}

// Reads, Writes and Deletes say what becomes of a file in a slot of the kind.
func (k Kind) Reads() bool {
	return k == Read || k == ReadTree || k == List || k == Source || k == Move || k == Beside
}

// Writes reports whether it is made or changed.
func (k Kind) Writes() bool {
	switch k {
	case Write, Append, Made, Dest, Into, Link, Symlink, Output, Meta, Archive, Prefix, MetaTree, WriteTree, Beside, Rewrite, Clear, Repo, Within:
		return true
	}
	return false
}

// Deletes reports whether it may be gone afterwards.
func (k Kind) Deletes() bool {
	return k == Delete || k == Tree || k == Clear || k == Move || k == Beside
}

// Effects are what a command does that has a word of the kind.
func (k Kind) Effects() (set effect.Set) {
	if k.Reads() {
		set |= effect.Reads
	}
	if k.Writes() && k != Repo && k != Within {
		set |= effect.Writes
	}
	if k.Deletes() {
		set |= effect.Deletes
	}
	switch k {
	case URL:
		set |= effect.Fetches
	case Host:
		set |= effect.Sends
	}
	return set
}
