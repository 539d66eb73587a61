package resolve

import (
	"context"
	"encoding/hex"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei/atom"
	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/verify"
)

// Primitives is the folder of a policy folder's atoms, pipesFolder that of its pipes.
const (
	Primitives  = "primitives"
	pipesFolder = "pipes"
)

// grant finds what a rule grants: each atom as it is now.
func (r *resolver) grant(rule *gate.OnlyAtoms, t *tomlpos.Table) {
	if len(rule.Effects) == 0 {
		rule.Effects = []string{"read *", "network *"}
	}
	for i, e := range rule.Effects {
		if op, domain, ok := strings.Cut(e, " "); !ok || !slices.Contains([]string{"read", "write", "network", "subprocess", "other"}, op) || domain == "" {
			r.errs.Add(t.File, t.At("effects", i), "effect %s is none: it is read, write, network, subprocess or other, a blank, and a domain or *", tomlpos.Printable(e))
		}
	}
	set := r.atomSet(t)
	if set == nil {
		return
	}
	for i, pattern := range rule.Atoms {
		r.matched(rule, set, pattern, t.File, t.At("atoms", i))
	}
	slices.SortFunc(rule.Granted, func(a, b gate.Granted) int { return strings.Compare(a.ID, b.ID) })
	rule.Granted = slices.CompactFunc(rule.Granted, func(a, b gate.Granted) bool { return a.ID == b.ID })
	for i, name := range rule.Pipes {
		r.pipe(rule, name, t.File, t.At("pipes", i))
	}
	rule.Programs = programsOf(set)
}

// grants fills in the checks that hold an agent to what a rule grants.
func (r *resolver) grants(c *spec.Capability, rules []compiled) {
	for _, s := range c.Steps {
		check, ok := s.Check.(*verify.AtomsGranted)
		if !ok {
			continue
		}
		check.Granted, check.Pipes = nil, nil
		found := false
		for _, made := range rules {
			of, ok := made.rule.(*gate.OnlyAtoms)
			if !ok {
				continue
			}
			found = true
			for _, g := range of.Granted {
				check.Granted = append(check.Granted, g.ID+" "+g.Spec)
			}
			check.Pipes = append(check.Pipes, of.Pipes...)
		}
		if !found {
			r.errs.Add(c.File, c.Pos, "a step of kind atoms-granted is about what a rule of kind only-atoms grants, and %s has none", c.Name)
		}
	}
}

// atomSet are the atoms of the policy folder, read once.
func (r *resolver) atomSet(t *tomlpos.Table) *atom.Set {
	if r.set != nil {
		return r.set
	}
	if r.tree.Dir == "" {
		r.errs.Add(t.File, t.Pos, "an only-atoms rule grants atoms of primitives/, and this policy is in no folder that has one")
		return nil
	}
	set, err := atom.Load(context.Background(), nil, filepath.Join(r.tree.Dir, Primitives))
	if err != nil {
		r.errs.Add(t.File, t.Pos, "%v%s", err, ofLibrary(t.File))
		return nil
	}
	r.set = set
	return set
}

// ofLibrary says of a rule of kei's library what it takes besides: the code of the atoms.
func ofLibrary(file string) string {
	if !strings.HasPrefix(file, spec.Library) {
		return ""
	}
	return "; what kei's library grants is code that you have to have, too: copy primitives/ and pipes/ of kei's source into the policy folder"
}

// matched adds what a pattern stands for.
func (r *resolver) matched(rule *gate.OnlyAtoms, set *atom.Set, pattern, file string, at tomlpos.Pos) {
	pkg, all := strings.CutSuffix(pattern, "::*")
	found := false
	for _, a := range set.Atoms {
		if a.ID != pattern && (!all || a.Package != pkg) {
			continue
		}
		found = true
		if a.State() != atom.OK {
			r.errs.Add(file, at, "%s grants %s, which is not in order; see kei atom lint", tomlpos.Printable(pattern), tomlpos.Printable(a.ID))
			continue
		}
		effects := []string{}
		for _, e := range effectsOf(a) {
			if effects = append(effects, e); !allowed(rule.Effects, e) {
				r.errs.Add(file, at, "%s does %s, which is not among the effects that are granted (%s)", a.ID, e, strings.Join(rule.Effects, ", "))
			}
		}
		source, err := a.Source()
		if err != nil {
			r.errs.Add(file, at, "%s: %v", a.ID, err)
			continue
		}
		rule.Granted = append(rule.Granted, gate.Granted{ID: a.ID, Kind: string(a.Kind), Effects: effects,
			Spec: hex.EncodeToString(a.Spec[:]), Source: hex.EncodeToString(source[:])})
	}
	if !found {
		r.errs.Add(file, at, "%s is no atom of %s/%s", tomlpos.Printable(pattern), Primitives, ofLibrary(file))
	}
}

// effectsOf are an atom's effects: a command that says none may do anything.
func effectsOf(a *atom.Atom) (out []string) {
	for _, e := range a.Effects {
		out = append(out, e.String())
	}
	if out == nil && a.Kind == atom.Command {
		return []string{"other *"}
	}
	return out
}

// allowed reports whether one of the effects that are granted covers another.
func allowed(granted []string, effect string) bool {
	op, domain, _ := strings.Cut(effect, " ")
	return slices.ContainsFunc(granted, func(g string) bool {
		gop, gdomain, _ := strings.Cut(g, " ")
		return gop == op && (gdomain == "*" || gdomain == domain || strings.HasPrefix(domain, gdomain+"/"))
	})
}

// pipe holds a pipe to what is granted.
func (r *resolver) pipe(rule *gate.OnlyAtoms, name, file string, at tomlpos.Pos) {
	if name != path.Base(name) || strings.HasPrefix(name, ".") {
		r.errs.Add(file, at, "%s is no name of a pipe", tomlpos.Printable(name))
		return
	}
	text, err := os.ReadFile(filepath.Join(r.tree.Dir, pipesFolder, name+".toml"))
	if err != nil {
		r.errs.Add(file, at, "no pipe %s: %s", tomlpos.Printable(name), tomlpos.Reason(err))
		return
	}
	table, err := tomlpos.ParseLong(pipesFolder+"/"+name+".toml", text)
	if err != nil {
		r.errs.Join(file, err)
		return
	}
	steps, _ := table.Get("steps")
	list, _ := steps.Any.([]tomlpos.Value)
	for _, s := range list {
		step, _ := s.Any.(*tomlpos.Table)
		id, _ := step.Get("atom")
		text, _ := id.Any.(string)
		if !slices.ContainsFunc(rule.Granted, func(g gate.Granted) bool { return g.ID == text }) {
			r.errs.Add(file, at, "the pipe %s has a step %s, which is not granted", name, tomlpos.Printable(text))
		}
	}
}

// programsOf are the names of programs that are packages' own.
func programsOf(set *atom.Set) (out []string) {
	for _, p := range set.Packages {
		if p.Meta == nil {
			continue
		}
		switch command := p.Meta.Command; {
		case len(command) == 0:
			out = append(out, p.Name)
		case len(command) == 1:
			out = append(out, path.Base(command[0]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// atoms holds a role to what it is granted: its list of tools names single
// ones, as every client spells them.
func (r *resolver) atoms(role *Role) {
	var rule *gate.OnlyAtoms
	for _, x := range role.Rules {
		if of, ok := x.Rule.(*gate.OnlyAtoms); ok {
			rule = of
		}
	}
	w := role.Written
	at := slices.Index(role.Tools, "mcp__atoms__*")
	if rule == nil {
		says := func(s string) bool {
			return strings.HasPrefix(s, "kei atom") || strings.HasPrefix(s, "mcp__atoms__") || strings.HasPrefix(s, "kei-runtime")
		}
		if slices.ContainsFunc(role.Commands, says) || slices.ContainsFunc(role.Tools, says) {
			r.errs.Add(w.File, w.Pos, "role %s may use atoms, and no capability of its own says which: one of kind only-atoms has to", role.Name)
		}
		return
	}
	if slices.Contains(role.Tools, "Bash") && len(role.Commands)+len(role.Patterns)+len(role.Effects) == 0 {
		role.Warnings.Add(w.File, w.Pos, "role %s is granted single atoms and may run any command, so it can run their programs by another name; list its commands", role.Name)
	}
	r.readers(role, rule)
	if at < 0 {
		return
	}
	var single []string
	for _, g := range rule.Granted {
		single = append(single, gate.AtomTool(g.ID))
	}
	for _, p := range rule.Pipes {
		single = append(single, gate.PipeTool(p))
	}
	role.Tools = slices.Replace(slices.Clone(role.Tools), at, at+1, single...)
}

// readers warns of an atom that reads files for a role that may not read all.
func (r *resolver) readers(role *Role, rule *gate.OnlyAtoms) {
	held := slices.ContainsFunc(role.Rules, func(x Rule) bool { _, ok := x.Rule.(*gate.DenyReads); return ok })
	for _, g := range rule.Granted {
		for _, e := range g.Effects {
			if op, domain, _ := strings.Cut(e, " "); held && op == "read" && (domain == "fs" || strings.HasPrefix(domain, "fs/") || domain == "*") {
				role.Warnings.Add(role.Written.File, role.Written.Pos, "role %s may not read some files, and %s, which it is granted, reads files (%s): its program is not held to that", role.Name, g.ID, e)
			}
		}
	}
}
