// Package gen turns capabilities and roles into what is emitted. It is the only
// place that knows the order of the stages; each is a package of its own, from
// values to values.
//
//	spec.Load         what the files say
//	programs.Load     what is known of programs
//	resolve.Roles     what that means for each role
//	resolve.AgentsOf  which role each agent is in
//	resolve.Prove     every example asked of the policy that will be compiled
//	emit.All          the files of the roles, and of the gate of single capabilities
//	emit.Roles        what is said of all roles together
//	programs.Emit     the tables by which gates read commands
//	emit.Dispatch     those of the gate that holds all of them
package gen

import (
	"io/fs"

	"kei"
	"kei/gen/emit"
	"kei/gen/programs"
	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/internal/files"
	"kei/internal/tomlpos"
)

// Warnings are what should be changed and stops nothing, each at its place.
type Warnings = tomlpos.Errors

// Generate is what the policy folder fsys emits. It writes nothing. The error
// holds every problem of the stage that found any, sorted, one per line.
func Generate(fsys fs.FS) ([]files.File, Warnings, error) {
	tree, roles, agents, known, warnings, err := check(fsys)
	if err != nil {
		return nil, warnings, err
	}
	set, err := emit.All(roles, resolve.GatedOf(tree))
	if err != nil {
		return nil, warnings, err
	}
	matrix, err := emit.Roles(roles, agents)
	if err != nil {
		return nil, warnings, err
	}
	set = append(set, matrix...)
	tables, err := known.Emit()
	if err != nil {
		return nil, warnings, err
	}
	set = append(set, tables...)
	dispatch, err := emit.Dispatch(roles, agents)
	set = append(set, dispatch...)
	files.Sort(set)
	return set, warnings, err
}

// Check is Generate without its last stage: the roles, proved.
func Check(fsys fs.FS) ([]resolve.Role, Warnings, error) {
	_, roles, _, _, warnings, err := check(fsys)
	return roles, warnings, err
}

func check(fsys fs.FS) (spec.Tree, []resolve.Role, resolve.Agents, *programs.Set, Warnings, error) {
	tree, err := spec.Load(fsys)
	if err != nil {
		return tree, nil, resolve.Agents{}, nil, tree.Warnings, err
	}
	known, err := Programs(fsys)
	if err != nil {
		return tree, nil, resolve.Agents{}, nil, tree.Warnings, err
	}
	roles, err := resolve.Roles(tree)
	warnings := resolve.Warnings(tree, roles)
	if err != nil {
		return tree, nil, resolve.Agents{}, nil, warnings, err
	}
	agents, err := resolve.AgentsOf(tree, roles)
	if err != nil {
		return tree, nil, agents, nil, warnings, err
	}
	table, err := known.Table()
	if err != nil {
		return tree, nil, agents, nil, warnings, err
	}
	entries, err := resolve.Entries(tree, table)
	warnings = append(warnings, entries...)
	if err != nil {
		return tree, nil, agents, nil, warnings, err
	}
	unproved, err := resolve.Prove(tree, roles, table)
	return tree, roles, agents, known, append(append(warnings, unproved...), known.Weaker()...).Sorted(), err
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
