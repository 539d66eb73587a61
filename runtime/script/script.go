// Package script reads the little languages inside of command lines: a sed
// script, an awk program, the text behind python -c, SQL, a line of git's
// configuration. Each is one file and one line of [Languages]; each says what
// the text runs, reads and writes, and what cannot be known of it.
//
// Nothing here knows which program was started with the text. That is what the
// tables of programs say: "-e" = "script(sed):SCRIPT".
package script

import (
	"kei/runtime/effect"
	"kei/runtime/word"
)

// A Text is a script as a command is given it.
type Text struct {
	word.Word             // what is written; it may have holes
	Program   string      // the program that runs it, for messages: "python3"
	Args      []word.Word // what the script is given beside its text, "$1" of sh -c TEXT
}

// Found is what a script does, as far as its text shows.
type Found struct {
	Runs    [][]word.Word // commands, each as its words
	Shell   []word.Word   // shell text that it runs
	Maybe   []string      // text that it may run as a command; only deny rules look at it
	Reads   []word.Word   // files
	Writes  []word.Word   // files that it makes or changes
	Deletes []word.Word   // files that it removes

	WritesAny bool // it can write files that it does not name

	Effects effect.Set // beside those of what it runs, reads and writes

	Unread []string // why no policy with a command rule can judge it
	Unsure []string // why no allowlist can
}

// A Language reads one of the little languages. budget is how many bytes of
// scripts the call may still have read; a reader that needs more than one pass
// says so by what it takes off.
type Language struct {
	Name string
	Read func(Text) Found
}

// Named is the language of that name, nil if there is none.
func Named(name string) *Language {
	for i := range Languages {
		if Languages[i].Name == name {
			return &Languages[i]
		}
	}
	return nil
}

// Names lists the languages.
func Names() []string {
	var list []string
	for i := range Languages {
		list = append(list, Languages[i].Name)
	}
	return list
}
