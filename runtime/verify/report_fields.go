package verify

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ReportFields holds the agent's report to the fields that its task requires.
type ReportFields struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// The fields that every task requires, beside its own.
	// Example: ["summary", "files touched"]
	Fields []string `toml:"fields"`
}

func (s *ReportFields) fields(t *Task) []string {
	required := slices.Clone(s.Fields)
	if t != nil {
		required = append(required, t.ReportFields...)
	}
	return required
}

// Check implements [Step].
func (s *ReportFields) Check(r *Run) error {
	required := s.fields(r.Task)
	if r.Task == nil && len(required) == 0 {
		return ErrNoTask
	}
	if len(required) == 0 {
		r.Note("the task requires no field of the report")
		return nil
	}
	d, err := r.Report()
	if err != nil {
		return err
	}
	var v Violations
	for _, name := range required {
		list := d.All(name)
		if len(list) == 0 {
			d.missing(name, &v)
		}
		for _, f := range list {
			if f.Empty() {
				v.add("%s: in line %d is empty", shown(name), f.Line)
			}
		}
		if fieldKey(name) != touchedField {
			d.contradicted(name, list, &v)
		} else if len(list) > 0 {
			r.touched(list, &v)
		}
		if slices.Contains(testFields, fieldKey(name)) {
			for _, f := range list {
				if err := r.claimed(f, &v); err != nil {
					return err
				}
				r.notRun(d, f, &v)
			}
		}
	}
	return v.Err()
}

// contradicted compares the first field of a name with the others that count.
func (d *Document) contradicted(name string, list []Field, v *Violations) {
	if len(list) == 0 {
		return
	}
	f, said := list[0], list[0].said()
	for _, g := range d.everywhere(name) {
		if g.Line != f.Line && g.rank(name) <= max(f.rank(name), 1) && said.contradicts(g.said()) {
			contradiction(name, f, g, v)
			return
		}
	}
}

// testFields are the names of fields that say how many tests passed.
var testFields = []string{"tests", "tests-run", "cargo-test", "go-test", "test-count"}

var (
	passedClaim = regexp.MustCompile(`(?i)(?:^|[^0-9.,/])([0-9]{1,9})(?:[ \t]*/[ \t]*[0-9]+|(?:[ \t]+out)?[ \t]+of[ \t]+(?:them|these|those|[0-9]+))?[ \t]*(?:(?:unit |doc |integration )?tests?[ \t,:]*)?(?:are |were |have |all )*(?:pass(?:ed|es|ing)?|green|ok|succe(?:ed|eded|eds|ssful|ssfully))\b|\b(?:pass(?:ed|es|ing)?|succeeded|successful)[ \t]*[:=(]?[ \t]*([0-9]{1,9})(?:[^0-9.]|$)`)
	bareClaim   = regexp.MustCompile(`^[0-9]{1,9}$`)
)

// claimed compares what a report says of tests with those that were run before
// it was read, each by itself. It may be that fewer passed than were there, but
// not more.
func (r *Run) claimed(f Field, v *Violations) error {
	ran, counted := r.tests[r.Place]
	if !counted {
		return nil
	}
	most := 0
	text := inDigits(unadorned(f.Text()))
	for _, m := range passedClaim.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1] + m[2]) // one of them is empty
		most = max(most, n)
	}
	if bareClaim.MatchString(text) {
		most, _ = strconv.Atoi(text)
	}
	if most <= ran {
		return nil
	}
	why, err := r.countedOtherwise()
	if err != nil {
		return err
	}
	if why != "" {
		r.Note("%s: in line %d says %s passed, and %d did here; %s", f.Name, f.Line, plural(most, "test"), ran, why)
		return nil
	}
	v.add("%s: in line %d says %s passed, and %d did", f.Name, f.Line, plural(most, "test"), ran)
	return nil
}

// saidNotRun is a report's word that there was no testing.
var saidNotRun = regexp.MustCompile(`(?i)^[\s*_>-]*(?:(?:tests|they)\s+)?(?:(?:were|was|are|have|could|did|can)\s*(?:not|n['’]t)\s+(?:be(?:en)?\s+)?(?:run|ran|executed|tried)|not\s+(?:yet\s+)?(?:run|ran|executed|tried|tested)|untested|never\s+run)\b`)

// notRun holds a report that says so to the tests that did run here. What kept an
// agent from running them it says in its blockers.
func (r *Run) notRun(d *Document, f Field, v *Violations) {
	ran := r.tests[r.Place]
	if ran == 0 || !saidNotRun.MatchString(unadorned(f.Text())) {
		return
	}
	told := slices.ContainsFunc(d.All("blockers"), func(b Field) bool { return !b.Empty() && !b.None() })
	if told {
		r.Note("%s: in line %d says that tests were not run, and blockers why; %s passed here", f.Name, f.Line, plural(ran, "test"))
		return
	}
	v.add("%s: in line %d says that tests were not run, and %s passed here; run them, or say in blockers what keeps you from it", f.Name, f.Line, plural(ran, "test"))
}

// otherTests are files of projects whose tests are not run here.
var otherTests = []string{"package.json", "deno.json", "pyproject.toml", "setup.py", "tox.ini", "pom.xml", "build.gradle", "build.gradle.kts", "Gemfile", "mix.exs", "CMakeLists.txt"}

// countedOtherwise says why an agent can have counted more tests than were
// counted here, "" if there is no reason.
func (r *Run) countedOtherwise() (string, error) {
	crates := 0
	for file, e := range r.new.all() {
		switch base := path.Base(file); {
		case slices.Contains(otherTests, base):
			return file + " may have tests of another kind", nil
		case base == "Cargo.toml":
			crates++
			text, err := r.blob(e)
			if err != nil {
				return "", err
			}
			if strings.Contains(string(text), "harness") {
				return file + " names a harness of its own", nil
			}
		case strings.HasSuffix(base, "_test.go"):
			text, err := r.blob(e)
			if err != nil {
				return "", err
			}
			if strings.Contains(string(text), ".Run(") {
				return "what a test runs within itself is not counted", nil
			}
		}
	}
	if r.Task != nil && len(r.Task.TestCrates) > 0 && crates > len(r.Task.TestCrates) {
		return "there are more crates than those of the task", nil
	}
	return "", nil
}
