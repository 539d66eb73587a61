package agent

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kei/ledger"
	"kei/runtime/verify"
)

// The kernel kills a client that takes more memory than there is, for what kei runs in.
// It is held against nobody, and what it left can be verified.
func TestOutOfMemory(t *testing.T) {
	const inside = "KEI_TEST_LIMITED"
	if os.Getenv(inside) == "" {
		again := exec.Command("sh", "-c", `echo $$ > "$0/cgroup.procs" && exec "$@"`, memoryGroup(t, 400<<20), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		again.Env = append(os.Environ(), inside+"=1")
		if out, err := again.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
			t.Errorf("where memory is limited: %v\n%s", err, out)
		}
		return
	}
	h, a, err := workedBy(t, "echo x > src/new.txt; exec dd if=/dev/zero of=/dev/null bs=2G count=1")
	if err == nil || !strings.Contains(err.Error(), "the client ran out of memory, as the kernel says: it was killed by a signal (killed)") {
		t.Errorf("it ended with %v", err)
	}
	row, err := h.Ledger.Get(ctx, "ag-1")
	if err != nil || row.Status == ledger.Failed || a.Phase != Returned {
		t.Errorf("it is %s, and its row is %s, %v", a.Phase, row.Status, err)
	}
	if _, err := a.Verify(ctx, Verifier{self(t), "as-verify"}, verify.Both); err != nil || a.Phase != Closed {
		t.Errorf("when it is verified it is %s, %v", a.Phase, err)
	}
}

// memoryGroup is a control group in which there is so much memory and nothing to swap to.
func memoryGroup(t *testing.T, bytes int) string {
	t.Helper()
	const root = "/sys/fs/cgroup"
	for _, v := range []struct{ in, limit, swap string }{
		{root, "memory.max", "memory.swap.max"},
		{root + "/memory", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes"},
	} {
		if _, err := os.Stat(filepath.Join(v.in, "cgroup.procs")); err != nil {
			continue // control groups of the other version
		}
		group, err := os.MkdirTemp(v.in, "kei-test-")
		if err != nil {
			continue
		}
		t.Cleanup(func() { _ = os.Remove(group) })
		limit := []byte(strconv.Itoa(bytes))
		if os.WriteFile(filepath.Join(group, v.limit), limit, 0) == nil {
			_ = os.WriteFile(filepath.Join(group, v.swap), limit, 0) // not everywhere is swap counted
			return group
		}
	}
	t.Skip("no control group for memory can be made here, which takes root and a kernel that lets it")
	return ""
}
