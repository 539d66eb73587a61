package ledger

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestBackup: a backup is a ledger of its own, whole and in the same chain.
func TestBackup(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		task := []byte("[task]\n")
		must(w)(l.ForkOf(ctx, Agent{ID: "ag-1", Branch: "agent/ag-1", Host: "here"}, task))
		must(w)(l.Keep(ctx, "ag-1", commit))
		if _, err := l.Lift(ctx, "a rule", "why", "ag-1"); err != nil {
			w.Fatal(err)
		}
		if err := l.Record(ctx, Invocation{ID: "i-1", Atom: "a::b", SpecSHA: sha, Status: Running}); err != nil {
			w.Fatal(err)
		}
		file := filepath.Join(w.TempDir(), "backup.sqlite")
		found, err := l.Backup(ctx, file)
		if err != nil || len(found.Problems) > 0 || found.Head != intact(w, l).Head || found.Agents != 1 || found.Invocations != 1 {
			w.Fatalf("%+v, %v", found, err)
		}
		must(w)(l.Done(ctx, "ag-1", "later"))
		if _, err := l.Backup(ctx, file); err == nil {
			w.Error("a backup was overwritten")
		}
		b := (&world{w.T, file, 1}).open()
		if r, err := b.Get(ctx, "ag-1"); err != nil || r.Work != commit || r.Host != "here" || r.Status != Running {
			w.Errorf("%+v, %v", r, err)
		}
		if text, err := b.Spec(ctx, must(w)(b.Get(ctx, "ag-1")).SpecSHA); err != nil || string(text) != string(task) {
			w.Errorf("%q, %v", text, err)
		}
		must(w)(b.Fail(ctx, "ag-1", "the chain goes on"))
		intact(w, b)
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".kei-*")); len(left) > 0 {
			w.Errorf("left behind: %s", left)
		}
	})
}

// TestArchive: what is over moves into a file of its own; the chain stays whole, and
// nothing else can be made to look archived.
func TestArchive(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		for i, end := range []string{"merged", "rejected", "done", "merged", "running"} {
			id := fmt.Sprintf("ag-%d", i)
			a := agent(id)
			if i == 4 {
				a.Parent = "ag-3" // which stays for its sake
			}
			must(w)(l.Fork(ctx, a))
			if end != "running" {
				must(w)(l.Done(ctx, id, "x"))
			}
			switch end {
			case "merged":
				must(w)(l.Merged(ctx, id))
			case "rejected":
				must(w)(l.Reject(ctx, id, "no"))
			}
		}
		events := intact(w, l).Events
		file := filepath.Join(w.TempDir(), "old.sqlite")
		n, err := l.Archive(ctx, file, w.at+1000)
		if err != nil || n != 2 {
			w.Fatalf("%d, %v", n, err)
		}
		if c := intact(w, l); c.Events != events+1 || c.Agents != 3 {
			w.Errorf("%+v", c)
		}
		if c := intact(w, (&world{w.T, file, 1}).open()); c.Events != events || c.Agents != 5 {
			w.Errorf("the archive: %+v", c)
		}
		must(w)(l.Fork(ctx, agent("ag-9")))
		must(w)(l.Merged(ctx, "ag-2"))
		n, err = l.Archive(ctx, filepath.Join(w.TempDir(), "older.sqlite"), w.at+1000)
		if err != nil || n != 1 {
			w.Fatalf("%d, %v", n, err)
		}
		head := intact(w, l).Head
		if _, err := l.Check(ctx, head); err != nil {
			w.Error(err)
		}
		l.sql(t, "UPDATE events SET agent = '', event = '', payload = '' WHERE agent = 'ag-9'", "DELETE FROM agents WHERE id = 'ag-9'")
		if c, err := l.Check(ctx, Head{}); err != nil || len(c.Problems) == 0 {
			w.Errorf("an event was taken away, and nothing says so: %+v, %v", c, err)
		}
	})
}

// TestArchiveLine: who stays keeps its parents to the first, by branch or by id, and
// a line that is over goes whole; one that is its own grandparent is no reason to wait.
func TestArchiveLine(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		for _, a := range []struct{ id, parent, end string }{
			{"p", "", "merged"}, {"c", "p", "merged"}, {"g", "agent/c", ""},
			{"q", "", "rejected"}, {"d", "agent/q", "merged"}, {"h", "d", "merged"},
			{"x", "y", "merged"}, {"y", "x", "merged"},
			{"v", "u", "merged"}, {"u", "v", "merged"}, {"z", "u", "done"},
		} {
			fork := agent(a.id)
			fork.Parent = a.parent
			must(w)(l.Fork(ctx, fork))
			if a.end != "" {
				must(w)(l.Done(ctx, a.id, "x"))
			}
			switch a.end {
			case "merged":
				must(w)(l.Merged(ctx, a.id))
			case "rejected":
				must(w)(l.Reject(ctx, a.id, "no"))
			}
		}
		n, err := l.Archive(ctx, filepath.Join(w.TempDir(), "old.sqlite"), w.at+1000)
		if err != nil || n != 5 {
			w.Errorf("%d, %v", n, err)
		}
		rows, err := l.List(ctx, "")
		ids := []string{}
		for _, r := range rows {
			ids = append(ids, r.ID)
		}
		slices.Sort(ids)
		if err != nil || fmt.Sprint(ids) != "[c g p u v z]" {
			w.Errorf("left: %v, %v", ids, err)
		}
		intact(w, l)
	})
}

// TestArchiveUnread: an archive that does not say what was archived is a problem, with
// and without events that say nothing.
func TestArchiveUnread(t *testing.T) {
	for _, payload := range []string{"", "[]", `"x"`, `{"events":"1"}`, "{"} {
		for _, tombs := range []bool{false, true} {
			w := &world{t, filepath.Join(t.TempDir(), "l.sqlite"), 1}
			l := w.open()
			must(w)(l.Fork(ctx, agent("ag-1")))
			must(w)(l.Fork(ctx, agent("ag-2")))
			l.sql(t, "UPDATE events SET agent = 'ledger/', event = 'archive', payload = '"+payload+"' WHERE agent = 'ag-2'", "DELETE FROM agents WHERE id = 'ag-2'")
			if tombs {
				l.sql(t, "UPDATE events SET agent = '', event = '', payload = '' WHERE agent = 'ag-1'", "DELETE FROM agents WHERE id = 'ag-1'")
			}
			found, err := l.Check(ctx, Head{})
			if err != nil || !strings.Contains(fmt.Sprint(found.Problems), "event 2: does not say what was archived") {
				t.Errorf("%s, tombstones %v: %v, %v", payload, tombs, found.Problems, err)
			}
		}
	}
}

// TestSelect: rows since a time, and so many.
func TestSelect(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		var at []int64
		for i := range 5 {
			at = append(at, must(w)(l.Fork(ctx, agent(fmt.Sprintf("ag-%d", i)))).Started)
		}
		must(w)(l.Done(ctx, "ag-4", "x"))
		for _, tt := range []struct {
			q    Query
			want string
		}{
			{Query{Limit: 2}, "[ag-4 ag-3]"},
			{Query{Since: at[3]}, "[ag-4 ag-3]"},
			{Query{Since: at[1], Limit: 1, Status: Running}, "[ag-3]"},
			{Query{Since: at[4] + 1}, "[]"},
		} {
			rows, err := l.Select(ctx, tt.q)
			ids := []string{}
			for _, r := range rows {
				ids = append(ids, r.ID)
			}
			if err != nil || fmt.Sprint(ids) != tt.want {
				w.Errorf("%+v: %v, %v; want %s", tt.q, ids, err, tt.want)
			}
		}
		if _, err := l.Select(ctx, Query{Limit: -1}); err == nil {
			w.Error("a negative limit")
		}
	})
}

// TestReplaced: a file that is deleted, or replaced, while it is open is said.
func TestReplaced(t *testing.T) {
	w := &world{t, filepath.Join(t.TempDir(), "l.sqlite"), 1}
	l := w.open()
	must(w)(l.Fork(ctx, agent("ag-1")))
	if err := os.Remove(w.where); err != nil {
		t.Fatal(err)
	}
	_, err := l.Done(ctx, "ag-1", "x")
	wantError[*ReplacedError](t, err, "ledger "+w.where+": its file was deleted or replaced while it was open; put it back, or kei ledger rebuild makes it from the agents' journals")
}

// TestReconnect: a server that throws its clients out is waited for, and what was
// acknowledged is there once.
func TestReconnect(t *testing.T) {
	w := &world{t, postgresSchema(t), 1000}
	const writers, each = 4, 40
	l, err := Open(ctx, w.where, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	db, err := sqlOpen(server.url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	done := make(chan struct{})
	var thrown sync.WaitGroup
	thrown.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(15 * time.Millisecond):
				_, _ = db.Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%events%'")
			}
		}
	})
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() {
			for i := range each {
				if _, err := l.Fork(ctx, agent(fmt.Sprintf("ag-%d-%d", n, i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	close(done)
	thrown.Wait()
	if c := intact(t, l); c.Agents != writers*each || c.Events != writers*each {
		t.Errorf("%+v", c)
	}
}
