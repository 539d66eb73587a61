package script

import (
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
)

// SQL: what a statement does to a database is told by its first words. A file
// that it names is one of the server, which is judged as if it were here.

// A sqlToken is a word, a sign or a string of a statement.
type sqlToken struct {
	kind  kind
	value string // a word in capitals, a string without its quotes
	at    int    // where it stands in the text
}

// A sqlText is a text of statements, with what differs between databases.
type sqlText struct {
	text      string
	backslash bool // escapes in every string: mysql
	brackets  bool // [a name], x'bytes' and addresses of files: sqlite
	meta      bool // a backslash outside of strings begins a command of the client
	at        int
	open      bool // a string of dollars has no end
}

func readSQL(t Text) Found {
	var f Found
	sqlHoles(&f, t)
	s := sqlText{text: t.Text, backslash: true}
	s.read(&f, t.Program, 0)
	if str.IndexByte(t.Text, '\\') >= 0 {
		s = sqlText{text: t.Text}
		s.read(&f, t.Program, 0)
	}
	return f
}

// sqlHoles notes that a hole can be any statement.
func sqlHoles(f *Found, t Text) {
	if t.Holed() {
		f.unsure("the SQL that " + t.Program + " is given is computed at run time")
		f.Effects |= effect.Sends | effect.Destroys
	}
}

// read judges the statements one by one.
func (s *sqlText) read(f *Found, program string, depth int) {
	var statement []sqlToken
	for {
		t, ok := s.token()
		if !ok || t.kind == sign && t.value == ";" {
			sqlStatement(f, statement, program, depth)
			statement = statement[:0]
			if !ok {
				return
			}
			continue
		}
		if t.kind == variable { // a command of the client
			sqlStatement(f, statement, program, depth)
			s.at = t.at
			return
		}
		statement = append(statement, t)
	}
}

func (s *sqlText) token() (sqlToken, bool) {
	s.space()
	if s.at >= len(s.text) {
		return sqlToken{}, false
	}
	start := s.at
	switch b := s.text[s.at]; {
	case b == '\'':
		return sqlToken{text, s.quoted('\'', s.backslash), start}, true
	case b == '"' || b == '`':
		return sqlToken{text, s.quoted(b, s.backslash && b == '"'), start}, true
	case b == '[' && s.brackets:
		for s.at < len(s.text) && s.text[s.at] != ']' {
			s.at++
		}
		s.at = min(s.at+1, len(s.text))
		return sqlToken{text, str.TrimSuffix(s.text[start+1:s.at], "]"), start}, true
	case b == '$':
		if body, ok := s.dollars(); ok {
			return sqlToken{text, body, start}, true
		}
		s.at++
		return sqlToken{sign, "$", start}, true
	case b == '\\' && s.meta:
		return sqlToken{variable, "", start}, true
	case isWord(b) || b == match.Hole || b == match.HoleWord:
		for s.at < len(s.text) && (isWord(s.text[s.at]) || s.text[s.at] == match.Hole || s.text[s.at] == match.HoleWord) {
			s.at++
		}
		w := s.text[start:s.at]
		if s.at < len(s.text) && s.text[s.at] == '\'' && str.In(w, "E", "e") {
			return sqlToken{text, s.quoted('\'', true), start}, true
		}
		if s.at < len(s.text) && s.text[s.at] == '\'' && s.brackets && str.In(w, "X", "x") {
			return sqlToken{text, fromHex(s.quoted('\'', false)), start}, true
		}
		return sqlToken{name, upper(w), start}, true
	}
	s.at++
	return sqlToken{sign, s.text[start:s.at], start}, true
}

// space skips blanks and comments; what stands in /*! */ is no comment to mysql.
func (s *sqlText) space() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] <= ' ' && rest[0] > match.HoleWord:
			s.at++
		case str.HasPrefix(rest, "--") && (!s.backslash || len(rest) == 2 || rest[2] <= ' '), rest[0] == '#' && s.backslash && !s.meta:
			for s.at < len(s.text) && s.text[s.at] != '\n' {
				s.at++
			}
		case str.HasPrefix(rest, "/*!") || str.HasPrefix(rest, "/*M!"):
			s.at += 3
			for s.at < len(s.text) && isDigit(s.text[s.at]) {
				s.at++
			}
		case str.HasPrefix(rest, "*/"):
			s.at += 2
		case str.HasPrefix(rest, "/*"):
			i := str.Index(rest[2:], "*/")
			if i < 0 {
				s.at = len(s.text)
				return
			}
			s.at += i + 4
		default:
			return
		}
	}
}

func (s *sqlText) quoted(q byte, escapes bool) string {
	var b []byte
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\' && escapes && s.at+1 < len(s.text):
			s.at++
			c, next := escape(s.text, s.at)
			b = append(b, c)
			s.at = next - 1
			continue
		case c == q:
			if s.at+1 < len(s.text) && s.text[s.at+1] == q {
				s.at++
				break
			}
			s.at++
			return string(b)
		}
		b = append(b, s.text[s.at])
	}
	return string(b)
}

// dollars reads $tag$ ... $tag$.
func (s *sqlText) dollars() (string, bool) {
	i := s.at + 1
	for i < len(s.text) && isWord(s.text[i]) {
		i++
	}
	if i >= len(s.text) || s.text[i] != '$' || s.open || i > s.at+1 && isDigit(s.text[s.at+1]) || i-s.at > 64 {
		return "", false
	}
	tag := s.text[s.at : i+1]
	end := str.Index(s.text[i+1:], tag)
	if end < 0 {
		s.open = true
		return "", false
	}
	body := s.text[i+1 : i+1+end]
	s.at = i + 1 + end + len(tag)
	return body, true
}

func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// fromHex is what bytes say that are written in hexadecimal digits.
func fromHex(s string) string {
	var b []byte
	for i := 0; i+1 < len(s) && hexValue(s[i]) >= 0 && hexValue(s[i+1]) >= 0; i += 2 {
		b = append(b, byte(hexValue(s[i])<<4|hexValue(s[i+1])))
	}
	return string(b)
}

// sqlOpens judges the file of ATTACH and of VACUUM INTO: one that is written there, or any.
func (f *Found) sqlOpens(list []sqlToken) {
	at, end := 0, len(list)
	for i, t := range list {
		if at == 0 && t.kind == name && str.In(t.value, "ATTACH", "INTO") {
			at = i + 1
		}
	}
	if at == 0 {
		return // VACUUM with no file
	}
	if at < end && list[at].kind == name && list[at].value == "DATABASE" {
		at++
	}
	for i := at; i < end; i++ {
		if list[i].kind == name && list[i].value == "AS" {
			end = i
		}
	}
	switch {
	case end != at+1 || list[at].kind != text && list[at].kind != name, match.Holed(list[at].value):
		f.WritesAny = true
	case !str.In(list[at].value, "", ":memory:"):
		f.writes(sqlitePath(list[at].value))
	}
}

// sqlStatement judges one statement.
func sqlStatement(f *Found, list []sqlToken, program string, depth int) {
	for len(list) > 0 && list[0].kind == sign && (list[0].value == "(" || list[0].value == "@") {
		list = list[1:]
	}
	if len(list) == 0 {
		return
	}
	first := list[0].value
	if list[0].kind != name {
		first = ""
	}
	if depth > 0 {
		f.Effects |= sqlInner(list) // BEGIN DELETE ..., IF x THEN DELETE ...
	} else {
		f.Effects |= sqlVerb(first, list)
	}
	sqlFiles(f, first, list)
	if str.In(first, "ATTACH", "VACUUM") {
		f.sqlOpens(list)
	}
	sqlCalls(f, list, program)
	if str.In(first, "DO", "CREATE", "EXECUTE", "PREPARE", "EXEC", "ALTER") || depth > 0 && has(list, "EXECUTE") {
		for _, t := range list {
			if t.kind != text || !str.ContainsAny(t.value, " \n\t") {
				continue
			}
			if depth >= 3 {
				f.cannot("SQL inside of SQL, too deep to judge; write the statements out")
				return
			}
			inner := sqlText{text: t.value}
			inner.read(f, program, depth+1)
		}
	}
}

func has(list []sqlToken, words ...string) bool {
	for _, t := range list {
		if t.kind == name && str.In(t.value, words...) {
			return true
		}
	}
	return false
}

// sqlVerb is what a statement does by its first word.
func sqlVerb(first string, list []sqlToken) effect.Set {
	switch first {
	case "SELECT", "VALUES", "TABLE":
		if has(list, "INTO") && !has(list, "OUTFILE", "DUMPFILE") {
			return effect.Reads | effect.Sends
		}
		return effect.Reads
	case "SHOW", "DESCRIBE", "DESC", "USE", "HELP", "DECLARE", "FETCH", "CLOSE", "LISTEN", "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT",
		"RELEASE", "END", "ABORT", "SET", "LOCK", "UNLOCK", "IF", "ELSE", "LOOP", "RETURN", "DELIMITER", "GO", "DETACH", "CHECKSUM", "THEN", "PRINT":
		if has(list, "PASSWORD", "ROLE", "GLOBAL", "PERSIST") {
			return effect.Reads | effect.Sends
		}
		return effect.Reads
	case "EXPLAIN", "ANALYZE", "WITH", "PREPARE":
		return sqlInner(list[1:])
	case "PRAGMA", "ATTACH", "VACUUM", "REINDEX", "COMMENT", "INSERT", "REPLACE", "MERGE", "UPSERT", "COPY", "LOAD", "CALL", "NOTIFY", "REFRESH",
		"CLUSTER", "CHECKPOINT", "OPTIMIZE", "REPAIR", "RENAME", "IMPORT", "HANDLER", "SECURITY", "INSTALL", "EXPORT":
		if first == "PRAGMA" && !hasSign(list, "=") {
			return effect.Reads
		}
		return effect.Sends
	case "DELETE", "UPDATE":
		if has(list, "WHERE") && !always(list) {
			return effect.Sends
		}
		return effect.Sends | effect.Destroys
	case "CREATE":
		return effect.Sends | sqlPrivilege(list) | sqlReplaces(list)
	case "ALTER":
		if has(list, "DROP") {
			return effect.Sends | effect.Destroys | sqlPrivilege(list)
		}
		return effect.Sends | sqlPrivilege(list)
	case "GRANT", "REVOKE", "REASSIGN":
		return effect.Sends | effect.Privilege
	case "SHUTDOWN", "KILL":
		return effect.Sends | effect.System
	case "DO", "EXECUTE", "EXEC":
		return effect.Sends | sqlInner(list[1:])
	}
	// DROP, TRUNCATE, PURGE, RESET, FLUSH, and what nobody knows.
	return effect.Sends | effect.Destroys
}

// sqlInner is what the statements inside of one do: those behind WITH or
// EXPLAIN ANALYZE.
func sqlInner(list []sqlToken) effect.Set {
	e := effect.Reads
	where := -1
	for i, t := range list {
		if t.kind == name && t.value == "WHERE" {
			where = i
		}
	}
	for i, t := range list {
		if t.kind != name || i > 0 && list[i-1].kind == name && list[i-1].value == "FOR" {
			continue
		}
		switch t.value {
		case "DELETE", "UPDATE":
			e |= effect.Sends
			if where < i {
				e |= effect.Destroys
			}
		case "INSERT", "MERGE", "REPLACE", "CREATE", "ALTER":
			e |= effect.Sends
		case "DROP", "TRUNCATE":
			e |= effect.Sends | effect.Destroys
		}
		if e.Has(effect.Destroys) {
			break
		}
	}
	return e
}

// always reports whether the condition of a statement is none: WHERE 1, WHERE
// 1=1, WHERE true.
func always(list []sqlToken) bool {
	for i, t := range list {
		if t.kind != name || t.value != "WHERE" {
			continue
		}
		rest := list[i+1:]
		for len(rest) > 0 && rest[0].kind == sign && rest[0].value == "(" {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return true
		}
		if rest[0].value == "TRUE" || rest[0].value == "NOT" && len(rest) > 1 && rest[1].value == "FALSE" {
			return true
		}
		constant := rest[0].value != "" && isDigit(rest[0].value[0]) || rest[0].kind == text && len(rest) > 2 && rest[2].kind == text
		return constant && (len(rest) < 3 || rest[1].value != "=" || rest[2].value == rest[0].value)
	}
	return false
}

func hasSign(list []sqlToken, s string) bool {
	for _, t := range list {
		if t.kind == sign && t.value == s {
			return true
		}
	}
	return false
}

func sqlPrivilege(list []sqlToken) effect.Set {
	if has(list[:min(len(list), 4)], "USER", "ROLE", "LOGIN") {
		return effect.Privilege
	}
	return 0
}

// sqlReplaces is what CREATE OR REPLACE TABLE does to the table that was.
func sqlReplaces(list []sqlToken) effect.Set {
	if head := list[:min(len(list), 5)]; has(head, "REPLACE") && has(head, "TABLE", "DATABASE", "SCHEMA") {
		return effect.Destroys
	}
	return 0
}

// sqlFiles finds the files and programs that a statement names.
func sqlFiles(f *Found, first string, list []sqlToken) {
	for i, t := range list {
		if t.kind != name || i+1 >= len(list) {
			continue
		}
		next := list[i+1]
		if next.kind != text {
			continue
		}
		switch t.value {
		case "PROGRAM":
			if match.Holed(next.value) {
				f.cannot("SQL runs a program that is computed at run time; write it out")
				continue
			}
			f.shell(next.value)
		case "OUTFILE", "DUMPFILE":
			f.writes(next.value)
		case "INFILE":
			f.reads(next.value)
		case "TO":
			if str.In(first, "COPY", "BACKUP", "UNLOAD", "EXPORT") {
				f.writes(next.value)
			}
		case "FROM":
			if str.In(first, "COPY", "BULK", "RESTORE") {
				f.reads(next.value)
			}
		case "LANGUAGE":
			sqlLanguage(f, next.value)
		case "LOAD", "INSTALL":
			if i == 0 {
				f.cannot("SQL loads a library; leave it out")
			}
		}
	}
	for i, t := range list {
		if t.kind == name && t.value == "LANGUAGE" && i+1 < len(list) && list[i+1].kind == name {
			sqlLanguage(f, list[i+1].value)
		}
	}
}

// sqlLanguage refuses functions that are programs of the machine.
func sqlLanguage(f *Found, l string) {
	if !str.In(upper(l), "SQL", "PLPGSQL") {
		f.cannot("a function of SQL in language " + str.OneLine(l, 40) + " can run any program; leave it out")
	}
}

// sqlCalls finds the functions that reach out of the database.
func sqlCalls(f *Found, list []sqlToken, program string) {
	for i := 0; i+1 < len(list); i++ {
		t := list[i]
		if t.kind != name && t.kind != text {
			continue
		}
		n := upper(t.value)
		if n == "XP_CMDSHELL" || n == "SP_OACREATE" {
			f.given(list[i+1:], program)
			continue
		}
		if list[i+1].value != "(" || list[i+1].kind != sign {
			continue
		}
		args := list[i+2:]
		switch n {
		case "LOAD_FILE", "PG_READ_FILE", "PG_READ_BINARY_FILE", "PG_LS_DIR", "PG_STAT_FILE", "READFILE", "LO_IMPORT", "READ_CSV", "READ_CSV_AUTO",
			"READ_PARQUET", "READ_JSON", "READ_TEXT", "READ_BLOB", "LSDIR", "FSDIR", "PG_FILE_READ":
			switch {
			case len(args) == 0:
			case args[0].kind == text && (len(args) < 2 || args[1].value == "," || args[1].value == ")"):
				f.reads(args[0].value)
				if n == "FSDIR" {
					f.Reads = append(f.Reads, place(args[0].value+"/"+everyBelow, false, true))
				}
			default:
				f.Reads = append(f.Reads, place(everyBelow, false, true))
			}
		case "WRITEFILE", "PG_FILE_WRITE", "PG_FILE_UNLINK", "PG_FILE_RENAME":
			f.writesFirst(args, 0)
		case "LO_EXPORT":
			f.writesFirst(args, 2)
		case "LOAD_EXTENSION", "PG_REWRITE":
			f.cannot("SQL loads a library; leave it out")
		case "EDIT":
			f.given(args[min(1, len(args)):], program)
			if len(args) > 1 && args[1].value == ")" {
				f.cannot("SQL starts an editor; leave edit() out")
			}
		case "SYS_EXEC", "SYS_EVAL", "SYSTEM", "SHELL", "EVAL", "EXEC", "POPEN":
			f.given(args, program)
		case "DBLINK", "DBLINK_EXEC", "DBLINK_CONNECT", "HTTP_GET", "HTTP_POST", "UTL_HTTP", "QUERY_TO_XML", "PG_TERMINATE_BACKEND", "PG_CANCEL_BACKEND",
			"SETVAL", "LO_UNLINK", "PG_RELOAD_CONF", "SET_CONFIG", "PG_SWITCH_WAL", "PG_NOTIFY", "LO_FROM_BYTEA", "LO_PUT":
			f.Effects |= effect.Sends
		}
	}
}

// writesFirst takes the string at n for a file that is written.
func (f *Found) writesFirst(args []sqlToken, n int) {
	if n+1 < len(args) && args[n].kind == text && (args[n+1].value == "," || args[n+1].value == ")") {
		f.writes(args[n].value)
		return
	}
	f.WritesAny = true
}

// given adds the command that a function of a database runs.
func (f *Found) given(args []sqlToken, program string) {
	for i, t := range args {
		if i > 8 {
			break
		}
		if t.kind == text && !match.Holed(t.value) {
			f.shell(t.value)
			return
		}
	}
	f.cannot("the SQL that " + program + " is given runs a command that is computed at run time; write it out")
}
