package javascript

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"kei/runtime/source"
)

var testName = regexp.MustCompile(`(^test\.|^test-|[._-](test|spec)\.)[cm]?[jt]sx?$`)

// IsTestFile reports whether node's runner, vitest, jest or mocha look for tests in
// a file, by its name and folder.
func IsTestFile(file string) bool {
	if !slices.Contains(extensions, path.Ext(file)) || strings.HasSuffix(file, ".d.ts") {
		return false
	}
	if testName.MatchString(path.Base(file)) {
		return true
	}
	for _, dir := range strings.Split(path.Dir(file), "/") {
		if dir == "test" || dir == "__tests__" {
			return true
		}
	}
	return false
}

// Tests are the calls of a file that declare tests. Those that are marked as
// skipped or to be written, stand in a group that is, or beside others that alone
// are to run, are off.
func Tests(text []byte) []source.Test {
	f, err := read(text, source.LineStarts(text))
	if err != nil {
		return nil
	}
	var list []source.Test
	var only []bool
	offUntil, onlyUntil := -1, -1
	for i, t := range f.tokens {
		if t.kind != wordToken || f.is(i-1, ".") && !f.word(i-2, "t") && !f.word(i-2, "ctx") || f.word(i-1, "function") {
			continue
		}
		group := slices.Contains(groupWords, t.text)
		if !group && !slices.Contains(testWords, t.text) {
			continue
		}
		c := f.call(i)
		if c.open < 0 || len(c.args) == 0 {
			continue
		}
		off := i <= offUntil || c.off || t.text[0] == 'x'
		one := i <= onlyUntil || c.only || t.text[0] == 'f' && t.text != "for"
		end := f.ends[c.open]
		if group {
			if off {
				offUntil = max(offUntil, end)
			}
			if one {
				onlyUntil = max(onlyUntil, end)
			}
			continue
		}
		list = append(list, source.Test{Name: c.name, Line: f.line(i), End: f.line(end), Off: off, Rows: f.rows(c.open, end)})
		only = append(only, one)
	}
	if slices.Contains(only, true) {
		for i := range list {
			list[i].Off = list[i].Off || !only[i]
		}
	}
	return list
}

var testWords = []string{"test", "it", "specify", "xit", "xtest", "xspecify", "fit"}

// A call is one that declares a test or a group.
type call struct {
	open      int // its bracket, -1 if it is none
	name      string
	off, only bool
	args      [][2]int // tokens of each argument
}

// call reads test.only.each(table)(name, options, function).
func (f *file) call(i int) call {
	c := call{open: -1}
	j := i + 1
	for f.is(j, ".") && j+1 < len(f.tokens) {
		switch f.tokens[j+1].text {
		case "skip", "todo", "fails", "failing", "skipIf", "runIf":
			c.off = c.off || f.tokens[j+1].text == "skip" || f.tokens[j+1].text == "todo"
		case "only":
			c.only = true
		case "each", "for", "concurrent", "sequential", "serial":
		default:
			return c
		}
		j += 2
	}
	if !f.is(j, "(") && !(j < len(f.tokens) && f.tokens[j].kind == valueToken) {
		return c
	}
	if f.is(j, "(") && f.is(f.ends[j]+1, "(") {
		j = f.ends[j] + 1
	}
	if !f.is(j, "(") && f.is(j+1, "(") { // each`table`(name, function)
		j++
	}
	if !f.is(j, "(") {
		return c
	}
	c.open, c.args = j, f.arguments(j)
	if len(c.args) == 0 {
		return c
	}
	first := f.tokens[c.args[0][0]]
	c.name = strings.Trim(first.text, "\"'`")
	if first.kind != valueToken || c.args[0][1] > c.args[0][0]+1 {
		c.name = "?" // worked out when it runs
	}
	for _, a := range c.args[1:] {
		if f.is(a[0], "{") {
			for k := a[0] + 1; k < f.ends[a[0]]; k++ {
				on := f.is(k+1, ":") && !f.word(k+2, "false") && !f.word(k+2, "undefined")
				c.off = c.off || on && (f.word(k, "skip") || f.word(k, "todo"))
				c.only = c.only || on && f.word(k, "only")
			}
		}
	}
	return c
}

// arguments are the tokens between a bracket's commas.
func (f *file) arguments(open int) (list [][2]int) {
	from := open + 1
	end := f.ends[open]
	for j := open + 1; j < end; j++ {
		switch {
		case f.is(j, "(") || f.is(j, "[") || f.is(j, "{"):
			j = f.ends[j]
		case f.is(j, ","):
			if j > from {
				list = append(list, [2]int{from, j})
			}
			from = j + 1
		}
	}
	if end > from {
		list = append(list, [2]int{from, end})
	}
	return list
}

// rows are how many elements the longest list has that a test goes through.
func (f *file) rows(open, end int) int {
	lists := map[string]int{}
	most := 0
	for i := 0; i < end; i++ {
		if f.is(i, "=") && f.is(i+1, "[") && i > 0 {
			lists[f.tokens[i-1].text] = len(f.arguments(i + 1))
		}
		if i < open {
			continue
		}
		switch {
		case f.word(i, "of") && f.is(i+1, "["):
			most = max(most, len(f.arguments(i+1)))
		case f.word(i, "of") && i+1 < end:
			most = max(most, lists[f.tokens[i+1].text])
		case f.word(i, "forEach") && f.is(i-1, ".") && i > 1:
			if f.is(i-2, "]") {
				most = max(most, len(f.arguments(f.begins[i-2])))
			} else {
				most = max(most, lists[f.tokens[i-2].text])
			}
		}
	}
	return most
}
