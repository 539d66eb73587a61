package verify

import (
	"regexp"
	"slices"
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
	}
	return v.Err()
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
