//go:build unix

package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/ledger"
	"kei/runtime/verify"
)

// TestResumeCutOff: an agent whose client was ended from outside goes on in its session,
// and nothing of it is lost where that cannot even begin.
func TestResumeCutOff(t *testing.T) {
	const script = `case "$*" in
*--resume\ 0123-session*)
	grep -q half src/new.txt && echo whole > src/new.txt
	echo '{"type":"system","subtype":"init","session_id":"0123-session"}'
	echo '{"type":"result","subtype":"success","result":"blockers: none"}';;
*)
	echo half > src/new.txt
	echo '{"type":"system","subtype":"init","session_id":"0123-session"}'
	kill -KILL $$;;
esac`
	h, a, err := workedBy(t, script)
	if want := "; kei agents resume ag-1 lets it go on, kei agents verify ag-1 checks what it left"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	client := Client{Program: filepath.Join(filepath.Dir(h.Main), "claude")}
	gate := func(Task) (string, error) { return "/bin/true", nil }
	if err := os.MkdirAll(filepath.Join(a.File(reserveFile), "in", "the", "way"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := a.Resume(ctx, client, gate); err == nil || !strings.Contains(err.Error(), "it stays as it was") {
		t.Errorf("without room: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(a.Worktree, "src", "new.txt")); err != nil || string(text) != "half\n" {
		t.Fatalf("its work is %q, %v", text, err)
	}
	if err := os.RemoveAll(a.File(reserveFile)); err != nil {
		t.Fatal(err)
	}
	a.Release()
	if a, err = h.Open(ctx, "ag-1"); err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	if err := a.Resume(ctx, client, gate); err != nil {
		t.Fatal(err)
	}
	if rep, err := a.Verify(ctx, Verifier{self(t), "as-verify"}, verify.Both); err != nil || !rep.Clean {
		t.Errorf("%+v, %v", rep, err)
	}
	if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Done {
		t.Errorf("%+v, %v", row, err)
	}
	if text, _ := os.ReadFile(a.File(resumeFile)); !strings.Contains(string(text), "You were cut off") {
		t.Errorf("it is told %q", text)
	}
	if err := a.Resume(ctx, client, gate); err == nil || !strings.Contains(err.Error(), "only one that has failed or was cut off goes on") {
		t.Errorf("once it is done: %v", err)
	}
}
