package cli

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed log.html
var logHTML string

var logTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("log").Parse(logHTML))
})

// maxPage is how many calls a page lists: the last ones. All are counted.
const maxPage = 5000

// A logPage is a log as one page for a browser.
type logPage struct {
	Calls  []shownCall // the last ones, newest first when it is written
	Total  int
	counts map[string]map[string]int // by field, by value
}

// A shownCall is a line of the page.
type shownCall struct{ Time, Verdict, Role, Agent, Tool, What, Why string }

// A tally is how many calls had a value.
type tally struct {
	Value string
	N     int
}

// add puts a call on the page.
func (p *logPage) add(l logLine) {
	if p.counts == nil {
		p.counts = map[string]map[string]int{"verdict": {}, "role": {}, "rule": {}, "tool": {}}
	}
	for field, by := range p.counts {
		if v := logFields[field](l); v != "" {
			by[v]++
		}
	}
	c := shownCall{Time: l.Time.UTC().Format(time.DateTime), Verdict: l.Verdict, Role: l.Role, Agent: l.Agent, Tool: l.Tool,
		What: strings.Join(append(slices.Clone(l.Commands), l.Files...), ", ")}
	if len(l.Objections) > 0 {
		c.Why = l.Objections[0].Capability + ": " + l.Objections[0].Reason
	}
	if p.Total++; len(p.Calls) == 2*maxPage {
		p.Calls = append(p.Calls[:0], p.Calls[maxPage:]...)
	}
	p.Calls = append(p.Calls, c)
}

// write prints the page.
func (p *logPage) write(w io.Writer) error {
	p.Calls = p.Calls[max(0, len(p.Calls)-maxPage):]
	slices.Reverse(p.Calls)
	return logTemplate().Execute(w, p)
}

// Counts are the values of a field, the most frequent first.
func (p *logPage) Counts(field string) []tally {
	var list []tally
	for _, v := range slices.Sorted(maps.Keys(p.counts[field])) {
		list = append(list, tally{v, p.counts[field][v]})
	}
	slices.SortStableFunc(list, func(x, y tally) int { return cmp.Compare(y.N, x.N) })
	return list
}
