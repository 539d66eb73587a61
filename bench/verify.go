package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A work is what is verified: a repository, and how many of its files an agent
// changed or made.
type work struct{ files, changed int }

// Those that are measured. The targets compare the first with the second, and
// the last three with each other.
var (
	works      = []work{{5_000, 200}, {50_000, 200}, {50_000, 2_000}, {50_000, 10_000}}
	quickWorks = []work{{500, 20}, {5_000, 20}, {5_000, 200}, {5_000, 1_000}}
)

func (k work) String() string { return fmt.Sprintf("%d files, %d changed", k.files, k.changed) }

// chosen are the works of a list that are named, "50000/2000" and so on; all of them for "".
func chosen(names string, list []work) (only []work, err error) {
	if names == "" {
		return list, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		at := slices.IndexFunc(list, func(k work) bool { return fmt.Sprintf("%d/%d", k.files, k.changed) == name })
		if at < 0 {
			return nil, fmt.Errorf("-works %s: none is of that size; there are %v", name, list)
		}
		only = append(only, list[at])
	}
	return only, nil
}

// Rows of this part.
const (
	verifyRow    = "verify"
	verifyAllRow = "verify, no index" // it reads every file
	statusRow    = "git status"
	atOnceRow    = "verify, ten at once"
	inTurnRow    = "verify, ten in turn"
)

// ten starts a command line ten times, at once or one after the other, and says if one
// of them fails.
const (
	tenAtOnce = `for i in 1 2 3 4 5 6 7 8 9 10; do { "$0" "$@" >/dev/null || echo failed; } & done; wait`
	tenInTurn = `for i in 1 2 3 4 5 6 7 8 9 10; do "$0" "$@" >/dev/null || echo failed; done`
)

// verifyRole is the role that is verified: it is held to what looks at the work
// alone and starts no command, so that the time is verify's own.
const verifyRole = "bench"

var verifyCapabilities = []string{"scope::files-whitelist", "scope::files-denylist", "quality::constructor-pattern", "safety::no-dep-bump"}

// verifyPolicy is a policy folder of that role, with the capabilities that ship.
func verifyPolicy(root string) (map[string]string, error) {
	set := map[string]string{"roles/" + verifyRole + ".toml": fmt.Sprintf(`[role]
name        = %q
description = "It writes the files of its task."
spawnable   = true

[capabilities]
required = ["%s"]

[tools]
allowed = ["Read", "Write", "Edit"]
`, verifyRole, strings.Join(verifyCapabilities, `", "`))}
	for _, name := range verifyCapabilities {
		for _, file := range []string{"capability.toml", "text.md"} {
			path := "capabilities/" + strings.ReplaceAll(name, "::", "/") + "/" + file
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
			if err != nil {
				return nil, err
			}
			set[path] = string(text)
		}
	}
	return set, nil
}

// verifies makes the rows of this part: for each work verify, and git status in
// the same worktree as the yardstick; for the second also verify without the
// index, which is what it costs to read everything, and for the first ten
// verifications at once beside as many one after the other. Of the works only some may
// be asked for.
func (w *world) verifies(ctx context.Context, root, kei string, list, only []work, say func(string, ...any)) ([]row, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, errors.New("there is no git on PATH")
	}
	policy, err := verifyPolicy(root)
	if err != nil {
		return nil, err
	}
	dir, err := w.built(ctx, kei, "verify", policy, "--role", "verify")
	if err != nil {
		return nil, err
	}
	program, err := w.adopt("verify", filepath.Join(dir, "bin", "verify"))
	if err != nil {
		return nil, err
	}
	task := filepath.Join(w.dir, "task", "verify.toml")
	if err := os.WriteFile(task, []byte("[task]\nrole = \""+verifyRole+"\"\nagent-id = \"ag-bench-1\"\n\n[scope]\nfiles-whitelist = [\"src/**\"]\nfiles-denylist = [\"src/vendor/**\"]\n"), 0o644); err != nil {
		return nil, err
	}
	var rows []row
	for i, k := range list {
		if !slices.Contains(only, k) {
			continue
		}
		say("making a repository of %v", k)
		p, err := w.place(ctx, git, k)
		if err != nil {
			return nil, err
		}
		for _, s := range verifications(i, k, p, program, git, task) {
			// What sees less than there is would be fast.
			out, err := output(ctx, w.tree, w.env, s.path, s.args[1:]...)
			if err != nil {
				return nil, fmt.Errorf("%v: %w", k, err)
			}
			if !s.says(out) {
				return nil, fmt.Errorf("%s does not see %d changes in %v; it prints\n%.2000s", s.name, k.changed, k, out)
			}
			r, err := w.row(s.name, k.String(), s.path, s.args, os.DevNull, 0)
			if err != nil {
				return nil, err
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// started is one program of this part as it is started, and what shows that it saw all.
type started struct {
	name, path string
	args       []string
	says       func(out string) bool
}

// verifications are what is measured of the i-th work.
func verifications(i int, k work, p place, program, git, task string) []started {
	check := []string{"verify", task, "--worktree", p.worktree, "--main", p.main}
	clean := func(out string) bool {
		return strings.Contains(out, fmt.Sprintf(": %d changes, ", k.changed)) && strings.HasSuffix(out, "\nclean\n")
	}
	all := []started{
		{verifyRow, program, append(check[:len(check):len(check)], "--index", p.index), clean},
		{statusRow, git, []string{"git", "--no-optional-locks", "-C", p.worktree, "status", "--porcelain", "-uall"},
			func(out string) bool { return strings.Count(out, "\n") == k.changed }},
	}
	if i == 1 {
		all = append(all, started{verifyAllRow, program, check, clean})
	}
	if shell, err := exec.LookPath("sh"); i == 0 && err == nil {
		silent := func(out string) bool { return out == "" }
		args := append([]string{program}, append(check[1:len(check):len(check)], "--index", p.index)...)
		all = append(all,
			started{atOnceRow, shell, append([]string{"sh", "-c", tenAtOnce}, args...), silent},
			started{inTurnRow, shell, append([]string{"sh", "-c", tenInTurn}, args...), silent})
	}
	return all
}

// A place is where a work lies.
type place struct{ main, worktree, index string }

// place makes main of as many files, and a worktree of it in which some are
// changed, half of them new. The index is the worktree's from before, copied as soon
// as it was there.
func (w *world) place(ctx context.Context, git string, k work) (place, error) {
	dir := filepath.Join(w.dir, "work", fmt.Sprintf("%d-%d", k.files, k.changed))
	p := place{filepath.Join(dir, "main"), filepath.Join(dir, "worktree"), filepath.Join(dir, "index")}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return p, err
	}
	run := func(in string, dir string, args ...string) (string, error) {
		c := exec.CommandContext(ctx, git, args...)
		c.Dir, c.Env, c.Stdin = dir, w.env, strings.NewReader(in)
		out, err := c.Output()
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			err = fmt.Errorf("git %s: %w\n%s", args[0], err, exit.Stderr)
		}
		return strings.TrimSpace(string(out)), err
	}
	if _, err := run("", dir, "init", "-q", "-b", "main", p.main); err != nil {
		return p, err
	}
	if _, err := run(history(k.files), p.main, "fast-import", "--quiet"); err != nil {
		return p, err
	}
	// Main has a checkout, as people have: verify looks at that too.
	if _, err := run("", p.main, "reset", "-q", "--hard"); err != nil {
		return p, err
	}
	if _, err := run("", p.main, "worktree", "add", "-q", "-b", "agent/ag-bench-1", p.worktree); err != nil {
		return p, err
	}
	index, err := run("", p.worktree, "rev-parse", "--path-format=absolute", "--git-path", "index")
	if err != nil {
		return p, err
	}
	text, err := os.ReadFile(index)
	if err == nil {
		err = os.WriteFile(p.index, text, 0o600)
	}
	if err != nil {
		return p, err
	}
	// git reads again, each time, what was written in the second in which its
	// index was. Its status shall have no more to do than to look.
	time.Sleep(1100 * time.Millisecond)
	for _, checkout := range []string{p.worktree, p.main} {
		if _, err := run("", checkout, "status", "--porcelain"); err != nil {
			return p, err
		}
	}
	for i := range k.changed {
		file := filepath.Join(p.worktree, filepath.FromSlash(sourceName(i*(k.files/k.changed))))
		if i%2 == 0 {
			file = strings.TrimSuffix(file, ".rs") + "_new.rs"
		}
		if err := os.WriteFile(file, []byte("// changed\n"+sourceText(i)), 0o644); err != nil {
			return p, err
		}
	}
	return p, nil
}

// history is main's only commit, for git fast-import.
func history(files int) string {
	var b strings.Builder
	b.WriteString("commit refs/heads/main\ncommitter a <a@example.com> 0 +0000\ndata 1\nx\n")
	for i := range files {
		text := sourceText(i)
		fmt.Fprintf(&b, "M 100644 inline %s\ndata %d\n%s\n", sourceName(i), len(text), text)
	}
	return b.String()
}

// sourceName is the i-th file: in a thousand folders at most.
func sourceName(i int) string { return fmt.Sprintf("src/d%02d/e%02d/f%05d.rs", i%50, i/50%20, i) }

// sourceText is about a hundred lines of Rust.
func sourceText(i int) string {
	return fmt.Sprintf("//! File %d.\n\n", i) + strings.Repeat("pub fn f(x: u32) -> u32 {\n    let y = x + 1; // not \"{\"\n    y\n}\n\n", 20)
}
