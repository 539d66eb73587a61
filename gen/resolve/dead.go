package resolve

import (
	"strings"

	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/invocation"
)

// Dead are the commands that a role allows and one of its capabilities denies, whatever
// is added to them: no call meets such an entry, and one of the two was not meant. The
// error is a [tomlpos.Errors].
func Dead(roles []Role, programs *invocation.Table) error {
	var errs tomlpos.Errors
	for _, role := range roles {
		if !role.Spawnable {
			continue
		}
		for _, entry := range ownCommands(role) {
			if c, at := deniedAs(role, entry.Text, programs); c != nil {
				errs.Add(role.Written.File, entry.Pos, "%s is allowed here and denied by %s, %s; take it from one of the two", tomlpos.Printable(entry.Text), c.Name, place(c.File, at))
			}
		}
	}
	return errs.Err()
}

// deniedAs is the capability that denies all that an entry covers, and where its list
// stands. What is denied by its effects is left out: an option may take those away.
func deniedAs(role Role, entry string, programs *invocation.Table) (*spec.Capability, tomlpos.Pos) {
	for _, rule := range role.Rules {
		of, ok := rule.Rule.(*gate.DenyCommand)
		if !ok || rule.Capability == nil || !always(of.Head()) || len(of.Commands)+len(of.Patterns) == 0 {
			continue
		}
		named := *of
		named.Effects = nil
		if deniesAll(&named, entry, programs) {
			t := rule.Capability.Gates[rule.Index].Table
			for _, key := range []string{"commands", "tool-patterns"} {
				if e, ok := t.Entry(key); ok {
					return rule.Capability, e.Pos
				}
			}
			return rule.Capability, t.Pos
		}
	}
	return nil, tomlpos.Pos{}
}

// deniesAll reports whether a rule denies an entry alone, with one more word, and with
// one more option.
func deniesAll(rule gate.Rule, entry string, programs *invocation.Table) bool {
	entry = strings.ReplaceAll(strings.TrimSuffix(entry, " ..."), "*", "x")
	p := &gate.Policy{Role: "entry", Rules: []gate.Rule{rule}}
	for _, more := range []string{"", " x", " --x"} {
		call, err := callOf(spec.Example{Tool: "Bash", Command: entry + more})
		if err != nil {
			return false
		}
		call.Programs = programs
		if len(objections(p, call)) == 0 {
			return false
		}
	}
	return true
}
