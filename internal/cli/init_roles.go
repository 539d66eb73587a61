package cli

import (
	"fmt"
	"slices"
	"strings"

	"kei/gen"
	"kei/gen/resolve"
	"kei/gen/spec"
)

// headOf is what stands over a role of kei init's.
func headOf(r planned) string {
	head := "What stands here is added to kei/" + r.of + " of kei's library, or stands in place of its lists."
	if len(r.with) > 0 {
		head += "\n# The lists that are added are those of kei/" + strings.Join(r.with, " and kei/") + "."
	}
	return head
}

// describe is what a role is there for.
func describe(r planned, of *spec.Role) string {
	if len(r.with) == 0 {
		return of.Description
	}
	return "It writes all parts of this project, as " + r.of + " and " + strings.Join(r.with, " and ") + " do each its own."
}

// An addition is what a role adds to the one that it extends.
type addition struct {
	capabilities, commands, patterns, effects, variables []string
}

// additions are what roles of the library may that another one may not, and the
// capabilities that they are held to and it is not.
func additions(to string, with []string) (a addition, err error) {
	if len(with) == 0 {
		return a, nil
	}
	library, err := gen.Library()
	if err != nil {
		return a, err
	}
	find := func(name string) resolve.Role {
		return library[slices.IndexFunc(library, func(r resolve.Role) bool { return r.Name == name })]
	}
	base := find(to)
	for _, name := range with {
		role := find(name)
		missing(&a.capabilities, borrowed(base), borrowed(role))
		missing(&a.commands, base.Commands, role.Commands)
		missing(&a.patterns, base.Patterns, role.Patterns)
		missing(&a.effects, base.Effects, role.Effects)
		missing(&a.variables, base.Variables, role.Variables)
	}
	return a, nil
}

// borrowed are the capabilities of a role as a policy names those of the library.
func borrowed(r resolve.Role) []string {
	var list []string
	for _, c := range r.Capabilities {
		list = append(list, spec.Library+c.Name)
	}
	return list
}

// missing adds to a list what it has not, and have has not.
func missing(list *[]string, have, more []string) {
	for _, one := range more {
		if !slices.Contains(have, one) && !slices.Contains(*list, one) {
			*list = append(*list, one)
		}
	}
}

// text is what stands in the role's file of it.
func (a addition) text() string {
	var b strings.Builder
	if len(a.capabilities) > 0 {
		fmt.Fprintf(&b, "required = %s\n", tomlStrings(a.capabilities))
	}
	head := "\n[tools]\n"
	for _, l := range []struct {
		key  string
		list []string
	}{{"bash-commands-added", a.commands}, {"bash-patterns-added", a.patterns}, {"bash-effects-added", a.effects}, {"bash-variables-added", a.variables}} {
		if len(l.list) > 0 {
			fmt.Fprintf(&b, "%s%s = %s\n", head, l.key, wrappedStrings(l.list))
			head = ""
		}
	}
	return b.String()
}

// wrappedStrings is a list of TOML over as many lines as it takes.
func wrappedStrings(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = tomlString(s)
	}
	return "[\n  " + strings.ReplaceAll(wrapped(quoted, 100), "\n", "\n  ") + ",\n]"
}
