package python

import (
	"path"
	"slices"
	"strings"

	"kei/runtime/source"
)

// IsTestFile reports whether pytest or unittest look for tests in a file, by its name.
func IsTestFile(file string) bool {
	if !strings.HasSuffix(file, ".py") { // most are none
		return false
	}
	base := path.Base(file)
	return strings.HasPrefix(base, "test") || strings.HasSuffix(base, "_test.py") || strings.HasSuffix(base, "_tests.py")
}

// Tests are the tests of a file: functions, and methods of classes that are made
// for tests. Those that are marked as skipped, or skip themselves first of all, are
// off. Rows are those of tables that a test goes through itself; what is
// parametrised its harness counts.
func Tests(text []byte) []source.Test {
	f, err := read(text, source.LineStarts(text))
	if err != nil {
		return nil
	}
	blocks := f.blocks()
	var list []source.Test
	for _, b := range blocks {
		if b.class || !strings.HasPrefix(b.ownName, "test") {
			continue
		}
		name, off := b.ownName, f.skipped(b)
		if b.parent >= 0 {
			class := blocks[b.parent]
			if !class.class || !f.testClass(class) || class.parent >= 0 {
				continue
			}
			name, off = class.ownName+"::"+name, off || f.skipped(class)
		}
		list = append(list, source.Test{Name: name, Line: f.starts.At(f.tokens[f.lines[b.first].from].at),
			End: f.starts.At(f.tokens[b.lastTok].end() - 1), Off: off, Rows: f.rows(b)})
	}
	return list
}

// testClass reports whether a class holds tests, by its name or what it is made of.
func (f *file) testClass(b block) bool {
	if strings.HasPrefix(b.ownName, "Test") {
		return true
	}
	if b.signFrom == 0 {
		return false
	}
	return slices.ContainsFunc(f.tokens[b.signFrom:f.ends[b.signFrom]], func(t token) bool { return strings.Contains(t.text, "Test") })
}

// skipped reports whether decorators or the first statement switch a block off
// whatever the machine.
func (f *file) skipped(b block) bool {
	for n := b.first; n < b.line; n++ {
		name := ""
		for _, t := range f.tokens[f.lines[n].from+1 : f.lines[n].to] {
			if t.text == "(" {
				break
			}
			name += t.text
		}
		switch name[strings.LastIndexByte(name, '.')+1:] {
		case "skip", "expectedFailure", "xfail":
			return true
		}
	}
	for n := b.line + 1; n <= b.last; n++ {
		l := f.lines[n]
		if l.to == l.from+1 && strings.ContainsAny(f.tokens[l.from].text[:1], "\"'") {
			continue // what it says of itself
		}
		words := ""
		for _, t := range f.tokens[l.from:min(l.from+4, l.to)] {
			words += t.text
		}
		return strings.HasPrefix(words, "pytest.skip(") || strings.HasPrefix(words, "self.skipTest(") || strings.HasPrefix(words, "raiseunittest.SkipTest") || strings.HasPrefix(words, "raiseSkipTest")
	}
	return false
}

// rows are how many elements the longest list has that a test goes through.
func (f *file) rows(b block) int {
	lists := map[string]int{}
	for n, l := range f.lines {
		inside := n > b.line && n <= b.last
		if (inside || l.indent == 0) && f.is(l.from+1, "=") && f.opens(l.from+2) {
			lists[f.tokens[l.from].text] = f.elements(l.from + 2)
		}
	}
	most := 0
	for n := b.line + 1; n <= b.last; n++ {
		l := f.lines[n]
		if !f.is(l.from, "for") {
			continue
		}
		for i := l.from; i+1 < l.to; i++ {
			if f.is(i, "in") && f.opens(i+1) {
				most = max(most, f.elements(i+1))
			} else if f.is(i, "in") {
				most = max(most, lists[f.tokens[i+1].text])
			}
		}
	}
	return most
}

func (f *file) opens(i int) bool { return f.is(i, "[") || f.is(i, "(") || f.is(i, "{") }

// elements are how many stand between a bracket and its end.
func (f *file) elements(i int) int {
	end := f.ends[i]
	n, some := 0, false
	for j := i + 1; j < end; j++ {
		switch {
		case f.opens(j):
			j, some = f.ends[j], true
		case f.is(j, ","):
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
	return n
}
