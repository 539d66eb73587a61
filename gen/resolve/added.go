package resolve

import (
	"slices"

	"kei/internal/tomlpos"
)

// add puts what a role adds behind the lists that it has of its parent.
func (r *resolver) add(role, parent *Role) {
	w := role.Written
	open := slices.Contains(parent.Tools, "Bash") && len(parent.Patterns)+len(parent.Commands)+len(parent.Effects) == 0
	for _, l := range []struct {
		list  *[]string
		added []tomlpos.String
		open  bool
		key   string
	}{
		{&role.Tools, w.Added.Tools, false, ""},
		{&role.Patterns, w.Added.Patterns, open, "bash-patterns-allowed"},
		{&role.Commands, w.Added.Commands, open, "bash-commands-allowed"},
		{&role.Effects, w.Added.Effects, open, "bash-effects-allowed"},
		{&role.Variables, w.Added.Variables, false, ""},
	} {
		if len(l.added) > 0 && l.open {
			r.errs.Add(w.File, l.added[0].Pos, "role %s lists no commands, so what no capability denies may run there, and a list here would take that away; write %s if it is meant to", parent.Name, l.key)
			continue
		}
		*l.list = r.behind(role, parent, *l.list, l.added)
	}
	if len(w.Added.Allowed) > 0 && len(parent.Files.Allowed) == 0 {
		r.errs.Add(w.File, w.Added.Allowed[0].Pos, "role %s lists no files that may be written, so there is nothing to add to; write allowed", parent.Name)
		return
	}
	role.Files.Allowed = slices.Concat(role.Files.Allowed, globs(texts(w.Added.Allowed)))
	role.Files.Denied = slices.Concat(role.Files.Denied, globs(texts(w.Added.Denied)))
}

// behind is a list with what is added to it. What it has already is said.
func (r *resolver) behind(role, parent *Role, list []string, added []tomlpos.String) []string {
	for _, one := range added {
		if slices.Contains(list, one.Text) {
			role.Warnings.Add(role.Written.File, one.Pos, "%s is in the list of %s already; leave it out", tomlpos.Printable(one.Text), parent.Name)
			continue
		}
		list = append(list, one.Text)
	}
	return list
}

// ownCommands are the commands that a role's own file lists.
func ownCommands(role Role) []tomlpos.String {
	return slices.Concat(role.Written.Commands, role.Written.Added.Commands)
}

// writable are the positions of a role's files that may be written: where its file has
// them, or names the parent that it has them of.
func writable(role *Role) []tomlpos.Pos {
	w := role.Written
	own := slices.Concat(w.Allowed, w.Added.Allowed)
	at := make([]tomlpos.Pos, 0, len(role.Files.Allowed))
	for range len(role.Files.Allowed) - len(own) {
		at = append(at, w.Extends.Pos)
	}
	for _, g := range own {
		at = append(at, g.Pos)
	}
	return at
}

// narrows reports whether a role's own file says anything about the files that may be
// written.
func narrows(role *Role) bool {
	w := role.Written
	return w.HasAllowed || w.HasDenied || len(w.Added.Allowed)+len(w.Added.Denied) > 0
}
