package goldentests

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// readRows decodes a file of JSON lines.
func readRows[T any](t testing.TB, file string) []T {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s:%d: %v", file, n, err)
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows", file)
	}
	return rows
}

// A judgement is a row of judged.toml: kei's own verdict, against the row's.
type judgement struct {
	File    string
	ID      string
	Verdict string
	Reason  string
}

// judged are the judgements about the rows of a file, by id. Every one must be
// about one of the ids.
func judged(t testing.TB, file string, ids []string) map[string]judgement {
	t.Helper()
	var list struct{ Row []judgement }
	meta, err := toml.DecodeFile("judged.toml", &list)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Errorf("judged.toml: nobody reads %v", u)
	}
	known := map[string]bool{}
	for _, id := range ids {
		known[id] = true
	}
	out := map[string]judgement{}
	for _, j := range list.Row {
		// Those of lines/ are not in this repository: see lines_test.go.
		if _, err := os.Stat(filepath.Join("cases", j.File)); err != nil && !strings.HasPrefix(j.File, "lines/") {
			t.Errorf("judged.toml: %v", err)
		}
		if j.File != file {
			continue
		}
		if !known[j.ID] {
			t.Errorf("judged.toml: %s has no row %s", file, j.ID)
		}
		if j.Reason == "" || j.Verdict == "" {
			t.Errorf("judged.toml: %s says no verdict or no reason", j.ID)
		}
		out[j.ID] = j
	}
	return out
}

// compare reports a verdict that is neither the row's nor the judged one.
func compare(t *testing.T, judged map[string]judgement, id, want, got, about string) {
	t.Helper()
	j, own := judged[id]
	switch {
	case own && got == want:
		t.Errorf("%s is followed now: %s; take it out of judged.toml", id, got)
	case own && got != j.Verdict:
		t.Errorf("%s: %s, judged.toml says %s\n%s", id, got, j.Verdict, about)
	case !own && got != want:
		t.Errorf("%s: %s, want %s\n%s", id, got, want, about)
	}
}

func idsOf[T any](rows []T, id func(T) string) []string {
	var ids []string
	seen := map[string]bool{}
	for _, r := range rows {
		if seen[id(r)] {
			panic(fmt.Sprintf("id %s stands twice", id(r)))
		}
		seen[id(r)] = true
		ids = append(ids, id(r))
	}
	return ids
}
