package verify

import (
	"fmt"
	"strings"
	"testing"
)

// long is a body of n lines.
func long(n int) string { return strings.Repeat("    let _x = 1;\n", n) }

func TestRustFunctions(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      string // name:lines of each
	}{
		{"one line", "fn a() {}\n", "a:1"},
		{"several", "fn a() {\n}\n\npub fn b() -> u8 {\n    1\n}\n", "a:2 b:3"},
		{"signature of several lines", "pub fn a<T>(\n    x: T,\n) -> T\nwhere\n    T: Clone,\n{\n    x\n}\n", "a:8"},
		{"brace on the next line", "fn a()\n{\n}\n", "a:3"},
		{"visibility and qualifiers", "pub(crate) const unsafe extern \"C\" fn a() {\n}\npub(in crate::x) async fn b() {\n}\n", "a:2 b:2"},
		{"brace in a string", "fn a() {\n    let s = \"}\";\n}\n", "a:3"},
		{"open brace in a string", "fn a() {\n    let s = \"{\";\n}\nfn b() {}\n", "a:3 b:1"},
		{"raw string", "fn a() {\n    let s = r#\"}\"}\"#;\n    let t = br##\"}\"#\"##;\n}\n", "a:4"},
		{"string of several lines with an escape", "fn a() {\n    let s = \"}\\\"\n}\";\n}\n", "a:4"},
		{"character", "fn a() {\n    let c = '}';\n    let d = '\\'';\n    let e = b'}';\n    let q = '\"';\n}\n", "a:6"},
		{"lifetime", "fn a<'a>(x: &'a str) -> &'a str {\n    x\n}\n", "a:3"},
		{"label", "fn a() {\n    'outer: loop { break 'outer; }\n}\n", "a:3"},
		{"comments", "fn a() {\n    // }\n    /* } /* } */ } */\n}\n// fn b() {\n", "a:4"},
		{"nested", "fn a() {\n    fn b() {\n    }\n}\n", "a:4 b:2"},
		{"in an impl and a module", "mod m {\n  impl<T> A for B<T> {\n    fn a(&self) {\n    }\n  }\n}\n", "a:2"},
		{"declaration", "trait A {\n    fn a(&self);\n    fn b(&self) {\n    }\n}\n", "b:2"},
		{"pointer to a function", "type A = fn(u8) -> u8;\nstruct S { f: extern \"C\" fn() }\nfn b(f: fn() -> u8) {\n}\n", "b:2"},
		{"constant in braces", "fn a() -> Foo<{ 1 + 1 }> {\n}\nfn b<const N: usize>() -> [u8; { N }]\n{\n}\n", "a:2 b:3"},
		{"arrow is no bracket", "fn a() -> Box<dyn Fn() -> u8> {\n}\n", "a:2"},
		{"trailing comma before the brace", "fn a<T>() where T: Clone, {\n}\n", "a:2"},
		{"raw name", "fn r#fn() {\n}\n", "r#fn:2"},
		{"macro", "macro_rules! m { ($n:ident) => { fn $n() {\n} }; }\n", "$n:2"},
		{"carriage returns", "fn a() {\r\n}\r\n", "a:2"},
		{"attribute and script line", "#!/usr/bin/env run\n#![allow(x)]\nfn a() {}\n", "a:1"},
		{"inner attribute first", "#![allow(x)]\nfn a() {}\n", "a:1"},
		{"C string", "fn a() {\n    let c = c\"}\";\n}\n", "a:3"},
		{"number with a suffix", "fn a() {\n    let r = 0..10u8;\n    let s = 1.0e5;\n}\n", "a:4"},
		{"not closed", "fn a() {\n", "error"},
		{"closed too often", "fn a() {}}\n", "error"},
		{"string not closed", "fn a() { \"\n", "error"},
	} {
		list, err := rustFunctions([]byte(tt.src))
		if (err != nil) != (tt.want == "error") {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, f := range list {
			got = append(got, fmt.Sprintf("%s:%d", f.name, f.lines))
		}
		if err == nil && strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

func TestSizeLimit(t *testing.T) {
	limit := &SizeLimit{Files: globList("**/*.rs", "**/*.go"), FileLines: 200, FunctionLines: 30}
	rust := func(n int) string { return "fn f() {\n" + long(n-2) + "}\n" }
	golang := func(n int) string {
		return "package p\n\nfunc (s *S[T]) f() {\n" + strings.Repeat("\t_ = 1\n", n-2) + "}\n"
	}
	for _, tt := range []struct {
		name, file, before, now string
		want                    string // in the violation, "" for none
	}{
		{"30 lines", "a.rs", "", rust(30), ""},
		{"31 lines", "a.rs", "", rust(31), "a.rs:1: function f: 31 lines > 30"},
		{"200 lines", "a.rs", "", strings.Repeat("//\n", 200), ""},
		{"201 lines", "a.rs", "", strings.Repeat("//\n", 201), "a.rs: 201 lines > 200"},
		{"200 and one without an end", "a.rs", "", strings.Repeat("//\n", 200) + "//", "201 lines"},
		{"as long as it was", "a.rs", strings.Repeat("//\n", 300), strings.Repeat("//x\n", 300), ""},
		{"longer than it was", "a.rs", strings.Repeat("//\n", 300), strings.Repeat("//\n", 301), "301 lines > 200 (it had 300)"},
		{"a function as long as it was", "a.rs", rust(50), rust(50) + "//\n", ""},
		{"a function longer than it was", "a.rs", rust(50), rust(51), "51 lines > 30 (it had 50)"},
		{"Go, 30 lines", "a.go", "", golang(30), ""},
		{"Go, 31 lines", "a.go", "", golang(31), "a.go:3: function S.f: 31 lines > 30"},
		{"Go, a literal outside", "a.go", "", "package p\n\nvar f = func() {\n" + strings.Repeat("\t_ = 1\n", 30) + "}\n", "function literal: 32 lines"},
		{"Go, with a line comment", "a.go", "", "package p\n\nfunc f() {\n" + strings.Repeat("\t_ = 1\n", 30) + "//line x.go:3\n}\n", "function f: 33 lines"},
		{"Go that is none", "a.go", "", "package", "cannot be measured"},
		{"capitals", "a.RS", "", rust(31), "31 lines"},
		{"no text", "a.rs", "", "fn f() {}\xff", "is no text"},
		{"another language", "a.py", "", rust(31), ""},
	} {
		var v Violations
		if limit.about(tt.file) {
			limit.file(&v, tt.file, []byte(tt.before), []byte(tt.now))
		}
		if got := v.Error(); (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Only what the agent changed is measured.
func TestSizeOfTheDiff(t *testing.T) {
	f := start(t, map[string]string{"old.rs": "fn f() {\n" + long(100) + "}\n"})
	s := &SizeLimit{Capability: "quality::constructor-pattern", Place: Both, Files: globList("**/*.rs"), FunctionLines: 30}
	f.clean(f.verify(whitelist("**"), s))
	f.write(f.work, "new.rs", "fn f() {\n"+long(100)+"}\n")
	f.fails(f.verify(whitelist("**"), s), "new.rs:1: function f: 102 lines > 30")
}

func FuzzRust(f *testing.F) {
	f.Add("fn a<'a>() -> Foo<{1}> { r#\"}\"#; '}'; b'\\''; /* /* */ */ }")
	f.Fuzz(func(t *testing.T, src string) {
		list, err := rustFunctions([]byte(src))
		for _, fn := range list {
			if err == nil && (fn.lines < 1 || fn.lines > lines([]byte(src))) {
				t.Errorf("%+v of %d lines", fn, lines([]byte(src)))
			}
		}
	})
}
