package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// DenyFiles denies writing the files that match its globs, through a file tool
// or through the shell. A glob is matched against the path from the worktree's
// root, and for a file outside the worktree against its absolute path. Later
// entries win, and one that begins with "!" takes out what those before it have.
// All files ("**") are those that hold something: not data in the places that the
// role has for it.
type DenyFiles struct {
	Terms

	// The files that may not be written.
	// Example: ["**/*.lock", "!testdata/**"]
	Files []Glob `toml:"files-denied"`

	// Whether a path that is not known before it runs is taken for none of them.
	// Default: false
	TrustUnknown bool `toml:"trust-unknown"`
}

var denyFiles = Kind{
	Name: "deny-files", New: func() Rule { return new(DenyFiles) },
	Events: fileEvents, Judges: JudgesFiles,
}

// Kind implements [Rule].
func (r *DenyFiles) Kind() *Kind { return &denyFiles }

// Lists implements [Rule].
func (r *DenyFiles) Lists() []List {
	return trusting([]List{{Key: "files-denied", Values: texts(r.Files)}}, r.TrustUnknown)
}

// Check implements [Rule].
func (r *DenyFiles) Check(c *Case) error {
	c.texts = true // os.system("cp a CLAUDE.md"): a file that is kept is named
	defer func() { c.texts = false }()
	if err := r.guessed(c); err != nil {
		return err
	}
	return c.eachWrite(func(w Write) error {
		if w.text && (w.Unknown || w.Unnamed) {
			return nil // it may be data: only what it names counts
		}
		h, ok := c.stops(r.Files, w)
		switch {
		case !ok || c.printsReport(w) || h.glob == "**" && c.scratch(w) || r.TrustUnknown && (w.Unknown || w.Unnamed || w.find != nil):
			return nil
		case w.Unknown:
			return r.denyAsIs(w.unknown())
		}
		return r.deny(h.says(w) + " matches " + string(h.glob))
	})
}

// guessed denies a call that names a denied file as what may be the value of an option
// of which nothing is known, or gives it to a function of which nothing is: it may say
// where something is written. A list that has all files is about none that could be told
// from other words.
func (r *DenyFiles) guessed(c *Case) error {
	return c.eachGuess(func(w Write, by string) error {
		if h, ok := c.stops(r.Files, w); ok && h.glob != "**" && !w.Unknown && mayBeFile(w, by) {
			return r.deny(w.Said + ", which may be written by " + by + " that is not known here, matches " + string(h.glob))
		}
		return nil
	})
}

// mayBeFile reports whether what a call names, which may be any word, is a file: it is
// there, or, of what a function is given, the folder is that it would be in. Nobody has
// a program read what is not there.
func mayBeFile(w Write, by string) bool {
	switch sys.Look(w.At.Abs) {
	case sys.There:
		return by != byReader
	case sys.Folder:
		return !str.In(by, byProgram, byReader) && isFileBy(w, by)
	}
	return isFileBy(w, by)
}

// isFileBy reports whether a word is a file by how it is written, and the folder is there.
func isFileBy(w Write, by string) bool {
	from := 1
	if by == byVariable {
		from = 0 // a path from the root, too
	}
	return str.In(by, byFunction, byOutput, byHelper, byVariable, byProgram, byReader) && w.Said != "/" && str.IndexByte(w.Said, '/') >= from && sys.Look(file.Parent(w.At.Abs)) == sys.Folder
}

// eachWriteOrOutput calls f with each file that a call writes, and with each that it gives
// to an option which nobody knows, and of which the name says that it is written.
func (c *Case) eachWriteOrOutput(f func(Write) error) error {
	if err := c.eachGuess(func(w Write, by string) error {
		if !str.In(by, byOutput, byHelper, byVariable) || w.Unknown || !mayBeFile(w, by) {
			return nil
		}
		return f(w)
	}); err != nil {
		return err
	}
	return c.eachWrite(f)
}

// What does something that nobody knows to a file: see eachGuess.
const (
	byOption   = "an option"
	byOutput   = "an option of a program"
	byFunction = "a function"
	byHelper   = "a program that others start"
	byVariable = "a variable"
	byProgram  = "a program"
	byReader   = "a program that may read it" // so only what is not there yet
	byTarget   = "a rule of make or its like" // which may be one that it has by itself
)

// eachGuess calls f with each file that the call names where nobody knows what is done to
// it, and with what does it.
func (c *Case) eachGuess(f func(w Write, by string) error) error {
	if c.Does != Shell {
		return nil
	}
	list := c.commandsOf()
	for i := range list {
		cmd := &list[i]
		for _, a := range c.strangers(list, cmd) {
			for _, v := range placesIn(a.Value) {
				if err := c.eachGuessed(cmd, v, byVariable, f); err != nil {
					return err
				}
			}
		}
		if cmd.remote || cmd.literal || cmd.variable {
			continue
		}
		for n := range cmd.readings {
			for _, use := range cmd.readings[n].Uses() {
				if use.Kind != invocation.Target {
					continue
				}
				for _, v := range use.Words {
					for _, w := range c.writesAt(cmd, target{Word: v}) {
						if err := f(w, byTarget); err != nil {
							return err
						}
					}
				}
			}
			for _, v := range cmd.readings[n].Guesses() {
				by := byOption
				if v.MayWrite() {
					by = byOutput
				}
				if err := c.eachGuessed(cmd, v.Word, by, f); err != nil {
					return err
				}
			}
		}
		if len(cmd.readings) == 0 {
			if err := c.eachUnread(cmd, f); err != nil {
				return err
			}
		}
		for _, v := range cmd.handed {
			if err := c.eachGuessed(cmd, v, byFunction, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachUnread calls f with each file that a program of which no table tells is given.
func (c *Case) eachUnread(cmd *command, f func(w Write, by string) error) error {
	for _, v := range invocation.Outputs(cmd.Words) {
		if err := c.eachGuessed(cmd, v.Word, byOutput, f); err != nil {
			return err
		}
	}
	if len(cmd.Words) == 0 {
		return nil
	}
	by := byProgram
	switch name := cmd.Words[0].Text; {
	case c.isHelper(name):
		by = byHelper
	case c.isScript(name):
		return nil
	case saysReads(name) || !isInstalled(name):
		by = byReader
	}
	for _, v := range told(cmd.Words) {
		if err := c.eachGuessed(cmd, v, by, f); err != nil {
			return err
		}
	}
	return nil
}

// eachGuessed calls f with what a command may write by a word: the file that it names, or
// what is in the folder.
func (c *Case) eachGuessed(cmd *command, v word.Word, by string, f func(w Write, by string) error) error {
	if c.free(v) {
		return nil
	}
	list := c.writesAt(cmd, target{Word: v})
	if !str.In(by, byOption, byProgram, byReader) {
		v.Text += "/what is in it"
		list = append(list, c.writesAt(cmd, target{Word: v})...)
	}
	for _, w := range list {
		if err := f(w, by); err != nil {
			return err
		}
	}
	return nil
}
