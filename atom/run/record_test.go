package run

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kei/ledger"
)

// TestKeptAlready: an invocation whose commit went through, and whose answer did not,
// is kept; one that was ended otherwise meanwhile is not.
func TestKeptAlready(t *testing.T) {
	l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "ledger.sqlite"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	row := ledger.Invocation{ID: "i1", Atom: "a::b", SpecSHA: strings.Repeat("0", 64), Status: ledger.Running, StartedMS: 1}
	ended := row
	ended.Status, ended.Duration, ended.Source = ledger.Done, 5, "fresh"
	for _, done := range []ledger.Invocation{row, ended} {
		if err := l.Record(t.Context(), done); err != nil {
			t.Fatal(err)
		}
		told := make(chan error, 1)
		(&Recorder{}).keep(l, []request{{t.Context(), done, told}})
		if err := <-told; err != nil {
			t.Errorf("%s: %v", done.Status, err)
		}
	}
	other := ended
	other.Duration = 6
	told := make(chan error, 1)
	(&Recorder{}).keep(l, []request{{t.Context(), other, told}})
	if err := <-told; err == nil || !strings.Contains(err.Error(), "done already") {
		t.Errorf("ended otherwise: %v", err)
	}
	l.Close()
}
