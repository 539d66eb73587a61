package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"kei/hooks"
	"kei/internal/files"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
)

// corpusFile holds the calls of a policy folder, verdictsFolder the answers to them.
const (
	corpusFile     = "corpus.txt"
	verdictsFolder = "verdicts"
)

func (a *app) goldens() *cobra.Command {
	var update bool
	c := a.verb(&cobra.Command{
		Use:   "goldens [-C DIR] [--update]",
		Short: "compare what the compiled gates answer to corpus.txt with what was reviewed",
		Long: `Goldens asks the compiled gate of every role about every call of corpus.txt in the
policy folder, and compares the answers with verdicts/ROLE.txt, which is committed: so
a change of a policy is reviewed as what it means. A line of the corpus is a tool and
its argument, the command or the file; \n in a command is a line break. "has FILE" puts
an empty file into the worktree that the calls are made in, which is otherwise empty.
Lines that begin with # are passed on.

Exit status: 0 if the answers are those in verdicts/, 1 if they are not.`,
		Args: args(),
		Example: `
			kei gen && kei build && kei goldens
			kei goldens --update && git diff verdicts`,
	}, func(ctx context.Context, _ []string) error {
		text, err := os.ReadFile(filepath.Join(a.dir, corpusFile))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no %s in %s; write into it, one a line, calls such as: Bash git push", corpusFile, a.dir)
		}
		if err != nil {
			return err
		}
		return a.compareGoldens(ctx, string(text), update)
	})
	c.Flags().BoolVar(&update, "update", false, "record the answers instead")
	return c
}

// compareGoldens asks the gate of every role.
func (a *app) compareGoldens(ctx context.Context, corpus string, update bool) error {
	_, roles, err := a.roles()
	if err != nil {
		return err
	}
	dir := filepath.Join(a.dir, verdictsFolder)
	var names []string
	same := true
	for _, r := range roles {
		if !r.Spawnable {
			continue
		}
		names = append(names, r.Name+".txt")
		now, err := a.verdicts(ctx, r.Name, corpus)
		if err != nil {
			return err
		}
		name := filepath.Join(dir, r.Name+".txt")
		if update {
			err := errors.Join(os.MkdirAll(dir, 0o755), files.Out(name, now, 0o644))
			if err != nil {
				return err
			}
			continue
		}
		was, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if d := diff.Diff(name, was, "now", now); len(d) > 0 {
			same = false
			if _, err := a.stdout.Write(d); err != nil {
				return err
			}
		}
	}
	stale, err := a.staleGoldens(dir, names, update)
	if err != nil {
		return err
	}
	if !same || stale {
		fmt.Fprintf(a.stderr, "kei: the verdicts are not those that were reviewed; if that is meant: %s --update\n", a.kei("goldens"))
		return exit(1)
	}
	return nil
}

// staleGoldens names the verdicts of roles that are no more, or removes them.
func (a *app) staleGoldens(dir string, names []string, update bool) (stale bool, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".txt") || slices.Contains(names, e.Name()) {
			continue
		}
		if update {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
			continue
		}
		stale = true
		fmt.Fprintf(a.stdout, "%s is of no role\n", filepath.Join(dir, e.Name()))
	}
	return stale, err
}

// verdicts are what the gate of a role answers to the corpus.
func (a *app) verdicts(ctx context.Context, role, corpus string) ([]byte, error) {
	program, err := a.program(role)
	if err != nil {
		return nil, err
	}
	p, err := hooks.Ask(ctx, program)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, a.unbuilt(program)
	}
	if err != nil {
		return nil, err
	}
	if sum, _, err := a.today(role); err != nil || sum != p.SHA256 {
		return nil, errors.Join(err, outdated(program))
	}
	root, err := worktreeOf(corpus)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	var b bytes.Buffer
	fmt.Fprintf(&b, "# What the compiled gate of %s answers to %s: kei goldens --update.\n", role, corpusFile)
	for line := range strings.Lines(corpus) {
		line = strings.TrimRight(line, "\r\n")
		tool, argument, _ := strings.Cut(line, " ")
		if line == "" || tool == "#" || tool == "has" {
			fmt.Fprintln(&b, line)
			continue
		}
		verdict, why, err := askAbout(ctx, program, root, tool, argument)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", role, line, err)
		}
		fmt.Fprintf(&b, "%-6s %s\n", verdict, line)
		if why != "" {
			fmt.Fprintf(&b, "       %s\n", why)
		}
	}
	return b.Bytes(), nil
}

// worktreeOf makes a worktree that has what the corpus says it has.
func worktreeOf(corpus string) (string, error) {
	temp, err := os.MkdirTemp("", "kei-goldens-")
	if err != nil {
		return "", err
	}
	temp, err = filepath.EvalSymlinks(temp)
	if err != nil {
		return "", err
	}
	root, err := os.OpenRoot(temp)
	if err != nil {
		return "", err
	}
	defer root.Close()
	for line := range strings.Lines(corpus) {
		name, has := strings.CutPrefix(strings.TrimSpace(line), "has ")
		if !has {
			continue
		}
		if err := errors.Join(root.MkdirAll(filepath.Dir(name), 0o755), root.WriteFile(name, nil, 0o644)); err != nil {
			return "", errors.Join(fmt.Errorf("%s: has %s: %w", corpusFile, name, err), os.RemoveAll(temp))
		}
	}
	return temp, nil
}

// askAbout starts a gate as a client does.
func askAbout(ctx context.Context, program, root, tool, argument string) (verdict, why string, err error) {
	if decisive[tool] == "command" {
		argument = strings.ReplaceAll(argument, `\n`, "\n")
	}
	text, err := payload(tool, argument, root)
	if err != nil {
		return "", "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var out, said bytes.Buffer
	c := exec.CommandContext(ctx, program)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = root, bytes.NewReader(text), &out, &said
	c.Env = []string{"HOME=/home/somebody", "WORKTREE_PATH=" + root, "PATH=/usr/bin:/bin"}
	if runtime.GOOS == "windows" {
		c.Env = append(c.Env, "SYSTEMROOT="+os.Getenv("SYSTEMROOT"))
	}
	err = c.Run()
	first, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
	why = strings.ReplaceAll(first, root, "<root>")
	var exited *exec.ExitError
	switch code := c.ProcessState.ExitCode(); {
	case err != nil && !errors.As(err, &exited):
		return "", "", err
	case code == 0 && strings.Contains(out.String(), `"ask"`):
		return "ask", why, nil
	case code == 0:
		return "allow", why, nil
	case code == 2:
		return "deny", why, nil
	default:
		return "", "", fmt.Errorf("status %d: %s", code, first)
	}
}
