package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kei/gen"
	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/invocation"

	"github.com/spf13/cobra"
)

// source is the folder that -C names.
func (a *app) source() (fs.FS, error) {
	if err := a.stray(); err != nil {
		return nil, err
	}
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
	return gen.Folder(a.dir), nil
}

// stray says what is wrong with a .kei in which no policy was found, where that is what
// is looked for: here is none either.
func (a *app) stray() error {
	if a.named || a.dir != "." {
		return nil
	}
	for _, name := range []string{"roles", "capabilities"} {
		if _, err := os.Lstat(name); err == nil {
			return nil
		}
	}
	is := "has no roles/, so it is no policy"
	switch info, err := os.Lstat(policyFolder); {
	case err != nil:
		return nil // kei init has not been here
	case info.Mode()&fs.ModeSymlink != 0:
		is = "is a symbolic link that leads to no policy"
	case !info.IsDir():
		is = "is a file, where a policy folder is looked for"
	}
	return fmt.Errorf("%s %s; move it away and run kei init, or name the policy folder with -C", policyFolder, is)
}

// roles reads and resolves the policy.
func (a *app) roles() (spec.Tree, []resolve.Role, error) {
	fsys, err := a.source()
	if err != nil {
		return spec.Tree{}, nil, err
	}
	tree, err := gen.Load(fsys)
	if err != nil {
		return tree, nil, err
	}
	roles, err := resolve.Roles(tree)
	return tree, roles, err
}

// programs are what is known of programs, with what the policy folder adds.
func (a *app) programs() (*invocation.Table, error) {
	fsys, err := a.source()
	if err != nil {
		return nil, err
	}
	set, err := gen.Programs(fsys)
	if err != nil {
		return nil, err
	}
	return set.Table()
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
	return resolve.Role{}, noRole(tree, roles, name)
}

// noRole is the error for a name that is no role's, with the names that are.
func noRole(tree spec.Tree, roles []resolve.Role, name string) error {
	for _, c := range tree.Capabilities {
		if c.Name == name || c.Slug == name {
			return fmt.Errorf("%s is a capability, and a gate is a role's; the roles are %s", c.Name, withGate(roles))
		}
	}
	way := tomlpos.DidYouMean(name, tree.RoleNames())
	if way == "" {
		way = "; there are " + withGate(roles)
	}
	return fmt.Errorf("no role %s%s", tomlpos.Printable(name), way)
}

// withGate names the roles that have a gate.
func withGate(roles []resolve.Role) string {
	var names []string
	for _, r := range roles {
		if r.Spawnable {
			names = append(names, r.Name)
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}

// unbuilt is the error for a program of kei build that is not there: the folder
// may be none that has a policy.
func (a *app) unbuilt(program string) error {
	if _, err := a.source(); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(a.dir, "roles")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s does not exist, and the folder has no roles/ to build it from; name the policy folder with -C", program)
	}
	return fmt.Errorf("%s does not exist; %s makes it", program, a.kei("build"))
}

// kei is the command line of a verb for the policy folder that is meant.
func (a *app) kei(verb string) string {
	if a.dir == "." {
		return "kei " + verb
	}
	return "kei " + verb + " -C " + a.dir
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
