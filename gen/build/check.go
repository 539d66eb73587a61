package build

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// typeCheck reports every problem of the gates' packages, each at its place. A
// compiler stops at the first package that fails.
func typeCheck(ctx context.Context, tool *goTool, dir string, roles []string) error {
	var patterns []string
	for _, role := range roles {
		patterns = append(patterns, "./out/"+role+"/...")
	}
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: dir, Env: tool.env,
		// The flags are those of the build, so that what is compiled here for
		// its types need not be compiled again.
		BuildFlags: flags,
		Mode:       packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, patterns...)
	if err != nil {
		return fmt.Errorf("load the emitted packages: %w", err)
	}
	var problems []string
	for _, p := range loaded {
		for _, e := range p.Errors {
			problems = append(problems, strings.ReplaceAll(e.Error(), dir+"/", ""))
		}
	}
	if len(problems) == 0 {
		return nil
	}
	slices.Sort(problems)
	return errors.New(strings.Join(slices.Compact(problems), "\n"))
}
