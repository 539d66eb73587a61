package emit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"strconv"

	"github.com/dave/jennifer/jen"

	"kei/gen/resolve"
	"kei/internal/files"
	"kei/runtime/gate"
)

// dispatchName is the folder of the dispatcher, and so no role's name.
const dispatchName = "dispatch"

const (
	dispatchPath   = "kei/out/" + dispatchName
	dispatchHeader = files.Mark + " from agents/ and roles/. DO NOT EDIT."
	noReading      = "This file needs no reading: "
)

// A dispatchFacts is what is printed for the dispatcher. It does not import the
// roles' packages: Go makes a map of all pointers in a program's data when the
// program starts, so seven hundred roles that have a copy of each rule would
// slow every call down. Here rules that are the same are one.
type dispatchFacts struct {
	main     string
	sum      string
	agents   []resolve.Agent
	policies []policyFacts
	rules    []ruleFacts // of all policies, each once
}

// A policyFacts is the policy of one role and the names of its parts.
type policyFacts struct {
	name   string
	policy *gate.Policy
	rules  []ruleFacts
}

// Dispatch is the program that holds the policy of every role and picks by the
// agent that calls; nothing if there is no role with a gate.
func Dispatch(roles []resolve.Role, agents resolve.Agents) ([]files.File, error) {
	if len(agents.List) == 0 {
		return nil, nil
	}
	d, err := newDispatch(roles, agents)
	if err != nil {
		return nil, err
	}
	var set []files.File
	for _, file := range []func() (files.File, error){d.tableFile, d.policiesFile, d.tablesFile, dispatchMainFile, dispatchEarlyFile} {
		f, err := file()
		if err != nil {
			return nil, err
		}
		set = append(set, f)
	}
	return set, nil
}

func newDispatch(roles []resolve.Role, agents resolve.Agents) (*dispatchFacts, error) {
	d := &dispatchFacts{main: agents.Main, agents: agents.List}
	names := newNamer()
	names.take("Dispatch")
	names.take("dispatch")
	known := map[string]ruleFacts{} // by what the rule says
	byRole := map[string]*gate.Policy{}
	for _, role := range roles {
		if !role.Spawnable {
			continue
		}
		p := role.Policy()
		p.Sum = Sum(p)
		byRole[role.Name] = p
		rules, err := roleFacts{name: role.Name, policy: p}.rules()
		if err != nil {
			return nil, err
		}
		one := policyFacts{name: names.rule(role.Name+"-policy", "Role"), policy: p}
		for i, rule := range rules {
			says := string((&gate.Policy{Rules: p.Rules[i : i+1]}).JSON())
			same, ok := known[says]
			if !ok {
				rule.name = names.rule(p.Rules[i].Head().Capability, rule.value.Type().Name())
				known[says], same = rule, rule
				d.rules = append(d.rules, rule)
			}
			one.rules = append(one.rules, same)
		}
		d.policies = append(d.policies, one)
	}
	all := gate.Dispatch{Main: d.main}
	for _, a := range d.agents {
		p := byRole[a.Role]
		if p == nil {
			return nil, fmt.Errorf("the agent %s has the role %s, which has no gate", a.Name, a.Role)
		}
		all.Agents = append(all.Agents, gate.Assignment{Agent: a.Name, Policy: p})
	}
	sum := sha256.Sum256(all.JSON())
	d.sum = hex.EncodeToString(sum[:])
	return d, nil
}

// tableFile is out/dispatch/dispatch.go, the table of agents.
func (d *dispatchFacts) tableFile() (files.File, error) {
	f := newGo(dispatchHeader, dispatchPath, dispatchName)
	f.PackageComment("// Package dispatch says which role each agent is in. The policies of the roles are")
	f.PackageComment("// those of the folders beside this one.")
	named := map[string]string{}
	for _, p := range d.policies {
		named[p.policy.Role] = p.name
	}
	var agents []jen.Code
	for _, a := range d.agents {
		agents = append(agents, jen.Values(field("Agent", jen.Op(strconv.Quote(a.Name))), field("Policy", jen.Op("&").Id(named[a.Role]))))
	}
	lines := []jen.Code{field("Sum", jen.Id("dispatchSum"))}
	if d.main != "" {
		lines = append(lines, field("Main", jen.Op(strconv.Quote(d.main))))
	}
	lines = append(lines, field("Agents", jen.Index().Qual(gatePath, "Assignment").Add(list(agents...))))
	f.Comment("// Dispatch is the policy of every agent, by the name that its client says. Who is")
	f.Comment("// not here may do nothing.")
	f.Var().Id("Dispatch").Op("=").Qual(gatePath, "Dispatch").Add(list(lines...))
	return formatted("out/"+dispatchName+"/dispatch.go", f)
}

// policiesFile is out/dispatch/policies.go.
func (d *dispatchFacts) policiesFile() (files.File, error) {
	f := newGo(dispatchHeader, dispatchPath, dispatchName)
	f.Comment("// " + noReading + "each policy is that of the role's own folder, and")
	f.Comment("// keivet compares the two. Rules that roles have in common stand here once.")
	for _, p := range d.policies {
		lines, err := fields(reflect.ValueOf(p.policy).Elem(), func(f reflect.StructField, v reflect.Value) jen.Code {
			switch f.Name {
			case "Sum":
				return jen.Id(p.name + "Sum")
			case "Rules":
				var items []jen.Code
				for _, rule := range p.rules {
					items = append(items, jen.Op("&").Id(rule.name))
				}
				return jen.Index().Qual(gatePath, "Rule").Add(list(items...))
			}
			return nil
		})
		if err != nil {
			return files.File{}, err
		}
		f.Line()
		f.Var().Id(p.name).Op("=").Qual(gatePath, "Policy").Add(list(lines...))
	}
	for _, rule := range d.rules {
		code, err := ruleVar(rule)
		if err != nil {
			return files.File{}, err
		}
		f.Line()
		f.Add(code)
	}
	return formatted("out/"+dispatchName+"/policies.go", f)
}

// tablesFile is out/dispatch/tables.go.
func (d *dispatchFacts) tablesFile() (files.File, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\npackage %s\n\n", dispatchHeader, dispatchName)
	for _, rule := range d.rules {
		if rule.table != nil {
			fmt.Fprintf(&b, "import %q\n\n", gatePath)
			break
		}
	}
	fmt.Fprintf(&b, "// %sit follows from the other two, and keivet computes it\n// again to compare.\n\n", noReading)
	fmt.Fprintf(&b, "// dispatchSum is the SHA-256 of the dispatch's canonical form.\nconst dispatchSum = %q\n", d.sum)
	for _, p := range d.policies {
		fmt.Fprintf(&b, "\nconst %sSum = %q\n", p.name, p.policy.Sum)
	}
	for _, rule := range d.rules {
		if rule.table == nil {
			continue
		}
		if err := printTable(&b, rule); err != nil {
			return files.File{}, err
		}
	}
	return files.File{Name: "out/" + dispatchName + "/tables.go", Data: b.Bytes()}, nil
}

// dispatchMainFile is out/dispatch/gate/main.go.
func dispatchMainFile() (files.File, error) {
	f := newGo(dispatchHeader, dispatchPath+"/gate", "main")
	f.ImportName(dispatchPath, dispatchName)
	f.ImportName("kei/runtime/shell", "shell")
	f.Anon(dispatchPath + "/gate/early")
	f.PackageComment("// Command gate decides the tool calls of agents of any role, each by its own.")
	f.Func().Id("main").Params().Block(
		jen.Qual(gatePath, "Main").Call(jen.Op("&").Qual(dispatchPath, "Dispatch"), jen.Qual("kei/runtime/shell", "Late")),
	)
	return formatted("out/"+dispatchName+"/gate/main.go", f)
}

// dispatchEarlyFile is out/dispatch/gate/early/early.go.
func dispatchEarlyFile() (files.File, error) {
	f := newGo(dispatchHeader, dispatchPath+"/gate/early", "early")
	f.ImportName(dispatchPath, dispatchName)
	f.PackageComment("// Package early answers the calls that need nothing but a policy, as that of the")
	f.PackageComment("// same name does in the gate of each role.")
	f.Func().Id("init").Params().Block(
		jen.Qual(gatePath, "Early").Call(jen.Op("&").Qual(dispatchPath, "Dispatch")),
	)
	return formatted("out/"+dispatchName+"/gate/early/early.go", f)
}
