package agent

import (
	"context"
	"strings"

	"kei/ledger"
)

// lacks reports whether an agent has work that was found clean and that main does
// not hold, whatever its row says. Work counts as held if a branch that is no
// agent's has its commit, or if main has what it changes: a squash, a rebase and a
// cherry-pick leave another commit.
//
// What work it has the ledger says. Its ref may have been moved or deleted; of rows of
// an earlier kei that is all there is.
func (a *Agent) lacks(ctx context.Context, row ledger.Row) (bool, error) {
	g := a.home.git(a.ID)
	work := row.Work
	if work == "" {
		var err error
		if work, err = g.line(ctx, g.common, "for-each-ref", "--format=%(objectname)", WorkRef(a.ID)); err != nil || work == "" {
			return false, err
		}
	}
	if has, err := g.onBranch(ctx, work); err != nil || has {
		return false, err
	}
	if has, err := a.squashed(ctx, row.Merge, work); err != nil || has {
		return false, err
	}
	for _, tip := range a.tips(ctx, g) {
		for _, has := range []func(context.Context, string, string) (bool, error){g.picked, g.same} {
			if has, err := has(ctx, tip, work); err != nil || has {
				return false, err
			}
		}
	}
	return true, nil
}

// squashed reports whether a branch that is no agent's holds the commit by which work
// was merged. That it is one has to be seen of it: any commit of main's can be written
// into a row.
func (a *Agent) squashed(ctx context.Context, merge, work string) (bool, error) {
	if merge == "" || merge == work {
		return false, nil
	}
	was, err := a.brings(ctx, merge, work)
	if err != nil || was == "" {
		return false, err
	}
	return a.home.git(a.ID).onBranch(ctx, merge)
}

// tips are the commits that main is at: where its checkout is, and the branch that
// the agent was started from, here and where it is pulled from.
func (a *Agent) tips(ctx context.Context, g git) []string {
	names := []string{"HEAD"}
	if onto := a.Onto; !strings.HasPrefix(onto, "agent/") {
		names = append(names, "refs/heads/"+onto, onto+"@{upstream}")
	}
	var tips []string
	for _, name := range names {
		if tip, err := g.line(ctx, g.common, "rev-parse", "-q", "--verify", "--end-of-options", name+"^{commit}"); err == nil {
			tips = append(tips, tip)
		}
	}
	return tips
}

// onBranch reports whether a branch that is no agent's holds a commit.
func (g git) onBranch(ctx context.Context, commit string) (bool, error) {
	list, err := g.out(ctx, g.common, "for-each-ref", "--format=%(refname)", "--contains="+commit, "refs/heads", "refs/remotes")
	for _, ref := range strings.Fields(list) {
		if !strings.HasPrefix(ref, "refs/heads/agent/") {
			return true, nil
		}
	}
	return false, err
}

// picked reports whether a commit that leads to tip makes the same change as work.
func (g git) picked(ctx context.Context, tip, work string) (bool, error) {
	list, err := g.out(ctx, g.common, "cherry", tip, work, work+"^")
	return strings.HasPrefix(list, "- "), err
}

// same reports whether all files that work changes are at tip as work has them.
func (g git) same(ctx context.Context, tip, work string) (bool, error) {
	paths := func(from string) (map[string]bool, error) {
		list, err := g.out(ctx, g.common, "diff-tree", "-r", "-z", "--no-renames", "--name-only", from, work)
		set := map[string]bool{}
		for path := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
			set[path] = true
		}
		delete(set, "")
		return set, err
	}
	changed, err := paths(work + "^")
	if err != nil {
		return false, err
	}
	differ, err := paths(tip)
	for path := range changed {
		if differ[path] {
			return false, err
		}
	}
	return err == nil, err
}
