package gate

import (
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
	known bool // text is all of it
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
				switch {
				case !f.known || f.text.Holed() || run.Glob:
					u.cannot("what " + run.Shown() + " holds when it is run is not written here; run its commands one by one")
				case run.recipe:
					u.recipes(f.text.Text, outer)
				case run.program || !shellScript(f.text.Text):
					u.program(f.text.Text, outer, 1)
				default:
					u.text(f.text.Text, outer, 1)
				}
			}
		}
	}
}

// madeFiles are the files that the call writes; all is false if there are too
// many to follow.
func (u *unfolding) madeFiles() (files []made, all bool) {
	for i := range u.list {
		cmd := &u.list[i]
		if cmd.remote || cmd.literal || keepsText(cmd.name()) && !anyOf(cmd.Words, "-E", "-P") {
			continue
		}
		for _, t := range cmd.written() {
			if t.unnamed || t.made || t.tree && !str.In(cmd.name(), "mv", "gmv", "cp", "gcp", "ln", "install") || t.empty || freeTarget(t.Word) {
				continue
			}
			f := made{at: u.call.writesAt(cmd, t)}
			if t.redirect || str.In(cmd.name(), "tee", "gtee") {
				f.text, f.known = cmd.says()
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

// keepsText reports whether a program that writes a file leaves its text alone,
// or makes a program of other files, as a compiler does.
func keepsText(name string) bool {
	return str.In(name, "chmod", "chown", "chgrp", "touch", "gcc", "cc", "clang", "g++", "clang++", "c++", "ld", "rustc", "go", "cargo", "strip",
		"javac", "tsc", "rm", "mkdir", "rmdir", "find", "git", "tar", "make", "docker")
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

// shellScript reports whether text that is run as a program is a shell's.
func shellScript(text string) bool {
	if !str.HasPrefix(text, "#!") {
		return true
	}
	line, _, _ := str.Cut(text[2:], '\n')
	words := str.Fields(line)
	if len(words) > 1 && baseName(words[0]) == "env" {
		words = words[1:]
		for len(words) > 1 && (isOption(words[0]) || str.Contains(words[0], "=")) {
			words = words[1:]
		}
	}
	return len(words) == 0 || isShell(baseName(words[0]))
}

// recipes judges the lines of a makefile, or of a package's scripts.
func (u *unfolding) recipes(text string, outer command) {
	for _, l := range anyLiterals(text) {
		u.literal(l, outer, 1)
	}
	for n := 0; text != "" && n < 1000; n++ {
		var line string
		line, text, _ = str.Cut(text, '\n')
		for line != "" && str.IndexByte("\t @+-", line[0]) >= 0 {
			line = line[1:]
		}
		u.literal(line, outer, 1)
		if _, after, ok := str.Cut(line, ';'); ok {
			u.literal(trimLeft(after), outer, 1)
		}
	}
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
	program bool // by an interpreter
	recipe  bool // by a runner of recipes
}

// runsFiles are the files whose text the command may run: the script of a shell
// or an interpreter, a makefile, or the command itself if it is given by its
// path. A word behind an option may be that option's own, so the next counts too.
func (cmd *command) runsFiles() []runFile {
	name := str.Lower(cmd.name())
	args := cmd.Words[1:]
	var list []runFile
	switch {
	case isShell(name) || isInterpreter(name) || str.In(name, "source", "."):
		behind := false
		for _, a := range args {
			if isOption(a.Text) || len(a.Text) > 1 && a.Text[0] == '+' {
				if t := a.Text; isInterpreter(name) && (str.In(t, "-m", "--eval", "--print") || t[1] != '-' && str.IndexByte("ceE", t[len(t)-1]) >= 0) ||
					isShell(name) && t[1] != '-' && str.IndexByte(t, 'c') > 0 {
					return list // the program is on the command line
				}
				behind = true
				continue
			}
			list = append(list, runFile{Word: a, program: isInterpreter(name)})
			if !behind {
				break
			}
			behind = false
		}
	case str.In(name, "make", "gmake", "just", "npm", "pnpm", "yarn", "bun", "task"):
		for _, f := range optionValues(args, "-f", "--file", "--makefile", "--justfile") {
			list = append(list, runFile{Word: f, recipe: true})
		}
		for _, f := range [...]string{"Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", "package.json", "Taskfile.yml"} {
			list = append(list, runFile{Word: word.Word{Text: f}, recipe: true})
		}
	case str.In(name, "awk", "gawk", "mawk", "nawk", "sed", "gsed"):
		for _, f := range optionValues(args, "-f", "--file") {
			list = append(list, runFile{Word: f, program: true})
		}
	case str.Contains(cmd.Words[0].Text, "/"):
		list = append(list, runFile{Word: cmd.Words[0]})
	}
	return list
}
