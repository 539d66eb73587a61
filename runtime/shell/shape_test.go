package shell

import (
	"reflect"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// Texts that have every kind of node in them, and each of its fields set.
var shaped = []string{
	`! a & b; coproc c; { d; } 2>f <<<x >|g; e |& h; k && l || m`,
	"cat <<E\nx $y\nE\ncat 3<<-'E'\n\tx\n\tE",
	`if a; b; then c; d; elif e; then f; else g; fi; while a; do b; done; until a; do b; done`,
	`for x in a b; do c; done; for x; do c; done; select x in a; do b; done; for ((i = 0; i < 3; i++)); do c; done; for x in a; { b; }`,
	`f() { a; }; function g { b; }; function h() (c); case x in a | b) c ;; d) e ;& f) ;; esac`,
	`x=1 y+=2 v; z[3]=4 w=(a [1]=b c); declare -a u=(1) t; export s; local r=1; readonly q; let a=1 b++; time -p a; coproc n { b; }; (a; b)`,
	`echo 'a' $'b\n' "c" $"d" ab$c${d}"e$f" @(g|h) ?(i) +(j) <(k) >(l) $(m; n) {o,p} $((1 + 2)) $[3]`,
	`echo ${a:-b} ${a:=b} ${a-b} ${a#b} ${a##b} ${a%b} ${a/b/c} ${a//b/c} ${a/b} ${#a} ${!a} ${!a*} ${!a@} ${a:1} ${a:1:2} ${a::2} ${a[1]} ${a[@]} ${a^b} ${a,,} ${a@Q} $a "${a[*]}"`,
	`((a = b + c * -d)); ((a++)); ((--a)); ((a ? b : c)); ((!(a && b))); [[ a == b && ! -f c || (d =~ e) ]]; [[ -n a ]]; [[ a -lt b ]]`,
	`(a); { a; }; $(<f); a >&2 2>&- &>f <>g`,
}

// What a field says is in the shape: with any of them otherwise, the tree is another.
func TestShapeHasEverything(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range shaped {
		parse := func() []*syntax.Stmt {
			f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return f.Stmts
		}
		if !sameTree(parse(), parse()) {
			t.Fatalf("%s is not the same as itself", text)
		}
		one, other := parse(), parse()
		eachField(reflect.ValueOf(one), "", func(name string, v reflect.Value) {
			undo := changed(v)
			if undo == nil {
				return
			}
			seen[name] = true
			if same, is := stillSame(one, other); is && same {
				t.Errorf("%s: with another %s it is still the same", text, name)
			}
			undo()
		})
	}
	for _, name := range []string{"Stmt.Negated", "Redirect.Op", "Lit.Value", "IfClause.Cond", "ParamExp.Names", "Expansion.Op", "BinaryTest.Op", "UnaryArithm.Post", "CaseItem.Patterns", "DeclClause.Args", "Slice.Length"} {
		if !seen[name] {
			t.Errorf("no text has %s", name)
		}
	}
}

// stillSame is sameTree, and whether one is a tree at all: what a node must have may be
// gone from it.
func stillSame(one, other []*syntax.Stmt) (same, is bool) {
	defer func() { _ = recover() }()
	return sameTree(one, other), true
}

// eachField calls f with each field of each node below a value that is no place in the
// text and no comment.
func eachField(v reflect.Value, name string, f func(string, reflect.Value)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			eachField(v.Elem(), name, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachField(v.Index(i), name, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			switch field.Type() {
			case reflect.TypeFor[syntax.Pos](), reflect.TypeFor[[]syntax.Comment]():
				continue
			}
			at := v.Type().Name() + "." + v.Type().Field(i).Name
			f(at, field)
			eachField(field, at, f)
		}
	}
}

// changed gives a field another value and returns what takes that back; nil where there
// is no other that a node could have.
func changed(v reflect.Value) (undo func()) {
	was := reflect.New(v.Type()).Elem()
	was.Set(v)
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Uint8, reflect.Uint32:
		v.SetUint(v.Uint() + 1)
	case reflect.Slice:
		if v.Len() == 0 {
			return nil
		}
		v.Set(v.Slice(0, v.Len()-1))
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		v.SetZero()
	default:
		return nil
	}
	return func() { v.Set(was) }
}

// Where one list ends and the next begins is part of the shape.
func TestShapeKeepsListsApart(t *testing.T) {
	parse := func(text string) []*syntax.Stmt {
		f, err := syntax.NewParser().Parse(strings.NewReader(text), "")
		if err != nil {
			t.Fatal(err)
		}
		return f.Stmts
	}
	for _, pair := range [][2]string{
		{"if a; b; then c; fi", "if a; then b; c; fi"},
		{"while a; b; do c; done", "while a; do b; c; done"},
		{"a b", "a; b"}, {"a=1 b", "a=1; b"}, {"case x in a) b ;; esac", "case x in a | b) ;; esac"},
		{"for x in; do a; done", "for x; do a; done"}, {"echo ${a:1}", "echo ${a::1}"}, {"echo ${a/b/c}", "echo ${a/b} c"},
		{"a[1]=2", "a[2]=1"}, {"f() { a; }", "function f { a; }"}, {"(a)", "{ a; }"}, {"echo 'a'", `echo "a"`}, {"! a", "a"},
	} {
		if sameTree(parse(pair[0]), parse(pair[1])) {
			t.Errorf("%s and %s are said to be the same", pair[0], pair[1])
		}
	}
	if !sameTree(parse("a   b # comment\n"), parse("# other\na b")) {
		t.Error("blanks and comments make another tree")
	}
}
