package emit

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/dave/jennifer/jen"

	"kei/runtime/gate"
	"kei/runtime/match"
)

// This file is all that is known here of jennifer's habits: Lit never writes a
// raw string, Dict sorts fields by name, and Qual writes an alias unless
// ImportName was called.

const gatePath = "kei/runtime/gate"

var (
	patternType = reflect.TypeFor[gate.Pattern]()
	tableType   = reflect.TypeFor[*match.Table]()
	globType    = reflect.TypeFor[gate.Glob]()
)

// list is a brace around items on lines of their own, in the order given.
func list(items ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...)
}

// field is one line of a composite literal.
func field(name string, value jen.Code) *jen.Statement {
	return jen.Id(name).Op(":").Add(value)
}

// fields are the lines of a struct in the order of its declaration. Zero fields
// are absent: what is not there is not in force. special prints fields that are
// not literals; it returns nil for the others.
func fields(v reflect.Value, special func(reflect.StructField, reflect.Value) jen.Code) ([]jen.Code, error) {
	var lines []jen.Code
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i)
		if !f.IsExported() || value.IsZero() {
			continue
		}
		if special != nil {
			if code := special(f, value); code != nil {
				lines = append(lines, field(f.Name, code))
				continue
			}
		}
		code, err := lit(value)
		if f.Tag.Get("emit") == "line" {
			code, err = line(value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", v.Type(), f.Name, err)
		}
		if code != nil {
			lines = append(lines, field(f.Name, code))
		}
	}
	return lines, nil
}

// lit prints a value as a literal; nil for an empty list, which is a fact that
// is not there.
func lit(v reflect.Value) (jen.Code, error) {
	switch v.Kind() {
	case reflect.String:
		return text(v), nil
	case reflect.Bool:
		return jen.Lit(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return jen.Op(strconv.FormatInt(v.Int(), 10)), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return jen.Op(strconv.FormatUint(v.Uint(), 10)), nil
	case reflect.Slice:
		return slice(v)
	case reflect.Struct:
		lines, err := fields(v, nil)
		if err != nil {
			return nil, err
		}
		return named(v.Type()).Add(list(lines...)), nil
	}
	// Maps have no order, and pointers and interfaces no literal of their own.
	return nil, fmt.Errorf("a %s cannot be a fact; rules are made of strings, numbers, booleans, structs and lists", v.Type())
}

func slice(v reflect.Value) (jen.Code, error) {
	if v.Len() == 0 {
		return nil, nil
	}
	var items []jen.Code
	for i := range v.Len() {
		item, err := lit(v.Index(i))
		if err != nil {
			return nil, err
		}
		if item == nil {
			return nil, fmt.Errorf("an empty list inside a %s cannot be a fact", v.Type())
		}
		items = append(items, item)
	}
	return jen.Index().Add(named(v.Type().Elem())).Add(list(items...)), nil
}

// line prints a list of words on one line, as a command line is read.
func line(v reflect.Value) (jen.Code, error) {
	words, ok := v.Convert(reflect.TypeFor[[]string]()).Interface().([]string)
	if !ok || len(words) == 0 {
		return nil, nil
	}
	var items []jen.Code
	for _, w := range words {
		items = append(items, jen.Op(strconv.Quote(w)))
	}
	return jen.Index().Add(named(v.Type().Elem())).Values(items...), nil
}

// named is a type as the emitted package writes it.
func named(t reflect.Type) *jen.Statement {
	switch {
	case t.Name() == "" && t.Kind() == reflect.Slice:
		return jen.Index().Add(named(t.Elem()))
	case t.PkgPath() == "":
		return jen.Id(t.String())
	case t == globType:
		return jen.Qual(gatePath, t.Name()) // by its other name: what is emitted imports package gate alone
	}
	return jen.Qual(t.PkgPath(), t.Name())
}

// text prints patterns raw wherever Go can, so that they read as in the TOML.
func text(v reflect.Value) jen.Code {
	if s := v.String(); v.Type() == patternType && strconv.CanBackquote(s) {
		return jen.Op("`" + s + "`")
	}
	return jen.Op(strconv.Quote(v.String()))
}
