package resolve

import (
	"slices"
	"strings"

	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/verify"
)

// A Role is a role with everything it names found.
type Role struct {
	Name         string
	DisplayName  string
	Description  string
	Spawnable    bool // a role that is not has no gate, and a line in the matrix
	SubagentType string
	Escalation   string
	Shared       []gate.Glob // files whose writing is told at once, whatever other tasks hold
	Notify       []string    // the command that is told, besides
	Extends      string      // the parent, "" if there is none
	Handoff      []string

	Capabilities []*spec.Capability // parents' first
	Tools        []string
	Patterns     []string      // bash-patterns-allowed, its own or inherited
	Commands     []string      // bash-commands-allowed, the same
	Effects      []string      // bash-effects-allowed, the same
	Variables    []string      // bash-variables-allowed, the same
	Files        Files         // [files], the same
	Severity     gate.Severity // of what those lists of commands do not allow; "" is Block
	Unprotected  bool
	Rules        []Rule // of the policy, in its order; empty if not Spawnable

	Written  *spec.Role // as it stands in roles/<name>.toml
	Warnings tomlpos.Errors

	scope *verify.DiffInRole // what is checked of [files]; nil if there is nothing

	depth int // how many roles it has above it
}

// Files are where agents of a role may write, whatever their task.
type Files struct {
	Allowed, Denied []gate.Glob // in order: later ones win, "!" takes out
	Scratch         []gate.Glob
	OwnScratch      bool
	Severity        gate.Severity // of the two lists; "" is Block
}

// A Rule is one rule of a role's policy, and where it comes from.
type Rule struct {
	Rule       gate.Rule
	Capability *spec.Capability // nil for the role's own bash-patterns-allowed
	Index      int              // which of the capability's gates it is
	Comment    string           // one line, for whoever reads the emitted policy
}

// Policy is what the role's gate will hold, or nil for a role that has none.
func (r Role) Policy() *gate.Policy {
	if !r.Spawnable {
		return nil
	}
	p := &gate.Policy{Role: r.Name, Tools: slices.Clone(r.Tools), Unprotected: r.Unprotected, Scratch: r.Files.Scratch, OwnScratch: r.Files.OwnScratch, FailFast: r.Escalation == "fail-fast"}
	for _, rule := range r.Rules {
		p.Rules = append(p.Rules, rule.Rule)
	}
	return p
}

// Accepts are the keys of task.toml that tasks of the role may set.
func (r Role) Accepts() []string {
	keys := []string{}
	for _, c := range r.Capabilities {
		keys = append(keys, c.Accepts...)
	}
	if len(r.Files.Allowed)+len(r.Files.Denied) > 0 {
		keys = append(keys, "files-denylist", "files-whitelist") // which narrow its own
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// separator stands between the texts of a prompt.
const separator = "\n\n---\n\n"

// Prompt is what agents of the role are told: the text of each capability, and
// what their shell runs.
func (r Role) Prompt() string {
	texts := make([]string, len(r.Capabilities))
	for i, c := range r.Capabilities {
		texts[i] = c.Text
	}
	if shell := r.shellText(); shell != "" {
		texts = append(texts, shell)
	}
	return strings.Join(texts, separator)
}

// Steps are what is checked when an agent of the role returns, by capability.
func (r Role) Steps() []Step {
	var steps []Step
	if r.scope != nil {
		own := &spec.Capability{Name: r.scope.Capability, Description: "The files of the role itself."}
		steps = append(steps, Step{own, spec.Step{RunMode: string(verify.Both), When: "on-return", Check: r.scope}})
	}
	for _, c := range r.Capabilities {
		for _, s := range c.Steps {
			steps = append(steps, Step{c, s})
		}
	}
	if !r.Unprotected && slices.ContainsFunc(steps, func(s Step) bool { return verify.Limits(s.Check) }) {
		steps = append(steps, selfProtection)
	}
	return steps
}

// selfProtection is checked of every role that a gate protects itself from and that
// has no business with history, where such files can come from, too.
var selfProtection = Step{
	&spec.Capability{Name: "self-protection", Description: "What keeps agents behind their gates stays as it is."},
	spec.Step{RunMode: string(verify.Worktree), When: "on-return", Check: &verify.SelfProtection{Capability: "self-protection", Place: verify.Worktree}},
}

// Plan is what the verify program will hold for the role.
func (r Role) Plan() verify.Plan {
	p := verify.Plan{Role: r.Name}
	for _, s := range r.Steps() {
		p.Steps = append(p.Steps, s.Check)
	}
	return p
}

// A Step is one check of a role's plan, and the capability that asks for it.
type Step struct {
	Capability *spec.Capability
	spec.Step
}

// Warnings are those of the tree and of the roles, sorted.
func Warnings(tree spec.Tree, roles []Role) tomlpos.Errors {
	all := slices.Clone(tree.Warnings)
	for _, r := range roles {
		all = append(all, r.Warnings...)
	}
	return all.Sorted()
}
