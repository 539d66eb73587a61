package verify

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// ForkAudit holds an audit to its six points, each with evidence.
type ForkAudit struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
}

// auditPoints are what an audit addresses, by number.
var auditPoints = []string{"coverage", "tests", "scope", "report", "size", "blockers"}

var (
	// pointStart is the begin of a point: its number, as an item, a heading or a field.
	pointStart = regexp.MustCompile(`^[ \t]*(?:#{1,6}[ \t]*|[-*+][ \t]+)?[*_]*(?:(?i:point)[ \t]*[:#]?[ \t]*)?([1-6])(?:[.):]|[ \t]*[-–—])[*_]*(?:[ \t]|$)`)
	// quotation is a line that is quoted, a word of it at least.
	quotation = regexp.MustCompile("`[^`]*\\pL[^`]*`|\"[^\"]*\\pL[^\"]*\"|(?m)^[ \t]*(?:```|~~~|>)")
	// pathLike is what may be the path of a file: whether it is one is looked up.
	pathLike   = regexp.MustCompile(`[\pL\pN_.@+/-]*[\pL\pN_]`)
	testResult = regexp.MustCompile(`\b\d+ (?:passed|tests? passed)|\bok\b.*\b\d|\b(?i:pass(?:ed)?)\b.*\b\d+|INCONCLUSIVE`)
	endOfPoint = regexp.MustCompile(`^#{1,6} `)
)

// fields are those that end the last point.
func (s *ForkAudit) fields(*Task) []string {
	return []string{"verdict", "findings", "body-sha", "audited-agent", "blockers"}
}

// Check implements [Step].
func (s *ForkAudit) Check(r *Run) error {
	d, err := r.Report()
	if err != nil {
		return err
	}
	points := auditBlocks(d)
	has, err := r.auditedPaths(points)
	if err != nil {
		return err
	}
	var v Violations
	for i, name := range auditPoints {
		text, ok := points[i+1]
		switch {
		case !ok:
			v.add("the audit does not address point %d, %s", i+1, name)
		case !quotation.MatchString(text) && !slices.ContainsFunc(pathsIn(text), has):
			v.add("point %d, %s, has no evidence: quote a line of a file or of the output of a command, or name a file that there is in the work", i+1, name)
		case name == "tests" && !testResult.MatchString(text):
			v.add("point %d, tests, quotes no result with a count", i+1)
		}
	}
	if r.Task != nil && r.Task.ForkAuditTarget != "" && !d.mentions(r.Task.ForkAuditTarget) {
		v.add("the audit does not name %s, which it is about", r.Task.ForkAuditTarget)
	}
	return v.Err()
}

// pathsIn are the words of a text that may be paths from the root of the work.
func pathsIn(text string) (list []string) {
	for _, word := range pathLike.FindAllString(text, -1) {
		word = path.Clean(word)
		list = append(list, word)
		for _, prefix := range []string{"a/", "b/"} { // as diffs have them
			if rest, ok := strings.CutPrefix(word, prefix); ok {
				list = append(list, rest)
			}
		}
		if strings.HasPrefix(word, "/") { // in whatever worktree
			for rest, ok := word[1:], true; ok; _, rest, ok = strings.Cut(rest, "/") {
				if strings.Contains(rest, "/") {
					list = append(list, rest)
				}
			}
		}
	}
	return list
}

// auditedPaths tells which of the words in the points are files of the audited
// work: of what kei keeps of it, of the fork's own branch, or of what the auditor
// has before it.
func (r *Run) auditedPaths(points map[int]string) (has func(string) bool, err error) {
	found := map[string]bool{}
	var ask strings.Builder
	var asked []string
	var tips []string
	if r.Task != nil && r.Task.ForkAuditTarget != "" {
		for _, ref := range []string{"refs/kei/", "refs/heads/agent/"} {
			tip, err := r.repo.lookup(r.ctx, r.store, r.repo.common, ref+r.Task.ForkAuditTarget)
			if err != nil {
				return nil, err
			}
			if tip != "" {
				tips = append(tips, tip)
			}
		}
	}
	for _, text := range points {
		for _, name := range pathsIn(text) {
			found[name] = r.old.at(name) != (Entry{}) || r.new.at(name) != (Entry{})
			for _, tip := range tips {
				asked = append(asked, name)
				ask.WriteString(tip + ":" + name + "\n")
			}
		}
	}
	if len(asked) == 0 {
		return func(name string) bool { return found[name] }, nil
	}
	out, err := r.store.out(r.ctx, strings.NewReader(ask.String()), "cat-file", "--batch-check=%(objecttype)")
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		if i < len(asked) && (line == "blob" || line == "tree") {
			found[asked[i]] = true
		}
	}
	return func(name string) bool { return found[name] }, nil
}

// auditBlocks are the texts of the points, without their first words.
func auditBlocks(d *Document) map[int]string {
	texts := map[int]*strings.Builder{}
	ends := map[int]bool{}
	for _, f := range d.Fields {
		ends[f.Line-1] = !f.item && !f.quote
	}
	at := 0
	for i, l := range d.lines {
		line := l.text
		if d.inForm(i) {
			at = 0 // what is in there quotes nothing
			continue
		}
		if m := pointStart.FindStringSubmatch(line); m != nil && !l.quoted {
			at = int(m[1][0] - '0')
			if texts[at] == nil {
				texts[at] = new(strings.Builder)
			}
			texts[at].WriteString(strings.TrimPrefix(line, m[0]) + "\n")
			continue
		}
		if (ends[i] || endOfPoint.MatchString(line)) && !l.quoted {
			at = 0
		}
		if at > 0 {
			texts[at].WriteString(line + "\n")
		}
	}
	points := map[int]string{}
	for at, text := range texts {
		points[at] = text.String()
	}
	return points
}
