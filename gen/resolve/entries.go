package resolve

import (
	"slices"
	"strings"

	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/invocation"
	"kei/runtime/word"
)

// Entries holds the commands that capabilities and roles list against what is
// known of programs: one that names a subcommand or an option that its program
// does not have would allow or deny nothing. The error is a [tomlpos.Errors].
func Entries(tree spec.Tree, programs *invocation.Table) (tomlpos.Errors, error) {
	e := entries{programs: programs}
	for _, c := range tree.Capabilities {
		for _, g := range c.Gates {
			if v, ok := g.Table.Get("variables"); ok {
				list, _ := v.Any.([]tomlpos.Value)
				for i := range list {
					name, _ := list[i].Any.(string)
					e.variable(c.File, g.Table.At("variables", i), name)
				}
			}
			for _, key := range []string{"commands", "except"} {
				v, ok := g.Table.Get(key)
				list, _ := v.Any.([]tomlpos.Value)
				for i := range list {
					if text, isText := list[i].Any.(string); ok && isText {
						e.check(c.File, g.Table.At(key, i), text)
					}
				}
			}
		}
	}
	for _, r := range tree.Roles {
		for _, c := range slices.Concat(r.Commands, r.Added.Commands) {
			e.check(r.File, c.Pos, c.Text)
		}
		for _, v := range slices.Concat(r.Variables, r.Added.Variables) {
			e.variable(r.File, v.Pos, v.Text)
		}
	}
	return e.warnings.Sorted(), e.errs.Err()
}

type entries struct {
	programs       *invocation.Table
	errs, warnings tomlpos.Errors
}

// check reads one entry as a gate will.
func (e *entries) check(file string, at tomlpos.Pos, text string) {
	words := strings.Fields(text)
	if len(words) == 0 || strings.Contains(words[0], "/") {
		return
	}
	var list []word.Word
	for _, w := range words {
		list = append(list, word.Word{Text: w})
	}
	found := e.programs.Read(list, words[0], "")
	if len(found) == 0 {
		e.warnings.Add(file, at, "nothing is known of %s, so %s is compared word by word; kei new program %s starts its table", words[0], tomlpos.Printable(text), words[0])
		return
	}
	inv := &found[0]
	switch {
	case !inv.Exact:
		e.errs.Add(file, at, "%s is known as %s; write that, which means all of its names", words[0], inv.Program.Name)
	case len(inv.UnknownOptions) > 0:
		o := inv.UnknownOptions[0].Text
		e.errs.Add(file, at, "%s has no option %s%s", strings.Join(inv.Called, " "), o, tomlpos.DidYouMean(o, inv.OptionNames()))
	case inv.UnknownSub != nil && inv.Command().More != nil && inv.Command().More.Unknown == invocation.Error:
		s := inv.UnknownSub.Text
		e.errs.Add(file, at, "%s has no subcommand %s%s", strings.Join(inv.Called, " "), s, tomlpos.DidYouMean(s, inv.Command().SubNames()))
	case inv.UnknownSub != nil:
		e.warnings.Add(file, at, "nothing is known of %s %s", strings.Join(inv.Called, " "), inv.UnknownSub.Text)
	}
}
