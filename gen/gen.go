// Package gen turns capabilities and roles into what is emitted. It is the only
// place that knows the order of the stages; each is a package of its own, from
// values to values.
//
//	spec.Load         what the files say
//	resolve.Roles     what that means for each role
//	resolve.AgentsOf  which role each agent is in
//	resolve.Prove     every example asked of the policy that will be compiled
//	emit.All          the files of the roles
//	emit.Roles        what is said of all roles together
//	emit.Dispatch     those of the gate that holds all of them
package gen

import (
	"io/fs"

	"kei/gen/emit"
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
	roles, agents, warnings, err := check(fsys)
	if err != nil {
		return nil, warnings, err
	}
	set, err := emit.All(roles)
	if err != nil {
		return nil, warnings, err
	}
	matrix, err := emit.Roles(roles, agents)
	if err != nil {
		return nil, warnings, err
	}
	set = append(set, matrix...)
	dispatch, err := emit.Dispatch(roles, agents)
	set = append(set, dispatch...)
	files.Sort(set)
	return set, warnings, err
}

// Check is Generate without its last stage: the roles, proved.
func Check(fsys fs.FS) ([]resolve.Role, Warnings, error) {
	roles, _, warnings, err := check(fsys)
	return roles, warnings, err
}

func check(fsys fs.FS) ([]resolve.Role, resolve.Agents, Warnings, error) {
	tree, err := spec.Load(fsys)
	if err != nil {
		return nil, resolve.Agents{}, tree.Warnings, err
	}
	roles, err := resolve.Roles(tree)
	warnings := resolve.Warnings(tree, roles)
	if err != nil {
		return nil, resolve.Agents{}, warnings, err
	}
	agents, err := resolve.AgentsOf(tree, roles)
	if err != nil {
		return nil, agents, warnings, err
	}
	unproved, err := resolve.Prove(tree, roles)
	return roles, agents, append(warnings, unproved...).Sorted(), err
}

// Tree is where a policy folder's emitted files go: into the folder itself.
func Tree(dir string) files.Tree {
	return files.Tree{Dir: dir, Owned: emit.Owned()}
}
