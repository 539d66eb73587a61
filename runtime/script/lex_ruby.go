package script

import "kei/runtime/str"

// Ruby decides by what stands in front of a sign, and by the blanks around it, whether it is
// an operator or begins a value: /, %, <<, ?, : are both.

// rubyBegin are words behind which a value comes.
const rubyBegin = " if unless while until and or not return when in do then else elsif case begin ensure rescue break next defined alias undef BEGIN END module "

// rubyEnd are words behind which an operator comes.
const rubyEnd = " end self nil true false redo retry __FILE__ __LINE__ __ENCODING__ "

// What ruby expects next.
type expects uint8

const (
	aValue expects = iota
	aFirst         // the first value of a method, if blanks say so
	anOperator
	aMethod // the name of one
)

func (l *lexer) rubyExpects() expects {
	n := len(l.tokens) - 1
	t := l.tokens[n]
	before := l.tokens[max(n-1, 0)]
	switch {
	case l.fresh && !(t.kind == sign && t.value == ".") && !(t.kind == name && t.value == "def"):
		return aValue
	case len(l.tokens) == l.settled:
		return anOperator
	case len(l.tokens) == l.takes:
		return aFirst
	case t.kind == sign && str.In(t.value, ")", "]", "}"):
		return anOperator
	case t.kind == sign && t.value == ".":
		return aMethod
	case t.kind == sign:
		return aValue
	case t.kind == name && t.value == "def":
		return aMethod
	case t.kind != name:
		return anOperator
	case n > 0 && before.kind == sign && str.In(before.value, ".", "::"):
		return aFirst
	case before.kind == name && before.value == "def":
		return anOperator
	case str.Contains(rubyBegin, " "+t.value+" "):
		return aValue
	case str.Contains(rubyEnd, " "+t.value+" "), l.locals[t.value]:
		return anOperator
	}
	return aFirst
}

// rubyTerm reports whether a sign begins a value, as it stands behind a blank or not.
func (l *lexer) rubyTerm(space bool) bool {
	switch l.rubyExpects() {
	case aValue:
		return true
	case aFirst:
		return space && l.at+1 < len(l.code) && l.code[l.at+1] > ' ' && l.code[l.at+1] != '='
	}
	return false
}

// rubySure reports whether it is known that the last name is a variable, or a method.
func (l *lexer) rubySure() bool {
	n := len(l.tokens) - 1
	_, both := l.locals[l.tokens[n].value+"()"]
	return l.tokens[n].kind != name || !both || !l.locals[l.tokens[n].value]
}

// rubyToken reads what only ruby has at this place.
func (l *lexer) rubyToken(space bool) bool {
	b := l.code[l.at]
	next := byte(0)
	if l.at+1 < len(l.code) {
		next = l.code[l.at+1]
	}
	switch expects := l.rubyExpects(); {
	case expects == aMethod && str.IndexByte("`/%<?:", b) >= 0:
		l.add(sign, string([]byte{b}))
		l.at++
		l.takes = len(l.tokens)
	case b == '$' && next > ' ' && !isWord(next) && next != '-':
		l.add(variable, string([]byte{next}))
		l.at += 2
	case b == '$' && next == '-' && l.at+2 < len(l.code) && isWord(l.code[l.at+2]):
		l.add(variable, l.code[l.at+1:l.at+3])
		l.at += 3
	case b == '?' && expects != anOperator:
		return l.character(next)
	case b == ':' && next != ':':
		return l.symbol(expects, next)
	case b == '%' && l.rubyTerm(space):
		return l.percentQuote()
	case b == '<' && next == '<' && expects != anOperator && (expects == aValue || space):
		return l.documentRuby()
	case b == '/' && l.rubyTerm(space):
		return l.rubyRegexp()
	default:
		if b == '/' && space && next > ' ' && !l.rubySure() {
			l.unsure()
		}
		if b == '|' {
			l.blockParameters()
		}
		return false
	}
	return true
}

// unsure notes a slash that may begin a pattern in which there is a quote.
func (l *lexer) unsure() {
	rest := l.code[l.at+1:]
	if n := str.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n]
	}
	if n := str.IndexByte(rest, '/'); n >= 0 && str.ContainsAny(rest[:n], "'\"`%?") {
		l.unclear = "has a slash of which nobody can tell whether a pattern begins"
	}
}

// character reads ?x.
func (l *lexer) character(next byte) bool {
	if next <= ' ' || isWord(next) && l.at+2 < len(l.code) && isWord(l.code[l.at+2]) && next < 0x80 {
		return false
	}
	l.at++
	b := []byte{next}
	if next == '\\' && l.at+1 < len(l.code) {
		b = l.escaped(nil, filled)
	} else {
		for l.at++; next >= 0x80 && l.at < len(l.code) && l.code[l.at]&0xC0 == 0x80; l.at++ {
			b = append(b, l.code[l.at])
		}
	}
	l.add(text, string(b))
	return true
}

// symbol reads the sign in front of one, and of one that is an operator that, too.
func (l *lexer) symbol(expects expects, next byte) bool {
	if expects == anOperator || next <= ' ' || next == '#' {
		return false
	}
	l.add(sign, ":")
	l.at++
	switch {
	case next == '"' || next == '\'':
	case isLetter(next) || next == '_' || next >= 0x80:
		l.add(name, l.word())
		if l.at < len(l.code) && str.IndexByte("?!", l.code[l.at]) >= 0 && !(l.at+1 < len(l.code) && l.code[l.at+1] == '=') {
			l.add(sign, l.code[l.at:l.at+1])
			l.at++
		}
		l.settled = len(l.tokens)
	case str.IndexByte("@$", next) >= 0:
	default:
		for start := l.at; l.at < len(l.code) && l.at < start+3 && str.IndexByte("+-*/<=>!~%&|^[]`", l.code[l.at]) >= 0; l.at++ {
			if at := l.at; at > start && str.IndexByte("`%/", l.code[at]) >= 0 {
				break
			}
			l.add(number, "")
		}
		l.settled = len(l.tokens)
	}
	return true
}

// rubyName takes a name that was read, and notes what is one of a variable.
func (l *lexer) rubyName(n string) {
	last := l.tokens[len(l.tokens)-1]
	member := last.kind == sign && str.In(last.value, ".", "::")
	l.add(name, n)
	at := l.at
	if at+1 < len(l.code) && str.IndexByte("?!", l.code[at]) >= 0 && (l.code[at+1] != '=' || at+2 < len(l.code) && str.IndexByte("=~>", l.code[at+2]) >= 0) {
		l.add(sign, l.code[at:at+1])
		l.at++
		l.takes = len(l.tokens)
		return
	}
	if at < len(l.code) && l.code[at] == ':' && !str.HasPrefix(l.code[at:], "::") && !member && !(last.kind == sign && str.In(last.value, ";", "?")) && (!l.began || last.kind == sign && str.In(last.value, ",", "(", "{", "|")) {
		l.add(sign, ":") // a label
		l.at++
		return
	}
	switch {
	case last.kind == name && last.value == "def":
		l.local(n+"()", false)
		l.parameters()
	case member:
		if before := l.tokens[max(len(l.tokens)-4, 0)]; before.kind == name && before.value == "def" {
			l.parameters()
		}
	case str.Contains(rubyBegin+rubyEnd, " "+n+" "):
	case l.assigned(), last.kind == name && last.value == "for", last.kind == sign && last.value == "=>":
		l.local(n, true)
		l.severally()
	case len(n) == 2 && n[0] == '_' && isDigit(n[1]):
		l.local(n, true)
	}
}

func (l *lexer) local(n string, is bool) {
	if l.locals == nil {
		l.locals = map[string]bool{}
	}
	l.locals[n] = is
}

// assigned reports whether a sign comes next that gives a name its value.
func (l *lexer) assigned() bool {
	i := l.at
	for i < len(l.code) && (l.code[i] == ' ' || l.code[i] == '\t') {
		i++
	}
	start := i
	for i < len(l.code) && i < start+3 && str.IndexByte("+-*/|&%^<>", l.code[i]) >= 0 {
		i++
	}
	if i >= len(l.code) || l.code[i] != '=' || i == start+1 && str.IndexByte("<>", l.code[start]) >= 0 {
		return false
	}
	return i+1 >= len(l.code) || str.IndexByte("=~>", l.code[i+1]) < 0
}

// severally notes the names in front of the last one, which get values with it: a, b = 1, 2.
func (l *lexer) severally() {
	for i := len(l.tokens) - 2; i > 0 && len(l.tokens)-i < 32; i-- {
		switch t := l.tokens[i]; {
		case t.kind == sign && str.In(t.value, ",", "*", "(", ")"):
		case t.kind == name && i > 0 && l.tokens[i+1].kind == sign && l.tokens[i+1].value == ",":
			l.local(t.value, true)
		default:
			return
		}
	}
}

// parameters notes those of a method whose name was read.
func (l *lexer) parameters() {
	i := l.at
	if i < len(l.code) && str.IndexByte("?!=", l.code[i]) >= 0 {
		i++
	}
	open := i < len(l.code) && l.code[i] == '('
	end := byte('\n')
	if open {
		end = ')'
	} else if i >= len(l.code) || l.code[i] != ' ' {
		return
	}
	l.namesUpTo(i, end)
}

// blockParameters notes those between two bars.
func (l *lexer) blockParameters() {
	last := l.tokens[len(l.tokens)-1]
	if last.kind == sign && last.value == "{" || last.kind == name && last.value == "do" {
		l.namesUpTo(l.at+1, '|')
	}
}

func (l *lexer) namesUpTo(i int, end byte) {
	for stop := min(len(l.code), i+maxName); i < stop && l.code[i] != end && l.code[i] != ';'; {
		from := i
		for i < stop && isWord(l.code[i]) {
			i++
		}
		if i > from {
			l.local(l.code[from:i], true)
		} else {
			i++
		}
	}
}

// percentQuote reads ruby's %q(), %w[], %x{}.
func (l *lexer) percentQuote() bool {
	i := l.at + 1
	letter := byte('Q')
	if i < len(l.code) && str.IndexByte("qQwWxiIrs", l.code[i]) >= 0 {
		letter = l.code[i]
		i++
	}
	if i >= len(l.code) || isWord(l.code[i]) || l.code[i] <= ' ' && letter == 'Q' {
		return false
	}
	end, nests := closing(l.code[i])
	l.at = i + 1
	how := filled
	switch letter {
	case 'q', 'w', 'i', 's':
		how = raw
	case 'x':
		how = runs
	}
	l.closers = l.code[i:i+1] + end
	l.until(end, nests, how)
	l.closers = ""
	last := &l.tokens[len(l.tokens)-1]
	switch letter {
	case 'w', 'W', 'i', 'I':
		last.kind = list
	case 'r':
		last.kind, last.value = number, ""
		l.word()
	}
	return true
}

// rubyRegexp reads a pattern between slashes.
func (l *lexer) rubyRegexp() bool {
	from := l.at + 1
	l.at = from
	l.until("/", 0, filled)
	pattern := l.code[from:max(from, l.at-1)]
	last := &l.tokens[len(l.tokens)-1]
	last.kind, last.value = number, ""
	if l.word(); str.HasPrefix(l.code[l.at:], ".source") {
		last.kind, last.value, last.filled = text, pattern, nil
	}
	return true
}

// documentRuby reads <<~END as the string that it stands for.
func (l *lexer) documentRuby() bool {
	if last := l.tokens[len(l.tokens)-1]; last.kind == name && last.value == "class" {
		return false
	}
	start := l.at
	i := l.at + 2
	indented := i < len(l.code) && (l.code[i] == '~' || l.code[i] == '-')
	if indented {
		i++
	}
	if i >= len(l.code) {
		return false
	}
	how, q := filled, l.code[i]
	if str.IndexByte("'\"`", q) >= 0 {
		n := str.IndexByte(l.code[i+1:], q)
		if n < 1 || str.IndexByte(l.code[i+1:i+1+n], '\n') >= 0 {
			return false
		}
		if q == '\'' {
			how = bare
		} else if q == '`' {
			how = runs
		}
		l.at = i + n + 2
		return l.documentText(l.code[i+1:i+1+n], indented, how)
	}
	if !isLetter(q) && q != '_' {
		return false
	}
	l.at = i
	tag := l.word()
	from := -1
	if !l.noTag {
		from = str.IndexByte(l.code[l.at:], '\n')
	}
	if from < 0 || !str.Contains(l.code[l.at+from:], tag) {
		l.at, l.noTag = start, true
		return false
	}
	return l.documentText(tag, indented, how)
}
