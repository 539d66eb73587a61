package verify

import (
	"path"
	"slices"
	"strings"

	"kei/runtime/source"
	"kei/runtime/source/rust"
)

// An alteredFile is one with tests that main has, and that are not as they were.
type alteredFile struct {
	path  string
	tests []alteredTest
	run   bool // main's version of it is worth running
}

// An alteredTest is one of main's that is gone or asks for something else.
type alteredTest struct {
	source.Test
	gone  bool
	how   string
	lines []string // of main's that are gone, and of the work's that are new
}

// alteredTests compares main's tests in the files that changed with the work's. A
// test that stands elsewhere or has another name now, and is the same otherwise, is
// as it was.
func (r *Run) alteredTests() (list []alteredFile, err error) {
	elsewhere := map[string]int{} // tests of the work by what is in them
	named := map[string][]string{}
	type version struct {
		text  []byte
		tests []source.Test
	}
	was, is := map[string]version{}, map[string]version{}
	for _, c := range r.Changes {
		for _, side := range []struct {
			entry Entry
			read  func(string) ([]byte, error)
			into  map[string]version
		}{{c.Old, r.Old, was}, {c.New, r.New, is}} {
			if !side.entry.Regular() || !holdsTests(c.Path) {
				continue
			}
			text, err := side.read(c.Path)
			if err != nil {
				return nil, err
			}
			side.into[c.Path] = version{text, testsOf(c.Path, text)}
		}
		for _, one := range is[c.Path].tests {
			if !one.Off {
				elsewhere[unnamed(one, is[c.Path].text)]++
				named[one.Name] = one.Body(is[c.Path].text)
			}
		}
	}
	for _, c := range r.Changes {
		old, ok := was[c.Path]
		if !ok {
			continue
		}
		f := alteredFile{path: c.Path, run: lessFor(c.Path, old.text, is[c.Path].text)}
		moved := 0
		for _, one := range old.tests {
			switch key := unnamed(one, old.text); {
			case one.Off:
			case elsewhere[key] > 0:
				elsewhere[key]--
				moved++
			default:
				body, there := named[one.Name]
				f.tests = append(f.tests, alteration(one, one.Body(old.text), body, there))
			}
		}
		if is[c.Path].text == nil && moved == len(old.tests) {
			f.run = false // the file has moved
		}
		f.tests = slices.DeleteFunc(f.tests, func(a alteredTest) bool { return a.how == "" })
		if f.run || len(f.tests) > 0 {
			f.run = f.run || len(f.tests) > 0
			list = append(list, f)
		}
	}
	return list, nil
}

// unnamed is what a test is without its name.
func unnamed(one source.Test, text []byte) string {
	body := one.Body(text)
	for i, line := range body {
		body[i] = strings.ReplaceAll(line, one.Name, "_")
	}
	return path.Ext(one.Name) + strings.Join(slices.DeleteFunc(body, func(l string) bool { return l == "" }), "\n")
}

// alteration says how a test is not as it was; how is "" where what changed asks
// for nothing.
func alteration(one source.Test, was, is []string, there bool) alteredTest {
	a := alteredTest{Test: one}
	if !there {
		a.gone, a.how = true, "a test that main has is gone"
		return a
	}
	gone, came := missingLines(was, is), missingLines(is, was)
	asks := 0
	for _, l := range gone {
		if asserts(l) {
			asks++
		}
		a.lines = append(a.lines, "- "+logged(l))
	}
	for _, l := range came {
		if escapes(l) {
			asks++
		}
		a.lines = append(a.lines, "+ "+logged(l))
	}
	if asks > 0 {
		a.how = "a test that main has asks for something else"
	}
	return a
}

// missingLines are those of the first that the second has not.
func missingLines(of, in []string) (list []string) {
	have := map[string]int{}
	for _, l := range in {
		have[l]++
	}
	for _, l := range of {
		if have[l]--; have[l] < 0 && l != "" && l != "{" && l != "}" {
			list = append(list, l)
		}
	}
	return list
}

// asserts reports whether a line looks like one that a test judges by.
func asserts(line string) bool {
	return slices.ContainsFunc(judging, func(w string) bool { return strings.Contains(line, w) })
}

var judging = []string{
	"assert", "expect", "should", "require", "raises", "Fatal", "Error", "Fail", "panic", "==", "!=", "===", "<", ">",
	"Equal", "equal", "Output:", "toBe", "want", "{", "[", // a row of a table
}

// escapes reports whether a line lets a test end before it has judged.
func escapes(line string) bool {
	return slices.ContainsFunc(ending, func(w string) bool { return strings.Contains(line, w) })
}

var ending = []string{"return", "Skip", "skip", "ignore", "should_panic", "exit", "xfail", "expectedFailure", "todo", "only", "macro_rules", "recover", "except", "catch"}

// lessFor reports whether a file with tests is worth running as main has it: some
// of what is there for tests is gone or other than it was, or a way out of a test
// was put in.
func lessFor(file string, was, is []byte) bool {
	if slices.ContainsFunc(fileLanguages, func(l *fileLanguage) bool { return l.IsTest(file) }) {
		return true // there any line can take the place of an assertion, and a run costs little
	}
	if strings.HasSuffix(file, ".rs") && !rustTestFile(file) {
		was, is = rust.TestText(was), rust.TestText(is)
	}
	lines := func(text []byte) (list []string) {
		for l := range strings.Lines(string(text)) {
			list = append(list, strings.Join(strings.Fields(l), " "))
		}
		return list
	}
	a, b := lines(was), lines(is)
	return len(missingLines(a, b)) > 0 || slices.ContainsFunc(missingLines(b, a), escapes)
}

// holdsTests reports whether a file can hold tests or what they go by.
func holdsTests(file string) bool {
	return strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, ".rs") || fixtureOf(file) != "" ||
		slices.ContainsFunc(fileLanguages, func(l *fileLanguage) bool { return l.IsTest(file) })
}

// fixtureOf is the folder whose tests go by a file of testdata, "" if it is none.
func fixtureOf(file string) string {
	if i := strings.Index("/"+file, "/testdata/"); i >= 0 && !strings.HasSuffix(file, ".go") {
		return path.Clean("./" + file[:max(i-1, 0)])
	}
	return ""
}

// rustTestFile reports whether all of a file is tests, by where it stands.
func rustTestFile(file string) bool {
	return strings.HasPrefix(file, "tests/") || strings.Contains(file, "/tests/")
}
