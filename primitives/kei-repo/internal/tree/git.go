package tree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"kei-repo/verb"
)

// maxGit is how many bytes git may answer.
const maxGit = 64 << 20

// quiet are settings by which git runs nothing that a repository names, asks
// nobody, fetches nothing and writes nothing.
var quiet = []string{
	"--no-pager", "--no-optional-locks", "--literal-pathspecs",
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.untrackedCache=false", "-c", "core.quotePath=false",
	"-c", "core.attributesFile=/dev/null", "-c", "protocol.allow=never", "-c", "log.showSignature=false",
}

// Git runs git in the repository.
func (t *Tree) Git(ctx context.Context, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 50*time.Second)
	defer cancel()
	words := append([]string{}, quiet...)
	if len(args) > 0 && args[0] == "ls-files" {
		// ":/" is all of the repository, and no name.
		words = append(words[:2:2], words[3:]...)
	}
	c := exec.CommandContext(ctx, "git", append(append(words, t.off...), args...)...)
	c.Dir = t.Dir
	c.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
	var out, errs bounded
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if out.cut {
		return nil, errors.New("git: it says more than can be read")
	}
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, line)
	}
	return out.Bytes(), nil
}

// filters turns off the programs that the repository's settings put between its
// files and git.
func (t *Tree) filters(ctx context.Context) error {
	text, err := t.Git(ctx, "config", "--name-only", "-z", "--get-regexp", `^filter\.`)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil // there are none
	}
	if err != nil {
		return err
	}
	for key := range strings.SplitSeq(string(text), "\x00") {
		end := strings.LastIndexByte(key, '.')
		if end <= len("filter.") {
			continue // it is of no filter
		}
		if strings.ContainsAny(key, "=\n") {
			// git reads no such key from its command line.
			return fmt.Errorf("the repository has the filter %q, which cannot be turned off; take it out of its settings", key[len("filter."):end])
		}
		for _, of := range []string{".clean=", ".smudge=", ".process=", ".required=false"} {
			t.off = append(t.off, "-c", key[:end]+of)
		}
	}
	return nil
}

// Commit is the id of a commit that a caller names, HEAD for "". Else a
// [*verb.Error].
func (t *Tree) Commit(ctx context.Context, name string) (string, error) {
	if name == "" {
		name = "HEAD"
	}
	id, err := t.Git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return "", verb.Refuse("NoCommit", "%s is no commit here", name)
	}
	return strings.TrimSpace(string(id)), nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct {
	bytes.Buffer
	cut bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxGit {
		b.cut = true
		return 0, errors.New("too much")
	}
	return b.Buffer.Write(p)
}
