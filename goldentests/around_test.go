package goldentests

import (
	"fmt"
	"testing"
)

// readingGit are the subcommands with which git only shows.
var readingGit = []string{
	"git blame", "git branch --list", "git branch --show-current", "git branch -a", "git branch -r", "git branch -v", "git cat-file", "git check-ignore", "git describe", "git diff",
	"git diff-tree", "git for-each-ref", "git grep", "git log", "git ls-files", "git ls-remote", "git ls-tree", "git merge-base", "git name-rev", "git reflog", "git remote -v",
	"git rev-list", "git rev-parse", "git shortlog", "git show", "git show-ref", "git stash list", "git stash show", "git status", "git tag --list", "git worktree list",
}

// around are the roles that the lines of around.jsonl are asked of, by what
// they are about: what each may run beside what only prints and reads.
var around = map[string]fence{
	"go":    {Commands: []string{"go", "gofmt", "golangci-lint"}},
	"git":   {Commands: []string{"git"}},
	"gitro": {Commands: readingGit},
	"npm":   {Commands: []string{"npm", "npx"}},
	"py":    {Commands: []string{"pytest"}},
	"cargo": {Commands: []string{"cargo"}},
}

// TestAround asks about lines that agents ran, each around one program that its
// role allows. At least 99 of a hundred honest ones must pass; those that do
// not are in open.toml with the reason.
func TestAround(t *testing.T) {
	const file = "lines/around.jsonl"
	rows := linesOf(t, "around.jsonl")
	open := openRows(t, file)
	held := map[string]held{}
	passed, honest := 0, 0
	for _, r := range rows {
		h, ok := held[r.About]
		if !ok {
			f := around[r.About]
			f.Effects = []string{"prints", "reads"}
			f.Scratch = []string{"/tmp/**"}
			h = f.hold(t, "/home/dev") // the rows name folders of several projects
			held[r.About] = h
		}
		a := h.bash(r.Command)
		if r.Expect == "allow" {
			honest++
			if !a.denied {
				passed++
			}
		}
		open.settle(t, r.ID, a.String() == r.Expect, fmt.Sprintf("%s, want %s: %q\n%s", a, r.Expect, r.Command, a.reason))
	}
	t.Logf("%d of %d honest lines pass", passed, honest)
	if passed*100 < honest*99 {
		t.Errorf("only %d of %d honest lines pass, less than 99 of a hundred", passed, honest)
	}
}
