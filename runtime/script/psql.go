package script

import (
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
)

// readPsql reads what psql is given: SQL, and commands that begin with a
// backslash and go to the end of their line.
func readPsql(t Text) Found {
	var f Found
	sqlHoles(&f, t)
	s := sqlText{text: t.Text, meta: true}
	for {
		s.read(&f, t.Program, 0)
		if s.at >= len(s.text) {
			return f
		}
		start := s.at + 1
		for s.at < len(s.text) && s.text[s.at] != '\n' {
			s.at++
		}
		psqlLine(&f, s.text[start:s.at], t.Program)
	}
}

// psqlLine reads the commands of one line: but for those that take all of it,
// another may begin with the next backslash.
func psqlLine(f *Found, line, program string) {
	psqlTicks(f, line)
	for n := 0; n < 1000; n++ {
		end := 0
		for end < len(line) && line[end] > ' ' && line[end] != '\\' {
			end++
		}
		word, rest := line[:end], line[end:]
		if len(line) > 0 && line[0] == '!' {
			word, rest = "!", line[1:]
		}
		if word != "!" && word != "copy" {
			var more string
			var again bool
			rest, more, again = str.Cut(rest, '\\')
			psqlCommand(f, word, str.Trim(rest), program)
			if !again {
				return
			}
			line = more
			continue
		}
		psqlCommand(f, word, str.Trim(rest), program)
		return
	}
	f.cannot("more commands in a line than anybody judges; split it up")
}

// psqlTicks finds what stands in backquotes: psql runs it for its output.
func psqlTicks(f *Found, line string) {
	for {
		_, after, ok := str.Cut(line, '`')
		if !ok {
			return
		}
		inner, more, _ := str.Cut(after, '`')
		f.shell(inner)
		line = more
	}
}

func psqlCommand(f *Found, command, rest, program string) {
	if i := str.IndexByte(command, '|'); i > 0 {
		command, rest = command[:i], command[i:]+" "+rest
	}
	switch command {
	case "!":
		if rest == "" {
			f.cannot("psql starts a shell; leave it out")
		}
		f.shell(rest)
	case "o", "out", "g", "gx", "w", "write", "s":
		switch {
		case str.HasPrefix(rest, "|"):
			f.shell(rest[1:])
		case rest != "" && rest[0] != ';' && rest[0] != '(':
			if list := quotedWords(rest); len(list) > 0 {
				f.writes(list[0])
			}
		}
	case "copy":
		s := sqlText{text: "COPY " + rest}
		psqlCopy(f, rest)
		s.read(f, program, 0)
	case "i", "ir", "include", "include_relative":
		if list := quotedWords(rest); len(list) > 0 {
			f.reads(list[0])
		}
		f.unsure("psql runs what is in " + str.OneLine(rest, 80))
		f.Effects |= effect.Sends | effect.Destroys
	case "e", "edit", "ef", "ev":
		f.cannot("psql starts an editor; leave it out")
	case "setenv":
		if _, value, ok := str.Cut(rest, ' '); ok {
			f.shell(value)
		}
	case "gexec":
		f.unsure("psql runs the SQL that a query makes")
		f.Effects |= effect.Sends | effect.Destroys
	case "lo_export":
		if list := quotedWords(rest); len(list) > 1 {
			f.writes(list[1])
		}
	case "lo_import":
		if list := quotedWords(rest); len(list) > 0 {
			f.reads(list[0])
		}
	case "password", "lo_unlink":
		f.Effects |= effect.Sends
	}
	if match.Holed(command) {
		f.cannot("a command of psql is computed at run time, and can run a program; write it out")
	}
}

// psqlCopy finds the file of \copy, which needs no quotes.
func psqlCopy(f *Found, rest string) {
	list := quotedWords(rest)
	for i, w := range list {
		if i+1 >= len(list) {
			return
		}
		next := list[i+1]
		switch {
		case upper(next) == "PROGRAM" || str.In(upper(next), "STDIN", "STDOUT", "PSTDIN", "PSTDOUT"):
		case upper(w) == "TO":
			f.writes(next)
		case upper(w) == "FROM" && i > 0:
			f.reads(next)
		}
	}
}
