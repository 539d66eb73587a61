package tomlpos

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
)

// A String is a string that knows where it stands.
type String struct {
	Text string
	Pos  Pos
}

// Words is a list in which the same word may stand twice, as in a command line.
type Words []string

// Decode fills the structs that targets point to, by their toml tags, and
// returns every problem: keys that none of them takes and values of another
// type. Together the targets are the schema of the table; embedded structs
// count as theirs.
//
// A field may be a string, bool, integer, [String], a list of those, *[Table]
// for a table that is read later, []*[Table] for one table or several, or [Value].
// A pointer to a bool or an integer stays nil when the key is absent.
func Decode(t *Table, targets ...any) Errors {
	var errs Errors
	fields := map[string]reflect.Value{}
	var known []string
	for _, target := range targets {
		collect(reflect.ValueOf(target).Elem(), fields, &known)
	}
	for _, e := range t.Entries {
		field, ok := fields[e.Key]
		if !ok {
			errs.Add(t.File, e.Pos, "unknown key %s%s", Printable(e.Key), OrOneOf(e.Key, known))
			continue
		}
		if bad, want := set(field, e.Value); want != "" {
			what := Printable(e.Key)
			if bad.Pos != e.Value.Pos {
				what = "an element of " + what
			}
			errs.Add(t.File, bad.Pos, "%s is %s; it must be %s", what, TypeOf(bad), want)
			continue
		}
		if list, ok := e.Value.Any.([]Value); ok && field.Kind() == reflect.Slice && field.Type() != reflect.TypeFor[Words]() {
			repeated(t.File, e.Key, list, &errs)
		}
	}
	return errs
}

func collect(v reflect.Value, fields map[string]reflect.Value, known *[]string) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			collect(v.Field(i), fields, known)
			continue
		}
		name, ok := f.Tag.Lookup("toml")
		if !ok || name == "-" {
			continue
		}
		fields[name] = v.Field(i)
		*known = append(*known, name)
	}
}

// set stores v in field, or says which value is not what is wanted there.
func set(field reflect.Value, v Value) (bad Value, want string) {
	switch field.Interface().(type) {
	case String:
		s, ok := v.Any.(string)
		if !ok {
			return v, "a string"
		}
		field.Set(reflect.ValueOf(String{s, v.Pos}))
		return v, ""
	case Value:
		field.Set(reflect.ValueOf(v))
		return v, ""
	case *Table:
		t, ok := v.Any.(*Table)
		if !ok {
			return v, "a table"
		}
		field.Set(reflect.ValueOf(t))
		return v, ""
	case []*Table:
		return v, setTables(field, v)
	}
	return setKind(field, v)
}

// setKind sets a field of one of Go's own types, as [set] does.
func setKind(field reflect.Value, v Value) (bad Value, want string) {
	switch field.Kind() {
	case reflect.Pointer:
		p := reflect.New(field.Type().Elem())
		if bad, want := set(p.Elem(), v); want != "" {
			return bad, want
		}
		field.Set(p)
	case reflect.String:
		s, ok := v.Any.(string)
		if !ok {
			return v, "a string"
		}
		field.SetString(s)
	case reflect.Bool:
		b, ok := v.Any.(bool)
		if !ok {
			return v, "true or false"
		}
		field.SetBool(b)
	case reflect.Int, reflect.Int64:
		n, ok := v.Any.(int64)
		if !ok || n < 0 {
			return v, "a whole number, 0 or more"
		}
		field.SetInt(n)
	case reflect.Slice:
		list, ok := v.Any.([]Value)
		if !ok {
			return v, "a list"
		}
		out := reflect.MakeSlice(field.Type(), len(list), len(list))
		for i, e := range list {
			if bad, want := set(out.Index(i), e); want != "" {
				return bad, want
			}
		}
		field.Set(out)
	default:
		panic("tomlpos: no way to decode into a " + field.Type().String())
	}
	return v, ""
}

func setTables(field reflect.Value, v Value) string {
	switch v := v.Any.(type) {
	case *Table:
		field.Set(reflect.ValueOf([]*Table{v}))
		return ""
	case []Value:
		tables := make([]*Table, len(v))
		for i, e := range v {
			t, ok := e.Any.(*Table)
			if !ok {
				return "a table or several"
			}
			tables[i] = t
		}
		field.Set(reflect.ValueOf(tables))
		return ""
	}
	return "a table or several"
}

// repeated reports what a list holds twice: one of the two says nothing, and
// often it was meant to be something else.
func repeated(file, key string, list []Value, errs *Errors) {
	first := map[any]Pos{}
	for _, e := range list {
		switch e.Any.(type) {
		case string, int64:
		default:
			continue
		}
		if at, ok := first[e.Any]; ok {
			errs.Add(file, e.Pos, "%s has %s twice, first at %d:%d", key, Printable(fmt.Sprint(e.Any)), at.Line, at.Col)
			continue
		}
		first[e.Any] = e.Pos
	}
}

// TypeOf is what an error calls the value's type.
func TypeOf(v Value) string {
	switch v := v.Any.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case int64:
		return fmt.Sprint("the number ", v)
	case float64:
		return "a decimal number"
	case *Table:
		return "a table"
	case []Value:
		return "a list"
	}
	return "a date or time"
}

// Printable is s as an error says it: on one line, and not longer than helps.
func Printable(s string) string {
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "..."
	}
	// A blank at either end, or what does not show at all, would be missed.
	if s == "" || strings.TrimSpace(s) != s || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}
