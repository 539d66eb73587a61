package ledger

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestLife(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		a := agent("ag-1")
		a.SpecSHA = strings.ToUpper(sha)
		a.Parent, a.Worktree, a.DNA, a.Creator, a.ForkParent = "main", "/tmp/w", "r::NG::00000000::00000000-00000001", "c", "f"
		r := must(w)(l.Fork(ctx, a))
		a.SpecSHA = sha
		if r.Agent != a || r.Status != Running || r.Started != 1001 || r.Finished != 0 {
			t.Errorf("%+v", r)
		}
		must(w)(l.Verified(ctx, "ag-1", json.RawMessage(`{"passed": ["b<c"], "failed": [], "n": 12345678901234567890}`)))
		r = must(w)(l.Done(ctx, "ag-1", "first"))
		if r.Status != Done || r.Finished != 1003 || r.Summary != "first" {
			t.Errorf("%+v", r)
		}
		if want := Report(`{"failed":[],"n":12345678901234567890,"passed":["b<c"]}`); r.Verify != want {
			t.Errorf("got %s, want %s", r.Verify, want)
		}
		_, err := l.Done(ctx, "ag-1", "second")
		wantError[*StatusError](w, err, "no running agent with id ag-1: it is done already")
		_, err = l.Fail(ctx, "ag-1", "second")
		wantError[*StatusError](w, err, "no running agent with id ag-1: it is done")
		r = must(w)(l.Merged(ctx, "ag-1"))
		if r.Status != Merged || r.Summary != "first" || r.Finished != 1003 {
			t.Errorf("merging changed more than the status: %+v", r)
		}
		same, err := l.Get(ctx, "ag-1")
		if err != nil || same != r {
			t.Errorf("got %+v, %v\nwant %+v", same, err, r)
		}
		events, err := l.Events(ctx, "ag-1")
		if err != nil || len(events) != 4 || events[3].Kind != "merged" || events[3].Payload != "{}" || events[0].Prev != "" {
			t.Errorf("%+v, %v", events, err)
		}
		if c := intact(w, l); c.Events != 4 || c.Agents != 1 || c.Head != (Head{4, events[3].Hash}) {
			t.Errorf("%+v", c)
		}
	})
}

// TestEdges tries every change at every status.
func TestEdges(t *testing.T) {
	changes := map[string]func(*Ledger, string) (Row, error){
		"done":   func(l *Ledger, id string) (Row, error) { return l.Done(ctx, id, "x") },
		"fail":   func(l *Ledger, id string) (Row, error) { return l.Fail(ctx, id, "x") },
		"merged": func(l *Ledger, id string) (Row, error) { return l.Merged(ctx, id) },
		"reject": func(l *Ledger, id string) (Row, error) { return l.Reject(ctx, id, "x") },
		"verify": func(l *Ledger, id string) (Row, error) { return l.Verified(ctx, id, json.RawMessage("{}")) },
		"cost":   func(l *Ledger, id string) (Row, error) { return l.RecordCost(ctx, id, Cost{Cents: 1}) },
		"keep":   func(l *Ledger, id string) (Row, error) { return l.Keep(ctx, id, commit) },
		"clean":  func(l *Ledger, id string) (Row, error) { return l.Again(ctx, id, true, "x") },
		"bad":    func(l *Ledger, id string) (Row, error) { return l.Again(ctx, id, false, "x") },
	}
	paths := map[Status][]string{
		Running: {}, Done: {"keep", "done"}, Failed: {"fail"}, Merged: {"done", "merged"}, Rejected: {"fail", "reject"},
	}
	want := map[Status]map[string]Status{
		Running:  {"done": Done, "fail": Failed, "verify": Running, "cost": Running, "keep": Running},
		Done:     {"merged": Merged, "reject": Rejected, "verify": Done, "cost": Done, "clean": Done, "bad": Failed},
		Failed:   {"merged": Merged, "reject": Rejected, "verify": Failed, "cost": Failed, "keep": Failed, "clean": Done, "bad": Failed},
		Merged:   {"cost": Merged},
		Rejected: {"cost": Rejected},
	}
	onBoth(t, func(w *world) {
		l := w.open()
		for at, path := range paths {
			for name, change := range changes {
				id := string(at) + "-" + name
				must(w)(l.Fork(ctx, agent(id)))
				for _, step := range path {
					must(w)(changes[step](l, id))
				}
				before, err := l.Get(ctx, id)
				if err != nil {
					w.Fatal(err)
				}
				to, allowed := want[at][name]
				r, err := change(l, id)
				if allowed && (err != nil || r.Status != to) {
					w.Errorf("%s of %s: %s, %v; want %s", name, at, r.Status, err, to)
				}
				if !allowed {
					if _, is := err.(*StatusError); !is {
						w.Errorf("%s of %s: %v, want a StatusError", name, at, err)
					}
					if after, _ := l.Get(ctx, id); after != before {
						w.Errorf("%s of %s was refused, and changed the row", name, at)
					}
				}
			}
		}
		for name, change := range changes {
			if _, err := change(l, "ghost"); !strings.HasPrefix(fmt.Sprint(err), "no ") || !strings.HasSuffix(err.Error(), "agent with id ghost") {
				w.Errorf("%s of nobody: %v", name, err)
			}
		}
		intact(w, l)
	})
}

func TestRefused(t *testing.T) {
	long := strings.Repeat("b", 257)
	onBoth(t, func(w *world) {
		l := w.open()
		with := func(change func(*Agent)) Agent {
			a := agent("ag-2")
			change(&a)
			return a
		}
		first := agent("ag-1")
		first.DNA = "d-1"
		must(w)(l.Fork(ctx, first))
		for name, a := range map[string]Agent{
			"agent id ag-1 is in the ledger already, as running; take another id": agent("ag-1"),
			"dna collision: d-1 already present — regenerate nonce and retry":     with(func(a *Agent) { a.DNA = "d-1" }),
			"invalid agent-id: contains parent sequence '..'":                     agent("../../x"),
			"branch has 257 bytes, more than the 256 it may have":                 with(func(a *Agent) { a.Branch = long }),
			"parent has 257 bytes, more than the 256 it may have":                 with(func(a *Agent) { a.Parent = long }),
			`branch "a\tb" has a character that does not print`:                   with(func(a *Agent) { a.Branch = "a\tb" }),
			`creator "\xff" has a character that does not print`:                  with(func(a *Agent) { a.Creator = "\xff" }),
			"branch is empty":                    with(func(a *Agent) { a.Branch = "" }),
			`worktree "a\x00b" cannot be a path`: with(func(a *Agent) { a.Worktree = "a\x00b" }),
			"spec-sha pending is not a SHA-256, which has 64 hexadecimal digits": with(func(a *Agent) { a.SpecSHA = "pending" }),
		} {
			if _, err := l.Fork(ctx, a); err == nil || err.Error() != name {
				w.Errorf("got  %v\nwant %s", err, name)
			}
		}
		_, err := l.Fork(ctx, agent("ag-1"))
		wantError[*DuplicateIDError](w, err, "agent id ag-1 is in the ledger already, as running; take another id")
		_, err = l.Done(ctx, "ag-1", strings.Repeat("x", maxText+1))
		wantError[*ArgumentError](w, err, "summary has 65537 bytes, more than the 65536 that are kept")
		_, err = l.Verified(ctx, "ag-1", json.RawMessage("{} {}"))
		if _, is := err.(*ArgumentError); !is {
			w.Error(err)
		}
		_, err = l.List(ctx, "finished")
		wantError[*ArgumentError](w, err, "status finished is none of running done failed merged rejected")

		// What is just allowed.
		must(w)(l.Fork(ctx, with(func(a *Agent) { a.Branch, a.Parent = long[1:], long[1:] })))
		r := must(w)(l.Done(ctx, "ag-2", "a\x00b\xff"))
		if r.Summary != "a\uFFFDb\uFFFD" {
			w.Errorf("%q", r.Summary)
		}
		if c := intact(w, l); c.Events != 3 {
			w.Errorf("%d events: what was refused left some", c.Events)
		}
	})
}

func TestNoDNAManyTimes(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		must(w)(l.Fork(ctx, agent("a")))
		must(w)(l.Fork(ctx, agent("b")))
		intact(w, l)
	})
}

func TestCost(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		must(w)(l.Fork(ctx, agent("a")))
		must(w)(l.RecordCost(ctx, "a", Cost{Cents: 100, Provider: "p", Model: "m", TokensIn: 5}))
		must(w)(l.RecordCost(ctx, "a", Cost{Cents: 250, TokensOut: 7}))
		r := must(w)(l.RecordCost(ctx, "a", Cost{Cents: 75, Model: "n"}))
		if r.CostCents != 425 || r.CostMicroCents != 425_000_000 || r.Provider != "p" || r.Model != "n" || r.TokensIn != 5 || r.TokensOut != 7 {
			w.Errorf("%+v", r)
		}
		r = must(w)(l.RecordCost(ctx, "a", Cost{Cents: 9, Replace: true}))
		if r.CostCents != 9 || r.CostMicroCents != 9_000_000 || r.TokensIn != 0 {
			w.Errorf("%+v", r)
		}
		for _, cents := range []int64{-1, math.MaxInt64, math.MaxInt64/microCents + 1} {
			if _, err := l.RecordCost(ctx, "a", Cost{Cents: cents}); err == nil {
				w.Errorf("%d cents were taken", cents)
			}
		}
		_, err := l.RecordCost(ctx, "ghost", Cost{})
		wantError[*NotFoundError](w, err, "no agent with id ghost")
		intact(w, l)
	})
}

func ids(rows []Row) (list []string) {
	for _, r := range rows {
		list = append(list, r.ID)
	}
	return list
}

func TestListAndDescendants(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		l.now = func() (now time.Time) { return now } // all in one second
		for _, id := range []string{"z", "a", "m"} {
			x := agent(id)
			switch id {
			case "a":
				x.Creator = "dna-z"
			case "m":
				x.ForkParent = "dna-z"
			}
			must(w)(l.Fork(ctx, x))
		}
		must(w)(l.Done(ctx, "a", ""))
		for _, tt := range []struct {
			list func() ([]Row, error)
			want []string
		}{
			{func() ([]Row, error) { return l.List(ctx, "") }, []string{"m", "a", "z"}},
			{func() ([]Row, error) { return l.List(ctx, Running) }, []string{"m", "z"}},
			{func() ([]Row, error) { return l.List(ctx, Rejected) }, nil},
			{func() ([]Row, error) { return l.Descendants(ctx, "dna-z") }, []string{"m", "a"}},
			{func() ([]Row, error) { return l.Descendants(ctx, "nobody") }, nil},
		} {
			rows, err := tt.list()
			if err != nil || !slices.Equal(ids(rows), tt.want) {
				w.Errorf("got %v, %v; want %v", ids(rows), err, tt.want)
			}
		}
	})
}

func TestTree(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		fork := func(id, branch, parent string) {
			must(w)(l.Fork(ctx, Agent{ID: id, Branch: branch, Parent: parent, SpecSHA: sha}))
		}
		fork("root", "agent/root", "")
		fork("c1", "agent/c1", "agent/root") // by branch
		fork("c2", "agent/c2", "root")       // by id
		fork("g1", "agent/g1", "c1")
		fork("other", "agent/other", "main")
		fork("same", "same", "root") // its branch is its id
		fork("below", "agent/below", "same")
		fork("x", "agent/x", "agent/y")
		fork("y", "agent/y", "x")
		fork("self", "agent/self", "self")

		for _, tt := range []struct{ id, want string }{
			{"root", "0 root, 1 c1, 2 g1, 1 c2, 1 same, 2 below"},
			{"c2", "0 c2"},
			{"x", "0 x, 1 y"},
			{"self", "0 self"},
		} {
			tree, err := l.Tree(ctx, tt.id)
			var got []string
			for _, n := range tree {
				got = append(got, fmt.Sprint(n.Depth, " ", n.ID))
			}
			if s := strings.Join(got, ", "); err != nil || s != tt.want {
				w.Errorf("%s: got %s, %v; want %s", tt.id, s, err, tt.want)
			}
		}
		_, err := l.Tree(ctx, "ghost")
		wantError[*NotFoundError](w, err, "no agent with id ghost")
	})
}

func TestCheckID(t *testing.T) {
	cases := lines(t, "../goldentests/cases/agent_id.jsonl")
	if len(cases) != 64 {
		t.Errorf("%d cases, want 64", len(cases))
	}
	for _, line := range cases {
		var c struct {
			ID     string  `json:"agent_id"`
			OK     bool    `json:"ok"`
			Reason *string `json:"upstream_reason"`
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		err := CheckID(c.ID)
		if c.OK != (err == nil) {
			t.Errorf("%q: got %v, want ok %v", c.ID, err, c.OK)
		}
		if err != nil && c.Reason != nil && err.Error() != "invalid agent-id: "+*c.Reason {
			t.Errorf("%q: got %v, want %s", c.ID, err, *c.Reason)
		}
	}
}

// TestColumns: a field that is no column would be lost.
func TestColumns(t *testing.T) {
	var count func(reflect.Type) int
	count = func(s reflect.Type) (n int) {
		for i := range s.NumField() {
			if f := s.Field(i); f.Anonymous {
				n += count(f.Type)
			} else {
				n++
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if !slices.ContainsFunc(columns, func(c column[Row]) bool { return c.name == name }) {
					t.Errorf("%s has no column %s", f.Name, name)
				}
			}
		}
		return n
	}
	if n := count(reflect.TypeFor[Row]()); n != len(columns) {
		t.Errorf("%d fields, %d columns", n, len(columns))
	}
}

func TestMissingArtefacts(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, ".claude", "agents", "ag-1")
	if err := os.MkdirAll(filepath.Join(dir, "review.md"), 0o755); err != nil { // a folder is none
		t.Fatal(err)
	}
	for _, name := range Artefacts[:2] {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	id, missing, err := MissingArtefacts(os.DirFS(root), "agent/ag-1")
	if id != "ag-1" || err != nil || !slices.Equal(missing, Artefacts[2:]) {
		t.Error(id, missing, err)
	}
	if _, _, err := MissingArtefacts(os.DirFS(root), "agent/../x"); err == nil {
		t.Error("a branch that leads out was looked at")
	}
}

func TestDefaultPath(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"KEI_LEDGER_DB": "x.sqlite", "HOME": "/h"}, "x.sqlite"},
		{map[string]string{"HOME": "/h"}, "/h/.claude/agents/ledger.sqlite"},
		{map[string]string{"HOME": "/h", "XDG_DATA_HOME": "/d"}, "/d/kei/ledger.sqlite"},
		{map[string]string{"HOME": "/h", "XDG_DATA_HOME": "d"}, "/h/.claude/agents/ledger.sqlite"},
		{map[string]string{}, ""},
	} {
		got, err := DefaultPath(func(k string) (string, bool) { v, ok := tt.env[k]; return v, ok })
		if got != filepath.FromSlash(tt.want) || (err == nil) != (tt.want != "") {
			t.Errorf("%v: %s, %v", tt.env, got, err)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	gone := filepath.Join(dir, "gone.sqlite")
	_, err := OpenExisting(ctx, gone, nil)
	wantError[*MissingError](t, err, "no ledger at "+gone+"; kei ledger init makes one")
	if _, err := os.Stat(gone); err == nil {
		t.Error("it was made")
	}
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, text, nil); err == nil || !strings.Contains(err.Error(), text) {
		t.Error(err)
	}
	if _, err := Open(ctx, dir, nil); err == nil {
		t.Error("a folder was opened")
	}
	if _, err := Open(ctx, "", nil); err == nil {
		t.Error("nothing was opened")
	}
	for in, want := range map[string]string{
		"postgres://me:secret@h/db":      "postgres://me:xxxxx@h/db",
		"postgres:///db?password=secret": "postgres:///db",
		"postgres://h:port\x7f/secret":   "postgres://...",
		"/a b/ledger.sqlite":             "/a b/ledger.sqlite",
	} {
		if got := Shown(in); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}
