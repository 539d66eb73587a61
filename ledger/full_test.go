//go:build unix

package ledger

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestNoSpace: a writer to whom the system gives no more room says so, and all
// that it wrote until then is there.
func TestNoSpace(t *testing.T) {
	w := &world{t, t.TempDir() + "/ledger.sqlite", 1}
	c := startWriter(t, w.where, "w", 100_000)
	limited := exec.Command("sh", "-c", `ulimit -f 2000 && exec "$0"`, os.Args[0])
	limited.Env = c.Env
	var out, wrong bytes.Buffer
	limited.Stdout, limited.Stderr = &out, &wrong
	if err := limited.Run(); err == nil || !strings.HasPrefix(wrong.String(), "w: ledger "+w.where+": ") {
		t.Fatalf("%v: %s", err, wrong.String())
	}
	l, err := Open(ctx, w.where, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	wrote := strings.Fields(out.String())
	if len(wrote) < 10 {
		t.Errorf("only %d rows: the limit was not the reason", len(wrote))
	}
	for _, id := range wrote {
		if _, err := l.Get(ctx, id); err != nil {
			t.Error(err)
		}
	}
	intact(t, l)
	must(t)(l.Fork(ctx, agent("after")))
	t.Logf("%d rows, then: %s", len(wrote), &wrong)
}
