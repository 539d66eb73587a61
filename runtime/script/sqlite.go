package script

import (
	"kei/runtime/effect"
	"kei/runtime/str"
)

// readSQLite reads the commands of sqlite3: lines that begin with a dot, and SQL
// in between, which changes a file and nothing elsewhere.
func readSQLite(t Text) Found {
	var f Found
	sqlHoles(&f, t)
	var sql []byte
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		if dot := str.Trim(line); str.HasPrefix(dot, ".") && len(dot) > 1 {
			sqliteCommand(&f, dot[1:])
			sql = append(append(sql, sqliteParameter(dot[1:])...), '\n')
			continue
		}
		sql = append(append(sql, line...), '\n')
	}
	s := sqlText{text: string(sql), brackets: true}
	s.read(&f, t.Program, 0)
	if f.Effects.Has(effect.Sends) {
		f.Effects = f.Effects&^effect.Sends | effect.Writes
	}
	return f
}

// sqliteCommands are the commands that run or write something, with how few
// letters name each: sqlite3 takes the first that begins so.
var sqliteCommands = [...]struct {
	name  string
	least int
	does  byte // r runs, o writes or runs a pipe, i reads or runs a pipe, w writes, l loads, f reads, e an editor, x nothing
}{
	{"archive", 2, 'w'}, {"backup", 2, 'w'}, {"save", 2, 'w'}, {"clone", 2, 'w'}, {"excel", 3, 'e'}, {"www", 1, 'e'},
	{"import", 2, 'i'}, {"load", 3, 'l'}, {"log", 3, 'w'}, {"once", 2, 'o'}, {"open", 2, 'w'}, {"output", 1, 'o'},
	{"read", 3, 'i'}, {"restore", 3, 'f'}, {"shell", 2, 'r'}, {"system", 2, 'r'}, {"trace", 1, 'w'}, {"recover", 3, 'x'}, {"testcase", 4, 'w'},
}

func sqliteCommand(f *Found, line string) {
	args := quotedWords(line)
	if len(args) == 0 {
		return
	}
	if n := args[0]; len(n) > 1 && str.HasPrefix("archive", n) || n == "ar" {
		sqliteArchive(f, args[1:])
		return
	}
	if args[0] == "cd" {
		f.WritesAny, f.WritesPath = true, true // its names mean other files from here on
	}
	for _, c := range sqliteCommands {
		if n := args[0]; len(n) < c.least || !str.HasPrefix(c.name, n) {
			continue
		}
		sqliteDoes(f, c.does, line[len(args[0]):], args[1:])
	}
}

// sqliteArchive judges .archive, whose entries name files of their own.
func sqliteArchive(f *Found, args []string) {
	for i, a := range args {
		if i == 0 && str.ContainsAny(a, "x") || str.HasPrefix(a, "-") && !str.HasPrefix(a, "--") && str.IndexByte(a, 'x') > 0 || len(a) > 3 && str.HasPrefix("--extract", a) {
			f.WritesAny = true
		}
		if !str.HasPrefix(a, "-") {
			f.writes(a)
		}
	}
	f.reads("*")
	for _, a := range args {
		f.reads(a)
		f.reads(a + "/what is in it")
	}
}

// sqlitePath is the file that an address names: file:docs%2Fn?mode=rwc.
func sqlitePath(s string) string {
	if !str.HasPrefix(s, "file:") {
		return s
	}
	s, _, _ = str.Cut(s[len("file:"):], '?')
	s, _, _ = str.Cut(s, '#')
	if str.HasPrefix(s, "//") {
		_, after, _ := str.Cut(s[2:], '/')
		s = "/" + after
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && hexValue(s[i+1]) >= 0 && hexValue(s[i+2]) >= 0 {
			b = append(b, byte(hexValue(s[i+1])<<4|hexValue(s[i+2])))
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// sqliteParameter is what a command evaluates as SQL: .parameter set :a "readfile('x')".
func sqliteParameter(line string) string {
	args := quotedWords(line)
	if len(args) < 4 || !str.HasPrefix("parameter", args[0]) || len(args[0]) < 2 || !str.HasPrefix("set", args[1]) {
		return ""
	}
	return "\nselect " + str.Join(args[3:], " ") + ";"
}

func sqliteDoes(f *Found, does byte, rest string, args []string) {
	switch does {
	case 'r':
		f.shell(rest)
		if text := str.Join(args, " "); text != str.Trim(rest) {
			f.shell(text) // it takes its own quotes off
		}
		return
	case 'l':
		f.cannot("sqlite3 loads a library; leave it out")
		return
	case 'e':
		f.cannot("sqlite3 starts a program on what it found; leave it out")
		return
	}
	for i, a := range args {
		switch {
		case str.HasPrefix(a, "|"):
			f.shell(a[1:])
			f.shell(str.Join(append([]string{a[1:]}, args[i+1:]...), " "))
		case a == "-e" || a == "-x":
			if does == 'o' {
				f.cannot("sqlite3 starts a program on what it found; leave it out")
			}
		case str.HasPrefix(a, "-"):
		case does == 'f', does == 'i' && (i == 0 || i+1 < len(args)): // .import --csv FILE TABLE
			f.reads(a)
		case (does == 'w' || does == 'o') && !str.In(a, "stdout", "stderr", "off", "on", "main"):
			f.writes(sqlitePath(a))
		}
	}
}

// quotedWords splits a line as the clients of databases do: at blanks, outside
// of quotes.
func quotedWords(line string) []string {
	var list []string
	for i := 0; i < len(line); {
		if line[i] <= ' ' && line[i] > 1 {
			i++
			continue
		}
		var b []byte
		for i < len(line) && (line[i] > ' ' || line[i] <= 1) {
			if q := line[i]; q == '\'' || q == '"' {
				for i++; i < len(line) && line[i] != q; i++ {
					if line[i] == '\\' && q == '"' && i+1 < len(line) {
						i++
					}
					b = append(b, line[i])
				}
				i++
				continue
			}
			b = append(b, line[i])
			i++
		}
		if list = append(list, string(b)); len(list) == 1000 {
			break
		}
	}
	return list
}
