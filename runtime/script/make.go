package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// readMake reads one word of make's command line, VAR=value or the text of
// --eval: what it evaluates, and what recipes may run by way of it.
func readMake(t Text) Found {
	var f Found
	if t.Holed() {
		f.unsure("a word that make is given is computed at run time")
	}
	end := 0
	for end < len(t.Text) && (isWord(t.Text[end]) || t.Text[end] == '.' || t.Text[end] == '-') {
		end++
	}
	at := end
	for at < len(t.Text) && str.IndexByte(":?+! ", t.Text[at]) >= 0 {
		at++
	}
	if end == 0 || at >= len(t.Text) || t.Text[at] != '=' {
		f.add(readMakefile(t))
		return f
	}
	makeVariable(&f, t.Text[:end], t.Text[end:at], t.Text[at+1:])
	if str.IndexByte(t.Text, '\n') >= 0 {
		f.add(readMakefile(t))
	}
	return f
}

// readMakefile reads a makefile that a command line has in itself: what its recipes say
// runs, whichever of them it is.
func readMakefile(t Text) Found {
	f := readRecipe(t)
	if f.Unread != nil {
		return f
	}
	defines := false
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		for n := 0; str.HasSuffix(line, "\\") && rest != "" && n < 100; n++ {
			var more string
			more, rest, _ = str.Cut(rest, '\n')
			line += "\n" + str.TrimPrefix(more, "\t")
		}
		switch words := str.Fields(upTo(line, maxName)); {
		case len(words) > 1 && words[0] == "define" && line[0] != '\t':
			defines = true // its lines may be those of a recipe
			continue
		case len(words) == 1 && words[0] == "endef":
			defines = false
			continue
		}
		if !defines && !str.HasPrefix(line, "\t") {
			includes(&f, line)
			var head string
			if head, line, _ = str.Cut(line, ';'); str.IndexByte(head, ':') < 0 {
				continue
			}
		}
		for line != "" && str.IndexByte("\t @+-", line[0]) >= 0 {
			line = line[1:]
		}
		if says(line[:min(len(line), 3)], []string{"$@", "$<", "$^", "$*", "$%", "$+"}) {
			f.cannot("a recipe of " + t.Program + " runs what a target is called; write the command out")
		}
		if str.HasPrefix(line, "$(") || str.HasPrefix(line, "${") {
			for _, w := range t.Env[:min(len(t.Env), maxWordsRun)] {
				f.maybe(w.Text)
			}
			makeHead(&f, line)
		}
		f.shell(expanded(nil, line))
	}
	if str.Contains(t.Text, ".RECIPEPREFIX") {
		f.cannot("the recipes of " + t.Program + " begin with another sign; write them as they are by default")
	}
	return f
}

// includes judges a line that takes another makefile in.
func includes(f *Found, line string) {
	words := str.Fields(line)
	if len(words) < 2 || !str.In(words[0], "include", "-include", "sinclude") {
		return
	}
	for _, w := range words[1:] {
		if str.HasPrefix(w, "/dev/") || str.HasPrefix(w, "/proc/") {
			f.cannot("make takes in a makefile from " + w + "; write it out")
		}
	}
}

// makeHead adds the words of a function of make that gives the name of a command.
func makeHead(f *Found, line string) {
	for start, i := 2, 2; i <= len(line) && i < maxName; i++ {
		if i < len(line) && str.IndexByte(" ,()", line[i]) < 0 {
			continue
		}
		w := line[start:i]
		if start = i + 1; w == "" {
			continue
		}
		f.maybe(w)
		if at := str.LastIndexByte(w, '.'); at > 0 {
			f.maybe(w[:at]) // $(basename git.x)
		}
	}
}

func makeVariable(f *Found, key, how, value string) {
	value = str.Trim(value)
	switch {
	case str.In(key, "SHELL", ".SHELLFLAGS", "MAKEFLAGS", "GNUMAKEFLAGS"):
		f.cannot("make with another " + key + " runs its recipes by it; leave that out")
	case str.In(key, "MAKEFILES", "include"):
		f.cannot("make with " + key + " reads other makefiles; leave that out")
	case str.Contains(how, "!"):
		f.shell(value)
		return
	}
	if match.Holed(value[:min(1, len(value))]) {
		f.unsure("the value of " + key + " is computed at run time")
	}
	makeCalls(f, value)
	f.maybe(value)
}

// makeCalls finds what make itself does with a text: $(shell x) and the like. A
// plain $(NAME) is a value.
func makeCalls(f *Found, s string) {
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '$' {
			continue
		}
		if s[i+1] == '$' {
			i++
			continue
		}
		if s[i+1] != '(' && s[i+1] != '{' {
			continue
		}
		start := i + 2
		end := start
		for end < len(s) && (isWord(s[end]) || s[end] == '-') {
			end++
		}
		switch name := s[start:end]; name {
		case "shell":
			inner := s[end:]
			if last := str.IndexByte(inner, ')'); last >= 0 && !str.Contains(inner[:last], "$") {
				inner = inner[:last]
			} else {
				f.cannot("make runs a command that is computed; write it out")
			}
			f.shell(inner)
		case "eval", "call", "guile", "load", "foreach", "value":
			if end < len(s) && s[end] == ' ' {
				f.cannot("make evaluates $(" + name + " ...); write the value out")
			}
		case "file":
			inner := str.Trim(s[end:])
			for inner != "" && str.IndexByte("> ", inner[0]) >= 0 {
				inner = inner[1:]
			}
			j := 0
			for j < len(inner) && inner[j] != ',' && inner[j] != ')' {
				j++
			}
			f.writes(str.Trim(inner[:j]))
		default:
			if name == "" && end < len(s) && s[end] == '$' {
				f.cannot("make evaluates a name that is computed; write the value out")
			}
		}
	}
}

// readRecipe reads the text of a makefile, or of a file with scripts in it: each
// line may be a command, and each string.
func readRecipe(t Text) Found {
	var f Found
	if t.Holed() {
		f.cannot("the recipes that " + t.Program + " runs are computed at run time; write them out")
		f.unsure("the recipes of " + t.Program + " are computed at run time")
	}
	makeCalls(&f, t.Text)
	values := makeValues(t.Text) // make puts them in when a recipe runs, so a later one counts as well
	for _, v := range values {
		if str.Contains(makeTools, " "+v.name+" ") {
			f.maybe(v.text)
		}
	}
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		for n := 0; str.HasSuffix(line, "\\") && rest != "" && n < 100; n++ {
			var more string
			more, rest, _ = str.Cut(rest, '\n')
			line = line[:len(line)-1] + more
		}
		recipeLine(&f, &values, line)
	}
	for i := 0; i < len(t.Text); i++ {
		q := t.Text[i]
		if q != '"' && q != '\'' && q != '`' {
			continue
		}
		end := i + 1
		for end < len(t.Text) && end < i+512 && t.Text[end] != q && t.Text[end] != '\n' {
			if t.Text[end] == '\\' {
				end++
			}
			end++
		}
		if end < len(t.Text) && t.Text[end] == q && str.Contains(t.Text[i+1:end], " ") {
			f.maybe(t.Text[i+1 : end])
		}
	}
	return f
}

// makeTools are the variables that the rules which make knows by itself run.
const makeTools = " CC CXX CPP AS LD AR FC PC RM LEX YACC LINT M2C CO GET MAKEINFO TEX TEXI2DVI WEAVE CWEAVE TANGLE CTANGLE OBJC "

// makeValues are the variables that a makefile gives a value.
func makeValues(text string) (values []value) {
	for text != "" && len(values) < maxAliases {
		var line string
		line, text, _ = str.Cut(text, '\n')
		key, v, ok := str.Cut(line, '=')
		for key = str.Trim(key); key != "" && str.IndexByte(":?+!", key[len(key)-1]) >= 0; {
			key = str.Trim(key[:len(key)-1])
		}
		if key = str.Trim(str.TrimPrefix(key, "export ")); ok && key != "" && !str.HasPrefix(line, "\t") && !str.ContainsAny(key, " :\"'") {
			values = append(values, makeValue(values, line, key, v))
		}
	}
	return values
}

// makeValue is what a line gives a variable: with := what others were until then.
func makeValue(values []value, line, key, text string) value {
	text = str.Trim(text)
	if head, _, _ := str.Cut(line, '='); str.HasSuffix(head, ":") && len(text) < maxName {
		if s := expanded(values, text); len(s) < maxName && !match.Holed(s) {
			text = s
		}
	}
	return value{name: key, text: text}
}

func recipeLine(f *Found, values *[]value, line string) {
	recipe := str.HasPrefix(line, "\t") || str.HasPrefix(line, " ")
	if key, v, ok := str.Cut(line, '='); ok && !recipe {
		how := ""
		for key != "" && str.IndexByte(":?+! ", key[len(key)-1]) >= 0 {
			how += key[len(key)-1:]
			key = key[:len(key)-1]
		}
		if key != "" && !str.ContainsAny(key, " \t:\"'") {
			if str.HasPrefix(key, "export ") {
				key = key[len("export "):]
			}
			if str.In(key, "SHELL", ".SHELLFLAGS", "MAKEFLAGS", "MAKEFILES") || str.Contains(how, "!") {
				makeVariable(f, key, how, v)
			}
			if len(*values) < 2*maxAliases {
				*values = append(*values, makeValue(*values, how+"=", key, v))
			}
			return
		}
	}
	for line != "" && str.IndexByte("\t @+-", line[0]) >= 0 {
		line = line[1:]
	}
	f.maybe(expanded(*values, line))
	if _, after, ok := str.Cut(line, ';'); ok {
		for after = str.Trim(after); after != "" && str.IndexByte("@+-", after[0]) >= 0; {
			after = str.Trim(after[1:])
		}
		f.maybe(expanded(*values, after))
	}
	if _, after, ok := str.Cut(line, ':'); ok {
		f.maybe(expanded(*values, str.Trim(after))) // yaml, and just
	}
}

// makeDefault is the value of a variable that nobody gave one.
func makeDefault(name string) (string, bool) {
	if name == "RM" {
		return "rm -f", true
	}
	return "", false
}

// expanded puts values in for $(NAME), and shell text for what is not known.
func expanded(values []value, s string) string {
	if str.IndexByte(s, '$') < 0 {
		return s
	}
	var b []byte
	for i := 0; i < len(s) && len(b) < maxText; i++ {
		if s[i] != '$' || i+1 >= len(s) {
			b = append(b, s[i])
			continue
		}
		switch next := s[i+1]; next {
		case '$':
			b = append(b, '$')
			i++
		case '(', '{':
			end := i + 2
			for end < len(s) && isWord(s[end]) {
				end++
			}
			if end >= len(s) || s[end] != ')' && s[end] != '}' {
				b = append(b, '$')
				continue
			}
			text, known := makeDefault(s[i+2 : end])
			for _, v := range values {
				if v.name == s[i+2:end] {
					text, known = v.text, true
				}
			}
			if known && !str.Contains(text, "$") {
				b = append(b, text...)
			} else {
				b = append(b, match.Hole)
			}
			i = end
		default:
			b = append(b, match.Hole)
			i++
		}
	}
	return shown(string(b))
}
