package files

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// A Change is one file that is not as it should be.
type Change struct {
	File        // as it should be; only the name, if it should not exist
	Was  []byte // what stands there now

	wasMode fs.FileMode
	exists  bool // something stands there now
	stale   bool // and nothing should
}

// Changes are all of them, by name.
type Changes []Change

func (c Changes) sort() {
	slices.SortFunc(c, func(a, b Change) int { return strings.Compare(a.Name, b.Name) })
}

// Missing are the names that have no file yet.
func (c Changes) Missing() []string {
	return c.names(func(c Change) bool { return !c.exists })
}

// Changed are the names whose file holds something else.
func (c Changes) Changed() []string {
	return c.names(func(c Change) bool { return c.exists && !c.stale })
}

// Stale are the names that were emitted once and are no longer.
func (c Changes) Stale() []string {
	return c.names(func(c Change) bool { return c.stale })
}

func (c Changes) names(is func(Change) bool) []string {
	var names []string
	for _, e := range c {
		if is(e) {
			names = append(names, e.Name)
		}
	}
	return names
}

// Diff is the unified diff from what is to what should be, empty if nothing
// has to change. Git's names are used, so that it can be applied.
func (c Changes) Diff() []byte {
	var b bytes.Buffer
	for _, e := range c {
		from, to := "a/"+e.Name, "b/"+e.Name
		if !e.exists {
			from = "/dev/null"
		}
		if e.stale {
			to = "/dev/null"
		}
		b.Write(diff.Diff(from, e.Was, to, e.Data))
		if e.exists && !e.stale && bytes.Equal(e.Was, e.Data) {
			// Only the executable bit differs.
			b.WriteString("diff " + from + " " + to + "\nold mode " + gitMode(e.wasMode) + "\nnew mode " + gitMode(e.perm()) + "\n")
		}
	}
	return b.Bytes()
}

func gitMode(m fs.FileMode) string {
	if m&0o100 != 0 {
		return "100755"
	}
	return "100644"
}
