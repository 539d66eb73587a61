package build

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"kei"
	"kei/runtime/invocation"
)

// pack packs the facts of programs in a module that was laid out, once they have been
// checked as they were reviewed: a gate is a fourteenth smaller by it, and what it
// reads of them is the same.
func (m *module) pack() error {
	for _, name := range []string{"runtime/invocation/packed.go", "runtime/invocation/pieces.go"} {
		own, err := kei.Sources.ReadFile(name)
		if err != nil {
			return err
		}
		if there, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(name))); err != nil || !bytes.Equal(there, own) {
			return nil // it unpacks in another way than this kei packs, or not at all
		}
	}
	names, err := filepath.Glob(filepath.Join(m.dir, "out", "programs", "*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		source, ok := packed(f)
		if !ok {
			continue
		}
		if err := os.WriteFile(name, source, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// packed is the file of a program with its text packed, and with the index of that
// text where there was one. ok is false if it is no such file.
func packed(f *ast.File) (source []byte, ok bool) {
	var program, index string
	var text invocation.Facts
	for _, d := range f.Decls {
		spec, name := constant(d)
		switch {
		case spec != nil && strings.HasSuffix(name, "Program") && program == "":
			lit, isText := spec.Values[0].(*ast.BasicLit)
			if !isText || lit.Kind != token.STRING {
				return nil, false
			}
			said, err := strconv.Unquote(lit.Value)
			if err != nil {
				return nil, false
			}
			program, text = name, said
		case spec != nil && strings.HasSuffix(name, "Index") && index == "":
			index = name
		default:
			return nil, false
		}
	}
	if program == "" {
		return nil, false
	}
	text = invocation.Packed(text, invocation.Pack)
	out := fmt.Sprintf("package programs\n\nconst %s = %q\n", program, text)
	if index != "" {
		out += fmt.Sprintf("\nconst %s = %q\n", index, invocation.Index(text))
	}
	return []byte(out), true
}

// constant is a declaration of one constant, and its name.
func constant(d ast.Decl) (*ast.ValueSpec, string) {
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.CONST || len(g.Specs) != 1 {
		return nil, ""
	}
	spec, ok := g.Specs[0].(*ast.ValueSpec)
	if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 {
		return nil, ""
	}
	return spec, spec.Names[0].Name
}
