package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei"
	"kei/gen"
	"kei/gen/programs"
	"kei/gen/spec"
	"kei/internal/files"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/templates"

	"github.com/spf13/cobra"
)

func (a *app) scaffold() *cobra.Command {
	c := &cobra.Command{
		Use:                   "new",
		Short:                 "start a capability, a role, an agent, a program, a pipeline, a kind or a client",
		DisableFlagsInUseLine: true,
		Args:                  unknownVerb,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("new needs what to make: capability, role, agent, program, ci, kind or client; see kei new --help")
		},
		Example: `  kei new capability policy::no-deploy
  kei new role docs-writer --extends edit-local`,
	}
	c.AddCommand(a.newCapability(), a.newRole(), a.newAgent(), a.newProgram(), a.newKind(), a.newClient(), a.newCI())
	return c
}

func (a *app) newCapability() *cobra.Command {
	kind := "deny-command"
	c := a.verb(&cobra.Command{
		Use:   "capability [-C DIR] [--kind KIND] CATEGORY::SLUG",
		Short: "start a capability: a folder with capability.toml and text.md",
		Long: `The new capability is complete and passes kei check; what it denies is an example
to be replaced. Kinds:
` + wrapped(kinds(), 80) + ".",
		Args: args("CATEGORY::SLUG"),
		Example: `
			kei new capability policy::no-deploy
			kei new capability scope::no-migrations --kind deny-files`,
	}, func(_ context.Context, args []string) error {
		return a.makeCapability(args[0], kind)
	})
	c.Flags().StringVar(&kind, "kind", kind, "the kind of rule: `KIND`")
	return c
}

// wrapped joins names by commas, in lines of at most that many columns.
func wrapped(names []string, most int) string {
	text, width := "", 0
	for i, name := range names {
		switch {
		case i == 0:
		case width+len(", ")+len(name) > most:
			text, width = text+",\n", 0
		default:
			text, width = text+", ", width+len(", ")
		}
		text, width = text+name, width+len(name)
	}
	return text
}

func kinds() []string {
	var names []string
	for _, k := range gate.Kinds() {
		names = append(names, k.Name)
	}
	return names
}

func (a *app) makeCapability(name, kind string) error {
	dir, err := place(name)
	if err != nil {
		return err
	}
	at := slices.Index(kinds(), kind)
	if at < 0 {
		return fmt.Errorf("kind %s is none of %s%s", tomlpos.Printable(kind), strings.Join(kinds(), ", "), tomlpos.DidYouMean(kind, kinds()))
	}
	category, slug, _ := spec.SplitName(name)
	toml, err := gen.NewCapability(category, slug, gate.Kinds()[at])
	if err != nil {
		return err
	}
	text, err := templates.NewText()
	if err != nil {
		return err
	}
	set := []files.File{{Name: "capability.toml", Data: toml}, {Name: "text.md", Data: text}}
	if err := rehearse(dir, set); err != nil {
		return err
	}
	root, err := a.folder()
	if err != nil {
		return err
	}
	defer root.Close()
	if err := plant(root, dir, set); err != nil {
		return err
	}
	a.made(path.Join(dir, "capability.toml"), path.Join(dir, "text.md"))
	return whole(root)
}

// whole gives the folder the halves of a policy that it does not have yet: with
// its first capability or role it can be checked.
func whole(root *os.Root) error {
	for _, half := range []string{"capabilities", "roles"} {
		if err := root.Mkdir(half, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return files.Named(half, err)
		}
	}
	return nil
}

// rehearse loads the new folder alone, so that a category there is not, say,
// is refused before anything stands in the policy.
func rehearse(dir string, set []files.File) error {
	temp, err := os.MkdirTemp("", "kei-new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	root, err := os.OpenRoot(temp)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := errors.Join(root.Mkdir("roles", 0o755), plant(root, dir, set)); err != nil {
		return err
	}
	_, err = spec.Load(root.FS())
	return err
}

func (a *app) newRole() *cobra.Command {
	var extends string
	c := a.verb(&cobra.Command{
		Use:   "role [-C DIR] [--extends ROLE] NAME",
		Short: "start a role: a file in roles/",
		Args:  args("NAME"),
		Example: `
			kei new role docs-writer
			kei new role docs-writer --extends edit-local`,
	}, func(_ context.Context, args []string) error {
		return a.makeRole(args[0], extends)
	})
	c.Flags().StringVar(&extends, "extends", "", "start with what `ROLE` is held to; kei/ROLE is one of kei's library")
	return c
}

func (a *app) makeRole(name, extends string) error {
	if !spec.IsSlug(name) {
		return fmt.Errorf("%s is no name of a role; use lower-case letters, digits and -", tomlpos.Printable(name))
	}
	if extends != "" {
		if err := a.canExtend(extends); err != nil {
			return err
		}
	}
	text, err := templates.NewRole(name, extends)
	if err != nil {
		return err
	}
	return a.plantFile(path.Join("roles", name+".toml"), text)
}

// canExtend reports whether there is a role to be extended by that name, in the
// policy or in kei's library.
func (a *app) canExtend(name string) error {
	if of, ok := strings.CutPrefix(name, spec.Library); ok {
		_, err := gen.LibraryRole(of)
		return err
	}
	fsys, err := a.source()
	if err != nil {
		return err
	}
	tree, err := spec.LoadWith(fsys, kei.Library)
	if err != nil {
		return err
	}
	if tree.Role(name) == nil {
		return fmt.Errorf("no role %s%s", tomlpos.Printable(name), tomlpos.OrOneOf(name, tree.RoleNames()))
	}
	return nil
}

func (a *app) newProgram() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "program [-C DIR] NAME",
		Short: "start what gates know of a program: a file in programs/",
		Long: `The new file is complete and passes kei check; its options and operands are an
example to be replaced by what the program really has. Gates know it when kei gen
and kei build were run.`,
		Args: args("NAME"),
		Example: `
			kei new program frobnicate`,
	}, func(_ context.Context, args []string) error {
		return a.makeProgram(args[0])
	})
}

func (a *app) makeProgram(name string) error {
	if !programs.IsName(name) {
		return fmt.Errorf("%s is no name of a program; use letters, digits and . _ + - behind the first", tomlpos.Printable(name))
	}
	fsys, err := a.source()
	if err != nil {
		return err
	}
	set, err := programs.Load(kei.Programs, fsys)
	if err != nil {
		return err
	}
	if p := set.Named(name); p != nil {
		return fmt.Errorf("%s is known by %s; kei programs %s shows how", name, p.File, name)
	}
	text, err := templates.NewProgram(name)
	if err != nil {
		return err
	}
	return a.plantFile(path.Join("programs", name+".toml"), text)
}

func (a *app) newKind() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "kind [-C DIR] NAME",
		Short: "start a kind of rule: a file in runtime/gate of kei's own source",
		Long: `A kind is a Go struct whose toml tags are the keys of [gate] and whose Check is
the rule. The new one denies writing files, as an example to be replaced, and has
its line in runtime/gate/kinds.go: build kei again to use it.`,
		Args: args("NAME"),
		Example: `
			kei new kind deny-writes`,
	}, func(_ context.Context, args []string) error {
		name := args[0]
		if !spec.IsSlug(name) {
			return fmt.Errorf("%s is no name of a kind; use lower-case letters, digits and -", tomlpos.Printable(name))
		}
		if !strings.Contains(strings.Trim(name, "-"), "-") {
			return fmt.Errorf("%s is no name of a kind; say what it does and with what, as deny-writes does", name)
		}
		return a.makeKind(name)
	})
}

// makeKind writes the file of a kind and its line in the list.
func (a *app) makeKind(name string) error {
	const registry = "runtime/gate/kinds.go"
	list, err := os.ReadFile(filepath.Join(a.dir, registry))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no %s in %s; a kind is made in kei's own source", registry, a.dir)
	}
	if err != nil {
		return err
	}
	if list, err = templates.AddKind(list, name); err != nil {
		return fmt.Errorf("%s: %w", registry, err)
	}
	text, err := templates.NewKind(name)
	if err != nil {
		return err
	}
	if err := a.plantFile("runtime/gate/"+strings.ReplaceAll(name, "-", "_")+".go", text); err != nil {
		return err
	}
	root, err := a.folder()
	if err != nil {
		return err
	}
	defer root.Close()
	return root.WriteFile(registry, list, 0o644)
}

func (a *app) plantFile(name string, text []byte) error {
	root, err := a.folder()
	if err != nil {
		return err
	}
	defer root.Close()
	if err := plantFile(root, name, text); err != nil {
		return err
	}
	a.made(name)
	return whole(root)
}

// folder opens the policy folder for writing.
func (a *app) folder() (*os.Root, error) {
	if _, err := a.source(); err != nil {
		return nil, err
	}
	return os.OpenRoot(a.dir)
}

func (a *app) made(names ...string) {
	for _, n := range names {
		fmt.Fprintln(a.stdout, filepath.Join(a.dir, filepath.FromSlash(n)))
	}
}
