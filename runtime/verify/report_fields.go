package verify

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kei/runtime/gate"
)

// ReportFields holds the agent's report to the fields that its task requires.
type ReportFields struct {
	Capability string   `toml:"-"`
	Place      Place    `toml:"-"`
	Fields     []string `toml:"fields"` // required of every task
}

// Check implements [Step].
func (s *ReportFields) Check(r *Run) error {
	required := slices.Clone(s.Fields)
	if r.Task != nil {
		required = append(required, r.Task.ReportFields...)
	} else if len(required) == 0 {
		return NoTask
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
		if name == "files-touched" && len(list) > 0 {
			r.touched(list, &v)
		}
		if slices.Contains(testFields, name) {
			for _, f := range list {
				if err := r.claimed(f, &v); err != nil {
					return err
				}
			}
		}
	}
	return v.Err()
}

// testFields are the names of fields that say how many tests passed.
var testFields = []string{"tests", "tests-run", "cargo-test", "go-test", "test-count"}

var (
	passedClaim = regexp.MustCompile(`(?i)(?:^|[^0-9.,/])([0-9]{1,9})(?:[ \t]*/[ \t]*[0-9]+)?[ \t]*(?:(?:unit |doc |integration )?tests?[ \t,:]*)?(?:are |were |have |all )*(?:pass(?:ed|es|ing)?|green|ok)\b|\bpass(?:ed|es|ing)?[ \t]*[:=(]?[ \t]*([0-9]{1,9})(?:[^0-9.]|$)`)
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
	text := unadorned(f.Text())
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

var pathWord = regexp.MustCompile("`[^`]+`|[^\\s,;()`]+")

// touched compares the list of changed files in a report with the changes. It is
// the one claim of a report that the work itself can be asked about.
func (r *Run) touched(list []Field, v *Violations) {
	changed := map[string]bool{}
	for _, c := range r.Changes {
		changed[c.Path] = true
	}
	named := func(string) bool { return false }
	for _, f := range list {
		if f.None() {
			continue
		}
		for _, word := range pathWord.FindAllString(f.Text(), -1) {
			word, before := pathIn(word, changed), named
			switch {
			case changed[word]:
				named = func(p string) bool { return p == word || before(p) }
			case strings.Contains(word, "*") && placed(word):
				named = func(p string) bool { return gate.Glob(word).Match(p) || before(p) }
			case strings.Contains(word, "*"):
				// It could be anything, and a list of changes says which they are.
			case strings.HasSuffix(word, "/"):
				named = func(p string) bool { return strings.HasPrefix(p, word) || before(p) }
			case strings.Contains(word, "/") && looksLikePath(word):
				v.add("files-touched names %s, which is as it was", shown(word))
			}
		}
	}
	for _, c := range r.Changes {
		if !named(c.Path) {
			v.add("files-touched does not name %s", c)
		}
	}
}

// pathIn is the path in a word of a list, without what marks it as code, as bold
// or as the end of a sentence.
func pathIn(word string, changed map[string]bool) string {
	code := strings.HasPrefix(word, "`")
	word = strings.TrimPrefix(strings.Trim(word, "`\"'"), "./")
	if code || changed[word] {
		return word
	}
	word = strings.TrimRight(word, ".:\"'")
	if rest, bold := strings.CutPrefix(word, "**"); bold && !strings.HasPrefix(rest, "/") {
		word = rest
		if !strings.HasSuffix(word, "/**") {
			word = strings.TrimSuffix(word, "**")
		}
	}
	return strings.TrimPrefix(strings.Trim(word, "`\"'"), "./")
}

// placed reports whether a glob says where it is about: it begins with a folder,
// or ends in a file's name.
func placed(glob string) bool {
	folder, _, _ := strings.Cut(glob, "/")
	last := glob[strings.LastIndexByte(glob, '/')+1:]
	return strings.Contains(glob, "/") && (!strings.Contains(folder, "*") || last != "" && !strings.Contains(last, "*"))
}

// looksLikePath reports whether a word with a slash looks like the path of a file, and
// not like "and/or".
func looksLikePath(word string) bool {
	last := word[strings.LastIndexByte(word, '/')+1:]
	return strings.ContainsRune(last, '.') && !strings.Contains(word, "://")
}
