package tomlpos

import (
	"strings"
	"testing"
)

type inner struct {
	Kind string `toml:"kind"`
}

type target struct {
	inner
	Name   String   `toml:"name"`
	Words  []string `toml:"words"`
	Named  []String `toml:"named"`
	On     *bool    `toml:"on"`
	Count  int      `toml:"count"`
	Sub    *Table   `toml:"sub"`
	Many   []*Table `toml:"many"`
	Any    Value    `toml:"any"`
	Line   Words    `toml:"line"`
	Hidden string   `toml:"-"`
}

func TestDecode(t *testing.T) {
	table, err := Parse("f", []byte(`
kind = "k"
name = "n"
words = ["a", "b"]
named = ["c"]
on = false
count = 3
line = ["-v", "-v"]
any = 1.5
[sub]
[many]
`))
	if err != nil {
		t.Fatal(err)
	}
	var x target
	if errs := Decode(table, &x); len(errs) > 0 {
		t.Fatal(errs)
	}
	if x.Kind != "k" || x.Name != (String{"n", Pos{3, 8}}) || strings.Join(x.Words, "") != "ab" || x.Named[0].Pos != (Pos{5, 10}) ||
		x.On == nil || *x.On || x.Count != 3 || x.Sub == nil || len(x.Many) != 1 || len(x.Line) != 2 || x.Any.Any != 1.5 {
		t.Errorf("%+v", x)
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"slip", "nmae = 1", "f:1:1: unknown key nmae; did you mean name?"},
		{"nothing like it", "zzzzzz = 1", "f:1:1: unknown key zzzzzz; it can be any, count, kind, line, many, name, named, on, sub, words"},
		{"a key that breaks lines", `"a\nb" = 1`, `f:1:1: unknown key "a\nb"; it can be any, count, kind, line, many, name, named, on, sub, words`},
		{"string", "name = 1", "f:1:8: name is the number 1; it must be a string"},
		{"boolean", "on = 'yes'", "f:1:6: on is a string; it must be true or false"},
		{"number", "count = -1", "f:1:9: count is the number -1; it must be a whole number, 0 or more"},
		{"list", "words = 'a'", "f:1:9: words is a string; it must be a list"},
		{"element", "words = ['a', 1]", "f:1:15: an element of words is the number 1; it must be a string"},
		{"table", "sub = []", "f:1:7: sub is a list; it must be a table"},
		{"tables", "many = [1]", "f:1:8: many is a list; it must be a table or several"},
		{"twice", "words = ['a', 'b', 'a']", "f:1:20: words has a twice, first at 1:10"},
		{"hidden", "Hidden = ''", "f:1:1: unknown key Hidden; it can be any, count, kind, line, many, name, named, on, sub, words"},
		{"all of them", "name = 1\non = 2", "f:1:8: name is the number 1; it must be a string\nf:2:6: on is the number 2; it must be true or false"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table, err := Parse("f", []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if got := Decode(table, &target{}).Sorted().Error(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestDidYouMean(t *testing.T) {
	names := []string{"policy::no-git-ops", "block", "severity", "deny-command"}
	for word, want := range map[string]string{
		"policy::no-git-opps": "; did you mean policy::no-git-ops?",
		"sevreity":            "; did you mean severity?",
		"blok":                "; did you mean block?",
		"deny-comand":         "; did you mean deny-command?",
		"allow":               "",
		"":                    "",
	} {
		if got := DidYouMean(word, names); got != want {
			t.Errorf("%s: got %q, want %q", word, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for s, want := range map[string]string{
		"a b": "a b", "": `""`, " ": `" "`, "a\n": `"a\n"`, "\u2028": `"\u2028"`, "é": "é",
		strings.Repeat("é", 40): strings.Repeat("é", 30) + "...",
	} {
		if got := Printable(s); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	var errs Errors
	errs.Add("b", Pos{1, 1}, "x")
	errs.Add("a", Pos{10, 1}, "two\nlines")
	errs.Add("a", Pos{9, 2}, "y")
	errs.Add("a", Pos{9, 2}, "y")
	errs.Join("c", Error{File: "c", Msg: "whole"})
	want := "a:9:2: y\na:10:1: two\\nlines\nb:1:1: x\nc: whole"
	if got := errs.Err().Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if (Errors{}).Err() != nil {
		t.Error("no problem is an error")
	}
}
