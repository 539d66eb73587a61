package cli

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"kei/atom/forge"

	"github.com/spf13/cobra"
)

func (a *app) forge() *cobra.Command {
	x := &atomApp{app: a}
	var port int
	c := x.verb(&cobra.Command{
		Use:   "forge [--port N] [--root DIR]",
		Short: "make atoms in a browser",
		Long: `Forge serves a page on 127.0.0.1 on which a person says what an atom takes, gives and
does, sees what would be written and what lint says of it, and has it made: as kei atom
new does, without a browser.

The link that it prints opens the page once, in one browser. It is for a person: give it
to no agent and start no program with it. Interrupted, the forge ends.

Exit status: 0, 2 if an agent's session starts it, 1 for trouble.`,
		Args: args(),
		Example: `
			kei forge
			kei forge --root primitives --port 8321`,
	}, func(ctx context.Context, _ []string) error {
		if refused := x.forPersons("kei forge"); refused != nil {
			return refused
		}
		if port < 0 || port > 65535 {
			return fmt.Errorf("--port %d is no port", port)
		}
		root, source, err := x.making()
		if err != nil {
			return err
		}
		l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err != nil {
			return err
		}
		s := forge.NewServer(root, x.below(root), source, l.Addr().(*net.TCPAddr).Port, func(line string) {
			fmt.Fprintf(x.stderr, "kei forge: %s\n", plain(line))
		})
		fmt.Fprintln(x.stdout, s.Link())
		fmt.Fprintln(x.stderr, "kei forge: open this link in your browser; it works once. Ctrl-C ends the forge")
		return s.Serve(ctx, l)
	})
	c.Flags().IntVar(&port, "port", 0, "listen on port `N` of 127.0.0.1 (default: a free one)")
	c.Flags().StringArrayVar(&x.roots, "root", nil, "where the atoms go: a `DIR` with packages")
	return c
}

// below is how files of a root are called: from the policy folder if it is in
// there, else as it was named. It ends in a slash.
func (x *atomApp) below(root string) string {
	if rel, err := filepath.Rel(x.dir, root); err == nil && filepath.IsLocal(rel) {
		root = rel
	}
	return strings.TrimSuffix(filepath.ToSlash(root), "/") + "/"
}

// forPersons refuses what no agent's session may start, whatever its gate was
// told: such a session is one that KEI_GATE is set in.
func (x *atomApp) forPersons(what string) error {
	gate, _ := x.getenv("KEI_GATE")
	if gate == "" {
		return nil
	}
	return x.refuse("%s is for persons: KEI_GATE is set here, so this is an agent's session, and what it may run is granted atom by atom", what)
}
