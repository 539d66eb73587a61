package ruby

import (
	"fmt"
	"slices"
	"strings"

	"kei/runtime/source"
)

// A file is Ruby with what begins and what ends it paired.
type file struct {
	tokens []token
	starts source.LineTable
	pairs  []int32 // by a bracket: the other one, 0 if it has none
	blocks []block // in the order that they begin

	sizes map[int]int    // see elements
	lists map[string]int // see rows; nil until known
	last  [2]int         // the begin and the end of the statement that was looked for last
}

// Bounds on what is looked at around a token, so that a file whose author means ill is
// read in time that is its size. What people write is far below.
const (
	maxOpen  = 500 // blocks in one another
	maxAhead = 200 // tokens
)

// A block is a piece of a file that is closed by an end, a brace or another bracket.
type block struct {
	from, to int    // tokens
	kind     string // the keyword or the bracket
	name     string // of a class, module or method, and what a block is given to
	parent   int    // the block around it; -1 is the file
}

func read(text []byte, starts source.LineTable) (*file, error) {
	tokens, err := tokenize(string(text))
	if err != nil {
		return nil, err
	}
	f := &file{tokens: tokens, starts: starts, sizes: map[int]int{}}
	f.brackets()
	return f, f.pair()
}

func (f *file) line(i int) int { return f.starts.At(f.tokens[i].at) }

func (f *file) at(i int) token {
	if i < 0 || i >= len(f.tokens) {
		return token{}
	}
	return f.tokens[i]
}

// closers are the brackets, by what opens them.
var closers = map[string]string{"(": ")", "[": "]", "{": "}", "#{": "}"}

// brackets pairs them, whatever stands between.
func (f *file) brackets() {
	f.pairs = make([]int32, len(f.tokens))
	var open []int
	for i, t := range f.tokens {
		switch {
		case t.kind != markToken:
		case closers[t.text] != "":
			open = append(open, i)
		case t.closes() && len(open) > 0:
			last := open[len(open)-1]
			f.pairs[i], f.pairs[last] = int32(last), int32(i)
			open = open[:len(open)-1]
		}
	}
}

// closes reports whether a token is a closing bracket.
func (t token) closes() bool { return t.is(")") || t.is("]") || t.is("}") }

// pair finds all blocks. In a file where they do not pair, no length means anything.
func (f *file) pair() error {
	var open []int // of blocks
	push := func(kind, name string, i int) {
		parent := -1
		if len(open) > 0 {
			parent = open[len(open)-1]
		}
		f.blocks = append(f.blocks, block{from: i, to: -1, kind: kind, name: name, parent: parent})
		open = append(open, len(f.blocks)-1)
	}
	loops := map[int]bool{} // blocks whose do is still to come
	for i := 0; i < len(f.tokens); i++ {
		t := f.tokens[i]
		if n := len(open); n > 0 && loops[open[n-1]] && (t.is(";") || t.line && f.over(i)) {
			delete(loops, open[n-1]) // its condition ends here
		}
		switch {
		case t.kind == markToken && closers[t.text] != "":
			push(t.text, f.caller(i), i)
		case len(open) > maxOpen:
			return fmt.Errorf("line %d: more than %d blocks in one another", f.line(i), maxOpen)
		case t.closes(), t.keyword("end"):
			if len(open) == 0 {
				return fmt.Errorf("line %d: a %s that closes nothing", f.line(i), t.text)
			}
			if err := f.shut(&f.blocks[open[len(open)-1]], i); err != nil {
				return err
			}
			open = open[:len(open)-1]
		case t.kind != wordToken:
		case t.text == "def":
			name, next := f.method(i + 1)
			if f.endless(next) {
				f.blocks = append(f.blocks, block{from: i, to: f.statement(next), kind: "=", name: name, parent: parentOf(open)})
				continue
			}
			push("def", name, i)
		case t.text == "class", t.text == "module":
			push(t.text, f.constant(i+1), i)
		case t.text == "begin", t.text == "case":
			push(t.text, "", i)
		case t.text == "do":
			if n := len(open); n > 0 && loops[open[n-1]] {
				delete(loops, open[n-1])
				continue
			}
			push("do", f.caller(i), i)
		case (t.text == "if" || t.text == "unless" || t.text == "while" || t.text == "until") && f.opens(i), t.text == "for":
			push(t.text, "", i)
			if t.text == "while" || t.text == "until" || t.text == "for" {
				loops[open[len(open)-1]] = true
			}
		}
	}
	if n := len(open); n > 0 {
		b := f.blocks[open[n-1]]
		return fmt.Errorf("line %d: a %s that nothing closes", f.line(b.from), b.kind)
	}
	return nil
}

// shut ends a block with the token at i, which has to be what ends its kind.
func (f *file) shut(b *block, i int) error {
	says := f.tokens[i].text
	if want, bracket := closers[b.kind]; bracket && want != says || !bracket && says != "end" {
		return fmt.Errorf("line %d: a %s that closes the %s of line %d", f.line(i), says, b.kind, f.line(b.from))
	}
	b.to = i
	return nil
}

func parentOf(open []int) int {
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// opens reports whether a word such as if begins a block and does not belong to what
// stands before it.
func (f *file) opens(i int) bool {
	t := f.tokens[i]
	if t.line || i == 0 {
		return true
	}
	s := scanner{tokens: f.tokens[:i]}
	if before := f.tokens[i-1]; before.is(";") {
		return true
	}
	return s.state() == start
}

// over reports whether the statement before the token at i has ended, with its line.
func (f *file) over(i int) bool {
	s := scanner{tokens: f.tokens[:i]}
	return s.state() != start && !f.tokens[i].is(".") && !f.tokens[i].is("&.")
}

// method is the name of a method behind def, and the token behind it.
func (f *file) method(i int) (string, int) {
	name := ""
	for ; i < len(f.tokens); i++ {
		switch t := f.tokens[i]; {
		case t.is("("), t.is(";"), t.is("=") || t.line && name != "":
			if name == "" && t.is("(") { // def (expression).name
				if end := f.closing(i); end > 0 {
					i = end
					continue
				}
			}
			return name, i
		case t.is("."), t.is("::"):
		case t.kind == nameToken || t.kind == wordToken || t.kind == valueToken && name == "":
			if !f.at(i+1).is(".") && !f.at(i+1).is("::") {
				return t.text, i + 1
			}
			name = t.text
		default:
			return name, i
		}
	}
	return name, i
}

// closing is the token that closes a bracket, 0 if nothing does.
func (f *file) closing(i int) int { return int(f.pairs[i]) }

// endless reports whether a method's body is one expression: behind its name, and what
// it takes, stands a =.
func (f *file) endless(i int) bool {
	if f.at(i).is("(") && !f.at(i).line {
		if i = f.closing(i) + 1; i == 1 {
			return false
		}
	}
	t := f.at(i)
	return t.is("=") && !t.line && !f.at(i+1).is("=") && !f.at(i+1).is("~")
}

// statement is the last token of the statement that i is in.
func (f *file) statement(i int) int {
	if i > f.last[0] && i <= f.last[1] {
		return f.last[1] // one within another
	}
	from := i
	for ; i+1 < len(f.tokens); i++ {
		if end := f.closing(i); end > i {
			i = end
		}
		next, goesOn := f.at(i+1), f.at(i).kind == markToken && !f.at(i).closes()
		if next.line && !next.is(".") && !next.is("&.") && !goesOn || next.is(";") || next.closes() {
			break
		}
	}
	i = min(i, len(f.tokens)-1)
	f.last = [2]int{from, i}
	return i
}

// constant is the name of a class or module.
func (f *file) constant(i int) string {
	if f.at(i).is("<") {
		return "" // class << self
	}
	name := ""
	for ; i < len(f.tokens); i++ {
		if t := f.tokens[i]; t.kind == wordToken || t.is("::") {
			name += t.text
		} else {
			break
		}
		if !f.at(i+1).is("::") && !f.at(i).is("::") {
			break
		}
	}
	return name
}

// caller is the name of the method that a block or a bracket is given to.
func (f *file) caller(i int) string {
	// Back to the begin of the statement, over what is in brackets.
	for j, n := i-1, 0; j >= 0 && n < maxAhead; j, n = j-1, n+1 {
		t := f.tokens[j]
		if t.closes() {
			j = max(f.closing(j), 0)
			continue
		}
		if t.is("->") {
			return "->"
		}
		if t.kind == markToken && closers[t.text] != "" || t.is(";") || t.is("=") || t.kind == wordToken && keywords[t.text] {
			return ""
		}
		if (t.kind == wordToken || t.kind == nameToken && t.text[len(t.text)-1] != ':') && !f.at(j+1).is(".") && !f.at(j+1).is("&.") && !f.at(j+1).is("::") && (t.line || !f.operand(j)) {
			return t.text
		}
		if t.line {
			return ""
		}
	}
	return ""
}

// operand reports whether the word at j is given to another: what stands before it is
// no begin of a statement, and no dot.
func (f *file) operand(j int) bool {
	before := f.at(j - 1)
	return !before.is(".") && !before.is("&.") && !before.is("=") && !before.is(";") && !before.is("(") && !before.is("{") && !before.is("|") && !(before.kind == wordToken && keywords[before.text])
}

// makers are the methods whose blocks are functions.
var makers = []string{"->", "lambda", "proc", "define_method", "define_singleton_method"}

// functions are the methods of a file, and blocks that are kept to be called.
func (f *file) functions() (list []source.Function) {
	for _, b := range f.blocks {
		name := ""
		switch {
		case b.kind == "def" || b.kind == "=":
			name = b.name
		case (b.kind == "do" || b.kind == "{") && slices.Contains(makers, b.name):
			name = "block of " + b.name
		default:
			continue
		}
		if scope := f.scope(b); scope != "" {
			name = scope + "." + name
		}
		line := f.line(b.from)
		list = append(list, source.Function{Name: name, Line: line, Size: source.Size{Lines: f.starts.At(f.tokens[b.to].end()-1) - line + 1, Tokens: b.to - b.from + 1}})
	}
	return list
}

// scope is the class that a block is in, with those around it.
func (f *file) scope(b block) string {
	var names []string
	for p := b.parent; p >= 0 && len(names) < 8; p = f.blocks[p].parent {
		if k := f.blocks[p]; (k.kind == "class" || k.kind == "module") && k.name != "" {
			names = append(names, k.name)
		}
	}
	slices.Reverse(names)
	return strings.Join(names, "::")
}
