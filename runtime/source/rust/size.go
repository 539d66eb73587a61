package rust

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"kei/runtime/source"
)

// A file is Rust source with its brackets paired.
type file struct {
	tokens []token
	ends   []int32 // by opening bracket: its closing one
	starts source.LineTable
}

func read(text []byte, starts source.LineTable) (*file, error) {
	return new(room).read(text, starts)
}

// A room is memory that one file after the other is read into.
type room struct {
	tokens []token
	ends   []int32
	open   []int
	opens  map[int]string
}

// rooms are for files that are measured: of each only numbers and names stay.
var rooms = sync.Pool{New: func() any { return &room{opens: map[int]string{}} }}

// read is what the next file is, for as long as there is no other.
func (r *room) read(text []byte, starts source.LineTable) (f *file, err error) {
	if r.tokens, err = tokenize(string(text), r.tokens[:0]); err != nil {
		return nil, err
	}
	r.ends = slices.Grow(r.ends[:0], len(r.tokens))[:len(r.tokens)]
	clear(r.ends)
	f = &file{r.tokens, r.ends, starts}
	r.open, err = f.pair(r.open[:0])
	return f, err
}

// measure measures the functions of a Rust file: free ones, methods, nested
// ones and those that a macro writes; and the code that is outside of any.
func measure(text []byte, starts source.LineTable) (list []source.Function, tokens int, err error) {
	r := rooms.Get().(*room)
	defer rooms.Put(r)
	f, err := r.read(text, starts)
	if err != nil {
		return nil, 0, err
	}
	clear(r.opens)
	w := &walk{file: f, opens: r.opens, code: -1}
	for i := range f.tokens {
		w.token(i)
	}
	return w.list, len(f.tokens), nil
}

// A walk goes through a file from one token to the next.
type walk struct {
	*file
	list   []source.Function
	opens  map[int]string // by the bracket that opens it: the scope's name, "" of a function
	scopes []scope        // that the walk is in
	code   int            // the last token of the code that the walk is in
}

type scope struct {
	name string
	end  int
}

func (w *walk) token(i int) {
	for n := len(w.scopes); n > 0 && w.scopes[n-1].end < i; n = len(w.scopes) {
		w.scopes = w.scopes[:n-1]
	}
	if name, ok := w.begins(i); ok {
		delete(w.opens, i)
		end := int(w.ends[i])
		if name == "" {
			w.code = max(w.code, end)
			return
		}
		w.scopes = append(w.scopes, scope{name, end})
		if i > w.code && w.statements(i, true) {
			w.add("block", i, end)
			w.code = end
		}
		return
	}
	switch t := w.tokens[i]; {
	case t.kind != wordToken: // most are none that begins anything
		if i > w.code {
			w.outside(i)
		}
	case t.text == "fn":
		w.function(i)
	case w.scope(i):
		if body := w.body(i + 1); body >= 0 {
			name := w.scopeName(i, body)
			w.opens[body] = name[:min(len(name), 100)]
		}
	case i > w.code:
		w.outside(i)
	}
}

// begins is the scope whose brace is at i.
func (w *walk) begins(i int) (name string, ok bool) {
	if w.tokens[i].is("{") { // most are none, and need not be looked up
		name, ok = w.opens[i]
	}
	return name, ok
}

// function measures the one whose keyword is at i.
func (w *walk) function(i int) {
	name, next := w.fnName(i + 1)
	if name == "" {
		return // the type of a pointer to a function
	}
	body := w.body(next)
	if body < 0 {
		return // a declaration
	}
	for n := len(w.scopes) - 1; n >= max(0, len(w.scopes)-8); n-- { // names cost memory
		name = w.scopes[n].name + "::" + name
	}
	w.add(name, i, int(w.ends[body]))
	w.opens[body] = ""
}

// add measures from one token to another.
func (w *walk) add(name string, from, to int) {
	line := w.line(from)
	w.list = append(w.list, source.Function{Name: name, Line: line, Size: source.Size{Lines: w.line(to) - line + 1, Tokens: to - from + 1}})
}

func (f *file) line(i int) int { return f.starts.At(int(f.tokens[i].at)) }

// fnName is the name after the keyword; inside a macro it may be a variable.
func (f *file) fnName(i int) (name string, next int) {
	if i < len(f.tokens) && f.tokens[i].is("$") {
		i, name = i+1, "$"
	}
	if i < len(f.tokens) && f.tokens[i].kind == wordToken {
		return name + f.tokens[i].text, i + 1
	}
	return "", i
}

// scope reports whether the word at i begins a module, a trait or an impl, and no
// type.
func (f *file) scope(i int) bool {
	switch t := f.tokens[i]; {
	case t.word("mod"), t.word("trait"), t.word("impl") && i == 0:
		return true
	case t.word("impl"):
		before := f.tokens[i-1]
		return before.word("unsafe") || before.word("default") || before.kind == markToken && strings.Contains("{};]", before.text)
	}
	return false
}

// scopeName is the type of an impl, or the name of a trait or module.
func (f *file) scopeName(i, body int) string {
	name, angles := "?", 0
	for j := i + 1; j < body; j++ {
		switch t := f.tokens[j]; {
		case t.is("<"):
			angles++
		case t.is(">") && angles > 0 && !f.arrow(j):
			angles--
		case t.kind != wordToken || angles > 0:
			if t.is("(") || t.is("[") {
				j = int(f.ends[j])
			}
		case t.text == "where", t.text != "for" && name != "?" && !f.tokens[i].word("impl"):
			return name
		case t.text == "for":
			name = "?"
		case t.text != "dyn" && t.text != "mut" && t.text != "const":
			name = t.text
		}
	}
	return name
}

// arrow reports whether the > at j is the end of an arrow.
func (f *file) arrow(j int) bool {
	return j > 0 && (f.tokens[j-1].is("-") || f.tokens[j-1].is("=")) && f.tokens[j-1].touches(f.tokens[j])
}

// body finds the brace that opens a body, which is the first one outside of all
// brackets, angled ones included: a constant among the generic arguments may be
// in braces too. It returns -1 for what has none.
func (f *file) body(i int) int {
	angles := 0
	for i < len(f.tokens) {
		switch t := f.tokens[i]; {
		case t.word("fn"):
			if name, _ := f.fnName(i + 1); name != "" {
				return -1 // the next function, in the arguments of a macro
			}
		case f.scope(i):
			return -1
		case t.kind != markToken:
		case t.text == "<":
			angles++
		case t.text == ">" && angles > 0 && !f.arrow(i):
			angles--
		case t.text == "(" || t.text == "[":
			i = int(f.ends[i])
		case t.text == "{" && angles > 0:
			i = int(f.ends[i])
		case t.text == "{":
			return i
		case strings.Contains(";})]", t.text):
			return -1
		}
		i++
	}
	return -1
}

// pair pairs all brackets. In a file where they do not pair, no length means
// anything. The list that is returned is the one for those that are open.
func (f *file) pair(open []int) ([]int, error) {
	for i, t := range f.tokens {
		if t.kind != markToken {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) == 0 || !closes(f.tokens[open[len(open)-1]].text, t.text) {
				return open, fmt.Errorf("line %d: a %s that closes nothing", f.line(i), t.text)
			}
			f.ends[open[len(open)-1]] = int32(i)
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		i := open[len(open)-1]
		return open, fmt.Errorf("line %d: a %s that nothing closes", f.line(i), f.tokens[i].text)
	}
	return open, nil
}

// closes reports whether two brackets are a pair.
func closes(open, end string) bool {
	return open == "(" && end == ")" || open == "[" && end == "]" || open == "{" && end == "}"
}
