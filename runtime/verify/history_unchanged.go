package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// HistoryUnchanged finds what an agent did to history that it was to leave to
// others: commits, branches, tags, stashes, refs that moved. The commit that it
// was started from, what stands below refs/kei and what is checked out in other
// worktrees are not its doing, nor is main, which is held to its own rule.
//
// What there was before is what Options.Refs says. Without it, refs count that
// were written after the worktree was made, as far as they lie in files of their
// own, and folders of refs that lost one: that finds what is done by mistake, and not
// what is hidden on purpose.
type HistoryUnchanged struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
}

// Check implements [Step].
func (s *HistoryUnchanged) Check(r *Run) error {
	if r.Place != Worktree {
		r.Note("history is looked at where the agent worked, and not in the merge")
		return nil
	}
	if r.o.Commit != "" {
		r.Note("history was looked at when the work was found clean, and others have worked since")
		return nil
	}
	h, err := r.standing()
	if err != nil {
		return err
	}
	var did []string
	for _, look := range []func(context.Context, *Run) ([]string, error){h.commits, h.moves, h.refs} {
		found, err := look(r.ctx, r)
		if err != nil {
			return err
		}
		did = append(did, found...)
	}
	if len(did) == 0 {
		return nil
	}
	return violation(first(did, 20), "history was changed, which is the orchestrator's: %s", some(did, 3))
}

// standing is what belongs to the judged worktree.
type standing struct {
	start  string    // the commit that it was started from
	branch string    // the whole name of the branch that it is on, "" for none
	made   time.Time // when the worktree was made; zero for main's own checkout
	others []string  // branches that others are at work on
}

func (w *work) standing() (*standing, error) {
	h := &standing{start: w.base, branch: symbolic(filepath.Join(w.repo.admin, "HEAD"))}
	if w.repo.admin != w.repo.common {
		info, err := os.Lstat(filepath.Join(w.repo.admin, "gitdir"))
		if err != nil {
			return nil, reason(err)
		}
		h.made = info.ModTime()
	}
	if log := w.log(); w.o.Base == "" && len(log) > 0 && IsID(log[0].to) {
		h.start = log[0].to
	}
	folders, err := filepath.Glob(filepath.Join(globbed(w.repo.common), "worktrees", "*"))
	if err != nil {
		return nil, err
	}
	for _, dir := range append(folders, w.repo.common) {
		if name := symbolic(filepath.Join(dir, "HEAD")); dir != w.repo.admin && name != "" {
			h.others = append(h.others, name)
		}
	}
	if w.o.Onto != "" && !IsID(w.o.Onto) {
		h.others = append(h.others, "refs/heads/"+w.o.Onto)
	}
	return h, nil
}

// globbed is a path in a pattern.
func globbed(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// symbolic is the ref that a HEAD file names, "" if it holds a commit.
func symbolic(file string) string {
	name, err := readLinkText(file, "ref: ")
	if err != nil {
		return ""
	}
	return name
}

// commits are those between the start and where the worktree is now.
func (h *standing) commits(ctx context.Context, r *Run) ([]string, error) {
	if r.head == h.start {
		return nil, nil
	}
	out, err := r.store.out(ctx, nil, "log", "--max-count=20", "--format=%h %s", h.start+".."+r.head, "--")
	if err != nil {
		return nil, err
	}
	var list []string
	for line := range strings.Lines(out) {
		list = append(list, "committed "+logged(strings.TrimSpace(line)))
	}
	if len(list) == 0 {
		list = append(list, fmt.Sprintf("moved its branch from %s back to %s", h.start[:12], r.head[:12]))
	}
	return list, nil
}

// moves are those of the worktree's HEAD that its log tells of and that commits
// do not show: it stood elsewhere meanwhile, or is on another branch.
func (h *standing) moves(_ context.Context, r *Run) ([]string, error) {
	var list []string
	if own := "refs/heads/agent/" + r.AgentID; r.AgentID != "" && h.branch != own && r.repo.admin != r.repo.common {
		if id, err := r.repo.lookup(r.ctx, r.store, r.repo.common, own); err != nil {
			return nil, err
		} else if id != "" {
			list = append(list, "left its branch agent/"+shown(r.AgentID)+" for "+orDetached(h.branch))
		}
	}
	if r.repo.admin == r.repo.common || r.head != h.start {
		return list, nil // the log of a person's checkout; commits are told of already
	}
	for i, e := range r.log() {
		if i == 0 || e.to == h.start && e.from == h.start && !strings.HasPrefix(e.did, "checkout:") {
			continue
		}
		if e.from != e.to {
			list = append(list, "moved HEAD and back: "+logged(e.did))
		}
	}
	return list, nil
}

func orDetached(branch string) string {
	if branch == "" {
		return "no branch"
	}
	return shown(strings.TrimPrefix(branch, "refs/heads/"))
}

// A logEntry is one line of a HEAD's log.
type logEntry struct {
	from, to, did string
	at            int64 // seconds since 1970; 0 if it does not say
}

// log is what the worktree's HEAD went through, oldest first; nothing if it
// cannot be read.
func (w *work) log() []logEntry { return headLog(w.repo.admin) }

// refs are those that are new, gone or elsewhere.
func (h *standing) refs(ctx context.Context, r *Run) ([]string, error) {
	now, err := r.repo.refs(ctx, r.store)
	if err != nil {
		return nil, err
	}
	others, err := r.othersWork(h)
	if err != nil {
		return nil, err
	}
	var list []string
	blame := func(name, did string) error {
		theirs, err := others.did(ctx, r, name, now[name])
		if theirs {
			r.Note("%s, by somebody else as it seems", did)
		} else if err == nil {
			list = append(list, did)
		}
		return err
	}
	if r.o.Refs == "" {
		if h.made.IsZero() {
			return nil, nil
		}
		for _, name := range sortedNames(now) {
			info, err := os.Lstat(filepath.Join(r.repo.common, filepath.FromSlash(name)))
			if err == nil && info.Mode().IsRegular() && info.ModTime().After(h.made) && h.judges(name) {
				if err := blame(name, "wrote "+refTitle(name)); err != nil {
					return nil, err
				}
			}
		}
		gone, err := h.deleted(r)
		return append(list, gone...), err
	}
	before, err := readRefs(r.o.Refs)
	if err != nil {
		return nil, err
	}
	for _, name := range sortedNames(now) {
		did := ""
		switch was, ok := before[name]; {
		case !h.judges(name) || was == now[name]:
			continue
		case !ok:
			did = "made " + refTitle(name)
		default:
			did = fmt.Sprintf("moved %s from %.12s to %.12s", refTitle(name), was, now[name])
		}
		if err := blame(name, did); err != nil {
			return nil, err
		}
	}
	for _, name := range sortedNames(before) {
		if _, ok := now[name]; !ok && h.judges(name) && !strings.HasPrefix(name, "refs/heads/agent/") {
			list = append(list, "deleted "+refTitle(name))
		}
	}
	return list, nil
}

// judges reports whether a ref is one that nobody else has a reason to move.
func (h *standing) judges(name string) bool {
	return !strings.HasPrefix(name, "refs/kei/") && !strings.HasPrefix(name, "refs/remotes/") &&
		name != h.branch && !slices.Contains(h.others, name)
}

// refTitle is a ref as people say it.
func refTitle(name string) string {
	for _, kind := range []struct{ prefix, title string }{{"refs/heads/", "the branch "}, {"refs/tags/", "the tag "}} {
		if rest, ok := strings.CutPrefix(name, kind.prefix); ok {
			return kind.title + shown(rest)
		}
	}
	if name == "refs/stash" {
		return "a stash"
	}
	return shown(name)
}

// refs are the refs of the repository and what they stand at.
func (r *repository) refs(ctx context.Context, g *git) (map[string]string, error) {
	out, err := r.line(ctx, g, r.common, "for-each-ref", "--format=%(objectname) %(refname)")
	if err != nil {
		return nil, fmt.Errorf("list the refs: %w", err)
	}
	return parseRefs(out), nil
}

func readRefs(name string) (map[string]string, error) {
	info, err := os.Lstat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > 64<<20) {
		err = errors.New("is not a regular file of at most 64 MB")
	}
	if err != nil {
		return nil, fmt.Errorf("--refs %s: %w", shown(name), reason(err))
	}
	text, err := readFile(name, info.Size())
	if err != nil {
		return nil, fmt.Errorf("--refs %s: %w", shown(name), reason(err))
	}
	return parseRefs(string(text)), nil
}

// parseRefs reads lines of an id, a blank and a name.
func parseRefs(text string) map[string]string {
	refs := map[string]string{}
	for line := range strings.Lines(text) {
		if id, name, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " "); ok && IsID(id) {
			refs[name] = id
		}
	}
	return refs
}

func sortedNames(refs map[string]string) []string {
	var names []string
	for name := range refs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// readLinkText is what a file of git's says behind a prefix.
func readLinkText(file, prefix string) (string, error) {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 64<<10 {
		return "", fs.ErrNotExist
	}
	data, err := readFile(file, info.Size())
	if err != nil {
		return "", err
	}
	to, ok := strings.CutPrefix(strings.TrimRight(string(data), "\r\n"), prefix)
	if !ok {
		return "", fs.ErrNotExist
	}
	return to, nil
}
