package shell

import (
	"strings"

	"kei/runtime/invocation"

	"mvdan.cc/sh/v3/syntax"
)

// What a command prints is not known before it runs, but of some it is known
// that it is one word, which cannot be taken for an option: a folder, a commit,
// a number, a date.

// saysWord is which sort of one word a statement prints, as the table of its program
// says, "" if none does.
func (r *reader) saysWord(s *syntax.Stmt) string {
	if sort := r.says(s); sort != invocation.SaysSetup {
		return sort
	}
	return ""
}

func (r *reader) says(s *syntax.Stmt) string {
	if words, ok := r.plainWords(s); ok && r.known != nil {
		return r.known.SaysWord(words)
	}
	return ""
}

// setsUp reports whether a command evaluates what a program prints for that, which is
// the program's own text: eval "$(pyenv init -)".
func (r *reader) setsUp(c *syntax.CallExpr) bool {
	if len(c.Args) != 2 || len(c.Assigns) > 0 || c.Args[0].Lit() != "eval" || r.names["eval"] || r.aliases["eval"] || r.state.named || len(c.Args[1].Parts) != 1 {
		return false
	}
	part := c.Args[1].Parts[0]
	if q, ok := part.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		part = q.Parts[0]
	}
	sub, ok := part.(*syntax.CmdSubst)
	return ok && len(sub.Stmts) == 1 && r.says(sub.Stmts[0]) == invocation.SaysSetup
}

// plainWords are the words of a simple command if all of them are written out
// and no function or alias of the text bears its name.
func (r *reader) plainWords(s *syntax.Stmt) ([]string, bool) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 || s.Background || s.Negated {
		return nil, false
	}
	name := call.Args[0].Lit()
	if r.names[name] || r.aliases[name] || r.state.named || r.names["command_not_found_handle"] || r.names["command_not_found_handler"] {
		return nil, false
	}
	for _, red := range s.Redirs {
		if red.N == nil || red.N.Value != "2" {
			return nil, false // only what it complains of goes elsewhere
		}
	}
	var words []string
	for _, a := range call.Args {
		text, ok := literalText(a)
		if !ok {
			return nil, false
		}
		words = append(words, text)
	}
	return words, true
}

// literalText is a word that is only text, in quotes or not.
func literalText(w *syntax.Word) (string, bool) {
	var b strings.Builder
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, `\*?[{~`) {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			for _, in := range p.Parts {
				l, ok := in.(*syntax.Lit)
				if !ok || strings.Contains(l.Value, `\`) {
					return "", false
				}
				b.WriteString(l.Value)
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}
