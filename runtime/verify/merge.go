package verify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
)

// mergeBase is the commit that two histories parted at.
func (g *git) mergeBase(ctx context.Context, a, b string) (string, error) {
	if a == b {
		return a, nil // also in a clone that has no history
	}
	out, code, err := g.exit(ctx, nil, "merge-base", "--all", a, b)
	list := strings.Fields(out)
	switch {
	case err != nil:
		return "", fmt.Errorf("find where the work parted from main: %w", err)
	case code != 0 || len(list) == 0:
		return "", errors.New("the worktree's history and main's have nothing in common (if this is a shallow clone, git fetch --unshallow)")
	case len(list) > 1:
		return "", fmt.Errorf("the worktree's history parted from main's in more than one commit (%s); name the one that the agent was started from with --base", some(list, 4))
	}
	return list[0], nil
}

// holds reports whether a commit is in the history of another.
func (g *git) holds(ctx context.Context, history, commit string) (bool, error) {
	_, code, err := g.exit(ctx, nil, "merge-base", "--is-ancestor", commit, history)
	if err != nil {
		return false, fmt.Errorf("is %s in the history of main: %w", commit[:12], err)
	}
	return code == 0, nil
}

// A merged is main as it would become.
type merged struct {
	tree      string
	conflicts []string // paths and what is the matter, if it cannot
}

// merge is a three-way merge of the agent's work into main's tip, by main's
// attributes if it has any. Nothing is checked out.
func (g *git) merge(ctx context.Context, tip, work string) (*merged, error) {
	out, code, err := g.exit(ctx, nil, "merge-tree", "--write-tree", "-z", "--messages", tip, work)
	if err != nil {
		return nil, err
	}
	tree, rest, _ := strings.Cut(out, "\x00")
	switch {
	case code == 0 && IsID(tree):
		return &merged{tree: tree}, nil
	case !IsID(tree):
		return nil, fmt.Errorf("git merge-tree: exit status %d", code)
	}
	m := &merged{tree: tree}
	// The files in conflict, up to an empty field; then messages, each of a
	// number, as many paths, a kind and a text.
	fields := strings.Split(rest, "\x00")
	i := 0
	for i < len(fields) && fields[i] != "" {
		i++
	}
	for i++; i < len(fields); {
		var n int
		if _, err := fmt.Sscanf(fields[i], "%d", &n); err != nil || i+n+2 >= len(fields) {
			break
		}
		if kind := fields[i+n+1]; strings.HasPrefix(kind, "CONFLICT") {
			m.conflicts = append(m.conflicts, strings.TrimSpace(fields[i+n+2]))
		}
		i += n + 3
	}
	if len(m.conflicts) == 0 {
		m.conflicts = []string{"git did not say where"}
	}
	return m, nil
}

// mergeBy is merge by the attributes that main's files say, which are written into a
// new folder.
func (g *git) mergeBy(ctx context.Context, blobs *batch, dir string, main tree, tip, work string) (*merged, error) {
	root, err := writeRules(blobs, dir, main, ".gitattributes", nil)
	if err != nil {
		return nil, err
	}
	if root != nil {
		root.Close()
		g = g.in(dir)
	}
	return g.merge(ctx, tip, work)
}

// MergedTree is the tree of what a merge of commit into tip makes, as verification makes
// it: by main's own attributes, without the settings and the drivers of its repository,
// and nothing is changed there. Main is its checkout, the others are whole ids of
// commits. It is "" where the two are in conflict.
func MergedTree(ctx context.Context, main, tip, commit string) (_ string, err error) {
	w := &work{}
	if w.repo, err = openRepository(main, main, commit); err != nil {
		return "", err
	}
	if w.scratch, err = newScratch(); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, w.scratch.close()) }()
	g, err := w.findGit()
	if err == nil {
		err = w.openStore(ctx, g)
	}
	if err != nil {
		return "", err
	}
	files, err := w.store.tree(ctx, tip)
	if err != nil {
		return "", err
	}
	w.batch = newBatch(ctx, w.store)
	defer w.batch.close()
	m, err := w.store.mergeBy(ctx, w.batch, w.scratch.path("attributes"), files, tip, commit)
	if err != nil || len(m.conflicts) > 0 {
		return "", err
	}
	return m.tree, nil
}

// export writes the files of a tree into a new folder. There are no filters in
// the store, so that it runs nothing.
func (g *git) export(ctx context.Context, tree, dir string) error {
	return g.exportBy(ctx, tree, dir, dir+".index")
}

// exportBy is export with a name for the index that it takes for that.
func (g *git) exportBy(ctx context.Context, tree, dir, name string) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	index := g.in(dir).with("GIT_INDEX_FILE=" + name)
	if _, err := index.out(ctx, nil, "read-tree", tree); err != nil {
		return err
	}
	_, err := index.out(ctx, nil, "-c", "core.symlinks=true", "checkout-index", "-a", "-q", "-f")
	return err
}
