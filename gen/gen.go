// Package gen turns capabilities and roles into what is emitted. It is the only
// place that knows the order of the stages; each is a package of its own, from
// values to values.
//
//	Load              what the files say, and what they take of the library
//	programs.Load     what is known of programs
//	resolve.Roles     what that means for each role
//	resolve.AgentsOf  which role each agent is in
//	resolve.Prove     every example asked of the policy that will be compiled
//	emit.All          the files of the roles, and of the gate of single capabilities
//	emit.Roles        what is said of all roles together
//	programs.Emit     the tables by which gates read commands
//	emit.Dispatch     those of the gate that holds all of them
//	agents.RenderAll  the agents, for each client
package gen

import (
	"io/fs"

	"kei"
	"kei/gen/agents"
	"kei/gen/emit"
	"kei/gen/programs"
	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/internal/files"
	"kei/internal/tomlpos"
	"kei/runtime/invocation"
)

// Warnings are what should be changed and stops nothing, each at its place.
type Warnings = tomlpos.Errors

// Generate is what the policy folder fsys emits. It writes nothing. The error
// holds every problem of the stage that found any, sorted, one per line.
func Generate(fsys fs.FS) ([]files.File, Warnings, error) { return generate(fsys, Load) }

// generate is Generate of a policy that is read in that way.
func generate(fsys fs.FS, load func(fs.FS) (spec.Tree, error)) ([]files.File, Warnings, error) {
	c, err := check(fsys, load)
	if err != nil {
		return nil, c.warnings, err
	}
	set, err := emit.All(c.roles, resolve.GatedOf(c.tree))
	if err != nil {
		return nil, c.warnings, err
	}
	rendered, err := c.rendered(agents.Clients())
	if err != nil {
		return nil, c.warnings, err
	}
	matrix, err := emit.Roles(c.roles, c.agents, rendered.Rows(agents.Clients()))
	if err != nil {
		return nil, c.warnings, err
	}
	set = append(set, matrix...)
	tables, err := c.known.Emit()
	if err != nil {
		return nil, c.warnings, err
	}
	set = append(set, tables...)
	dispatch, err := emit.Dispatch(c.roles, c.agents)
	if err != nil {
		return nil, c.warnings, err
	}
	set = append(set, dispatch...)
	emitted, err := rendered.Emitted()
	set = append(set, emitted...)
	if _, err := fs.Stat(fsys, "runtime/gate/doc.go"); err != nil {
		set = append(set, emit.Module()) // in kei's own repository out/ is a part of it
	}
	files.Sort(set)
	return set, c.warnings, err
}

// Check is Generate without its last stage: the roles, proved.
func Check(fsys fs.FS) ([]resolve.Role, Warnings, error) {
	c, err := check(fsys, Load)
	return c.roles, c.warnings, err
}

// checked is a policy folder that was read, resolved and proved.
type checked struct {
	tree     spec.Tree
	roles    []resolve.Role
	agents   resolve.Agents
	known    *programs.Set
	table    *invocation.Table
	warnings Warnings
}

func check(fsys fs.FS, load func(fs.FS) (spec.Tree, error)) (c checked, err error) {
	c.tree, err = load(fsys)
	c.warnings = c.tree.Warnings
	if err != nil {
		return c, err
	}
	if c.known, err = Programs(fsys); err != nil {
		return c, err
	}
	c.roles, err = resolve.Roles(c.tree)
	c.warnings = resolve.Warnings(c.tree, c.roles)
	if err != nil {
		return c, err
	}
	for _, role := range c.roles {
		if err := emit.CheckRole(role.Name); err != nil {
			return c, err
		}
	}
	if c.agents, err = resolve.AgentsOf(c.tree, c.roles); err != nil {
		return c, err
	}
	if c.table, err = c.known.Table(); err != nil {
		return c, err
	}
	entries, err := resolve.Entries(c.tree, c.table)
	c.warnings = append(c.warnings, entries...)
	if err != nil {
		return c, err
	}
	if err := resolve.Dead(c.roles, c.table); err != nil {
		return c, err
	}
	unproved, err := resolve.Prove(c.tree, c.roles, c.table)
	c.warnings = own(append(append(c.warnings, unproved...), c.known.Weaker()...).Sorted())
	return c, err
}

// Programs are those that kei knows and those of the policy folder, which are
// proved by their examples.
func Programs(fsys fs.FS) (*programs.Set, error) {
	known, err := programs.Load(kei.Programs, fsys)
	if err != nil {
		return nil, err
	}
	return known, known.ProveOwn()
}

// Tree is where a policy folder's emitted files go: into the folder itself.
func Tree(dir string) files.Tree {
	return files.Tree{Dir: dir, Owned: emit.Owned()}
}
