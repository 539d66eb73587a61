package changed

import (
	"slices"
	"testing"
)

func TestOwners(t *testing.T) {
	list := parse(`# who is asked
*            @all
*.go         @go @lead   # a comment
/build/logs/ @doctocat
docs/*       docs@example.com
apps/        @octocat
/scripts     @ops
**/deep/x    @deep
a\ b.txt     @blank
/apps/github
[ab].c       @never
!no          @never
`)
	for name, want := range map[string][]string{
		"README.md":           {"@all"},
		"x/y.go":              {"@go", "@lead"},
		"build/logs/a/b":      {"@doctocat"},
		"x/build/logs/a":      {"@all"},
		"docs/a.md":           {"docs@example.com"},
		"docs/a/b.md":         {"@all"},
		"x/apps/main":         {"@octocat"},
		"apps/github/x":       {},
		"scripts":             {"@ops"},
		"scripts/run":         {"@ops"},
		"x/scripts/run":       {"@all"},
		"a/b/deep/x":          {"@deep"},
		"deep/x":              {"@deep"},
		"a b.txt":             {"@blank"},
		"a.c":                 {"@all"},
		"no":                  {"@all"},
		"build/logs.go/x.txt": {"@go", "@lead"},
	} {
		if got, said := list.of(name); !said || !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if _, said := parse("/x @a\n").of("y"); said {
		t.Error("y has an owner")
	}
}

// A line that is no UTF-8 says nothing, and the others what they say.
func TestOwnersNoText(t *testing.T) {
	list := parse("* @all\n*.\xff @never\n\xc3/ @never\n\xed\xa0\x80* @never\ncaf\u00e9? @cafe\n")
	for name, want := range map[string]string{"a.\xff": "@all", "caf\u00e9s": "@cafe", "\xc3/a": "@all"} {
		if got, said := list.of(name); !said || !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q, want %s", name, got, want)
		}
	}
}

func TestMostly(t *testing.T) {
	if got := mostly([]string{"a", "b", "b", "a", "c"}); got != "a" {
		t.Error(got)
	}
	if got := mostly([]string{""}); got != "" {
		t.Error(got)
	}
}
