package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// Languages of calculators and formatters, of which only little matters: what
// they run, and the files that they write.

// eachLine calls judge with each line, and notes what holes can be.
func eachLine(t Text, judge func(f *Found, line string)) Found {
	var f Found
	if t.Holed() {
		f.unsure("what " + t.Program + " is given is computed at run time")
	}
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		if match.Holed(str.Trim(line)[:min(1, len(str.Trim(line)))]) {
			f.cannot("what " + t.Program + " is given is computed at run time, and can run a command; write it out")
		}
		judge(&f, line)
	}
	return f
}

// readDC reads dc: a bang runs the rest of its line, unless it compares.
func readDC(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		if i := str.IndexByte(line, '!'); i >= 0 {
			if rest := line[i+1:]; rest == "" || str.IndexByte("<>=", rest[0]) < 0 {
				f.shell(rest)
			} else {
				f.maybe(rest)
				if _, after, ok := str.Cut(rest, '!'); ok {
					f.maybe(after)
				}
			}
		}
	})
}

// readBC reads bc, of which some hand a line with a bang on to the shell.
func readBC(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		if line = str.Trim(line); str.HasPrefix(line, "!") {
			f.shell(line[1:])
		}
	})
}

// readLess reads what is typed to a pager: a bang runs, a bar pipes, s saves.
func readLess(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		if i := str.IndexByte(line, '!'); i >= 0 {
			f.shell(line[i+1:])
		}
		if i := str.IndexByte(line, '|'); i >= 0 && i+2 <= len(line) {
			f.shell(line[i+2:])
		}
		if str.HasPrefix(line, "s ") || str.HasPrefix(line, "O ") || str.HasPrefix(line, "o ") {
			f.writes(str.Trim(line[2:]))
		}
		if str.Trim(line) == "v" {
			f.cannot("a pager starts an editor; leave it out")
		}
	})
}

// readTroff reads the requests of troff that run and write.
func readTroff(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		line = str.Trim(line)
		if line == "" || line[0] != '.' && line[0] != '\'' {
			return
		}
		name, rest, _ := str.Cut(str.Trim(line[1:]), ' ')
		switch name {
		case "sy", "pso", "pi":
			f.shell(rest)
		case "open", "opena":
			if words := str.Fields(rest); len(words) > 1 {
				f.writes(words[1])
			}
		case "so", "mso":
			f.reads(str.Trim(rest))
		}
	})
}

// readM4 reads m4: syscmd and esyscmd run, wherever they stand.
func readM4(t Text) Found {
	var f Found
	if t.Holed() {
		f.unsure("what m4 is given is computed at run time")
	}
	named := str.Contains(t.Text, "sys")
	for i := 0; i < len(t.Text); i++ {
		rest := t.Text[i:]
		switch {
		case str.HasPrefix(rest, "syscmd"):
			i += len("syscmd")
			if !str.HasPrefix(t.Text[i:], "(") {
				f.cannot("m4 can run a command under another name; write it out")
				continue
			}
			text, _, closed := str.Cut(t.Text[i+1:min(len(t.Text), i+4096)], ')')
			if !closed || str.Contains(text, "$") || str.Contains(text, "(") {
				f.cannot("m4 runs a command that is put together; write it out")
			}
			var b []byte
			for j := 0; j < len(text); j++ {
				if text[j] != '`' && text[j] != '\'' {
					b = append(b, text[j])
				}
			}
			f.shell(string(b))
			if i += len(text); string(b) != text {
				f.shell(text)
			}
		case str.HasPrefix(rest, "builtin(") || str.HasPrefix(rest, "indir(") || str.HasPrefix(rest, "defn("):
			if named {
				f.cannot("m4 can run a command under another name; write it out")
			}
		case str.HasPrefix(rest, "include("):
			file, _, _ := str.Cut(rest[len("include("):min(len(rest), 1024)], ')')
			f.reads(str.Trim(file))
		case str.HasPrefix(rest, "changequote"):
			f.WritesAny = f.WritesAny || named
		}
	}
	return f
}

var gnuplotCalls = dialect{
	name:   "gnuplot",
	syntax: syntax{comments: "#", single: bare, double: plain, acc: runs, breaks: true},
	joins:  ".", open: true,
	runs:   "system",
	prints: "title xlabel ylabel label",
}

// readGnuplot reads gnuplot: bangs, system, backquotes, and pipes in the names of
// what it writes and plots.
func readGnuplot(t Text) Found {
	f := gnuplotCalls.program(t, 3)
	f.WritesAny = false
	p := program{dialect: &gnuplotCalls, t: t}
	p.tokens, _ = lex(&gnuplotCalls.syntax, t.Text)
	for i, k := range p.tokens {
		if k.kind != text {
			continue
		}
		s := str.Trim(k.value)
		before := ""
		if p.tokens[i-1].kind == name {
			before = p.tokens[i-1].value
		}
		switch {
		case str.HasPrefix(s, "|") || str.HasPrefix(s, "<"):
			f.shell(s[1:])
		case str.In(before, "output", "table", "print", "save", "out", "o") && !(before == "print" && p.tokens[i-1].line):
			f.writes(s)
		case str.In(before, "load", "call"):
			f.unsure("gnuplot runs what is in " + str.OneLine(s, 80))
		}
	}
	g := eachLine(t, func(f *Found, line string) {
		line = str.Trim(line)
		if str.HasPrefix(line, "!") {
			f.shell(line[1:])
		}
		if str.Contains(line, ";!") || str.Contains(line, "; !") {
			f.maybe(line[str.IndexByte(line, '!')+1:])
		}
		if line == "shell" {
			f.cannot("gnuplot starts a shell; leave it out")
		}
	})
	f.add(g)
	return f
}
