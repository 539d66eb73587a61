package verify

import (
	"encoding/json"
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

// otherTests are files of projects whose tests are not run here, by the beginnings
// of their names.
var otherTests = []string{"deno.json", "tox.ini", "noxfile.py", "pom.xml", "build.gradle", "Gemfile", "mix.exs", "CMakeLists.txt",
	"playwright.config.", "cypress.config.", "cypress.json", "karma.conf.", "wdio.conf."}

// moreTests are what a manifest says of tests beside those that are run here, and what
// a test says that has others within itself, by the end of a file's name.
var moreTests = []struct {
	end, why string
	says     *regexp.Regexp
}{
	{"Cargo.toml", "names a harness of its own", regexp.MustCompile(`harness`)},
	{"pyproject.toml", "names tests of another kind", regexp.MustCompile(`doctest|tox|nox`)},
	{"setup.cfg", "names tests of another kind", regexp.MustCompile(`doctest|tox|nox`)},
	{"pytest.ini", "names tests of another kind", regexp.MustCompile(`doctest`)},
	{"_test.go", "runs tests within a test, which are not counted", regexp.MustCompile(`\.Run\(`)},
	{".py", "runs tests within a test, which are not counted", regexp.MustCompile(`\.subTest\(|\bsubtests\b`)},
	{"js", "runs tests within a test, which are not counted", regexp.MustCompile(`\b(?:t|ctx|context)\.(?:test|it)\(`)},
	{"ts", "runs tests within a test, which are not counted", regexp.MustCompile(`\b(?:t|ctx|context)\.(?:test|it)\(`)},
}

// moreIn says why more tests can be counted of a project with a file, "" if it is none.
func (r *Run) moreIn(file string, e Entry) (string, error) {
	base := path.Base(file)
	if base == "package.json" {
		text, err := r.blob(e)
		if err != nil || !moreScripts(text) {
			return "", err
		}
		return file + " has more scripts of tests than one, or another runner", nil
	}
	for _, m := range moreTests {
		if !strings.HasSuffix(base, m.end) {
			continue
		}
		text, err := r.blob(e)
		if err != nil {
			return "", err
		}
		if m.says.Match(text) {
			return file + " " + m.why, nil
		}
	}
	return "", nil
}

// moreScripts reports whether a package.json has scripts of tests beside that which
// calls a runner that is known here, or is of many packages.
func moreScripts(text []byte) bool {
	var m struct {
		Scripts    map[string]string `json:"scripts"`
		Workspaces json.RawMessage   `json:"workspaces"`
	}
	if json.Unmarshal(text, &m) != nil || len(m.Workspaces) > 0 {
		return true
	}
	for name, does := range m.Scripts {
		if name != "test" && (strings.HasPrefix(name, "test") || strings.Contains(name, "e2e")) {
			return true
		}
		if name != "test" {
			continue
		}
		words := strings.Fields(does)
		if len(words) > 0 && words[0] == "npx" {
			words = words[1:]
		}
		if len(words) > 0 && !slices.Contains([]string{"node", "vitest", "jest", "mocha"}, words[0]) || strings.ContainsAny(does, "&;|") {
			return true
		}
	}
	return false
}

// countedOtherwise says why an agent can have counted more tests than were
// counted here, "" if there is no reason.
func (r *Run) countedOtherwise() (string, error) {
	crates := 0
	for file, e := range r.new.all() {
		base := path.Base(file)
		if slices.ContainsFunc(otherTests, func(name string) bool { return strings.HasPrefix(base, name) }) {
			return file + " may have tests of another kind", nil
		}
		if base == "Cargo.toml" {
			crates++
		}
		if !e.Regular() || strings.Contains(file, "node_modules/") {
			continue
		}
		why, err := r.moreIn(file, e)
		if why != "" || err != nil {
			return why, err
		}
	}
	if r.Task != nil && len(r.Task.TestCrates) > 0 && crates > len(r.Task.TestCrates) {
		return "there are more crates than those of the task", nil
	}
	return "", nil
}
