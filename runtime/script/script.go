// Package script reads the little languages inside of command lines: a sed
// script, an awk program, the text behind python -c, SQL, a line of git's
// configuration. Each is one file and one line of [Languages]; each says what
// the text runs, reads and writes, and what cannot be known of it.
//
// Nothing here knows which program was started with the text. That is what the
// tables of programs say: "-e" = "script(sed):SCRIPT".
//
// Every reader ends in time close to linear in its text, whatever the text is.
package script

import (
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A Text is a script as a command is given it.
type Text struct {
	word.Word             // what is written; it may have holes
	Program   string      // the program that runs it, for messages: "python3"
	Args      []word.Word // what the script is given beside its text, "$1" of sh -c TEXT
	Input     *word.Word  // what it is fed on its standard input, nil if that is not known
	Fed       bool        // it is fed something
	Env       []word.Word // values of variables that the command gives it
}

// Found is what a script does, as far as its text shows.
type Found struct {
	Runs    [][]word.Word // commands, each as its words
	Shell   []word.Word   // shell text that it runs
	Maybe   []string      // text that it may run as a command; only deny rules look at it
	Spelled []string      // ... of whose first word a part is a hole; the same
	Hidden  []string      // names in which that of a command which runs may be hidden: "xgit"
	Reads   []word.Word   // files
	Writes  []word.Word   // files that it makes or changes
	Deletes []word.Word   // files that it removes
	Handed  []word.Word   // what functions are given of which nothing is known: they may write it

	WritesAny  bool // it can write files that it does not name
	WritesPath bool // and does: by paths that it computes

	Links []Link // symbolic links that it makes

	Steers []string // settings that it keeps, by which a program runs what whoever wrote them can write
	Keeps  string   // and one of which that depends on what the text of Shell runs

	Puts    []string // text that it puts into the files that it changes
	PutsAny bool     // it can put other text there, too

	Effects effect.Set // beside those of what it runs, reads and writes

	worked  bool        // the name of a command is worked out, see [worksOut]
	folders []word.Word // places that it asks for when it runs

	Unread []string // why no policy with a command rule can judge it
	Unsure []string // why no allowlist can
}

// A Link is a symbolic link that a script makes: its place, and what it says, which may
// be a hole.
type Link struct{ At, Says word.Word }

// A Language reads one of the little languages.
type Language struct {
	Name    string
	read    func(Text) Found
	ends    string   // ends of the names of files in it: ".js .mjs"
	dialect *dialect // instead of read, which as a method value would be made when a gate starts
	whole   bool     // see [Whole]
	apart   bool     // see [Apart]
	data    bool     // see [Data]
}

const (
	maxText  = 64 << 10  // bytes of a script that is read
	maxMaybe = 2000      // texts that a script may run as commands
	maxBytes = 256 << 10 // bytes of them
	maxDepth = 8         // how deep languages and strings nest
	maxFiles = 1000      // files that a script names
)

// Read says what a script does. A text that is too long is not read at all.
func (l *Language) Read(t Text) Found {
	if t.Program == "" {
		t.Program = l.Name
	}
	if len(t.Text) > maxText {
		return Found{
			WritesAny: true, WritesPath: true,
			Unread: []string{"a script of more than " + str.Itoa(maxText) + " bytes for " + t.Program + "; write it into a file of the task and run that"},
		}
	}
	var f Found
	if l.dialect != nil {
		f = l.dialect.read(t)
	} else {
		f = l.read(t)
		f.WritesPath = f.WritesAny
	}
	f.elsewhere(l.Name, t.Text)
	f.bound(t)
	return f
}

// bound takes out what is there twice, and refuses a script with more commands
// or files than anybody will judge.
func (f *Found) bound(t Text) {
	bytes := 0
	for _, m := range f.Maybe {
		bytes += len(m)
	}
	if len(f.Maybe) > maxMaybe || bytes > maxBytes {
		f.Maybe = nil
		f.cannot("the script that " + t.Program + " runs holds too many strings to judge; write the command out")
	}
	f.Spelled = f.Spelled[:min(len(f.Spelled), maxMaybe/10)]
	f.Hidden = f.Hidden[:min(len(f.Hidden), maxMaybe/10)]
	if len(f.Puts) > maxMaybe {
		f.Puts, f.PutsAny = nil, true
	}
	if len(f.Runs)+len(f.Shell) > maxMaybe {
		f.Runs, f.Shell = nil, nil
		f.cannot("the script that " + t.Program + " runs holds too many commands to judge; split it up")
	}
	if len(f.Reads)+len(f.Writes)+len(f.Deletes) > maxFiles {
		f.Reads, f.Writes, f.Deletes = nil, nil, nil
		f.cannot("the script that " + t.Program + " runs names too many files to judge; split it up")
	}
}

func (f *Found) cannot(reason string) { f.Unread = once(f.Unread, reason) }
func (f *Found) unsure(reason string) { f.Unsure = once(f.Unsure, reason) }

// sources notes that a program runs what is in a file.
func (f *Found) sources(t Text, file string) {
	if str.HasPrefix(file, "/dev/") || str.HasPrefix(file, "/proc/") {
		f.cannot(t.Program + " runs what it is fed; write the commands out")
	}
	f.unsure(t.Program + " runs what is in " + str.OneLine(file, 80))
}

// shell adds shell text that runs for certain.
func (f *Found) shell(text string) {
	if text = str.Trim(text); text != "" {
		f.Shell = append(f.Shell, word.Word{Text: text})
	}
}

// maybe adds text that may run, what of it is not known as shell text says it.
func (f *Found) maybe(text string) {
	if text = str.Trim(shown(text)); text != "" && len(f.Maybe) <= maxMaybe {
		f.Maybe = append(f.Maybe, text)
	}
}

// spell adds text that may run if it begins with a name of which only a part is known.
func (f *Found) spell(text string) {
	text = str.Trim(text)
	words := str.Fields(upTo(text, maxName))
	if len(words) == 0 {
		return
	}
	name := words[0]
	if at := str.LastIndexByte(name, '/'); at >= 0 {
		name = name[at+1:]
	}
	letters := false
	for i := range len(name) {
		letters = letters || isLetter(name[i])
	}
	if letters && match.Holed(name) && len(text) < maxName && str.IndexByte(name, '=') < 0 && len(f.Spelled) < maxAliases {
		f.Spelled = append(f.Spelled, text)
	}
}

func (f *Found) writes(path string)  { f.Writes = file(f.Writes, path) }
func (f *Found) reads(path string)   { f.Reads = file(f.Reads, path) }
func (f *Found) deletes(path string) { f.Deletes = file(f.Deletes, path) }

// links notes a symbolic link, and what it says.
func (f *Found) links(at, says string) {
	if at != "" && len(f.Links) < maxFiles {
		f.Links = append(f.Links, Link{word.Word{Text: at}, word.Word{Text: says}})
	}
}

func file(list []word.Word, path string) []word.Word {
	if path == "" || len(list) > maxFiles {
		return list
	}
	return append(list, word.Word{Text: path})
}

// add takes over what a script inside of this one does.
func (f *Found) add(g Found) {
	f.Runs = append(f.Runs, g.Runs...)
	f.Shell = append(f.Shell, g.Shell...)
	f.Maybe = append(f.Maybe, g.Maybe...)
	f.Spelled = append(f.Spelled, g.Spelled...)
	f.Hidden = append(f.Hidden, g.Hidden...)
	f.Reads = append(f.Reads, g.Reads...)
	f.Writes = append(f.Writes, g.Writes...)
	f.Deletes = append(f.Deletes, g.Deletes...)
	f.Handed = append(f.Handed, g.Handed...)
	f.Links = append(f.Links, g.Links...)
	f.folders = append(f.folders, g.folders...)
	f.WritesAny = f.WritesAny || g.WritesPath
	f.WritesPath = f.WritesPath || g.WritesPath
	f.Effects |= g.Effects
	for _, r := range g.Unread {
		f.cannot(r)
	}
	for _, r := range g.Unsure {
		f.unsure(r)
	}
}

func once(list []string, s string) []string {
	if len(list) >= 64 || str.In(s, list...) {
		return list
	}
	return append(list, s)
}

// What is often said of a script: it reaches the network; it changes a database.
const (
	network = effect.Fetches | effect.Sends
	secrets = effect.Secrets
	system  = effect.System
)

func words(texts ...string) []word.Word {
	var list []word.Word
	for _, s := range texts {
		list = append(list, word.Word{Text: s})
	}
	return list
}

// Names lists the languages.
func Names() []string {
	var list []string
	for i := range Languages {
		list = append(list, Languages[i].Name)
	}
	return list
}
