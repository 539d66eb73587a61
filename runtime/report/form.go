// Package report reads the form in an agent's report: one fenced block of TOML
// with a table [report], whose keys are the report's fields. What stands around the
// block is prose, for people.
//
//	```toml
//	[report]
//	files-touched = ["src/parser.rs", "tests/parser.rs"]
//	tests         = "12 passed"
//	blockers      = "none"
//	```
package report

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"kei/internal/tomlpos"
)

// A Block is a block of code in a report, as whoever renders it sees one.
type Block struct {
	Language string   // behind the fence, "" for none
	Line     int      // of its first line of code, from 1
	Code     []string // its lines
}

// A Form is the block that holds the fields.
type Form struct {
	Line   int // of its first line of code, from 1
	Fields []Field
}

// A Field is one key of [report].
type Field struct {
	Name string
	Line int // in the report, from 1

	// Text is the value as prose has it: a list is one of Markdown's, a table has a
	// line "key: value" for each of its keys, and an empty list is none.
	Text  string
	Items []Item // of a list; nil for other values
}

// An Item is an element of a list.
type Item struct {
	Text string
	Keys map[string]string // of a table; nil for others
}

// An Error says what is wrong with a form, and in which line of the report.
type Error struct {
	Line int
	Msg  string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// begins is the line that makes a block the form.
var begins = regexp.MustCompile(`^[ \t]*\[\[?[ \t]*report[ \t]*[\].]`)

// Is reports whether a block is the form: TOML, or of no language, with a table
// [report].
func (b Block) Is() bool {
	if b.Language != "" && !strings.EqualFold(b.Language, "toml") {
		return false
	}
	for _, line := range b.Code {
		if begins.MatchString(line) {
			return true
		}
	}
	return false
}

// Read reads the form among the blocks of a report, nil if none is one. The error
// is an [*Error].
func Read(blocks []Block) (*Form, error) {
	var found *Block
	for i, b := range blocks {
		switch {
		case !b.Is():
		case found != nil:
			return nil, &Error{b.Line, fmt.Sprintf("there is a block with a table [report] already, in line %d; a report has one", found.Line)}
		default:
			found = &blocks[i]
		}
	}
	if found == nil {
		return nil, nil
	}
	return found.read()
}

const table = "report"

func (b Block) read() (*Form, error) {
	root, err := tomlpos.Parse("", []byte(strings.Join(b.Code, "\n")+"\n"))
	if err != nil {
		return nil, b.wrong(err)
	}
	f := &Form{Line: b.Line}
	for _, e := range root.Entries {
		if e.Key != table {
			return nil, b.at(e.Pos, "%s stands outside of [report], which is the only table here", tomlpos.Printable(e.Key))
		}
	}
	v, ok := root.Get(table)
	if !ok {
		return nil, &Error{b.Line, "the block only seems to have a table [report]; begin it with that"}
	}
	fields, ok := v.Any.(*tomlpos.Table)
	if !ok {
		return nil, b.at(v.Pos, "report is %s; it is one table, [report]", tomlpos.TypeOf(v))
	}
	for _, e := range fields.Entries {
		field := Field{Name: e.Key, Line: b.Line + e.Pos.Line - 1, Text: prose(e.Value)}
		if list, ok := e.Value.Any.([]tomlpos.Value); ok {
			field.Items = []Item{}
			for _, v := range list {
				field.Items = append(field.Items, item(v))
			}
		}
		f.Fields = append(f.Fields, field)
	}
	return f, nil
}

// at is a mistake at a place in the block.
func (b Block) at(pos tomlpos.Pos, format string, args ...any) error {
	return &Error{b.Line + pos.Line - 1, fmt.Sprintf(format, args...)}
}

// wrong is a mistake of TOML's grammar at its place in the report.
func (b Block) wrong(err error) error {
	var e tomlpos.Error
	if errors.As(err, &e) {
		return b.at(tomlpos.Pos{Line: max(e.Line, 1)}, "the block is no TOML: %s", e.Msg)
	}
	return &Error{b.Line, "the block is no TOML: " + err.Error()}
}

func item(v tomlpos.Value) Item {
	i := Item{Text: prose(v)}
	if t, ok := v.Any.(*tomlpos.Table); ok {
		i.Keys = map[string]string{}
		for _, e := range t.Entries {
			i.Keys[e.Key] = prose(e.Value)
		}
	}
	return i
}

// prose is a value as text.
func prose(v tomlpos.Value) string {
	var lines []string
	switch v := v.Any.(type) {
	case []tomlpos.Value:
		if len(v) == 0 {
			return "none"
		}
		for _, e := range v {
			lines = append(lines, "- "+indented(prose(e)))
		}
	case *tomlpos.Table:
		for _, e := range v.Entries {
			lines = append(lines, e.Key+": "+indented(prose(e.Value)))
		}
	case string:
		return strings.TrimSpace(v)
	default:
		return fmt.Sprint(v)
	}
	return strings.Join(lines, "\n")
}

// indented has all lines but the first belong to what stands before it.
func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }
