package cli

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) version() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "version",
		Short: "print the version of kei and of the Go it was built with",
		Args:  args(),
		Example: `
			kei version`,
	}, func(context.Context, []string) error {
		fmt.Fprintln(a.stdout, "kei", buildVersion())
		return nil
	})
}

// buildVersion is what the linker knows: the module's version where kei was
// installed from one, else the commit it was built from.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	version := info.Main.Version
	if version == "" {
		version = "(devel)"
	}
	return version + " " + info.GoVersion
}
