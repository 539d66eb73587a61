package ruby

import (
	"slices"
	"strings"

	"kei/runtime/source"
)

// Tests implements [source.Tested]: methods of classes that are made for tests, and
// what is given to test, it and the like. Those that are switched off, or skip
// themselves first of all, are off. The name "?" is that of one whose name does not
// stand there.
func (Language) Tests(text []byte) []source.Test {
	f, err := read(text, source.LineStarts(text))
	if err != nil {
		return nil
	}
	var list []source.Test
	for _, b := range f.blocks {
		var one source.Test
		switch {
		case b.kind == "def" && strings.HasPrefix(b.name, "test"):
			class := f.around(b)
			if class < 0 || !f.testClass(f.blocks[class]) {
				continue
			}
			one = source.Test{Name: f.blocks[class].name + "::" + b.name, Off: f.skipped(b)}
		case (b.kind == "do" || b.kind == "{") && slices.Contains(givers, b.name):
			at := f.giver(b)
			if at < 0 {
				continue
			}
			one = source.Test{Name: f.title(at), Off: b.name[0] == 'x' || b.name == "pending" || b.name == "skip" || f.skipped(b) || f.off(at, b.from)}
			if class := f.around(b); b.name == "test" && class >= 0 && one.Name != "?" {
				one.Name = f.blocks[class].name + "::test_" + strings.Join(strings.Fields(one.Name), "_")
			}
			for p := b.parent; p >= 0; p = f.blocks[p].parent {
				if k := f.blocks[p]; k.kind == "do" && strings.HasPrefix(k.name, "x") && slices.Contains([]string{"xdescribe", "xcontext"}, k.name) {
					one.Off = true
				}
			}
			b.from = at
		default:
			continue
		}
		one.Line, one.End, one.Rows = f.line(b.from), f.starts.At(f.tokens[b.to].end()-1), f.rows(b)
		list = append(list, one)
	}
	return list
}

// givers are the methods that make a test of a block.
var givers = []string{"it", "specify", "example", "test", "should", "scenario", "xit", "xspecify", "xexample", "fit", "fspecify", "fexample", "its", "pending", "skip"}

// around is the class that a block is in, -1 if that is none.
func (f *file) around(b block) int {
	for p := b.parent; p >= 0; p = f.blocks[p].parent {
		if f.blocks[p].kind == "class" {
			return p
		}
	}
	return -1
}

// testClass reports whether a class holds tests, by its name or what it is made of.
func (f *file) testClass(b block) bool {
	if strings.Contains(b.name, "Test") || strings.Contains(b.name, "Spec") {
		return true
	}
	for i := b.from; i < min(b.to, b.from+maxAhead) && (i == b.from || !f.tokens[i].line); i++ {
		if strings.Contains(f.tokens[i].text, "Test") {
			return true
		}
	}
	return false
}

// giver is the token of the method that a block is given to.
func (f *file) giver(b block) int {
	for i := b.from - 1; i >= max(0, b.from-10*maxAhead); i-- {
		if t := f.tokens[i]; t.kind != valueToken && t.text == b.name {
			if before := f.at(i - 1); before.is(".") || before.is("&.") {
				return -1
			}
			return i
		} else if t.line {
			break
		}
	}
	return -1
}

// title is the text that the test at i is called by.
func (f *file) title(i int) string {
	j := i + 1
	if f.at(j).is("(") {
		j++
	}
	t := f.at(j)
	if t.kind != valueToken || len(t.text) < 2 || t.text[0] != '"' && t.text[0] != '\'' || t.text[len(t.text)-1] != t.text[0] {
		return "?"
	}
	bare := t.text[1 : len(t.text)-1]
	if strings.Contains(bare, `\`) {
		return "?"
	}
	return bare
}

// off reports whether metadata between two tokens switch a test off.
func (f *file) off(from, to int) bool {
	for i := from + 1; i < to; i++ {
		switch t := f.tokens[i]; {
		case t.kind == nameToken && (t.text == "skip:" || t.text == "pending:"):
			return !f.at(i+1).keyword("false") && !f.at(i+1).keyword("nil")
		case t.kind == valueToken && (t.text == ":skip" || t.text == ":pending"):
			return true
		}
	}
	return false
}

// skipped reports whether the first statement of a block switches it off whatever the
// machine.
func (f *file) skipped(b block) bool {
	first := b.from + 1
	for first < min(b.to, b.from+maxAhead) && !f.tokens[first].line {
		if f.tokens[first].is(";") {
			first++
			break
		}
		first++
	}
	if t := f.at(first); first >= b.to || t.kind != wordToken || t.text != "skip" && t.text != "pending" && t.text != "omit" && t.text != "return" {
		return false
	}
	for i := first + 1; i < min(b.to, first+maxAhead) && !f.tokens[i].line; i++ {
		if t := f.tokens[i]; t.keyword("if") || t.keyword("unless") {
			return false
		}
	}
	return true
}

// rows are how many elements the longest list has that a test goes through.
func (f *file) rows(b block) (most int) {
	if f.lists == nil {
		f.lists = map[string]int{}
		for i, t := range f.tokens {
			if t.kind == wordToken && f.at(i+1).is("=") && (f.at(i+2).is("[") || f.at(i+2).is("{")) {
				f.lists[t.text] = f.elements(i + 2)
			}
		}
	}
	for i := b.from; i < b.to; i++ {
		if !f.at(i).is(".") || !strings.HasPrefix(f.at(i+1).text, "each") {
			continue
		}
		switch before := f.at(i - 1); {
		case before.closes():
			most = max(most, f.elements(f.closing(i-1)))
		case before.kind == wordToken:
			most = max(most, f.lists[before.text])
		}
	}
	return most
}

// elements are how many stand between a bracket and its end.
func (f *file) elements(open int) (n int) {
	if n, ok := f.sizes[open]; ok {
		return n
	}
	some := false
	for i := open + 1; i < f.closing(open); i++ {
		switch t := f.tokens[i]; {
		case f.closing(i) > i:
			i, some = f.closing(i), true
		case t.is(","):
			if some {
				n++
			}
			some = false
		default:
			some = true
		}
	}
	if some {
		n++
	}
	f.sizes[open] = n
	return n
}
