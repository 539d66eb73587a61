package graph

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/atom"

	"github.com/fsnotify/fsnotify"
)

// gathered is how long changes are waited for that belong to the first one.
const gathered = 100 * time.Millisecond

// A Change is what a batch of changed files did to the listed atoms.
type Change struct {
	Added    []string `json:"added"`
	Removed  []string `json:"removed"`
	Changed  []string `json:"changed"`
	Atoms    int      `json:"atoms"`    // that are listed now
	Problems int      `json:"problems"` // findings now, warnings too
}

// Watch reads the roots, and again what changes beneath them, until the context
// ends, which is no error. ready is called when nothing can be missed any more;
// each for each batch of changes after which something is listed, or found
// wrong, that was not before.
func Watch(ctx context.Context, rules atom.Rules, roots []string, ready func(*atom.Set), each func(Change) error) error {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer events.Close()
	w := &watch{tree: atom.NewTree(rules, roots...), events: events, all: true}
	for _, root := range roots {
		abs, err := filepath.Abs(root)
		if err != nil {
			return err
		}
		w.roots = append(w.roots, abs)
	}
	if err := w.folders(); err != nil {
		return err
	}
	set, err := w.tree.Read(ctx, nil)
	if err != nil {
		return ended(ctx, err)
	}
	ready(set)
	for {
		if !w.gather(ctx) {
			return nil
		}
		if err := w.folders(); err != nil {
			return err
		}
		next, err := w.tree.Read(ctx, w.changed())
		if err != nil {
			return ended(ctx, err)
		}
		if c, any := compare(set, next); any {
			if err := each(c); err != nil {
				return err
			}
		}
		set = next
	}
}

func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

type watch struct {
	tree   *atom.Tree
	events *fsnotify.Watcher
	roots  []string        // absolute
	dirty  map[string]bool // absolute folders of packages
	all    bool            // events were lost
}

// folders watches the folders that there are: the roots, and of packages that
// have changed themselves, atoms/ and what is beneath it. To watch one again
// changes nothing.
func (w *watch) folders() error {
	for _, root := range w.roots {
		if err := w.events.Add(root); err != nil {
			return err
		}
		packages, err := os.ReadDir(root)
		if err != nil {
			return err
		}
		for _, p := range packages {
			if dir := filepath.Join(root, p.Name()); p.IsDir() && (w.all || w.dirty[dir]) {
				_ = w.events.Add(dir) // it may be gone by now
				w.below(filepath.Join(dir, "atoms"))
			}
		}
	}
	return nil
}

func (w *watch) below(dir string) {
	_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			_ = w.events.Add(name)
		}
		return nil
	})
}

// gather waits for a change, and then for those that come with it: false is the
// end. Who writes all the time is not waited for longer than ten times that.
func (w *watch) gather(ctx context.Context) bool {
	w.dirty, w.all = map[string]bool{}, false
	var enough, quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case e, ok := <-w.events.Events:
			if !ok {
				return false
			}
			w.note(e.Name)
		case _, ok := <-w.events.Errors:
			if !ok {
				return false
			}
			w.all = true // most likely there were too many events
		case <-quiet:
			return true
		case <-enough:
			return true
		}
		quiet = time.After(gathered)
		if enough == nil {
			enough = time.After(10 * gathered)
		}
	}
}

// note finds the package that a path belongs to.
func (w *watch) note(path string) {
	for _, root := range w.roots {
		if rest, ok := strings.CutPrefix(path, root+string(filepath.Separator)); ok {
			pkg, _, _ := strings.Cut(rest, string(filepath.Separator))
			w.dirty[filepath.Join(root, pkg)] = true
		}
	}
}

func (w *watch) changed() func(string) bool {
	if w.all {
		return nil
	}
	return func(dir string) bool { return w.dirty[dir] }
}

// compare says what is not as it was.
func compare(before, after *atom.Set) (Change, bool) {
	c := Change{Added: []string{}, Removed: []string{}, Changed: []string{}}
	was, is := listed(before), listed(after)
	for _, a := range after.Atoms { // sorted by id
		switch {
		case is[a.ID] != a:
		case was[a.ID] == nil:
			c.Added = append(c.Added, a.ID)
		case !a.Same(was[a.ID]):
			c.Changed = append(c.Changed, a.ID)
		}
	}
	for _, a := range before.Atoms {
		if was[a.ID] == a && is[a.ID] == nil {
			c.Removed = append(c.Removed, a.ID)
		}
	}
	found := findings(after)
	c.Atoms, c.Problems = len(is), len(found)
	return c, len(c.Added)+len(c.Removed)+len(c.Changed) > 0 || !slices.Equal(found, findings(before))
}

func listed(set *atom.Set) map[string]*atom.Atom {
	out := map[string]*atom.Atom{}
	for _, a := range set.Atoms {
		if a.State() != atom.Rejected {
			out[a.ID] = a
		}
	}
	return out
}

func findings(set *atom.Set) []atom.Problem {
	out := slices.Clone(set.Problems)
	for _, a := range set.Atoms {
		out = append(out, a.Problems...)
	}
	return out
}
