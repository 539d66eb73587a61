//go:build unix

package agent

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/ledger"
)

// leave writes what a merge that was cut off leaves, or what looks like that.
func (w *world) leave(t *testing.T, h *Home, to moving) string {
	t.Helper()
	text, err := json.Marshal(to)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(h.Task("ag-1"), mergeFile)
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// mergeOne merges the work of ag-1 as kei merge does.
func mergeOne(t *testing.T, h *Home, o MergeOrder) (Merged, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.Open(ctx, "ag-1")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	return a.Merge(ctx, Verifier{self, "as-verify"}, o)
}

// A file in the agent's folder does not make merged what was not found clean.
func TestForgedMergeOfFailed(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.client(t, "echo x > elsewhere.txt")
	h := w.open(t)
	if err := runOne(h, w, "ag-1"); err == nil {
		t.Fatal("it is clean")
	}
	for _, to := range []moving{
		{"main", w.head, w.head},
		{"main", w.head, w.git(t, "commit-tree", "-p", w.head, "-m", "m", w.head+"^{tree}")},
		{"main", strings.Repeat("0", 40), w.head},
		{"main", "", "--all"},
	} {
		w.leave(t, h, to)
		if m, err := mergeOne(t, h, MergeOrder{}); err == nil || !strings.Contains(err.Error(), "agent ag-1 is failed") {
			t.Errorf("%+v: %+v, %v", to, m, err)
		}
		if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Failed {
			t.Errorf("%+v: %s, %v", to, row.Status, err)
		}
	}
}

// What is printed of such a file is a branch and ids, and nothing that moves the cursor.
func TestForgedMergeIsPrintable(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	if err := runOne(h, w, "ag-1"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Ledger.MergedBy(ctx, "ag-1", w.head); err != nil {
		t.Fatal(err)
	}
	w.leave(t, h, moving{"main\x1b[2J", strings.Repeat("0", 40), w.head})
	if m, _ := mergeOne(t, h, MergeOrder{}); strings.Contains(m.Branch, "\x1b") {
		t.Errorf("it is said to be merged into %q", m.Branch)
	}
}

// Of work that was found clean, too, it is main that has to show that it was merged;
// kei merges what is claimed falsely, and gc leaves what main lacks.
func TestForgedMergeOfDone(t *testing.T) {
	const work = "refs/kei/ag-1"
	for _, tt := range []struct {
		name  string
		forge func(t *testing.T, w *world) moving
	}{
		{"main as it is", func(t *testing.T, w *world) moving { return moving{"main", w.head, w.head} }},
		{"no commits", func(t *testing.T, w *world) moving { return moving{"main", "--all", "--glob=*"} }},
		{"a commit that is not there", func(t *testing.T, w *world) moving { return moving{"main", w.head, strings.Repeat("1", 40)} }},
		{"another commit of main's", func(t *testing.T, w *world) moving {
			w.commit(t, "other.txt", "x")
			return moving{"main", w.head, w.git(t, "rev-parse", "main")}
		}},
		{"a squash of half of it", func(t *testing.T, w *world) moving {
			w.commit(t, "src/new.txt", "new")
			return moving{"main", w.head, w.git(t, "rev-parse", "main")}
		}},
		{"a commit that main lacks", func(t *testing.T, w *world) moving {
			return moving{"main", w.head, w.git(t, "commit-tree", "-p", w.head, "-m", "m", work+"^{tree}")}
		}},
		{"another parent than it says", func(t *testing.T, w *world) moving {
			w.commit(t, "other.txt", "x")
			was := w.git(t, "rev-parse", "main")
			w.commit(t, "another.txt", "x")
			return moving{"main", was, w.git(t, "rev-parse", "main")}
		}},
		{"a graft", func(t *testing.T, w *world) moving {
			w.commit(t, "other.txt", "x")
			at := w.git(t, "rev-parse", "main")
			graft := at + " " + w.head + " " + w.git(t, "rev-parse", work) + "\n"
			if err := os.MkdirAll(filepath.Join(w.dir, "main/.git/info"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(w.dir, "main/.git/info/grafts"), []byte(graft), 0o644); err != nil {
				t.Fatal(err)
			}
			return moving{"main", w.head, at}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			if err := runOne(h, w, "ag-1"); err != nil {
				t.Fatal(err)
			}
			name := w.leave(t, h, tt.forge(t, w))
			m, err := mergeOne(t, h, MergeOrder{})
			_ = os.Remove(filepath.Join(w.dir, "main/.git/info/grafts"))
			if err != nil || m.Report == nil || !m.Report.Clean || m.Commit != w.git(t, "rev-parse", "main") {
				t.Fatalf("%+v, %v", m, err)
			}
			if has := w.git(t, "rev-list", "--count", work, "^main"); has != "0" {
				t.Error("main lacks the work")
			}
			if _, err := os.Stat(name); err == nil {
				t.Error("the file is left")
			}
		})
	}
}

// A merge whose kei was killed when the branch had moved, and the checkout or the row
// had not, is gone on with; one whose branch has not moved is made anew.
func TestMergeGoesOn(t *testing.T) {
	for _, tt := range []struct {
		name            string
		squash, moved   bool
		since, recorded bool // main has moved on; the row says so already
	}{
		{"not moved", false, false, false, false},
		{"moved", false, true, false, false},
		{"squashed", true, true, false, false},
		{"moved, and on", false, true, true, false},
		{"squashed, and on", true, true, true, false},
		{"moved, and in the row", true, true, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			if err := runOne(h, w, "ag-1"); err != nil {
				t.Fatal(err)
			}
			w.commit(t, "other.txt", "x")
			was, work := w.git(t, "rev-parse", "main"), w.git(t, "rev-parse", "refs/kei/ag-1")
			tree := w.git(t, "merge-tree", "--write-tree", was, work)
			args := []string{"commit-tree", "-p", was}
			if !tt.squash {
				args = append(args, "-p", work)
			}
			commit := w.git(t, append(args, "-m", "parent "+w.head, tree)...)
			name := w.leave(t, h, moving{"main", was, commit})
			if tt.moved {
				w.git(t, "update-ref", "refs/heads/main", commit, was)
			}
			if tt.since {
				w.git(t, "reset", "-q", "--hard")
				w.commit(t, "later.txt", "x")
			}
			if tt.recorded {
				w.git(t, "reset", "-q", "--hard")
				if _, err := h.Ledger.MergedBy(ctx, "ag-1", commit); err != nil {
					t.Fatal(err)
				}
			}
			m, err := mergeOne(t, h, MergeOrder{})
			if err != nil || m.Was != was || (m.Commit == commit) != tt.moved || (m.Report == nil) != tt.moved {
				t.Fatalf("%+v, %v; want %s", m, err, commit)
			}
			if s := w.git(t, "status", "--porcelain"); s != "" {
				t.Errorf("the checkout: %s", s)
			}
			if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Merged || row.Merge != m.Commit {
				t.Errorf("%+v, %v", row, err)
			}
			if _, err := os.Stat(name); err == nil {
				t.Error("the file is left")
			}
		})
	}
}

// Which commit merged the work a row only claims, and gc looks at that commit.
func TestMergedByWhat(t *testing.T) {
	for _, tt := range []struct {
		name string
		held bool
		by   func(t *testing.T, w *world) string
	}{
		{"what main was at", false, func(t *testing.T, w *world) string { return w.head }},
		{"another commit of main's", false, func(t *testing.T, w *world) string {
			w.commit(t, "other.txt", "x")
			return w.git(t, "rev-parse", "main")
		}},
		{"a commit that is not there", false, func(t *testing.T, w *world) string { return strings.Repeat("1", 40) }},
		// The rest of what it changes is neither there nor picked, and the squash is.
		{"a squash onto half of it, changed since", true, func(t *testing.T, w *world) string {
			w.commit(t, "src/new.txt", "new")
			w.commit(t, "src/more.txt", "more")
			by := w.git(t, "rev-parse", "main")
			w.commit(t, "src/more.txt", "newer")
			return by
		}},
		{"a squash that was taken back by moving main", false, func(t *testing.T, w *world) string {
			w.git(t, "merge", "-q", "--squash", "refs/kei/ag-1")
			w.git(t, "commit", "-q", "-m", "squash")
			by := w.git(t, "rev-parse", "main")
			w.git(t, "reset", "-q", "--hard", w.head)
			return by
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			if err := runOne(h, w, "ag-1"); err != nil {
				t.Fatal(err)
			}
			if _, err := h.Ledger.MergedBy(ctx, "ag-1", tt.by(t, w)); err != nil {
				t.Fatal(err)
			}
			did, err := h.GC(ctx, Keep{Failed: true})
			if err != nil || len(did) != 1 || strings.HasSuffix(did[0], "merged; removed") != tt.held {
				t.Errorf("%q, %v", did, err)
			}
		})
	}
}
