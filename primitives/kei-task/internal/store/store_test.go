package store

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kei-task/verb"
)

func fresh(t *testing.T) *Store {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "deep", "task.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	clock := int64(1767225600)
	s.now = func() time.Time { clock++; return time.Unix(clock, 0) }
	return s
}

func (s *Store) with(t *testing.T, titles ...string) {
	for _, title := range titles {
		if _, err := s.Create(t.Context(), NewTask{Title: title}); err != nil {
			t.Fatal(err)
		}
	}
}

func code(err error) string {
	var refused *verb.Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

// TestOpenAtOnce: many open a file that is not there yet, and each adds a task.
func TestOpenAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "task.sqlite")
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			s, err := Open(context.Background(), name)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if _, err := s.Create(context.Background(), NewTask{Title: "x"}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.List(t.Context(), Wanted{Limit: 100})
	if err != nil || len(got.Tasks) != 20 {
		t.Errorf("%d tasks, %v", len(got.Tasks), err)
	}
}

// TestLater: a file of a later program is left alone.
func TestLater(t *testing.T) {
	name := filepath.Join(t.TempDir(), "task.sqlite")
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if s, err := Open(t.Context(), name); err == nil {
		s.Close()
		t.Error("a file of version 99 was opened")
	}
}

func TestDependencies(t *testing.T) {
	s := fresh(t)
	s.with(t, "one", "two", "three")
	for _, tt := range []struct {
		from, to int64
		code     string
	}{{1, 2, ""}, {1, 2, ""}, {2, 3, ""}, {3, 1, "CycleDetected"}, {2, 1, "CycleDetected"}, {1, 1, "SelfDependency"}, {1, 9, "NotFound"}, {9, 1, "NotFound"}} {
		if _, err := s.AddDependency(t.Context(), Edge{From: tt.from, To: tt.to}); code(err) != tt.code {
			t.Errorf("%d -> %d: %v, want %q", tt.from, tt.to, err, tt.code)
		}
	}
	if _, err := s.Done(t.Context(), Which{1}); code(err) != "Blocked" {
		t.Errorf("done though it waits: %v", err)
	}
	ready, err := s.List(t.Context(), Wanted{Ready: true})
	if err != nil || len(ready.Tasks) != 1 || ready.Tasks[0].ID != 3 {
		t.Errorf("ready: %+v %v", ready, err)
	}
	first, err := s.Done(t.Context(), Which{3})
	if err != nil || len(first.Ready) != 1 || first.Ready[0] != 2 {
		t.Errorf("done: %+v %v", first, err)
	}
	again, err := s.Done(t.Context(), Which{3})
	if err != nil || again.CompletedAt != first.CompletedAt {
		t.Errorf("done again: %+v %v", again, err)
	}
}

// TestSearch: what is searched for is text, whatever an index would make of it.
func TestSearch(t *testing.T) {
	s := fresh(t)
	s.with(t, "Fix OR drop the Äpfel", `say "hello" (now)`, "100% done_ly", "other")
	for query, want := range map[string]int{"äpfel fix": 1, "OR": 1, `"hello"`: 1, "(now": 1, "%": 1, "done_": 1, "*": 0, "fix nothing": 0, "o": 4, "'": 0} {
		got, err := s.Search(t.Context(), Query{Query: query})
		if err != nil || len(got.Results) != want {
			t.Errorf("%s: %d, want %d, %v", query, len(got.Results), want, err)
		}
	}
	if _, err := s.Search(t.Context(), Query{Query: " \t"}); code(err) != "InvalidQuery" {
		t.Error(err)
	}
	if _, err := s.Create(t.Context(), NewTask{Title: "  "}); code(err) != "InvalidTitle" {
		t.Error(err)
	}
}

func TestOrder(t *testing.T) {
	s := fresh(t)
	for _, p := range []string{"low", "", "critical", "high"} {
		if _, err := s.Create(t.Context(), NewTask{Title: "x", Priority: p}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.List(t.Context(), Wanted{Limit: 3})
	if err != nil || len(got.Tasks) != 3 || got.Tasks[0].Priority != "critical" || got.Tasks[1].Priority != "high" || got.Tasks[2].Priority != "medium" {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := s.Create(t.Context(), NewTask{Title: "x", Priority: "urgent"}); code(err) != "StoreError" {
		t.Error(err)
	}
}
