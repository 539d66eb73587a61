package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// A shape is what a tree is, wherever it stands in its text and whatever comments are in
// it: two trees of the same shape say the same. It is written out node by node, each with
// all that its children do not say, how many there are of each sort among that.
type shape struct {
	text  []byte
	whole bool // each node is one that is known here
}

// sameTree reports whether two lists of statements say the same.
func sameTree(a, b []*syntax.Stmt) bool {
	one, other := shapeOf(a), shapeOf(b)
	return one.whole && other.whole && string(one.text) == string(other.text)
}

func shapeOf(list []*syntax.Stmt) *shape {
	s := &shape{whole: true}
	for _, stmt := range list {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			if _, is := n.(*syntax.Comment); is {
				return false
			}
			if n == nil {
				s.text = append(s.text, ')')
			} else if s.statement(n) == nil && s.piece(n) == nil && s.expression(n) == nil {
				s.whole = false
			}
			return true
		})
	}
	return s
}

// add begins a node of a kind.
func (s *shape) add(kind string) *shape {
	s.text = append(append(s.text, '('), kind...)
	return s
}

// counts writes how many there are of something, or which.
func (s *shape) counts(numbers ...int) *shape {
	for _, n := range numbers {
		s.text = strconv.AppendInt(append(s.text, ' '), int64(n), 10)
	}
	return s
}

// holds writes whether something holds.
func (s *shape) holds(facts ...bool) *shape {
	for _, fact := range facts {
		mark := byte('-')
		if fact {
			mark = '+'
		}
		s.text = append(s.text, mark)
	}
	return s
}

// says writes a text.
func (s *shape) says(text string) *shape {
	s.text = strconv.AppendQuote(append(s.text, ' '), text)
	return s
}

// statement writes a node that is a command or has some.
func (s *shape) statement(n syntax.Node) *shape {
	switch n := n.(type) {
	case *syntax.Stmt:
		return s.add("stmt").holds(n.Negated, n.Background, n.Coprocess, n.Disown, n.Cmd != nil).counts(len(n.Redirs))
	case *syntax.CallExpr:
		return s.add("call").counts(len(n.Assigns), len(n.Args))
	case *syntax.Subshell:
		return s.add("subshell").counts(len(n.Stmts))
	case *syntax.Block:
		return s.add("block").counts(len(n.Stmts))
	case *syntax.IfClause:
		return s.add("if").holds(n.Else != nil).counts(len(n.Cond), len(n.Then))
	case *syntax.WhileClause:
		return s.add("while").holds(n.Until).counts(len(n.Cond), len(n.Do))
	case *syntax.ForClause:
		return s.add("for").holds(n.Select, n.Braces).counts(len(n.Do))
	case *syntax.WordIter:
		return s.add("in").holds(n.InPos.IsValid()).counts(len(n.Items))
	case *syntax.CStyleLoop:
		return s.add("steps").holds(n.Init != nil, n.Cond != nil, n.Post != nil)
	case *syntax.BinaryCmd:
		return s.add("both").counts(int(n.Op))
	case *syntax.FuncDecl:
		return s.add("function").holds(n.RsrvWord, n.Parens, n.Name != nil).counts(len(n.Names))
	case *syntax.CaseClause:
		return s.add("case").holds(n.Braces).counts(len(n.Items))
	case *syntax.CaseItem:
		return s.add("item").counts(int(n.Op), len(n.Patterns), len(n.Stmts))
	case *syntax.TimeClause:
		return s.add("time").holds(n.PosixFormat, n.Stmt != nil)
	case *syntax.CoprocClause:
		return s.add("coproc").holds(n.Name != nil)
	case *syntax.DeclClause:
		return s.add("declare").counts(len(n.Args)).says(n.Variant.Value)
	case *syntax.LetClause:
		return s.add("let").counts(len(n.Exprs))
	case *syntax.TestDecl:
		return s.add("test")
	}
	return nil
}

// piece writes a node that words are made of, or what stands beside them.
func (s *shape) piece(n syntax.Node) *shape {
	switch n := n.(type) {
	case *syntax.Assign:
		return s.add("assign").holds(n.Append, n.Naked, n.Name != nil, n.Index != nil, n.Value != nil, n.Array != nil)
	case *syntax.Redirect:
		return s.add("redirect").holds(n.N != nil, n.Hdoc != nil).counts(int(n.Op))
	case *syntax.Word:
		return s.add("word").counts(len(n.Parts))
	case *syntax.Lit:
		return s.add("literal").says(n.Value)
	case *syntax.SglQuoted:
		return s.add("single").holds(n.Dollar).says(n.Value)
	case *syntax.DblQuoted:
		return s.add("double").holds(n.Dollar).counts(len(n.Parts))
	case *syntax.CmdSubst:
		return s.add("command").holds(n.Backquotes, n.TempFile, n.ReplyVar).counts(len(n.Stmts))
	case *syntax.ProcSubst:
		return s.add("process").counts(int(n.Op), len(n.Stmts))
	case *syntax.ExtGlob:
		return s.add("glob").counts(int(n.Op))
	case *syntax.ArrayExpr:
		return s.add("array").counts(len(n.Elems))
	case *syntax.ArrayElem:
		return s.add("element").holds(n.Index != nil, n.Value != nil)
	case *syntax.ParamExp:
		return s.parameter(n)
	}
	return nil
}

// parameter writes an expansion, of which not everything is walked.
func (s *shape) parameter(n *syntax.ParamExp) *shape {
	s.add("parameter").holds(n.Short, n.Excl, n.Length, n.Width, n.IsSet)
	s.holds(n.Flags != nil, n.Param != nil, n.NestedParam != nil, n.Index != nil, n.Slice != nil, n.Repl != nil, n.Exp != nil)
	s.counts(int(n.Split), int(n.GlobSubst), int(n.RcExpand), int(n.Names))
	for _, m := range n.Modifiers {
		s.add("modifier").says(m.Value)
	}
	if n.Slice != nil {
		s.add("slice").holds(n.Slice.Offset != nil, n.Slice.Length != nil)
	}
	if n.Repl != nil {
		s.add("replace").holds(n.Repl.All, n.Repl.Orig != nil, n.Repl.With != nil)
	}
	if n.Exp != nil {
		s.add("operator").holds(n.Exp.Word != nil).counts(int(n.Exp.Op))
	}
	return s
}

// expression writes a node of arithmetic or of a test.
func (s *shape) expression(n syntax.Node) *shape {
	switch n := n.(type) {
	case *syntax.ArithmExp:
		return s.add("value").holds(n.Bracket, n.Unsigned)
	case *syntax.ArithmCmd:
		return s.add("compute").holds(n.Unsigned)
	case *syntax.BinaryArithm:
		return s.add("binary").counts(int(n.Op))
	case *syntax.UnaryArithm:
		return s.add("unary").holds(n.Post).counts(int(n.Op))
	case *syntax.ParenArithm:
		return s.add("brackets")
	case *syntax.FlagsArithm:
		return s.add("flags").holds(n.X != nil)
	case *syntax.TestClause:
		return s.add("condition")
	case *syntax.BinaryTest:
		return s.add("compare").counts(int(n.Op))
	case *syntax.UnaryTest:
		return s.add("ask").counts(int(n.Op))
	case *syntax.ParenTest:
		return s.add("grouped")
	}
	return nil
}
