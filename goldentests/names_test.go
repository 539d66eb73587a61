package goldentests

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"kei"
	"kei/gen/programs"

	"github.com/BurntSushi/toml"
)

// namesAsked is what to do about a name: the keys of programs/*.toml that answer what
// switches over programs have asked so far.
const namesAsked = `what is known of a program stands in its table, where the next program gets it too:
  what it prints                     says = ["facts", "lines", "words", "input", "number", ...]
  what becomes of a word             a slot of operands, options or words: run: sh: read: write: env: loads(LANG): ...
  what it does                       effects, alone, unnamed, removes, here
  what it runs where                 passes, remote, elsewhere, project
  what starts if nothing is named   stdin = "sh"; a shell is what has that
  what a first word may be           unknown = "alias", "script", "external"
programs/README.md has all keys; ask the reading of the command (runtime/invocation), and if none of them says it, add one.
If it is no name of a program here, say in goldentests/names.toml what it is`

// A kept is why names of programs stand in the gate's Go.
type kept struct {
	Kind  string   `toml:"kind"`  // syntax, language, word, own: no program is meant; program: one is, and still has to go
	Why   string   `toml:"why"`   //
	In    []string `toml:"in"`    // folders, files, or FILE#DECLARATION
	Names []string `toml:"names"` // absent: all, but where a program's name is asked for

	used map[string]bool
}

// A nameAt is where a name of a program stands as a string.
type nameAt struct {
	name  string
	file  string
	decl  string
	line  int
	asked bool // it is compared with what a program is called
}

// TestNames: no name of a program that a table has stands in the Go that gates are made of,
// but for those of which names.toml says what they are there.
func TestNames(t *testing.T) {
	t.Parallel()
	var data struct {
		Left int     `toml:"left"`
		Kept []*kept `toml:"kept"`
	}
	if _, err := toml.DecodeFile("names.toml", &data); err != nil {
		t.Fatal(err)
	}
	left, names := map[string]bool{}, programNames(t)
	for _, n := range namesIn(t, names) {
		i := slices.IndexFunc(data.Kept, func(k *kept) bool { return k.covers(n) })
		switch {
		case i < 0:
			t.Errorf("%s:%d, %s: %q is a program of %s\n%s", n.file, n.line, n.decl, n.name, names[n.name], namesAsked)
		case data.Kept[i].Kind == "program":
			left[n.file+"#"+n.decl+" "+n.name] = true
		}
	}
	if len(left) != data.Left {
		t.Errorf("%d names of programs are left; names.toml says %d, and the number may only get smaller", len(left), data.Left)
	}
	for _, k := range data.Kept {
		k.check(t)
	}
}

// check reports rows that say nothing, or of which something is gone.
func (k *kept) check(t *testing.T) {
	t.Helper()
	if !slices.Contains([]string{"syntax", "language", "word", "own", "program"}, k.Kind) || len(k.Why) < 20 || len(k.In) == 0 {
		t.Errorf("names.toml: %q, %q: a row has a kind, a reason and a place", k.Kind, k.Why)
	}
	for _, one := range slices.Concat(k.In, k.Names) {
		if !k.used[one] {
			t.Errorf("names.toml: %s is not needed any more (%s)", one, k.Why)
		}
	}
}

// covers reports whether the row speaks of a name where it stands.
func (k *kept) covers(n nameAt) bool {
	if len(k.Names) == 0 && n.asked || len(k.Names) > 0 && !slices.Contains(k.Names, n.name) {
		return false
	}
	i := slices.IndexFunc(k.In, func(in string) bool {
		file, decl, one := strings.Cut(in, "#")
		return one && n.file == file && n.decl == decl || !one && (n.file == in || strings.HasPrefix(n.file, in+"/"))
	})
	if i < 0 {
		return false
	}
	if k.used == nil {
		k.used = map[string]bool{}
	}
	k.used[k.In[i]], k.used[n.name] = true, true
	return true
}

// programNames are the names that tables have of programs, and the file of each; those
// without a letter are syntax anywhere.
func programNames(t *testing.T) map[string]string {
	t.Helper()
	set, err := programs.Load(kei.Programs)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, p := range set.Programs {
		names[p.Name] = p.File
		for _, n := range slices.Concat(p.Names, p.Alike) {
			names[n.Text] = p.File
		}
	}
	for n := range names {
		if !strings.ContainsFunc(n, unicode.IsLetter) {
			delete(names, n)
		}
	}
	return names
}

// namesIn are the strings in the gate's Go that are names, or lists of nothing but names.
func namesIn(t *testing.T, names map[string]string) []nameAt {
	t.Helper()
	var list []nameAt
	err := filepath.WalkDir(filepath.Join("..", "runtime"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			for _, n := range namesOf(d, names) {
				n.file, n.line = filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator))), fset.Position(token.Pos(n.line)).Line
				list = append(list, n)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// namesOf are the names in a declaration, with where they stand in place of the line.
func namesOf(d ast.Decl, names map[string]string) (list []nameAt) {
	decl := ""
	askedFrom := map[ast.Node]bool{}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.StructType:
			return false
		case *ast.FuncDecl:
			decl = n.Name.Name
		case *ast.ValueSpec:
			if _, inFunction := d.(*ast.FuncDecl); !inFunction {
				decl = n.Names[0].Name
			}
		case *ast.BinaryExpr:
			askedFrom[n.X], askedFrom[n.Y] = n.Op != token.ADD && asksProgram(n.Y), n.Op != token.ADD && asksProgram(n.X)
		case *ast.SwitchStmt:
			if n.Tag != nil && asksProgram(n.Tag) {
				for _, s := range n.Body.List {
					for _, e := range s.(*ast.CaseClause).List {
						askedFrom[e] = true
					}
				}
			}
		case *ast.CallExpr:
			for _, a := range n.Args {
				askedFrom[a] = len(n.Args) > 1 && asksProgram(n.Args[0])
			}
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			if n.Kind != token.STRING || err != nil {
				return true
			}
			words := strings.Fields(text)
			if slices.ContainsFunc(words, func(w string) bool { return names[w] == "" }) {
				return true
			}
			for _, w := range words {
				list = append(list, nameAt{name: w, decl: decl, line: int(n.Pos()), asked: askedFrom[n]})
			}
		}
		return true
	})
	return list
}

// asksProgram reports whether an expression is what a program, or the command of a call, is
// called.
func asksProgram(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CallExpr:
		s, ok := e.Fun.(*ast.SelectorExpr)
		return ok && s.Sel.Name == "name" && len(e.Args) == 0
	case *ast.SelectorExpr:
		inner, ok := e.X.(*ast.SelectorExpr)
		id, plain := e.X.(*ast.Ident)
		return e.Sel.Name == "Program" || e.Sel.Name == "Name" && (ok && inner.Sel.Name == "Program" || plain && id.Name == "inv")
	}
	return false
}

// TestNamesAsked: what the finder takes for a question about a program.
func TestNamesAsked(t *testing.T) {
	t.Parallel()
	names := map[string]string{"git": "programs/git.toml", "tee": "programs/tee.toml", "sh": "programs/bash.toml"}
	const source = `package x
import "sh"
func a() bool { return cmd.name() == "git" }
func b() bool { switch inv.Program.Name { case "tee", "ls": return true }; return false }
func c() bool { return str.In(inv.Name, "git", "x") }
func d() bool { return lang == "sh" }
var e = []string{"git", "nothing"}
var f = " git tee "
var g = "git is"
type h struct { A int ` + "`git`" + ` }
`
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range f.Decls {
		for _, n := range namesOf(d, names) {
			got = append(got, fmt.Sprint(n.decl, " ", n.name, " ", n.asked))
		}
	}
	want := []string{"a git true", "b tee true", "c git true", "d sh false", "e git false", "f git false", "f tee false"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
