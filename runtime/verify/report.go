package verify

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// A Report is all that a verification has to say.
type Report struct {
	Version int    `json:"version"`
	Role    string `json:"role"`
	AgentID string `json:"agent-id,omitempty"`
	Task    string `json:"task-sha256,omitempty"` // of the task.toml
	Mode    Place  `json:"mode"`
	Clean   bool   `json:"clean"`

	Main   string `json:"main"`             // the commit that main is at
	Base   string `json:"base"`             // where the work parted from it
	Head   string `json:"head"`             // the commit that the agent stands on
	Tree   string `json:"tree"`             // the whole work, committed or not
	Commit string `json:"commit,omitempty"` // the whole work on top of Base, in the bundle
	Merged string `json:"merged,omitempty"` // what main would become, as a tree

	Passed []string  `json:"passed"` // capabilities
	Failed []Failure `json:"failed"`
	Errors []Failure `json:"errors"` // what could not be checked

	Steps     []StepReport `json:"steps"`
	Changes   []string     `json:"changes"`
	Questions []string     `json:"questions,omitempty"` // what the agent's report asks
	Notes     []string     `json:"notes,omitempty"`
	Contained string       `json:"contained"` // what held the commands, or why nothing did
}

// A Failure is a violation, with who asked for the check and where it was made.
type Failure struct {
	Capability string `json:"capability"`
	Place      Place  `json:"place"`
	Reason     string `json:"reason"`
	Detail     string `json:"detail,omitempty"` // lines
}

// A StepReport is how one step went at one place.
type StepReport struct {
	Capability string   `json:"capability"`
	Kind       string   `json:"kind"`
	Place      Place    `json:"place"`
	Verdict    string   `json:"verdict"`           // pass, fail, error or skipped
	Skipped    string   `json:"skipped,omitempty"` // why
	Error      string   `json:"error,omitempty"`
	Notes      []string `json:"notes,omitempty"`
	Commands   []string `json:"commands,omitempty"`
	Seconds    float64  `json:"seconds"`

	violations Violations
}

// finish draws the sum of the steps.
func (r *Report) finish() {
	r.Passed, r.Failed, r.Errors = []string{}, []Failure{}, []Failure{}
	if r.Changes == nil {
		r.Changes = []string{}
	}
	if r.Steps == nil {
		r.Steps = []StepReport{}
	}
	bad := map[string]bool{}
	for i := range r.Steps {
		s := &r.Steps[i]
		switch {
		case s.Error != "":
			s.Verdict, bad[s.Capability] = "error", true
			r.Errors = append(r.Errors, Failure{s.Capability, s.Place, s.Error, ""})
		case len(s.violations) > 0:
			s.Verdict, bad[s.Capability] = "fail", true
			if r.onlyMerged(*s) {
				s.Notes = append(s.Notes, notMerged)
			}
			for _, v := range s.violations {
				r.Failed = append(r.Failed, Failure{s.Capability, s.Place, v.Reason, strings.Join(v.Detail, "\n")})
			}
		case s.Skipped != "":
			s.Verdict, bad[s.Capability] = "skipped", true
		default:
			s.Verdict = "pass"
		}
	}
	for _, s := range r.Steps {
		if !bad[s.Capability] && !slices.Contains(r.Passed, s.Capability) {
			r.Passed = append(r.Passed, s.Capability)
		}
	}
	r.Clean = len(r.Failed) == 0 && len(r.Errors) == 0
}

// Findings are the notes that somebody should look at, though they are no violation.
func (r *Report) Findings() (list []string) {
	notes := r.Notes
	for _, s := range r.Steps {
		notes = slices.Concat(notes, s.Notes)
	}
	for _, n := range notes {
		if strings.HasPrefix(n, "finding: ") && !slices.Contains(list, n) {
			list = append(list, strings.Join(printed(n), " "))
		}
	}
	return list
}

// Fail adds a violation that somebody else has found, such as who has the ledger.
func (r *Report) Fail(capability, kind, reason string, detail []string) {
	r.Steps = append(r.Steps, StepReport{Capability: capability, Kind: kind, Place: Worktree, Verdict: "fail",
		violations: Violations{{Reason: reason, Detail: detail}}})
	r.Failed = append(r.Failed, Failure{capability, Worktree, reason, strings.Join(detail, "\n")})
	r.Passed = slices.DeleteFunc(r.Passed, func(c string) bool { return c == capability })
	r.Clean, r.Commit = false, ""
}

// notMerged is said where only the merge shows it.
const notMerged = "green in the agent's own worktree is not green after integration: it passed there, and fails in main with the work in it"

// onlyMerged reports whether a failure shows in the merge alone.
func (r *Report) onlyMerged(s StepReport) bool {
	return s.Place == Merge && slices.ContainsFunc(r.Steps, func(o StepReport) bool {
		return o.Place == Worktree && o.Capability == s.Capability && o.Kind == s.Kind && o.Verdict == "pass"
	})
}

// InMerge is what is said of a failure that only the merge shows, "" for others.
func (r *Report) InMerge(f Failure) string {
	for _, s := range r.Steps {
		if s.Capability == f.Capability && s.Place == f.Place && r.onlyMerged(s) {
			return notMerged
		}
	}
	return ""
}

// The exit statuses of the verify program.
const (
	ExitClean      = 0
	ExitUnchecked  = 1 // something could not be checked
	ExitViolations = 2
)

// Exit is the status that the report ends in. Where there are violations beside
// what could not be checked, the violations are what is known for certain.
func (r *Report) Exit() int {
	switch {
	case len(r.Failed) > 0:
		return ExitViolations
	case len(r.Errors) > 0:
		return ExitUnchecked
	}
	return ExitClean
}

// JSON writes the report for programs.
func (r *Report) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// Text writes the report for people. Much of it comes from the work that it is
// about: no line of that can look like one of the report's own, which begin
// where the line does.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	put := func(first, below, text string) {
		for i, line := range printed(text) {
			if i > 0 {
				first = below
			}
			b.WriteString(first + line + "\n")
		}
	}
	who := "role " + r.Role
	if r.AgentID != "" {
		who += ", agent " + r.AgentID
	}
	put("", deep, fmt.Sprintf("%s: %s, from %.12s, main at %.12s", who, plural(len(r.Changes), "change"), r.Base, r.Main))
	for _, s := range r.Steps {
		s.text(put)
	}
	for _, n := range r.Notes {
		put("note: ", deep, n)
	}
	for _, q := range r.Questions {
		put("question: ", deep, q)
	}
	if slices.ContainsFunc(r.Steps, func(s StepReport) bool { return len(s.Commands) > 0 }) {
		put("commands ran ", deep, r.Contained)
	}
	switch r.Exit() {
	case ExitClean:
		b.WriteString("clean\n")
	case ExitViolations:
		fmt.Fprintf(&b, "not clean: %s", plural(len(r.Failed), "violation"))
		if n := len(r.Errors); n > 0 {
			fmt.Fprintf(&b, ", and %s that could not be made", plural(n, "check"))
		}
		b.WriteByte('\n')
	default:
		fmt.Fprintf(&b, "could not check: %s\n", plural(len(r.Errors), "step"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// text puts what there is to say of a step, each text behind first, and its further lines
// behind below.
func (s StepReport) text(put func(first, below, text string)) {
	took := ""
	if s.Seconds >= 1 {
		took = fmt.Sprintf(" (%.0fs)", s.Seconds)
	}
	put("", deep, fmt.Sprintf("%-7s %-15s %s%s", s.Verdict, s.Place, s.Capability, took))
	for _, v := range s.violations {
		put(deep, deeper, v.Reason)
		for _, line := range v.Detail {
			put(deeper, deeper+"  ", line)
		}
	}
	if s.Error != "" {
		put(deep+"could not check: ", deep+"could not check: ", s.Error)
	}
	if s.Skipped != "" {
		put(deep+"not made: ", deeper, s.Skipped)
	}
	for _, n := range s.Notes {
		put(deep+"note: ", deeper, n)
	}
}

// deep and deeper indent what is said of a step, and what belongs to that.
const (
	deep   = "        "
	deeper = deep + "  "
)

// Lines are what is said of a violation, for a terminal: the reason, and what
// belongs to it indented.
func (f Failure) Lines() []string {
	lines := printed(f.Reason)
	for i := range lines[1:] {
		lines[i+1] = "  " + lines[i+1]
	}
	if f.Detail != "" {
		for _, line := range printed(f.Detail) {
			lines = append(lines, "  "+line)
		}
	}
	return lines
}

// printed are the lines of a text, without what a terminal would act on, or
// would show in another place or not at all.
func printed(text string) []string {
	lines := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", c) })
	for i, line := range lines {
		lines[i] = strings.Map(func(c rune) rune {
			if unicode.Is(unicode.Cf, c) {
				return -1
			}
			return printable(c)
		}, line)
	}
	if len(lines) == 0 {
		return []string{""}
	}
	return lines
}
