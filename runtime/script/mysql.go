package script

import (
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
)

// readMySQL reads what mysql is given: SQL, and commands of the client by a
// letter behind a backslash, or by a word that begins a line.
func readMySQL(t Text) Found {
	var f Found
	sqlHoles(&f, t)
	var sql []byte
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		word, value, _ := str.Cut(str.Trim(line), ' ')
		if mysqlCommand(&f, str.Lower(word), str.Trim(value)) {
			continue
		}
		sql = append(append(sql, line...), '\n')
	}
	s := sqlText{text: string(sql), backslash: true, meta: true}
	for {
		s.read(&f, t.Program, 0)
		if s.at+1 >= len(s.text) {
			return f
		}
		letter := s.text[s.at+1]
		start := min(s.at+2, len(s.text))
		if str.IndexByte(`!.TPer`, letter) >= 0 {
			for s.at < len(s.text) && s.text[s.at] != '\n' {
				s.at++
			}
			mysqlLetter(&f, letter, str.Trim(s.text[min(start, s.at):s.at]))
			continue
		}
		s.at = start
	}
}

func mysqlLetter(f *Found, letter byte, rest string) {
	switch letter {
	case '!':
		mysqlCommand(f, "system", rest)
	case '.':
		mysqlCommand(f, "source", rest)
	case 'T':
		mysqlCommand(f, "tee", rest)
	case 'P':
		mysqlCommand(f, "pager", rest)
	case 'e':
		mysqlCommand(f, "edit", rest)
	}
}

// mysqlCommand judges a command of the client, and reports whether it is one.
func mysqlCommand(f *Found, command, rest string) bool {
	for rest != "" && rest[len(rest)-1] == ';' {
		rest = rest[:len(rest)-1]
	}
	switch command {
	case "system", "pager":
		if match.Holed(rest) {
			f.cannot("mysql runs a command that is computed at run time; write it out")
		}
		f.shell(rest)
	case "source":
		f.reads(rest)
		f.unsure("mysql runs what is in " + str.OneLine(rest, 80))
		f.Effects |= effect.Sends | effect.Destroys
	case "tee":
		f.writes(rest)
	case "edit":
		f.cannot("mysql starts an editor; leave it out")
	default:
		return false
	}
	return true
}
