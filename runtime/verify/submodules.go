package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Submodules are checked out from what main's repository has of them, in .git/modules,
// and from nowhere else: nothing is fetched, and no repository of a submodule is
// opened, whose settings could run something. Only its objects are read. One that main
// has not got, or not that commit of, is left out, as git leaves it.

// A submodule is one of a tree's.
type submodule struct {
	path   string // from the root, with slashes
	commit string
	files  tree
}

// maxNested is how deep submodules are within one another.
const maxNested = 8

// submodules visits those of a tree of which main's repository has the commit, those
// within them too.
func (w *work) submodules(ctx context.Context, t tree, visit func(submodule) error) error {
	return w.submodulesIn(ctx, t, "", filepath.Join(w.repo.common, "modules"), 0, visit)
}

func (w *work) submodulesIn(ctx context.Context, t tree, below, modules string, depth int, visit func(submodule) error) error {
	list := t.at(".gitmodules")
	if !list.Regular() || depth == maxNested {
		return nil
	}
	names, err := w.moduleNames(ctx, list.ID)
	if err != nil {
		return err
	}
	for at, name := range names {
		e := t.at(at)
		dir := filepath.Join(modules, filepath.FromSlash(name))
		if e.Mode != modeSub {
			continue
		}
		if has, err := w.hasModule(ctx, dir, e.ID); err != nil || !has {
			if err != nil {
				return err
			}
			continue
		}
		s := submodule{path: path.Join(below, at), commit: e.ID}
		if s.files, err = w.store.tree(ctx, e.ID); err != nil {
			return err
		}
		if err := visit(s); err != nil {
			return err
		}
		if err := w.submodulesIn(ctx, s.files, s.path, filepath.Join(dir, "modules"), depth+1, visit); err != nil {
			return err
		}
	}
	return nil
}

// moduleNames are the names of submodules by their paths, as .gitmodules has them. A
// name is a folder below .git/modules, and one that leads out of it is none.
func (w *work) moduleNames(ctx context.Context, blob string) (map[string]string, error) {
	out, code, err := w.store.exit(ctx, nil, "config", "--blob", blob, "--list", "-z")
	if err != nil || code != 0 {
		return nil, nil // it is for git to mind what is wrong with it
	}
	names := map[string]string{}
	for entry := range strings.SplitSeq(out, "\x00") {
		key, value, _ := strings.Cut(entry, "\n")
		name, isPath := strings.CutSuffix(strings.TrimPrefix(key, "submodule."), ".path")
		if !isPath || !strings.HasPrefix(key, "submodule.") || !filepath.IsLocal(filepath.FromSlash(name)) || !filepath.IsLocal(filepath.FromSlash(value)) {
			continue
		}
		names[path.Clean(value)] = name
	}
	return names, nil
}

// hasModule makes the objects of a submodule's repository known to the store, and
// reports whether it has a commit.
func (w *work) hasModule(ctx context.Context, dir, commit string) (bool, error) {
	objects := filepath.Join(dir, "objects")
	real, err := filepath.EvalSymlinks(objects)
	if err != nil || !below(filepath.Join(w.repo.common, "modules"), real) || strings.ContainsAny(real, "\n") {
		return false, nil
	}
	if !w.modules[real] {
		if w.modules == nil {
			w.modules = map[string]bool{}
		}
		w.modules[real] = true
		f, err := os.OpenFile(filepath.Join(w.store.dir, "objects", "info", "alternates"), os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return false, err
		}
		_, err = f.WriteString(real + "\n")
		if err = errors.Join(err, f.Close()); err != nil {
			return false, err
		}
		a := &auditor{ctx: ctx, store: w.store, dir: real, since: w.since}
		if err := a.all(); err != nil {
			return false, err
		}
		if len(a.bad) > 0 {
			return false, fmt.Errorf("the submodule in %s: %s", shown(dir), some(a.bad, 3))
		}
	}
	_, code, err := w.store.exit(ctx, nil, "cat-file", "-e", commit+"^{commit}")
	if err != nil || code != 0 {
		return false, nil
	}
	return true, nil
}

// writeSubmodules writes the files of a tree's submodules into a copy of it.
func (w *work) writeSubmodules(ctx context.Context, t tree, dir string) error {
	return w.submodules(ctx, t, func(s submodule) error {
		to := filepath.Join(dir, filepath.FromSlash(s.path))
		// Git makes an empty folder of a submodule. Where there is anything else, that stays.
		if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		index := w.scratch.path("submodule.index")
		if err := w.store.exportBy(ctx, s.commit, to, index); err != nil {
			return fmt.Errorf("the submodule %s: %w", shown(s.path), err)
		}
		return os.Remove(index)
	})
}

// CheckOutSubmodules writes the files of the submodules of a commit into a worktree that
// git has just made, as far as main's repository has them.
func CheckOutSubmodules(ctx context.Context, main, commit, worktree string) (err error) {
	w := &work{}
	if w.repo, err = openRepository(main, worktree, ""); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(w.repo.common, "modules")); err != nil {
		return nil // there are none
	}
	if w.scratch, err = newScratch(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.scratch.close()) }()
	g, err := w.findGit()
	if err == nil {
		err = w.openStore(ctx, g)
	}
	if err != nil {
		return err
	}
	files, err := w.store.tree(ctx, commit)
	if err != nil {
		return err
	}
	return w.writeSubmodules(ctx, files, w.repo.worktree)
}
