package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kei/internal/tomlpos"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "kei [-C DIR] VERB",
		Short: "compile capabilities and roles into gates for coding agents",
		Long: `kei reads capabilities/ and roles/, writes them out as Go, and compiles one
small program per role: a gate. A coding agent's client starts the gate before
every tool call; it lets the call run (status 0) or denies it (status 2).`,
		Example: `  kei init                       begin in a repository of your own
  kei new role docs-writer       start a role from a template
  kei check                      is everything in order?
  kei gen && git diff out        what does the policy say now?
  kei build                      bin/edit-local, bin/read-only, ...
  kei install edit-local         ask that gate before every call made in this folder
  kei doctor                     is it really asked, and does it deny?
  kei explain edit-local Bash 'git push'
  kei programs tar               what do gates know of tar?
  kei tools opencode             ... and of a client's tools?`,
		Args:                  unknownVerb,
		RunE:                  func(c *cobra.Command, _ []string) error { return c.Help() },
		Version:               buildVersion(),
		PersistentPreRun:      a.home,
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
	}
	root.SetVersionTemplate("kei {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 100 "))
	root.PersistentFlags().StringVarP(&a.dir, "chdir", "C", ".", "the policy folder: `DIR` holds capabilities/ and roles/ (default: here, or .kei)")
	root.AddCommand(
		a.initiate(), a.gen(), a.diff(), a.check(), a.vet(), a.build(), a.goldens(), a.update(), a.seal(),
		a.install(), a.uninstall(), a.doctor(), a.log(), a.explain(), a.listPrograms(), a.listTools(), a.verify(),
		a.compose(), a.prepare(), a.spawn(), a.runTask(), a.merge(), a.agents(), a.agent(), a.docRoles(), a.verifyHook(),
		a.scaffold(), a.atom(), a.forge(), a.ledger(), a.docs(), a.version(),
	)
	return root
}

// flagError says what is wrong with a flag, and where its verb's flags are listed.
func flagError(c *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) {
		f := value.GetFlag()
		switch wrong := fmt.Sprintf("--%s %s", f.Name, tomlpos.Printable(value.GetValue())); f.Value.Type() {
		case "int", "int64":
			err = fmt.Errorf("%s is not a whole number", wrong)
			if errors.Is(value, strconv.ErrRange) {
				err = fmt.Errorf("%s is out of range", wrong)
			}
		case "duration":
			err = fmt.Errorf("%s is not a time such as 90s, 30m or 2h", wrong)
		case "bool":
			err = fmt.Errorf("%s is neither true nor false", wrong)
		}
	}
	return fmt.Errorf("%w; see %s --help", err, c.CommandPath())
}

// unknownVerb names the verb that was meant, where it can be guessed.
func unknownVerb(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	way := "see " + c.CommandPath() + " --help"
	if near := nearest(c, args[0]); near != "" {
		way = "did you mean " + near + "?"
	} else if c.HasParent() {
		way = "there are " + strings.Join(verbs(c), ", ")
	}
	return fmt.Errorf("no verb %q; %s", args[0], way)
}

// nearest is the verb that was meant by a word: of those that begin with it, or that it is
// a slip of the hand for, the one with the fewest letters to change; "" if there is none.
func nearest(c *cobra.Command, word string) string {
	near := append(c.SuggestionsFor(word), "")
	return cmp.Or(tomlpos.Nearest(word, near), near[0], tomlpos.Nearest(word, verbs(c)))
}

// verbs are those that the help of a command lists.
func verbs(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}
