package shell

import (
	"errors"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var errHeredoc = errors.New("a here-document does not begin at the first line behind its <<, or does not end at the first line that is its end; put nothing behind << that goes over several lines, and choose another end")

// heredocs refuses text in which a here-document stands elsewhere to the parser
// than to bash, which reads lines: it begins behind the line of its operator, or
// behind the one before it, and ends at the first line that is its end,
// whatever expansion is open there.
func heredocs(text string, file *syntax.File) error {
	var list []*syntax.Redirect
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			return !n.Backquotes // a text of its own: see backquotes
		case *syntax.Redirect:
			if n.Op == syntax.Hdoc || n.Op == syntax.DashHdoc {
				list = append(list, n)
			}
		}
		return true
	})
	slices.SortFunc(list, func(a, b *syntax.Redirect) int { return int(a.OpPos.Offset()) - int(b.OpPos.Offset()) })
	behind := map[int]int{} // where the next body of a line begins
	for _, rd := range list {
		line := lineEnd(text, int(rd.Word.End().Offset()))
		start, ok := behind[line]
		if !ok {
			start = line
		}
		last, end, ok := bodyEnd(text, start, rd)
		if !ok {
			return errHeredoc
		}
		behind[line] = min(end+1, len(text))
		if rd.Hdoc == nil || len(rd.Hdoc.Parts) == 0 {
			if last != start {
				return errHeredoc
			}
			continue
		}
		if int(rd.Hdoc.Pos().Offset()) != start || int(rd.Hdoc.End().Offset()) != end {
			return errHeredoc
		}
	}
	return nil
}

// lineEnd is where the line behind that of an offset begins. A newline with a
// backslash before it ends none.
func lineEnd(text string, at int) int {
	for ; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '\n':
			return at + 1
		}
	}
	return len(text)
}

// bodyEnd is where the last line of a here-document whose body begins at start,
// the one that ends it, begins and ends.
func bodyEnd(text string, start int, rd *syntax.Redirect) (from, to int, ok bool) {
	word, ok := plainEnd(text[rd.Word.Pos().Offset():rd.Word.End().Offset()])
	if !ok {
		return 0, 0, false
	}
	for from = start; from < len(text); from = to + 1 {
		line, _, _ := strings.Cut(text[from:], "\n")
		to = from + len(line)
		if rd.Op == syntax.DashHdoc {
			line = strings.TrimLeft(line, "\t")
		}
		if line == word {
			return from, to, true
		}
	}
	return 0, 0, false
}
