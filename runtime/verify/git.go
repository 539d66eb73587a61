package verify

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// A git runs plumbing commands in one repository, which is either the private
// one that a run makes for itself or main's, read from with commands that look
// up a name and nothing else.
type git struct {
	path string
	on   string // PATH
	dir  string // GIT_DIR
	home string // an empty folder
	work string // the folder that it takes for its worktree; "" is none
	env  []string
}

const maxGit = 1 << 30 // bytes that one command may print

// settings that hold whatever a configuration file says. In the private
// repository there is none to say anything; main's is read for refs only.
var gitSettings = []string{
	"-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.attributesFile=" + os.DevNull,
	"-c", "core.excludesFile=" + os.DevNull,
	"-c", "core.commitGraph=false",
	"-c", "core.multiPackIndex=false",
	"-c", "core.untrackedCache=false",
	"-c", "core.quotePath=false",
	"-c", "diff.external=",
	"-c", "gc.auto=0",
	"-c", "maintenance.auto=false",
	"-c", "protocol.allow=never",
}

// environ is all that git sees of the environment.
func (g *git) environ() []string {
	env := []string{
		"PATH=" + g.on, "HOME=" + g.home, "LC_ALL=C", "TZ=UTC",
		"GIT_DIR=" + g.dir,
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull,
		"GIT_ATTR_NOSYSTEM=1",
		"GIT_NO_REPLACE_OBJECTS=1",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1",
		"GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_ASKPASS=false", "GIT_SSH_COMMAND=false",
		"GIT_AUTHOR_NAME=kei", "GIT_AUTHOR_EMAIL=kei@localhost", "GIT_AUTHOR_DATE=@0 +0000",
		"GIT_COMMITTER_NAME=kei", "GIT_COMMITTER_EMAIL=kei@localhost", "GIT_COMMITTER_DATE=@0 +0000",
	}
	for _, name := range []string{"SYSTEMROOT", "TMPDIR"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	if g.work != "" {
		env = append(env, "GIT_WORK_TREE="+g.work)
	}
	return append(env, g.env...)
}

func (g *git) process(stdin io.Reader, args ...string) process {
	p := process{path: g.path, args: append([]string(nil), gitSettings...), dir: g.home, env: g.environ(), stdin: stdin, most: maxGit, whole: true}
	if g.work != "" {
		p.dir, p.args = g.work, append(p.args, "-c", "core.bare=false")
	}
	p.args = append(p.args, args...)
	return p
}

// commandOf is the name of the command among git's arguments, behind settings.
func commandOf(args []string) string {
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return args[0]
}

// gitDeadline is for one command. Git waits for ever for what it is to read: a
// named pipe of the agent's, for one.
const gitDeadline = 10 * time.Minute

// exit runs a command whose exit status is an answer: 0 or 1.
func (g *git) exit(ctx context.Context, stdin io.Reader, args ...string) (string, int, error) {
	short, cancel := context.WithTimeout(ctx, gitDeadline)
	defer cancel()
	r, err := g.process(stdin, args...).run(short)
	if short.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("did not end within %s", gitDeadline)
	}
	if err != nil {
		return "", 0, fmt.Errorf("git %s: %w", commandOf(args), err)
	}
	out := r.stdout.String()
	if r.code == 0 || r.code == 1 {
		return out, r.code, nil
	}
	return out, r.code, fmt.Errorf("git %s: exit status %d: %s", commandOf(args), r.code, strings.TrimSpace(r.stderr.String()))
}

// out runs a command that has to succeed.
func (g *git) out(ctx context.Context, stdin io.Reader, args ...string) (string, error) {
	out, code, err := g.exit(ctx, stdin, args...)
	if err == nil && code != 0 {
		err = fmt.Errorf("git %s: exit status %d", commandOf(args), code)
	}
	return out, err
}

// line is out for a command that prints one line.
func (g *git) line(ctx context.Context, args ...string) (string, error) {
	out, err := g.out(ctx, nil, args...)
	return strings.TrimRight(out, "\n"), err
}

// with is the same repository with more variables.
func (g *git) with(env ...string) *git {
	h := *g
	h.env = append(append([]string(nil), g.env...), env...)
	return &h
}

// findGit finds a git on a search path, whose version is to be asked for.
func findGit(home, on string) (*git, error) {
	path, err := lookPath(on, "git")
	if err != nil {
		return nil, err
	}
	return &git{path: path, on: on, home: home, dir: home}, nil
}

// merges says why a git cannot merge without a worktree, if it can't.
func (g *git) merges(ctx context.Context) error {
	version, err := g.line(ctx, "version")
	if err != nil {
		return err
	}
	var major, minor int
	if _, err := fmt.Sscanf(version, "git version %d.%d", &major, &minor); err != nil {
		return fmt.Errorf("%s does not say its version: %q", g.path, version)
	}
	if major < 2 || major == 2 && minor < 38 {
		return fmt.Errorf("%s is %s, and merging without a worktree needs 2.38", g.path, version)
	}
	return nil
}

// ahead begins to ask, and returns what waits for the answer.
func ahead[T any](ask func() (T, error)) func() (T, error) {
	answer := sync.OnceValues(ask)
	go answer()
	return answer
}

// at is git in another repository.
func (g *git) at(dir string) *git {
	h := *g
	h.dir = dir
	return &h
}

// in is git with a folder for a worktree, whose attributes and rules it reads.
func (g *git) in(work string) *git {
	h := *g
	h.work = work
	return &h
}

// newStore makes the private repository: bare, with nothing in it but what git wants
// of one, and with main's objects to read. Everything else waits for it, and git init
// takes several times as long.
func (g *git) newStore(dir, format string, r *repository) (*git, error) {
	objects := filepath.Join(r.common, "objects")
	if strings.ContainsAny(objects, "\n") {
		return nil, fmt.Errorf("the path %q has a line break in it", objects)
	}
	settings := "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
	if format != "sha1" {
		settings = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = " + format + "\n"
	}
	shallow, err := r.shallow()
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{"objects/info", "objects/pack", "refs/heads"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(folder)), 0o700); err != nil {
			return nil, err
		}
	}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": settings, "objects/info/alternates": objects + "\n", "shallow": string(shallow)} {
		if text == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	return g.at(dir), nil
}
