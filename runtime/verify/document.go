package verify

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kei/runtime/report"
)

// A Document is an agent's report. Its fields are the keys of its form, a block of
// TOML (see package report), and all else is prose.
//
// A report without a form is read as lines, as all of them were before there was
// one. A field is then a line that begins with its name and a colon, with the
// indented lines, list or table below it, or a title with all that stands below. A
// name anywhere else is only a word, and so is one in a comment, in code or in HTML.
type Document struct {
	Fields []Field

	lines  []line
	form   *form   // nil if the report has none
	wrong  error   // a form that can't be read
	quoted []Field // what would be a field elsewhere
	named  []namedLine
}

// A Field is one of a report.
type Field struct {
	Name  string
	Value string   // of its own line; of a title, the first line of text below it
	Block []string // the lines that belong to it
	Line  int      // from 1

	quote   bool // it stands in a quotation
	item    bool // it is an item of a list
	nested  bool // it is an item of a list that is another field's value
	section bool // it is a title without a value
	apart   bool // a blank line is among what belongs to it
	level   int  // of the title

	items []report.Item // of a list in a form; nil for others
}

const maxReport = 4 << 20 // bytes of a report

// readReport reads the agent's report. It is written by whom it is about.
func (w *work) readReport() (*Document, error) {
	name := w.reportPath()
	if name == "" {
		return nil, errors.New("where the report is is not known; give --report, or the agent's id")
	}
	fields := []string{questionsField, "blockers"}
	for _, s := range w.o.Plan.Steps {
		if s, ok := s.(fielded); ok {
			fields = append(fields, s.fields(w.o.Task)...)
		}
	}
	return openReport(name, fields...)
}

// A fielded step reads fields of the report.
type fielded interface{ fields(*Task) []string }

// wantsFields reports whether a step asks for fields of the report.
func (w *work) wantsFields() bool {
	return slices.ContainsFunc(w.o.Plan.Steps, func(s Step) bool {
		f, ok := s.(fielded)
		return ok && len(f.fields(w.o.Task)) > 0
	})
}

func openReport(name string, fields ...string) (*Document, error) {
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
	if definesAgent(data) {
		return nil, violation(nil, "the report %s begins as the definition of an agent does (--- and a name:), and it lies where Claude Code looks for those; begin it with its text", shown(name))
	}
	d := ParseReport(string(data), fields...)
	if d.wrong != nil {
		return nil, violation(nil, "the report %s: %v", shown(name), d.wrong)
	}
	return d, nil
}

// mostFrontMatter is how many lines of front matter are looked at for a name.
const mostFrontMatter = 200

// definesAgent reports whether a text begins with front matter that names what it is about.
func definesAgent(data []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\n"))
	if string(bytes.TrimRight(bytes.TrimSuffix(first, []byte("\r")), " \t")) != "---" {
		return false
	}
	for n := 0; n <= mostFrontMatter && len(rest) > 0; n++ {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if namesAgent(line) {
			return true
		}
		if bytes.HasPrefix(line, []byte("--")) {
			return false // its end
		}
	}
	return false
}

// namesAgent reports whether a line of front matter gives a name: name:, with or without
// quotes.
func namesAgent(line []byte) bool {
	key, _, has := bytes.Cut(line, []byte(":"))
	key = bytes.TrimRight(bytes.TrimLeft(key, " \t"), " \t")
	for _, quote := range []string{`"`, `'`} {
		key = bytes.TrimPrefix(key, []byte(quote))
		key = bytes.TrimSuffix(key, []byte(quote))
	}
	return has && string(key) == "name"
}

// ParseReport reads the text of a report that has fields of these names.
func ParseReport(text string, names ...string) *Document {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	if d := withForm(text); d != nil {
		return d
	}
	p := &fieldParser{Document: &Document{lines: visible(unwrapped(text))}, known: map[string]bool{}, open: -1}
	for _, name := range names {
		p.known[fieldKey(name)] = true
	}
	for i, l := range p.lines {
		p.line(i, l)
	}
	for i := range p.Fields {
		if f := &p.Fields[i]; f.section {
			f.lead()
		}
	}
	return p.Document
}

// A fieldParser finds the fields of a document.
type fieldParser struct {
	*Document
	known map[string]bool // keys of names
	open  int             // the field that lines may belong to, -1 if there is none
	table bool            // the last line was of a table
}

func (p *fieldParser) line(i int, l line) {
	p.table = p.inTable(i)
	if l.quoted {
		if f, ok := p.field(l.raw, i+1); ok {
			p.quoted = append(p.quoted, f)
		}
		if p.open >= 0 {
			p.Fields[p.open].add(l.text)
		}
		return
	}
	if f, ok := p.field(l.text, i+1); ok {
		f.nested = f.item && p.open >= 0 && p.Fields[p.open].lists(f)
		p.Fields = append(p.Fields, f)
		if !f.nested {
			p.open = len(p.Fields) - 1
			return
		}
	}
	if p.open >= 0 && p.belongs(&p.Fields[p.open], l.text) {
		p.Fields[p.open].add(l.text)
		return
	}
	p.open = -1
}

// field is the field that a line begins, if it has one of the names.
func (p *fieldParser) field(text string, at int) (Field, bool) {
	f, ok := dressedField(text, at)
	return f, ok && p.known[fieldKey(f.Name)]
}

// lists reports whether an item that reads like a field is an item of what this
// field lists. A list of fields is none, nor is what a title only announces.
func (f *Field) lists(item Field) bool {
	return f.Value == "" && !f.item && f.quote == item.quote && fieldKey(f.Name) != fieldKey(item.Name)
}

func (f *Field) add(text string) {
	if f.quote {
		text = quoteMarks.ReplaceAllString(text, "")
	}
	f.Block = append(f.Block, text)
	f.apart = f.apart || strings.TrimSpace(text) == ""
}

// belongs reports whether a line goes on with the field that is open.
func (p *fieldParser) belongs(f *Field, text string) bool {
	bare := strings.TrimSpace(text)
	quote := quoteMarks.MatchString(text)
	if f.quote && quote {
		text = quoteMarks.ReplaceAllString(text, "")
		bare = strings.TrimSpace(text)
	}
	level := titleOfLevel(text)
	switch {
	case bare == "":
		return true
	case f.quote && !quote:
		return false
	case f.section && f.level == titleLevel && strings.HasPrefix(text, "**") && another(text):
		return false // the next one in bold, with its text behind it
	case f.section:
		return level == 0 || level > f.level
	case level > 0:
		return false
	case text[0] != bare[0], p.table, isItem(text):
		return true
	case f.Value != "" || f.apart:
		return false
	}
	// The text right below a name is the same paragraph, unless it has a name too.
	other, ok := fieldOf(text, 0)
	return quote || !ok || strings.ContainsAny(other.Name, "/.")
}

// inTable reports whether a line is a table's: those with a bar in front, and
// those with one around a line of dashes.
func (p *fieldParser) inTable(i int) bool {
	row := quoteMarks.ReplaceAllString(p.lines[i].text, "")
	if p.lines[i].quoted || !strings.Contains(row, "|") {
		return false
	}
	return p.table || row[0] == '|' || i+1 < len(p.lines) && tableDashes.MatchString(quoteMarks.ReplaceAllString(p.lines[i+1].text, ""))
}

var tableDashes = regexp.MustCompile(`^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$`)

// lead takes the first line of text below a title for its value.
func (f *Field) lead() {
	for i, text := range f.Block {
		bare := strings.TrimSpace(text)
		if bare == "" {
			continue
		}
		if !isItem(text) && text[0] == bare[0] && !strings.ContainsRune("|<>#~", rune(bare[0])) && !strings.HasPrefix(bare, "```") {
			f.Value, f.Block = bare, f.Block[i+1:]
		}
		return
	}
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

// fieldLine is a line that looks like a field of any name.
var fieldLine = regexp.MustCompile("^(?:#{1,6} +|[-*+] +)?(?:\\*\\*|__|`)?([A-Za-z][A-Za-z0-9 _/.-]*?)(?:\\*\\*|__|`)?[ \t]*:(?:\\*\\*|__)?(?:[ \t]+(.*))?$")

// fieldOf is the field of any name that a line begins.
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

// All are the fields of a name. A line outranks a title, since titles also stand
// above what is only about something; both outrank an item in other letters, a
// part of another field's list, and a quotation.
func (d *Document) All(name string) []Field {
	var ranks [4][]Field
	for _, f := range d.everywhere(name) {
		n := f.rank(name)
		ranks[n] = append(ranks[n], f)
	}
	says := func(f Field) bool { return !f.section || !f.Empty() }
	for _, same := range ranks {
		if slices.ContainsFunc(same, says) {
			return same
		}
	}
	return ranks[1] // titles with nothing below
}

func (f Field) rank(name string) int {
	switch {
	case f.quote:
		return 3
	case f.nested, f.item && f.Name != name:
		return 2
	case f.section:
		return 1
	}
	return 0
}

// everywhere are all the fields of a name, also those that others outrank.
func (d *Document) everywhere(name string) []Field {
	var list []Field
	for _, f := range d.Fields {
		if fieldKey(f.Name) == fieldKey(name) {
			list = append(list, f)
		}
	}
	return list
}

// mentions reports whether a text stands anywhere in the report where it is seen.
func (d *Document) mentions(what string) bool {
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

// missing says that there is no such field, and which line could be meant for it.
func (d *Document) missing(name string, v *Violations) {
	if d.form != nil {
		d.missingKey(name, v)
		return
	}
	for _, line := range d.outside(name) {
		v.add("the report has no field %s; that in line %d is in no form, which is a block of TOML, fenced at the margin, that begins with [report]", shown(name), line)
		return
	}
	for _, f := range d.quoted {
		if fieldKey(f.Name) == fieldKey(name) {
			v.add("the report has no line %s:; that in line %d is in code, a comment or HTML, where it is only quoted", shown(name), f.Line)
			return
		}
	}
	if at, text := d.near(name); at > 0 {
		v.add("the report has no line %s:; is line %d, %q, meant for it?", shown(name), at, cut(text, 80))
		return
	}
	v.add("the report has no line %s:", shown(name))
}

// one is the only field of a name, which may be said again in the same words. Two
// that differ could each be meant, and so could a line that looks like it and says
// something else.
func (d *Document) one(name string, v *Violations) (Field, bool) {
	list := d.All(name)
	if len(list) == 0 {
		d.missing(name, v)
		return Field{}, false
	}
	f := list[0]
	if f.Empty() {
		v.add("%s: in line %d is empty", name, f.Line)
		return Field{}, false
	}
	said := f.said()
	for _, g := range d.everywhere(name) {
		if other := g.said(); g.Line != f.Line && (said.contradicts(other) || said.goesOnElse(other)) {
			contradiction(name, f, g, v)
			return Field{}, false
		}
	}
	if at, text := d.other(f); at > 0 {
		v.add("line %d says %s, and line %d says %s; there is one line %s:", f.Line, quoted(f), at, shown(cut(text, 80)), name)
		return Field{}, false
	}
	return f, true
}

func contradiction(name string, f, g Field, v *Violations) {
	v.add("line %d says %s, and line %d says %s; there is one line %s:", f.Line, quoted(f), g.Line, quoted(g), shown(name))
}

// A saying is what a field says, to compare it with others.
type saying struct {
	value                string // without what it is dressed in
	more                 string
	section, empty, none bool
}

func (f Field) said() saying {
	return saying{trimmed(undecorated(f.Value)), f.more(), f.section, f.Empty(), f.None()}
}

// contradicts reports whether two fields of a name cannot both be meant. Below a
// title there can be anything about it: it has a value to compare if it is a word.
func (a saying) contradicts(b saying) bool {
	differ := a.value != "" && b.value != "" && !strings.EqualFold(a.value, b.value)
	switch {
	case a.empty || b.empty:
		return false
	case a.section && b.section:
		return differ && !strings.ContainsAny(a.value+b.value, " \t")
	case a.section:
		return b.contradicts(a)
	case b.section:
		return differ && !strings.ContainsAny(a.value+b.value, " \t") || b.none && !a.none
	}
	return differ || a.none != b.none
}

// goesOnElse reports whether two fields of a name go on differently below.
func (a saying) goesOnElse(b saying) bool {
	return !a.section && !b.section && !a.empty && !b.empty && a.more != b.more
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

// word is the one word that a field consists of, without marks around it.
func (f Field) word() string {
	if f.more() != "" {
		return ""
	}
	return f.bare()
}

// bare is the value without emphasis or code marks around all of it.
func (f Field) bare() string {
	value := strings.Trim(f.Value, "`*")
	if inner, ok := strings.CutPrefix(value, "_"); ok && strings.HasSuffix(inner, "_") {
		value = strings.Trim(inner, "_")
	}
	return value
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
		case apart && text[0] == bare[0], text[0] == '|', another(text):
			return ""
		default:
			return bare
		}
	}
	return ""
}

// another reports whether a line has a name of its own.
func another(text string) bool {
	_, ok := fieldOf(text, 0)
	return ok
}

func quoted(f Field) string {
	value := f.Value
	if value == "" {
		value, _, _ = strings.Cut(f.Text(), "\n")
	}
	return fmt.Sprintf("%s: %s", f.Name, shown(cut(value, 80)))
}
