// Package changed is the atom kei-repo::changed.
package changed

import (
	"context"
	"errors"
	"slices"
	"strings"

	"kei-repo/internal/tree"
	"kei-repo/verb"
)

// maxFiles is how many files an answer has, maxAsked for how many of them history is
// asked: it takes a process each.
const (
	maxFiles = 2000
	maxAsked = 50
	commits  = "30" // of a file's history that are looked at
)

// Input is what it takes.
type Input struct {
	Base string `json:"base"` // a commit; "" is HEAD
	Path string `json:"path"` // a folder, or a pattern; "" is all
}

// Output is what it gives.
type Output struct {
	Base      string `json:"base"` // the id of the commit
	Files     []File `json:"files"`
	Truncated bool   `json:"truncated"`
}

// A File is one that is otherwise than in the commit.
type File struct {
	Path   string   `json:"path"`
	Status string   `json:"status"` // added, modified, deleted or retyped
	Owners []string `json:"owners"`
	Said   string   `json:"said_by"` // codeowners, history or nobody
}

var statuses = map[string]string{"A": "added", "M": "modified", "D": "deleted", "T": "retyped"}

// Run lists the tracked files that differ from a commit, with who owns them.
func Run(ctx context.Context, in Input) (out Output, err error) {
	t, err := tree.Open(ctx)
	if err != nil {
		return out, err
	}
	defer t.Close()
	if out.Base, err = t.Commit(ctx, in.Base); err != nil {
		return out, err
	}
	text, err := t.Git(ctx, "diff", "--name-status", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", out.Base, "--")
	if err != nil {
		return out, err
	}
	fields := strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
	out.Files = []File{}
	for i := 0; i+1 < len(fields); i += 2 {
		status, ok := statuses[fields[i]]
		if !ok || !tree.Within(in.Path, fields[i+1]) {
			continue
		}
		if len(out.Files) == maxFiles {
			out.Truncated = true
			break
		}
		out.Files = append(out.Files, File{Path: fields[i+1], Status: status, Owners: []string{}, Said: "nobody"})
	}
	return out, own(ctx, t, out.Files)
}

// own fills in who owns files: CODEOWNERS says so, or else who changed them most.
func own(ctx context.Context, t *tree.Tree, files []File) error {
	rules, err := read(ctx, t)
	if err != nil {
		return err
	}
	asked := 0
	for i := range files {
		f := &files[i]
		if owners, said := rules.of(f.Path); said {
			f.Owners, f.Said = owners, "codeowners"
			continue
		}
		if asked == maxAsked {
			continue
		}
		asked++
		text, err := t.Git(ctx, "log", "-n", commits, "--format=%aN", "HEAD", "--", f.Path)
		if err != nil {
			return err
		}
		if who := mostly(strings.Split(strings.TrimSpace(string(text)), "\n")); who != "" {
			f.Owners, f.Said = []string{who}, "history"
		}
	}
	return nil
}

// mostly is the name that is there most often, the first of those.
func mostly(names []string) (best string) {
	count := map[string]int{}
	for _, n := range names {
		count[n]++
	}
	for _, n := range names {
		if n != "" && count[n] > count[best] {
			best = n
		}
	}
	return best
}

// read reads the first file of owners that there is and that may be read.
func read(ctx context.Context, t *tree.Tree) (rules, error) {
	for _, name := range []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"} {
		if !slices.Contains(t.Files, name) {
			continue
		}
		text, err := t.Read(ctx, name)
		var refused *verb.Error
		if errors.As(err, &refused) {
			return nil, nil
		}
		return parse(string(text)), err
	}
	return nil, nil
}
