package verify

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// A Plan is what is checked of the work of one role.
type Plan struct {
	Role  string
	Steps []Step
}

// empty says of a role without a step that there is nothing to hold its work to:
// that must not be called clean.
func (p Plan) empty() error {
	if p.Role == "" || len(p.Steps) > 0 {
		return nil
	}
	return NothingToCheck(p.Role)
}

// NothingToCheck is the error of verifying the work of a role that asks for nothing.
func NothingToCheck(role string) error {
	return fmt.Errorf("no capability of the role %s has a [[verify]], so nothing of its work would be checked; require one, such as scope::files-whitelist or quality::tests-green", role)
}

// MarshalJSON is the plan with all that its steps go by, under the names that a
// capability gives them: two programs with the same one check the same.
func (p Plan) MarshalJSON() ([]byte, error) {
	steps := []map[string]any{}
	for _, s := range p.Steps {
		capability, place := About(s)
		facts := map[string]any{"capability": capability, "run-mode": place, "kind": KindOf(s)}
		for field, v := range reflect.ValueOf(s).Elem().Fields() {
			key := field.Tag.Get("toml")
			if key == "-" {
				key = field.Tag.Get("json") // not the capability's to say, and yet what it goes by
			}
			if key != "" && !v.IsZero() {
				facts[key] = v.Interface()
			}
		}
		steps = append(steps, facts)
	}
	return json.Marshal(map[string]any{"role": p.Role, "steps": steps})
}

// PlansJSON is what verify --plans prints.
func PlansJSON(plans []Plan) ([]byte, error) {
	data, err := json.MarshalIndent(plans, "", "  ")
	return append(data, '\n'), err
}

// A Step is one check. It returns nil, Violations, or an error that says why it
// could not look. Steps are pointers to structs with the fields Capability and
// Place.
type Step interface{ Check(*Run) error }

// A Place is where a step is made, and in a Run where it is being made.
type Place string

// The places, as run-mode names them.
const (
	Worktree Place = "worktree"        // the agent's folder, as it left it
	Merge    Place = "simulated-merge" // main, with the agent's work merged into it
	Both     Place = "both"            // one after the other
)

// in reports whether something with this run-mode is made at one of the two.
func (p Place) in(place Place) bool { return p == place || p == Both }

// A Kind is one way to check, under the name that a capability gives it in
// [verify].kind.
type Kind struct {
	Name string
	New  func() Step // a pointer to a zero step, for a decoder to fill
}

// Kinds are all of them, by name. A new kind is a file of its own and a line here.
func Kinds() []Kind {
	return []Kind{
		{"atoms-granted", func() Step { return new(AtomsGranted) }},
		{"builds-elsewhere", func() Step { return new(BuildsElsewhere) }},
		{"command-green", func() Step { return new(CommandGreen) }},
		{"dependencies-unchanged", func() Step { return new(DependenciesUnchanged) }},
		{"diff-in-role", func() Step { return new(DiffInRole) }},
		{"diff-in-task", func() Step { return new(DiffInTask) }},
		{"diff-outside-denylist", func() Step { return new(DiffOutsideDenylist) }},
		{"files-unchanged", func() Step { return new(FilesUnchanged) }},
		{"fork-audit", func() Step { return new(ForkAudit) }},
		{"graded-findings", func() Step { return new(GradedFindings) }},
		{"history-unchanged", func() Step { return new(HistoryUnchanged) }},
		{"ledger-row", func() Step { return new(LedgerRow) }},
		{"merge-result", func() Step { return new(MergeResult) }},
		{"report-fields", func() Step { return new(ReportFields) }},
		{"self-protection", func() Step { return new(SelfProtection) }},
		{"size-limit", func() Step { return new(SizeLimit) }},
		{"tests-green", func() Step { return new(TestsGreen) }},
		{"tests-kept", func() Step { return new(TestsKept) }},
		{"verdict", func() Step { return new(Verdict) }},
	}
}

// KindOf is the name of a step's kind.
func KindOf(s Step) string {
	for _, k := range Kinds() {
		if reflect.TypeOf(k.New()) == reflect.TypeOf(s) {
			return k.Name
		}
	}
	return reflect.TypeOf(s).String()
}

// About is the capability that asks for a step, and where it is made.
func About(s Step) (capability string, place Place) {
	v := reflect.ValueOf(s).Elem()
	return v.FieldByName("Capability").String(), Place(v.FieldByName("Place").String())
}

// SetAbout fills in what a step cannot know of itself.
func SetAbout(s Step, capability string, place Place) {
	v := reflect.ValueOf(s).Elem()
	v.FieldByName("Capability").SetString(capability)
	v.FieldByName("Place").SetString(string(place))
}
