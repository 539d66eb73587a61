package agent

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A brood is what is left running below this process. Linux gives a process
// whose parent has ended to the next one above that asked for it; without that
// it is nobody's, and one that changed its session and its environment cannot
// be told from the rest of the system any more.
type brood struct {
	asked bool
	own   []int // children that were there before any client
}

const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER

// ask makes this process the one that orphans below it are given to.
func (b *brood) ask() error {
	b.own = children()
	if _, _, e := syscall.Syscall6(syscall.SYS_PRCTL, setChildSubreaper, 1, 0, 0, 0, 0); e != 0 {
		return fmt.Errorf("what a client leaves running cannot be had: %w", e)
	}
	b.asked = true
	return nil
}

// end ends all there is, which are only orphans: nothing else was started that is
// not waited for. What cannot be ended is an error.
func (b *brood) end() error {
	if !b.asked {
		return nil
	}
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Microsecond) {
		if !reap() {
			return nil
		}
		// A child's number is its own until it has been waited for. What it has
		// started itself is given to us when it is gone, and comes next.
		var left []int
		for _, pid := range children() {
			if !slices.Contains(b.own, pid) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
				left = append(left, pid)
			}
		}
		if len(left) == 0 && len(b.own) > 0 {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("left processes running that cannot be ended: %s", called(left))
		}
	}
}

// reap waits for children that have ended, and reports whether there are others.
func reap() bool {
	for {
		pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || pid <= 0 {
			return err == nil
		}
	}
}

// children are the processes whose parent this one is. Most kernels list them,
// which is quick enough to catch one that goes on in another all the time.
func children() []int {
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
		names = append(names, short(string(name))+" ("+strconv.Itoa(pid)+")")
	}
	return strings.Join(names, ", ")
}
