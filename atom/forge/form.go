package forge

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kei/atom"
	"kei/atom/schema"
)

// A form is what stands in the fields of the page, by their names. A row's are
// ROWS.NUMBER.FIELD, as in input.0.name.
type form struct {
	values map[string]string
	rows   map[string]int // how many there are of each kind
}

// The kinds of rows and the fields of one, the first of which is where a new
// row is begun.
var rowFields = map[string][]string{
	"side_effects": {"op", "domain"},
	"errors":       {"code", "http_analog", "description"},
	"input":        {"name", "type", "required", "min", "max", "enum", "example", "description"},
	"output":       {"name", "type", "required", "min", "max", "enum", "example", "description"},
}

// single are the fields that there is one of. Page is the secret, do the button.
var single = []string{"page", "do", "package", "new_package", "command", "argv", "verb", "kind", "description", "idempotent", "timeout_ms", "keywords", "related"}

var rowName = regexp.MustCompile(`\A([a-z_]+)\.(0|[1-9][0-9]?)\.([a-z_]+)\z`)

// blank is the form that a page begins with.
func blank() *form {
	return &form{map[string]string{"kind": string(atom.Command), "command": goPackage}, map[string]int{"side_effects": 1, "input": 1, "output": 1}}
}

// parseForm reads what was posted. A field that the page does not have, or one
// that is there twice, is an error.
func parseForm(text []byte) (*form, error) {
	sent, err := url.ParseQuery(string(text))
	if err != nil {
		return nil, err
	}
	f := &form{map[string]string{}, map[string]int{}}
	for key, list := range sent {
		if len(list) != 1 {
			return nil, fmt.Errorf("the field %q is there %d times", key, len(list))
		}
		if m := rowName.FindStringSubmatch(key); m != nil && slices.Contains(rowFields[m[1]], m[3]) {
			n, _ := strconv.Atoi(m[2])
			f.rows[m[1]] = max(f.rows[m[1]], n+1)
		} else if !slices.Contains(single, key) {
			return nil, fmt.Errorf("the form has no field %q", key)
		}
		f.values[key] = list[0]
	}
	return f, nil
}

func rowKey(kind string, i int, field string) string {
	return kind + "." + strconv.Itoa(i) + "." + field
}

// maxRows is how many rows of a kind the page has; a name has two digits for it.
const maxRows = 100

// edit does what a button for rows says, add:KIND or drop:KIND.NUMBER, and returns
// the field to go on at.
func (f *form) edit(do string) (focus string, ok bool) {
	verb, what, _ := strings.Cut(do, ":")
	kind, number, numbered := strings.Cut(what, ".")
	if rowFields[kind] == nil {
		return "", false
	}
	switch n, err := strconv.Atoi(number); {
	case verb == "add" && !numbered:
		if f.rows[kind] < maxRows {
			f.rows[kind]++
		}
		return rowKey(kind, f.rows[kind]-1, rowFields[kind][0]), true
	case verb == "drop" && err == nil && n >= 0 && n < f.rows[kind]:
		f.drop(kind, n)
		return "add." + kind, true
	}
	return "", false
}

// drop takes a row out; those behind it move up.
func (f *form) drop(kind string, n int) {
	for ; n < f.rows[kind]; n++ {
		for _, field := range rowFields[kind] {
			next, there := f.values[rowKey(kind, n+1, field)]
			if delete(f.values, rowKey(kind, n, field)); there {
				f.values[rowKey(kind, n, field)] = next
			}
		}
	}
	f.rows[kind]--
}

// compact takes out rows in which nothing is said.
func (f *form) compact() {
	for kind, fields := range rowFields {
		for n := f.rows[kind] - 1; n >= 0; n-- {
			said := slices.ContainsFunc(fields, func(field string) bool {
				return field != "type" && strings.TrimSpace(f.values[rowKey(kind, n, field)]) != ""
			})
			if !said {
				f.drop(kind, n)
			}
		}
	}
}

// request is what the form asks for, and what can't be read in it.
func (f *form) request() (Request, []Objection) {
	var o objections
	r := Request{
		Package: f.values["package"], Verb: f.values["verb"], Kind: f.values["kind"], Description: f.values["description"],
		NewPackage: f.values["new_package"] != "",
		TimeoutMS:  f.whole(&o, "timeout_ms"),
		Keywords:   lines(f.values["keywords"]), Related: lines(f.values["related"]),
		Input: f.fields(&o, "input"), Output: f.fields(&o, "output"),
	}
	if r.NewPackage {
		command := f.values["command"]
		r.Command, _ = json.Marshal(command)
		if command == "argv" {
			r.Command, _ = json.Marshal(strings.Fields(f.values["argv"]))
		}
	}
	switch said := f.values["idempotent"]; said {
	case "":
	case "yes", "no":
		yes := said == "yes"
		r.Idempotent = &yes
	default:
		o.add(true, "idempotent", "idempotent is yes, no, or left to the kind")
	}
	for i := range f.rows["side_effects"] {
		r.Effects = append(r.Effects, atom.Effect{Op: f.values[rowKey("side_effects", i, "op")], Domain: f.values[rowKey("side_effects", i, "domain")]})
	}
	for i := range f.rows["errors"] {
		e := atom.Declared{Code: f.values[rowKey("errors", i, "code")], Description: f.values[rowKey("errors", i, "description")]}
		if n := f.whole(&o, rowKey("errors", i, "http_analog")); n != nil {
			e.HTTP = *n
		}
		r.Errors = append(r.Errors, e)
	}
	return r, o
}

// whole is the whole number in a field, nil if there is none.
func (f *form) whole(o *objections, key string) *int {
	text := strings.TrimSpace(f.values[key])
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		o.add(true, key, "%s '%s' is not a whole number", key[strings.LastIndexByte(key, '.')+1:], text)
		return nil
	}
	return &n
}

// fields are the rows of an input or an output.
func (f *form) fields(o *objections, side string) (out []Field) {
	for i := range f.rows[side] {
		at := func(field string) string { return f.values[rowKey(side, i, field)] }
		row := Field{Name: at("name"), Type: at("type"), Required: at("required") != "", Enum: lines(at("enum")), Description: at("description")}
		row.Min, row.Max = number(at("min")), number(at("max"))
		switch example := at("example"); {
		case example == "":
		case row.Type == "string":
			row.Example = example
		default:
			value, err := schema.Parse([]byte(example))
			o.add(err != nil, rowKey(side, i, "example"), "%s[%d]: the example is no JSON %s: %v", side, i, row.Type, err)
			row.Example = value
		}
		out = append(out, row)
	}
	return out
}

// number is a bound as it is written, nil if there is none.
func number(text string) *json.Number {
	n := json.Number(strings.TrimSpace(text))
	if n == "" {
		return nil
	}
	return &n
}

// lines are those of a text that say something.
func lines(text string) (out []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}
