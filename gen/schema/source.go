package schema

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"reflect"
	"strconv"
	"strings"
)

// A source is the Go code of one package, without its tests.
type source struct {
	types map[string]*ast.TypeSpec
	docs  map[string]string // of types
	words map[string][]string
	texts map[string]string // string constants
}

// readSource parses the package in that folder.
func readSource(root fs.FS, dir string) (*source, error) {
	s := &source{types: map[string]*ast.TypeSpec{}, docs: map[string]string{}, words: map[string][]string{}, texts: map[string]string{}}
	names, err := fs.Glob(root, path.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("schema: no Go files in %s", dir)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				s.declared(g)
			}
		}
	}
	return s, nil
}

// declared enters what one declaration holds.
func (s *source) declared(d *ast.GenDecl) {
	for _, one := range d.Specs {
		switch one := one.(type) {
		case *ast.TypeSpec:
			s.types[one.Name.Name] = one
			if s.docs[one.Name.Name] = one.Doc.Text(); one.Doc == nil {
				s.docs[one.Name.Name] = d.Doc.Text()
			}
		case *ast.ValueSpec:
			for i, name := range one.Names {
				if i < len(one.Values) {
					s.value(name.Name, one.Values[i])
				}
			}
		}
	}
}

// value enters a list of words or a text; anything else is of no interest here.
func (s *source) value(name string, v ast.Expr) {
	switch v := v.(type) {
	case *ast.BasicLit:
		if v.Kind == token.STRING {
			s.texts[name], _ = strconv.Unquote(v.Value)
		}
	case *ast.CompositeLit:
		var words []string
		for _, e := range v.Elts {
			lit, ok := e.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return
			}
			word, _ := strconv.Unquote(lit.Value)
			words = append(words, word)
		}
		s.words[name] = words
	}
}

// A field is one field of a struct that has a key.
type field struct {
	key, goType, comment string
}

// fields are the fields of a struct that have a key, those of the structs that it
// embeds where they stand.
func (s *source) fields(typeName string) ([]field, error) {
	t, ok := s.types[typeName]
	if !ok {
		return nil, fmt.Errorf("schema: there is no type %s", typeName)
	}
	st, ok := t.Type.(*ast.StructType)
	if !ok {
		return nil, fmt.Errorf("schema: %s is no struct", typeName)
	}
	var list []field
	for _, f := range st.Fields.List {
		if len(f.Names) == 0 {
			continue // embedded: what all kinds have is written once, by the kinds' head
		}
		if f.Tag == nil {
			continue
		}
		tag, _ := strconv.Unquote(f.Tag.Value)
		key := reflect.StructTag(tag).Get("toml")
		if key == "" || key == "-" {
			continue
		}
		comment := f.Doc.Text()
		if f.Doc == nil {
			comment = f.Comment.Text()
		}
		list = append(list, field{key, typeText(f.Type), comment})
	}
	return list, nil
}

// typeText is a type as it is written.
func typeText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return typeText(e.X) + "." + e.Sel.Name
	case *ast.StarExpr:
		return "*" + typeText(e.X)
	case *ast.ArrayType:
		return "[]" + typeText(e.Elt)
	}
	return fmt.Sprintf("%T", e)
}
