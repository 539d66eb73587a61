package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A repository is main's, and the worktree that is judged.
type repository struct {
	common   string // the folder with objects and refs, resolved
	top      string // the checkout of main, "" if it is bare
	worktree string // the judged folder, resolved
	admin    string // the worktree's own folder of git's, which is common for the main checkout
}

// openRepository finds main's repository and makes sure that the worktree is one
// of its. What the worktree says of itself is believed only if the repository
// says the same: its .git is a file that the agent can write. Of work that was kept
// as a commit the worktree may be gone.
func openRepository(main, worktree, kept string) (*repository, error) {
	r := &repository{}
	var err error
	if r.common, r.top, err = findCommon(main); err != nil {
		return nil, fmt.Errorf("--main %s: %w", shown(main), err)
	}
	if kept != "" {
		r.worktree, err = filepath.Abs(worktree)
		r.admin = r.common
		return r, errors.Join(err, r.regular())
	}
	if r.worktree, err = folder(worktree); err != nil {
		return nil, fmt.Errorf("--worktree %s: %w", shown(worktree), err)
	}
	if r.admin, err = r.findAdmin(); err != nil {
		return nil, fmt.Errorf("--worktree %s: %w", shown(worktree), err)
	}
	return r, r.regular()
}

// folder is the folder that a path names, all links followed.
func folder(path string) (string, error) {
	if path == "" {
		return "", errors.New("is empty")
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", reason(err)
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return "", errors.New("is not a folder")
	}
	return real, nil
}

// reason is an error of the file system without its path.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// findCommon finds the repository that a folder is, or is a checkout of.
func findCommon(main string) (common, top string, err error) {
	dir, err := folder(main)
	if err != nil {
		return "", "", err
	}
	dotgit := filepath.Join(dir, ".git")
	switch info, err := os.Stat(dotgit); {
	case err == nil && info.IsDir():
		top, common = dir, dotgit
	case err == nil:
		admin, err := readLink(dotgit, "gitdir: ")
		if err != nil {
			return "", "", err
		}
		top, common = dir, admin
		if to, err := readLink(filepath.Join(admin, "commondir"), ""); err == nil {
			common = to
		}
	default:
		common = dir
	}
	if common, err = folder(common); err != nil {
		return "", "", fmt.Errorf("its repository %s %w", common, err)
	}
	for _, need := range []string{"objects", "refs"} {
		if info, err := os.Stat(filepath.Join(common, need)); err != nil || !info.IsDir() {
			return "", "", errors.New("is not a git repository")
		}
	}
	return common, top, nil
}

// readLink reads a file that consists of a path, as git keeps them.
func readLink(file, prefix string) (string, error) {
	info, err := os.Lstat(file)
	if err != nil {
		return "", reason(err)
	}
	if !info.Mode().IsRegular() || info.Size() > 64<<10 {
		return "", fmt.Errorf("%s is not a small regular file", file)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", reason(err)
	}
	to, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), prefix)
	if !ok || to == "" {
		return "", fmt.Errorf("%s does not say %q and a path", file, prefix)
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(file), to)
	}
	return to, nil
}

// findAdmin finds the worktree's folder in the repository, by both of the links
// between them.
func (r *repository) findAdmin() (string, error) {
	dotgit := filepath.Join(r.worktree, ".git")
	info, err := os.Lstat(dotgit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", errors.New("has no .git; it is no worktree, or is not one any more")
	case err != nil:
		return "", reason(err)
	case info.IsDir() && dotgit == r.common:
		return r.common, nil
	case info.IsDir():
		return "", errors.New("its .git is a repository of its own, not main's; a worktree of main has a file there")
	case !info.Mode().IsRegular():
		return "", errors.New("its .git is not a regular file; it is not as git made it")
	}
	admin, err := readLink(dotgit, "gitdir: ")
	if err != nil {
		return "", err
	}
	if admin, err = folder(admin); err != nil {
		return "", fmt.Errorf("its .git leads to a place that %w", err)
	}
	if filepath.Dir(admin) != filepath.Join(r.common, "worktrees") {
		return "", fmt.Errorf("its .git leads to %s, which is not one of the worktrees of %s", shown(admin), shown(r.common))
	}
	back, err := readLink(filepath.Join(admin, "gitdir"), "")
	if err != nil {
		return "", err
	}
	if dir, err := folder(filepath.Dir(back)); err != nil || dir != r.worktree {
		return "", fmt.Errorf("its .git leads to %s, which belongs to the worktree %s", shown(admin), shown(filepath.Dir(back)))
	}
	return admin, nil
}

// refsDeadline is for looking up one name.
const refsDeadline = time.Minute

// line asks main's repository, at one of its folders, about a name. Such commands
// start no program, whatever the configuration says.
func (r *repository) line(ctx context.Context, g *git, dir string, args ...string) (string, error) {
	short, cancel := context.WithTimeout(ctx, refsDeadline)
	defer cancel()
	out, err := g.at(dir).line(short, args...)
	if short.Err() != nil && ctx.Err() == nil {
		return "", waited(commandOf(args), dir)
	}
	return out, err
}

// lookup is the commit that a name stands for at one of main's folders, "" if it
// stands for none.
func (r *repository) lookup(ctx context.Context, g *git, dir, name string) (string, error) {
	short, cancel := context.WithTimeout(ctx, refsDeadline)
	defer cancel()
	out, code, err := g.at(dir).exit(short, nil, "rev-parse", "-q", "--verify", name+"^{commit}")
	if short.Err() != nil && ctx.Err() == nil {
		return "", waited("rev-parse", dir)
	}
	if err != nil || code != 0 {
		return "", err
	}
	if id := strings.TrimSpace(out); IsID(id) {
		return id, nil
	}
	return "", fmt.Errorf("git rev-parse printed %q", out)
}

// waited is the error of a git that reads for ever.
func waited(command, dir string) error {
	return fmt.Errorf("git %s did not end within %s in %s: is something there a named pipe?", command, refsDeadline, shown(dir))
}

// head is the commit that the worktree's agent stands on.
func (r *repository) head(ctx context.Context, g *git) (string, error) {
	id, err := r.lookup(ctx, g, r.admin, "HEAD")
	if err == nil && id == "" {
		err = errors.New("it is no commit")
	}
	if err != nil {
		return "", fmt.Errorf("the worktree's HEAD: %w", err)
	}
	return id, nil
}

// tip is the commit that main is at: the given one, or what the repository's
// own HEAD is. A whole id is that commit, and not a branch that is called so.
func (r *repository) tip(ctx context.Context, g *git, onto string) (string, error) {
	names := []string{"HEAD"}
	switch {
	case strings.HasPrefix(onto, "-"):
		return "", fmt.Errorf("--onto %s is no name of a commit", shown(onto))
	case IsID(onto):
		names = []string{onto}
	case onto != "":
		names = []string{"refs/heads/" + onto, onto}
	}
	for _, name := range names {
		id, err := r.lookup(ctx, g, r.common, name)
		if err != nil {
			return "", fmt.Errorf("%s in main's repository: %w", shown(name), err)
		}
		if id != "" {
			return id, nil
		}
	}
	return "", fmt.Errorf("%s is no commit of main's repository", shown(names[len(names)-1]))
}

// format is sha1 or sha256.
func (r *repository) format(ctx context.Context, g *git) (string, error) {
	return r.line(ctx, g, r.common, "rev-parse", "--show-object-format")
}

// shallow are the commits whose parents are not there, if main's repository is a
// clone of the end of a history.
func (r *repository) shallow() ([]byte, error) {
	name := filepath.Join(r.common, "shallow")
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > 16<<20 {
		return nil, fmt.Errorf("%s is not a regular file of at most 16 MB", shown(name))
	}
	data, err := readFile(name, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown(name), err)
	}
	for line := range strings.Lines(string(data)) {
		if !IsID(strings.TrimRight(line, "\n")) {
			return nil, fmt.Errorf("%s is not a list of commits", shown(name))
		}
	}
	return data, nil
}

// searchPath is PATH without relative folders and without any in the worktree.
func (r *repository) searchPath() string {
	var kept []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		real := dir
		if to, err := filepath.EvalSymlinks(dir); err == nil {
			real = to
		}
		if !below(r.worktree, real) {
			kept = append(kept, dir)
		}
	}
	return strings.Join(kept, string(filepath.ListSeparator))
}

// lookPath finds a program on a search path.
func lookPath(on, name string) (string, error) {
	for _, dir := range filepath.SplitList(on) {
		if file, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return file, nil
		}
	}
	return "", fmt.Errorf("there is no %s on PATH (relative folders and those in the worktree are left out)", shown(name))
}

// IsID reports whether s is the whole id of an object of git.
func IsID(s string) bool { return (len(s) == 40 || len(s) == 64) && isHex(s) }
