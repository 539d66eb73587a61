package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// Programs of the general languages are read as tokens: where their strings
// begin and end decides what is a command and what is talk about one.

type kind uint8

const (
	name     kind = iota // an identifier or keyword
	variable             // $x of the languages that mark them
	text                 // a string
	command              // a string that runs: `...`, qx(...), %x(...)
	list                 // words of qw(...), %w(...)
	number
	sign // one operator or bracket
)

// A token is one of a program. The value of a string is decoded; what is put
// into it when it runs is a [match.Hole].
type token struct {
	kind   kind
	value  string
	filled []string // of each hole of a string the name whose value it is; if that is more than a name # and which code of the program it is, "" if that is not known
	line   bool     // it is the first of its line
	space  bool     // a blank or line end stands before it
}

// How a quote reads its text.
type quoting uint8

const (
	none   quoting = iota
	raw            // up to the next quote; a backslash before it keeps it
	bare           // up to the next quote whatever stands before it
	plain          // with escapes
	filled         // with escapes and with values put in
	runs           // filled, and run as a command
)

// A syntax is how the tokens of a language are written.
type syntax struct {
	comments            string // any of "#", "/" (// and /* */), "-" (-- and --[[), ";"
	single, double, acc quoting
	triple              bool   // three quotes in a row are one that goes over lines
	fill                string // what begins a value in a string: "{", "${", "#{", "$"
	sigils              string // what begins a variable: "$@%"
	letters             string // what names have beside letters, digits and _
	letterQuotes        bool   // python's r"", f"" and the like
	q                   bool   // perl's q qq qw qx m s y tr qr
	percent             bool   // ruby's %q %w %x %()
	regexps             bool   // /.../ where a value is wanted
	documents           bool   // <<END
	long                bool   // lua's [[...]]
	patterns            bool   // a pattern may stand behind a brace: awk
	breaks              bool   // a string of one quote ends with its line at the latest
}

// A lexer reads the tokens of a program.
type lexer struct {
	syntax *syntax
	code   string
	at     int
	tokens []token
	inner  []string // code inside of strings
	before int      // how many codes come before these
	filled []string // see token, of the string that is read
	ends   []string // here-documents that begin on the next line
	open   bool     // one of them has no end: no other is looked for
	doubt  bool     // where a string ends could be read in another way
	cased  bool     // the string that is read is in small letters: "\LGIT"
}

// lex is the tokens of code, and those of the code inside of its strings
// behind them.
func lex(s *syntax, code string) (tokens []token, doubt bool) {
	tokens, _, doubt = lexCodes(s, code)
	return tokens, doubt
}

// lexCodes is like lex, and says where the tokens of each code begin.
func lexCodes(s *syntax, code string) (tokens []token, starts []int, doubt bool) {
	level := []string{code}
	for depth := 0; len(level) > 0; depth++ {
		if depth == maxDepth {
			return tokens, starts, true
		}
		var next []string
		after := len(starts) + len(level)
		for _, c := range level {
			starts = append(starts, len(tokens))
			l := lexer{syntax: s, code: c, before: after + len(next), tokens: append(tokens, token{kind: sign, value: ";", line: true, space: true})}
			l.run()
			tokens, doubt = l.tokens, doubt || l.doubt
			next = append(next, l.inner...)
		}
		level = next
	}
	return tokens, starts, doubt
}

func (l *lexer) run() {
	line, space := true, true
	for l.at < len(l.code) {
		switch b := l.code[l.at]; {
		case b == '\n':
			line, space = true, true
			l.at++
			l.hereDocuments()
			if l.syntax.q && l.at < len(l.code) && l.code[l.at] == '=' && l.at+1 < len(l.code) && isLetter(l.code[l.at+1]) {
				l.pod()
			}
			continue
		case b <= ' ':
			space = true
			l.at++
			continue
		case l.comment():
			space = true
			continue
		}
		n := len(l.tokens)
		l.token(space)
		for i := n; i < len(l.tokens); i++ {
			l.tokens[i].line, l.tokens[i].space = line && i == n, space && i == n
		}
		line, space = false, false
	}
}

func (l *lexer) add(k kind, value string) {
	l.tokens = append(l.tokens, token{kind: k, value: value})
}

// wantsValue reports whether a value and no operator comes next.
func (l *lexer) wantsValue(space bool) bool {
	t := l.tokens[len(l.tokens)-1]
	switch t.kind {
	case sign:
		return t.value != ")" && t.value != "]" && (t.value != "}" || l.syntax.patterns)
	case name:
		if l.syntax.patterns {
			return str.In(t.value, "print", "return", "in")
		}
		if str.In(t.value, "return", "if", "unless", "and", "or", "not", "split", "grep", "when", "while", "in", "typeof", "case", "puts", "print", "map", "join", "elsif") {
			return true
		}
		// "split /x/" and "a / b": as ruby decides it.
		return space && l.at+1 < len(l.code) && l.code[l.at+1] > ' ' && l.code[l.at+1] != '='
	}
	return false
}

// comment skips one, and reports whether there was.
func (l *lexer) comment() bool {
	rest := l.code[l.at:]
	c := l.syntax.comments
	has := func(b byte) bool { return str.IndexByte(c, b) >= 0 }
	switch {
	case rest[0] == '#' && has('#'), str.HasPrefix(rest, "//") && has('/') && !(l.syntax.q && l.wantsValue(true)),
		rest[0] == ';' && has(';'), str.HasPrefix(rest, "#!") && l.at == 0:
		l.skipLine()
	case str.HasPrefix(rest, "/*") && has('/'):
		l.skipTo("*/")
	case str.HasPrefix(rest, "--[[") && has('-'):
		l.skipTo("]]")
	case str.HasPrefix(rest, "--") && has('-'):
		l.skipLine()
	default:
		return false
	}
	return true
}

func (l *lexer) skipLine() {
	for l.at < len(l.code) && l.code[l.at] != '\n' {
		l.at++
	}
}

func (l *lexer) skipTo(end string) {
	if i := str.Index(l.code[l.at:], end); i >= 0 {
		l.at += i + len(end)
		return
	}
	l.at = len(l.code)
	l.doubt = true
}

// pod skips perl's documentation.
func (l *lexer) pod() {
	l.doubt = true
	if i := str.Index(l.code[l.at:], "\n=cut"); i >= 0 {
		l.at += i + 1
		l.skipLine()
		return
	}
	l.at = len(l.code)
}

func (l *lexer) token(space bool) {
	b := l.code[l.at]
	s := l.syntax
	switch {
	case b == '\'' && s.single != none:
		l.quote(s.single)
	case b == '"' && s.double != none:
		l.quote(s.double)
	case b == '`' && s.acc != none:
		l.quote(s.acc)
	case str.IndexByte(s.sigils, b) >= 0 && l.variable():
	case isDigit(b):
		start := l.at
		for l.at < len(l.code) && (isWord(l.code[l.at]) || l.code[l.at] == '.' && !str.HasPrefix(l.code[l.at:], "..")) {
			l.at++
		}
		l.add(number, l.code[start:l.at])
	case s.named(b):
		l.name()
	case s.percent && b == '%' && l.percentQuote(space):
	case s.long && b == '[' && (str.HasPrefix(l.code[l.at:], "[[") || str.HasPrefix(l.code[l.at:], "[=")) && l.longString():
	case s.documents && b == '<' && str.HasPrefix(l.code[l.at:], "<<") && l.tokens[len(l.tokens)-1].kind != text && l.document():
	case s.q && b == '<' && (l.wantsValue(space) || l.tokens[len(l.tokens)-1].value == "}" || str.In(l.tokens[len(l.tokens)-1].value, "for", "foreach")) && l.pattern():
	case s.regexps && b == '/' && l.wantsValue(space) && l.regexp():
	default:
		l.sign()
	}
}

// named reports whether b can begin a name.
func (s *syntax) named(b byte) bool {
	return isLetter(b) || b == '_' || b >= 0x80 || str.IndexByte(s.letters, b) >= 0
}

func (l *lexer) word() string {
	start := l.at
	for l.at < len(l.code) && (l.syntax.named(l.code[l.at]) || isDigit(l.code[l.at])) {
		l.at++
	}
	return l.code[start:l.at]
}

func (l *lexer) name() {
	n := l.word()
	next := byte(0)
	if l.at < len(l.code) {
		next = l.code[l.at]
	}
	switch {
	case l.syntax.letterQuotes && (next == '"' || next == '\'') && len(n) <= 2 && onlyOf(str.Lower(n), "rbfut"):
		how := plain
		if str.ContainsAny(n, "rR") {
			how = raw
		}
		if str.ContainsAny(n, "fFtT") {
			how = filled
		}
		l.quote(how)
	case l.syntax.q && str.In(n, "q", "qq", "qw", "qx", "qr", "m", "s", "y", "tr") && l.perlQuote(n):
	case l.syntax.q && str.In(n, "__END__", "__DATA__"):
		l.doubt = true
		l.at = len(l.code)
	case l.syntax.q && next == '\'':
		l.doubt = true // the old mark between packages
		l.add(name, n)
	default:
		l.add(name, n)
	}
}

// variable reads $x, @x, %x, $'.
func (l *lexer) variable() bool {
	sigil := l.code[l.at]
	i := l.at + 1
	if sigil == '&' && i < len(l.code) && l.code[i] == '&' {
		return false
	}
	for i < len(l.code) && i < l.at+8 && (l.code[i] == sigil || l.code[i] == '$') && sigil != '%' {
		i++
	}
	if i >= len(l.code) {
		return false
	}
	switch b := l.code[i]; {
	case isLetter(b) || b == '_' || b >= 0x80:
		l.at = i
		l.add(variable, l.word())
		return true
	case sigil == '$' && l.syntax.percent && (b == '*' || b == '-' && i+1 < len(l.code) && isLetter(l.code[i+1])):
		l.at = i + 1
		if b == '-' {
			l.at++
		}
		l.add(variable, l.code[i:l.at])
		return true
	case b == '{' || isDigit(b):
		l.at = i
		l.add(variable, "")
		if isDigit(b) {
			l.word()
		}
		return true
	case sigil == '$' && l.syntax.q && b > ' ':
		l.at = i + 1
		if b == '^' && l.at < len(l.code) && isLetter(l.code[l.at]) {
			l.add(variable, l.code[i:l.at+1])
			l.at++
			return true
		}
		l.add(variable, l.code[i:i+1])
		return true
	}
	return false
}

var signs = [...]string{"===", "!==", "**=", "...", "<=>", "=>", "->", "::", "==", "!=", "<=", ">=", "&&", "||", "..", ":=", "+=", "-=", ".=", "=~", "!~", "?."}

func (l *lexer) sign() {
	for _, s := range signs {
		if str.HasPrefix(l.code[l.at:], s) {
			l.add(sign, s)
			l.at += len(s)
			return
		}
	}
	l.add(sign, l.code[l.at:l.at+1])
	l.at++
}

// quote reads the string that begins here.
func (l *lexer) quote(how quoting) {
	q := l.code[l.at]
	if l.syntax.triple && l.at+2 < len(l.code) && l.code[l.at+1] == q && l.code[l.at+2] == q {
		l.at += 3
		l.until(string([]byte{q, q, q}), 0, how)
		return
	}
	l.at++
	l.until(string([]byte{q}), 0, how)
}

// until reads a string up to its end; open, if it is not 0, nests.
func (l *lexer) until(end string, open byte, how quoting) {
	var b []byte
	depth := 0
	l.filled = nil
	for {
		switch {
		case l.at >= len(l.code):
			l.doubt = true
		case open != 0 && l.code[l.at] == open:
			depth++
			b = append(b, open)
			l.at++
			continue
		case str.HasPrefix(l.code[l.at:], end) && depth == 0:
			l.at += len(end)
		case str.HasPrefix(l.code[l.at:], end):
			depth--
			b = append(b, end...)
			l.at++
			continue
		case l.code[l.at] == '\\' && how != bare && l.at+1 < len(l.code):
			b = l.escaped(b, how)
			continue
		case l.syntax.breaks && l.code[l.at] == '\n' && len(end) == 1:
			l.doubt = true
		case (how == filled || how == runs) && l.fills(end):
			b = append(b, match.Hole)
			continue
		default:
			b = append(b, l.code[l.at])
			l.at++
			continue
		}
		k := text
		if how == runs {
			k = command
		} else if l.syntax.q && end != "\n" {
			l.patternCode(string(b))
		}
		if l.cased {
			b, l.cased = []byte(str.Lower(string(b))), false
		}
		l.add(k, string(b))
		l.tokens[len(l.tokens)-1].filled = l.filled
		return
	}
}

func (l *lexer) escaped(b []byte, how quoting) []byte {
	if how == raw {
		if next := l.code[l.at+1]; l.syntax.letterQuotes || next != '\\' && next != '\'' {
			b = append(b, '\\')
		}
		b = append(b, l.code[l.at+1])
		l.at += 2
		return b
	}
	var c byte
	if l.syntax.q && str.IndexByte("LUluEQF", l.code[l.at+1]) >= 0 {
		l.cased = l.cased || l.code[l.at+1] == 'L' || l.code[l.at+1] == 'l'
		l.at += 2
		return b
	}
	if l.code[l.at+1] == '\n' {
		l.at += 2
		return b // the line goes on
	}
	c, l.at = escape(l.code, l.at+1)
	return append(b, c)
}

// fills skips a value that is put into a string, and keeps its code.
func (l *lexer) fills(end string) bool {
	rest := l.code[l.at:]
	switch f := l.syntax.fill; {
	case f == "{" && rest[0] == '{':
		if str.HasPrefix(rest, "{{") {
			l.at++
			return false
		}
		return l.value(1, end)
	case f == "#{" && (str.HasPrefix(rest, "#$") || str.HasPrefix(rest, "#@")) && len(rest) > 2 && isWord(rest[2]):
		for l.at += 2; l.at < len(l.code) && isWord(l.code[l.at]); l.at++ {
		}
		l.filled = append(l.filled, "")
		return true
	case f == "#{" && str.HasPrefix(rest, "#{"):
		return l.value(2, end)
	case (f == "${" || f == "$") && str.HasPrefix(rest, "${"), f == "$" && str.HasPrefix(rest, "@{"), f == "$" && str.HasPrefix(rest, "{$") && !l.syntax.q:
		if rest[0] == '{' {
			return l.value(1, end)
		}
		return l.value(2, end)
	case f == "$" && (rest[0] == '$' || rest[0] == '@' && l.syntax.q) && len(rest) > 1 && (isLetter(rest[1]) || rest[1] == '_' || isDigit(rest[1])):
		l.at++
		start := l.at
		for l.at < len(l.code) && (isWord(l.code[l.at]) || str.HasPrefix(l.code[l.at:], "::")) {
			l.at++
		}
		if !l.subscript(start) {
			l.filled = append(l.filled, l.code[start:l.at])
		}
		return true
	case f == "$" && l.syntax.q && str.HasPrefix(rest, "$&"):
		l.at += 2
		l.filled = append(l.filled, "")
		return true
	}
	return false
}

// environments are what languages have for the variables of the environment, which
// strings say with a subscript: "$ENV{HOME}/x", "$_SERVER[HOME]/x".
const environments = " ENV _ENV _SERVER "

// subscript takes what stands behind such a name, which begins at start.
func (l *lexer) subscript(start int) bool {
	if l.at >= len(l.code) || l.code[l.at] != '{' && l.code[l.at] != '[' || !str.Contains(environments, " "+l.code[start:l.at]+" ") {
		return false
	}
	end, _ := closing(l.code[l.at])
	n := str.IndexByte(l.code[l.at:min(len(l.code), l.at+64)], end[0])
	if n < 2 {
		return false
	}
	l.at += n + 1
	l.put(l.code[start-1 : l.at])
	return true
}

// put notes code whose value is put into the string.
func (l *lexer) put(code string) {
	l.filled = append(l.filled, "#"+str.Itoa(int64(l.before+len(l.inner))))
	l.keep(code)
}

// value skips to the brace that ends a value; skip is the length of its start.
func (l *lexer) value(skip int, end string) bool {
	start := l.at + skip
	depth := 1
	i := start
	for ; i < len(l.code) && depth > 0; i++ {
		switch b := l.code[i]; b {
		case '{':
			depth++
		case '}':
			depth--
		case '"', '\'', '`':
			if len(end) == 1 && b == end[0] {
				l.doubt = true
				if l.syntax.fill == "{" {
					l.keep(l.code[start:i])
					l.filled = append(l.filled, "")
					l.at = i
					return true
				}
			}
		case '\\':
			i++
		}
	}
	i = min(i, len(l.code))
	code := l.code[start:i]
	if depth > 0 {
		l.doubt = true
	} else {
		code = code[:len(code)-1]
	}
	l.at = i
	if l.syntax.letterQuotes {
		if at := str.LastIndexByte(code, ':'); at > 0 && str.IndexByte(code[at:], ' ') > 0 && !str.ContainsAny(code[at:], "\"'\\()[]{}") {
			l.keep(`"` + code[at+1:] + `"`) // what __format__ is given
		}
	}
	if n := nameIn(code); n != "" || code == "" {
		l.keep(code)
		l.filled = append(l.filled, n)
		return true
	}
	l.put(code)
	return true
}

func (l *lexer) keep(code string) {
	if code != "" {
		l.inner = append(l.inner, code)
	}
}

// closing is the end of a string that begins with open, and what nests in it.
func closing(open byte) (end string, nests byte) {
	switch open {
	case '(':
		return ")", '('
	case '{':
		return "}", '{'
	case '[':
		return "]", '['
	case '<':
		return ">", '<'
	}
	return string([]byte{open}), 0
}

// perlQuote reads q(), m//, s///, tr///.
func (l *lexer) perlQuote(n string) bool {
	i := l.at
	for i < len(l.code) && (l.code[i] == ' ' || l.code[i] == '\n' || l.code[i] == '\t') {
		i++
	}
	if i >= len(l.code) || str.HasPrefix(l.code[i:], "=>") || str.IndexByte(",;)}", l.code[i]) >= 0 ||
		(isWord(l.code[i]) || l.code[i] == '#') && i > l.at && l.code[i] == '#' || isWord(l.code[i]) && i == l.at || l.code[i] == '=' && i > l.at {
		return false
	}
	if last := l.tokens[len(l.tokens)-1]; last.kind == sign && (last.value == "->" || last.value == "::") || last.kind == name && last.value == "sub" {
		return false
	}
	end, nests := closing(l.code[i])
	l.at = i + 1
	how := quotingOf(n)
	l.until(end, nests, how)
	last := &l.tokens[len(l.tokens)-1]
	switch n {
	case "qw":
		last.kind = list
	case "m", "qr":
		last.kind = number // a pattern is no string that could run
	case "s", "y", "tr":
		last.kind, last.value = number, n
		if nests != 0 {
			for l.at < len(l.code) && l.code[l.at] <= ' ' {
				l.at++
			}
			if l.at < len(l.code) {
				end, nests = closing(l.code[l.at])
				l.at++
			}
		}
		l.until(end, nests, filled)
		flags := l.at
		l.word()
		if str.IndexByte(l.code[flags:l.at], 'e') >= 0 {
			l.keep(l.tokens[len(l.tokens)-1].value)
			if str.Contains(l.code[flags:l.at], "ee") {
				l.keep("eval(" + l.tokens[len(l.tokens)-1].value + ")")
			}
			l.doubt = true
		}
		l.tokens = l.tokens[:len(l.tokens)-1]
	}
	return true
}

// patternCode keeps the code that a pattern of perl has in it.
func (l *lexer) patternCode(pattern string) {
	if !l.syntax.q || !str.Contains(pattern, "(?{") && !str.Contains(pattern, "(??{") {
		return
	}
	for _, code := range codeIn(pattern) {
		l.keep(code)
	}
}

func quotingOf(n string) quoting {
	switch n {
	case "q", "qw":
		return raw
	case "qx":
		return runs
	}
	return filled
}

// percentQuote reads ruby's %q(), %w[], %x{}.
func (l *lexer) percentQuote(space bool) bool {
	i := l.at + 1
	letter := byte('Q')
	if i < len(l.code) && str.IndexByte("qQwWxiIrs", l.code[i]) >= 0 {
		letter = l.code[i]
		i++
	} else if !l.wantsValue(space) {
		return false
	}
	if i >= len(l.code) || isWord(l.code[i]) || l.code[i] <= ' ' || l.code[i] == '=' && letter == 'Q' {
		return false
	}
	end, nests := closing(l.code[i])
	l.at = i + 1
	how := filled
	switch letter {
	case 'q', 'w', 'i':
		how = raw
	case 'x':
		how = runs
	}
	l.until(end, nests, how)
	if str.IndexByte("wWiI", letter) >= 0 {
		l.tokens[len(l.tokens)-1].kind = list
	}
	return true
}

func (l *lexer) longString() bool {
	i := l.at + 1
	for i < len(l.code) && l.code[i] == '=' {
		i++
	}
	if i >= len(l.code) || l.code[i] != '[' {
		return false
	}
	end := "]" + l.code[l.at+1:i] + "]"
	if len(end) > 32 {
		l.doubt = true
		return false
	}
	l.at = i + 1
	l.until(end, 0, bare)
	return true
}

// pattern reads perl's <~/*>, which is what the pattern matches. A name or a variable in
// its place is a file that is read.
func (l *lexer) pattern() bool {
	rest := l.code[l.at+1 : min(len(l.code), l.at+256)]
	n := str.IndexByte(rest, '>')
	if n < 1 || !str.ContainsAny(rest[:n], "*?~/{[") || str.ContainsAny(rest[:n], ";=&|()\n") || str.IndexByte(rest[:n], ' ') >= 0 && str.IndexByte("~/", rest[0]) < 0 {
		return false
	}
	l.add(name, "glob")
	l.add(sign, "(")
	l.at++
	l.until(">", 0, filled)
	l.add(sign, ")")
	return true
}

// maxRegexp is how far the end of a pattern is looked for.
const maxRegexp = 2000

func (l *lexer) regexp() bool {
	class := false
	for i := l.at + 1; i < len(l.code) && l.code[i] != '\n' && i < l.at+maxRegexp; i++ {
		switch b := l.code[i]; {
		case b == '\\':
			i++
		case b == '[':
			class = true
		case b == ']':
			class = false
		case b == '/' && (!class || l.syntax.q):
			if str.ContainsAny(l.code[l.at:i], "'\"`") {
				l.doubt = true
			}
			pattern := l.code[l.at+1 : i]
			l.patternCode("/" + pattern)
			l.at = i + 1
			if l.word(); str.HasPrefix(l.code[l.at:], ".source") {
				l.add(text, pattern)
			} else {
				l.add(number, "")
			}
			return true
		}
	}
	return false
}

// document notes a here-document, whose text begins on the next line.
func (l *lexer) document() bool {
	i := l.at + 2
	for i < len(l.code) && (l.code[i] == '<' || l.code[i] == '~' || l.code[i] == '-' || l.code[i] == ' ' && l.syntax.q) {
		i++
	}
	q := byte(0)
	if i < len(l.code) && (l.code[i] == '"' || l.code[i] == '\'' || l.code[i] == '`') {
		q = l.code[i]
		i++
	}
	start := i
	for i < len(l.code) && (isWord(l.code[i]) || q != 0 && l.code[i] != q && l.code[i] != '\n') {
		i++
	}
	tag := l.code[start:i]
	if tag == "" || l.open || q == 0 && !isLetter(tag[0]) && tag[0] != '_' || len(l.ends) > 8 {
		return false
	}
	if q == 0 && (tag[0] < 'A' || tag[0] > 'Z') {
		return false // x <<y
	}
	if q != 0 && i < len(l.code) {
		i++
	}
	l.at = i
	l.ends = append(l.ends, tag)
	l.add(number, "") // the value stands here; its text comes as a string of its own
	if q == '`' {
		l.doubt = true
		l.ends[len(l.ends)-1] = "`" + tag
	}
	return true
}

func (l *lexer) hereDocuments() {
	for _, tag := range l.ends {
		k := text
		if str.HasPrefix(tag, "`") {
			tag, k = tag[1:], command
		}
		start := l.at
		for {
			if l.at >= len(l.code) {
				l.doubt, l.open = true, true
				l.at = start
				break
			}
			from := l.at
			l.skipLine()
			line := str.Trim(l.code[from:l.at])
			if l.at < len(l.code) {
				l.at++
			}
			if line == tag || line == tag+";" {
				l.add(k, l.code[start:from])
				l.keep(l.code[start:from])
				l.doubt = true
				break
			}
		}
	}
	l.ends = nil
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }
func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
func isWord(b byte) bool   { return isLetter(b) || isDigit(b) || b == '_' || b >= 0x80 }

func onlyOf(s, bytes string) bool {
	for i := 0; i < len(s); i++ {
		if str.IndexByte(bytes, s[i]) < 0 {
			return false
		}
	}
	return true
}

// escape decodes the escape that starts at code[i], behind the backslash.
func escape(code string, i int) (b byte, next int) {
	switch code[i] {
	case 'n':
		return '\n', i + 1
	case 't':
		return '\t', i + 1
	case 'r':
		return '\r', i + 1
	case 'N':
		return named(code, i)
	case 'x', 'u':
		most := i + 3
		if code[i] == 'u' {
			most = i + 5
		}
		return digits(code, i+1, most, 16)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return digits(code, i, i+3, 8)
	}
	return code[i], i + 1
}

// named reads a letter by its number or its name: \N{U+67}, \N{LATIN SMALL LETTER G}. Of
// the names those of letters are known.
func named(code string, i int) (byte, int) {
	const small, capital = "LATIN SMALL LETTER ", "LATIN CAPITAL LETTER "
	if !str.HasPrefix(code[i+1:], "{") {
		return 'N', i + 1
	}
	n, end, ok := str.Cut(code[i+2:min(len(code), i+64)], '}')
	if _ = end; !ok {
		return 'N', i + 1
	}
	next := i + 2 + len(n) + 1
	switch {
	case str.HasPrefix(n, "U+"):
		b, _ := digits(n, 2, len(n), 16)
		return b, next
	case str.HasPrefix(n, small) && len(n) == len(small)+1:
		return str.Lower(n[len(small):])[0], next
	case str.HasPrefix(n, capital) && len(n) == len(capital)+1:
		return n[len(capital)], next
	}
	return ' ', next
}

// digits reads the value of digits; braces around them belong to them.
func digits(code string, i, most, base int) (byte, int) {
	braces := i < len(code) && code[i] == '{'
	if braces {
		i++
		most = i + 8
	}
	n := 0
	for i < len(code) && i < most {
		d := hexValue(code[i])
		if d < 0 || d >= base {
			break
		}
		n = (n*base + d) & 0xFFFFFF
		i++
	}
	if braces && i < len(code) && code[i] == '}' {
		i++
	}
	if byte(n) == match.Hole || byte(n) == match.HoleWord || str.IndexByte(marks, byte(n)) >= 0 {
		n = ' '
	}
	return byte(n), i
}

func hexValue(b byte) int {
	switch {
	case isDigit(b):
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}
