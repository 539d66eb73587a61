//go:build unix

package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What was found clean goes only when main has it, whatever the ledger says.
func TestMergedOrNot(t *testing.T) {
	const work = "refs/kei/ag-1"
	for _, tt := range []struct {
		name string
		held bool
		do   func(t *testing.T, w *world)
	}{
		{"only the row says so", false, func(*testing.T, *world) {}},
		{"merged", true, func(t *testing.T, w *world) { w.git(t, "merge", "-q", work) }},
		{"merged into a main that had moved", true, func(t *testing.T, w *world) {
			w.commit(t, "other.txt", "x")
			w.git(t, "merge", "-q", "-m", "m", work)
		}},
		{"merged and reverted", true, func(t *testing.T, w *world) {
			w.git(t, "merge", "-q", work)
			w.git(t, "revert", "--no-edit", "HEAD")
		}},
		{"squashed", true, func(t *testing.T, w *world) {
			w.commit(t, "other.txt", "x")
			w.git(t, "merge", "-q", "--squash", work)
			w.git(t, "commit", "-q", "-m", "squash")
		}},
		{"picked, and its file changed since", true, func(t *testing.T, w *world) {
			w.commit(t, "other.txt", "x")
			w.git(t, "cherry-pick", work)
			w.commit(t, "src/new.txt", "newer")
		}},
		{"half of it picked", false, func(t *testing.T, w *world) { w.commit(t, "src/new.txt", "new") }},
		{"picked by halves", true, func(t *testing.T, w *world) {
			w.commit(t, "src/new.txt", "new")
			w.commit(t, "src/more.txt", "more")
		}},
		{"on another branch", true, func(t *testing.T, w *world) { w.git(t, "branch", "next", work) }},
		{"where main is pulled from", true, func(t *testing.T, w *world) { w.git(t, "update-ref", "refs/remotes/origin/main", work) }},
		{"squashed where main is pulled from", true, func(t *testing.T, w *world) {
			w.git(t, "checkout", "-q", "-b", "away")
			w.git(t, "cherry-pick", work)
			w.git(t, "commit", "-q", "--amend", "-m", "squash")
			w.git(t, "update-ref", "refs/remotes/origin/main", "away")
			w.git(t, "checkout", "-q", "main")
			w.git(t, "branch", "-q", "-D", "away")
			w.git(t, "config", "remote.origin.url", "elsewhere")
			w.git(t, "config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
			w.git(t, "config", "branch.main.remote", "origin")
			w.git(t, "config", "branch.main.merge", "refs/heads/main")
		}},
		{"on an agent's branch only", false, func(t *testing.T, w *world) { w.git(t, "branch", "agent/ag-9", work) }},
		{"on a branch called like agents' but for its folder", true, func(t *testing.T, w *world) { w.git(t, "branch", "agents/x", work) }},
		{"its ref deleted", false, func(t *testing.T, w *world) { w.git(t, "update-ref", "-d", work) }},
		{"its ref moved to what main has", false, func(t *testing.T, w *world) { w.git(t, "update-ref", work, "main") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			if err := runOne(h, w, "ag-1"); err != nil {
				t.Fatal(err)
			}
			if _, err := h.Ledger.Merged(ctx, "ag-1"); err != nil {
				t.Fatal(err)
			}
			tt.do(t, w)
			did, err := h.GC(ctx, Keep{})
			if strings.Contains(tt.name, "its ref moved") && err != nil && strings.Contains(err.Error(), "somebody has moved it") {
				err = nil
			}
			if err != nil || len(did) != 1 {
				t.Fatalf("%q, %v", did, err)
			}
			_, gone := os.Stat(h.worktree("ag-1"))
			kept := w.git(t, "for-each-ref", "--format=%(refname)", work) != "" || strings.Contains(tt.name, "its ref deleted")
			if held := strings.HasSuffix(did[0], "merged; removed"); held != tt.held || held == kept || held != (gone != nil) {
				t.Errorf("%s; its work is kept: %v, its worktree: %v", did[0], kept, gone)
			}
		})
	}
}

// commit writes a file of main's and commits it.
func (w *world) commit(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, "main", name), []byte(text+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w.git(t, "add", "-A")
	w.git(t, "commit", "-q", "-m", name)
}
