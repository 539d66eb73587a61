package resolve

import (
	"encoding/json"
	"strings"

	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/invocation"
	"kei/runtime/regexps"
)

// Prove asks every example of the very rules that will be compiled: those of a
// capability of its own rules, those of a role of its whole policy. Rules that
// do not do what their examples say are not emitted. Capabilities that no role
// has are asked as well. The error is a [tomlpos.Errors].
func Prove(tree spec.Tree, roles []Role, programs *invocation.Table) (tomlpos.Errors, error) {
	var errs, warnings tomlpos.Errors
	rules := rulesOf(tree, roles)
	for _, c := range tree.Capabilities {
		p := &gate.Policy{Role: c.Name, Rules: rules[c]}
		if len(p.Rules) > 0 && len(c.Examples) == 0 {
			warnings.Add(c.File, c.Pos, "%s has a gate and no [[example]] that shows what it denies", c.Name)
		}
		for _, e := range c.Examples {
			prove(e, programs, func(call *gate.Call) gate.Objections { return objections(p, call) }, &errs)
		}
	}
	for _, role := range roles {
		p := role.Policy()
		if p == nil {
			if len(role.Written.Examples) > 0 {
				errs.Add(role.Written.File, role.Written.Examples[0].Pos, "role %s is not spawnable and has no gate to ask", role.Name)
			}
			continue
		}
		for _, e := range role.Written.Examples {
			prove(e, programs, func(call *gate.Call) gate.Objections { return blocking(p, call) }, &errs)
		}
	}
	return warnings.Sorted(), errs.Err()
}

// rulesOf are the rules of each capability: those that a role has already, so
// that they are compiled once and are the same values.
func rulesOf(tree spec.Tree, roles []Role) map[*spec.Capability][]gate.Rule {
	rules := map[*spec.Capability][]gate.Rule{}
	for _, role := range roles {
		for _, rule := range role.Rules {
			if c := rule.Capability; c != nil && len(rules[c]) == rule.Index {
				rules[c] = append(rules[c], rule.Rule)
			}
		}
	}
	r := &resolver{tables: map[*spec.Capability][]compiled{}}
	for _, c := range tree.Capabilities {
		if len(rules[c]) == len(c.Gates) {
			continue
		}
		rules[c] = nil
		for _, one := range r.compile(c) {
			rules[c] = append(rules[c], one.rule)
		}
	}
	return rules
}

// objections are what the rules have against a call, also those that only
// warn: an example says what a rule sees.
func objections(p *gate.Policy, call *gate.Call) gate.Objections {
	// A policy without tools denies each of them; the rules alone are asked.
	probe := *p
	probe.Tools, probe.Unprotected = []string{call.Tool}, true
	found, _ := gate.Check(call, &probe)
	return found
}

// blocking are the objections of a policy, if they deny the call.
func blocking(p *gate.Policy, call *gate.Call) gate.Objections {
	if found, _ := gate.Check(call, p); found.Blocks() {
		return found
	}
	return nil
}

// prove asks one example.
func prove(e spec.Example, programs *invocation.Table, ask func(*gate.Call) gate.Objections, errs *tomlpos.Errors) {
	call, err := callOf(e)
	if err != nil {
		errs.Add(e.File, e.Pos, "example %s is no call that a gate can read: %v", e.Says(), err)
		return
	}
	call.Programs = programs
	found := ask(call)
	switch {
	case e.Allow && len(found) > 0:
		errs.Add(e.File, e.Pos, "example %s must be allowed, and %s", e.Says(), strings.ReplaceAll(found[0].Error(), "\n", " "))
	case !e.Allow && len(found) == 0:
		errs.Add(e.File, e.Pos, "example %s must be denied, and no rule objects", e.Says())
	}
}

// Root is the worktree that examples are asked in. It does not exist: no
// example depends on what is on the disk of whoever generates.
const Root = "/kei/example/worktree"

// callOf is the call of an example, read from a payload as a gate reads it.
func callOf(e spec.Example) (*gate.Call, error) {
	input := map[string]string{}
	switch {
	case e.Tool == "Bash":
		input["command"] = e.Command
	case e.Path == "":
	case e.Tool == "NotebookEdit" || e.Tool == "NotebookRead":
		input["notebook_path"] = e.Path
	case e.Tool == "Grep" || e.Tool == "Glob" || e.Tool == "LS":
		input["path"] = e.Path
	default:
		input["file_path"] = e.Path
	}
	payload, err := json.Marshal(map[string]any{"tool_name": e.Tool, "tool_input": input, "cwd": Root})
	if err != nil {
		return nil, err
	}
	env := func(name string) (string, bool) {
		switch v, ok := e.Env[name]; {
		case ok:
			return v, true
		case name == "WORKTREE_PATH":
			return Root, true
		case name == "HOME":
			return "/kei/example/home", true
		case name == "KEI_GATE":
			return "/kei/example/gate", true
		}
		return "", false
	}
	call, err := gate.ParseCallIn(payload, env)
	if err != nil {
		return nil, err
	}
	call.Late = regexps.Late
	if e.Task != nil {
		call.SetTask(&gate.Task{
			Role: "example", AgentID: "example", AllowDepBump: e.Task.AllowDepBump,
			Whitelist: globs(e.Task.Whitelist), Denylist: globs(e.Task.Denylist),
			Source: strings.Repeat("0", 64),
		})
	}
	return call, nil
}

func globs(list []string) []gate.Glob {
	out := make([]gate.Glob, len(list))
	for i, g := range list {
		out[i] = gate.Glob(g)
	}
	return out
}
