package resolve

import (
	"slices"
	"strings"

	"kei/atom"
	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
)

// MaxDepth is how many parents a role can have above it. Longer chains are not
// read by people any more.
const MaxDepth = 16

// Roles resolves every role of the tree, in the order of names. The error is a
// [tomlpos.Errors] with every problem.
func Roles(tree spec.Tree) ([]Role, error) {
	r := &resolver{tree: tree, done: map[string]*Role{}, tables: map[*spec.Capability][]compiled{}}
	roles := make([]Role, 0, len(tree.Roles))
	for _, written := range tree.Roles {
		if role := r.role(written, nil); role != nil {
			roles = append(roles, *role)
		}
	}
	for i := range roles {
		r.handoff(&roles[i])
		r.contradictions(&roles[i])
		r.scope(&roles[i])
		if len(r.errs) == 0 {
			r.rules(&roles[i])
		}
		roles[i].Warnings = roles[i].Warnings.Sorted()
	}
	return roles, r.errs.Err()
}

type resolver struct {
	tree   spec.Tree
	done   map[string]*Role // nil for a role that cannot be resolved
	tables map[*spec.Capability][]compiled
	errs   tomlpos.Errors

	set *atom.Set // of the policy folder; nil: it was not read yet
}

// role resolves one role, its parents first. It returns nil when that is not
// possible; what is wrong has been said then.
func (r *resolver) role(w *spec.Role, path []string) *Role {
	if role, ok := r.done[w.Name]; ok {
		return role
	}
	role := &Role{
		Name: w.Name, DisplayName: w.DisplayName, Description: w.Description,
		Spawnable: w.Spawnable, SubagentType: w.SubagentType, Escalation: w.Escalation,
		Unprotected: w.Unprotected, Tools: texts(w.Tools), Patterns: texts(w.Patterns),
		Commands: texts(w.Commands), Effects: texts(w.Effects), Variables: texts(w.Variables),
		Handoff: texts(w.Handoff), Written: w, Shared: globs(texts(w.Shared)), Notify: w.Notify,
		Files:    Files{globs(texts(w.Allowed)), globs(texts(w.Denied)), globs(texts(w.Scratch)), w.OwnScratch, said(w.FilesSeverity)},
		Severity: said(w.Severity),
	}
	if w.Extends != nil {
		parent := r.parent(w, append(path, w.Name))
		if parent == nil {
			r.done[w.Name] = nil
			return nil
		}
		role.Extends, role.depth = parent.Name, parent.depth+1
		role.Capabilities = slices.Clone(parent.Capabilities)
		// A list that is not there is the parent's: the child of a fenced role
		// is not outside of the fence for having said nothing.
		if !w.HasTools {
			role.Tools = slices.Clone(parent.Tools)
		}
		if !w.HasPatterns {
			role.Patterns = slices.Clone(parent.Patterns)
		}
		if !w.HasCommands {
			role.Commands = slices.Clone(parent.Commands)
		}
		if !w.HasEffects {
			role.Effects = slices.Clone(parent.Effects)
		}
		if !w.HasAllowed {
			role.Files.Allowed = slices.Clone(parent.Files.Allowed)
		}
		if !w.HasDenied {
			role.Files.Denied = slices.Clone(parent.Files.Denied)
		}
		if !w.HasScratch {
			role.Files.Scratch, role.Files.OwnScratch = slices.Clone(parent.Files.Scratch), parent.Files.OwnScratch
		}
		if w.Severity == nil {
			role.Severity = parent.Severity
		}
		if w.FilesSeverity == nil {
			role.Files.Severity = parent.Files.Severity
		}
		if !w.HasVariables {
			role.Variables = slices.Clone(parent.Variables)
		}
		r.add(role, parent)
	}
	r.require(role)
	r.relax(role)
	r.done[w.Name] = role
	return role
}

// said is a severity that may not be said, which is that of a denial.
func said(s *gate.Severity) gate.Severity {
	if s == nil {
		return ""
	}
	return *s
}

// parent resolves what a role extends. path ends with the role itself.
func (r *resolver) parent(w *spec.Role, path []string) *Role {
	name := w.Extends.Text
	parent := r.tree.Role(name)
	switch {
	case parent == nil:
		r.errs.Add(w.File, w.Extends.Pos, "no role %s%s", tomlpos.Printable(name), tomlpos.OrOneOf(name, r.tree.RoleNames()))
		return nil
	case slices.Contains(path, name):
		r.cycle(path[slices.Index(path, name):])
		return nil
	}
	found := r.role(parent, path)
	if found != nil && found.depth == MaxDepth {
		r.errs.Add(w.File, w.Extends.Pos, "role %s has more than %d roles above it; extend one nearer to the top", w.Name, MaxDepth)
		return nil
	}
	return found
}

// cycle says at every role of a circle that it is one.
func (r *resolver) cycle(names []string) {
	for i, name := range names {
		w := r.tree.Role(name)
		round := append(append(slices.Clone(names[i:]), names[:i]...), name)
		r.errs.Add(w.File, w.Extends.Pos, "extends goes round in a cycle: %s", strings.Join(round, " > "))
		r.done[name] = nil
	}
}

// require adds the capabilities of the role to its parent's.
func (r *resolver) require(role *Role) {
	w := role.Written
	first := map[*spec.Capability]tomlpos.String{}
	for _, name := range w.Required {
		c := r.find(role, name)
		if c == nil {
			continue
		}
		if before, ok := first[c]; ok {
			r.errs.Add(w.File, name.Pos, "%s is %s, which %s:%d:%d requires already", name.Text, c.Name, w.File, before.Pos.Line, before.Pos.Col)
			continue
		}
		first[c] = name
		if !slices.Contains(role.Capabilities, c) {
			role.Capabilities = append(role.Capabilities, c)
		}
	}
}

// relax removes what the role need not keep to.
func (r *resolver) relax(role *Role) {
	w := role.Written
	for _, name := range w.Relaxes {
		c := r.find(role, name)
		if c == nil {
			continue
		}
		i := slices.Index(role.Capabilities, c)
		if i < 0 {
			role.Warnings.Add(w.File, name.Pos, "role %s relaxes %s, which it does not have; leave it out", role.Name, name.Text)
			continue
		}
		role.Capabilities = slices.Delete(slices.Clone(role.Capabilities), i, i+1)
	}
}

// find looks a capability up by a name that a role gives it.
func (r *resolver) find(role *Role, name tomlpos.String) *spec.Capability {
	w := role.Written
	c, alias := r.tree.Capability(name.Text)
	switch {
	case c == nil:
		r.errs.Add(w.File, name.Pos, "no capability %s%s", tomlpos.Printable(name.Text),
			tomlpos.DidYouMean(name.Text, r.tree.CapabilityNames()))
	case alias != nil:
		role.Warnings.Add(w.File, name.Pos, "%s is an old name; write %s", alias.Old, alias.New)
	}
	return c
}

// handoff checks the roles that an agent's work goes to.
func (r *resolver) handoff(role *Role) {
	w := role.Written
	for _, next := range w.Handoff {
		switch {
		case r.tree.Role(next.Text) == nil:
			r.errs.Add(w.File, next.Pos, "no role %s%s", tomlpos.Printable(next.Text), tomlpos.OrOneOf(next.Text, r.tree.RoleNames()))
		case next.Text == role.Name:
			r.errs.Add(w.File, next.Pos, "role %s hands its work to itself", role.Name)
		}
	}
}

func texts(list []tomlpos.String) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.Text
	}
	return out
}
