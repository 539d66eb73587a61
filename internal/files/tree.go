package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
)

// A Tree is a folder that kei emits into.
type Tree struct {
	Dir   string   // where the names of a set start
	Owned []string // folders in it that hold emitted files and nothing else, such as out

	// Shared are folders in which others keep files as well, such as those where
	// clients find agents: of these only what kei wrote is looked at.
	Shared []string

	// Owner is the policy that an agent's file in a shared folder was made by, "" if that
	// is not known. What is another's than Policy is neither overwritten nor removed; what
	// nobody is known for is only removed if Rest says that it is ours. Without Owner all
	// is ours.
	Owner  func(name string, data []byte) string
	Policy string
	Rest   bool
}

// owner is whose an agent's file is.
func (t Tree) owner(name string, was []byte) string {
	if t.Owner == nil {
		return t.Policy
	}
	return t.Owner(name, was)
}

// Compare says what has to change in the tree so that it holds the set. The
// error names everything that stands in the way, one per line.
func (t Tree) Compare(set []File) (Changes, error) {
	root, err := t.open(set)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return t.compare(root, set)
}

func (t Tree) open(set []File) (*os.Root, error) {
	if err := valid(set); err != nil {
		return nil, err
	}
	return os.OpenRoot(t.Dir)
}

func (t Tree) compare(root *os.Root, set []File) (Changes, error) {
	var changes Changes
	var problems []error
	for _, f := range set {
		c, differs, err := t.compareFile(root, f)
		switch {
		case err != nil:
			problems = append(problems, err)
		case differs:
			changes = append(changes, c)
		}
	}
	for _, dir := range t.Owned {
		stale, err := t.findStale(root, dir, set, false)
		changes = append(changes, stale...)
		problems = append(problems, err...)
	}
	for _, dir := range t.Shared {
		stale, err := t.findStale(root, dir, set, true)
		changes = append(changes, stale...)
		problems = append(problems, err...)
	}
	if len(problems) > 0 {
		slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		return nil, errors.Join(slices.CompactFunc(problems, func(a, b error) bool { return a.Error() == b.Error() })...)
	}
	changes.sort()
	return changes, nil
}

// compareFile compares one file with what stands at its name.
func (t Tree) compareFile(root *os.Root, f File) (c Change, differs bool, err error) {
	for dir := range parents(f.Name) {
		info, err := root.Lstat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return Change{File: f}, true, nil
		}
		if err != nil {
			return c, false, err
		}
		if !info.IsDir() {
			return c, false, fmt.Errorf("%s: %s, where a folder of emitted files belongs; move it away", dir, what(info))
		}
	}
	info, err := root.Lstat(f.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return Change{File: f}, true, nil
	}
	if err != nil {
		return c, false, err
	}
	if !info.Mode().IsRegular() {
		return c, false, fmt.Errorf("%s: %s, where an emitted file belongs; move it away", f.Name, what(info))
	}
	was, err := root.ReadFile(f.Name)
	if err != nil {
		return c, false, err
	}
	if policy := t.owner(f.Name, was); marked(was) && policy != t.Policy && policy != "" {
		return c, false, fmt.Errorf("%s: of the policy %s, which has an agent of this name, too; rename one of the two, or take that one out", f.Name, policy)
	}
	if bytes.Equal(was, f.Data) && sameExec(info.Mode(), f.perm()) {
		return c, false, nil
	}
	if !marked(was) {
		return c, false, fmt.Errorf("%s: not written by kei (no line %q), and it stands where an emitted file belongs; move it away", f.Name, Mark)
	}
	return Change{File: f, Was: was, wasMode: info.Mode().Perm(), exists: true}, true, nil
}

// sameExec compares what a checkout keeps of a mode: whether its owner may run it.
func sameExec(a, b fs.FileMode) bool {
	return runtime.GOOS == "windows" || a&0o100 == b&0o100
}

// findStale lists what an owned folder holds beside the set: emitted earlier,
// or in the way. In a shared folder what others wrote is in nobody's way.
func (t Tree) findStale(root *os.Root, dir string, set []File, shared bool) (stale Changes, problems []error) {
	emitted := map[string]bool{} // and their folders: compareFile looks at those
	for _, f := range set {
		emitted[f.Name] = true
		for dir := range parents(f.Name) {
			emitted[dir] = true
		}
	}
	walk := func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if name == dir && errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			problems = append(problems, err)
			return nil
		}
		if d.IsDir() || emitted[name] {
			return nil
		}
		was, wrote, err := readMarked(root, name)
		switch {
		case err != nil:
			problems = append(problems, err)
		case !wrote && shared, shared && !t.removes(name, was):
		case !wrote:
			problems = append(problems, fmt.Errorf("%s: not written by kei, in a folder that holds only what kei emits; move it away", name))
		default:
			info, _ := d.Info()
			stale = append(stale, Change{File: File{Name: name}, Was: was, wasMode: modeOf(info), exists: true, stale: true})
		}
		return nil
	}
	if info, err := root.Lstat(dir); err == nil && !info.IsDir() && !(shared && info.Mode().IsRegular()) {
		return nil, []error{fmt.Errorf("%s: %s, where a folder of emitted files belongs; move it away", dir, what(info))}
	}
	// FS of a root never leaves it, and WalkDir does not enter links.
	_ = fs.WalkDir(root.FS(), path.Clean(dir), walk)
	return stale, problems
}

// removes reports whether a marked file in a shared folder is ours to remove.
func (t Tree) removes(name string, was []byte) bool {
	policy := t.owner(name, was)
	return policy == t.Policy || policy == "" && t.Rest
}

func modeOf(info fs.FileInfo) fs.FileMode {
	if info == nil {
		return 0o644
	}
	return info.Mode().Perm()
}

// readMarked reads a regular file and reports whether kei wrote it.
func readMarked(root *os.Root, name string) (data []byte, wrote bool, err error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, false, nil
	}
	data, err = root.ReadFile(name)
	return data, marked(data), err
}

// what names a kind of directory entry.
func what(info fs.FileInfo) string {
	switch m := info.Mode(); {
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m.IsDir():
		return "a folder"
	case m.IsRegular():
		return "a file"
	}
	return "a special file"
}
