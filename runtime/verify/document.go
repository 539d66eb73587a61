package verify

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Document is an agent's report, read as lines. A field is a line that begins
// with its name and a colon, with the indented lines or list below it; a name
// anywhere else is only a word.
type Document struct {
	Lines  []string
	Fields []Field
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
	d := &Document{}
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	open := -1 // the field that lines may belong to
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t")
		d.Lines = append(d.Lines, line)
		bare := strings.TrimSpace(line)
		indented := bare != "" && line[0] != bare[0]
		if m := fieldLine.FindStringSubmatch(line); m != nil && !(open >= 0 && isItem(line) && d.Fields[open].Value == "") {
			d.Fields = append(d.Fields, Field{Name: m[1], Value: strings.TrimSpace(m[2]), Line: i + 1})
			open = len(d.Fields) - 1
			continue
		}
		switch {
		case open < 0:
		case bare == "" || indented || isItem(line):
			if bare != "" || len(d.Fields[open].Block) > 0 {
				d.Fields[open].Block = append(d.Fields[open].Block, line)
			}
		case strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~"):
			d.Fields[open].Block = append(d.Fields[open].Block, line)
		default:
			open = -1
		}
	}
	return d
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

// Text is all that the field says.
func (f Field) Text() string {
	return strings.TrimSpace(f.Value + "\n" + strings.Join(f.Block, "\n"))
}

// Empty reports whether it says nothing: no letter and no digit.
func (f Field) Empty() bool {
	return !strings.ContainsFunc(f.Text(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// None reports whether it says that there is nothing to say.
func (f Field) None() bool {
	return strings.EqualFold(strings.Trim(f.Text(), "`*_. "), "none") && f.Value != "" || strings.EqualFold(f.Text(), "none")
}

// one is the only field of a name. Two of them could each be meant.
func (d *Document) one(name string, v *Violations) (Field, bool) {
	list := d.All(name)
	switch {
	case len(list) == 0:
		v.add("the report has no line %s:", name)
	case len(list) > 1:
		v.add("the report has %d lines %s:, the first in line %d and another in line %d", len(list), name, list[0].Line, list[1].Line)
	case list[0].Empty():
		v.add("%s: in line %d is empty", name, list[0].Line)
	default:
		return list[0], true
	}
	return Field{}, false
}

// word is the one word that a field consists of, without code marks.
func (f Field) word() string {
	if len(f.Block) > 0 && strings.TrimSpace(strings.Join(f.Block, "")) != "" {
		return ""
	}
	return strings.Trim(f.Value, "`*")
}

func quoted(f Field) string { return fmt.Sprintf("%s: %s", f.Name, shown(f.Value)) }
