package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// readVim reads commands of ex, as vim takes them behind -c and from its input. What is known
// of a command stands in vimCommands, of an option in vimHarmless and vimFiled, of a function
// in vimPure: what does not is refused.
func readVim(t Text) Found {
	var files vimFiles
	f := readEx(t, 0, &files)
	for _, w := range files.opened {
		f.Reads = append(f.Reads, w)
		if files.saves {
			f.Writes = append(f.Writes, w)
		} else {
			f.Handed = append(f.Handed, w) // another text may save it: -c 'e x' -c w
		}
	}
	return f
}

// vimFiles are those that commands open beside the operands, whether one of the commands
// writes what is open, and what the text gives a name to.
type vimFiles struct {
	opened []word.Word
	saves  bool
	maps   bool     // keys have another meaning
	named  []string // commands and functions
}

func readEx(t Text, depth int, files *vimFiles) Found {
	v := vimScript{t: t, depth: depth, files: files}
	if t.Holed() {
		v.found.unsure("a command of " + t.Program + " is computed at run time")
		if match.Holed(str.Trim(t.Text)[:1]) || str.IndexByte(t.Text, '!') >= 0 {
			v.found.cannot("a command of " + t.Program + " is computed at run time; write it out")
		}
	}
	if depth > 3 {
		v.found.cannot("commands inside of commands of " + t.Program + ", too deep to judge; write them out")
		return v.found
	}
	v.names()
	for v.rest = t.Text; v.rest != ""; {
		v.line(v.next())
	}
	v.values()
	return v.found
}

type vimScript struct {
	t     Text
	depth int
	found Found
	files *vimFiles
	rest  string   // lines that are not read yet
	code  []string // expressions

	ninth    bool // what is read is in vim's newer language
	programs int  // in other languages
}

// next is the next line, with those that go on with it.
func (v *vimScript) next() (line string) {
	line, v.rest, _ = str.Cut(v.rest, '\n')
	for {
		more, rest, _ := str.Cut(v.rest, '\n')
		if more = str.Trim(more); len(more) < 2 || more[0] != '\\' || str.IndexByte("/?&", more[1]) >= 0 {
			return line
		}
		line, v.rest = line+more[1:], rest
	}
}

// names notes the commands and functions that the text itself defines.
func (v *vimScript) names() {
	for rest := v.t.Text; rest != "" && len(v.files.named) < maxAliases; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		_, name, arg := exCommand(line)
		does, _ := vimCommand(name)
		if does != vimDefines && does != vimNames {
			continue
		}
		for _, w := range str.Fields(str.TrimPrefix(arg, "!")) {
			if w[0] == '-' {
				continue
			}
			w, _, _ = str.Cut(w, '(')
			if at := str.LastIndexByte(w, ':'); at >= 0 {
				w = w[at+1:]
			}
			v.files.named = append(v.files.named, w)
			break
		}
	}
}

// exCommand splits a line of ex: whether lines are named in front of the command, its name,
// and the rest.
func exCommand(line string) (ranged bool, name, rest string) {
	i := 0
	for i < len(line) {
		switch b := line[i]; {
		case b == '/' || b == '?':
			ranged, i = true, behindPattern(line, i+1, b)
		case b == '\\' && i+1 < len(line) && str.IndexByte("/?&", line[i+1]) >= 0:
			ranged, i = true, i+2
		case b == '\'' && i+1 < len(line):
			ranged, i = true, i+2
		case str.IndexByte(" \t:", b) >= 0:
			i++
		case str.IndexByte("0123456789,;.$%+-", b) >= 0:
			ranged = true
			i++
		default:
			end := exNameEnd(line, i)
			return ranged, line[i:end], line[end:]
		}
	}
	return ranged, "", ""
}

// exNameEnd is where the name of a command ends that begins at i.
func exNameEnd(line string, i int) int {
	end := i
	for end < len(line) && isLetter(line[end]) {
		end++
	}
	name := line[i:end]
	switch {
	case end == i && str.IndexByte("@*&~<>=#", line[i]) >= 0:
		for end < len(line) && line[end] == line[i] {
			end++
		}
	case name != "" && name[0] >= 'A' && name[0] <= 'Z', str.HasPrefix(name, "py"), name == "vim":
		for end < len(line) && isWord(line[end]) {
			end++
		}
	}
	return end
}

// behindPattern is the place behind the delimiter that ends a pattern, or the end.
func behindPattern(line string, i int, delim byte) int {
	for ; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case delim:
			return i + 1
		}
	}
	return len(line)
}

// short reports whether name is full, or an abbreviation of it with at least n
// letters.
func short(name, full string, n int) bool { return len(name) >= n && str.HasPrefix(full, name) }

// line judges the commands of a line, between bars.
func (v *vimScript) line(line string) {
	for n := 0; line != ""; n++ {
		if n > 1000 {
			v.found.cannot("more commands of " + v.t.Program + " in a line than anybody judges; split them up")
			return
		}
		ranged, name, rest := exCommand(line)
		if name == "" && rest == "" || name == "" && (rest[0] == '"' || v.ninth && rest[0] == '#') {
			return // a comment, or a line to go to
		}
		if name == "" && rest[0] == '|' {
			line = rest[1:]
			continue
		}
		line = v.command(ranged, name, rest)
	}
}

// upToBar is what a command is given that ends at a bar, and what stands behind that.
func upToBar(rest string) (arg, next string) {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\', 0x16: // CTRL-V
			i++
		case '|':
			return rest[:i], rest[i+1:]
		}
	}
	return rest, ""
}

// behindValues is upToBar of expressions: not in a string, and no ||.
func (v *vimScript) behindValues(rest string) (arg, next string) {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '"':
			if end := behindPattern(rest, i+1, '"'); rest[end-1] == '"' && end > i+1 {
				i = end - 1
			} else {
				return rest[:i], "" // a comment
			}
		case '\'':
			end := str.IndexByte(rest[i+1:], '\'')
			if end < 0 {
				v.found.cannot("a text in commands of " + v.t.Program + " does not end")
				return rest, ""
			}
			i += end + 1
		case '|':
			if i+1 < len(rest) && rest[i+1] == '|' {
				i++
				continue
			}
			return rest[:i], rest[i+1:]
		}
	}
	return rest, ""
}

// command judges one, and is what stands behind it on its line.
func (v *vimScript) command(ranged bool, name, rest string) (next string) {
	if name == "" { // no letter: ! and what is none
		if rest[0] == '!' {
			v.shell(rest[1:])
		} else {
			v.found.cannot(str.OneLine(rest, 40) + " is no command of " + v.t.Program + " that is known here; leave it out")
		}
		return ""
	}
	does, full := vimCommand(name)
	if name[0] >= 'A' && name[0] <= 'Z' && does == vimUnknown {
		return v.userCommand(name, rest)
	}
	switch does {
	case vimShows:
		_, next = upToBar(rest)
		return next
	case vimLine:
		return ""
	case vimValues, vimAssigns, vimExecutes:
		return v.evaluates(does, full, rest)
	case vimAround, vimFor:
		return v.around(full, rest)
	case vimMatching:
		v.matching(rest)
		return ""
	case vimChanges:
		return v.changes(rest)
	case vimInserts:
		v.inserts(ranged, rest)
		return ""
	case vimKeys:
		v.keys(rest)
		return ""
	case vimNames:
		v.gives(rest)
		return ""
	case vimMaps:
		v.mapsKeys(rest)
		return ""
	case vimDefines:
		return ""
	case vimEmbeds:
		v.embeds(full, rest)
		return ""
	case vimUnknown, vimRefused:
		v.found.cannot(str.OneLine(name, 40) + " is no command of " + v.t.Program + " that is read here; leave it out")
		return ""
	}
	return v.filed(does, full, rest)
}

// userCommand judges one that the text defines itself, or a plugin: the program that it is
// called like may be what it runs.
func (v *vimScript) userCommand(name, rest string) (next string) {
	if str.In(name, v.files.named...) {
		return "" // what it does is judged where it is named
	}
	arg, _ := upToBar(rest)
	v.found.maybe(str.Lower(name) + " " + str.TrimPrefix(arg, "!"))
	v.found.unsure(v.t.Program + " runs a command of a plugin")
	for _, w := range str.Fields(arg) {
		v.found.Handed = file(v.found.Handed, w)
	}
	return ""
}

// around is what stands behind a word that changes how a command works, or the command that
// is run for each of something.
func (v *vimScript) around(full, rest string) (next string) {
	rest = str.TrimPrefix(rest, "!")
	switch {
	case full == "vim9cmd":
		v.ninth = true
	case full == "filter":
		rest = str.TrimPrefix(str.Trim(rest), "!")
		if rest = str.Trim(rest); rest != "" && !isWord(rest[0]) {
			return rest[behindPattern(rest, 1, rest[0]):]
		}
		_, rest, _ = str.Cut(rest, ' ')
	}
	return rest
}

// matching judges the command of :global.
func (v *vimScript) matching(rest string) {
	rest = str.TrimPrefix(rest, "!")
	if rest = str.Trim(rest); rest == "" {
		return
	}
	if isWord(rest[0]) || rest[0] == '"' || rest[0] == '|' {
		v.found.cannot("a pattern of " + v.t.Program + " is not readable; write it between slashes")
		return
	}
	v.inner(rest[behindPattern(rest, 1, rest[0]):])
}

// changes judges a substitution, whose text may be an expression.
func (v *vimScript) changes(rest string) (next string) {
	rest = str.Trim(rest)
	if rest == "" || isWord(rest[0]) || str.IndexByte("\"|&#", rest[0]) >= 0 {
		_, next = upToBar(rest)
		return next
	}
	at := behindPattern(rest, 1, rest[0])
	end := behindPattern(rest, at, rest[0])
	text := str.TrimSuffix(rest[at:end], rest[:1])
	closed := end > at && rest[end-1] == rest[0] && (end-2 < at || rest[end-2] != '\\')
	if bar := behindPattern(text, 0, '|'); !str.HasPrefix(text, "\\=") && !closed && bar < len(text) {
		return text[bar:] // it ends there where no delimiter does
	}
	if str.HasPrefix(text, "\\=") {
		v.code = append(v.code, text[2:])
	}
	_, next = upToBar(rest[end:])
	return next
}

// inserts takes the lines that are text. Where the lines in front of the command are not
// there, vim takes them for commands.
func (v *vimScript) inserts(ranged bool, rest string) {
	if str.Trim(str.TrimPrefix(rest, "!")) != "" {
		return
	}
	var text string
	text, v.rest = untilLine(v.rest, ".")
	if ranged {
		v.found.typed(text)
	}
}

// typed adds what lines do that are text for an editor, or commands where it did not take
// them for text: those of a letter and a file, or of a bang.
func (f *Found) typed(text string) {
	for n := 0; text != ""; n++ {
		if n > 1000 {
			f.cannot("more lines for an editor than anybody judges; write them into a file")
			return
		}
		var line string
		line, text, _ = str.Cut(text, '\n')
		if line = str.Trim(line); len(line) < 2 {
			continue
		}
		_, name, arg := exCommand(line)
		name = str.TrimSuffix(name, "!")
		words := str.Fields(str.TrimPrefix(arg, "!"))
		switch {
		case str.HasPrefix(line, "!"):
			f.maybe(line[1:])
		case len(words) == 1 && str.In(name, "w", "W", "wq", "saveas", "write"):
			f.writes(words[0])
		case len(words) > 0 && str.In(name, "w", "r", "e") && words[0][0] == '!':
			f.maybe(str.Join(words, " ")[1:])
		case len(words) == 1 && str.In(name, "r", "e", "E"):
			f.reads(words[0])
		}
	}
}

// gives judges the command that is given a name, with what it takes as not known.
func (v *vimScript) gives(rest string) {
	words := str.Fields(str.TrimPrefix(rest, "!"))
	for len(words) > 0 && words[0][0] == '-' {
		words = words[1:]
	}
	if len(words) < 2 {
		return
	}
	_, body, _ := str.CutText(rest, words[0])
	var b []byte
	for body != "" && len(b) < maxText {
		before, after, ok := str.Cut(body, '<')
		b = append(b, before...)
		if !ok {
			break
		}
		name, behind, ended := str.Cut(after, '>')
		switch {
		case !ended:
			b = append(append(b, '<'), after...)
			behind = ""
		case str.In(str.Lower(name), "args", "q-args", "f-args", "mods", "q-mods", "reg", "register"):
			b = append(b, match.Hole)
		case str.In(str.Lower(name), "bang", "line1", "line2", "count", "range"):
		default:
			b = append(append(append(b, '<'), name...), '>')
		}
		body = behind
	}
	v.inner(string(b))
}

// inner judges commands inside of others.
func (v *vimScript) inner(text string) {
	if text = str.Trim(text); text == "" {
		return
	}
	t := v.t
	t.Word = word.Word{Text: text}
	v.found.add(readEx(t, v.depth+1, v.files))
}
