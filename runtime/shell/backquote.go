package shell

import (
	"errors"
	"strings"

	"kei/runtime/lean/fmt"

	"mvdan.cc/sh/v3/syntax"
)

// backquotes refuses text in which bash ends a command in backquotes elsewhere
// than the parser, or reads it otherwise. bash ends it at the first backquote
// without a backslash, whatever quotes, comments and brackets stand in it, takes
// one layer of backslashes off, and reads what is left as a text of its own.
func backquotes(text string, file *syntax.File, lang syntax.LangVariant, level int) error {
	var err error
	var open []syntax.Node // the nodes that the walk is in
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			open = open[:len(open)-1]
			return false
		}
		open = append(open, n)
		if c, ok := n.(*syntax.CmdSubst); ok && c.Backquotes && err == nil {
			err = backquoted(text, c, inDouble(open[:len(open)-1]), lang, level)
		}
		if c, ok := n.(*syntax.CmdSubst); err != nil || ok && c.Backquotes {
			open = open[:len(open)-1] // what is left out is not closed either
			return false
		}
		return true
	})
	return err
}

var errBackquote = errors.New("bash ends a command in backquotes elsewhere than it seems, at the first backquote without a backslash; write it as $(...)")

// backquoted compares one command in backquotes with what bash makes of it.
func backquoted(text string, c *syntax.CmdSubst, double bool, lang syntax.LangVariant, level int) error {
	left, right := int(c.Left.Offset()), int(c.Right.Offset())
	if level >= 4 {
		return errors.New("commands in backquotes within each other, more than 4 deep; write them as $(...)")
	}
	if left >= right || right >= len(text) || text[left] != '`' {
		return errBackquote
	}
	body, end := unescaped(text[left+1:], double)
	if left+1+end != right {
		return errBackquote
	}
	inner, err := parseOnce(body, lang, level+1)
	if err != nil {
		return fmt.Errorf("in backquotes: %w", err)
	}
	if !sameTree(inner.Stmts, c.Stmts) {
		return errBackquote
	}
	return nil
}

// unescaped is the text up to the first backquote without a backslash, as bash
// reads it, and where that backquote stands; the length of the text if nowhere.
func unescaped(text string, double bool) (body string, end int) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '`' {
			return b.String(), i
		}
		if c != '\\' || i+1 == len(text) {
			b.WriteByte(c)
			continue
		}
		i++
		switch n := text[i]; {
		case n == '\n':
		case n == '`', n == '\\', n == '$', n == '"' && double:
			b.WriteByte(n)
		default:
			b.WriteByte(c)
			b.WriteByte(n)
		}
	}
	return b.String(), len(text)
}

// inDouble reports whether the innermost text around a node is in double quotes.
func inDouble(around []syntax.Node) bool {
	for i := len(around) - 1; i >= 0; i-- {
		switch around[i].(type) {
		case *syntax.DblQuoted:
			return true
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.Redirect:
			return false
		}
	}
	return false
}
