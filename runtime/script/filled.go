package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
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

// formats reports whether the string at i is a form that values are put into: python's
// % and format, ruby's %.
func (p *program) formats(i int) bool {
	if p.letterQuotes && p.is(i+1, ".") {
		return true
	}
	return (p.letterQuotes || p.percent) && p.is(i+1, "%")
}

func (p *program) insert(i int) string {
	t := p.tokens[i]
	s, value := t.value, func(n int) (string, bool) { return p.filling(t, n) }
	switch {
	case !p.formats(i):
	case p.is(i+1, "%"):
		s, value = marked(s, nil), func(n int) (string, bool) { return p.operand(i+2, n) }
	case p.is(i+1, ".") && p.is(i+3, "(") && p.tokens[i+2].value == "format":
		var keys []string
		s = marked(s, &keys)
		value = func(n int) (string, bool) { return p.formatted(i+3, keys[n]) }
	}
	return fillHoles(s, func(n int) (string, bool) {
		if n >= maxHoles || p.bytes > maxBytes {
			return "", false
		}
		return value(n)
	})
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
	return p.constant(t.filled[n])
}

// operand is the nth value behind a %: of several in parentheses, or the only one.
func (p *program) operand(i, n int) (string, bool) {
	if p.is(i, "(") {
		s, known, _ := p.argument(i+1, p.match[i], n)
		return s, known
	}
	if n > 0 {
		return "", false
	}
	return p.single(i)
}

// formatted is what a call of format is given for a key: a number, or a name.
func (p *program) formatted(call int, key string) (string, bool) {
	if key == "" {
		return "", false
	}
	n := 0
	for i := range len(key) {
		if !isDigit(key[i]) {
			s, known, _ := p.named(call+1, p.match[call], key)
			return s, known
		}
		n = min(n*10+int(key[i]-'0'), 1000)
	}
	s, known, _ := p.argument(call+1, p.match[call], n)
	return s, known
}

// marked is a string with a hole for each %s, or with keys each {}, of which keys
// gets what says the value.
func marked(s string, keys *[]string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		switch {
		case keys == nil && s[i] == '%' && conversion(s[i+1:]) > 0:
			i += conversion(s[i+1:])
			b = append(b, match.Hole)
			continue
		case keys != nil && s[i] == '{':
			if end := str.IndexByte(s[i:min(len(s), i+64)], '}'); end > 0 {
				key := s[i+1 : i+end]
				for _, how := range [...]byte{'!', ':'} {
					key, _, _ = str.Cut(key, how)
				}
				if key == "" {
					key = str.Itoa(int64(len(*keys)))
				}
				*keys = append(*keys, key)
				i += end
				b = append(b, match.Hole)
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// conversion is how long the conversion is that begins behind a %: s, d, -3s.
func conversion(s string) int {
	for i := 0; i < len(s) && i < 8; i++ {
		switch {
		case s[i] == 's' || s[i] == 'r' || s[i] == 'd' || s[i] == 'a':
			return i + 1
		case !isDigit(s[i]) && s[i] != '-' && s[i] != '.' && s[i] != '+':
			return 0
		}
	}
	return 0
}

// nameIn is the name that code is, a conversion or a form behind it left out; "" if
// it is more than one.
func nameIn(code string) string {
	for _, how := range [...]byte{'!', ':'} {
		code, _, _ = str.Cut(code, how)
	}
	code = str.Trim(code)
	for str.HasPrefix(code, "$") {
		code = code[1:]
	}
	for i := range len(code) {
		if !isWord(code[i]) {
			return ""
		}
	}
	return code
}

// maxWordsRun is how many operands of a program are read as a command of it.
const maxWordsRun = 16

// operands adds what the program is given beside its text, where it runs something
// that is none of its strings: sys.argv, $ARGV[0].
func (p *program) operands() {
	args := p.t.Args[:min(len(p.t.Args), maxWordsRun)]
	var row []string
	for _, w := range args {
		p.found.maybe(shown(w.Text))
		row = append(row, w.Text)
	}
	for i := 0; i+1 < len(row); i++ {
		p.found.maybe(shown(str.Join(row[i:], " ")))
	}
}
