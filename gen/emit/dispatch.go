package emit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
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
)

// Dispatch is the program that holds the policy of every role and picks by the
// agent that calls; nothing if there is no role with a gate.
func Dispatch(roles []resolve.Role, agents resolve.Agents) ([]files.File, error) {
	if len(agents.List) == 0 {
		return nil, nil
	}
	sum, err := DispatchSum(roles, agents)
	if err != nil {
		return nil, err
	}
	var set []files.File
	for _, file := range []func() (files.File, error){
		func() (files.File, error) { return dispatchFile(agents, sum) },
		func() (files.File, error) {
			return heldMainFile(dispatchHeader, dispatchName, "Dispatch", "Command gate decides the tool calls of agents of any role, each by its own.", policiesOf(roles)...)
		},
		func() (files.File, error) { return heldEarlyFile(dispatchHeader, dispatchName, "Dispatch") },
	} {
		f, err := file()
		if err != nil {
			return nil, err
		}
		set = append(set, f)
	}
	return set, nil
}

// DispatchSum is the SHA-256 of the dispatch's canonical form.
func DispatchSum(roles []resolve.Role, agents resolve.Agents) (string, error) {
	d := gate.Dispatch{Main: agents.Main}
	policies := map[string]*gate.Policy{}
	for _, a := range agents.List {
		if policies[a.Role] == nil {
			i := slices.IndexFunc(roles, func(r resolve.Role) bool { return r.Name == a.Role && r.Spawnable })
			if i < 0 {
				return "", fmt.Errorf("the agent %s has the role %s, which has no gate", a.Name, a.Role)
			}
			p := roles[i].Policy()
			p.Sum = Sum(p)
			policies[a.Role] = p
		}
		d.Agents = append(d.Agents, gate.Assignment{Agent: a.Name, Policy: policies[a.Role], Own: a.Own})
	}
	sum := sha256.Sum256(d.JSON())
	return hex.EncodeToString(sum[:]), nil
}

func policiesOf(roles []resolve.Role) (list []*gate.Policy) {
	for _, r := range roles {
		if p := r.Policy(); p != nil {
			list = append(list, p)
		}
	}
	return list
}

// dispatchFile is out/dispatch/dispatch.go, the table of agents.
func dispatchFile(agents resolve.Agents, sum string) (files.File, error) {
	f := newGo(dispatchHeader, dispatchPath, dispatchName)
	f.PackageComment("// Package dispatch says which role each agent is in. The policies of the roles are")
	f.PackageComment("// those of the folders beside this one.")
	names := newNamer()
	alias := map[string]string{}
	var lines []jen.Code
	for _, a := range agents.List {
		r := roleFacts{name: a.Role}
		if alias[a.Role] == "" {
			alias[a.Role] = names.kind(r.pkg())
			if alias[a.Role] == a.Role {
				f.ImportName(r.path(), a.Role) // the folder's name says it
			} else {
				f.ImportAlias(r.path(), alias[a.Role])
			}
		}
		line, err := agentLine(a, r.path())
		if err != nil {
			return files.File{}, err
		}
		lines = append(lines, line)
	}
	top := []jen.Code{field("Sum", jen.Op(strconv.Quote(sum)))}
	if agents.Main != "" {
		top = append(top, field("Main", jen.Op(strconv.Quote(agents.Main))))
	}
	top = append(top, field("Agents", jen.Index().Qual(gatePath, "Assignment").Add(list(lines...))))
	f.Comment("// Dispatch is the policy of every agent, by the name that its client says. Who is")
	f.Comment("// not here may do nothing.")
	f.Var().Id("Dispatch").Op("=").Qual(gatePath, "Dispatch").Add(list(top...))
	return formatted("out/"+dispatchName+"/dispatch.go", f)
}

// agentLine is the line of one agent, and the rules of its definition below it.
func agentLine(a resolve.Agent, role string) (jen.Code, error) {
	name, policy := field("Agent", jen.Op(strconv.Quote(a.Name))), field("Policy", jen.Op("&").Qual(role, "Policy"))
	if a.Own.Agent == "" {
		return jen.Values(name, policy), nil
	}
	own, err := lit(reflect.ValueOf(a.Own))
	return list(name, policy, field("Own", own)), err
}

// heldMainFile is out/<name>/gate/main.go of a gate of more than one policy.
func heldMainFile(header, name, held, about string, policies ...*gate.Policy) (files.File, error) {
	path := "kei/out/" + name
	f := newGo(header, path+"/gate", "main")
	f.ImportName(path, name)
	f.Anon(path + "/gate/early")
	f.PackageComment("// " + about)
	callMain(f, path, held, policies...)
	return formatted("out/"+name+"/gate/main.go", f)
}

// heldEarlyFile is out/<name>/gate/early/early.go.
func heldEarlyFile(header, name, held string) (files.File, error) {
	path := "kei/out/" + name
	f := newGo(header, path+"/gate/early", "early")
	f.ImportName(path, name)
	f.PackageComment("// Package early answers the calls that need nothing but a policy, as that of the")
	f.PackageComment("// same name does in the gate of each role.")
	f.Func().Id("init").Params().Block(
		jen.Qual(gatePath, "Early").Call(jen.Op("&").Qual(path, held), jen.Op("&").Qual(programsPath, "Table")),
	)
	return formatted("out/"+name+"/gate/early/early.go", f)
}
