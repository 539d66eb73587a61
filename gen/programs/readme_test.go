package programs

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kei/runtime/effect"
	"kei/runtime/invocation"
)

// README.md of programs/ has every key that the loader takes, every kind of slot
// and every effect, in the table of its section, and no others.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../programs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, s := range strings.Split(string(text), "\n## ")[1:] {
		title, body, _ := strings.Cut(s, "\n")
		first, _, _ := strings.Cut(title, " ")
		sections[strings.Trim(first, "[],")] = body
	}
	same := func(what string, want, got []string) {
		t.Helper()
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: README.md does not have %s", what, w)
			}
		}
		for _, g := range got {
			if !slices.Contains(want, g) {
				t.Errorf("%s: README.md has %s, which is not read", what, g)
			}
		}
	}
	same("[program]", slices.Concat(tags(header{}), tags(keys{})), rows(sections["program"]))
	same("options", tags(optionKeys{}), rows(sections["Options"]))
	same("slots", invocation.Kinds(), rows(sections["Slots"]))
	same("effects", effect.Names(), bold(sections["Effects"], effect.Names()))
	for name := range grammars {
		if !strings.Contains(sections["program"], "`"+name+"`") {
			t.Errorf("README.md does not have the grammar %s", name)
		}
	}
	for name := range unknowns {
		if !strings.Contains(sections["program"], "`"+name+"`") {
			t.Errorf("README.md does not have unknown = %s", name)
		}
	}
	for _, key := range tags(whenKeys{}) {
		if !strings.Contains(sections["Options"], "`"+key+"`") {
			t.Errorf("README.md does not have the key %s of [when]", key)
		}
	}
	for _, key := range tags(parts{}) {
		if !strings.Contains(string(text), "["+key) && !strings.Contains(string(text), "."+key) {
			t.Errorf("README.md does not have the table %s", key)
		}
	}
	for _, key := range slices.Concat(tags(Example{}), Unprovens) {
		if !strings.Contains(sections["Examples"], "`"+key) && !strings.Contains(sections["Examples"], "`\""+key+"\"`") && key != "command" {
			t.Errorf("README.md does not have %s of [[example]]", key)
		}
	}
}

// tags are the keys that a struct is read from.
func tags(v any) []string {
	var list []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
		if key := f.Tag.Get("toml"); key != "" && key != "-" {
			list = append(list, key)
		}
	}
	return list
}

var quotedWord = regexp.MustCompile("`([a-z-]+)(\\([A-Z]+\\))?`")

// rows are the words that the first column of a section's table has.
func rows(section string) []string {
	var list []string
	for line := range strings.Lines(section) {
		cells := strings.SplitN(line, "|", 3)
		if len(cells) < 3 || cells[0] != "" {
			continue
		}
		for _, m := range quotedWord.FindAllStringSubmatch(cells[1], -1) {
			list = append(list, m[1])
		}
	}
	return list
}

// bold are those of the names that a text begins a sentence or a part of one with.
func bold(text string, names []string) []string {
	var list []string
	for _, n := range names {
		if strings.Contains(text, "`"+n+"`") {
			list = append(list, n)
		}
	}
	return list
}
