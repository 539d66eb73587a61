package run

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// dieWithParent has the kernel kill a program whose kei is killed.
func dieWithParent(a *syscall.SysProcAttr) *syscall.SysProcAttr {
	a.Pdeathsig = syscall.SIGKILL
	return a
}

// adopt makes this process the parent of those whose own has ended: so what
// leaves its group can still be found.
var adopt = sync.OnceFunc(func() {
	const setChildSubreaper = 36
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0)
})

// looked is when strays were last looked for while programs ran.
var looked time.Time

// sweep kills what programs left behind outside of their groups: whose parent
// ended became a child of this process. While other programs run, what belongs
// to their groups is theirs; and the look through /proc is not made for each.
func sweep() {
	running.starting.Lock()
	defer running.starting.Unlock()
	running.mu.Lock()
	leaders := make(map[int]bool, len(running.leaders))
	for pid := range running.leaders {
		leaders[pid] = true
	}
	running.mu.Unlock()
	if len(leaders) > 0 && time.Since(looked) < grace {
		return
	}
	looked = time.Now()
	// Killing one may orphan others. What forks faster than this is killed at
	// its next fork: a kill of the parent comes before.
	for range 100 {
		if len(leaders) == 0 && !children() {
			return
		}
		found := strays(leaders)
		for _, pid := range found {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range found {
			reap(pid)
		}
		if len(found) == 0 {
			return
		}
	}
}

// children reports whether this process has any, without waiting for them.
func children() bool {
	const all, exited, noHang, noWait = 0, 4, 1, 0x1000000
	var info [128]byte
	_, _, e := syscall.Syscall6(syscall.SYS_WAITID, all, 0, uintptr(unsafe.Pointer(&info)), exited|noHang|noWait, 0, 0)
	return e != syscall.ECHILD
}

// strays are the children of this process that it did not start, or whose
// program has ended.
func strays(leaders map[int]bool) (out []int) {
	self := os.Getpid()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || leaders[pid] {
			continue
		}
		f := stat(e.Name())
		if len(f) < 3 {
			continue
		}
		parent, _ := strconv.Atoi(f[1])
		of, _ := strconv.Atoi(f[2])
		if parent == self && !leaders[of] {
			out = append(out, pid)
		}
	}
	return out
}

// stat are the fields of a process from its state on.
func stat(pid string) []string {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
}

// reap takes a child that was killed out of the table of processes.
func reap(pid int) {
	for range 200 {
		got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		if got == pid || err == syscall.ECHILD {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// Self names this process in a ledger that others read, on other machines too.
func Self() string {
	if f := stat("self"); len(f) > 19 {
		return machine() + ":" + strconv.Itoa(os.Getpid()) + ":" + f[19]
	}
	return ""
}

// machine tells machines, and their starts, apart.
var machine = sync.OnceValue(func() string {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	space, _ := os.Readlink("/proc/self/ns/pid")
	name, _ := os.Hostname()
	sum := sha256.Sum256([]byte(name + "\x00" + string(boot) + "\x00" + space))
	return hex.EncodeToString(sum[:6])
})

// Gone reports whether the process that [Self] named has ended. Of processes of
// other machines nobody here can say so.
func Gone(process string) bool {
	parts := strings.Split(process, ":")
	if len(parts) != 3 || parts[0] != machine() {
		return false
	}
	f := stat(parts[1])
	return len(f) < 20 || f[19] != parts[2] || f[0] == "Z"
}
