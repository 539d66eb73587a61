package rust

import "slices"

// Code can stand outside of any function: in the closure of a static, in the
// block of a constant, and in what is handed to a macro that makes a function of
// it. It is measured as a function is. Tables of data are none.

// outside looks at a token outside of functions, for code that begins there.
func (w *walk) outside(i int) {
	switch t := w.tokens[i]; {
	case t.is("|"):
		if end := w.closure(i); end > 0 {
			w.add("closure", i, end)
			w.code = end
		}
	case w.opened(i) && w.statements(i, i > 0 && (w.tokens[i-1].is("]") || w.tokens[i-1].word("else"))): // a choice of cfg_if!, perhaps
		w.add("block", i, int(w.ends[i]))
		w.code = int(w.ends[i])
	}
}

func (f *file) opened(i int) bool {
	t := f.tokens[i]
	return t.is("{") || t.is("(") || t.is("[")
}

// closure is the last token of a closure with a body of statements, 0 for
// anything else that a bar can mean.
func (f *file) closure(i int) int {
	if i > 0 {
		before := f.tokens[i-1]
		if before.kind == valueToken || before.is(")") || before.is("]") || before.is("}") || before.is("|") ||
			before.kind == wordToken && !slices.Contains([]string{"move", "async", "static", "return", "else", "in"}, before.text) {
			return 0 // the sign for or
		}
	}
	i = f.upTo(i+1, "|") + 1
	if i >= len(f.tokens) || !f.tokens[i-1].is("|") {
		return 0
	}
	if i+1 < len(f.tokens) && f.tokens[i].is("-") && f.arrow(i+1) {
		i = f.upTo(i+2, "{")
	}
	switch {
	case i >= len(f.tokens):
		return 0
	case f.tokens[i].is("{"):
		return int(f.ends[i])
	case f.tokens[i].kind == wordToken && slices.Contains(flow, f.tokens[i].text):
		return f.upTo(i, ",") - 1
	}
	return 0
}

// flow are the words that begin an expression with blocks in it; the first
// five do not begin a declaration.
var flow = []string{"match", "if", "loop", "while", "for", "return", "unsafe", "async"}

// upTo finds a mark on the same level, from i on. It stops at the end of the
// level and of a statement.
func (f *file) upTo(i int, mark string) int {
	for i < len(f.tokens) {
		switch t := f.tokens[i]; {
		case t.is(mark), t.is(";"), t.is(")"), t.is("]"), t.is("}"):
			return i
		case f.opened(i):
			i = int(f.ends[i])
		}
		i++
	}
	return i
}

// rustItems are the words of declarations.
var rustItems = []string{"pub", "use", "mod", "const", "static", "type", "fn", "struct", "enum", "union", "impl", "trait", "extern", "macro_rules"}

// statements reports whether the brackets at i have code in them, on the first
// level: a let, a statement of control flow, or a call or an assignment that ends
// with a semicolon. Of the latter a macro's own brackets may have any, since
// they may be a language of their own, and the body of a scope may have calls of
// macros.
func (f *file) statements(i int, scope bool) bool {
	own := !f.tokens[i].is("{") || i > 0 && f.tokens[i-1].is("!") || i > 1 && f.tokens[i-1].kind == wordToken && f.tokens[i-2].is("!")
	end, begin, declares, does := int(f.ends[i]), i+1, false, false
	for j := i + 1; j < end; j++ {
		t := f.tokens[j]
		switch {
		case t.word("let"):
			return true
		case j == begin && t.is("#"):
			if f.tokens[j+1].is("!") {
				j++
			}
			if f.opened(j + 1) {
				j = int(f.ends[j+1])
			}
			begin = j + 1
		case j == begin && t.kind == wordToken && slices.Contains(flow[:5], t.text) && !f.tokens[j+1].is("#") && !f.tokens[j+1].is("<"):
			return true
		case t.kind == wordToken && slices.Contains(rustItems, t.text), scope && t.is("!"):
			declares = true
		case t.is("="):
			does = true
		case t.is(";"):
			if !own && does && !declares {
				return true
			}
			begin, declares, does = j+1, false, false
		case f.opened(j):
			brace := t.is("{")
			does = does || t.is("(")
			j = int(f.ends[j])
			if brace {
				begin = j + 1
			}
		}
	}
	return false
}
