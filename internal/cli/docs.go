package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kei/internal/files"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (a *app) docs() *cobra.Command {
	c := &cobra.Command{
		Use:                   "docs",
		Short:                 "write kei's manual pages, and completions for shells",
		DisableFlagsInUseLine: true,
		Args:                  unknownVerb,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("docs needs what to write: man or completions; see kei docs --help")
		},
		Example: `  kei docs man ~/.local/share/man/man1
  kei docs completions /tmp/completions`,
	}
	c.AddCommand(a.docsMan(), a.docsCompletions())
	return c
}

func (a *app) docsMan() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "man DIR",
		Short: "write a manual page for each command: kei.1, kei-build.1, ...",
		Long: `Man writes the pages of section 1 into DIR, which is made if there is none. The same
kei writes the same bytes: no page has a date.`,
		Args:    args("DIR"),
		Example: `kei docs man ~/.local/share/man/man1`,
	}, func(_ context.Context, args []string) error {
		pages, err := manPages(a.root())
		if err != nil {
			return err
		}
		return a.writeInto(args[0], pages)
	})
}

func (a *app) docsCompletions() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "completions DIR",
		Short: "write completions for bash, zsh, fish and PowerShell",
		Long: `Completions writes kei.bash, _kei, kei.fish and kei.ps1 into DIR, which is made if
there is none. They are put where each shell looks for them; kei completion SHELL
prints one, with a word on where that is.`,
		Args:    args("DIR"),
		Example: `kei docs completions /tmp/completions`,
	}, func(_ context.Context, args []string) error {
		list, err := completions(a.root())
		if err != nil {
			return err
		}
		return a.writeInto(args[0], list)
	})
}

// manPages are the pages of a command and all below it, in roff.
func manPages(root *cobra.Command) ([]files.File, error) {
	root.DisableAutoGenTag = true
	root.InitDefaultCompletionCmd()
	var list []files.File
	var walk func(c *cobra.Command) error
	walk = func(c *cobra.Command) error {
		var b bytes.Buffer
		// Without a date of its own a page gets today's; this one is taken out again.
		never := time.Unix(0, 0).UTC()
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		if err := doc.GenMan(c, &doc.GenManHeader{Section: "1", Date: &never, Source: "kei", Manual: "kei"}, &b); err != nil {
			return fmt.Errorf("the page of %s: %w", c.CommandPath(), err)
		}
		text := strings.Replace(b.String(), `"Jan 1970"`, `""`, 1)
		list = append(list, files.File{Name: name + ".1", Data: []byte(text)})
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				if err := walk(sub); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := walk(root)
	return list, err
}

// completions are what shells read to complete a command's words.
func completions(root *cobra.Command) ([]files.File, error) {
	var bash, zsh, fish, power bytes.Buffer
	err := errors.Join(root.GenBashCompletionV2(&bash, true), root.GenZshCompletion(&zsh), root.GenFishCompletion(&fish, true), root.GenPowerShellCompletionWithDesc(&power))
	return []files.File{
		{Name: "_kei", Data: zsh.Bytes()},
		{Name: "kei.bash", Data: bash.Bytes()},
		{Name: "kei.fish", Data: fish.Bytes()},
		{Name: "kei.ps1", Data: power.Bytes()},
	}, err
}

// writeInto writes files into a folder, each whole or not at all, and names them.
func (a *app) writeInto(dir string, list []files.File) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range list {
		if err := files.Out(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout, filepath.Join(dir, f.Name))
	}
	return nil
}
