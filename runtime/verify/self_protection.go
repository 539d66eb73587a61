package verify

import (
	"strings"

	"kei/runtime/gate"
)

// SelfProtection finds changes of what keeps agents behind their gates, which a gate
// denies in every role: clients' settings, hooks, extensions, definitions of agents.
// A program that the agent ran may have written them, and whoever works in the
// worktree next, or in main with the work in it, has a client that reads them.
type SelfProtection struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
}

// Check implements [Step].
func (s *SelfProtection) Check(r *Run) error {
	links, err := r.guardedLinks()
	if err != nil {
		return err
	}
	var list []string
	guarded := beside(r.Changes, func(c Change) string { return gate.Guards(c.Path) })
	for i, c := range r.Changes {
		why := guarded[i]
		for at, link := range links {
			if rest, inside := strings.CutPrefix(c.Path, at); why == "" && inside && (rest == "" || rest[0] == '/') {
				if why = gate.Guards(link + rest); why != "" {
					why += ", by way of the link " + shown(link)
				}
			}
		}
		if why != "" {
			list = append(list, c.String()+": "+why)
		}
	}
	if len(list) > 0 {
		return violation(first(list, maxListed), "%s of files that no agent changes, whatever its role", plural(len(list), "change"))
	}
	return nil
}

// guardedLinks are main's links that stand for protected files or for folders with
// such, by what they lead to.
func (r *Run) guardedLinks() (map[string]string, error) {
	found := map[string]string{}
	for _, link := range r.old.links() {
		to, e, err := r.follow(r.old, link)
		if err != nil {
			return nil, err
		}
		if to != "" && to != "." && (e != Entry{} || gate.Guards(link) != "") {
			found[to] = link
		}
	}
	return found, nil
}

// Limits reports whether a step holds an agent to certain files, or to none.
func Limits(s Step) bool {
	switch s.(type) {
	case *DiffInRole, *DiffInTask, *DiffOutsideDenylist, *FilesUnchanged:
		return true
	}
	return false
}
