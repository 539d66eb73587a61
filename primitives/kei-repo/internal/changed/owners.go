package changed

import (
	"regexp"
	"slices"
	"strings"
)

// rules are the lines of a CODEOWNERS file; the last that fits counts.
type rules []rule

type rule struct {
	fits   *regexp.Regexp
	owners []string
}

// parse reads CODEOWNERS as GitHub documents it. A line that it can't hold (a
// pattern with ! or [ ], or one that is no UTF-8) says nothing there, and says nothing here.
func parse(text string) (list rules) {
	for line := range strings.Lines(text) {
		words := fields(line)
		if len(words) == 0 || strings.ContainsAny(words[0], "![]") {
			continue
		}
		fits, err := pattern(words[0])
		if err != nil {
			continue
		}
		list = append(list, rule{fits, append([]string{}, words[1:]...)})
	}
	return list
}

// fields are the words of a line: a backslash keeps the blank behind it.
func fields(line string) (words []string) {
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case b == '\\' && i+1 < len(line) && strings.IndexByte(" #\\", line[i+1]) >= 0:
			i++
			word.WriteByte(line[i])
		case b == '#' && word.Len() == 0:
			return words
		case strings.IndexByte(" \t\r\n", b) >= 0:
			end()
		default:
			word.WriteByte(b)
		}
	}
	end()
	return words
}

// pattern is a pattern of .gitignore's kind. One that ends in /* is about what lies
// right there, others about all below what they name, too.
func pattern(p string) (*regexp.Regexp, error) {
	anchored := strings.Contains(strings.TrimSuffix(p, "/"), "/")
	flat := strings.HasSuffix(p, "/*")
	folder := strings.HasSuffix(p, "/")
	p = strings.Trim(p, "/")
	var b strings.Builder
	b.WriteString(`\A`)
	if !anchored {
		b.WriteString(`(?:.*/)?`)
	}
	for i := 0; i < len(p); {
		switch rest := p[i:]; {
		case strings.HasPrefix(rest, "**/"):
			b.WriteString(`(?:.*/)?`)
			i += 3
		case strings.HasPrefix(rest, "**"):
			b.WriteString(`.*`)
			i += 2
		case rest[0] == '*':
			b.WriteString(`[^/]*`)
			i++
		case rest[0] == '?':
			b.WriteString(`[^/]`)
			i++
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
			i++
		}
	}
	switch {
	case folder:
		b.WriteString(`/.*\z`)
	case flat:
		b.WriteString(`\z`)
	default:
		b.WriteString(`(?:/.*)?\z`)
	}
	return regexp.Compile(b.String())
}

// of are the owners of a file, and whether a line is about it: one may say that it
// has none.
func (r rules) of(name string) (owners []string, said bool) {
	for _, one := range slices.Backward(r) {
		if one.fits.MatchString(name) {
			return one.owners, true
		}
	}
	return nil, false
}
