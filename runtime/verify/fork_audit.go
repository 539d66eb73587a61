package verify

import (
	"regexp"
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
	// evidence is a path, with or without a line, something quoted, or a result.
	evidence   = regexp.MustCompile("`[^`]+`|\"[^\"]+\"|[\\w./-]+\\.\\w+(?::\\d+)?|[\\w-]+/[\\w./-]+|(?m)^[ \t]*(?:```|~~~|>)")
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
	var v Violations
	for i, name := range auditPoints {
		text, ok := points[i+1]
		switch {
		case !ok:
			v.add("the audit does not address point %d, %s", i+1, name)
		case !evidence.MatchString(text):
			v.add("point %d, %s, has no evidence: a path, a line or the output of a command", i+1, name)
		case name == "tests" && !testResult.MatchString(text):
			v.add("point %d, tests, quotes no result with a count", i+1)
		}
	}
	if r.Task != nil && r.Task.ForkAuditTarget != "" && !d.mentions(r.Task.ForkAuditTarget) {
		v.add("the audit does not name %s, which it is about", r.Task.ForkAuditTarget)
	}
	return v.Err()
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
