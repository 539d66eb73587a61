package rust

import (
	"bytes"
	"slices"
	"strings"

	"kei/runtime/source"
)

// A span is a part of a file, in bytes.
type span struct{ from, to int }

// TestText is what of a file is there for tests alone: items that are marked as
// tests or compiled with tests only, outside of any other item.
func TestText(text []byte) []byte {
	var b bytes.Buffer
	for _, s := range testItems(text) {
		b.Write(text[s.from:s.to])
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// WithTests is the work's file with main's tests in the place of its own.
func WithTests(work, main []byte) []byte {
	var b bytes.Buffer
	at := 0
	for _, s := range testItems(work) {
		b.Write(work[at:s.from])
		at = s.to
	}
	b.Write(work[at:])
	b.WriteByte('\n')
	b.Write(TestText(main))
	return b.Bytes()
}

// TestModules are the modules in files of their own that a file declares for tests
// alone.
func TestModules(text []byte) []string {
	var names []string
	for _, s := range testItems(text) {
		if src, err := ReadTests(text[s.from:s.to]); err == nil {
			for name := range src.Mods {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// testItems are the outermost items for tests alone, each with its marks.
func testItems(text []byte) []span {
	f, err := read(text, source.LineStarts(text))
	if err != nil {
		return nil
	}
	var list []span
	from, marked := -1, false
	for i := 0; i < len(f.tokens); i++ {
		t := f.tokens[i]
		switch {
		case t.is("#") && i+1 < len(f.tokens) && f.tokens[i+1].is("["):
			end := int(f.ends[i+1])
			if from < 0 {
				from = int(t.at)
			}
			marked = marked || isTestMark(f.tokens[i+2:end])
			i = end
		case t.is("#") && i+2 < len(f.tokens) && f.tokens[i+1].is("!") && f.tokens[i+2].is("["):
			i = int(f.ends[i+2])
		default:
			if from < 0 {
				from = int(t.at)
			}
			end := f.itemEnd(i)
			if marked {
				list = append(list, span{from, int(f.tokens[end].at) + len(f.tokens[end].text)})
			}
			i, from, marked = end, -1, false
		}
	}
	return list
}

// itemEnd is the last token of the item that goes on at i.
func (f *file) itemEnd(i int) int {
	for ; i < len(f.tokens); i++ {
		switch t := f.tokens[i]; {
		case t.is("(") || t.is("["):
			i = int(f.ends[i])
		case t.is("{"):
			return int(f.ends[i])
		case t.is(";"):
			return i
		}
	}
	return len(f.tokens) - 1
}

// isTestMark reports whether an attribute makes an item one for tests alone.
func isTestMark(t []token) bool {
	for _, a := range attributes(t) {
		last := a.path[strings.LastIndexByte(a.path, ':')+1:]
		if a.path == "cfg" && slices.ContainsFunc(a.args, func(t token) bool { return t.word("test") }) && !slices.ContainsFunc(a.args, func(t token) bool { return t.word("not") && len(a.args) < 6 }) {
			return true
		}
		if a.path != "cfg" && (strings.Contains(last, "test") || last == "case" || last == "quickcheck") {
			return true
		}
	}
	return false
}
