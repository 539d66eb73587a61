package python

import "kei/runtime/source"

// A block is a function or a class.
type block struct {
	name     string // with its classes'
	class    bool
	line     int // the logical line of its keyword
	first    int // that of its first decorator
	last     int // its last logical line
	keyword  int // token
	lastTok  int
	parent   int // index of the class or function that it is in, or -1
	ownName  string
	signFrom int // token of the bracket behind its name, 0 if there is none
}

// blocks are the functions and classes of a file, outermost first.
func (f *file) blocks() []block {
	var list []block
	var open []int
	first := -1
	for n, l := range f.lines {
		for len(open) > 0 && f.lines[list[open[len(open)-1]].line].indent >= l.indent {
			open = open[:len(open)-1]
		}
		i := l.from
		if f.is(i, "@") {
			if first < 0 {
				first = n
			}
			continue
		}
		from := first
		first = -1
		if f.is(i, "async") {
			i++
		}
		if !f.is(i, "def") && !f.is(i, "class") || i+1 >= l.to {
			continue
		}
		b := block{class: f.is(i, "class"), line: n, first: n, keyword: l.from, parent: -1, ownName: f.tokens[i+1].text}
		b.name = b.ownName
		if from >= 0 {
			b.first = from
		}
		if f.is(i+2, "(") {
			b.signFrom = i + 2
		}
		if len(open) > 0 {
			b.parent = open[len(open)-1]
			b.name = list[b.parent].name + "." + b.name
			b.name = b.name[max(0, len(b.name)-200):]
		}
		b.last = f.lastLine(n)
		b.lastTok = f.lines[b.last].to - 1
		open = append(open, len(list))
		list = append(list, b)
	}
	return list
}

// lastLine is the last logical line of the block whose head is line n.
func (f *file) lastLine(n int) int {
	last := n
	for i := n + 1; i < len(f.lines) && f.lines[i].indent > f.lines[n].indent; i++ {
		last = i
	}
	return last
}

func (f *file) is(i int, text string) bool { return i < len(f.tokens) && f.tokens[i].text == text }

// functions measures those of a file, nested ones too.
func (f *file) functions() (list []source.Function) {
	for _, b := range f.blocks() {
		if b.class {
			continue
		}
		line := f.starts.At(f.tokens[b.keyword].at)
		end := f.starts.At(max(f.tokens[b.lastTok].end()-1, 0))
		list = append(list, source.Function{Name: b.name, Line: line, Size: source.Size{Lines: end - line + 1, Tokens: b.lastTok - b.keyword + 1}})
	}
	return list
}
