package verify

import (
	"regexp"
	"strings"
)

// A field's line may be dressed as a report's readers dress one: a quotation, a
// heading, the mark of an item, an emoji, emphasis or code around the name or
// around all of it, and a count behind the name. Every part is optional:
//
//	> ## 1. ✅ **Files touched** (2): a.go, b.go
const (
	dressQuote = `^((?: {0,3}>[ \t]?)*)`
	dressHead  = `(?:(#{1,6})[ \t]+)?`
	dressItem  = `([-*+•][ \t]+|[0-9]{1,3}[.)][ \t]+)?`
	dressCount = `([0-9]{1,3}[.)][ \t]+)?`
	dressEmoji = `(?:(?:[\p{So}\x{1F3FB}-\x{1F3FF}\x{200D}\x{FE0F}]|[0-9]\x{FE0F}?\x{20E3})+[ \t]*)?`
	dressMarks = "((?:\\*{1,3}|_{1,3}|`)*)"
	dressName  = `(\pL[\pL\pN _/.\\-]*?)(?:[ \t]*\([0-9]+\))?`
	undress    = "([*_`]*)"
	dressed    = dressQuote + dressHead + dressItem + dressEmoji + dressMarks + dressCount + dressEmoji + dressName
)

var (
	dressedLine  = regexp.MustCompile(dressed + undress + `[ \t]*:` + undress + `(?:[ \t]|$)`)
	dressedTitle = regexp.MustCompile(dressed + undress + `[ \t]*:?` + undress + `[ \t#]*$`)
)

// maxName are as many bytes as the name of a field has, with what it is dressed in.
const maxName = 300

// titleLevel is that of a line in bold which stands for a heading.
const titleLevel = 7

// dressedField is the field that a line begins, whatever it is dressed in. A
// title without a colon is one too: its value is what stands below.
func dressedField(text string, at int) (Field, bool) {
	if colon := strings.IndexByte(text, ':'); colon > maxName || colon < 0 && (len(text) > maxName || !strings.ContainsAny(text, "#*_")) {
		return Field{}, false
	}
	if m := dressedLine.FindStringSubmatch(text); m != nil {
		f := Field{Name: m[6], Value: strings.TrimSpace(text[len(m[0]):]), Line: at, quote: m[1] != "", level: len(m[2])}
		f.item = f.level == 0 && m[3]+m[5] != ""
		if m[7] == "" && m[8] == "" {
			f.Value = strings.TrimSpace(strings.TrimSuffix(f.Value, backwards(m[4])))
		}
		if bold := strings.HasPrefix(m[4], "**") || strings.HasPrefix(m[4], "__"); f.Value == "" && f.level == 0 && !f.item && bold {
			f.level = titleLevel
		}
		f.section = f.Value == "" && f.level > 0
		return f, true
	}
	m := dressedTitle.FindStringSubmatch(text)
	if m == nil {
		return Field{}, false
	}
	f := Field{Name: m[6], Line: at, quote: m[1] != "", level: len(m[2]), section: true}
	if bold := m[3] == "" && len(m[4]) > 1 && m[7]+m[8] == backwards(m[4]); f.level == 0 && bold {
		f.level = titleLevel
	}
	return f, f.level > 0
}

func backwards(marks string) string {
	b := []byte(marks)
	for i, c := range b[:len(b)/2] {
		b[i], b[len(b)-1-i] = b[len(b)-1-i], c
	}
	return string(b)
}

// titleOfLevel is how high a line stands as a title, 0 if it is none.
func titleOfLevel(text string) int {
	if m := heading.FindStringSubmatch(text); m != nil {
		return len(m[1])
	}
	if bold.MatchString(text) {
		return titleLevel
	}
	return 0
}

// fieldKey is a name without regard to case and to what joins its words.
func fieldKey(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return strings.ContainsRune(" \t_-\\", c) })
	return strings.Join(words, "-")
}

// near finds a line that can be meant for a field which is not there: its name
// with a letter or two wrong, or in a dress that no field has.
func (d *Document) near(name string) (at int, text string) {
	want, best := []rune(fieldKey(name)), 3
	if len(want) < 5 {
		best = 2
	}
	if d.named == nil {
		d.named = d.names()
	}
	for _, line := range d.named {
		if n := typos(want, line.name, best); n < best {
			best, at = n, line.at
			text = strings.TrimSpace(d.lines[at-1].text)
		}
	}
	return at, text
}

// A namedLine is one that seems to have a name.
type namedLine struct {
	at   int
	name []rune
}

// names are the lines that seem to have a name, at most as long as a field's.
func (d *Document) names() []namedLine {
	list := []namedLine{}
	for i, l := range d.lines {
		begin := cut(l.text, maxName)
		if l.quoted || !strings.ContainsAny(begin, ":=|#*_") && !strings.Contains(begin, "：") {
			continue
		}
		name, _, ok := strings.Cut(undecorated(begin), ":")
		if f, is := dressedField(l.text, i+1); is {
			name, ok = f.Name, true
		}
		if ok && len(name) < maxName {
			list = append(list, namedLine{i + 1, []rune(fieldKey(name))})
		}
	}
	return list
}

// typos is how many letters have to be changed, added or dropped to make a of b,
// most if it is no less.
func typos(a, b []rune, most int) int {
	if len(a)-len(b) >= most || len(b)-len(a) >= most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		above := row[0]
		row[0] = i + 1
		for j := range b {
			cost := above
			if a[i] != b[j] {
				cost++
			}
			above = row[j+1]
			row[j+1] = min(cost, above+1, row[j]+1)
		}
	}
	return min(row[len(b)], most)
}
