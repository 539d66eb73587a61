package build

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"kei/gen/declarative"
)

// Vet proves that the out/ of a policy folder is facts and nothing else, as
// cmd/keivet does of kei's own. The error has every problem, one per line.
func Vet(ctx context.Context, o Options) error {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	m, err := findModule(o)
	if err != nil {
		return err
	}
	defer m.close()
	if !exists(filepath.Join(o.Dir, "out", "doc.go")) {
		return fmt.Errorf("%s holds nothing that kei gen wrote; run kei gen first", filepath.Join(o.Dir, "out"))
	}
	tool, err := findGo(ctx)
	if err != nil {
		return err
	}
	loaded, err := m.load(ctx, tool, "./out/...")
	if err != nil {
		return err
	}
	return m.facts(loaded)
}

// check reports every problem of the gates' packages, each at its place: a compiler
// stops at the first package that fails. What stands in somebody's repository has to
// be facts before it is compiled and run.
func (m *module) check(ctx context.Context, tool *goTool, roles []string) error {
	var patterns []string
	for _, role := range roles {
		patterns = append(patterns, "./out/"+role+"/...")
	}
	if m.reviewed {
		patterns = []string{"./out/..."}
	}
	loaded, err := m.load(ctx, tool, patterns...)
	if err != nil || !m.reviewed {
		return err
	}
	return m.facts(loaded)
}

// load reads packages with their types.
func (m *module) load(ctx context.Context, tool *goTool, patterns ...string) ([]*packages.Package, error) {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: m.dir, Env: tool.env,
		// The flags are those of the build, so that what is compiled here for
		// its types need not be compiled again.
		BuildFlags: flags(),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
	}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("load the emitted packages: %w", err)
	}
	var problems []string
	for _, p := range loaded {
		for _, e := range p.Errors {
			problems = append(problems, m.place(e.Error()))
		}
	}
	return loaded, listed(problems)
}

// facts is what the analyzer of emitted code says.
func (m *module) facts(loaded []*packages.Package) error {
	graph, err := checker.Analyze([]*analysis.Analyzer{declarative.Analyzer}, loaded, nil)
	if err != nil {
		return err
	}
	var problems []string
	for action := range graph.All() {
		if action.Err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", action.Package.PkgPath, action.Err))
		}
		for _, d := range action.Diagnostics {
			problems = append(problems, fmt.Sprintf("%s: %s", m.place(action.Package.Fset.Position(d.Pos).String()), d.Message))
		}
	}
	return listed(problems)
}

// place is a place in the policy folder, where there was one in a module that was
// made for one build.
func (m *module) place(s string) string { return strings.ReplaceAll(s, m.dir+"/", "") }

// listed is all problems as one error, each once.
func listed(problems []string) error {
	if len(problems) == 0 {
		return nil
	}
	slices.Sort(problems)
	return errors.New(strings.Join(slices.Compact(problems), "\n"))
}
