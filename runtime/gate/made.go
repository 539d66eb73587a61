package gate

// A call that writes a file and runs it runs what it wrote: the text is judged
// where the call shows it, and denied where it does not. A file written by an
// earlier call is a program like any other.

// A made file is one that the call itself writes.
type made struct {
	path  string
	text  Word
	known bool
}

// maxMade is how many files a call may write and still run one.
const maxMade = 256

// ranAfterWriting unfolds the files that the call writes and also runs.
func (u *unfolding) ranAfterWriting() {
	var files []made
	for i := range u.list {
		cmd := &u.list[i]
		if cmd.remote || cmd.literal {
			continue
		}
		for _, t := range cmd.written() {
			if t.unnamed || t.tree || t.empty || t.Holed() || freeTarget(t.Word) {
				continue
			}
			f := made{path: cleanPath(t.Text)}
			if t.redirect || isOneOf(cmd.name(), "tee", "gtee") {
				f.text, f.known = cmd.says()
			}
			files = addMade(files, f)
		}
	}
	if len(files) == 0 {
		return
	}
	ran := 0
	for _, cmd := range append([]command(nil), u.list...) {
		path, interpreted := cmd.runsFile()
		if path == "" || cmd.remote {
			continue
		}
		if ran++; len(files) > maxMade || ran*len(files) > 4096 {
			u.cannot("a call that writes and runs so many files; split it up")
			return
		}
		for _, f := range files {
			if f.path != cleanPath(path) {
				continue
			}
			switch outer := (command{by: path, at: cmd.at}); {
			case !f.known || f.text.Holed():
				u.cannot("what " + path + " holds when it is run is not written here; run its commands one by one")
			case interpreted || hasPrefix(f.text.Text, "#!") && !contains(firstLine(f.text.Text), "sh"):
				outer.Words = cmd.Words
				u.program(f.text.Text, outer, 1)
			default:
				u.text(f.text.Text, outer, 1)
			}
		}
	}
}

// addMade adds a file, if it is not there with that text.
func addMade(files []made, f made) []made {
	for _, g := range files {
		if g.path == f.path && g.known == f.known && g.text.Text == f.text.Text {
			return files
		}
	}
	if len(files) > maxMade {
		return files // one too many, which ranAfterWriting sees
	}
	return append(files, f)
}

func firstLine(s string) string {
	line, _, _ := cut(s, '\n')
	return line
}

// says is what cat, tee, echo or printf writes, if it is written here.
func (cmd *command) says() (Word, bool) {
	if len(cmd.Words) == 0 {
		return Word{}, false
	}
	switch cmd.name() {
	case "cat", "tee", "gtee":
		if cmd.Stdin != nil && (cmd.name() != "cat" || len(cmd.Words) == 1) {
			return *cmd.Stdin, true
		}
	case "echo", "printf":
		text := ""
		for i, w := range cmd.Words[1:] {
			if i > 0 {
				text += " "
			}
			text += w.Text
		}
		if contains(text, "%") && cmd.name() == "printf" {
			return Word{}, false
		}
		return Word{Text: unescapeNewlines(text)}, true
	}
	return Word{}, false
}

func unescapeNewlines(s string) string {
	for {
		i := index(s, `\n`)
		if i < 0 {
			return s
		}
		s = s[:i] + "\n" + s[i+2:]
	}
}

// runsFile is the file whose text the command runs: a script of a shell or an
// interpreter, or the command itself if it is given by its path.
func (cmd *command) runsFile() (path string, interpreted bool) {
	if len(cmd.Words) == 0 {
		return "", false
	}
	name := lower(cmd.name())
	if isShell(name) || isInterpreter(name) || isOneOf(name, "source", ".", "make", "gmake", "awk", "sed") {
		args := cmd.Words[1:]
		for i, a := range args {
			if isOneOf(a.Text, "-c", "-e", "-m") {
				return "", false
			}
			if !isOption(a.Text) {
				if isOneOf(name, "make", "gmake", "awk", "sed") && (i == 0 || !isOneOf(args[i-1].Text, "-f", "--file")) {
					continue
				}
				return a.Text, isInterpreter(name)
			}
		}
		return "", false
	}
	if t := cmd.Words[0].Text; contains(t, "/") {
		return t, false
	}
	return "", false
}
