package gen

import (
	"slices"

	"kei/runtime/gate"
	"kei/templates"
)

// NewCapability is the first capability.toml of a capability with a rule of a
// kind, which is complete and does as its examples say.
func NewCapability(category, slug string, kind *gate.Kind) ([]byte, error) {
	rule := templates.Sample{
		Kind: kind.Name, Judges: "files",
		Rest: kind.Judges.Has(gate.JudgesRest), Task: kind.Needs&gate.NeedsTask != 0,
	}
	switch {
	case kind.Judges.Has(gate.JudgesCommands):
		rule.Judges = "commands"
	case kind.Judges == gate.JudgesFiles && kind.Events[0] == "PreToolUse:Bash":
		rule.Judges = "trees"
	case kind.Judges.Has(gate.JudgesReads):
		rule.Judges = "reads"
	case kind.Judges.Has(gate.JudgesTools):
		rule.Judges = "tools"
	}
	oneOf := ""
	for _, list := range kind.New().Lists() {
		switch {
		case list.OneOf:
			oneOf = list.Key // the last of them: it asks for nothing that must be known
		case !list.Optional:
			rule.Lists = append(rule.Lists, list.Key)
		}
	}
	if slices.Contains(rule.Lists, "atoms") {
		rule.Judges = "atoms"
	}
	if oneOf != "" {
		rule.Lists = append(rule.Lists, oneOf)
	}
	return templates.NewCapability(category, slug, rule)
}
