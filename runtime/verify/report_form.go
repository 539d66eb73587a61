package verify

import (
	"regexp"
	"strings"

	"kei/runtime/report"
)

// A form is where the block with the fields stands.
type form struct{ from, to int } // its lines, from 0, fences included; to is behind it

// inForm reports whether a line, from 0, is one of the form's.
func (d *Document) inForm(i int) bool { return d.form != nil && i >= d.form.from && i < d.form.to }

var (
	codeFence = regexp.MustCompile("^(`{3,}|~{3,})[ \t]*([A-Za-z0-9_+-]*)")
	bareForm  = regexp.MustCompile(`^\s*\[report\][ \t]*(?:#.*)?\n`)
)

// withForm reads a report by its form, nil if it has none. A report may be nothing
// but one, without a fence.
func withForm(text string) *Document {
	d := &Document{lines: visible(text)}
	var blocks []report.Block
	if bareForm.MatchString(text + "\n") {
		blocks = []report.Block{{Language: "toml", Line: 1, Code: strings.Split(text, "\n")}}
		for i := range d.lines {
			d.lines[i].quoted, d.lines[i].fenced = true, true
		}
	} else {
		blocks = codeBlocks(d.lines)
	}
	f, err := report.Read(blocks)
	if err != nil {
		d.wrong = err
		return d
	}
	if f == nil {
		return nil
	}
	d.form = &form{to: len(d.lines)}
	for _, b := range blocks {
		if b.Line == f.Line && b.Line > 1 {
			d.form = &form{b.Line - 2, b.Line + len(b.Code)}
		}
	}
	for _, field := range f.Fields {
		value, more, several := strings.Cut(field.Text, "\n")
		one := Field{Name: field.Name, Value: value, Line: field.Line, items: field.Items}
		if several {
			one.Block = strings.Split(more, "\n")
		}
		switch {
		case len(field.Items) == 1 && strings.EqualFold(field.Items[0].Text, "none"):
			one.Value, one.Block = "none", nil
		case len(field.Items) > 0: // a list begins below its name
			one.Value, one.Block = "", strings.Split(field.Text, "\n")
		}
		d.Fields = append(d.Fields, one)
	}
	return d
}

// codeBlocks are those that every reader of the report sees as code. One without an
// end goes on to that of the report.
func codeBlocks(lines []line) []report.Block {
	var blocks []report.Block
	for i := 0; i < len(lines); i++ {
		open := codeFence.FindStringSubmatch(lines[i].raw)
		if open == nil || lines[i].fenced || i+1 >= len(lines) || !lines[i+1].fenced {
			continue
		}
		b := report.Block{Language: open[2], Line: i + 2}
		for i++; i < len(lines) && lines[i].fenced && !closes(lines[i].raw, open[1]); i++ {
			b.Code = append(b.Code, lines[i].raw)
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// closes reports whether a line ends a block that began with these marks.
func closes(line, marks string) bool {
	bare := strings.TrimSpace(line)
	return len(bare) >= len(marks) && strings.Trim(bare, marks[:1]) == ""
}

// missingKey says that a form has no such key, and which could be meant for it.
func (d *Document) missingKey(name string, v *Violations) {
	for _, f := range d.Fields {
		if typos([]rune(fieldKey(name)), []rune(fieldKey(f.Name)), 3) < 3 {
			v.add("the report's [report] has no key %s; is %s in line %d meant for it?", shown(name), shown(f.Name), f.Line)
			return
		}
	}
	v.add("the report's [report], in line %d, has no key %s", d.form.from+1, shown(name))
}

// outside are the lines that set a key of this name as TOML does, where there is no form.
func (d *Document) outside(name string) (list []int) {
	for i, l := range d.lines {
		key, value, ok := strings.Cut(l.raw, "=")
		value = strings.TrimSpace(value)
		if ok && value != "" && strings.Contains(`"'[`, value[:1]) && fieldKey(strings.Trim(strings.TrimSpace(key), `"'`)) == fieldKey(name) {
			list = append(list, i+1)
		}
	}
	return list
}
