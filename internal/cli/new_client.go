package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"kei/hooks"
	"kei/internal/tomlpos"
	"kei/runtime/client"

	"kei/gen/spec"
	"kei/templates"

	"github.com/spf13/cobra"
)

func (a *app) newClient() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "client [-C DIR] NAME",
		Short: "start a coding agent's client: a file in runtime/client of kei's own source",
		Long: `A client is one file in runtime/client (its payloads, tools and files), its line in
Clients there, and an entry in hooks/client.go (its settings, and how it asks). The
new one has tools and fields that are examples, and two payloads of that shape in
goldentests/payloads: put in what the client really writes, build kei again, and
record what is made of it (make goldens).`,
		Args: args("NAME"),
		Example: `
			kei new client goose`,
	}, func(_ context.Context, args []string) error {
		name := args[0]
		if !spec.IsSlug(name) {
			return fmt.Errorf("%s is no name of a client; use lower-case letters, digits and -", tomlpos.Printable(name))
		}
		if client.Named(name) != nil || hooks.Named(name) != nil {
			return fmt.Errorf("%s is a client that is known already; kei tools %s shows how", name, name)
		}
		return a.makeClient(templates.NewClient(name))
	})
}

// makeClient writes the files of a client and its places in the two lists.
func (a *app) makeClient(c templates.Client) error {
	lists := map[string]func([]byte) ([]byte, error){"runtime/client/client.go": c.Registered, "hooks/client.go": c.Hooked}
	changed := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		text, err := os.ReadFile(filepath.Join(a.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no %s in %s; a client is made in kei's own source", name, a.dir)
		}
		if err != nil {
			return err
		}
		if changed[name], err = lists[name](text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	source, text, err := c.Source()
	if err != nil {
		return err
	}
	made, err := c.Payloads()
	if err != nil {
		return err
	}
	made[source] = text
	for _, name := range slices.Sorted(maps.Keys(made)) {
		if err := a.plantFile(name, made[name]); err != nil {
			return err
		}
	}
	root, err := a.folder()
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		if err := root.WriteFile(name, changed[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}
