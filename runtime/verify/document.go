package verify

import (
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Document is an agent's report, read as lines. A field is a line that begins
// with its name and a colon, with the indented lines or list below it; a name
// anywhere else is only a word, and so is one in a comment, in code or in HTML.
type Document struct {
	Fields []Field

	lines  []line
	quoted []Field // what would be a field elsewhere
}

// A Field is one of a report.
type Field struct {
	Name  string
	Value string   // of its own line
	Block []string // the lines that belong to it
	Line  int      // from 1
}

const maxReport = 4 << 20 // bytes of a report

// readReport reads the agent's report. It is written by whom it is about.
func (w *work) readReport() (*Document, error) {
	name := w.reportPath()
	if name == "" {
		return nil, errors.New("where the report is is not known; give --report, or the agent's id")
	}
	return openReport(name)
}

func openReport(name string) (*Document, error) {
	f, err := openFile(name)
	if err != nil {
		return nil, violation(nil, "there is no report: %s: %v", shown(name), reason(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > maxReport {
		return nil, violation(nil, "the report %s is not a regular file of at most %d bytes", shown(name), maxReport)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxReport))
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(data) {
		return nil, violation(nil, "the report %s is not UTF-8", shown(name))
	}
	return ParseReport(string(data)), nil
}

// fieldLine: a name may stand in bold or code, as a heading or as a list item.
var fieldLine = regexp.MustCompile("^(?:#{1,6} +|[-*+] +)?(?:\\*\\*|__|`)?([A-Za-z][A-Za-z0-9 _/.-]*?)(?:\\*\\*|__|`)?[ \t]*:(?:\\*\\*|__)?(?:[ \t]+(.*))?$")

// ParseReport reads the text of a report.
func ParseReport(text string) *Document {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	d := &Document{lines: visible(unwrapped(text))}
	open := -1 // the field that lines may belong to
	for i, l := range d.lines {
		bare := strings.TrimSpace(l.text)
		if l.quoted {
			if f, ok := fieldOf(l.raw, i+1); ok {
				d.quoted = append(d.quoted, f)
			}
		} else if f, ok := fieldOf(l.text, i+1); ok && !(open >= 0 && isItem(l.text) && d.Fields[open].Value == "") {
			d.Fields = append(d.Fields, f)
			open = len(d.Fields) - 1
			continue
		}
		switch {
		case open < 0:
		case l.quoted || bare == "" || l.text[0] != bare[0] || isItem(l.text):
			d.Fields[open].Block = append(d.Fields[open].Block, l.text)
		default:
			open = -1
		}
	}
	return d
}

// wholeFence is a line that begins or ends a block of code which can hold a whole
// report.
var wholeFence = regexp.MustCompile("^(`{3,}|~{3,})[a-z]*[ \t]*$")

// unwrapped is a report without the fence that all of it stands in, as many models
// write one. Beside the fence there may be headings, and lines that lead to the report.
func unwrapped(text string) string {
	lines := strings.Split(text, "\n")
	var at []int
	for i, l := range lines {
		if m := wholeFence.FindStringSubmatch(l); m != nil {
			at = append(at, i)
			continue
		}
		inside := len(at) == 1
		lead := strings.TrimRight(l, " \t")
		leads := strings.IndexByte(lead, ':') == len(lead)-1 && strings.Contains(strings.ToLower(lead), "report")
		if heads := strings.HasPrefix(lead, "#") && !strings.Contains(lead, ":"); !inside && lead != "" && !leads && !heads {
			return text
		}
	}
	if len(at) != 2 || strings.Trim(lines[at[1]], " \t") != wholeFence.FindStringSubmatch(lines[at[0]])[1] {
		return text
	}
	lines[at[0]], lines[at[1]] = "", ""
	return strings.Join(lines, "\n")
}

// fieldOf is the field that a line begins.
func fieldOf(text string, at int) (Field, bool) {
	m := fieldLine.FindStringSubmatch(text)
	if m == nil {
		return Field{}, false
	}
	return Field{Name: m[1], Value: strings.TrimSpace(m[2]), Line: at}, true
}

// isItem reports whether a line is an item of a list.
func isItem(line string) bool {
	s := strings.TrimLeft(line, " \t")
	if len(s) > 1 && strings.ContainsRune("-*+", rune(s[0])) && (s[1] == ' ' || s[1] == '\t') {
		return true
	}
	digits := strings.TrimLeft(s, "0123456789")
	return digits != s && len(digits) > 1 && (digits[0] == '.' || digits[0] == ')') && digits[1] == ' '
}

// All are the fields of a name, which is told upper case from lower.
func (d *Document) All(name string) []Field {
	var list []Field
	for _, f := range d.Fields {
		if f.Name == name {
			list = append(list, f)
		}
	}
	return list
}

// names reports whether a text stands anywhere in the report where it is seen.
func (d *Document) names(what string) bool {
	return slices.ContainsFunc(d.lines, func(l line) bool { return strings.Contains(l.text, what) })
}

// Text is all that the field says.
func (f Field) Text() string {
	return strings.TrimSpace(f.Value + "\n" + strings.Join(f.Block, "\n"))
}

// Empty reports whether it says nothing: no letter and no digit that shows. A
// value that is there and shows nothing at all is not made up for by what is below.
func (f Field) Empty() bool {
	shows := func(r rune) bool { return !invisible(r) && !unicode.IsSpace(r) }
	return f.Value != "" && !strings.ContainsFunc(f.Value, shows) || !strings.ContainsFunc(unadorned(f.Text()), saysSomething)
}

func saysSomething(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !invisible(r)
}

// invisible reports whether a character shows nothing by itself: Unicode's
// default ignorable ones, among which are letters, and a pattern without dots.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf) || r == 0x2800
}

// unadorned is a text without tags, escapes and what is invisible.
func unadorned(s string) string {
	s = shortTag.ReplaceAllStringFunc(s, func(tag string) string {
		if m := shortTag.FindStringSubmatch(tag); elements[strings.ToLower(m[1])] || m[2] != "" {
			return ""
		}
		return tag
	})
	s = escaped.ReplaceAllString(html.UnescapeString(s), "$1")
	return strings.Map(func(r rune) rune {
		if invisible(r) {
			return -1
		}
		return r
	}, s)
}

var (
	shortTag = regexp.MustCompile(`</?([A-Za-z][A-Za-z0-9-]*)([ \t][^<>]*)?/?>`)
	escaped  = regexp.MustCompile(`\\([!-/:-@\[-` + "`" + `{-~])`)
)

// None reports whether it says that there is nothing to say.
func (f Field) None() bool {
	return strings.EqualFold(strings.Trim(f.Text(), "`*_. "), "none") && f.Value != "" || strings.EqualFold(f.Text(), "none")
}

// missing says that there is no such field, and where it stands in vain.
func (d *Document) missing(name string, v *Violations) {
	for _, f := range d.quoted {
		if f.Name == name {
			v.add("the report has no line %s:; that in line %d is in code, a comment or HTML, where it is only quoted", shown(name), f.Line)
			return
		}
	}
	v.add("the report has no line %s:", shown(name))
}

// one is the only field of a name. Two of them could each be meant, and so could
// a line that looks like it and says something else.
func (d *Document) one(name string, v *Violations) (Field, bool) {
	list := d.All(name)
	switch {
	case len(list) == 0:
		d.missing(name, v)
	case len(list) > 1:
		v.add("the report has %d lines %s:, the first in line %d and another in line %d", len(list), name, list[0].Line, list[1].Line)
	case list[0].Empty():
		v.add("%s: in line %d is empty", name, list[0].Line)
	default:
		if at, text := d.other(list[0]); at > 0 {
			v.add("line %d says %s, and line %d says %s; there is one line %s:", list[0].Line, quoted(list[0]), at, shown(cut(text, 80)), name)
			return Field{}, false
		}
		return list[0], true
	}
	return Field{}, false
}

// other finds a line that a reader can take for the field, and that says another
// thing: in other letters, in bold, in a quotation, in a table. Comments are
// looked at as well, since not every reader leaves them out.
func (d *Document) other(f Field) (at int, text string) {
	for i, l := range d.lines {
		if i+1 == f.Line || l.fenced {
			continue
		}
		for _, text := range []string{l.raw, l.text} {
			name, value, ok := strings.Cut(undecorated(text), ":")
			if ok && sameName(name, f.Name) && value != "" && !strings.EqualFold(trimmed(value), trimmed(undecorated(f.Value))) {
				return i + 1, strings.TrimSpace(text)
			}
		}
	}
	return 0, ""
}

var (
	decoration = regexp.MustCompile(`^(?:[ \t>#*_~|"'` + "`" + `(\[+-]|<!--|[0-9]+[.)][ \t])+`)
	cell       = regexp.MustCompile(`[ \t*_~` + "`" + `]*[|=：][ \t]*`)
)

// undecorated is a line without what makes it bold, a heading, a part of a list,
// a quotation or a table.
func undecorated(text string) string {
	text = decoration.ReplaceAllString(unadorned(text), "")
	return cell.ReplaceAllString(text, ":")
}

// trimmed is a value without marks around it.
func trimmed(s string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSuffix(strings.TrimSpace(s), "-->"), " \t*_~`\"'.|:()[]"))
}

// sameName compares names without regard to case and to how words are joined.
func sameName(a, b string) bool {
	join := strings.NewReplacer(" ", "", "-", "", "_", "", "*", "", "`", "", "~", "", "\"", "", "]", "", "\t", "")
	return strings.EqualFold(join.Replace(a), join.Replace(b))
}

// word is the one word that a field consists of, without code marks.
func (f Field) word() string {
	if f.more() != "" {
		return ""
	}
	return strings.Trim(f.Value, "`*")
}

// more is what goes on below a field that is only one word: what is indented, or
// stands right below it. A list further down is another matter.
func (f Field) more() string {
	apart := false
	for _, text := range f.Block {
		bare := strings.TrimSpace(text)
		switch {
		case bare == "":
			apart = true
		case apart && text[0] == bare[0]:
			return ""
		default:
			return bare
		}
	}
	return ""
}

func quoted(f Field) string { return fmt.Sprintf("%s: %s", f.Name, shown(f.Value)) }
