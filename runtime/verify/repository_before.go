package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Before is what main's repository and its checkout were like when an agent was
// started, as far as it decides what git does there for whoever comes next. JSON.
type Before struct {
	Version  int                 `json:"version"`  // 2; a record of 1 has no modules, no links and nothing that goes on
	Settings map[string][]string `json:"settings"` // of the repository's own configuration files, by their keys
	Files    map[string]string   `json:"files"`    // hooks, attributes and the like: mode and SHA-256, by path
	HEAD     string              `json:"head"`     // the branch that main's checkout is on, or a commit
	Dirty    map[string]string   `json:"dirty"`    // what is not committed in main's checkout: state and SHA-256, by path

	// Modules are the settings of its submodules' repositories, by their folder.
	Modules map[string]map[string][]string `json:"modules,omitempty"`
	// Locks are files of git's that were locked, by their path in the repository.
	Locks []string `json:"locks,omitempty"`
	// Ongoing are files that say what main's checkout is in the middle of.
	Ongoing map[string]string `json:"ongoing,omitempty"`
}

// Files of the repository that change what git does and that no command of every
// day writes.
var decisive = []string{"info/attributes", "info/grafts", "info/sparse-checkout", "objects/info/alternates", "commondir", "shallow"}

// Files that say what git is in the middle of, and with which commits: the next commit
// in main's checkout has them for parents.
var ongoing = []string{"MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "sequencer"}

// maxHooks bounds what is read of a folder of hooks.
const maxHooks = 1000

// Underway is what a checkout is in the middle of, as the file of git's is called that
// says so; "" if that is nothing. Gitdir is the checkout's own folder of git's.
func Underway(gitdir string) string {
	for _, name := range ongoing {
		if _, err := os.Lstat(filepath.Join(gitdir, name)); err == nil {
			return name
		}
	}
	return ""
}

// Observe looks at main's repository. It starts git for its settings and for the
// state of the checkout, neither of which runs anything that the repository names.
func Observe(ctx context.Context, main string) (*Before, error) {
	r := &repository{worktree: os.DevNull} // no folder is left out of PATH
	var err error
	if r.common, r.top, err = findCommon(main); err != nil {
		return nil, fmt.Errorf("main %s: %w", shown(main), err)
	}
	r.admin = r.common
	if err := r.regular(); err != nil {
		return nil, err
	}
	temp, err := newScratch()
	if err != nil {
		return nil, err
	}
	defer temp.close()
	home := temp.path("home")
	if err := os.Mkdir(home, 0o700); err != nil {
		return nil, err
	}
	g, err := findGit(home, r.searchPath())
	if err != nil {
		return nil, err
	}
	if err := g.merges(ctx); err != nil {
		return nil, err
	}
	b, err := r.observe(ctx, g)
	if err == nil {
		b.Dirty, err = r.dirty(ctx, g)
	}
	return b, err
}

// observe is Observe with a git, without the checkout.
func (r *repository) observe(ctx context.Context, g *git) (*Before, error) {
	b := &Before{Version: 2, Settings: map[string][]string{}, Files: map[string]string{}, Ongoing: map[string]string{}}
	for _, name := range []string{"config", "config.worktree"} {
		if err := r.settings(ctx, g, filepath.Join(r.common, name), b.Settings); err != nil {
			return nil, err
		}
	}
	for _, name := range decisive {
		if err := take(b.Files, filepath.Join(r.common, filepath.FromSlash(name)), name); err != nil {
			return nil, err
		}
	}
	for _, dir := range r.hookFolders(b.Settings) {
		if err := b.hooks(dir, r.common); err != nil {
			return nil, err
		}
	}
	for _, name := range ongoing {
		if err := take(b.Ongoing, filepath.Join(r.common, name), name); err != nil {
			return nil, err
		}
	}
	if err := r.modules(ctx, g, b); err != nil {
		return nil, err
	}
	if err := r.worktrees(ctx, g, b); err != nil {
		return nil, err
	}
	locks, err := r.locks()
	if err != nil {
		return nil, err
	}
	b.Locks = slices.Sorted(maps.Keys(locks))
	if b.HEAD = symbolic(filepath.Join(r.common, "HEAD")); b.HEAD == "" {
		b.HEAD, _ = r.lookup(ctx, g, r.common, "HEAD")
	}
	return b, nil
}

// settings adds those of a file, and of the files that it includes.
func (r *repository) settings(ctx context.Context, g *git, file string, to map[string][]string) error {
	if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	out, err := r.line(ctx, g, r.common, "config", "--file", file, "--includes", "--list", "-z")
	if err != nil {
		return fmt.Errorf("the settings of main's repository: %w", err)
	}
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if key, value, _ := strings.Cut(entry, "\n"); key != "" {
			to[key] = append(to[key], value)
		}
	}
	return nil
}

// hookFolders are where git looks for hooks: in the repository, and where its
// settings say.
func (r *repository) hookFolders(settings map[string][]string) []string {
	dirs := []string{filepath.Join(r.common, "hooks")}
	for _, to := range settings["core.hookspath"] {
		if rest, ok := strings.CutPrefix(to, "~/"); ok {
			home, _ := os.UserHomeDir()
			to = filepath.Join(home, rest)
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(r.top, to)
		}
		if to != dirs[0] {
			dirs = append(dirs, to)
		}
	}
	return dirs
}

// hooks takes the files of a folder of hooks, but for git's samples, which are not run.
func (b *Before) hooks(dir, common string) error {
	// A folder that is a link leads to what anybody can put there later.
	if info, err := os.Lstat(dir); err == nil && info.Mode()&os.ModeSymlink != 0 {
		if err := take(b.Files, dir, insideOf(common, dir)); err != nil {
			return err
		}
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil // there is none
	}
	for i, d := range list {
		if i == maxHooks {
			break
		}
		if strings.HasSuffix(d.Name(), ".sample") || d.IsDir() {
			continue
		}
		name := filepath.Join(dir, d.Name())
		if err := take(b.Files, name, insideOf(common, name)); err != nil {
			return err
		}
	}
	return nil
}

// insideOf is a path as it is told: from the repository's folder, if it is in it.
func insideOf(common, name string) string {
	inside, err := filepath.Rel(common, name)
	if err != nil || !filepath.IsLocal(inside) {
		return name
	}
	return filepath.ToSlash(inside)
}

// maxModules bounds how many repositories of submodules are looked at, and maxDepth how
// far below each other.
const (
	maxModules = 200
	maxDepth   = 8
)

// modules notes the settings and the hooks of submodules' repositories, which lie in
// main's: git runs both for who works in a submodule.
func (r *repository) modules(ctx context.Context, g *git, b *Before) error {
	b.Modules = map[string]map[string][]string{}
	return r.modulesBelow(ctx, g, b, filepath.Join(r.common, "modules"), 0)
}

// worktrees notes the settings of worktrees, which are for who works in one of them.
func (r *repository) worktrees(ctx context.Context, g *git, b *Before) error {
	files, _ := filepath.Glob(filepath.Join(r.common, "worktrees", "*", "config.worktree"))
	for _, file := range first(files, maxModules) {
		settings := map[string][]string{}
		if err := r.settings(ctx, g, file, settings); err != nil {
			return err
		}
		b.Modules[insideOf(r.common, filepath.Dir(file))] = settings
	}
	return nil
}

func (r *repository) modulesBelow(ctx context.Context, g *git, b *Before, dir string, depth int) error {
	list, err := os.ReadDir(dir)
	if err != nil || depth > maxDepth {
		return nil // there are none
	}
	for _, d := range list {
		at := filepath.Join(dir, d.Name())
		below := at // a submodule's name may have slashes
		if _, err := os.Lstat(filepath.Join(at, "HEAD")); err == nil && len(b.Modules) < maxModules {
			settings := map[string][]string{}
			if err := r.settings(ctx, g, filepath.Join(at, "config"), settings); err != nil {
				return err
			}
			b.Modules[insideOf(r.common, at)] = settings
			if err := b.hooks(filepath.Join(at, "hooks"), r.common); err != nil {
				return err
			}
			below = filepath.Join(at, "modules")
		}
		if err := r.modulesBelow(ctx, g, b, below, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// take notes one file, if it is there.
func take(to map[string]string, file, name string) error {
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	state, err := stateOf(file, info)
	if err != nil {
		return fmt.Errorf("%s: %w", shown(file), reason(err))
	}
	to[name] = state
	return nil
}

// stateOf is the mode of a file and what its contents are.
func stateOf(file string, info fs.FileInfo) (string, error) {
	switch mode := info.Mode(); {
	case mode&os.ModeSymlink != 0:
		to, err := os.Readlink(file)
		return "link to " + to, err
	case !mode.IsRegular():
		return kindOf(mode), nil
	case info.Size() > maxFile:
		return fmt.Sprintf("%04o of %d bytes", mode.Perm(), info.Size()), nil
	}
	text, err := readFile(file, info.Size())
	return fmt.Sprintf("%04o %x", info.Mode().Perm(), sha256.Sum256(text)), err
}

// maxDirty is of how many files that are not committed it is noted what is in them.
const maxDirty = 1000

// dirty is what is not committed in main's checkout. Filters are off, so that a
// file that one would change counts as changed, before and after alike.
func (r *repository) dirty(ctx context.Context, g *git) (map[string]string, error) {
	to := map[string]string{}
	if r.top == "" {
		return to, nil
	}
	off, err := r.noFilters(ctx, g)
	if err != nil {
		return nil, err
	}
	at := g.at(filepath.Join(r.top, ".git"))
	if info, err := os.Lstat(at.dir); err == nil && info.Mode().IsRegular() {
		if at.dir, err = readLink(at.dir, "gitdir: "); err != nil {
			return nil, err
		}
	}
	at.work = r.top
	out, err := at.out(ctx, nil, append(off, "-c", "submodule.recurse=false", "status", "--porcelain=v1", "-z", "--no-renames", "--ignore-submodules=all", "--untracked-files=normal")...)
	if err != nil {
		return nil, fmt.Errorf("the state of main's checkout: %w", err)
	}
	inside := below(r.top, r.worktree)
	for entry := range strings.SplitSeq(out, "\x00") {
		if len(entry) < 4 {
			continue
		}
		state := entry[:2]
		file := filepath.Join(r.top, filepath.FromSlash(entry[3:]))
		if inside && below(r.worktree, file) {
			continue
		}
		if len(to) >= maxDirty {
			to[entry[3:]] = state
			continue
		}
		if info, err := os.Lstat(file); err == nil && !info.IsDir() {
			contents, err := stateOf(file, info)
			if err != nil {
				continue // it is gone, or being written
			}
			state += " " + contents
		}
		to[entry[3:]] = state
	}
	return to, nil
}

// noFilters are settings that turn every filter of the repository off.
func (r *repository) noFilters(ctx context.Context, g *git) ([]string, error) {
	out, code, err := g.at(r.common).exit(ctx, nil, "config", "--includes", "--name-only", "-z", "--get-regexp", `^filter\.`)
	if err != nil || code != 0 {
		return nil, err
	}
	return FiltersOff(out)
}

// FiltersOff are arguments of git that turn filters off, whose settings are names
// filter.*, each with a NUL behind it, as git config --name-only -z prints them. A name
// that no argument can have is an error.
func FiltersOff(names string) (off []string, err error) {
	for name := range strings.SplitSeq(names, "\x00") {
		switch {
		case name == "":
		case strings.ContainsAny(name, "=\n"):
			return nil, fmt.Errorf("the repository has the filter %q, which cannot be turned off", name)
		case strings.HasSuffix(name, ".required"):
			off = append(off, "-c", name+"=false")
		default:
			off = append(off, "-c", name+"=")
		}
	}
	return off, nil
}

// readBefore reads what Observe found.
func readBefore(name string) (*Before, error) {
	info, err := os.Lstat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > 64<<20) {
		err = errors.New("is not a regular file of at most 64 MB")
	}
	if err != nil {
		return nil, fmt.Errorf("--before %s: %w", shown(name), reason(err))
	}
	text, err := readFile(name, info.Size())
	if err != nil {
		return nil, fmt.Errorf("--before %s: %w", shown(name), reason(err))
	}
	b := &Before{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil || b.Version != 1 && b.Version != 2 {
		return nil, fmt.Errorf("--before %s is not what kei noted of a repository", shown(name))
	}
	return b, nil
}
