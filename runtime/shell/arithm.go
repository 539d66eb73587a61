package shell

import (
	"strings"

	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// arithm reads an arithmetic expression. bash evaluates the value of a name in
// it again, as arithmetic, and a subscript in that may hold $(...): so a name
// whose value is not a number known here is only as safe as where the value
// came from.
func (r *reader) arithm(x syntax.ArithmExpr) {
	if x == nil {
		return
	}
	r.mayDrop()
	switch x := x.(type) {
	case *syntax.Word:
		r.arithmWord(x)
	case *syntax.BinaryArithm:
		r.arithm(x.X)
		r.arithm(x.Y)
		if isAssign(x.Op) {
			r.arithmAssign(x.X)
		}
	case *syntax.UnaryArithm:
		r.arithm(x.X)
		if x.Op == syntax.Inc || x.Op == syntax.Dec {
			r.arithmAssign(x.X)
		}
	case *syntax.ParenArithm:
		r.arithm(x.X)
	case *syntax.FlagsArithm:
		r.arithm(x.X)
	default:
		r.unread("%s is not understood", r.source(x))
	}
}

func isAssign(op syntax.BinAritOperator) bool {
	return strings.HasSuffix(op.String(), "=") && op != syntax.Eql && op != syntax.Neq && op != syntax.Leq && op != syntax.Geq
}

// arithmAssign makes an assigned name unknown; it holds a number unless the
// text did other things to it.
func (r *reader) arithmAssign(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok && w.Lit() != "" {
		r.give(w.Lit(), unknown)
		r.number(w.Lit())
		return
	}
	r.state.forget()
}

// number gives the gate an assignment of some number: ((PATH=1)) is one, too.
func (r *reader) number(name string) {
	if name = name[:nameLength(name)]; name != "" {
		r.emit(word.Command{Assigns: []word.Assign{{Name: name, Value: word.Word{Text: "0"}}}})
	}
}

func (r *reader) arithmWord(w *syntax.Word) {
	if r.counts(w.Parts) {
		r.visit(w)
		return
	}
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			if strings.ContainsAny(r.source(p), "$`[") {
				r.unread("%s is text inside arithmetic, which can run a command; write the number out", r.source(p))
			}
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, `\`) {
				r.unread("%s is quoted text inside arithmetic; write the number out", r.source(p))
			}
		case *syntax.ParamExp:
			if p.Index != nil {
				r.arithm(p.Index)
			}
		}
	}
	for _, v := range r.values(w) {
		r.evaluate(v.Text, w, 0)
	}
}

// evaluate looks at text as arithmetic: a name in it stands for its value.
func (r *reader) evaluate(text string, w syntax.Node, depth int) {
	switch {
	case isNumber(text) || text == "":
	case strings.ContainsAny(text, "[$`"):
		r.unread("%s is evaluated as arithmetic and can run a command; write the number out", r.source(w))
	case isName(text) && depth < 8:
		_, assigned := r.state.vars[text]
		if !assigned && !r.state.wild && !r.state.trap {
			r.evaluates = true
			return // the environment's, not the script's
		}
		for _, v := range r.state.value(text) {
			r.evaluate(v.Text, w, depth+1)
		}
	default:
		r.evaluates = true
		r.unsure("arithmetic on %s, whose value is not known, can run a command", r.source(w))
	}
}

// counts reports whether parts of a word are only what a program prints that prints a
// number, whatever it finds, and so is nothing to evaluate further.
func (r *reader) counts(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.DblQuoted:
			if p.Dollar || !r.counts(p.Parts) {
				return false
			}
		case *syntax.CmdSubst:
			if len(p.Stmts) != 1 || !r.printsNumber(p.Stmts[0]) {
				return false
			}
		default:
			return false
		}
	}
	return len(parts) > 0
}

// printsNumber reports whether a statement is a command, or the last of a pipe, that
// counts what it is fed. What that is need not be known.
func (r *reader) printsNumber(s *syntax.Stmt) bool {
	if c, ok := s.Cmd.(*syntax.BinaryCmd); ok && c.Op == syntax.Pipe && !s.Background && !s.Negated && len(s.Redirs) == 0 {
		return r.printsNumber(c.Y)
	}
	fed := *s
	fed.Redirs = nil
	for _, red := range s.Redirs {
		if red.Op != syntax.RdrIn || red.N != nil {
			fed.Redirs = append(fed.Redirs, red)
		}
	}
	words, ok := r.plainWords(&fed)
	return ok && r.known != nil && r.known.SaysNumber(words)
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789abcdefABCDEFxX#") == "" && s[0] >= '0' && s[0] <= '9'
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// test reads [[ ... ]].
func (r *reader) test(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		r.visit(x)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); ok {
					r.arithmWord(w)
				}
			}
		default:
			if x.Op == syntax.TsReMatch {
				if s := r.source(x.Y); strings.Contains(s, "<(") || strings.Contains(s, ">(") {
					r.unread("%s runs a command inside a regular expression; write it out", s)
				}
			}
			r.test(x.X)
			r.test(x.Y)
		}
	case *syntax.UnaryTest:
		if x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar {
			r.evaluates = true
		}
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar) {
			if s := r.source(w); strings.Contains(s, "[") && strings.ContainsAny(s, "$`") {
				r.unread("%s is a subscript that can run a command; write it out", s)
			}
		}
		r.test(x.X)
	case *syntax.ParenTest:
		r.test(x.X)
	case nil:
	default:
		r.unread("%s is not understood", r.source(x))
	}
}
