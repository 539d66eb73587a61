package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/internal/tomlpos"

	"github.com/spf13/cobra"
)

// source is the folder that -C names.
func (a *app) source() (fs.FS, error) {
	info, err := os.Stat(a.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("-C %s: no such folder", a.dir)
	}
	if err != nil {
		return nil, fmt.Errorf("-C %s: %s", a.dir, tomlpos.Reason(err))
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("-C %s: not a folder", a.dir)
	}
	return os.DirFS(a.dir), nil
}

// roles reads and resolves the policy.
func (a *app) roles() (spec.Tree, []resolve.Role, error) {
	fsys, err := a.source()
	if err != nil {
		return spec.Tree{}, nil, err
	}
	tree, err := spec.Load(fsys)
	if err != nil {
		return tree, nil, err
	}
	roles, err := resolve.Roles(tree)
	return tree, roles, err
}

// role finds a role that has a gate.
func (a *app) role(name string) (resolve.Role, error) {
	tree, roles, err := a.roles()
	if err != nil {
		return resolve.Role{}, err
	}
	for _, r := range roles {
		if r.Name != name {
			continue
		}
		if !r.Spawnable {
			return r, tomlpos.Error{File: r.Written.File, Line: r.Written.Pos.Line, Col: r.Written.Pos.Col,
				Msg: "role " + name + " has no gate: it is not spawnable"}
		}
		return r, nil
	}
	return resolve.Role{}, fmt.Errorf("no role %s%s", tomlpos.Printable(name), tomlpos.DidYouMean(name, tree.RoleNames()))
}

// warn prints warnings, which stop nothing.
func (a *app) warn(list tomlpos.Errors) {
	for _, w := range list {
		fmt.Fprintf(a.stderr, "%v (warning)\n", w)
	}
}

// completeRole offers the roles of the policy as the first argument.
func (a *app) completeRole(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return a.known(), cobra.ShellCompDirectiveNoFileComp
}
