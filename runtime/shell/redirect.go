package shell

import (
	"strings"

	"kei/runtime/match"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// redirects reads a statement's redirections and says what they make of its
// standard input.
func (r *reader) redirects(list []*syntax.Redirect, in input) ([]word.Redirect, input) {
	var out []word.Redirect
	for _, rd := range list {
		stdin := rd.N == nil || rd.N.Value == "0"
		if rd.N != nil && strings.HasPrefix(rd.N.Value, "{") {
			r.state.forget() // {name}> sets a variable
			r.evaluates = r.evaluates || strings.Contains(rd.N.Value, "[")
		}
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			w := r.heredoc(rd)
			if stdin {
				in = input{text: &w}
			}
			continue
		case syntax.WordHdoc:
			w := word.Word{Text: string(match.Hole)}
			if values := r.values(rd.Word); len(values) == 1 {
				w = values[0]
			}
			if stdin {
				in = input{text: &w}
			}
			continue
		}
		read := rd.Op == syntax.RdrIn || rd.Op == syntax.RdrInOut || rd.Op == syntax.DplIn
		write := !read || rd.Op == syntax.RdrInOut
		for _, way := range r.fields(rd.Word) {
			target := word.Word{Text: string(match.Hole)}
			if len(way) == 1 {
				target = way[0]
			}
			if (rd.Op == syntax.DplIn || rd.Op == syntax.DplOut) && isDescriptor(target.Text) {
				continue
			}
			out = append(out, word.Redirect{Write: write, Read: read, Target: target})
		}
		if read && stdin {
			// What a file holds is not known; a shell that reads it runs it.
			in = input{piped: true}
		}
	}
	return out, in
}

func isDescriptor(s string) bool {
	s = strings.TrimSuffix(s, "-")
	return strings.Trim(s, "0123456789") == ""
}

// heredoc gives the text of a here-document.
func (r *reader) heredoc(rd *syntax.Redirect) word.Word {
	if rd.Hdoc == nil {
		return word.Word{}
	}
	literal := false
	for _, p := range rd.Word.Parts {
		if l, ok := p.(*syntax.Lit); !ok || strings.Contains(l.Value, `\`) {
			literal = true
		}
	}
	if !literal {
		r.earlyEnd(rd)
	}
	if end := r.source(rd.Word); end == "''" || end == `""` || end == "it" {
		r.unread("a here-document that ends at an empty line is read in two ways; give its end a name")
	}
	if len(rd.Hdoc.Parts) > maxParts && !literal {
		r.unread("a here-document of more than %d expansions; quote its end to make it plain text", maxParts)
		return word.Word{Text: string(match.Hole)}
	}
	var text strings.Builder
	for _, p := range rd.Hdoc.Parts {
		if l, ok := p.(*syntax.Lit); ok && literal {
			text.WriteString(l.Value)
			continue
		}
		values := r.part(p, false, true)
		if len(values) != 1 {
			text.WriteByte(match.Hole)
			continue
		}
		text.WriteString(strings.ReplaceAll(values[0].text, string(match.HoleWord), string(match.Hole)))
	}
	return word.Word{Text: text.String()}
}

// earlyEnd refuses a here-document in which a line that ends in a backslash
// stands before one that reads as the end: bash and the parser disagree on
// whether it ends there.
func (r *reader) earlyEnd(rd *syntax.Redirect) {
	if r.joined == nil {
		r.joined = map[string]bool{}
		lines := strings.Split(r.text, "\n")
		for i := 1; i < len(lines); i++ {
			if strings.HasSuffix(lines[i-1], `\`) {
				r.joined[strings.TrimLeft(lines[i], "\t")] = true
			}
		}
	}
	if r.joined[rd.Word.Lit()] {
		r.unread("a line of a here-document ends in a backslash before its end; end it without")
	}
}
