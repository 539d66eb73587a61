package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kei"
	"kei/atom"
	"kei/atom/forge"

	"github.com/spf13/cobra"
)

func (x *atomApp) scaffold() *cobra.Command {
	var r forge.Request
	var effects []string
	var newPackage, from string
	c := x.verb(&cobra.Command{
		Use:   "new ID [--kind K] [--effect 'OP DOMAIN']... [--new-package go|script|ARGV]",
		Short: "make an atom: its declaration, its schemas, a place for its code",
		Long: `New writes atoms/VERB.md and two schemas into a package, and in a package that is made by
it internal/VERB in Go, or a case of its script. With --json it reads all that can be
said: the rows of input and output, errors, keywords, related. What is written is
linted, in Go vetted and tested, or taken back as a whole.

Exit status: 0, 2 if it is refused or there already, 1 for trouble.`,
		Args: args("[ID]"),
		Example: `
			kei atom new kei-note::add --effect 'write notes' --new-package go
			kei atom new kei-note::find --kind query --json rows.json`,
	}, func(ctx context.Context, args []string) error {
		if refused := x.forPersons("kei atom new"); refused != nil {
			return refused
		}
		if from != "" {
			if err := x.rows(from, &r); err != nil {
				return err
			}
		}
		if len(args) > 0 {
			pkg, verb, _ := strings.Cut(args[0], "::")
			r.Package, r.Verb = pkg, verb
		}
		for _, e := range effects {
			op, domain, _ := strings.Cut(e, " ")
			r.Effects = append(r.Effects, atom.Effect{Op: op, Domain: domain})
		}
		if newPackage != "" {
			r.NewPackage = true
			r.Command, _ = json.Marshal(newPackage)
		}
		if r.Description == "" {
			r.Description = "Says here in one line what " + r.Verb + " does."
		}
		root, source, err := x.making()
		if err != nil {
			return err
		}
		return x.make(ctx, root, r, source)
	})
	f := c.Flags()
	f.StringVar(&r.Kind, "kind", "command", strings.Join(atom.Kinds, ", "))
	f.StringVar(&r.Description, "description", "", "one line: what it does")
	f.StringArrayVar(&effects, "effect", nil, "what it does to the world: `'OP DOMAIN'`")
	f.StringVar(&newPackage, "new-package", "", "its package is new: go, script or an `ARGV`")
	f.StringVar(&from, "json", "", "read rows from `FILE`, or - for standard input")
	f.BoolVar(&x.json, "answer-json", false, "answer for programs")
	return c
}

// make makes what is asked for, and says what that was or why it is refused.
func (x *atomApp) make(ctx context.Context, root string, r forge.Request, source []byte) error {
	made, err := forge.Make(ctx, root, r, source)
	var refused *forge.Refusal
	switch {
	case errors.As(err, &refused):
		for _, line := range refused.Texts() {
			fmt.Fprintf(x.stderr, "kei: %s\n", plain(line))
		}
		return exit(2)
	case err != nil:
		return err
	case x.json:
		return x.encode(made)
	}
	for _, f := range made.Files {
		fmt.Fprintln(x.stdout, filepath.Join(root, filepath.FromSlash(f)))
	}
	fmt.Fprintf(x.stdout, "next: %s\n", made.Next)
	return nil
}

// rows reads a request; keys that nobody knows are errors.
func (x *atomApp) rows(from string, r *forge.Request) error {
	if from != "-" {
		from = "@" + from
	}
	text, err := x.given(from)
	if err == nil {
		err = forge.Decode(text, r)
	}
	if err != nil {
		return fmt.Errorf("--json: %w", err)
	}
	return nil
}

// newRoot is where a new atom goes: the first root there is, or primitives/ of the
// policy folder, which is made with it.
func (x *atomApp) newRoot() (string, error) {
	env, _ := x.getenv("KEI_ATOMS_ROOT")
	if len(x.roots) == 0 && env == "" {
		return filepath.Join(x.dir, "primitives"), nil
	}
	roots, err := x.where()
	if err != nil {
		return "", err
	}
	return roots[0], nil
}

// making is where a new atom goes, and the source of package verb that a program in Go is
// made with.
func (x *atomApp) making() (root string, source []byte, err error) {
	if root, err = x.newRoot(); err != nil {
		return "", nil, err
	}
	source, err = kei.Verb.ReadFile("atom/verb/verb.go")
	return root, source, err
}

// atomPrograms are packages whose program kei build makes: in Go, and to be found
// beneath them.
func atomPrograms(root string) (dirs []string, err error) {
	set, err := atom.Load(context.Background(), nil, root)
	if err != nil {
		return nil, err
	}
	for _, p := range set.Packages {
		if p.Meta == nil || len(p.Meta.Command) == 0 || !slices.Contains([]string{"bin/" + p.Name, "./bin/" + p.Name}, p.Meta.Command[0]) {
			continue
		}
		if _, err := os.Stat(filepath.Join(p.Dir, "go.mod")); err == nil {
			dirs = append(dirs, p.Dir)
		}
	}
	return dirs, nil
}
