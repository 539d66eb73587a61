package declarative

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"

	"kei/runtime/gate"
)

// structure reads a literal of a struct of package gate. special takes fields
// that are not literals, and returns false for the others.
func (r *reader) structure(e ast.Expr, to reflect.Value, special func(name string, value ast.Expr) bool) {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		r.report(e, "a %s that is no literal", to.Type())
		return
	}
	if !isType(r.TypesInfo.TypeOf(lit), to.Type()) {
		r.report(e, "a %s where a %s belongs", r.TypesInfo.TypeOf(lit), to.Type())
		return
	}
	for _, item := range lit.Elts {
		kv, ok := item.(*ast.KeyValueExpr)
		if !ok {
			r.report(item, "a field without its name")
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok || !to.FieldByName(key.Name).IsValid() {
			r.report(kv.Key, "%s has no such field; build keivet from the same sources", to.Type())
			continue
		}
		if special != nil && special(key.Name, kv.Value) {
			continue
		}
		r.literal(kv.Value, to.FieldByName(key.Name))
	}
}

// literal reads a string, number, boolean, list or struct.
func (r *reader) literal(e ast.Expr, to reflect.Value) {
	switch to.Kind() {
	case reflect.Slice:
		lit, ok := e.(*ast.CompositeLit)
		if !ok {
			r.report(e, "a list that is no literal")
			return
		}
		for _, item := range lit.Elts {
			one := reflect.New(to.Type().Elem()).Elem()
			r.literal(item, one)
			to.Set(reflect.Append(to, one))
		}
	case reflect.Struct:
		r.structure(e, to, nil)
	default:
		value := r.basic(e)
		switch {
		case value == nil:
			r.report(e, "a value that is no literal; facts are written out")
		case to.Kind() == reflect.String && value.Kind() == constant.String:
			to.SetString(constant.StringVal(value))
		case to.Kind() == reflect.Bool && value.Kind() == constant.Bool:
			to.SetBool(constant.BoolVal(value))
		case to.CanInt() && value.Kind() == constant.Int:
			n, _ := constant.Int64Val(value)
			to.SetInt(n)
		case to.CanUint() && value.Kind() == constant.Int:
			n, _ := constant.Uint64Val(value)
			to.SetUint(n)
		default:
			r.report(e, "a value of another type than %s", to.Type())
		}
	}
}

// basic is the value of a literal, true, false or a negative number; nil for
// any other expression, constants of Go's included.
func (r *reader) basic(e ast.Expr) constant.Value {
	switch x := e.(type) {
	case *ast.BasicLit:
		return r.TypesInfo.Types[x].Value
	case *ast.Ident:
		if obj := r.TypesInfo.Uses[x]; obj == types.Universe.Lookup("true") || obj == types.Universe.Lookup("false") {
			return r.TypesInfo.Types[x].Value
		}
	case *ast.UnaryExpr:
		if lit, ok := x.X.(*ast.BasicLit); ok && x.Op == token.SUB && lit.Kind == token.INT {
			return r.TypesInfo.Types[x].Value
		}
	}
	return nil
}

// isType reports whether t is the type that the runtime knows as want.
func isType(t types.Type, want reflect.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == want.PkgPath() && named.Obj().Name() == want.Name()
}

// table reads the variable of a table, whose long strings are constants.
func (r *reader) table(f *fact) *gate.Table {
	t := new(gate.Table)
	v := reflect.ValueOf(t).Elem()
	r.structure(f.value, v, func(name string, value ast.Expr) bool {
		if _, isName := value.(*ast.Ident); !isName || v.FieldByName(name).Kind() != reflect.String {
			return false
		}
		r.constant(value, v.FieldByName(name))
		return true
	})
	return t
}
