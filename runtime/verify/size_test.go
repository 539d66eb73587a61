package verify

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/source"
	"kei/runtime/source/rust"
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
		{"in an impl and a module", "mod m {\n  impl<T> A for B<T> {\n    fn a(&self) {\n    }\n  }\n}\n", "m::B::a:2"},
		{"declaration", "trait A {\n    fn a(&self);\n    fn b(&self) {\n    }\n}\n", "A::b:2"},
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
		{"types of impls", "impl A {\n fn a() {}\n}\nimpl<T: Fn() -> u8> x::B<T> for y::C<'a, Vec<D>> where T: E {\n fn b() {}\n}\nunsafe impl !F for &mut G {\n fn c() {}\n}\nimpl dyn H {\n fn d() {}\n}\nimpl<T> I for (T,) {\n fn e() {}\n}\n", "A::a:1 C::b:1 G::c:1 H::d:1 ?::e:1"},
		{"impl as a type", "fn a() -> impl Fn(u8) -> u8 {\n}\nfn b(x: impl A) {\n}\nfn c() {}\n", "a:2 b:2 c:1"},
		{"letters of all kinds", "fn Ⅷ() {\n}\nfn ℘a() {\n}\nfn ゛a() {\n}\nfn 𝒳() {\n}\nfn a·b() {\n}\n", "Ⅷ:2 ℘a:2 ゛a:2 𝒳:2 a·b:2"},
		{"spaces of all kinds", "fn\u2028a()\u0085{\u200e}\f", "a:3"},
		{"an attribute and no script line", "#!/**/[doc = \"\n\"]\nfn a() {\n}\n// \"\n", "a:2"},
		{"such an attribute further down", "#! // x\n /* [ */\n[doc = \"\n\"]\nfn a() {\n}\n// \"\n", "a:2"},
		{"a script line with a comment that documents", "#!/** x */[doc = \"\nfn a() {\n}\n", "a:2"},
		{"a script line after a mark", "\ufeff#!/bin/\"x\nfn a() {\n}\n", "a:2"},
		{"closure of a static", "static A: fn() = || {\n    f();\n};\n", "closure:3"},
		{"closure of a constant, with a type", "const A: fn(u8) -> u8 = |x: u8| -> u8 {\n    x\n};\n", "closure:3"},
		{"closure that moves, in a call", "static A: L = L::new(move |a, (b, c)| {\n    a\n});\n", "closure:3"},
		{"closure without braces of its own", "static A: F = |x| match x {\n    1 => 2,\n    _ => 3,\n};\n", "closure:4"},
		{"closure of a table", "static A: L = L::new(|| M::from([\n    (1, 2),\n    (3, 4),\n]));\n", ""},
		{"or is no closure", "const A: u8 = B | C | {\n    1\n};\nconst D: bool = x() || {\n  true\n};\n", ""},
		{"table", "static A: [B; 2] = [\n    B { a: 1, b: { 2 } },\n    B { a: 3, b: 4 },\n];\n", ""},
		{"block of a constant", "const A: u8 = {\n    let a = 1;\n    a\n};\n", "block:4"},
		{"checks of a constant", "const _: () = {\n    assert!(A < B);\n    assert!(B < C);\n};\n", "block:4"},
		{"impls of a constant", "const _: () = {\n    #[x]\n    impl A for B {\n        fn a() {}\n    }\n    extern crate c as _c;\n};\n", "B::a:1"},
		{"body that is handed to a macro", "m!(fn, big, {\n    let _ = 1;\n});\n", "block:3"},
		{"such a body of calls", "m!(fn, big, {\n    f(1);\n    g(2);\n});\n", "block:4"},
		{"such a body in other brackets", "m![fn big (\n    let _ = 1;\n)];\n", "block:3"},
		{"such a body that looks like an impl", "m! { fn big; impl A {\n    f(1);\n} }\n", "block:3"},
		{"such a body after a function's name", "m!(fn a, fn, b, {\n    f(1);\n});\n", "a:3"},
		{"macro of declarations", "thread_local! {\n    static A: u8 = 1;\n    pub static B: C = C { a: 1 };\n}\nbitflags! {\n    struct A: u8 {\n        const B = 1;\n        const C = 2;\n    }\n}\nlibc_bitflags! {\n    pub struct D: E {\n        #[cfg(x)]\n        F;\n        G as E;\n    }\n}\n", ""},
		{"macro of choices", "cfg_if! {\n    if #[cfg(unix)] {\n        mod a;\n        pub use a::b;\n        check!(c);\n    } else {\n        #[path = \"c.rs\"]\n        mod c;\n    }\n}\n", ""},
		{"macro with a language of its own", "tests! {\n    a: f(1);\n    b: f(2);\n}\n", ""},
		{"module of macros", "mod a {\n    case!(a, b);\n    case!(c, d);\n}\n", ""},
		{"declarations of C", "extern \"C\" {\n    #[x(y)]\n    fn a(b: u8);\n    pub static C: u8;\n}\n", ""},
		{"macro that writes impls", "macro_rules! m {\n    ($($t:ty),*) => {\n        $(#[x] impl A for $t {\n            fn a() {\n            }\n        })*\n    };\n}\n", "t::a:2"},
		{"not closed", "fn a() {\n", "error"},
		{"closed too often", "fn a() {}}\n", "error"},
		{"string not closed", "fn a() { \"\n", "error"},
	} {
		list, _, err := rust.Language{}.Measure([]byte(tt.src), source.LineStarts([]byte(tt.src)))
		if (err != nil) != (tt.want == "error") {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, f := range list {
			got = append(got, fmt.Sprintf("%s:%d", f.Name, f.Lines))
		}
		if err == nil && strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

func TestSizeLimit(t *testing.T) {
	limit := &measuring{SizeLimit: &SizeLimit{Files: globList("**/*.rs", "**/*.go"), FileLines: 200, FunctionLines: 30}, run: &Run{step: &StepReport{}}, gone: &departed{}}
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
		{"Go, literals outside that were there", "a.go", golang(5) + "var f = func() {\n" + strings.Repeat("\t_ = 1\n", 30) + "}\n", golang(5) + "var f = func() {\n" + strings.Repeat("\t_ = 2\n", 30) + "}\n", ""},
		{"Go, one more literal outside", "a.go", "package p\nvar f = func() {\n" + strings.Repeat("\t_ = 1\n", 40) + "}\n", "package p\n" + strings.Repeat("var f = func() {\n"+strings.Repeat("\t_ = 1\n", 40)+"}\n", 2), "function literal: 42 lines > 30"},
		{"a second one of that name", "a.rs", "impl A {\n" + rust(50) + "}\n", "impl A {\n" + rust(50) + "}\nimpl B {\n" + rust(50) + "}\n", "function B::f: 50 lines > 30"},
		{"a second one of that type", "a.rs", "impl X for A {\n" + rust(50) + "}\n", "impl X for A {\n" + rust(50) + "}\nimpl Y for A {\n" + rust(50) + "}\n", "function A::f: 50 lines > 30"},
		{"two of a name, as they were", "a.rs", "impl X for A {\n" + rust(50) + "}\nimpl Y for A {\n" + rust(60) + "}\n", "impl Y for A {\n" + rust(60) + "}\nimpl X for A {\n" + rust(50) + "}\n", ""},
		{"two of a name, and one longer", "a.rs", "impl X for A {\n" + rust(50) + "}\nimpl Y for A {\n" + rust(60) + "}\n", "impl Y for A {\n" + rust(60) + "}\nimpl X for A {\n" + rust(51) + "}\n", "51 lines > 30 (it had 50)"},
		{"a closure of a static", "a.rs", "", "static F: fn() = || {\n" + long(40) + "};\n", "a.rs:1: function closure: 42 lines > 30"},
		{"carriage returns only", "a.rs", "", strings.Repeat("const A: u8 = 0;\r", 201), "201 lines > 200"},
		{"carriage returns and line feeds", "a.rs", "", strings.Repeat("const A: u8 = 0;\r\n", 200), ""},
		{"carriage returns in a function", "a.go", "", "package p;\rfunc f() {\r" + strings.Repeat("_ = 1;\r", 29) + "}\r", "a.go:2: function f: 31 lines > 30"},
		{"line separators", "a.rs", "", strings.Repeat("const A: u8 = 0;\u2028", 201), "201 lines > 200"},
		{"vertical tabs", "a.rs", "", strings.Repeat("const A: u8 = 0;\v", 201), "201 lines > 200"},
		{"form feeds between pages", "a.rs", "", strings.Repeat("//\n\f\n", 99), ""},
		{"functions on one line", "a.go", "", "package p;" + strings.Repeat("func F() {};", 5000), "35003 tokens on 1 line, which count as 876 lines > 200"},
		{"functions on one line, as they were", "a.go", "package p;" + strings.Repeat("func F() {};", 5000), "package q;" + strings.Repeat("func F() {};", 5000), ""},
		{"statements on one line", "a.rs", "", "fn f() {" + strings.Repeat("a();", 400) + "}\n", "1606 tokens on 1 line, which count as 41 lines > 30"},
		{"long texts on few lines", "a.go", "", "package p\n\nvar s = []string{\n" + strings.Repeat("\t`"+strings.Repeat("a b c; ", 2000)+"`,\n", 30) + "}\n", ""},
		{"a dense table", "a.rs", "", "static T: [u8; 99] = [\n" + strings.Repeat("    "+strings.Repeat("0x0, ", 19)+"\n", 190) + "];\n", ""},
		{"many of them", "a.rs", "", strings.Repeat(rust(31), 60), "a.rs: 10 more functions that are too long"},
		{"deep scopes with long names", "a.rs", "", strings.Repeat("mod a"+strings.Repeat("b", 1000)+" {", 1000) + rust(31) + strings.Repeat("fn g() {}\n", 1000) + strings.Repeat("}", 1000), "31 lines > 30"},
		{"too large", "a.rs", "", strings.Repeat(";", 5<<20), "a.rs is too large to be measured: 5242880 bytes > 4194304"},
		{"as large as it was", "a.rs", strings.Repeat(";", 5<<20), strings.Repeat(";", 5<<20), ""},
		{"control characters", "a.rs", "", "fn f\u009b2J() {\n" + long(40) + "}\n", `function f\u009b2J: 42 lines`},
		{"another language", "a.py", "", rust(31), ""},
	} {
		var v Violations
		if limit.about(tt.file) {
			f := sized{name: tt.file, ext: strings.ToLower(path.Ext(tt.file)), now: []byte(tt.now)}
			if err := limit.measure(&f, func() ([]byte, error) { return []byte(tt.before), nil }); err != nil {
				t.Error(err)
			}
			_ = limit.file(&v, &f)
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

// What a file is called says little about what it is compiled as.
func TestSizeByAnotherName(t *testing.T) {
	long := strings.Repeat("pub const A: u8 = 0;\n", 250)
	s := &SizeLimit{Capability: "quality::constructor-pattern", Place: Both, Files: globList("**/*.rs", "**/*.go"), FileLines: 200, FunctionLines: 30}
	for _, tt := range []struct {
		name  string
		files map[string]string // that the agent writes; -> is a link
		want  string            // "" for none
	}{
		{"included", map[string]string{"src/big.inc": long, "src/a.rs": "include!(\"big.inc\");\n"}, "src/big.inc: 250 lines > 200; src/a.rs includes it"},
		{"included with a path", map[string]string{"gen/big.inc": long, "src/a.rs": "std::include! { r#\"../gen/big.inc\"# }\n"}, "gen/big.inc: 250 lines"},
		{"included with escapes", map[string]string{"src/big.inc": long, "src/a.rs": "include![\"big\\u{2e}inc\"];\n"}, "src/big.inc: 250 lines"},
		{"included from the crate's folder", map[string]string{"src/big.inc": long, "src/x/a.rs": "include!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/src/\", \"big.inc\"));\n"}, "src/big.inc: 250 lines"},
		{"included by another name", map[string]string{"src/big.inc": long, "src/a.rs": "use std::include as x;\nx!(\"big.inc\");\n"}, "src/big.inc: 250 lines"},
		{"included by what is included", map[string]string{"big.inc": long, "src/b.inc": "include!(\"../big.inc\");\n", "src/a.rs": "include!(\"b.inc\");\n"}, "big.inc: 250 lines > 200; src/b.inc includes it"},
		{"included by a source of main's", map[string]string{"src/old.inc": long}, "src/old.inc: 250 lines > 200; src/old.rs includes it"},
		{"a function of it", map[string]string{"src/old.inc": "fn f() {\n" + strings.Repeat("    f();\n", 40) + "}\n"}, "src/old.inc:1: function f: 42 lines > 30; src/old.rs includes it"},
		{"a short one", map[string]string{"src/old.inc": "fn f() {}\n"}, ""},
		{"a module", map[string]string{"src/big.txt": long, "src/a.rs": "#[path = \"big.txt\"]\npub mod b;\n"}, "src/big.txt: 250 lines"},
		{"a module on a condition", map[string]string{"src/big.txt": long, "src/a.rs": "#[cfg_attr(all(), path = \"big.txt\")]\npub mod b;\n"}, "src/big.txt: 250 lines"},
		{"a module in a module", map[string]string{"src/a/m/big.txt": long, "src/a.rs": "mod m {\n    #[path = \"big.txt\"]\n    pub mod b;\n}\n"}, "src/a/m/big.txt: 250 lines"},
		{"a root of the crate", map[string]string{"src/big.txt": long, "Cargo.toml": "[package]\n[[bin]]\nname = \"b\"\npath = \"src/big.txt\"\n"}, "src/big.txt: 250 lines > 200; Cargo.toml includes it"},
		{"included by a root of the crate", map[string]string{"big.inc": long, "b.txt": "include!(\"big.inc\");\n", "Cargo.toml": "[package]\nbuild = \"b.txt\"\n"}, "big.inc: 250 lines > 200; b.txt includes it"},
		{"a link", map[string]string{"src/big.txt": long, "src/a.rs": "->big.txt"}, "src/big.txt: 250 lines"},
		{"a link of main's", map[string]string{"old.txt": "package p\n\nvar (\n" + strings.Repeat("\ta = 1\n", 250) + ")\n"}, "old.txt: 254 lines"},
		{"a text", map[string]string{"src/big.txt": long, "src/a.rs": "const A: &str = include_str!(\"big.txt\");\n"}, ""},
		{"a template", map[string]string{"src/big.txt": long, "src/a.rs": "#[template(path = \"big.txt\")]\nstruct A;\n"}, ""},
		{"prose", map[string]string{"README.md": strings.Repeat("don't { \"\n", 500)}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, map[string]string{"src/old.rs": "include!(\"old.inc\");\n", "src/old.inc": "\n", "old.txt": "package p\n", "Cargo.toml": "[package]\n"})
			f.must(os.Symlink("old.txt", filepath.Join(f.work, "old.go")))
			f.commit(f.work, "link")
			f.git(f.main, "merge", "-q", "--ff-only", "agent/a")
			for name, text := range tt.files {
				if to, ok := strings.CutPrefix(text, "->"); ok {
					f.must(os.Symlink(to, filepath.Join(f.work, name)))
				} else {
					f.write(f.work, name, text)
				}
			}
			rep := f.verify(whitelist("**"), s)
			if tt.want == "" {
				f.clean(rep)
			} else {
				f.fails(rep, tt.want)
			}
		})
	}
}

func FuzzRust(f *testing.F) {
	f.Add("fn a<'a>() -> Foo<{1}> { r#\"}\"#; '}'; b'\\''; /* /* */ */ }")
	f.Fuzz(func(t *testing.T, src string) {
		list, _, err := rust.Language{}.Measure([]byte(src), source.LineStarts([]byte(src)))
		for _, fn := range list {
			if err == nil && (fn.Lines < 1 || fn.Lines > source.Lines([]byte(src))) {
				t.Errorf("%+v of %d lines", fn, source.Lines([]byte(src)))
			}
		}
	})
}
