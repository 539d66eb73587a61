package ledger

import (
	"reflect"
	"strings"
)

// A table is one whose rows follow from events.
type table[R any] struct {
	name    string
	columns []column[R]
}

// A column of a table. Text that may be missing is NULL there and "" here,
// which keeps unique indexes from seeing it; so are numbers.
type column[R any] struct {
	name  string
	null  bool
	field func(*R) any
}

// value is what a field holds, as a string or an int64.
func (c column[R]) value(r *R) any {
	v := reflect.ValueOf(c.field(r)).Elem()
	if v.Kind() == reflect.String {
		return v.String()
	}
	return v.Int()
}

// stored is what the database holds for it.
func (c column[R]) stored(r *R) any {
	v := c.value(r)
	if c.null && (v == "" || v == int64(0)) {
		return nil
	}
	return v
}

// selected reads a column without NULL. Files of the earlier kit may have that
// in columns where this package has none.
func (c column[R]) selected() string {
	if _, text := c.value(new(R)).(string); text {
		return "COALESCE(" + c.name + ", '')"
	}
	return "COALESCE(" + c.name + ", 0)"
}

// The statements that a list of columns makes.

func (t table[R]) selects() string {
	return "SELECT " + t.each(column[R].selected, ", ") + " FROM " + t.name + " "
}

func (t table[R]) inserts() string {
	return "INSERT INTO " + t.name + " (" + t.each(func(c column[R]) string { return c.name }, ", ") +
		") VALUES (" + t.each(func(column[R]) string { return "?" }, ", ") + ")"
}

func (t table[R]) updates() string {
	return "UPDATE " + t.name + " SET " + t.each(func(c column[R]) string { return c.name + " = ?" }, ", ") + " WHERE id = ?"
}

func (t table[R]) each(text func(column[R]) string, sep string) string {
	var list []string
	for _, c := range t.columns {
		list = append(list, text(c))
	}
	return strings.Join(list, sep)
}

func (t table[R]) fields(r *R) []any {
	var list []any
	for _, c := range t.columns {
		list = append(list, c.field(r))
	}
	return list
}

func (t table[R]) stored(r *R) []any {
	var list []any
	for _, c := range t.columns {
		list = append(list, c.stored(r))
	}
	return list
}

// A filter is the condition of a query, of those parts alone that are asked for: one that
// lets pass what was not asked, too, keeps the database from its indices.
type filter struct {
	parts []string
	args  []any
}

// is adds that a column has a value, "" is any.
func (f *filter) is(column, value string) {
	if value != "" {
		f.add(column+" = ?", value)
	}
}

func (f *filter) add(part string, args ...any) {
	f.parts, f.args = append(f.parts, part), append(f.args, args...)
}

// where follows the name of the table.
func (f *filter) where() string {
	if len(f.parts) == 0 {
		return ""
	}
	return "WHERE " + strings.Join(f.parts, " AND ")
}

// rowsOf reads a table; the condition follows FROM.
func rowsOf[R any](t *tx, of table[R], condition string, args ...any) (list []*R, err error) {
	err = t.all(func(scan func(...any) error) error {
		r := new(R)
		list = append(list, r)
		return scan(of.fields(r)...)
	}, of.selects()+condition, args...)
	return list, err
}
