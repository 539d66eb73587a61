package resolve

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"kei/gen/automaton"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
)

// scope holds a role's lists of files against each other: an entry of allowed that what
// comes behind it, or denied, takes out again as a whole lets nothing be written, and
// whoever wrote it thinks that it does.
func (r *resolver) scope(role *Role) {
	if !narrows(role) {
		return // it was said of the parent
	}
	at := writable(role)
	denied := matched(role.Files.Denied)
	for _, c := range role.Capabilities {
		for _, g := range c.Gates {
			if of, ok := g.Rule.(*gate.DenyFiles); ok && always(of.Head()) {
				denied = append(denied, matched(of.Files)...)
			}
		}
	}
	for i, g := range role.Files.Allowed {
		if strings.HasPrefix(string(g), "!") {
			continue
		}
		takes, words := denied, "what is denied takes"
		for _, later := range role.Files.Allowed[i+1:] {
			if out, ok := strings.CutPrefix(string(later), "!"); ok {
				takes, words = append(slices.Clone(takes), out), "what stands behind it and what is denied take"
			}
		}
		text, any, err := nothingOf(string(g), takes)
		if err != nil || any || text != "" {
			continue // what can't be told is left alone
		}
		r.errs.Add(role.Written.File, at[i], "%s lets nothing be written: %s all of it out again", tomlpos.Printable(string(g)), words)
	}
}

// matched are the globs of an ordered list that are surely in force: none that something
// is taken out of behind it.
func matched(list []gate.Glob) []string {
	var out []string
	for _, g := range list {
		if strings.HasPrefix(string(g), "!") {
			return nil
		}
		out = append(out, string(g))
	}
	return out
}

// nothingOf is a shortest path that a glob matches and none of others does.
func nothingOf(glob string, others []string) (path string, found bool, err error) {
	if len(others) == 0 {
		return "", true, nil
	}
	of, err := automaton.Compile([]string{globLanguage(glob)})
	if err != nil {
		return "", false, err
	}
	var expressions []string
	for _, o := range others {
		expressions = append(expressions, globLanguage(o))
	}
	not, err := automaton.Compile(expressions)
	if err != nil {
		return "", false, err
	}
	return automaton.Example([]*automaton.DFA{of, cleanPath()}, []*automaton.DFA{not})
}

// cleanPath is any path from the worktree's root.
var cleanPath = sync.OnceValue(func() *automaton.DFA {
	d, err := automaton.Compile([]string{`^[^/\x00]+(/[^/\x00]+)*$`})
	if err != nil {
		panic(err) // the expression is written above
	}
	return d
})

// globLanguage is the regular expression of the paths that a glob matches, see
// [kei/runtime/file.Glob].
func globLanguage(glob string) string {
	var b strings.Builder
	b.WriteString(`^(?s:`)
	elements := strings.Split(glob, "/")
	for i, e := range elements {
		last := i == len(elements)-1
		switch {
		case e == "**" && last:
			b.WriteString(`.+`)
		case e == "**":
			b.WriteString(`(?:[^/]+/)*`)
			continue
		default:
			for j, part := range strings.Split(e, "**") {
				if j > 0 {
					b.WriteString(`.*`)
				}
				b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(part), `\*`, `[^/]*`))
			}
		}
		if !last {
			b.WriteByte('/')
		}
	}
	return b.String() + `)$`
}
