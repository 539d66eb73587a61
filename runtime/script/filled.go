package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// Strings are put together in more ways than one: f"{x} push", "%s push" % x,
// "{} push".format(x). What is put in is known where it is a string of the program.

// inserted is the string at i with what is put into it; the rest are holes.
//
// What is put in may be put together itself, and many times over, so each string is
// worked out once, and all of them may take so many bytes and no more.
func (p *program) inserted(i int) string {
	t := p.tokens[i]
	if !match.Holed(t.value) && !p.formats(i) {
		return t.value
	}
	if p.puts == nil {
		p.puts = make([]string, len(p.tokens))
		p.put = make([]bool, len(p.tokens))
	}
	if !p.put[i] {
		p.put[i] = true // also for who asks while it is worked out
		p.puts[i] = t.value
		p.puts[i] = p.insert(i)
		if p.bytes += len(p.puts[i]); p.bytes > maxBytes {
			p.found.cannot("the program that " + p.t.Program + " runs puts strings together in too many steps; write the command out")
		}
	}
	return p.puts[i]
}

// formats reports whether the string at i is a form that values are put into: behind
// it stand python's and ruby's %, or python's format, or it is what format(), sprintf() and
// the like are given first.
func (p *program) formats(i int) bool {
	if p.letterQuotes && p.is(i+1, ".") {
		return true
	}
	return (p.letterQuotes || p.percent) && p.is(i+1, "%") || p.formed(i) >= 0
}

// forming are the functions that fill values into their first.
const forming = " format sprintf Sprintf formatWithOptions "

// formed is where the values begin of a call that fills them into the string at i, -1
// if there is none.
func (p *program) formed(i int) int {
	at := i - 1
	if p.is(at, "(") {
		at--
	}
	if at < 0 || p.tokens[at].kind != name || !str.Contains(forming, " "+p.tokens[at].value+" ") || !p.is(i+1, ",") || p.letterQuotes {
		return -1
	}
	return i + 2
}

func (p *program) insert(i int) string {
	t := p.tokens[i]
	s, value := t.value, func(n int) (string, bool) { return p.filling(t, n) }
	var blanks []blank
	switch from := p.formed(i); {
	case !p.formats(i):
	case p.is(i+1, "%"):
		s, blanks = converted(s)
		value = p.valuesOf(blanks, func(key string) (string, bool) { return p.operand(i+2, key) })
	case from >= 0:
		s, blanks = converted(s)
		to := len(p.tokens)
		if p.is(i-1, "(") {
			to = p.match[i-1]
		}
		value = p.valuesOf(blanks, func(key string) (string, bool) { return p.keyedValue(from, to, key) })
	case p.is(i+1, ".") && p.is(i+3, "(") && p.tokens[i+2].value == "format":
		s, blanks = braced(s)
		value = p.valuesOf(blanks, func(key string) (string, bool) { return p.keyedValue(i+4, p.match[i+3], key) })
	}
	return fillHoles(s, func(n int) (string, bool) {
		if n >= maxHoles || p.bytes > maxBytes {
			return "", false
		}
		return value(n)
	})
}

// A blank is a place in a form that a value is put into.
type blank struct {
	key  string // what says the value: a number, from 0, or a name
	cuts bool   // only a part of a string is put there: %.3s
	code bool   // the letter is put there that a number stands for: %c
}

// valuesOf are the values of blanks. One that becomes another string on its way is not
// known, and a string of the program's own is taken apart by that.
func (p *program) valuesOf(blanks []blank, valueOf func(key string) (string, bool)) func(n int) (string, bool) {
	return func(n int) (string, bool) {
		if n >= len(blanks) {
			return "", false
		}
		b := blanks[n]
		s, known := valueOf(b.key)
		if b.code || b.cuts {
			p.turned = p.turned || b.code || known
			return "", false
		}
		return s, known
	}
}

// maxHoles is how many values of one string are looked for.
const maxHoles = 32

// fillHoles is s with the holes whose values are known filled in.
func fillHoles(s string, value func(n int) (string, bool)) string {
	if !match.Holed(s) {
		return s
	}
	var b []byte
	for i, n := 0, 0; i < len(s); i++ {
		if s[i] != match.Hole {
			b = append(b, s[i])
			continue
		}
		if v, ok := value(n); ok && len(b)+len(v) <= maxText {
			b = append(b, v...)
		} else {
			b = append(b, match.Hole)
		}
		n++
	}
	return string(b)
}

// filling is the nth value that stands in a string by its name.
func (p *program) filling(t token, n int) (string, bool) {
	if n >= len(t.filled) || t.filled[n] == "" {
		return "", false
	}
	if t.filled[n][0] == '#' {
		return p.codeValue(t.filled[n][1:])
	}
	name, form, _ := str.Cut(t.filled[n], ':')
	cuts, code := altered(form)
	return p.valuesOf([]blank{{name, cuts, code}}, p.constant)(0)
}

// operand is the value of a key behind a %: of several in parentheses or brackets, of a
// name in braces, or the only one.
func (p *program) operand(i int, key string) (string, bool) {
	if p.is(i, "(", "[", "{") {
		return p.keyedValue(i+1, p.match[i], key)
	}
	if key != "0" {
		return "", false
	}
	s, _, known := p.part(i)
	return s, known
}

// keyedValue is the value of a key among those from one token to another: a number, from
// 0, or a name.
func (p *program) keyedValue(from, to int, key string) (string, bool) {
	if key == "" {
		return "", false
	}
	n := 0
	for i := range len(key) {
		if !isDigit(key[i]) {
			s, known, _ := p.named(from, to, key)
			return s, known
		}
		n = min(n*10+int(key[i]-'0'), 1000)
	}
	s, known, _ := p.argument(from, to, n)
	return s, known
}

// converted is a string with a hole for each conversion, %s or %(a)s, and its blanks.
func converted(s string) (string, []blank) {
	var b []byte
	var blanks []blank
	next := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || str.HasPrefix(s[i+1:], "%") {
			b = append(b, s[i])
			if s[i] == '%' {
				i++ // two of them mean one
			}
			continue
		}
		n, one, stars := conversion(s[i+1:])
		if n == 0 {
			b = append(b, s[i])
			continue
		}
		if one.key == "" {
			one.key = str.Itoa(int64(next + stars))
			next += 1 + stars
		}
		i += n
		b, blanks = append(b, match.Hole), append(blanks, one)
	}
	return string(b), blanks
}

// braced is a string with a hole for each {}, and its blanks.
func braced(s string) (string, []blank) {
	var b []byte
	var blanks []blank
	for i := 0; i < len(s); i++ {
		end := -1
		if s[i] == '{' {
			end = str.IndexByte(s[i:min(len(s), i+64)], '}')
		}
		if end <= 0 {
			b = append(b, s[i])
			continue
		}
		key, form, _ := str.Cut(s[i+1:i+end], ':')
		key, _, _ = str.Cut(key, '!')
		if key == "" {
			key = str.Itoa(int64(len(blanks)))
		}
		cuts, code := altered(form)
		i += end
		b, blanks = append(b, match.Hole), append(blanks, blank{key, cuts, code})
	}
	return string(b), blanks
}

// altered reports whether a form behind a colon puts only a part of a string there, or the
// letter of a number: .3 and c, and not .2f.
func altered(form string) (cuts, code bool) {
	if form == "" {
		return false, false
	}
	last := form[len(form)-1]
	return str.IndexByte(form, '.') >= 0 && str.IndexByte("eEfFgG%n", last) < 0, last == 'c'
}

// conversion is how long the conversion is that begins behind a %, 0 if none does: s, d,
// -3s; (name)s of python, <name>s and {name} of ruby, 2$s. Its key is "" where it takes the
// next value, behind one for each star.
func conversion(s string) (n int, b blank, stars int) {
	if s == "" {
		return 0, b, 0
	}
	if end, _ := closing(s[0]); str.IndexByte("(<{", s[0]) >= 0 {
		at := str.IndexByte(s[:min(len(s), 64)], end[0])
		if at < 2 {
			return 0, b, 0
		}
		key := s[1:at]
		if s[0] == '{' {
			return at + 1, blank{key: key}, 0
		}
		if n, b, _ = conversion(s[at+1:]); n == 0 {
			return 0, b, 0
		}
		b.key = key
		return at + 1 + n, b, 0
	}
	for i := 0; i < len(s) && i < 8; i++ {
		switch c := s[i]; {
		case str.IndexByte("srdaiqvoOjucxXeEfFgG", c) >= 0:
			b.cuts, b.code = b.cuts && str.IndexByte("eEfFgG", c) < 0, c == 'c'
			return i + 1, b, stars
		case c == '$' && i > 0 && isDigit(s[i-1]) && b.key == "":
			if b.key = str.Itoa(int64(s[i-1] - '1')); s[i-1] == '0' {
				return 0, b, 0
			}
		case c == '.':
			b.cuts = true
		case c == '*':
			stars++
		case !isDigit(c) && str.IndexByte("-+ #lhL", c) < 0:
			return 0, b, 0
		}
	}
	return 0, b, 0
}

// nameIn is the name that code is, a conversion behind it left out, and behind a colon the
// form that it is given; "" if it is more than a name.
func nameIn(code string) string {
	code, form, formed := str.Cut(code, ':')
	code, _, _ = str.Cut(code, '!')
	code = str.Trim(code)
	for str.HasPrefix(code, "$") {
		code = code[1:]
	}
	for i := range len(code) {
		if !isWord(code[i]) {
			return ""
		}
	}
	if formed && code != "" {
		return code + ":" + form
	}
	return code
}

// maxWordsRun is how many operands of a program are read as a command of it.
const maxWordsRun = 16

// operands adds what the program is given beside its text, where it runs something
// that is none of its strings: sys.argv, $ARGV[0].
func (p *program) operands() {
	args := p.t.Args[:min(len(p.t.Args), maxWordsRun)]
	if p.environs {
		for _, w := range p.t.Env[:min(len(p.t.Env), maxWordsRun)] {
			p.found.maybe(w.Text)
		}
	}
	var row []string
	for _, w := range args {
		p.found.maybe(w.Text)
		row = append(row, w.Text)
	}
	for i := 0; i+1 < len(row); i++ {
		p.found.maybe(str.Join(row[i:], " "))
		for n := 2; n <= maxJoined && i+n <= len(row); n++ {
			p.found.maybe(str.Join(row[i:i+n], ""))
		}
	}
	for _, s := range row {
		if _, after, ok := str.Cut(s, '='); ok {
			p.found.maybe(after) // perl -s: -x=git
		}
	}
	p.codes()
}

// codes reads the operands and the variables as programs, where the program evaluates what is
// none of its strings: exec(sys.argv[1]).
func (p *program) codes() {
	if p.evaluations == 0 {
		return
	}
	for _, list := range [...][]word.Word{p.t.Args, p.t.Env} {
		for _, w := range list[:min(len(list), maxWordsRun)] {
			if p.saysCode(w.Text) {
				p.found.add(p.asProgram(w.Text))
			}
		}
	}
}

// input adds what the program is fed, where it runs something that is none of its
// strings: sys.stdin.read(), gets. What it is fed by another command is not known.
func (p *program) input() {
	for _, end := range [...]string{"\n__END__\n", "\n__DATA__\n"} {
		if _, data, ok := str.CutText(p.t.Text, end); ok && p.mentions("DATA") {
			p.found.maybe(data) // system DATA.read
		}
	}
	if !says(p.t.Text, []string{"stdin", "STDIN", "input", "gets", "readline", "read(0", "FileSync(0", "Sync(process", "ARGF", "fileinput", "/dev/", "fd/0", "<>", "$_", "$<", "$&", "open(", "$1", "$F", "IRB", "SelfLoader", "AutoLoader", "argn"}) {
		return
	}
	if p.t.Input == nil {
		if p.t.Fed && p.headless {
			p.found.cannot("the program of " + p.t.Program + " runs what it is fed, which is not known before; write the command out")
		}
		return
	}
	fed := *p.t.Input
	p.found.maybe(fed.Text)
	if says(p.t.Text, []string{"split", "$F", "fields", "scan"}) {
		for _, w := range str.Fields(upTo(fed.Text, maxName)) {
			p.found.maybe(w)
		}
	}
	if p.evaluations > 0 || p.syntax.q && p.mentions("SelfLoader") {
		inner := p.t
		inner.Word, inner.Input = fed, nil
		p.found.add(p.dialect.program(inner, p.depth+1))
	}
}

// note adds text that may run, and what it is with the variables that the program gives
// to what it runs: os.environ["X"] = "git".
func (p *program) note(s string) {
	p.found.maybe(s)
	if !p.environs || str.IndexByte(s, '$') < 0 {
		return
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '$' {
			if v, n := p.variableAt(s[i+1:]); n > 0 && len(b)+len(v) < maxText {
				b = append(b, v...)
				i += n
				continue
			}
		}
		b = append(b, s[i])
	}
	p.found.maybe(string(b))
}

// variableAt is the value that the program gives to the variable whose name stands
// behind a $, and how long that name is; 0 if it gives none.
func (p *program) variableAt(s string) (string, int) {
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	key := s[:n]
	if n == 0 && str.HasPrefix(s, "{") {
		if end := str.IndexByte(s, '}'); end > 0 {
			key, n = s[1:end], end+1
		}
	}
	if key == "" {
		return "", 0
	}
	if v, ok := p.environment()[key]; ok {
		return v, n
	}
	return "", 0
}

// environment is what names are given that could be those of variables: what stands behind
// them and a sign that gives it. They are looked for once, in however many texts they stand.
func (p *program) environment() map[string]string {
	if p.vars != nil {
		return p.vars
	}
	p.vars = map[string]string{}
	for i, t := range p.tokens {
		if t.kind != text && t.kind != name {
			continue
		}
		at := i + 1
		for p.is(at, "]", "}") {
			at++
		}
		if !p.is(at, "=", ":", "=>", ",") {
			continue
		}
		if _, twice := p.vars[t.value]; twice {
			continue // the first counts
		}
		if v, _, ok := p.fold(at + 1); ok {
			p.vars[t.value] = v
		}
	}
	return p.vars
}

// aloneRuby and aloneCommand are functions of ruby's un and of perl's ExtUtils::Command, each
// with the command that it is, where it is all that a program says: ruby -run -e rm -- -r x.
const (
	aloneRuby    = "cp=cp ln=ln mv=mv rm=rm mkdir=mkdir rmdir=rmdir install=install chmod=chmod touch=touch"
	aloneCommand = "cp=cp mv=mv rm_f=rm_-f rm_rf=rm_-rf mkpath=mkdir_-p touch=touch"
)

// alone adds the command that a program of one word is with its operands.
func (p *program) alone() {
	list := ""
	for i := range p.tokens[1:] {
		if i > 0 && !p.is(i+1, "(", ")", ";") {
			return
		}
	}
	switch {
	case len(p.tokens) < 2 || p.tokens[1].kind != name: // the first one begins a statement
		return
	case p.percent:
		list = aloneRuby
	case p.syntax.q:
		list = aloneCommand
	}
	for _, one := range str.Fields(list) {
		function, command, _ := str.Cut(one, '=')
		if function != p.tokens[1].value {
			continue
		}
		text, options, _ := str.Cut(command, '_')
		if options != "" {
			text += " " + options
		}
		for _, w := range p.t.Args[:min(len(p.t.Args), maxWordsRun)] {
			text += " " + w.Text
		}
		p.found.maybe(text)
	}
}
