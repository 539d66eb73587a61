package script

import "kei/runtime/str"

// Whether a sign of perl's is an operator or begins a value is decided by what stands in
// front of it: /, <, %, & and - are both.

// perlTaking are functions and operators of perl's behind which a value comes.
const perlTaking = " abs accept alarm and atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir cmp connect continue cos crypt dbmclose dbmopen default defined delete die do dump each else elsif eq eval evalbytes exec exists exit exp fc fcntl " +
	"fileno flock for foreach formline ge getc gethostbyaddr gethostbyname getpgrp getpriority getpwnam getpwuid getgrnam getgrgid getsockopt glob gmtime goto grep gt hex if index int ioctl isa join keys kill last lc lcfirst le length link listen local localtime lock log lstat lt map mkdir msgctl " +
	"msgget msgrcv msgsnd my ne next no not oct open opendir or ord our pack package pipe pop pos print printf prototype push quotemeta rand read readdir readline readlink readpipe recv redo ref rename require reset return reverse rewinddir rindex rmdir say scalar seek seekdir select " +
	"semctl semget semop send setpgrp setpriority setsockopt shift shmctl shmget shmread shmwrite shutdown sin sleep socket socketpair sort splice split sprintf sqrt srand stat state study substr symlink syscall sysopen sysread sysseek system syswrite tell telldir tie tied truncate uc ucfirst umask " +
	"undef unless unlink unpack unshift untie until use utime values vec wait_for waitpid warn when while write x xor "

// perlValues are those behind which an operator comes.
const perlValues = " time times wait wantarray fork getppid getlogin endpwent endgrent endhostent endnetent endprotoent endservent getpwent getgrent gethostent getnetent getprotoent getservent setpwent setgrent " +
	"__FILE__ __LINE__ __PACKAGE__ __SUB__ break "

// perlTerm reports whether a value comes next.
func (l *lexer) perlTerm(space bool) bool {
	n := len(l.tokens) - 1
	t := l.tokens[n]
	before := l.tokens[max(n-1, 0)]
	printing := before.kind == name && str.In(before.value, "print", "printf", "say")
	switch t.kind {
	case sign:
		return !str.In(t.value, ")", "]") && !(t.value == "}" && !l.wants) && !l.counted(n)
	case variable:
		return printing && space && l.at+1 < len(l.code) && l.code[l.at+1] > ' ' && l.code[l.at+1] != '=' // print $file <<END
	case name:
	default:
		return false
	}
	switch {
	case len(l.tokens) == l.settled, before.kind == sign && before.value == "->", str.Contains(perlValues, " "+t.value+" "):
		return false
	case str.Contains(perlTaking, " "+t.value+" "), printing:
		return true
	case l.locals[t.value]:
		return true
	}
	// A word of nobody's, or a function that a module brings.
	return space && l.at+1 < len(l.code) && l.code[l.at+1] > ' ' && l.code[l.at+1] != '='
}

// perlSure reports whether it is known what perlTerm has said.
func (l *lexer) perlSure() bool {
	n := len(l.tokens) - 1
	t := l.tokens[n]
	if t.kind != name || n > 0 && l.tokens[n-1].kind == sign && l.tokens[n-1].value == "->" {
		return true
	}
	_, ours := l.locals[t.value]
	return ours || str.Contains(perlTaking+perlValues, " "+t.value+" ")
}

// perlBlock reports whether the bracket at i begins a block, behind which no operator comes.
func (l *lexer) perlBlock(i int) bool {
	if l.tokens[i].value != "{" {
		return false
	}
	before := l.tokens[i-1]
	switch before.kind {
	case sign:
		return str.In(before.value, ";", "{", ")") || before.value == "}" && l.wants
	case name:
		if i > 1 && l.tokens[i-2].kind == name && l.tokens[i-2].value == "sub" {
			return true
		}
		return !str.In(before.value, "do", "eval", "sub", "return") && !(i > 1 && l.tokens[i-2].kind == sign && l.tokens[i-2].value == "->")
	}
	return false
}

// perlToken reads what only perl has at this place.
func (l *lexer) perlToken(space bool) bool {
	b := l.code[l.at]
	next := byte(0)
	if l.at+1 < len(l.code) {
		next = l.code[l.at+1]
	}
	switch {
	case b == '\'':
		l.at++
		l.delimited('\'', raw)
	case b == '"':
		l.at++
		l.delimited('"', filled)
	case b == '`':
		l.at++
		l.delimited('`', runs)
	case b == '$' || b == '@':
		return l.perlVariable(b)
	case (b == '%' || b == '&') && next != b && l.wantsValue(space):
		return l.perlVariable(b)
	case isDigit(b):
		return l.versionString()
	case b == '-' && isLetter(next) && l.wantsValue(space):
		return l.fileTest()
	case b == '(':
		return l.prototype()
	case b == '<' && l.wantsValue(space):
		return next == '<' && l.documentPerl() || l.pattern()
	case b == '/' && l.wantsValue(space):
		return l.perlRegexp()
	case b == '/' && next == '/' || b == '<' && next == '<':
		l.add(sign, string([]byte{b}))
		l.add(sign, string([]byte{b}))
		l.at += 2
		return true
	case b == '*' && next > ' ' && !isWord(next) && str.IndexByte("{$:*(@%&=/", next) < 0 && l.wantsValue(space):
		l.add(sign, "*") // *; is all that $; and @; are
		l.add(variable, string([]byte{next}))
		l.at += 2
		return true
	}
	return b == '\'' || b == '"' || b == '`'
}

// delimited reads a string of perl's behind what begins it: where it ends is found first,
// and then what is in it.
func (l *lexer) delimited(open byte, how quoting) {
	end, nests := closing(open)
	to := l.delimiter(l.at, end[0], nests)
	if to < 0 {
		l.doubt = true
		l.noEnd()
		to = len(l.code)
	}
	l.body(to, string([]byte{open})+end, how)
	l.at = min(to+1, len(l.code))
}

// body reads the text of a string up to a place, where closers are what a backslash keeps.
func (l *lexer) body(to int, closers string, how quoting) {
	whole := l.code
	l.code, l.closers = whole[:to], closers
	l.until("", 0, how)
	l.code, l.closers = whole, ""
}

// delimiter is where a string ends, -1 if it does not.
func (l *lexer) delimiter(from int, end, nests byte) int {
	depth := 0
	for i := from; i < len(l.code); i++ {
		switch b := l.code[i]; {
		case b == '\\':
			i++
		case b == '\n' && l.document > i:
			l.unclear = "has a string that goes over the text of another"
		case b == end && depth == 0:
			return i
		case b == end:
			depth--
		case nests != 0 && b == nests:
			depth++
		}
	}
	return -1
}

// blanks skips blanks and comments.
func (l *lexer) blanks(i int) int {
	for i < len(l.code) {
		switch b := l.code[i]; {
		case b <= ' ':
			i++
		case b == '#' && i > 0 && l.code[i-1] <= ' ':
			for i < len(l.code) && l.code[i] != '\n' {
				i++
			}
		default:
			return i
		}
	}
	return i
}

// perlQuote reads q(), m//, s///, tr///.
func (l *lexer) perlQuote(n string) bool {
	i := l.blanks(l.at)
	last := l.tokens[len(l.tokens)-1]
	if i >= len(l.code) || str.HasPrefix(l.code[i:], "=>") || l.code[i] == '}' && last.kind == sign && last.value == "{" || isWord(l.code[i]) && i == l.at ||
		last.kind == sign && last.value == "->" || last.kind == name && last.value == "sub" && len(l.tokens) > 1 {
		return false
	}
	open := l.code[i]
	l.at = i + 1
	how := quotingOf(n)
	if open == '\'' && how == filled {
		how = bare
	}
	l.delimited(open, how)
	at := len(l.tokens) - 1
	switch n {
	case "qw":
		l.tokens[at].kind = list
	case "m", "qr":
		l.tokens[at].kind, l.tokens[at].value = number, "" // a pattern is no string that could run
		l.word()
	case "s", "y", "tr":
		l.tokens[at].kind, l.tokens[at].value = number, n
		l.replacement(n, open, how)
	}
	return true
}

// replacement reads the second part of s/// and tr///.
func (l *lexer) replacement(n string, open byte, how quoting) {
	at := len(l.tokens) - 1
	if _, nests := closing(open); nests != 0 {
		if l.at = l.blanks(l.at); l.at < len(l.code) {
			open = l.code[l.at]
			l.at++
		}
	}
	from := l.at
	l.delimited(open, how)
	code := l.code[from:max(from, min(l.at, len(l.code))-1)]
	flags := l.at
	l.word()
	if said := l.code[flags:l.at]; n == "s" && str.IndexByte(said, 'e') >= 0 {
		l.keep(code)
		if str.Contains(said, "ee") {
			l.keep("eval(" + code + ")")
		}
		l.doubt = true
	}
	l.tokens = l.tokens[:at+1]
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

// perlName takes a name that was read: quotes have names, too.
func (l *lexer) perlName(n string) {
	last := l.tokens[len(l.tokens)-1]
	member := last.kind == sign && last.value == "->"
	key := str.HasPrefix(l.code[l.blanks(l.at):], "=>")
	switch {
	case member || key:
		l.add(name, n)
	case str.In(n, "q", "qq", "qw", "qx", "qr", "m", "s", "y", "tr") && l.perlQuote(n):
	case str.In(n, "__END__", "__DATA__"):
		l.doubt = true
		l.at = len(l.code)
	case n == "format" && last.kind == sign && str.In(last.value, ";", "{", "}") && l.formats():
		l.unclear = "has a format in it"
		l.at = len(l.code)
	case n[0] == 'v' && len(n) > 1 && str.OnlyOf(n[1:], "0123456789") && (len(n) > 2 || str.HasPrefix(l.code[l.at:], ".")):
		l.at -= len(n)
		if !l.versionString() {
			l.at += len(n)
			l.add(name, n)
		}
	default:
		l.packageMark(n)
	}
}

// packageMark adds a name with the old mark between packages behind it, if there is one, and
// notes those of functions that are made.
func (l *lexer) packageMark(n string) {
	if at := l.at; at+1 < len(l.code) && l.code[at] == '\'' && (isLetter(l.code[at+1]) || l.code[at+1] == '_') && !str.Contains(perlTaking+perlValues, " "+n+" ") {
		l.doubt = true
		l.add(name, n)
		l.add(sign, "::")
		l.at++
		l.add(name, l.word())
		return
	}
	if last := l.tokens[len(l.tokens)-1]; last.kind == name && last.value == "sub" {
		if l.locals == nil {
			l.locals = map[string]bool{}
		}
		at := l.blanks(l.at)
		l.locals[n] = !str.HasPrefix(l.code[at:], "()")
	}
	l.add(name, n)
}

// formats reports whether behind the word format one begins.
func (l *lexer) formats() bool {
	i := l.blanks(l.at)
	for i < len(l.code) && (isWord(l.code[i]) || l.code[i] == ':') {
		i++
	}
	if i = l.blanks(i); i >= len(l.code) || l.code[i] != '=' {
		return false
	}
	for i++; i < len(l.code) && l.code[i] != '\n'; i++ {
		if l.code[i] > ' ' {
			return false
		}
	}
	return true
}

// versionString reads v103.105.116 and 103.105.116, which are texts of the characters with
// these numbers.
func (l *lexer) versionString() bool {
	i, dots := l.at, 0
	var b []byte
	marked := l.code[i] == 'v'
	if marked {
		i++
	}
	for i < len(l.code) && isDigit(l.code[i]) {
		c, next := digits(l.code, i, i+8, 10)
		b = append(b, c)
		if i = next; i+1 < len(l.code) && l.code[i] == '.' && isDigit(l.code[i+1]) {
			dots++
			i++
			continue
		}
		break
	}
	last := l.tokens[len(l.tokens)-1]
	if dots < 2 && !marked || last.kind == name && str.In(last.value, "use", "require", "no", "package") {
		return false
	}
	l.at = i
	l.add(text, string(b))
	return true
}

// fileTest reads -e and the like, which ask about a file.
func (l *lexer) fileTest() bool {
	i := l.at + 1
	if str.IndexByte("rwxoRWXOezsfdlpSugkbctTBAMC", l.code[i]) < 0 || i+1 < len(l.code) && isWord(l.code[i+1]) || str.HasPrefix(l.code[l.blanks(i+1):], "=>") {
		return false
	}
	l.add(sign, "-")
	l.add(name, l.code[i:i+1])
	l.at = i + 1
	if at := l.blanks(l.at); at < len(l.code) && l.code[at] == '/' {
		l.unclear = "has a pattern where perl may see none"
	}
	return true
}

// prototype skips what a function of perl's says of its values: sub f($$;@).
func (l *lexer) prototype() bool {
	n := len(l.tokens) - 1
	for n > 2 && l.tokens[n].kind == name && l.tokens[n-1].kind == sign && l.tokens[n-1].value == "::" {
		n -= 2
	}
	if !(l.tokens[n].kind == name && (l.tokens[n].value == "sub" || n > 0 && l.tokens[n-1].kind == name && l.tokens[n-1].value == "sub")) {
		return false
	}
	end := str.IndexByte(l.code[l.at:], ')')
	if end < 0 || !str.OnlyOf(l.code[l.at+1:l.at+end], "$@%&*;\\[]_+ ") {
		return false
	}
	l.add(sign, "(")
	l.add(sign, ")")
	l.at += end + 1
	return true
}

// perlVariable reads $x, @x, %x, &x, $', $#x and $$x.
func (l *lexer) perlVariable(sigil byte) bool {
	i := l.at + 1
	if sigil == '$' && i < len(l.code) && l.code[i] == '#' && i+1 < len(l.code) && (l.code[i+1] == '$' || l.code[i+1] == '{' || isLetter(l.code[i+1]) || l.code[i+1] == '_') {
		i++ // the last index of a list
	}
	for i < len(l.code) && l.code[i] == '$' && i+1 < len(l.code) && (isWord(l.code[i+1]) || l.code[i+1] == '{' || l.code[i+1] == '$' || l.code[i+1] == ':') && i < l.at+64 {
		i++
	}
	if at := l.blanks(i); at > i && at < len(l.code) && (sigil == '$' || sigil == '@') && (isLetter(l.code[at]) || l.code[at] == '_' || l.code[at] == '{') {
		i = at
	}
	if i >= len(l.code) {
		return false
	}
	if str.HasPrefix(l.code[i:], "::") && i+2 < len(l.code) && isWord(l.code[i+2]) {
		i += 2
	}
	switch b := l.code[i]; {
	case isLetter(b) || b == '_' || b >= 0x80:
		l.at = i
		l.add(variable, l.word())
	case b == '{' || isDigit(b):
		l.at = i
		l.add(variable, "")
		if isDigit(b) {
			l.word()
		}
	case sigil == '&' || b <= ' ' || sigil == '%' && str.IndexByte("+-!^", b) < 0 || sigil == '@' && str.IndexByte("([", b) >= 0:
		return false
	case b == '^' && i+1 < len(l.code) && isLetter(l.code[i+1]):
		l.at = i + 2
		l.add(variable, l.code[i:i+2])
	default:
		l.at = i + 1
		l.add(variable, l.code[i:i+1])
	}
	return true
}

// perlRegexp reads a pattern between slashes.
func (l *lexer) perlRegexp() bool {
	sure := l.perlSure()
	to := l.delimiter(l.at+1, '/', 0)
	switch {
	case to < 0 && !sure:
		return false
	case !sure && str.ContainsAny(l.code[l.at:to], "'\"`;{"):
		l.unclear = "has a slash of which nobody can tell whether a pattern begins"
	}
	l.at++
	l.delimited('/', filled)
	at := len(l.tokens) - 1
	l.tokens[at].kind, l.tokens[at].value = number, ""
	l.word()
	return true
}

// pattern reads perl's <~/*>, which is what the pattern matches. A name or a variable in
// its place is a file that is read.
func (l *lexer) pattern() bool {
	if l.noAngle {
		return false
	}
	n := str.IndexByte(l.code[l.at+1:], '>')
	if n < 0 {
		l.noAngle = true
		return false
	}
	said := l.code[l.at+1 : l.at+1+n]
	if !l.perlSure() && str.ContainsAny(said, ";=&|()\n") {
		return false
	}
	for said != "" && (isWord(said[0]) || str.IndexByte("$:", said[0]) >= 0) {
		said = said[1:]
	}
	if said == "" {
		return false
	}
	l.add(name, "glob")
	l.add(sign, "(")
	l.at++
	l.body(l.at+n, ">", filled)
	l.at++
	l.add(sign, ")")
	return true
}

// documentPerl reads <<"END" as the string that it stands for.
func (l *lexer) documentPerl() bool {
	i := l.at + 2
	indented := i < len(l.code) && l.code[i] == '~'
	if indented {
		i++
	}
	start := i
	for i < len(l.code) && l.code[i] == ' ' {
		i++
	}
	if i >= len(l.code) {
		return false
	}
	q := l.code[i]
	how := filled
	switch {
	case q == '"', q == '\'', q == '`':
		n := str.IndexByte(l.code[i+1:], q)
		if n < 0 {
			return false
		}
		if q == '\'' {
			how = bare
		} else if q == '`' {
			how = runs
		}
		l.at = i + n + 2
		return l.documentText(l.code[i+1:i+1+n], indented, how)
	case i > start:
		return false
	case q == '\\':
		how = bare
		i++
	}
	if i >= len(l.code) || !isLetter(l.code[i]) && l.code[i] != '_' {
		return false
	}
	l.at = i
	return l.documentText(l.word(), indented, how)
}

// documentText reads the text of a here-document, which begins on the next line or behind
// that of the last one.
func (l *lexer) documentText(tag string, indented bool, how quoting) bool {
	from := l.document
	if l.unclear != "" {
		l.add(text, "")
		return true
	}
	if from == 0 {
		n := str.IndexByte(l.code[l.at:], '\n')
		if n < 0 {
			l.noEnd()
			return true
		}
		from = l.at + n + 1
	}
	to, next := l.documentEnd(from, tag, indented)
	if to < 0 {
		l.noEnd()
		l.add(text, "")
		return true
	}
	at := l.at
	l.at = from
	l.body(max(to, from), "", how)
	l.at, l.document = at, next
	return true
}

// documentEnd is where a here-document ends that begins at from, and where the line behind
// begins; -1 if it has no end.
func (l *lexer) documentEnd(from int, tag string, indented bool) (to, next int) {
	if l.unclear != "" {
		return -1, 0 // one of them has no end: no other is looked for
	}
	for i := from; i < len(l.code); {
		end := len(l.code)
		if n := str.IndexByte(l.code[i:], '\n'); n >= 0 {
			end = i + n
		}
		line := str.TrimSuffix(l.code[i:end], "\r")
		for indented && line != "" && (line[0] == ' ' || line[0] == '\t') {
			line = line[1:]
		}
		if line == tag {
			return i, min(end+1, len(l.code))
		}
		i = end + 1
	}
	return -1, 0
}
