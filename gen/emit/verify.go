package emit

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/dave/jennifer/jen"

	"kei/gen/resolve"
	"kei/internal/files"
	"kei/runtime/verify"
)

const (
	verifyPath   = "kei/runtime/verify"
	plansPath    = "kei/out/verify"
	verifyHeader = files.Mark + " from capabilities/ and roles/. DO NOT EDIT."
)

// A stepFacts is one step under the name it gets.
type stepFacts struct {
	name string
	note string
	step verify.Step
}

// forVerify is the one verify program, with the plan of every role that agents
// can be in; nothing if no role asks for a check.
func forVerify(roles []resolve.Role) ([]files.File, error) {
	names := newNamer()
	names["Plans"] = true
	var steps []stepFacts
	known := map[verify.Step]string{}
	var plans []jen.Code
	for _, role := range roles {
		if !role.Spawnable {
			continue
		}
		var items []jen.Code
		for _, s := range role.Steps() {
			name, ok := known[s.Check]
			if !ok {
				name = names.rule(s.Capability.Name, reflect.TypeOf(s.Check).Elem().Name())
				known[s.Check] = name
				steps = append(steps, stepFacts{name, s.Capability.Description, s.Check})
			}
			items = append(items, jen.Op("&").Id(name))
		}
		lines := []jen.Code{field("Role", jen.Op(strconv.Quote(role.Name)))}
		if len(items) > 0 {
			lines = append(lines, field("Steps", jen.Index().Qual(verifyPath, "Step").Add(list(items...))))
		}
		plans = append(plans, list(lines...))
	}
	if len(steps) == 0 {
		return nil, nil
	}
	var set []files.File
	for _, file := range []func() (files.File, error){
		func() (files.File, error) { return plansFile(plans) },
		func() (files.File, error) { return stepsFile(steps) },
		verifyMainFile,
	} {
		f, err := file()
		if err != nil {
			return nil, err
		}
		set = append(set, f)
	}
	return set, nil
}

func newVerify(path, pkg string) *jen.File {
	f := newGo(verifyHeader, path, pkg)
	f.ImportName(verifyPath, "verify")
	return f
}

// plansFile is out/verify/plans.go.
func plansFile(plans []jen.Code) (files.File, error) {
	f := newVerify(plansPath, "plans")
	f.PackageComment("// Package plans says what is checked of the work of each role when it comes back:")
	f.PackageComment("// in the agent's worktree, in main as it would become, or in both.")
	f.Comment("// Plans are those of the roles that agents can be in.")
	f.Var().Id("Plans").Op("=").Index().Qual(verifyPath, "Plan").Add(list(plans...))
	return formatted("out/verify/plans.go", f)
}

// stepsFile is out/verify/steps.go.
func stepsFile(steps []stepFacts) (files.File, error) {
	f := newVerify(plansPath, "plans")
	for _, s := range steps {
		v := reflect.ValueOf(s.step).Elem()
		lines, err := fields(v, nil)
		if err != nil {
			return files.File{}, fmt.Errorf("%s: %w", s.name, err)
		}
		f.Line()
		for _, line := range wrap(s.note) {
			f.Comment("// " + line)
		}
		f.Var().Id(s.name).Op("=").Add(named(v.Type())).Add(list(lines...))
	}
	return formatted("out/verify/steps.go", f)
}

// verifyMainFile is out/verify/cmd/main.go.
func verifyMainFile() (files.File, error) {
	f := newVerify(plansPath+"/cmd", "main")
	f.ImportAlias(plansPath, "plans")
	f.PackageComment("// Command verify checks what an agent left behind.")
	f.Func().Id("main").Params().Block(jen.Qual(verifyPath, "Main").Call(jen.Qual(plansPath, "Plans")))
	return formatted("out/verify/cmd/main.go", f)
}
