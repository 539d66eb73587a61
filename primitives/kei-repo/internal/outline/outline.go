// Package outline is the atom kei-repo::outline.
package outline

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"

	"kei-repo/internal/tree"
	"kei-repo/verb"
)

// Input is what it takes.
type Input struct {
	File string `json:"file"`
}

// Output is what it gives.
type Output struct {
	File    string   `json:"file"`
	Package string   `json:"package"`
	Doc     string   `json:"doc"`
	Imports []string `json:"imports"`
	Symbols []Symbol `json:"symbols"`
}

// A Symbol is one thing that the file declares at its top.
type Symbol struct {
	Kind      string `json:"kind"` // func, method, type, const or var
	Name      string `json:"name"`
	Receiver  string `json:"receiver"` // of a method
	Signature string `json:"signature"`
	Doc       string `json:"doc"` // its first sentence
	Exported  bool   `json:"exported"`
	Line      int    `json:"line"`
	EndLine   int    `json:"end_line"`
}

// Run reads a Go file as far as its declarations. Of one that does not parse as a
// whole, it has what does.
func Run(ctx context.Context, in Input) (out Output, err error) {
	t, err := tree.Open(ctx)
	if err != nil {
		return out, err
	}
	defer t.Close()
	if out.File, err = t.Named(in.File); err != nil {
		return out, err
	}
	text, err := t.Read(ctx, out.File)
	if err != nil {
		return out, err
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, out.File, text, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil || err != nil && len(f.Decls) == 0 || !strings.HasSuffix(out.File, ".go") {
		return out, verb.Refuse("NotGo", "%s is no file in Go", out.File)
	}
	out.Package, out.Doc, out.Imports, out.Symbols = f.Name.Name, sentence(f.Doc), []string{}, []Symbol{}
	for _, i := range f.Imports {
		out.Imports = append(out.Imports, strings.Trim(i.Path.Value, "`\""))
	}
	o := outliner{set, &out}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			o.function(d)
		case *ast.GenDecl:
			o.group(d)
		}
	}
	return out, nil
}

type outliner struct {
	set *token.FileSet
	out *Output
}

func (o *outliner) add(n ast.Node, s Symbol) {
	s.Exported = ast.IsExported(s.Name)
	s.Line, s.EndLine = o.set.Position(n.Pos()).Line, o.set.Position(n.End()).Line
	o.out.Symbols = append(o.out.Symbols, s)
}

func (o *outliner) function(d *ast.FuncDecl) {
	s := Symbol{Kind: "func", Name: d.Name.Name, Doc: sentence(d.Doc)}
	if d.Recv != nil && len(d.Recv.List) > 0 {
		s.Kind, s.Receiver = "method", o.text(d.Recv.List[0].Type)
	}
	s.Signature = o.text(&ast.FuncDecl{Recv: d.Recv, Name: d.Name, Type: d.Type})
	o.add(d, s)
}

// group is a declaration of types, constants or variables; values are left out.
func (o *outliner) group(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			s := Symbol{Kind: "type", Name: spec.Name.Name, Doc: sentence(spec.Doc), Signature: "type " + spec.Name.Name + " " + o.shape(spec.Type)}
			if s.Doc == "" {
				s.Doc = sentence(d.Doc)
			}
			o.add(spec, s)
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				s := Symbol{Kind: d.Tok.String(), Name: name.Name, Doc: sentence(spec.Doc), Signature: d.Tok.String() + " " + name.Name}
				if spec.Type != nil {
					s.Signature += " " + o.text(spec.Type)
				}
				if s.Doc == "" && len(d.Specs) == 1 {
					s.Doc = sentence(d.Doc)
				}
				o.add(spec, s)
			}
		}
	}
}

// shape is a type without what it consists of.
func (o *outliner) shape(t ast.Expr) string {
	switch t.(type) {
	case *ast.StructType:
		return "struct"
	case *ast.InterfaceType:
		return "interface"
	}
	return o.text(t)
}

// text is a node as gofmt prints it, on one line.
func (o *outliner) text(n any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, o.set, n); err != nil {
		return ""
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// sentence is the first sentence of a comment.
func sentence(c *ast.CommentGroup) string {
	text, _, _ := strings.Cut(c.Text(), "\n\n")
	text = strings.Join(strings.Fields(text), " ")
	if end := strings.Index(text, ". "); end >= 0 {
		return text[:end+1]
	}
	return text
}
