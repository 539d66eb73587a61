// Package declarative proves that what kei emitted for a gate is facts and
// nothing else, so that a reviewer of a policy reads policy.go and nothing more.
//
// Of a package out/<role> it holds:
//
//   - The folder contains policy.go and tables.go, a prompt and the folder gate,
//     and nothing that a build could pick up.
//   - It imports kei/runtime/gate and packages of rules, and has no function.
//   - Every variable is a literal: no call, no operator, no name of anything but
//     rules and the package's own tables, each where it belongs.
//   - Every rule stands in Policy.Rules, once; there is nothing beside them.
//   - The tables are the automata of the patterns, and the sum is the SHA-256 of
//     the policy's canonical form: both are computed again here.
//
// A package out/rules/<category>/<slug> is the same of a capability: its rules,
// each a variable, and their tables.
//
// The packages out/<role>/gate and out/<role>/gate/early consist of one function
// with one call, which is the one it has to be.
//
// The package out/programs holds variables that are literals of the types of
// runtime/invocation, and the addresses of one another.
//
// The package out/dispatch names the policy of every role's folder. Every role
// has its place in the table of agents under its own name; the names are in order, each once.
//
// It knows nothing of package emit: what one prints, the other must find by
// itself.
package declarative

import (
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzer reports what in an emitted package is more than facts. Packages that
// are not below kei/out are not its business.
var Analyzer = &analysis.Analyzer{
	Name: "keivet",
	Doc:  "check that emitted gates are facts and nothing else",
	URL:  "https://pkg.go.dev/kei/gen/declarative",
	Run:  run,
}

const (
	outPath     = "kei/out"
	gatePath    = "kei/runtime/gate"
	shellPath   = "kei/runtime/shell"
	regexpsPath = "kei/runtime/regexps"

	programsPath   = "kei/out/programs"
	invocationPath = "kei/runtime/invocation"
)

func run(pass *analysis.Pass) (any, error) {
	path := pass.Pkg.Path()
	rest, below := strings.CutPrefix(path, outPath+"/")
	if path != outPath && !below {
		return nil, nil
	}
	c := &checker{Pass: pass, path: path}
	if len(pass.Files) == 0 {
		return nil, nil
	}
	c.dir = filepath.Dir(pass.Fset.File(pass.Files[0].FileStart).Name())
	parts := strings.Split(rest, "/")
	switch {
	case !below:
		c.only("doc.go", "doc.go", "ROLES.md", "roles.json", "*")
		c.nothing()
	case rest == "programs":
		c.programTables()
	case rest == "dispatch":
		c.only("dispatch.go", "dispatch.go", "gate/")
		c.dispatch()
	case rest == "capability":
		c.only("capabilities.go", "capabilities.go", "gate/")
		c.capabilities()
	case rest == "verify":
		c.only("plans.go", "plans.go", "steps.go", "cmd/")
		c.plans()
	case rest == "verify/cmd":
		c.only("main.go", "main.go")
		c.verifyProgram()
	case parts[0] == "rules" && len(parts) == 3:
		c.only("rules.go", "rules.go", "tables.go")
		c.rules(parts[1], parts[2])
	case len(parts) == 1 && parts[0] != "rules":
		c.only("policy.go", "policy.go", "tables.go", "prompt.md", "gate/")
		c.facts(parts[0])
	case len(parts) == 2 && parts[1] == "gate":
		c.only("main.go", "main.go", "early/")
		c.program(parts[0])
	case len(parts) == 3 && parts[1] == "gate" && parts[2] == "early":
		c.only("early.go", "early.go")
		c.early(parts[0])
	default:
		c.Reportf(pass.Files[0].Name.Pos(), "no package belongs at %s; out/<role> holds policy.go, tables.go and gate, out/rules the capabilities", path)
	}
	return nil, nil
}
