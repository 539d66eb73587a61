package goldentests

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// An openRow is a row of open.toml: a case that kei answers wrongly today.
type openRow struct {
	File, ID, Kind, Why string
}

// An openList holds the wrong rows of one file of cases to what open.toml says.
type openList struct {
	file  string
	rows  map[string]openRow
	seen  map[string]bool
	right []string
}

// openRows is the part of open.toml that is about a file. Once the test is over,
// every row in it must have been settled.
func openRows(t *testing.T, file string) *openList {
	t.Helper()
	var list struct{ Row []openRow }
	meta, err := toml.DecodeFile("open.toml", &list)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Errorf("open.toml: nobody reads %v", u)
	}
	l := &openList{file: file, rows: map[string]openRow{}, seen: map[string]bool{}}
	for _, r := range list.Row {
		if r.File != file {
			continue
		}
		if r.Kind == "" || r.Why == "" {
			t.Errorf("open.toml: %s says no kind or not why", r.ID)
		}
		if _, twice := l.rows[r.ID]; twice {
			t.Errorf("open.toml: %s of %s stands twice", r.ID, file)
		}
		l.rows[r.ID] = r
	}
	t.Cleanup(func() { l.close(t) })
	return l
}

// settle reports a row that is wrong and not in the list, and keeps in mind one
// that is right and in it.
func (l *openList) settle(t *testing.T, id string, right bool, about string) {
	t.Helper()
	l.seen[id] = true
	_, open := l.rows[id]
	switch {
	case right && open:
		l.right = append(l.right, id)
	case !right && !open:
		t.Errorf("%s %s: %s", l.file, id, about)
	}
}

// close takes the rows that became right out of the list, with -update, and
// fails about them without. A row is never put in but by hand.
func (l *openList) close(t *testing.T) {
	if t.Skipped() {
		return
	}
	for id := range l.rows {
		if !l.seen[id] {
			t.Errorf("open.toml: %s has no row %s", l.file, id)
		}
	}
	if len(l.right) == 0 {
		return
	}
	if !*update {
		t.Errorf("%s: right now, so take them out of open.toml: %s\ngo test ./goldentests -run '^%s$' -update does", l.file, strings.Join(l.right, " "), top(t))
		return
	}
	text, err := os.ReadFile("open.toml")
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.SplitAfter(string(text), "\n"), func(line string) bool {
		return slices.ContainsFunc(l.right, func(id string) bool {
			return strings.HasPrefix(line, fmt.Sprintf("  { file = %q, id = %q,", l.file, id))
		})
	})
	if err := os.WriteFile("open.toml", []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}
