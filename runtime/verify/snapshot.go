package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"kei/runtime/gate"
)

// A snapshot is the agent's whole work as it was found in the worktree.
type snapshot struct {
	changes []Change // against the base, sorted
	hidden  []string // ignored by main's own rules, and so not part of the work
	strange []string // what no commit can hold
	unlike  []string // committed, and otherwise in the worktree
}

// A walker compares a folder with a tree by reading every file, but for those
// that a stamp of the orchestrator's vouches for. It asks nobody else: the
// worktree's index can be told that a file has not changed.
type walker struct {
	ctx        context.Context
	root       string
	base       tree
	dirs       map[string]bool // folders that have a file in head
	rules      *ignorer
	attributes *cleaner
	blob       func(id string) ([]byte, error)
	hold       func(id string, data []byte) // keeps what was read of a changed file
	keeper     *keeper
	format     string
	skip       string           // the agent's report
	subs       map[string]Entry // the files of submodules that main's repository has
	subSeen    map[string]bool  // those that are there
	subRoots   map[string]bool  // submodules that have files here
	own        []Change         // what the agent's own commits make of base
	stamp      *stamp           // what need not be read; may be nil

	head  tree    // with its own commits
	known []known // of the stamp, by the place in base's listing
	seen  []bool  // by the same
	out   snapshot
	files chan found

	mu    sync.Mutex
	large sync.Mutex // held while a large file is in memory
	err   error
}

// A found is what one folder holds of files and links, to be looked at.
type found struct {
	dir  string
	in   apart
	list []item
}

// An apart is what keeps a folder apart from main: a repository of its own, which
// git add would not look into.
type apart struct {
	note string // "" is nothing
	sub  bool   // it is a submodule of main's
}

// An item is a file or link.
type item struct {
	path string
	base int32 // its place in base's listing, or none
}

const none = -1

// take walks the worktree.
func (w *walker) take() (*snapshot, error) {
	w.subSeen, w.subRoots = map[string]bool{}, map[string]bool{}
	w.dirs, w.seen, w.known = map[string]bool{}, make([]bool, len(w.base.files)), w.stamp.of(w.base.listing, tellsTime(w.root))
	w.head = w.base.with(w.own)
	for name := range w.head.all() {
		for dir := path.Dir(name); dir != "." && !w.dirs[dir]; dir = path.Dir(dir) {
			w.dirs[dir] = true
		}
	}
	w.files = make(chan found, 64)
	var readers sync.WaitGroup
	for range parallel() {
		readers.Go(func() {
			for f := range w.files {
				w.folder(f)
			}
		})
	}
	err := w.walk("", apart{})
	close(w.files)
	readers.Wait()
	if err = errors.Join(err, w.err); err != nil {
		return nil, err
	}
	for i, f := range w.base.files {
		if !w.seen[i] && f.Mode != modeSub && !w.known[i].absent {
			w.out.changes = append(w.out.changes, Change{Path: f.path, Old: f.Entry})
		}
	}
	here := w.checkedOut()
	for name, e := range w.subs {
		if !w.subSeen[name] && slices.ContainsFunc(here, func(root string) bool { return strings.HasPrefix(name, root) }) {
			w.out.changes = append(w.out.changes, Change{Path: name, Old: e, Note: "in a submodule, whose files are not part of main's tree", inSub: true})
		}
	}
	sortChanges(w.out.changes)
	w.out.unlike = w.unlike()
	slices.Sort(w.out.hidden)
	slices.Sort(w.out.strange)
	return &w.out, nil
}

// odd notes what cannot be part of a commit.
func (w *walker) odd(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.out.strange = append(w.out.strange, fmt.Sprintf(format, args...))
}

// unlike are the paths whose committed version is another than the one in the
// worktree. Whoever merges the branch would get what nobody looked at.
func (w *walker) unlike() []string {
	now := w.base.with(w.out.changes)
	var list []string
	for _, c := range w.own {
		if c.New != now.at(c.Path) && c.Path != w.skip {
			list = append(list, shown(c.Path))
		}
	}
	return list
}

func (w *walker) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
}

// walk looks at one folder.
func (w *walker) walk(dir string, in apart) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	list, err := os.ReadDir(filepath.Join(w.root, filepath.FromSlash(dir)))
	if err != nil {
		return err
	}
	if dir != "" && in.note == "" && slices.ContainsFunc(list, func(e os.DirEntry) bool { return e.Name() == ".git" }) {
		in.note = "in a repository of its own, which git add would not look into"
		if len(list) == 1 {
			w.odd("%s is a repository of its own, which git add would make a submodule", shown(dir))
		}
	}
	files := make([]item, 0, len(list))
	for _, e := range list {
		name := join(dir, e.Name())
		if strings.EqualFold(e.Name(), ".git") {
			if e.Name() != ".git" {
				w.odd("%s is a name that git keeps for itself", shown(name))
			}
			continue
		}
		at, tracked := w.base.find(name)
		if !tracked {
			at = none
		}
		isFile, err := w.entry(name, at, e, in)
		if err != nil {
			return err
		}
		if isFile {
			files = append(files, item{name, at})
		}
	}
	if len(files) > 0 {
		w.files <- found{dir, in, files}
	}
	return nil
}

// entry walks a folder, and reports whether there is a file to be looked at.
func (w *walker) entry(name string, at int32, e os.DirEntry, in apart) (isFile bool, err error) {
	tracked := at != none
	isDir := e.IsDir()
	if name == w.skip && e.Type().IsRegular() && !tracked {
		return false, nil
	}
	if !tracked && !(isDir && w.dirs[name]) && w.head.at(name) == (Entry{}) {
		// Not even a rule of main's covers what lies in a repository inside the
		// worktree: nobody would ever see it.
		if hidden, err := w.rules.ignored(name, isDir); err != nil {
			return false, err
		} else if hidden && in.note == "" {
			if isDir {
				name += "/"
			}
			w.out.hidden = append(w.out.hidden, name)
			return false, nil
		}
	}
	if isDir {
		if tracked && w.base.files[at].Mode == modeSub {
			w.seen[at] = true
			w.subRoots[name] = true
			return false, w.walk(name, apart{"in the submodule " + shown(name) + ", whose files are not part of main's tree", true})
		}
		return false, w.walk(name, in)
	}
	if tracked && (e.Type().IsRegular() || e.Type()&os.ModeSymlink != 0) {
		w.seen[at] = true
	}
	return true, nil
}

// folder looks at the files of one folder, which is opened once for all: a long
// path costs more than what stands at its end.
func (w *walker) folder(f found) {
	root, err := os.OpenRoot(filepath.Join(w.root, filepath.FromSlash(f.dir)))
	if err != nil {
		w.fail(fmt.Errorf("%s: %w", shown(f.dir), reason(err)))
		return
	}
	defer root.Close()
	for _, one := range f.list {
		info, err := root.Lstat(path.Base(one.path))
		if err == nil {
			err = w.look(one, f.in, info)
		}
		if err != nil {
			w.fail(fmt.Errorf("%s: %w", shown(one.path), reason(err)))
		}
	}
}

// look finds out whether a file is as it was.
func (w *walker) look(one item, in apart, info os.FileInfo) error {
	name := one.path
	switch mode := info.Mode(); {
	case mode.IsRegular():
		kept := modeFile
		if mode&0o100 != 0 {
			kept = modeExec
		}
		if one.base != none && in.note == "" && w.base.files[one.base].Mode == kept && w.known[one.base].as(info) {
			return nil
		}
		return w.read(name, kept, in, info.Size())
	case mode&os.ModeSymlink != 0:
		to, err := os.Readlink(filepath.Join(w.root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		return w.compare(name, modeLink, in, []byte(to))
	default:
		w.odd("%s is a %s, which no commit can hold", shown(name), kindOf(mode))
	}
	return nil
}

func kindOf(m os.FileMode) string {
	switch {
	case m&os.ModeNamedPipe != 0:
		return "named pipe"
	case m&os.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

// read looks at the contents of a file. Not blocking and not through a link:
// what it was when it was listed need not be what it is now.
func (w *walker) read(name, mode string, in apart, size int64) error {
	switch {
	case size > maxFile:
		return fmt.Errorf("has %d bytes, and only files of up to %d MB are looked at", size, maxFile>>20)
	case size > largeFile:
		w.large.Lock()
		defer w.large.Unlock()
	}
	data, err := readFile(filepath.Join(w.root, filepath.FromSlash(name)), size)
	if err != nil {
		return err
	}
	id := ""
	if old := w.base.at(name); in.note == "" && blobID(data, w.format) != old.ID {
		if id, err = w.attributes.same(name, data, old.ID, w.format, func() (bool, error) {
			was, err := w.blob(old.ID)
			return bytes.Contains(was, []byte("\r\n")), err
		}); err != nil {
			return err
		}
	}
	if id != "" {
		w.note(name, in, Entry{mode, id})
		return nil
	}
	return w.compare(name, mode, in, data)
}

// compare adds a change if there is one.
func (w *walker) compare(name, mode string, in apart, data []byte) error {
	now := Entry{mode, blobID(data, w.format)}
	if w.was(name, in) == now {
		return nil
	}
	if err := w.keeper.blob(now.ID, data); err != nil {
		return err
	}
	w.hold(now.ID, data)
	w.note(name, in, now)
	return nil
}

// note adds a change to what is stored already, if it is one.
func (w *walker) note(name string, in apart, now Entry) {
	old := w.was(name, in)
	if old == now {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.out.changes = append(w.out.changes, Change{Path: name, Old: old, New: now, Note: in.note, inSub: in.sub})
}

// was is a file as it was before the agent came: main's, or of a submodule the one that
// its commit has.
func (w *walker) was(name string, in apart) Entry {
	if !in.sub {
		return w.base.at(name)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.subSeen[name] = true
	return w.subs[name]
}

// checkedOut are the submodules that have files here: one that has none was never
// checked out, and nothing of it is gone.
func (w *walker) checkedOut() []string {
	var list []string
	for root := range w.subRoots {
		for seen := range w.subSeen {
			if strings.HasPrefix(seen, root+"/") {
				list = append(list, root+"/")
				break
			}
		}
	}
	return list
}

// reach are the ignored paths that the task's whitelist speaks of: the agent may
// have taken them for part of its work, and a build in the worktree sees them.
func (s *snapshot) reach(whitelist []gate.Glob) []string {
	var list []string
	for _, name := range s.hidden {
		bare := strings.TrimSuffix(name, "/")
		_, has := gate.Listed(whitelist, bare)
		if _, below := gate.Listed(whitelist, name+"x"); has || bare != name && below {
			list = append(list, shown(name))
		}
	}
	return list
}
