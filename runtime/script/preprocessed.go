package script

import "kei/runtime/str"

// A compiler of C does not read the text that stands in a file: lines are joined, characters
// have other spellings, names stand for what a line says of them. This file makes of a text
// the one that is compiled, as far as it takes no other file.

// trigraphs are characters that stand for others behind ??.
const trigraphs = "=#/\\'^([)]!|<{>}-~"

// maxExpanded is how often names are put in that stand for others.
const maxExpanded = 4

// withTrigraphs is a text as a compiler reads it that knows these spellings.
func withTrigraphs(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if str.HasPrefix(s[i:], "??") && i+2 < len(s) {
			if at := str.IndexByte(trigraphs, s[i+2]); at >= 0 && at%2 == 0 {
				b = append(b, trigraphs[at+1])
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// oneLines joins the lines that end with a backslash.
func oneLines(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			end := i + 1
			for end < len(s) && (s[end] == ' ' || s[end] == '\t' || s[end] == '\r') {
				end++
			}
			if end < len(s) && s[end] == '\n' {
				i = end
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// A cText is a program of C while its text is made plain.
type cText struct {
	in  string
	at  int
	out []byte
}

// plainC is a program without comments, with the usual spelling of brackets and of strings
// that have a delimiter of their own.
func plainC(s string) string {
	c := cText{in: oneLines(s)}
	c.out = make([]byte, 0, len(c.in))
	for c.at < len(c.in) {
		rest := c.in[c.at:]
		switch b := rest[0]; {
		case str.HasPrefix(rest, "//"):
			c.skip(str.Index(rest, "\n"), len(rest))
		case str.HasPrefix(rest, "/*"):
			end := str.Index(rest[2:], "*/")
			c.out = append(c.out, ' ')
			c.skip(end, len(rest)-4)
			c.at = min(c.at+4, len(c.in))
		case b == '"' && c.rawString():
		case b == '\'' && c.inNumber():
			c.at++
		case b == '"' || b == '\'':
			c.quoted(b)
		default:
			c.sign(rest)
		}
	}
	return string(c.out)
}

func (c *cText) skip(n, otherwise int) {
	if n < 0 {
		n = otherwise
	}
	c.at += max(n, 0)
}

// sign copies one character, or the one that two stand for.
func (c *cText) sign(rest string) {
	for _, d := range [...][2]string{{"%:", "#"}, {"<%", "{"}, {"%>", "}"}, {"<:", "["}, {":>", "]"}} {
		if str.HasPrefix(rest, d[0]) && !(d[0] == "<:" && str.HasPrefix(rest, "<::") && !str.HasPrefix(rest, "<:::") && !str.HasPrefix(rest, "<::>")) {
			c.out = append(c.out, d[1]...)
			c.at += 2
			return
		}
	}
	c.out = append(c.out, rest[0])
	c.at++
}

// inNumber reports whether a quote stands between digits: 1'000.
func (c *cText) inNumber() bool {
	n := len(c.out)
	for n > 0 && (isWord(c.out[n-1]) || c.out[n-1] == '.') {
		n--
	}
	return n < len(c.out) && isDigit(c.out[n])
}

// quoted copies a string up to where it ends, at the latest with its line.
func (c *cText) quoted(quote byte) {
	c.dropPrefix()
	start := c.at
	for c.at++; c.at < len(c.in) && c.in[c.at] != quote && c.in[c.at] != '\n'; c.at++ {
		if c.in[c.at] == '\\' {
			c.at++
		}
	}
	c.at = min(c.at+1, len(c.in))
	c.out = append(c.out, c.in[start:c.at]...)
}

// dropPrefix takes off what says of which characters a string is: u8"x", L"x".
func (c *cText) dropPrefix() {
	n := len(c.out)
	for n > 0 && isWord(c.out[n-1]) {
		n--
	}
	if str.In(string(c.out[n:]), "u8", "u", "U", "L") {
		c.out = c.out[:n]
	}
}

// rawString copies a string of C++ that ends with a word of its own: R"x(...)x".
func (c *cText) rawString() bool {
	n := len(c.out)
	for n > 0 && isWord(c.out[n-1]) {
		n--
	}
	if !str.In(string(c.out[n:]), "R", "u8R", "uR", "UR", "LR") {
		return false
	}
	open := str.IndexByte(c.in[c.at:], '(')
	if open < 0 || open > 17 {
		return false
	}
	delimiter := ")" + c.in[c.at+1:c.at+open] + "\""
	body := c.in[c.at+open+1:]
	end := str.Index(body, delimiter)
	if end < 0 {
		return false
	}
	c.out = append(c.out[:n], '"')
	for i := range end {
		switch b := body[i]; b {
		case '\n':
			c.out = append(c.out, "\\n"...)
		case '"', '\\':
			c.out = append(c.out, '\\', b)
		default:
			c.out = append(c.out, b)
		}
	}
	c.out = append(c.out, '"')
	c.at += open + 1 + end + len(delimiter)
	return true
}

// A cMacro is a name and what stands in its place.
type cMacro struct {
	name, body string
	twice      bool // it stands for several things, one after another
}

// expandedC is a plain program with what its names stand for in their place, those that take
// values aside. directives are its lines that begin with #.
func expandedC(s string) (out string, directives []string) {
	var macros []cMacro
	var lines []string
	for rest := s; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		n, body, macro := objectMacro(line)
		switch {
		case macro:
			macros = withMacro(macros, n, body)
			line = ""
		case str.HasPrefix(str.Trim(line), "#"):
			directives = append(directives, str.Trim(line))
		}
		lines = append(lines, line)
	}
	macros = append(macros, namespaces(s)...)
	out = str.Join(lines, "\n")
	for n := 0; n < maxExpanded && len(macros) > 0 && len(out) < maxText; n++ {
		more := substituted(out, macros)
		if more == out {
			break
		}
		out = more
	}
	for i, d := range directives {
		directives[i] = substituted(d, macros)
	}
	return out, directives
}

// objectMacro is the name that a line says something of, and what it stands for.
func objectMacro(line string) (n, body string, ok bool) {
	line = str.Trim(line)
	if !str.HasPrefix(line, "#") {
		return "", "", false
	}
	line = str.Trim(line[1:])
	if !str.HasPrefix(line, "define") || len(line) < 8 || isWord(line[6]) {
		return "", "", false
	}
	line = str.Trim(line[6:])
	end := 0
	for end < len(line) && isWord(line[end]) {
		end++
	}
	if end == 0 || end < len(line) && line[end] == '(' {
		return "", "", false
	}
	return line[:end], str.Trim(line[end:]), true
}

func withMacro(list []cMacro, n, body string) []cMacro {
	for i := range list {
		if list[i].name == n {
			list[i].twice = list[i].twice || list[i].body != body
			return list
		}
	}
	if len(list) == maxAliases {
		return list
	}
	return append(list, cMacro{name: n, body: body})
}

// namespaces are other names for that of the files: namespace fs = std::filesystem;
func namespaces(s string) (list []cMacro) {
	for n := 0; n < maxDepth; n++ {
		_, rest, ok := str.CutText(s, "namespace")
		if !ok {
			return list
		}
		s = rest
		said, _, _ := str.Cut(rest, ';')
		if alias, of, given := str.Cut(said, '='); given && str.HasSuffix(str.Trim(of), "filesystem") {
			list = append(list, cMacro{name: str.Trim(alias), body: "filesystem"})
		}
	}
	return list
}

// substituted is a text in which names stand for what macros say, outside of strings.
func substituted(s string, macros []cMacro) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '"' || c == '\'':
			start := i
			for i++; i < len(s) && s[i] != c && s[i] != '\n'; i++ {
				if s[i] == '\\' {
					i++
				}
			}
			i = min(i+1, len(s))
			b = append(b, s[start:i]...)
		case isWord(c):
			start := i
			for i < len(s) && isWord(s[i]) {
				i++
			}
			b = append(b, standsFor(s[start:i], macros)...)
		default:
			b = append(b, c)
			i++
		}
		if len(b) > 2*maxText {
			return s
		}
	}
	return string(b)
}

func standsFor(w string, macros []cMacro) string {
	for _, m := range macros {
		if m.name == w && !m.twice {
			return m.body
		}
	}
	return w
}
