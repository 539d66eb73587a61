package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

// oldFile is a ledger as the earlier kit left it at some version.
func oldFile(t *testing.T, version int, statements ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "old.sqlite")
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range append(statements, fmt.Sprintf("PRAGMA user_version = %d", version)) {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return file
}

const (
	oldBase = `CREATE TABLE agents (id TEXT PRIMARY KEY, branch TEXT NOT NULL, parent_branch TEXT, spec_sha TEXT NOT NULL,
		status TEXT NOT NULL CHECK (status IN ('running','done','failed','merged','rejected')), started_ts INTEGER NOT NULL,
		finished_ts INTEGER, summary TEXT, worktree_path TEXT)`
	oldDNA  = "ALTER TABLE agents ADD COLUMN dna TEXT"
	oldFork = "ALTER TABLE agents ADD COLUMN creator_id TEXT"
	oldFor2 = "ALTER TABLE agents ADD COLUMN fork_parent_id TEXT"
	oldCost = "ALTER TABLE agents ADD COLUMN cost_cents INTEGER NOT NULL DEFAULT 0"
)

func version(t *testing.T, file string) (v int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err == nil {
		defer db.Close()
		err = db.QueryRow("PRAGMA user_version").Scan(&v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestOldLedgers(t *testing.T) {
	row := "INSERT INTO agents (id, branch, spec_sha, status, started_ts) VALUES "
	for _, tt := range []struct {
		name       string
		version    int
		statements []string
		rows       int64
	}{
		{"empty file", 0, nil, 0},
		{"base", 1, []string{oldBase, row + "('a', 'agent/a', 'pending', 'running', 7)"}, 1},
		{"table made, version not set", 0, []string{oldBase, row + "('a', 'agent/a', 'pending', 'running', 7)"}, 1},
		{"column added, version not set", 1, []string{oldBase, oldDNA}, 0},
		{"one column of two", 3, []string{oldBase, oldDNA, oldFork}, 0},
		{"ids that would not pass today", 1, []string{oldBase, row + "('../../x', 'b', '', 'merged', 7), ('a b', 'b', '', 'failed', 7)"}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &world{t, oldFile(t, tt.version, tt.statements...), 1000}
			for range 2 { // the second time there is nothing to do
				l := w.open()
				if c := intact(t, l); c.Agents != tt.rows || c.Events != tt.rows {
					t.Errorf("%+v", c)
				}
				if v := version(t, w.where); v != Version {
					t.Errorf("version %d", v)
				}
			}
			if tt.name == "base" {
				l := w.open()
				r := must(t)(l.Done(ctx, "a", "at last"))
				if r.Started != 7 || r.SpecSHA != "pending" || r.First != 1 || r.Last != 2 {
					t.Errorf("%+v", r)
				}
				intact(t, l)
			}
		})
	}
}

func TestOldCosts(t *testing.T) {
	file := oldFile(t, 6, oldBase, oldDNA, oldFork, oldFor2, oldCost,
		"ALTER TABLE agents ADD COLUMN provider TEXT NOT NULL DEFAULT ''", "ALTER TABLE agents ADD COLUMN model TEXT NOT NULL DEFAULT ''",
		"INSERT INTO agents (id, branch, spec_sha, status, started_ts, cost_cents) VALUES ('a', 'b', '', 'done', 7, 250)")
	l := (&world{t, file, 1}).open()
	r := must(t)(l.Get(ctx, "a"))
	if r.CostCents != 250 || r.CostMicroCents != 250_000_000 {
		t.Errorf("%+v", r)
	}
	intact(t, l)
}

// TestBlocked: a file in which two rows share a label stays as it is.
func TestBlocked(t *testing.T) {
	file := oldFile(t, 4, oldBase, oldDNA, oldFork, oldFor2,
		"INSERT INTO agents (id, branch, spec_sha, status, started_ts, dna) VALUES ('a', 'b', '', 'done', 7, 'd'), ('c', 'b', '', 'done', 7, 'd'), ('e', 'b', '', 'done', 7, NULL), ('f', 'b', '', 'done', 7, NULL)")
	_, err := Open(ctx, file, time.Now)
	var blocked *BlockedError
	if !errors.As(err, &blocked) || !reflect.DeepEqual(blocked.Duplicates, []Duplicate{{"d", 2}}) {
		t.Errorf("%v", err)
	}
	if want := "ledger " + file + " stays at version 4: every dna may stand in one row only, and there is d in 2 rows; change"; !strings.HasPrefix(fmt.Sprint(err), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if v := version(t, file); v != 4 {
		t.Errorf("version %d", v)
	}
}

func TestLaterVersion(t *testing.T) {
	file := oldFile(t, Version+1, oldBase)
	_, err := Open(ctx, file, time.Now)
	wantError[*VersionError](t, err, fmt.Sprintf("ledger %s has version %d, this kei knows them up to %d", file, Version+1, Version))
}

// TestOpenAtOnce: a dozen that all find no tables.
func TestOpenAtOnce(t *testing.T) {
	onBoth(t, func(w *world) {
		var all sync.WaitGroup
		for range 12 {
			all.Go(func() {
				l, err := Open(ctx, w.where, time.Now)
				if err != nil {
					w.Error(err)
					return
				}
				l.Close()
			})
		}
		all.Wait()
		intact(w, w.open())
	})
}

// TestTaskClass: the generated column, which only others read.
func TestTaskClass(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		for id, want := range map[string]string{
			"r::NG::82EADA2F::2D711642-0000000a": "r::NG::82EADA2F::2D711642", "short-1": "short-1", "": "NULL",
		} {
			a := agent(fmt.Sprint("a", len(id)))
			a.DNA = id
			must(w)(l.Fork(ctx, a))
			var got string
			if err := l.db.QueryRow("SELECT COALESCE(task_class_dna, 'NULL') FROM agents WHERE id = '" + a.ID + "'").Scan(&got); err != nil || got != want {
				w.Errorf("%q: got %s, %v", id, got, err)
			}
		}
	})
}

// TestLongBranchBySQL: the tables keep the limit too.
func TestLongBranchBySQL(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		must(w)(l.Fork(ctx, agent("a")))
		long := strings.Repeat("x", 257)
		for _, s := range []string{
			"UPDATE agents SET branch = '" + long + "'", "UPDATE agents SET parent_branch = '" + long + "'",
			"INSERT INTO agents (id, branch, spec_sha, status, started_ts) VALUES ('b', '" + long + "', '', 'done', 1)",
		} {
			if _, err := l.db.Exec(s); err == nil {
				w.Errorf("%.40s was taken", s)
			}
		}
	})
}
