package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"kei/ledger"
	"kei/runtime/verify"
)

// A MergeOrder says how the work of an agent is brought into main.
type MergeOrder struct {
	Onto    string // the branch; "" is the one that the agent was started from
	Squash  bool   // a commit of its own on main, without the work's
	Message string // "" is one that says whose work it is
}

// A Merged is what became of main.
type Merged struct {
	Agent  string         `json:"agent_id"`
	Branch string         `json:"branch"`
	Was    string         `json:"was"`  // the commit that main was at
	Work   string         `json:"work"` // what was found clean
	Commit string         `json:"commit"`
	Report *verify.Report `json:"report,omitempty"` // of the work on that main; nil where main has it already
}

// A moving is a merge on its way, in the agent's folder until its row says merged: a
// kei that is killed in between leaves a branch that has moved and a checkout that has not.
type moving struct {
	Branch string `json:"branch"`
	Was    string `json:"was"`
	Commit string `json:"commit"`
}

const mergeFile = "merge.json"

// Merge brings the work of an agent into main, as it was found clean: by the commit
// that the ledger has, whatever the refs say. It is verified again with main as it is
// now, and merged as it was verified, or not at all. Work that is not clean there is
// no error: the report says so, and nothing is changed.
func (a *Agent) Merge(ctx context.Context, v Verifier, o MergeOrder) (Merged, error) {
	row, err := a.home.Ledger.Get(ctx, a.ID)
	if err != nil {
		return Merged{}, err
	}
	if row.Status == ledger.Running || a.Phase != Closed {
		return Merged{}, fmt.Errorf("agent %s is %s; kei agents verify %s checks it first", a.ID, a.Phase, a.ID)
	}
	left := a.leftOf()
	if row.Status == ledger.Merged && row.Merge != "" && row.Merge == left.Commit {
		m := Merged{Agent: a.ID, Branch: left.Branch, Was: left.Was, Work: Kept(row), Commit: row.Merge}
		return m, os.Remove(a.File(mergeFile)) // which is all that was left to do
	}
	work, err := a.mergeable(ctx, row)
	if err != nil {
		return Merged{}, err
	}
	m := Merged{Agent: a.ID, Work: work, Branch: o.Onto}
	if m.Branch == "" {
		m.Branch = a.Onto
	}
	g := a.home.git(a.ID)
	if m.Was, err = g.line(ctx, g.common, "rev-parse", "-q", "--verify", "--end-of-options", "refs/heads/"+m.Branch+"^{commit}"); err != nil {
		return m, fmt.Errorf("agent %s: main has no branch %s to merge into; name one with --onto", a.ID, m.Branch)
	}
	if left.Branch == m.Branch {
		if resumed, err := a.resumeMerge(ctx, left, &m); err != nil || resumed {
			return m, err
		}
	}
	has, err := g.has(ctx, m.Was, work)
	if err != nil {
		return m, err
	}
	if has {
		m.Commit = work
		_, err = a.home.Ledger.MergedBy(ctx, a.ID, m.Commit)
		return m, err
	}
	return a.merge(ctx, v, m, o)
}

// merge verifies the work on main, and moves main.
func (a *Agent) merge(ctx context.Context, v Verifier, m Merged, o MergeOrder) (Merged, error) {
	var err error
	defer verify.RemoveAll(a.tmp())
	if m.Report, err = a.verifyCommit(ctx, v, m.Branch, m.Work); err != nil {
		return m, fmt.Errorf("agent %s: %w", a.ID, err)
	}
	switch rep := m.Report; {
	case !rep.Clean:
		return m, nil
	case rep.Main != m.Was:
		return m, fmt.Errorf("agent %s: %s has moved while the work was checked; kei merge %s does it again", a.ID, m.Branch, a.ID)
	case rep.Commit != m.Work || rep.Merged == "":
		return m, fmt.Errorf("agent %s: verify reports on another work than %.12s", a.ID, m.Work)
	}
	err = a.home.alone(ctx, func() error {
		if m.Commit, err = a.mergeCommit(ctx, m, o); err != nil {
			return err
		}
		return a.move(ctx, moving{m.Branch, m.Was, m.Commit})
	})
	if err != nil {
		return m, fmt.Errorf("agent %s: %w", a.ID, err)
	}
	return m, a.moved(ctx, m.Commit)
}

// mergeable is the commit of the work, if there is evidence of it that agrees.
func (a *Agent) mergeable(ctx context.Context, row ledger.Row) (string, error) {
	work := Kept(row)
	switch {
	case row.Status == ledger.Merged && row.Merge != "":
		return "", fmt.Errorf("agent %s was merged already, by %s", a.ID, row.Merge)
	case row.Status != ledger.Done && row.Status != ledger.Merged:
		return "", fmt.Errorf("agent %s is %s; only work that was found clean is merged, and kei agents verify %s checks it again", a.ID, row.Status, a.ID)
	case work == "":
		return "", fmt.Errorf("agent %s: the ledger has no commit of its work; kei agents verify %s keeps one", a.ID, a.ID)
	}
	found, err := a.home.Ledger.Check(ctx, ledger.Head{})
	if err != nil {
		return "", err
	}
	if n := len(found.Problems); n > 0 {
		return "", fmt.Errorf("the ledger is not as it was written (%s), so it does not say for certain what was found clean; kei ledger check has %s", found.Problems[0], verify.Plural(n, "problem"))
	}
	refs, err := a.home.keptRefs(ctx)
	if err != nil {
		return "", err
	}
	if f, forged := forgery(a.ID, refs[a.ID], row); forged {
		a.home.Say("agent %s: %s", a.ID, f)
	}
	var rep verify.Report
	if text, err := os.ReadFile(a.File(VerifyFile)); err == nil && json.Unmarshal(text, &rep) == nil && rep.Commit != "" && rep.Commit != work {
		return "", fmt.Errorf("agent %s: the ledger has %.12s as what was found clean, and %s has %.12s; one of them was changed, kei ledger show %s and the events of its row say what was when", a.ID, work, a.File(VerifyFile), rep.Commit, a.ID)
	}
	g := a.home.git(a.ID)
	if _, err := g.line(ctx, g.common, "cat-file", "-e", work+"^{commit}"); err != nil {
		return "", fmt.Errorf("agent %s: its work %s is not in main's repository any more: %w", a.ID, work, err)
	}
	return work, nil
}

// has reports whether a commit is in the history of another.
func (g git) has(ctx context.Context, history, commit string) (bool, error) {
	out, err := g.out(ctx, g.common, "rev-list", "--count", "--max-count=1", commit, "^"+history)
	return strings.TrimSpace(out) == "0", err
}

// mergeCommit makes the commit that main comes to: the files that were verified.
func (a *Agent) mergeCommit(ctx context.Context, m Merged, o MergeOrder) (string, error) {
	g := a.home.git(a.ID)
	if err := g.unpack(ctx, a.bundle()); err != nil {
		return "", fmt.Errorf("take what was verified: %w", err)
	}
	message := o.Message
	if message == "" {
		message = fmt.Sprintf("Merge the work of agent %s\n\nRole: %s\nTask: %s\nWork: %s\n", a.ID, a.Role, a.SpecSHA, m.Work)
	}
	args := []string{"commit-tree", "-p", m.Was}
	if !o.Squash {
		args = append(args, "-p", m.Work)
	}
	g.who = a.home.person(ctx)
	return g.line(ctx, g.common, append(args, "-m", message, m.Report.Merged)...)
}

// person are the variables by which git knows who merges: what their own settings
// say, which are read, and run nothing.
func (h *Home) person(ctx context.Context) []string {
	var env []string
	for _, key := range []string{"name", "email"} {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		c := exec.CommandContext(ctx, "git", "-C", h.Main, "config", "--get", "user."+key)
		out, err := c.Output()
		cancel()
		value := strings.TrimSpace(string(out))
		if err != nil || value == "" {
			return nil
		}
		for _, who := range []string{"GIT_AUTHOR_", "GIT_COMMITTER_"} {
			env = append(env, who+strings.ToUpper(key)+"="+value)
		}
	}
	return env
}

// move moves main's branch from where it was and nowhere else, and the checkout that
// is on it. Changes there that are in the way are an error before anything is moved.
func (a *Agent) move(ctx context.Context, to moving) error {
	g := a.home.git(a.ID)
	at, err := a.checkedOut(ctx, to.Branch)
	if err != nil {
		return err
	}
	if at != "" {
		if err := g.atRest(ctx, at); err != nil {
			return err
		}
		if err := g.checkout(ctx, at, to, true); err != nil {
			return fmt.Errorf("main's checkout %s has changes in the way, and nothing was merged: %w", at, err)
		}
	}
	text, err := json.Marshal(to)
	if err == nil {
		err = WriteFile(a.File(mergeFile), text, 0o600)
	}
	if err == nil {
		err = g.point(ctx, "refs/heads/"+to.Branch, to.Commit, to.Was)
	}
	if err != nil {
		_ = os.Remove(a.File(mergeFile))
		return fmt.Errorf("move %s: %w", to.Branch, err)
	}
	if at != "" {
		return g.checkout(ctx, at, to, false)
	}
	return nil
}

// moved marks the row.
func (a *Agent) moved(ctx context.Context, commit string) error {
	if _, err := a.home.Ledger.MergedBy(ctx, a.ID, commit); err != nil {
		return err
	}
	return os.Remove(a.File(mergeFile))
}

// leftOf is what is left of a merge that was cut off, with no branch if nothing is. It is
// what a file says that programs of an agent can have made.
func (a *Agent) leftOf() (to moving) {
	text, err := os.ReadFile(a.File(mergeFile))
	if errors.Is(err, fs.ErrNotExist) {
		return moving{}
	}
	if err == nil {
		err = json.Unmarshal(text, &to)
	}
	if err != nil || strings.ContainsFunc(to.Branch, unicode.IsControl) || !verify.IsID(to.Was) || !verify.IsID(to.Commit) || to.Was == to.Commit {
		a.home.Say("agent %s: %s does not say of a merge that was cut off, and is not believed", a.ID, a.File(mergeFile))
		return moving{}
	}
	return to
}

// resumeMerge goes on with a merge whose kei was killed after it had moved the branch,
// which is at m.Was by now. That it was a merge of kei's the commits have to say: what
// stands otherwise in the agent's folder is no evidence, and the merge is made as if it
// were not there.
func (a *Agent) resumeMerge(ctx context.Context, to moving, m *Merged) (resumed bool, err error) {
	was, err := a.brings(ctx, to.Commit, m.Work)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil || was != to.Was {
		a.home.Say("agent %s: %s has %.12s as a merge of its work into %s, which it is not; it is not believed", a.ID, a.File(mergeFile), to.Commit, to.Branch)
		return false, os.Remove(a.File(mergeFile))
	}
	g := a.home.git(a.ID)
	switch has, err := g.has(ctx, m.Was, to.Commit); {
	case err != nil:
		return false, err
	case !has: // the branch was not moved
		return false, os.Remove(a.File(mergeFile))
	}
	if m.Was == to.Commit {
		at, err := a.checkedOut(ctx, to.Branch)
		if err != nil {
			return false, err
		}
		if at != "" {
			if err := g.checkout(ctx, at, to, false); err != nil {
				return false, fmt.Errorf("agent %s: %s is merged, and the checkout %s is not there yet: %w", a.ID, to.Branch, at, err)
			}
		}
	}
	m.Was, m.Commit = to.Was, to.Commit
	return true, a.moved(ctx, to.Commit)
}

// brings is what main was at before a commit that brings work into it as kei merges: on
// top of that and of the work, or squashed on top of that alone, with the files of the
// merge of the two. It is "" for any other commit, and for one that is not there.
func (a *Agent) brings(ctx context.Context, commit, work string) (was string, err error) {
	g := a.home.git(a.ID)
	text, err := g.out(ctx, g.common, "cat-file", "commit", commit)
	if err != nil {
		return "", ctx.Err()
	}
	tree := ""
	var parents []string
	head, _, _ := strings.Cut(text, "\nauthor ") // a message may say anything
	for line := range strings.SplitSeq(head, "\n") {
		switch key, id, _ := strings.Cut(line, " "); key {
		case "tree":
			tree = id
		case "parent":
			parents = append(parents, id)
		}
	}
	if n := len(parents); n != 1 && (n != 2 || parents[1] != work) {
		return "", nil
	}
	merged, err := verify.MergedTree(ctx, a.home.Main, parents[0], work)
	if err != nil || merged != tree {
		return "", err
	}
	return parents[0], nil
}

// checkedOut is the checkout that is on a branch, "" if none is.
func (a *Agent) checkedOut(ctx context.Context, branch string) (string, error) {
	g := a.home.git(a.ID)
	out, err := g.out(ctx, g.common, "worktree", "list", "--porcelain", "-z")
	if err != nil {
		return "", err
	}
	at := ""
	for line := range strings.SplitSeq(out, "\x00") {
		if dir, ok := strings.CutPrefix(line, "worktree "); ok {
			at = dir
		}
		if line != "branch refs/heads/"+branch {
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil || real != a.home.Main && at != a.home.Main {
			return "", fmt.Errorf("the branch %s is checked out in %s; name that one with --main", branch, at)
		}
		return a.home.Main, nil
	}
	return "", nil
}

// atRest is an error if a checkout is in the middle of a merge or the like: the next
// commit there would have parents that were not looked at.
func (g git) atRest(ctx context.Context, dir string) error {
	g.common = ""
	gitdir, err := g.line(ctx, dir, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return err
	}
	if what := verify.Underway(gitdir); what != "" {
		return fmt.Errorf("main's checkout %s is in the middle of something (%s is there), and nothing was merged; git status says what, and how it is ended", dir, what)
	}
	return nil
}

// checkout brings the files of a checkout from one commit to another, or only tries.
// What has been changed there and is not in the way stays. No hook and no filter is run.
func (g git) checkout(ctx context.Context, dir string, to moving, try bool) error {
	off, err := g.filters(ctx)
	if err != nil {
		return err
	}
	g.common = "" // git finds that of the checkout
	args := append(off, "-c", "core.sparseCheckout=false", "read-tree", "-m", "-u")
	if try {
		// Files that were only touched would count as changed.
		if _, err := g.out(ctx, dir, append(off, "update-index", "-q", "--refresh")...); err != nil && !strings.Contains(err.Error(), "exit status 1") && !strings.Contains(err.Error(), "needs update") {
			return err
		}
		args = append(args, "--dry-run")
	}
	_, err = g.out(ctx, dir, append(args, to.Was, to.Commit)...)
	return err
}
