package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	dirs       map[string]bool // folders that have a file in head; nil if head is base
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
	*directory
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
	path, name string
	base       int // its place in base's listing, or none
}

const none = -1

// take walks the worktree.
func (w *walker) take() (*snapshot, error) {
	w.subSeen, w.subRoots = map[string]bool{}, map[string]bool{}
	w.seen, w.known = make([]bool, len(w.base.files)), w.stamp.of(w.base.listing, tellsTime(w.root))
	w.head = w.base
	if len(w.own) > 0 {
		w.head, w.dirs = w.base.with(w.own), map[string]bool{}
		for name := range w.head.all() {
			for dir := path.Dir(name); dir != "." && !w.dirs[dir]; dir = path.Dir(dir) {
				w.dirs[dir] = true
			}
		}
	}
	w.files = make(chan found, 64)
	var readers sync.WaitGroup
	for range parallel() {
		readers.Go(func() {
			for f := range w.files {
				w.lookAt(f)
			}
		})
	}
	err := w.walk(part{base: w.base.whole()})
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

// A part is a folder of the worktree that is to be walked.
type part struct {
	path string // from the root; "" is the root
	base span   // of the files that are in it
	in   apart
}

// walk looks at a folder and those in it.
func (w *walker) walk(p part) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	open, err := openDirectory(filepath.Join(w.root, filepath.FromSlash(p.path)))
	if err != nil {
		return err
	}
	var files []item
	var parts []part
	list, err := open.list()
	if err == nil {
		p.in = w.apart(p, list)
		files, parts, err = w.sort(p, list)
	}
	if err != nil || len(files) == 0 {
		open.close()
	} else {
		w.files <- found{open, p.in, files}
	}
	for i := 0; i < len(parts) && err == nil; i++ {
		err = w.walk(parts[i])
	}
	return err
}

// apart is what keeps a folder apart, by what is in it.
func (w *walker) apart(p part, list []named) apart {
	if p.path == "" || p.in.note != "" || !slices.ContainsFunc(list, func(e named) bool { return e.name == ".git" }) {
		return p.in
	}
	if len(list) == 1 {
		w.odd("%s is a repository of its own, which git add would make a submodule", shown(p.path))
	}
	return apart{"in a repository of its own, which git add would not look into", p.in.sub}
}

// sort tells the files of a folder, which are to be looked at, from the folders in
// it, and leaves out what is ignored.
func (w *walker) sort(p part, list []named) (files []item, parts []part, err error) {
	files = make([]item, 0, len(list))
	for _, e := range list {
		if strings.EqualFold(e.name, ".git") {
			if e.name != ".git" {
				w.odd("%s is a name that git keeps for itself", shown(join(p.path, e.name)))
			}
			continue
		}
		one := item{name: e.name}
		if at, tracked := w.base.in(p.base, e.name); tracked {
			one.path, one.base = w.base.files[at].path, at
		} else {
			one.path, one.base = join(p.path, e.name), none
		}
		below := span{}
		if e.mode.IsDir() {
			below = w.base.below(p.base, e.name)
		}
		switch hidden, err := w.hides(one, e.mode, below, p.in); {
		case err != nil:
			return nil, nil, err
		case hidden:
		case e.mode.IsDir():
			parts = append(parts, w.part(one, below, p.in))
		default:
			if one.base != none && (e.mode.IsRegular() || e.mode&fs.ModeSymlink != 0) {
				w.seen[one.base] = true
			}
			files = append(files, one)
		}
	}
	return files, parts, nil
}

// hides reports whether a file or folder is no part of the work: it is ignored, or is
// the report. Of a folder base has the files of a span.
func (w *walker) hides(one item, mode fs.FileMode, below span, in apart) (bool, error) {
	name, isDir := one.path, mode.IsDir()
	if one.base != none {
		return false, nil
	}
	if name == w.skip && mode.IsRegular() {
		return true, nil
	}
	if isDir && w.hasFiles(name, below) || w.head.at(name) != (Entry{}) {
		return false, nil
	}
	// Not even a rule of main's covers what lies in a repository inside the
	// worktree: nobody would ever see it.
	hidden, err := w.rules.ignored(name, isDir)
	if err != nil || !hidden || in.note != "" {
		return false, err
	}
	if isDir {
		name += "/"
	}
	w.out.hidden = append(w.out.hidden, name)
	return true, nil
}

// part is a folder that is in one that is kept apart so.
func (w *walker) part(one item, below span, in apart) part {
	if one.base != none && w.base.files[one.base].Mode == modeSub {
		w.seen[one.base] = true
		w.subRoots[one.path] = true
		in = apart{"in the submodule " + shown(one.path) + ", whose files are not part of main's tree", true}
	}
	return part{one.path, below, in}
}

// hasFiles reports whether a folder has a file in head, of which base has the span.
func (w *walker) hasFiles(dir string, base span) bool {
	if w.dirs != nil {
		return w.dirs[dir]
	}
	return base.from < base.to
}

// lookAt looks at the files of one folder, which is opened once for all: a long
// path costs more than what stands at its end.
func (w *walker) lookAt(f found) {
	defer f.close()
	for _, one := range f.list {
		now, err := f.look(one.name)
		if err == nil {
			err = w.look(one, f.in, now)
		}
		if err != nil {
			w.fail(fmt.Errorf("%s: %w", shown(one.path), reason(err)))
		}
	}
}

// look finds out whether a file is as it was.
func (w *walker) look(one item, in apart, now fileState) error {
	name := one.path
	switch mode := now.mode; {
	case mode.IsRegular():
		kept := modeFile
		if mode&0o100 != 0 {
			kept = modeExec
		}
		if one.base != none && in.note == "" && w.base.files[one.base].Mode == kept && w.known[one.base].as(now) {
			return nil
		}
		return w.read(name, kept, in, now.size)
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
