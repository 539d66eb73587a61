package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"kei/atom"

	"github.com/spf13/cobra"
)

// An atomApp is one run of kei atom.
type atomApp struct {
	*app
	roots    []string // --root
	rules    string   // --rules
	packages []string // --package
	json     bool
	walked   bool // files are named with their root
}

// shown is how a list names the file of an atom.
func (x *atomApp) shown(a *atom.Atom) string {
	if x.walked {
		return a.Name()
	}
	return a.File
}

func (a *app) atom() *cobra.Command {
	x := &atomApp{app: a}
	c := &cobra.Command{
		Use:   "atom VERB",
		Short: "verbs of tools that say what they take, give and do to the world",
		Long: `An atom is one verb of a tool package: a Markdown file whose front matter declares
input, output, effects and errors, two JSON Schemas beside it, and a program.

Atoms lie at PACKAGE/atoms/VERB.md of a root: --root (may be repeated), else those of
KEI_ATOMS_ROOT, else primitives/ of the policy folder, else the earlier kit's.`,
		Args:                       unknownVerb,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
		SuggestionsMinimumDistance: 2,
		DisableFlagsInUseLine:      true,
	}
	c.PersistentFlags().StringArrayVar(&x.roots, "root", nil, "a `DIR` with packages of atoms")
	c.PersistentFlags().StringVar(&x.rules, "rules", "", "where the rules are that atoms link to: a `DIR`")
	c.PersistentFlags().BoolVar(&x.walked, "walked", false, "name files with their root")
	_ = c.PersistentFlags().MarkHidden("walked")
	c.AddCommand(x.lint(), x.list(), x.show(), x.invoke(), x.pipe(), x.cacheVerbs(), x.try(), x.scaffold(), x.graph(), x.serve(), x.export())
	return c
}

// where are the roots to read: those that are named must be there.
func (x *atomApp) where() ([]string, error) {
	roots := x.roots
	if env, _ := x.getenv("KEI_ATOMS_ROOT"); len(roots) == 0 && env != "" {
		for r := range strings.SplitSeq(env, ":") {
			if r != "" {
				roots = append(roots, r)
			}
		}
	}
	if len(roots) > 0 {
		for _, r := range roots {
			if info, err := os.Stat(r); err != nil || !info.IsDir() {
				return nil, fmt.Errorf("no folder of atoms at %s", r)
			}
		}
		return roots, nil
	}
	var tried []string
	if dir := x.granting(); dir != "" {
		tried = append(tried, filepath.Join(dir, "primitives"))
	}
	tried = append(tried, filepath.Join(x.dir, "primitives"))
	if home, _ := x.getenv("HOME"); home != "" {
		tried = append(tried, filepath.Join(home, ".claude", "agents", "_primitives", "_rust"))
	}
	for _, dir := range tried {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return []string{dir}, nil
		}
	}
	return nil, fmt.Errorf("no atoms at %s; name their folder with --root", strings.Join(tried, " or "))
}

// granting is the policy folder of the gate that the session is held to, "" if it is
// not known: its atoms and pipes are the ones that are granted, wherever the agent
// stands. What lies there is held to the grant like any other.
func (x *atomApp) granting() string {
	gate, _ := x.getenv("KEI_GATE")
	if !filepath.IsAbs(gate) || x.dir != "." && x.dir != ".kei" || filepath.Base(filepath.Dir(gate)) != "bin" {
		return ""
	}
	dir := filepath.Dir(filepath.Dir(gate))
	if info, err := os.Stat(filepath.Join(dir, "primitives")); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}

// rulesDir is the folder of the rules that atoms link to, "" if nothing says one:
// one that is named by --rules must be there.
func (x *atomApp) rulesDir() (string, error) {
	if x.rules != "" {
		if info, err := os.Stat(x.rules); err != nil || !info.IsDir() {
			return "", fmt.Errorf("no folder of rules at %s", x.rules)
		}
		return x.rules, nil
	}
	if dir, _ := x.getenv("KEI_RULES"); dir != "" {
		return dir, nil
	}
	if home, _ := x.getenv("HOME"); home != "" {
		return filepath.Join(home, ".claude", "rules"), nil
	}
	return "", nil
}

// ruleNames are the rules there are: nil where there is no folder of them.
func (x *atomApp) ruleNames() (atom.Rules, error) {
	dir, err := x.rulesDir()
	if err != nil || dir == "" {
		return nil, err
	}
	return atom.ReadRules(dir), nil
}

// load reads all atoms. It collects garbage later than usual: of thousands of
// declarations nearly nothing is any, and most commands end after it.
func (x *atomApp) load(ctx context.Context) (*atom.Set, error) {
	debug.SetGCPercent(400)
	roots, err := x.where()
	if err != nil {
		return nil, err
	}
	rules, err := x.ruleNames()
	if err != nil {
		return nil, err
	}
	tree := atom.NewTree(rules, roots...)
	tree.Told = x.reading()
	return tree.Read(ctx, nil)
}

// terminal is standard error, where a person looks at it; else nil.
func (a *app) terminal() *os.File {
	f, ok := a.stderr.(*os.File)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return f
}

// reading shows on a terminal how many packages were read, where there are many: each
// tenth of them, in one line that is gone in the end.
func (x *atomApp) reading() func(read, of int) {
	const many = 100
	f := x.terminal()
	if f == nil {
		return nil
	}
	tenth := 0
	return func(read, of int) {
		if of < many || read*10/of == tenth {
			return
		}
		if tenth = read * 10 / of; read < of {
			fmt.Fprintf(f, "\r%d of %d packages read", read, of)
		} else {
			fmt.Fprint(f, "\r\x1b[K")
		}
	}
}
