package verify

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// othersWork is what is known of those who work in the same repository: refs have
// no author, and a person goes on while an agent works.
type othersWork struct {
	start    string          // the commit that the judged worktree was started from
	branches map[string]bool // whole names of those that their HEADs went to
	commits  map[string]bool // what their HEADs stood at
}

// othersWork reads what the HEADs of main's checkout and of all worktrees but the
// judged one went through since that was made.
func (w *work) othersWork(h *standing) (othersWork, error) {
	o := othersWork{start: h.start, branches: map[string]bool{}, commits: map[string]bool{}}
	if h.made.IsZero() {
		return o, nil
	}
	folders, err := filepath.Glob(filepath.Join(globbed(w.repo.common), "worktrees", "*"))
	if err != nil {
		return o, err
	}
	for _, dir := range append(folders, w.repo.common) {
		if dir == w.repo.admin {
			continue
		}
		for _, e := range headLog(dir) {
			if e.at < h.made.Unix() {
				continue
			}
			o.commits[e.to] = true
			// "checkout: moving from A to B"
			if _, to, ok := strings.Cut(e.did, " to "); ok && strings.HasPrefix(e.did, "checkout: moving from ") {
				o.branches["refs/heads/"+to] = true
			}
		}
	}
	return o, nil
}

// did reports whether a ref that is new or has moved is the work of others, as far
// as that can be told: their HEADs went to the branch, or it stands at a commit that
// one of them made or fetched and the judged worktree never stood at. A ref at a
// commit that the agent was started from, or could see from there, is the agent's.
func (o othersWork) did(ctx context.Context, r *Run, name, id string) (bool, error) {
	if o.branches[name] {
		return true, nil
	}
	if name == "refs/stash" {
		return o.stashed(ctx, r, id)
	}
	commit, err := r.store.out(ctx, nil, "rev-parse", "--verify", "--quiet", id+"^{commit}")
	if err != nil {
		return false, nil // it is no commit's
	}
	commit = strings.TrimSpace(commit)
	for _, e := range r.log() {
		if e.to == commit {
			return false, nil
		}
	}
	if _, code, _ := r.store.exit(ctx, nil, "merge-base", "--is-ancestor", commit, o.start); code == 0 {
		return false, nil
	}
	if o.commits[commit] {
		return true, nil
	}
	known, err := r.repo.line(ctx, r.store, r.repo.common, "for-each-ref", "--count=1", "--contains="+commit, "refs/remotes")
	return strings.TrimSpace(known) != "", err
}

// stashed reports whether a stash says that it was made on a branch of theirs: git
// writes "WIP on BRANCH: " or "On BRANCH: ".
func (o othersWork) stashed(ctx context.Context, r *Run, id string) (bool, error) {
	subject, err := r.store.out(ctx, nil, "log", "-1", "--format=%s", id, "--")
	if err != nil {
		return false, err
	}
	_, on, _ := strings.Cut(subject, "n ")
	branch, _, ok := strings.Cut(strings.TrimPrefix(on, "on "), ": ")
	return ok && (o.branches["refs/heads/"+branch] || "refs/heads/"+branch == symbolic(filepath.Join(r.repo.common, "HEAD"))), nil
}

// headLog is what a HEAD went through, oldest first; nothing if it cannot be read.
func headLog(dir string) []logEntry {
	name := filepath.Join(dir, "logs", "HEAD")
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 4<<20 {
		return nil
	}
	text, err := readFile(name, info.Size())
	if err != nil {
		return nil
	}
	var list []logEntry
	for line := range strings.Lines(string(text)) {
		head, did, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if words := strings.Fields(head); len(words) > 1 {
			at, _ := strconv.ParseInt(words[max(len(words)-2, 0)], 10, 64)
			list = append(list, logEntry{words[0], words[1], did, at})
		}
	}
	return list
}
