package gate

import (
	"kei/runtime/client"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/word"
)

// tool judges the files that a tool names, and those that a search goes through.
func (e *reads) tool() error {
	c := e.c
	t, _ := client.Lookup(c.Client, c.Tool)
	if str.In(t.Stands, "Glob", "LS") {
		return nil // they list names
	}
	m := mention{program: c.Tool, prints: true, tree: c.Does == Search}
	if m.tree {
		m.s = c.searching(t)
	}
	for _, p := range c.Paths {
		m.Word = word.Word{Text: p, Glob: m.tree && str.ContainsAny(p, "*?[")}
		var err error
		if m.Glob {
			err = e.pattern(p, m)
		} else {
			err = e.file(p, m)
		}
		if err != nil {
			return err
		}
	}
	for _, text := range c.Globs {
		for _, g := range globsIn(text) {
			if !str.HasPrefix(g, "/") {
				continue // it is kept to below the paths
			}
			m := mention{program: c.Tool, prints: true, Word: word.Word{Text: g, Glob: str.ContainsAny(g, "*?[")}}
			if err := e.mention(&command{}, word.Word{}, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// searching is what a search tool leaves out.
func (c *Case) searching(t client.Tool) *sieve {
	s := &sieve{}
	if t.Stands != "Grep" {
		return s
	}
	s.hint = "glob '!%'"
	s.ignored, s.links = str.In(c.Client, "claude", "opencode"), true
	for _, g := range c.Globs {
		for _, one := range globsIn(g) {
			for _, pattern := range invocation.Braces(one) {
				out := str.HasPrefix(pattern, "!")
				if out {
					pattern = pattern[1:]
				}
				s.shut = s.shut || !out
				s.rules = append(s.rules, sieveRule{"GIT", pattern, out})
			}
		}
	}
	for _, name := range c.Types {
		s.ofType(name)
	}
	return s
}

// globsIn takes a text of several globs apart; a comma between braces is one of
// those.
func globsIn(text string) []string {
	var list []string
	from, deep := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i < len(text) && text[i] == '{':
			deep++
		case i < len(text) && text[i] == '}':
			deep--
		case i == len(text) || text[i] == ' ' || text[i] == ',' && deep <= 0:
			if from < i {
				list = append(list, text[from:i])
			}
			from = i + 1
		}
	}
	return list
}
