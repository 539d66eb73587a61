package verify

import (
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
// has ended, so that none of them outlives the command that it came from. It holds
// for the whole process, and is for one that does nothing but verify.
func AdoptOrphans() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0, 0, 0, 0)
}

// adopts reports whether AdoptOrphans has been called.
func adopts() bool {
	var is int32
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, prGetChildSubreaper, uintptr(unsafe.Pointer(&is)), 0, 0, 0, 0)
	return errno == 0 && is == 1
}

// endOrphans kills all children but the known ones, and theirs, which become
// children here as soon as their parent has ended.
func endOrphans(known map[int]bool) {
	if !adopts() {
		return
	}
	for range 1000 {
		ended := 0
		for _, pid := range childrenNow() {
			if known[pid] {
				continue
			}
			ended++
			_ = syscall.Kill(pid, syscall.SIGKILL)
			for range 200 {
				got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
				if got == pid || err != nil && err != syscall.EINTR {
					break
				}
				time.Sleep(time.Millisecond)
			}
		}
		if ended == 0 {
			return
		}
	}
}

// childrenNow are the process ids of all children.
func childrenNow() []int {
	self := os.Getpid()
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	var list []int
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		// The name in brackets can hold anything: pid (name) state parent
		text := string(data)
		var state string
		var parent int
		if _, err := fmt.Sscan(text[strings.LastIndexByte(text, ')')+1:], &state, &parent); err != nil || parent != self {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
			list = append(list, pid)
		}
	}
	return list
}
