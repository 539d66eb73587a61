package agent

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"kei/runtime/verify"
)

// A git runs git for the life of one agent, in main's repository. Of the
// environment and of configuration files outside the repository it sees
// nothing, and nothing that the repository could name is started by it: no
// hook, no file system monitor, no filter.
type git struct {
	common string // the repository
	home   string // an empty folder is enough; it need not exist
	marker string // the environment entry that says whose processes these are

	who []string // in whose name commits are made; nil is kei's
}

// gitDeadline is long enough for the checkout of a large repository.
const gitDeadline = 10 * time.Minute

var gitSettings = []string{
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.fsmonitor=false",
	"-c", "core.attributesFile=" + os.DevNull,
	"-c", "core.autocrlf=false",
	"-c", "core.quotePath=false",
	"-c", "core.commitGraph=false", // it can be made to say other parents than the commits do
	"-c", "submodule.recurse=false",
	"-c", "checkout.defaultRemote=",
	"-c", "gc.auto=0",
	"-c", "maintenance.auto=false",
	"-c", "index.version=2",
	"-c", "core.splitIndex=false",
	"-c", "protocol.allow=never",
}

func (g git) environ() []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + g.home, "LC_ALL=C", "TZ=UTC",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull,
		"GIT_ATTR_NOSYSTEM=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		"GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_ASKPASS=false", "GIT_SSH_COMMAND=false",
		"GIT_LITERAL_PATHSPECS=1",
		"GIT_GRAFT_FILE=" + os.DevNull + "/none", // parents are those that the commits say
	}
	if g.who == nil {
		g.who = []string{
			"GIT_COMMITTER_NAME=kei", "GIT_COMMITTER_EMAIL=kei@localhost",
			"GIT_AUTHOR_NAME=kei", "GIT_AUTHOR_EMAIL=kei@localhost",
		}
	}
	env = append(env, g.who...)
	if g.common != "" {
		env = append(env, "GIT_DIR="+g.common)
	}
	if g.marker != "" {
		env = append(env, g.marker)
	}
	for _, name := range []string{"SYSTEMROOT", "TMPDIR"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// out is what a git command prints. Dir is where it runs.
func (g git) out(ctx context.Context, dir string, args ...string) (string, error) {
	return g.fed(ctx, nil, dir, args...)
}

// fed is out for a command that reads standard input.
func (g git) fed(ctx context.Context, stdin io.Reader, dir string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, gitDeadline)
	defer cancel()
	c := exec.CommandContext(ctx, "git", append(append([]string(nil), gitSettings...), args...)...)
	if c.Err != nil {
		return "", c.Err // not there, or only in a relative folder of PATH
	}
	c.Dir, c.Env, c.Stdin, c.WaitDelay = dir, g.environ(), stdin, 5*time.Second
	ownGroup(c)
	stdout, stderr := &bounded{most: 16 << 20}, &bounded{most: 64 << 10}
	c.Stdout, c.Stderr = stdout, stderr
	err := c.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", fmt.Errorf("git %s: %s", args[0], said(stderr.String(), err))
	case stdout.over:
		return "", fmt.Errorf("git %s printed more than %d bytes", args[0], stdout.most)
	}
	return stdout.String(), nil
}

func (g git) line(ctx context.Context, dir string, args ...string) (string, error) {
	s, err := g.out(ctx, dir, args...)
	return strings.TrimRight(s, "\r\n"), err
}

// said is what a program complained about, in one line.
func said(text string, err error) string {
	if text = strings.TrimSpace(text); text == "" {
		return err.Error()
	}
	return strings.Join(strings.Split(text, "\n"), "; ")
}

// findMain is main's checkout and repository.
func findMain(ctx context.Context, dir string) (top, common string, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", "", err
	}
	g := git{home: os.DevNull}
	if top, err = g.line(ctx, dir, "rev-parse", "--show-toplevel"); err != nil {
		return "", "", fmt.Errorf("main %s: %w%s", dir, err, notMain(err))
	}
	if common, err = g.line(ctx, dir, "rev-parse", "--path-format=absolute", "--git-common-dir"); err != nil {
		return "", "", err
	}
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return "", "", err
	}
	common, err = filepath.EvalSymlinks(common)
	return top, common, err
}

// notMain is the way out for a folder that git knows nothing of.
func notMain(err error) string {
	if strings.Contains(err.Error(), "not a git repository") {
		return "; name main's checkout with --main"
	}
	return ""
}

// filters are settings that turn off every filter the repository has. What is
// checked out is then what is stored, which is also what verify compares with.
func (g git) filters(ctx context.Context) ([]string, error) {
	names, err := g.out(ctx, g.common, "config", "--includes", "--name-only", "-z", "--get-regexp", `^filter\.`)
	if err != nil && !strings.Contains(err.Error(), "exit status 1") {
		return nil, err
	}
	return verify.FiltersOff(names)
}

// addWorktree makes the branch and the worktree of an agent, at a commit.
func (g git) addWorktree(ctx context.Context, branch, path, commit string) error {
	off, err := g.filters(ctx)
	if err != nil {
		return err
	}
	_, err = g.out(ctx, g.common, append(off, "worktree", "add", "-q", "--no-track", "-b", branch, "--", path, commit)...)
	return err
}

// index is the index of a worktree that git has just made.
func (g git) index(ctx context.Context, worktree string) ([]byte, error) {
	g.common = "" // the worktree's own folder of the repository is meant
	name, err := g.line(ctx, worktree, "rev-parse", "--path-format=absolute", "--git-path", "index")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

func (g git) hasBranch(ctx context.Context, branch string) (bool, error) {
	out, err := g.out(ctx, g.common, "for-each-ref", "--format=%(refname)", "refs/heads/"+branch)
	return strings.TrimSpace(out) == "refs/heads/"+branch, err
}

// take takes a commit from a bundle, and points a ref at it. Git bundle would look
// at the HEAD of every worktree first, and one that is being made has none; of
// the bundle it is only the pack that counts, which follows an empty line.
//
// Was is the commit that the ref has to be at, or "" for wherever it is.
func (g git) take(ctx context.Context, bundle, ref, commit, was string) error {
	if err := g.unpack(ctx, bundle); err != nil {
		return err
	}
	return g.point(ctx, ref, commit, was)
}

// point points a ref at a commit. An agent can have made of the ref a name for
// another: main would be moved.
func (g git) point(ctx context.Context, ref, commit, was string) error {
	args := []string{"update-ref", "--no-deref", "-m", "kei", ref, commit}
	if was != "" {
		args = append(args, was)
	}
	_, err := g.out(ctx, g.common, args...)
	return err
}

// unpack takes what is in a bundle.
func (g git) unpack(ctx context.Context, bundle string) error {
	f, err := os.Open(bundle)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	for line := ""; line != "\n"; {
		if line, err = in.ReadString('\n'); err != nil {
			return fmt.Errorf("%s: %w", bundle, err)
		}
	}
	_, err = g.fed(ctx, in, g.common, "index-pack", "--stdin", "--fix-thin")
	return err
}

// removeRef removes a ref, if it is there, and never one that it is a name for.
func (g git) removeRef(ctx context.Context, ref string) error {
	_ = os.Remove(filepath.Join(g.common, filepath.FromSlash(ref)+".lock"))
	_, err := g.out(ctx, g.common, "update-ref", "--no-deref", "-d", ref)
	return err
}

// removeWorktree removes a worktree and its branch, in whatever state they are:
// an add that was cut off leaves one that git calls locked, or half of it.
func (g git) removeWorktree(ctx context.Context, branch, path string) error {
	if err := verify.RemoveAll(path); err != nil {
		return err
	}
	// Git names the folder it keeps of a worktree after the worktree's own, with
	// a number if that is taken.
	folders, _ := filepath.Glob(filepath.Join(g.common, "worktrees", "*"))
	for _, admin := range folders {
		to, err := os.ReadFile(filepath.Join(admin, "gitdir"))
		named := filepath.Base(admin) == filepath.Base(path)
		if err == nil && strings.TrimSpace(string(to)) == filepath.Join(path, ".git") ||
			named && (err != nil || len(bytes.TrimSpace(to)) == 0) {
			if err := verify.RemoveAll(admin); err != nil {
				return err
			}
		}
	}
	has, err := g.hasBranch(ctx, branch)
	if err != nil || !has {
		return err
	}
	return g.removeRef(ctx, "refs/heads/"+branch)
}

// bounded keeps the beginning of what is written to it.
type bounded struct {
	bytes.Buffer
	most int
	over bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if room := b.most - b.Len(); len(p) > room {
		b.over = true
		b.Buffer.Write(p[:max(room, 0)])
		return len(p), nil
	}
	return b.Buffer.Write(p)
}

// MainOf is the checkout that a worktree's repository belongs to.
func MainOf(ctx context.Context, worktree string) (string, error) {
	_, common, err := findMain(ctx, worktree)
	if err == nil && filepath.Base(common) == ".git" {
		common = filepath.Dir(common)
	}
	return common, err
}
