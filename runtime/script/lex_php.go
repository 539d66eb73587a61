package script

import "kei/runtime/str"

// A program of php's is a page with code in it, and that of -r is code.

// beginPHP skips what stands in front of the code of a page. Where nobody knows whether a
// text is one, it is read in both ways.
func (l *lexer) beginPHP() {
	first := str.Trim(l.code)
	at, next := opensCode(l.code)
	switch {
	case at < 0:
	case first != "" && first[0] == '<' || str.HasPrefix(first, "#!"):
		l.at = next
	default:
		l.keep(l.code[next:])
	}
}

// opensCode is where the next code of a page begins, and where it begins behind its mark;
// -1 if there is none.
func opensCode(page string) (at, next int) {
	for i := 0; i+1 < len(page); i++ {
		if page[i] != '<' || page[i+1] != '?' {
			continue
		}
		switch rest := page[i+2:]; {
		case str.HasPrefix(str.Lower(rest[:min(3, len(rest))]), "php"):
			return i, i + 5
		case str.HasPrefix(rest, "="):
			return i, i + 3
		case !str.HasPrefix(rest, "xml"):
			return i, i + 2
		}
	}
	return -1, 0
}

// html skips what stands behind a ?>, up to the code that comes next.
func (l *lexer) html() bool {
	l.add(sign, ";")
	_, next := opensCode(l.code[l.at:])
	if next == 0 {
		l.at = len(l.code)
		return true
	}
	l.at += next
	return true
}

// documentPHP reads <<<"END" as the string that it stands for.
func (l *lexer) documentPHP() bool {
	i := l.at + 3
	for i < len(l.code) && (l.code[i] == ' ' || l.code[i] == '\t') {
		i++
	}
	how := filled
	quoted := i < len(l.code) && (l.code[i] == '"' || l.code[i] == '\'')
	if quoted {
		if l.code[i] == '\'' {
			how = bare
		}
		i++
	}
	start := i
	for i < len(l.code) && isWord(l.code[i]) {
		i++
	}
	tag := l.code[start:i]
	if quoted {
		i++
	}
	n := str.IndexByte(l.code[min(i, len(l.code)):], '\n')
	if tag == "" || n < 0 || str.Trim(l.code[i:i+n]) != "" {
		return false
	}
	from := i + n + 1
	to, next := l.documentEndPHP(from, tag)
	if to < 0 {
		l.noEnd()
		l.at = len(l.code)
		return true
	}
	l.at = from
	l.body(to, "", how)
	l.at = next
	return true
}

// documentEndPHP is where the text ends that begins at from, and where what ends it does.
func (l *lexer) documentEndPHP(from int, tag string) (to, next int) {
	for i := from; i < len(l.code); {
		at := i
		for at < len(l.code) && (l.code[at] == ' ' || l.code[at] == '\t') {
			at++
		}
		if end := at + len(tag); str.HasPrefix(l.code[at:], tag) && (end >= len(l.code) || !isWord(l.code[end])) {
			return max(from, i-1), end
		}
		n := str.IndexByte(l.code[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return -1, 0
}
