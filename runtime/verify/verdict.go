package verify

import (
	"regexp"
	"slices"
	"strings"
)

// Verdict holds an audit to one verdict, with its findings and what it is about.
type Verdict struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// The words of which an audit says one.
	// Example: ["approve", "reject"]
	Verdicts []string `toml:"verdicts"`
}

func (s *Verdict) fields(*Task) []string {
	return []string{"verdict", "findings", "body-sha", "audited-agent"}
}

var hex64 = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Check implements [Step].
func (s *Verdict) Check(r *Run) error {
	d, err := r.Report()
	if err != nil {
		return err
	}
	var v Violations
	verdict := ""
	if f, ok := d.one("verdict", &v); ok {
		// Alone on its line: PASS, and no word that softens it.
		switch more := f.more(); {
		case !slices.Contains(s.Verdicts, f.bare()):
			v.add("line %d says %s; a verdict is one of %s, alone", f.Line, quoted(f), strings.Join(s.Verdicts, ", "))
		case more != "":
			v.add("line %d says %s, and goes on below: %s; a verdict stands alone", f.Line, quoted(f), shown(cut(more, 80)))
		default:
			verdict = f.bare()
			s.another(d, f, &v)
		}
	}
	if f, ok := d.one("body-sha", &v); ok {
		bodySHA(f, &v)
	}
	if f, ok := d.one("audited-agent", &v); ok {
		s.audited(r, f, &v)
	}
	if f, ok := d.one("findings", &v); ok {
		findings(f, verdict, &v)
	}
	return v.Err()
}

// bodySHA holds the sum to being one. Which bytes of which diff it is of nobody
// has laid down, and no two versions of git print the same, so that it cannot be
// done again here.
func bodySHA(f Field, v *Violations) {
	sum := f.word()
	digits := map[rune]bool{}
	for _, c := range sum {
		digits[c] = true
	}
	switch {
	case !hex64.MatchString(sum):
		v.add("line %d says %s; it is the SHA-256 of the diff, 64 hexadecimal digits", f.Line, quoted(f))
	case len(digits) < 6: // fewer than one sum in 10^28
		v.add("line %d says %s; that is no SHA-256 of anything", f.Line, quoted(f))
	}
}

// another looks for a sentence that is nothing but another verdict: "Final
// verdict: FAIL" beside verdict: PASS.
func (s *Verdict) another(d *Document, f Field, v *Violations) {
	said := regexp.MustCompile(`(?i)^(?:[a-z]+ ){0,3}verdict(?: is| was)?[\s:*_~–—-]*(` + strings.Join(s.Verdicts, "|") + `)[\s.!*_~:]*$`)
	for i, l := range d.lines {
		if l.fenced || i+1 == f.Line {
			continue
		}
		if m := said.FindStringSubmatch(undecorated(l.text)); m != nil && !strings.EqualFold(m[1], f.bare()) {
			v.add("line %d says %s, and line %d says %s; there is one verdict", f.Line, quoted(f), i+1, shown(cut(strings.TrimSpace(l.text), 80)))
		}
	}
}

// audited holds the id to somebody else's, and to the one of the task.
func (s *Verdict) audited(r *Run, f Field, v *Violations) {
	id := f.word()
	switch {
	case CheckAgentID(id) != nil:
		v.add("line %d says %s: %v", f.Line, quoted(f), CheckAgentID(id))
	case id == r.AgentID:
		v.add("line %d names the auditor itself as audited-agent", f.Line)
	case r.Task != nil && r.Task.ForkAuditTarget != "" && id != r.Task.ForkAuditTarget:
		v.add("line %d says %s, and the task is about %s", f.Line, quoted(f), r.Task.ForkAuditTarget)
	}
}

// findings go with the verdict: each of a FAIL has four parts.
func findings(f Field, verdict string, v *Violations) {
	switch {
	case verdict == "PASS" && !f.None():
		v.add("the verdict is PASS, and findings: in line %d is not none", f.Line)
	case verdict != "PASS" && verdict != "" && f.None():
		v.add("the verdict is %s, and findings: in line %d is none", verdict, f.Line)
	case verdict == "FAIL":
		for i, item := range listItems(f.Block) {
			for _, part := range []string{"point", "file", "evidence", "remediation"} {
				if !hasPart(item, part) {
					v.add("finding %d has no %s", i+1, part)
				}
			}
		}
		if len(listItems(f.Block)) == 0 {
			v.add("the verdict is FAIL, and findings: in line %d has no list below it", f.Line)
		}
	}
}

// listItems are the items of a list, each with the lines that belong to it.
func listItems(block []string) [][]string {
	var items [][]string
	indent := -1
	for _, line := range block {
		bare := strings.TrimLeft(line, " \t")
		at := len(line) - len(bare)
		if isItem(line) && (indent < 0 || at <= indent) {
			indent = at
			items = append(items, nil)
		}
		if len(items) > 0 {
			items[len(items)-1] = append(items[len(items)-1], line)
		}
	}
	return items
}

// hasPart reports whether a finding says something under the name.
func hasPart(item []string, name string) bool {
	for i, line := range item {
		f, ok := dressedField(strings.TrimLeft(line, " \t"), 0)
		if !ok || !strings.Contains(line, ":") || fieldKey(f.Name) != name {
			continue
		}
		more := i+1 < len(item) && !strings.Contains(item[i+1], ":")
		return strings.Trim(f.Value, " *`_-") != "" || more
	}
	return false
}
