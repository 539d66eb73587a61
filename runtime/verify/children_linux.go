package verify

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const (
	prSetChildSubreaper = 36
	prGetChildSubreaper = 37
)

// AdoptOrphans makes this process the parent of its descendants whose own parent
// has ended: without that they are nobody's, and one that changed its session
// and its environment cannot be told from the rest of the system. It holds for
// the whole process.
func AdoptOrphans() error {
	if _, _, e := syscall.RawSyscall6(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0, 0, 0, 0); e != 0 {
		return fmt.Errorf("what is left running cannot be had: %w", e)
	}
	return nil
}

// adopts reports whether AdoptOrphans has been called.
func adopts() bool {
	var is int32
	_, _, e := syscall.RawSyscall6(syscall.SYS_PRCTL, prGetChildSubreaper, uintptr(unsafe.Pointer(&is)), 0, 0, 0, 0)
	return e == 0 && is == 1
}

// EndOrphans kills all children but the known ones, and theirs, which become
// children here as soon as their parent has ended. What cannot be ended is an
// error that names it. It does nothing where AdoptOrphans was not called.
func EndOrphans(known func(pid int) bool) error {
	if !adopts() {
		return nil
	}
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Microsecond) {
		var left []int
		for _, pid := range Children() {
			if known(pid) {
				continue
			}
			// A child's number is its own until it has been waited for.
			_ = syscall.Kill(pid, syscall.SIGKILL)
			_, _ = syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
			left = append(left, pid)
		}
		if len(left) == 0 {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("processes were left running that cannot be ended: %s", called(left))
		}
	}
}

// Children are the processes whose parent this one is. Most kernels list them,
// which is quick enough to catch one that goes on in another all the time.
func Children() []int {
	var pids []int
	lists, _ := filepath.Glob("/proc/self/task/*/children")
	for _, name := range lists {
		text, _ := os.ReadFile(name)
		for _, word := range strings.Fields(string(text)) {
			pid, _ := strconv.Atoi(word)
			pids = append(pids, pid)
		}
	}
	if len(lists) > 0 {
		return pids
	}
	dirs, _ := os.ReadDir("/proc")
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join("/proc", d.Name(), "stat"))
		// The name stands in parentheses and may hold anything.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// called names processes.
func called(pids []int) string {
	var names []string
	for _, pid := range pids {
		name, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "comm"))
		names = append(names, shown(strings.TrimSpace(string(name)))+" ("+strconv.Itoa(pid)+")")
	}
	return some(names, 10)
}
