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
	long                bool   // lua's [[...]]
	patterns            bool   // a pattern may stand behind a brace: awk
	tags                bool   // php's <?php and ?>, #[...] and <<<END
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
	doubt  bool     // where a string ends could be read in another way
	cased  bool     // the string that is read is in small letters: "\LGIT"

	closers  string          // what a backslash keeps in the string that is read, beside itself
	document int             // where the text of here-documents ends that begin on the next line
	opened   []bool          // of each open bracket whether a value comes behind the one that closes it
	wants    bool            // ... of the last that was closed
	settled  int             // so many tokens there are where no value comes next, whatever stands there
	takes    int             // ... where a method's first value may
	locals   map[string]bool // names of ruby's variables so far, and false of its methods; of perl's functions
	inside   bool            // it reads the code in a string, up to the brace that ends it
	ended    bool            // ... and has found that
	skims    *int            // how many bytes of such code may yet be gone over
	depth    int
	noAngle  bool   // no > comes any more
	noTag    bool   // the text of a here-document has no end
	uneven   bool   // a bracket is closed that was not opened
	fresh    bool   // the last token is on a line above
	began    bool   // ... of the token that is read it was
	unclear  string // why nobody can tell where the strings of the code end
}

// lex is the tokens of code, and those of the code inside of its strings
// behind them.
func lex(s *syntax, code string) (tokens []token, doubt bool) {
	read := lexCodes(s, code)
	return read.tokens, read.doubt
}

// codes are the tokens of a program.
type codes struct {
	tokens  []token
	starts  []int // where those of each code in it begin
	doubt   bool
	unclear string // see lexer
}

// lexCodes is like lex, and says where the tokens of each code begin.
func lexCodes(s *syntax, code string) (read codes) {
	level := []string{code}
	skims := maxSkims * (len(code) + 1)
	for depth := 0; len(level) > 0; depth++ {
		if depth == maxDepth {
			read.doubt = true
			return read
		}
		var next []string
		after := len(read.starts) + len(level)
		for _, c := range level {
			read.starts = append(read.starts, len(read.tokens))
			l := lexer{syntax: s, code: c, before: after + len(next), skims: &skims, tokens: append(read.tokens, token{kind: sign, value: ";", line: true, space: true})}
			if depth == 0 {
				l.begin()
			}
			l.run()
			read.tokens, read.doubt = l.tokens, read.doubt || l.doubt
			if depth == 0 {
				l.weigh()
			}
			if l.unclear != "" {
				read.unclear = l.unclear
			}
			next = append(next, l.inner...)
		}
		level = next
	}
	return read
}

// weigh refuses a program whose brackets do not match: the language, which takes it, reads
// some of its strings in another way. What stands around the lines of perl -n is no part of it.
func (l *lexer) weigh() {
	s := l.syntax
	if (l.uneven || len(l.opened) > 0) && (s.q || s.percent || s.tags || s.long) && !(s.q && str.Contains(l.code, "}{")) && l.unclear == "" {
		l.unclear = "has brackets that do not match"
	}
}

// maxSkims is how often the code in strings is gone over to find its end.
const maxSkims = 16

// begin skips what stands in front of a program.
func (l *lexer) begin() {
	switch {
	case l.syntax.tags:
		l.beginPHP()
	case l.syntax.long && str.HasPrefix(l.code, "#"):
		l.skipLine()
	}
	l.lineBegins()
}

func (l *lexer) run() {
	line, space := true, true
	for l.at < len(l.code) {
		switch b := l.code[l.at]; {
		case b == '\n':
			line, space, l.fresh = true, true, true
			l.at = max(l.at+1, l.document)
			l.document = 0
			l.lineBegins()
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
		l.began = line
		l.token(space)
		l.fresh = false
		for i := n; i < len(l.tokens); i++ {
			l.tokens[i].line, l.tokens[i].space = line && i == n, space && i == n
		}
		if l.closes(n) {
			return
		}
		line, space = false, false
	}
}

// closes follows the brackets among the tokens from n on, and reports whether the code in
// a string has ended.
func (l *lexer) closes(n int) bool {
	for i := n; i < len(l.tokens); i++ {
		if l.tokens[i].kind != sign {
			continue
		}
		switch l.tokens[i].value {
		case "(", "[", "{":
			l.opened = append(l.opened, l.wantsBehind(i))
		case ")", "]", "}":
			if last := len(l.opened) - 1; last >= 0 {
				l.wants, l.opened = l.opened[last], l.opened[:last]
			} else if l.inside && l.tokens[i].value == "}" {
				l.tokens, l.ended = l.tokens[:i], true
				return true
			} else {
				l.uneven = true
			}
		}
	}
	return false
}

// wantsBehind reports whether behind the bracket that closes the one at i a value comes, and
// no operator.
func (l *lexer) wantsBehind(i int) bool {
	before := l.tokens[i-1]
	switch s := l.syntax; {
	case s.q:
		return l.perlBlock(i)
	case s.letters == "$" && l.tokens[i].value == "(":
		return before.kind == name && str.In(before.value, "if", "while", "for", "with")
	case s.letters == "$" && l.tokens[i].value == "{":
		return before.kind == sign && str.In(before.value, ")", ";", "{", "}", "=>") || before.kind == name && str.In(before.value, "else", "do", "try", "finally")
	}
	return false
}

// lineBegins skips what means something else at the beginning of a line.
func (l *lexer) lineBegins() {
	rest := l.code[min(l.at, len(l.code)):]
	last := l.tokens[len(l.tokens)-1]
	switch s := l.syntax; {
	case s.q && len(rest) > 1 && rest[0] == '=' && isLetter(rest[1]) && last.kind == sign && (str.In(last.value, ";", "{") || last.value == "}" && l.wants):
		l.pod("\n=cut")
	case s.percent && str.HasPrefix(rest, "=begin") && (len(rest) == 6 || rest[6] <= ' '):
		l.pod("\n=end")
	case s.percent && str.HasPrefix(rest, "__END__") && (len(rest) == 7 || rest[7] == '\n' || rest[7] == '\r'):
		l.at = len(l.code)
	}
}

func (l *lexer) add(k kind, value string) {
	l.tokens = append(l.tokens, token{kind: k, value: value})
}

// wantsValue reports whether a value and no operator comes next.
func (l *lexer) wantsValue(space bool) bool {
	n := len(l.tokens) - 1
	t := l.tokens[n]
	switch {
	case l.syntax.q:
		return l.perlTerm(space)
	case l.syntax.percent:
		return l.rubyTerm(space)
	}
	switch t.kind {
	case sign:
		switch {
		case l.syntax.patterns:
			return t.value != ")" && t.value != "]"
		case l.syntax.letters == "$" && str.In(t.value, ")", "}"):
			return l.wants
		case l.counted(n):
			return false
		}
		return t.value != ")" && t.value != "]" && t.value != "}"
	case name:
		if l.syntax.patterns {
			return str.In(t.value, "print", "printf", "return", "exit", "in", "case", "do", "else")
		}
		if str.In(t.value, "return", "case", "typeof", "in", "of", "delete", "void", "throw", "new", "instanceof", "do", "else", "yield", "await") {
			return n == 0 || !(l.tokens[n-1].kind == sign && str.In(l.tokens[n-1].value, ".", "?."))
		}
		return l.syntax.letters != "$" && space && l.at+1 < len(l.code) && l.code[l.at+1] > ' ' && l.code[l.at+1] != '='
	}
	return false
}

// counted reports whether the token at n ends a ++ or -- behind a value.
func (l *lexer) counted(n int) bool {
	if n < 2 || l.tokens[n].kind != sign || l.tokens[n].space || !str.In(l.tokens[n].value, "+", "-") {
		return false
	}
	first, of := l.tokens[n-1], l.tokens[n-2]
	return first.kind == sign && first.value == l.tokens[n].value && (of.kind != sign || str.In(of.value, ")", "]", "}"))
}

// comment skips one, and reports whether there was.
func (l *lexer) comment() bool {
	rest := l.code[l.at:]
	c := l.syntax.comments
	has := func(b byte) bool { return str.IndexByte(c, b) >= 0 }
	switch {
	case l.syntax.tags && (str.HasPrefix(rest, "#[") || str.HasPrefix(rest, "?>")):
		return rest[0] == '?' && l.html()
	case l.syntax.tags && (rest[0] == '#' || str.HasPrefix(rest, "//")):
		for l.at < len(l.code) && l.code[l.at] != '\n' && !str.HasPrefix(l.code[l.at:], "?>") {
			l.at++
		}
	case rest[0] == '#' && has('#'), str.HasPrefix(rest, "//") && has('/'),
		rest[0] == ';' && has(';'), str.HasPrefix(rest, "#!") && l.at == 0:
		l.skipLine()
	case str.HasPrefix(rest, "<!--") && l.syntax.letters == "$":
		line, _, _ := str.Cut(rest[len("<!--"):], '\n')
		l.keep(line) // in a module it is no comment
		l.skipLine()
	case str.HasPrefix(rest, "/*") && has('/'):
		l.skipTo("*/")
	case str.HasPrefix(rest, "--[") && has('-') && l.syntax.long && longEnd(rest[2:]) != "":
		l.skipTo(longEnd(rest[2:]))
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

// pod skips the documentation of perl and ruby, up to the line that begins with end.
func (l *lexer) pod(end string) {
	l.doubt = true
	if i := str.Index(l.code[l.at:], end); i >= 0 {
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
	case s.q && l.perlToken(space):
	case s.percent && l.rubyToken(space):
	case s.tags && b == '<' && str.HasPrefix(l.code[l.at:], "<<<") && l.documentPHP():
	case b == '\'' && s.single != none:
		l.quote(s.single)
	case b == '"' && s.double != none:
		l.quote(s.double)
	case b == '`' && s.acc != none:
		l.quote(s.acc)
	case !s.q && str.IndexByte(s.sigils, b) >= 0 && l.variable():
	case isDigit(b):
		start := l.at
		for l.at < len(l.code) && (isWord(l.code[l.at]) || l.code[l.at] == '.' && !str.HasPrefix(l.code[l.at:], "..")) {
			l.at++
		}
		l.add(number, l.code[start:l.at])
	case s.named(b):
		l.name()
	case s.long && b == '[' && (str.HasPrefix(l.code[l.at:], "[[") || str.HasPrefix(l.code[l.at:], "[=")) && l.longString():
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
	case l.syntax.letterQuotes && (next == '"' || next == '\'') && len(n) <= 2 && str.OnlyOf(str.Lower(n), "rbfut"):
		how := plain
		if str.ContainsAny(n, "rR") {
			how = raw
		}
		if str.ContainsAny(n, "fFtT") {
			how = filled
		}
		l.quote(how)
	case l.syntax.q:
		l.perlName(n)
	case l.syntax.percent:
		l.rubyName(n)
	default:
		l.add(name, n)
	}
}

// variable reads $x, @x, @@x.
func (l *lexer) variable() bool {
	sigil := l.code[l.at]
	i := l.at + 1
	for i < len(l.code) && i < l.at+8 && (l.code[i] == sigil || l.code[i] == '$') {
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
	case b == '{' || isDigit(b):
		l.at = i
		l.add(variable, "")
		if isDigit(b) {
			l.word()
		}
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
			if end != "" {
				l.doubt = true
				l.noEnd()
			}
		case end == "":
			var more bool
			if b, more = l.inString(b, how, end); !more {
				b = append(b, l.code[l.at])
				l.at++
			}
			continue
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
		case l.syntax.breaks && l.code[l.at] == '\n' && len(end) == 1:
			l.doubt = true
			l.noEnd()
		default:
			var more bool
			if b, more = l.inString(b, how, end); !more {
				if l.code[l.at] == '\n' && l.document > l.at {
					l.unclear = "has a string that goes over the text of another"
				}
				b = append(b, l.code[l.at])
				l.at++
			}
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

// inString takes an escape, or a value that is put in, and reports whether one stands here.
func (l *lexer) inString(b []byte, how quoting, end string) ([]byte, bool) {
	switch {
	case l.code[l.at] == '\\' && how != bare && l.at+1 < len(l.code):
		return l.escaped(b, how), true
	case (how == filled || how == runs) && l.fills(end):
		return append(b, match.Hole), true
	}
	return b, false
}

// noEnd notes that a string has no end, which is the end of what can be told of the program.
func (l *lexer) noEnd() {
	if s := l.syntax; s.q || s.percent || s.tags || s.long {
		l.unclear = "has a string in it that does not end"
	}
}

func (l *lexer) escaped(b []byte, how quoting) []byte {
	if how == raw {
		if next := l.code[l.at+1]; l.syntax.letterQuotes || next != '\\' && next != '\'' && str.IndexByte(l.closers, next) < 0 {
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
	next := l.code[l.at+1]
	switch {
	case next == '\n' && !l.syntax.long:
		l.at += 2
		return b // the line goes on
	case l.syntax.long && next == 'z':
		for l.at += 2; l.at < len(l.code) && l.code[l.at] <= ' '; l.at++ {
		}
		return b
	case l.syntax.long && isDigit(next):
		c, l.at = digits(l.code, l.at+1, l.at+4, 10)
		return append(b, c)
	case (next == 'u' || next == 'o') && l.at+2 < len(l.code) && l.code[l.at+2] == '{':
		return l.points(b, next)
	}
	c, l.at = escape(l.code, l.at+1)
	return append(b, c)
}

// points are the characters of which a string says the numbers: \u{67 69 74}, \o{147}.
func (l *lexer) points(b []byte, letter byte) []byte {
	base := 16
	if letter == 'o' {
		base = 8
	}
	for l.at += 3; l.at < len(l.code) && l.code[l.at] != '}'; {
		c, next := digits(l.code, l.at, l.at+8, base)
		if next == l.at {
			if l.code[l.at] > ' ' {
				return b
			}
			l.at++
			continue
		}
		b, l.at = append(b, c), next
	}
	l.at = min(l.at+1, len(l.code))
	return b
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
	if stop := l.codeEnd(start); stop > 0 {
		l.at = stop + 1
		l.holds(l.code[start:stop])
		return true
	}
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
	l.holds(code)
	return true
}

// holds notes the code of a value that is put into the string.
func (l *lexer) holds(code string) {
	if n := nameIn(code); n != "" || code == "" {
		l.keep(code)
		l.filled = append(l.filled, n)
		return
	}
	l.put(code)
}

// codeEnd is where the brace stands that ends the code of a value, whatever strings there
// are in it; -1 if nobody knows.
func (l *lexer) codeEnd(start int) int {
	if l.syntax.q || l.syntax.letterQuotes || l.skims == nil || *l.skims <= 0 || l.depth >= maxDepth {
		return -1
	}
	in := lexer{syntax: l.syntax, code: l.code, at: start, skims: l.skims, depth: l.depth + 1, inside: true, tokens: []token{{kind: sign, value: ";"}}}
	in.run()
	if *l.skims -= in.at - start; !in.ended {
		*l.skims = 0
		return -1
	}
	return in.at - 1
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

// patternCode keeps the code that a pattern of perl has in it.
func (l *lexer) patternCode(pattern string) {
	if !l.syntax.q || !str.Contains(pattern, "(?{") && !str.Contains(pattern, "(??{") {
		return
	}
	for _, code := range codeIn(pattern) {
		l.keep(code)
	}
}

// longEnd is what ends one of lua's long strings that code begins with, "" if none does.
func longEnd(code string) string {
	i := 1
	for i < len(code) && code[i] == '=' {
		i++
	}
	if code == "" || code[0] != '[' || i >= len(code) || code[i] != '[' {
		return ""
	}
	return "]" + code[1:i] + "]"
}

func (l *lexer) longString() bool {
	end := longEnd(l.code[l.at:])
	if end == "" {
		return false
	}
	l.at += len(end)
	l.until(end, 0, bare)
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
		case b == '/' && !class:
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

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }
func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
func isWord(b byte) bool   { return isLetter(b) || isDigit(b) || b == '_' || b >= 0x80 }

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
