package verify

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Whoever takes the work over tests it with what package.json says. Verify does not: it
// starts the harness itself, so that a script that tests nothing any more would not show.

// testScripts are scripts of package.json that are run to test, in their order.
var testScripts = []string{"pretest", "test", "posttest"}

// scripts are the scripts that ran main's tests and are others in the work: such as no
// longer run what they ran, or end well whatever that says, and such as only changed.
func (r *Run) scripts() (gone, changed Violations) {
	for _, c := range r.Changes {
		if path.Base(c.Path) != "package.json" || !c.Old.Regular() || !c.New.Regular() {
			continue
		}
		was, is := r.scriptsOf(r.Old, c.Path), r.scriptsOf(r.New, c.Path)
		for _, name := range testScripts {
			if was[name] == "" || was[name] == is[name] {
				continue
			}
			one := Violation{Detail: []string{"main: " + was[name], "work: " + is[name]}}
			if stillRuns(was[name], is[name]) {
				one.Reason = fmt.Sprintf("the script %s of %s was changed", name, shown(c.Path))
				changed = append(changed, one)
				continue
			}
			one.Reason = fmt.Sprintf("the script %s of %s no longer tests what it tested; a task that is to change how tests are run says tests-may-change", name, shown(c.Path))
			gone = append(gone, one)
		}
	}
	return gone, changed
}

// scriptsOf are the scripts of a package.json, none of one that cannot be read: that is
// for those to say who build with it.
func (r *Run) scriptsOf(read func(string) ([]byte, error), file string) map[string]string {
	var m struct {
		Scripts map[string]string `json:"scripts"`
	}
	if text, err := read(file); err == nil {
		_ = json.Unmarshal(text, &m)
	}
	return m.Scripts
}

// stillRuns reports whether a script names all programs that the one before ran, and does
// not begin to end well whatever they say.
func stillRuns(was, is string) bool {
	now := strings.Fields(is)
	for _, program := range programsOf(was) {
		if !slices.Contains(now, program) {
			return false
		}
	}
	for _, way := range []string{"||", "exit 0", ";", "|", "&"} {
		if strings.Count(strings.ReplaceAll(is, "&&", ""), way) > strings.Count(strings.ReplaceAll(was, "&&", ""), way) {
			return false
		}
	}
	return true
}

// idle are programs that test nothing: npm puts one of them where no test is named.
var idle = []string{"echo", "exit", "true", "false", ":", "cd"}

// programsOf are the first words of the commands of a script, without variables.
func programsOf(script string) (list []string) {
	first := true
	for _, word := range strings.Fields(script) {
		switch {
		case strings.ContainsAny(word, ";&|"):
			first = true
		case first && !strings.Contains(word, "="):
			first = false
			if !slices.Contains(idle, word) {
				list = append(list, word)
			}
		}
	}
	return list
}
