package rust

import (
	"path"
	"runtime"
	"slices"
	"strings"

	"kei/runtime/source"
)

// Tests are what a Rust file says about tests.
type Tests struct {
	List   []source.Test   // the functions that are tests here; those that are ignored are off
	Words  map[string]bool // what the names of tests can come from: marked functions, and all that macros are given
	Mods   map[string]bool // the modules in files of their own
	NoMain bool
}

// ReadTests reads a file. What a condition switches off for certain is left out; one
// that cannot be told from here is taken to hold.
func ReadTests(text []byte) (*Tests, error) {
	f, err := read(text, source.LineStarts(text))
	if err != nil {
		return nil, err
	}
	s := &scan{file: f, Tests: Tests{Words: map[string]bool{}, Mods: map[string]bool{}}}
	s.items(0, len(f.tokens), true)
	return &s.Tests, nil
}

type scan struct {
	*file
	Tests
}

// items reads the items between two tokens. On says whether they are compiled.
func (s *scan) items(i, end int, on bool) {
	var marks []attr
	for i < end {
		t := s.tokens[i]
		switch {
		case t.is("#"):
			inner := s.is(i+1, "!")
			if inner {
				i++
			}
			if !s.is(i+1, "[") {
				i++
				continue
			}
			list := attributes(s.tokens[i+2 : s.end(i+1)])
			for n := range list {
				list[n].at = i
			}
			if inner {
				on = on && conditions(list)
				s.NoMain = s.NoMain || slices.ContainsFunc(s.tokens[i+2:s.end(i+1)], func(t token) bool { return t.text == "no_main" })
			} else {
				marks = append(marks, list...)
			}
			i = s.end(i+1) + 1
			continue
		case t.kind == wordToken && t.text == "fn":
			i = s.function(i, marks, on)
		case t.kind == wordToken && t.text == "mod" && s.is(i+2, ";"):
			s.module(s.tokens[i+1].text, marks, on)
			i += 3
		case t.kind == wordToken && t.text == "mod" && s.is(i+2, "{"):
			s.items(i+3, s.end(i+2), on && conditions(marks))
			i = s.end(i+2) + 1
		case t.kind == wordToken && s.is(i+1, "!"):
			i = s.macro(i+2, on && conditions(marks))
		case t.is("(") || t.is("["):
			i = s.end(i) + 1
			continue
		case t.is("{"):
			i = s.end(i) + 1
		case t.is(";"):
			i++
		default:
			i++
			continue
		}
		marks = nil
	}
}

// end is the bracket that closes the one at i.
func (s *scan) end(i int) int { return int(s.ends[i]) }

func (s *scan) is(i int, mark string) bool { return i < len(s.tokens) && s.tokens[i].is(mark) }

// module takes a module in a file of its own, which may have another name.
func (s *scan) module(name string, marks []attr, on bool) {
	if !on || !conditions(marks) {
		return
	}
	s.Mods[strings.TrimPrefix(name, "r#")] = true
	for _, a := range marks {
		if a.path == "path" {
			s.Mods[stem(strings.Trim(a.value, `"`))] = true
		}
	}
}

// function takes a function and returns what comes after it.
func (s *scan) function(i int, marks []attr, on bool) int {
	name, next := s.fnName(i + 1)
	cases, tests, ignored := 0, false, false
	for _, a := range marks {
		switch last := a.path[strings.LastIndexByte(a.path, ':')+1:]; {
		case last == "ignore":
			ignored = true
		case last == "case" || last == "test_case":
			cases, tests = cases+1, true
		case last == "quickcheck" || strings.Contains(last, "test"):
			tests = true
		}
	}
	if name != "" && len(marks) > 0 {
		s.Words[name] = true
	}
	body := s.body(next)
	last := max(next, i+1) - 1
	if body >= 0 {
		last = s.end(body)
	}
	if tests && on && conditions(marks) && name != "" && name[0] != '$' {
		one := source.Test{Name: name, Line: s.line(i), End: s.line(min(last, len(s.tokens)-1)), Off: ignored, Rows: max(cases, s.rows(body, last))}
		if len(marks) > 0 {
			one.Line = min(one.Line, s.line(marks[0].at))
		}
		s.List = append(s.List, one)
	}
	return last + 1
}

// rows are how many elements the longest list has in a body that goes through one.
func (s *scan) rows(body, end int) int {
	if body < 0 || !slices.ContainsFunc(s.tokens[body:end], func(t token) bool { return t.word("for") || t.word("for_each") }) {
		return 0
	}
	most := 0
	for i := body + 1; i < end; i++ {
		t, before := s.tokens[i], s.tokens[i-1]
		if t.is("[") && before.kind == markToken && !before.is("#") && !before.is(")") && !before.is("]") {
			most = max(most, len(arguments(s.tokens[i+1:s.end(i)])))
		}
	}
	return most
}

// macro takes what a macro is given, from behind the exclamation mark on: it may
// be tests as they are written elsewhere, or names that tests are made of.
func (s *scan) macro(i int, on bool) int {
	if i < len(s.tokens) && s.tokens[i].kind == wordToken {
		i++ // the name of a macro that is declared
	}
	if !s.is(i, "{") && !s.is(i, "(") && !s.is(i, "[") {
		return i
	}
	for _, t := range s.tokens[i+1 : s.end(i)] {
		if t.kind == wordToken {
			s.Words[t.text] = true
		}
	}
	s.items(i+1, s.end(i), on)
	return s.end(i) + 1
}

// A attr is one attribute: its path, and what is in its brackets or behind
// its equals sign.
type attr struct {
	path  string
	args  []token
	value string
	at    int // where it begins
}

// attributes are those that an attribute comes to: a conditional one stands for
// several, or none.
func attributes(tokens []token) []attr {
	var a attr
	for i, t := range tokens {
		if t.kind != wordToken && !t.is(":") {
			if t.is("(") {
				a.args = tokens[i+1 : len(tokens)-1]
			}
			if t.is("=") && i+1 < len(tokens) {
				a.value = tokens[i+1].text
			}
			break
		}
		if t.text == "unsafe" {
			continue
		}
		a.path += t.text
	}
	if a.path != "cfg_attr" {
		return []attr{a}
	}
	parts := arguments(a.args)
	if len(parts) == 0 || condition(parts[0]) == no {
		return nil
	}
	var list []attr
	for _, p := range parts[1:] {
		for _, a := range attributes(p) {
			if condition(parts[0]) == yes || a.path != "ignore" { // what is ignored perhaps is asked of the harness
				list = append(list, a)
			}
		}
	}
	return list
}

// arguments splits at the commas that are in no brackets.
func arguments(tokens []token) [][]token {
	var list [][]token
	depth, from := 0, 0
	for i, t := range tokens {
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
		case t.is(",") && depth == 0:
			list, from = append(list, tokens[from:i]), i+1
		}
	}
	if from < len(tokens) {
		list = append(list, tokens[from:])
	}
	return list
}

// conditions reports whether all cfg attributes may hold.
func conditions(list []attr) bool {
	return !slices.ContainsFunc(list, func(a attr) bool { return a.path == "cfg" && condition(a.args) == no })
}

// An answer is what can be said of a condition from here.
type answer int

const (
	no answer = iota
	perhaps
	yes
)

// condition is what a cfg comes to where tests are compiled for this machine. Of
// features, and of keys that are not in the table, only the compiler knows.
func condition(t []token) answer {
	if len(t) == 0 {
		return no
	}
	if len(t) > 2 && t[1].is("(") {
		parts := arguments(t[2 : len(t)-1])
		switch t[0].text {
		case "all":
			all := yes
			for _, p := range parts {
				all = min(all, condition(p))
			}
			return all
		case "any":
			some := no
			for _, p := range parts {
				some = max(some, condition(p))
			}
			return some
		case "not":
			if len(parts) == 1 {
				return yes - condition(parts[0])
			}
		}
		return no
	}
	if len(t) == 3 && t[1].is("=") {
		values, known := cfgs[t[0].text]
		switch {
		case slices.Contains(values, strings.Trim(t[2].text, `"`)):
			return yes
		case known:
			return no
		}
		return perhaps
	}
	switch {
	case len(t) != 1:
		return no
	case slices.Contains(cfgs[""], t[0].text):
		return yes
	case slices.Contains(others, t[0].text):
		return no
	}
	return perhaps
}

// others are names that are not set here.
var others = []string{"false", "doc", "doctest", "miri", "loom", "fuzzing", "proc_macro", "windows", "unix"}

// cfgs are what rustc sets for the tests on this machine, by key.
var cfgs = func() map[string][]string {
	arch := map[string]string{"amd64": "x86_64", "arm64": "aarch64", "386": "x86"}
	system := map[string]string{"darwin": "macos"}
	pick := func(m map[string]string, s string) string {
		if t, ok := m[s]; ok {
			return t
		}
		return s
	}
	family := "unix"
	if runtime.GOOS == "windows" {
		family = "windows"
	}
	return map[string][]string{
		"": {"test", "debug_assertions", "panic", family, "true"}, "target_family": {family}, "panic": {"unwind"},
		"target_os": {pick(system, runtime.GOOS)}, "target_arch": {pick(arch, runtime.GOARCH)},
		"target_pointer_width": {"64"}, "target_endian": {"little"}, "target_has_atomic": {"8", "16", "32", "64", "ptr"},
	}
}()

// stem is the name of a file without folder and ending.
func stem(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }
