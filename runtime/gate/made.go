package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A call that writes a file and runs it runs what it wrote: the text is judged
// where the call shows it, and denied where it does not. A file written by an
// earlier call is a program like any other, and so is what a compiler makes.

// A made file is one that the call itself writes.
type made struct {
	at    []Write // where it is, in each folder it may be in
	text  word.Word
	known bool     // text is all of it
	puts  []string // what is put into a file that was there, if text is just that
}

// maxMade is how many files a call may write and still run one.
const maxMade = 256

// ranAfterWriting unfolds the files that the call writes and also runs.
func (u *unfolding) ranAfterWriting() {
	files, all := u.madeFiles()
	if len(files) == 0 {
		return
	}
	ran := 0
	for _, cmd := range append([]command(nil), u.list...) {
		if cmd.remote || len(cmd.Words) == 0 {
			continue
		}
		for _, run := range cmd.runsFiles() {
			if ran++; !all || ran*len(files) > 4096 {
				u.cannot("a call that writes and runs so many files; split it up")
				return
			}
			where := u.call.writesAt(&cmd, target{Word: run.Word})
			for _, f := range files {
				if !sameMade(f, where, run.Glob || run.Holed()) {
					continue
				}
				outer := command{by: run.Shown(), at: cmd.at}
				outer.Words = cmd.Words
				if !f.known || f.text.Holed() || run.Glob {
					u.cannot("what " + run.Shown() + " holds when it is run is not written here; run its commands one by one")
					continue
				}
				u.ranText(f.text, run, outer)
				for _, part := range f.puts {
					u.ranPart(part, run, outer)
				}
			}
		}
	}
}

// ranText unfolds the text of a file as what runs it reads it.
func (u *unfolding) ranText(text word.Word, run runFile, outer command) {
	switch shebang := shebang(text.Text); {
	case run.lang != "" && run.lang != "sh":
		u.code(run.lang, text, nil, outer, 1)
	case run.lang == "" && shebang != nil:
		next := command{by: outer.by, at: outer.at}
		next.Words, next.Stdin = shebang, &text
		u.add(next, 1)
	default:
		u.text(text.Text, outer, 1)
	}
}

// ranPart unfolds text that is put somewhere into a file, where a quote may end
// what began before it.
func (u *unfolding) ranPart(text string, run runFile, outer command) {
	if text == "" {
		return
	}
	u.ranText(word.Word{Text: text}, run, outer)
	for start, i := 0, 0; i <= len(text); i++ {
		if i == len(text) || str.IndexByte("'\"`;&|(){}\n", text[i]) >= 0 {
			u.literal(text[start:i], outer, 1)
			start = i + 1
		}
	}
}

// shebang is the command that a script's first line names, nil if it names none.
func shebang(text string) []word.Word {
	if !str.HasPrefix(text, "#!") {
		return nil
	}
	line, _, _ := str.Cut(text[2:], '\n')
	var words []word.Word
	for _, f := range str.Fields(line) {
		if !isOption(f) { // what the text is read as follows from the program
			words = append(words, word.Word{Text: f})
		}
	}
	return words
}

// madeFiles are the files that the call writes; all is false if there are too
// many to follow.
func (u *unfolding) madeFiles() (files []made, all bool) {
	for i := range u.list {
		cmd := &u.list[i]
		if cmd.remote || cmd.literal {
			continue
		}
		for _, t := range cmd.written() {
			if t.unnamed || t.tree && t.folder == nil || t.empty || t.made || t.same || freeAlways(t.Word) {
				continue
			}
			f := made{at: u.call.writesAt(cmd, t)}
			if t.redirect || str.In(cmd.name(), "tee", "gtee") {
				f.text, f.known = cmd.says()
			} else if len(cmd.puts) > 0 && !cmd.putsAny && !t.unnamed {
				// What was there before is a program like any other.
				f.puts, f.known = cmd.puts, true
				f.text.Text = str.Join(cmd.puts, " ")
			}
			twice := false
			for j := range files {
				if sameMade(files[j], f.at, false) {
					twice = true
					if files[j].text.Text != f.text.Text {
						files[j].known = false // appended to, or written again
					}
				}
			}
			if twice {
				continue
			}
			if len(files) == maxMade {
				return files, false
			}
			files = append(files, f)
		}
	}
	return files, true
}

// sameMade reports whether a file is one of those places. Where a place is not
// known, the name decides; any takes a pattern for every file.
func sameMade(f made, where []Write, any bool) bool {
	for _, a := range f.at {
		for _, b := range where {
			switch {
			case any:
				return true
			case a.Unknown || b.Unknown:
				if baseName(trimSlash(a.Said)) == baseName(trimSlash(b.Said)) {
					return true
				}
			case a.At.Abs == b.At.Abs:
				return true
			}
		}
	}
	return false
}

// says is what cat, tee, echo or printf writes, if it is written here.
func (cmd *command) says() (word.Word, bool) {
	if len(cmd.Words) == 0 {
		return word.Word{}, false
	}
	switch cmd.name() {
	case "cat", "tee", "gtee":
		if cmd.Stdin != nil && (cmd.name() != "cat" || len(cmd.Words) == 1) {
			return *cmd.Stdin, true
		}
	case "echo", "printf":
		text := renderAllow(cmd.Words[1:])
		escapes := false
		for i := 0; i < len(text); i++ {
			if text[i] == '\\' {
				i++
				escapes = escapes || i == len(text) || text[i] != 'n'
			}
		}
		// What options, formats and escapes make of it is not worked out.
		if str.HasPrefix(text, "-") || escapes || cmd.name() == "printf" && (str.Contains(text, "%") || len(cmd.Words) > 2) {
			return word.Word{}, false
		}
		return word.Word{Text: unescapeNewlines(text)}, true
	}
	return word.Word{}, false
}

func unescapeNewlines(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == 'n' {
			b = append(b, '\n')
			i++
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// A runFile is a file whose text a command may run.
type runFile struct {
	word.Word
	lang string // the language that it is read in; "" if the file itself says it
}

// runsFiles are the files whose text the command may run: the script of a shell
// or an interpreter, a makefile, or the command itself if it is given by its
// path.
func (cmd *command) runsFiles() []runFile {
	var list []runFile
	for i := range cmd.readings {
		for _, use := range cmd.readings[i].Uses() {
			if use.Kind != invocation.Source {
				continue
			}
			for _, w := range use.Words {
				list = append(list, runFile{Word: w, lang: use.Lang})
			}
		}
	}
	if str.Contains(cmd.Words[0].Text, "/") {
		list = append(list, runFile{Word: cmd.Words[0]})
	}
	return list
}
