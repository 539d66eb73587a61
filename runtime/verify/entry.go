package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// An Entry is a file of a tree: what git knows of it. The zero Entry is no file.
type Entry struct {
	Mode string // 100644, 100755, 120000 for a symbolic link, 160000 for a submodule
	ID   string // of its contents
}

// The modes of git.
const (
	modeFile = "100644"
	modeExec = "100755"
	modeLink = "120000"
	modeSub  = "160000"
)

// Regular reports whether the entry is a file with contents.
func (e Entry) Regular() bool { return e.Mode == modeFile || e.Mode == modeExec }

// A Change is one path that is not as it was. A renamed file is two of them.
type Change struct {
	Path     string
	Old, New Entry
	Note     string // why it is worth more than a look, "" usually

	inSub bool // it is a file of a submodule, and no part of main's tree
}

// Verb says what was done.
func (c Change) Verb() string {
	switch {
	case c.Old == Entry{}:
		return "added"
	case c.New == Entry{}:
		return "deleted"
	case c.Old.ID == c.New.ID:
		return "mode changed"
	}
	return "modified"
}

// String is the change as a line of a report.
func (c Change) String() string {
	s := shown(c.Path) + " (" + c.Verb() + ")"
	if c.Note != "" {
		s += ": " + c.Note
	}
	return s
}

func sortChanges(list []Change) {
	slices.SortFunc(list, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
}

// tree lists the files of a commit or tree.
func (g *git) tree(ctx context.Context, id string) (tree, error) {
	out, err := g.out(ctx, nil, "ls-tree", "-r", "-z", "--full-tree", id)
	if err != nil {
		return tree{}, err
	}
	n := strings.Count(out, "\x00")
	l := &listing{files: make([]file, 0, n)}
	for out != "" {
		var line string
		line, out, _ = strings.Cut(out, "\x00")
		about, path, ok := strings.Cut(line, "\t")
		mode, rest, _ := strings.Cut(about, " ")
		_, id, _ := strings.Cut(rest, " ")
		if !ok || !IsID(id) {
			return tree{}, fmt.Errorf("git ls-tree printed %q", line)
		}
		l.files = append(l.files, file{path, Entry{Mode: mode, ID: id}})
	}
	return tree{listing: l}, nil
}

// rootOf is the id of a commit's tree.
func (g *git) rootOf(ctx context.Context, commit string) (string, error) {
	return g.line(ctx, "rev-parse", "--verify", "--quiet", commit+"^{tree}")
}

// filesOf lists the files of a tree: those of the stamp, if they are the ones.
func (g *git) filesOf(ctx context.Context, root string, s *stamp) (tree, error) {
	if s == nil || s.tree != root {
		return g.tree(ctx, root)
	}
	return tree{listing: s.listing()}, nil
}

// between lists what differs between two trees.
func (g *git) between(ctx context.Context, old, new string) ([]Change, error) {
	if old == new {
		return nil, nil
	}
	out, err := g.out(ctx, nil, "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", "--no-textconv",
		"--no-abbrev", "--ignore-submodules=none", old, new)
	if err != nil {
		return nil, err
	}
	var list []Change
	for out != "" {
		var about, path string
		about, out, _ = strings.Cut(out, "\x00")
		path, out, _ = strings.Cut(out, "\x00")
		parts := strings.Fields(strings.TrimPrefix(about, ":"))
		if len(parts) != 5 {
			return nil, fmt.Errorf("git diff-tree printed %q", about)
		}
		list = append(list, Change{Path: path, Old: entryOf(parts[0], parts[2]), New: entryOf(parts[1], parts[3])})
	}
	sortChanges(list)
	return list, nil
}

func entryOf(mode, id string) Entry {
	if mode == "000000" {
		return Entry{}
	}
	return Entry{Mode: mode, ID: id}
}
