package javascript

import (
	"slices"

	"kei/runtime/source"
)

// functions measures those of a file that are in no other: declarations, methods,
// arrows and what is handed to calls. What groups tests (describe) and what wraps a
// whole file are passed through.
func (f *file) functions() (list []source.Function) {
	until := -1
	for i := 0; i < len(f.tokens); i++ {
		if i <= until {
			continue
		}
		from, body, name := f.function(i)
		if body < 0 {
			continue
		}
		end := f.ends[body]
		if f.groups(from) || f.wraps(from, end) {
			i = body
			continue
		}
		line := f.line(from)
		list = append(list, source.Function{Name: name, Line: line, Size: source.Size{Lines: f.line(end) - line + 1, Tokens: end - from + 1}})
		until = end
	}
	return list
}

func (f *file) line(i int) int { return f.starts.At(f.tokens[i].at) }

func (f *file) is(i int, mark string) bool {
	return i >= 0 && i < len(f.tokens) && f.tokens[i].is(mark)
}

func (f *file) word(i int, w string) bool {
	return i >= 0 && i < len(f.tokens) && f.tokens[i].word(w)
}

// function finds one that begins at a token: its first token, the brace of its
// body (-1 if there is none), and its name.
func (f *file) function(i int) (from, body int, name string) {
	t := f.tokens[i]
	switch {
	case t.word("function"):
		j, name := i+1, f.nameBefore(i)
		if f.is(j, "*") {
			j++
		}
		if j < len(f.tokens) && f.tokens[j].kind == wordToken {
			name, j = f.tokens[j].text, j+1
		}
		j = f.angles(j)
		if !f.is(j, "(") {
			return 0, -1, ""
		}
		return i, f.afterParams(f.ends[j] + 1), name
	case t.is("=>"):
		if !f.is(i+1, "{") {
			return 0, -1, ""
		}
		from := f.arrowStart(i)
		return from, i + 1, f.nameBefore(from)
	case (t.kind == wordToken || t.kind == valueToken || t.is("]")) && !slices.Contains(control, t.text):
		j := f.angles(i + 1)
		if !f.is(j, "(") || !f.member(i) {
			return 0, -1, ""
		}
		return i, f.afterParams(f.ends[j] + 1), t.text
	}
	return 0, -1, ""
}

// control are words that stand before brackets and braces, and name nothing.
var control = []string{"if", "for", "while", "switch", "catch", "with", "function", "return", "await", "new", "super", "import", "typeof"}

// angles is the token behind the types that a function is for.
func (f *file) angles(i int) int {
	if !f.is(i, "<") {
		return i
	}
	depth := 0
	for j := i; j < len(f.tokens); j++ {
		switch t := f.tokens[j]; {
		case t.is("<"):
			depth++
		case t.is(">"):
			if depth--; depth == 0 {
				return j + 1
			}
		case t.is("(") || t.is("[") || t.is("{"):
			j = f.ends[j]
		case t.is(";"):
			return i
		}
	}
	return i
}

// afterParams is the brace of the body behind parameters, and the type that is
// given back; -1 if there is none.
func (f *file) afterParams(i int) int {
	if f.is(i, "{") {
		return i
	}
	if !f.is(i, ":") {
		return -1
	}
	for j := i + 1; j < len(f.tokens); j++ {
		switch t := f.tokens[j]; {
		case t.is("{"):
			b := f.tokens[j-1]
			if b.is(":") || b.is("|") || b.is("&") || b.is("=>") || b.is("<") || b.is(",") {
				j = f.ends[j]
				continue
			}
			return j
		case t.is("(") || t.is("["):
			j = f.ends[j]
		case t.is(";") || t.is("}") || t.is(")"):
			return -1
		}
	}
	return -1
}

// member reports whether the name at i begins a method of a class or an object:
// what stands before it ends another.
func (f *file) member(i int) bool {
	for j := i - 1; j >= 0; j-- {
		t := f.tokens[j]
		switch {
		case t.is("{") || t.is("}") || t.is(",") || t.is(";"):
			return true
		case t.kind == wordToken && slices.Contains(modifiers, t.text), t.is("*"), t.is("["):
			continue
		}
		return f.line(j) < f.line(i) && !t.is(".") && !t.is("=") && t.kind != markToken // a field without a semicolon
	}
	return false
}

var modifiers = []string{"async", "static", "get", "set", "public", "private", "protected", "override", "readonly", "abstract", "declare", "accessor"}

// arrowStart is the first token of an arrow function's parameters.
func (f *file) arrowStart(arrow int) int {
	i := arrow - 1
	for j := i; j >= 0 && j > arrow-200; j-- { // over the type that is given back
		if f.tokens[j].is(")") {
			i = f.begins[j]
			break
		}
		if f.tokens[j].kind == markToken && !slices.Contains([]string{":", "|", "<", ">", ".", "[", "]", "&"}, f.tokens[j].text) {
			break
		}
	}
	if f.word(i-1, "async") {
		i--
	}
	return i
}

// nameBefore is what a function is assigned to.
func (f *file) nameBefore(i int) string {
	if f.word(i-1, "async") {
		i--
	}
	if (f.is(i-1, "=") || f.is(i-1, ":")) && i >= 2 && f.tokens[i-2].kind != markToken {
		return f.tokens[i-2].text
	}
	if f.is(i-1, ",") || f.is(i-1, "(") {
		return "callback"
	}
	return "function"
}

// groups reports whether a function is what a group of tests is made of.
func (f *file) groups(from int) bool {
	open := f.callOf(from)
	if open < 1 {
		return false
	}
	i := open - 1
	if f.is(i, ")") { // describe.each(...)(name, function)
		i = f.begins[i] - 1
	}
	for i > 1 && f.is(i-1, ".") {
		i -= 2
	}
	return i >= 0 && slices.Contains(groupWords, f.tokens[i].text)
}

var groupWords = []string{"describe", "xdescribe", "fdescribe", "suite", "context", "define"}

// callOf is the bracket of the call whose arguments a token is among, 0 if it is
// not in one.
func (f *file) callOf(from int) int {
	for j := from - 1; j >= 0; j-- {
		switch t := f.tokens[j]; {
		case t.is("("):
			return j
		case t.is(")") || t.is("]") || t.is("}"):
			j = f.begins[j]
		case t.is("{") || t.is(";") || t.is("["):
			return 0
		}
	}
	return 0
}

// wraps reports whether a function is called where it stands and is all of a
// file's code.
func (f *file) wraps(from, end int) bool {
	return from <= 2 && (f.is(from-1, "(") || f.is(from-1, "!")) && end >= len(f.tokens)-8 && f.is(end+1, ")")
}
