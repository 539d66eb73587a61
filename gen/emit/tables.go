package emit

import (
	"bytes"
	"fmt"
	"go/format"
	"reflect"

	"kei/internal/files"
)

// Tables are printed by hand. They may be megabytes of escapes, for which
// jennifer and gofmt take minutes: both walk a sum of strings again for each of
// its terms. So the text is written as gofmt would have it, and a test holds
// that gofmt agrees.

const (
	lineBytes = 24  // bytes in a line: 96 columns of \x00
	sumLines  = 256 // lines in a sum; more of them are sums in parentheses
)

// tablesFile is out/<role>/tables.go.
func tablesFile(r roleFacts, rules []ruleFacts) (files.File, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\npackage %s\n\n", r.header(), r.pkg())
	var text bytes.Buffer
	tables, err := printTables(&text, own(rules))
	if err != nil {
		return files.File{}, err
	}
	if tables > 0 {
		fmt.Fprintf(&b, "import %q\n\n", gatePath)
	}
	b.WriteString("// This file needs no reading: it follows from policy.go, and keivet computes it\n// again to compare.\n\n")
	fmt.Fprintf(&b, "// policySum is the SHA-256 of the policy's canonical form.\nconst policySum = %q\n", r.policy.Sum)
	b.Write(text.Bytes())
	return files.File{Name: "out/" + r.name + "/tables.go", Data: b.Bytes()}, nil
}

// printTables prints the tables of rules, and says how many there are.
func printTables(b *bytes.Buffer, rules []ruleFacts) (tables int, err error) {
	for _, rule := range rules {
		if rule.table == nil {
			continue
		}
		tables++
		if err := printTable(b, rule); err != nil {
			return tables, err
		}
	}
	return tables, nil
}

// printTable prints the patterns' automaton: its long strings as constants, and
// the table that refers to them.
func printTable(b *bytes.Buffer, rule ruleFacts) error {
	name := tableOf(rule.name)
	var consts, table bytes.Buffer
	fmt.Fprintf(&table, "\n// %s is the automaton of %s.\nvar %s = gate.Table{\n", name, rule.name, name)
	v := reflect.ValueOf(rule.table).Elem()
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i)
		if !f.IsExported() || value.IsZero() {
			continue
		}
		switch value.Kind() {
		case reflect.String:
			s := value.String()
			if len(s) <= lineBytes {
				fmt.Fprintf(&table, "%s: %s,\n", f.Name, escaped(s))
				continue
			}
			fmt.Fprintf(&consts, "\nconst %s%s = ", name, f.Name)
			printSum(&consts, lineOf(s), 1)
			consts.WriteByte('\n')
			fmt.Fprintf(&table, "%s: %s%s,\n", f.Name, name, f.Name)
		case reflect.Int:
			fmt.Fprintf(&table, "%s: %d,\n", f.Name, value.Int())
		case reflect.Bool:
			fmt.Fprintf(&table, "%s: true,\n", f.Name)
		default:
			return fmt.Errorf("%s.%s: a %s in a table; tables are strings, numbers and booleans", v.Type(), f.Name, value.Type())
		}
	}
	table.WriteString("}\n")
	// The part that is small can be left to gofmt.
	small, err := format.Source(table.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	b.Write(small)
	b.Write(consts.Bytes())
	return nil
}

// lineOf cuts a string into the pieces of one line each.
func lineOf(s string) []string {
	var lines []string
	for len(s) > lineBytes {
		lines = append(lines, s[:lineBytes])
		s = s[lineBytes:]
	}
	return append(lines, s)
}

// printSum prints pieces joined by +, indented by tabs, in parentheses where
// there are so many that tools which walk a sum would take too long.
func printSum(b *bytes.Buffer, pieces []string, tabs int) {
	b.WriteString(`"" +`)
	size := 1
	for (len(pieces)+size-1)/size > sumLines {
		size *= sumLines
	}
	for i := 0; i < len(pieces); i += size {
		if i > 0 {
			b.WriteString(" +")
		}
		b.WriteByte('\n')
		for range tabs {
			b.WriteByte('\t')
		}
		if size == 1 {
			b.WriteString(escaped(pieces[i]))
			continue
		}
		b.WriteByte('(')
		printSum(b, pieces[i:min(i+size, len(pieces))], tabs+1)
		b.WriteByte(')')
	}
}

const hexDigits = "0123456789abcdef"

// escaped quotes bytes, each as \x00, so that a table looks like one.
func escaped(s string) string {
	b := make([]byte, 0, 4*len(s)+2)
	b = append(b, '"')
	for i := range len(s) {
		b = append(b, '\\', 'x', hexDigits[s[i]>>4], hexDigits[s[i]&15])
	}
	return string(append(b, '"'))
}
