package verify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// What the machine does to a command is not the agent's doing. A build that finds no
// room on the disk, a test that the kernel ends for want of memory, a deadline that
// passes while the machine is too busy: none of them says anything about the work,
// which could not be checked then, and can be later.
//
// What a command prints is the agent's to choose, so that none of it is believed alone:
// the machine itself has to have been in that trouble meanwhile. An agent that brings
// it about is not found clean, whenever it is looked at.

// A machine watches what a command has from the machine while it runs.
type machine struct {
	folders []string // what it writes to is below these
	began   time.Time
	kills   int64 // processes that the kernel has ended for want of memory, since it started

	mu     sync.Mutex
	free   int64  // the least that was free on one of the disks, in bytes
	full   string // a folder on that one
	memory int64  // the least memory that was to be had, in bytes
	late   time.Duration
	end    context.CancelFunc
	ended  chan struct{}
}

const (
	tick = 100 * time.Millisecond

	fullDisk = 64 << 20 // less free than this, and a program that says so found no room
	noMemory = 64 << 20
)

// watchMachine begins to watch, until trouble is called.
func watchMachine(folders ...string) *machine {
	ctx, end := context.WithCancel(context.Background())
	m := &machine{folders: folders, began: time.Now(), kills: OOMKills(), free: 1 << 62, memory: 1 << 62, end: end, ended: make(chan struct{})}
	m.look()
	go func() {
		defer close(m.ended)
		for last := time.Now(); ; last = time.Now() {
			select {
			case <-ctx.Done():
				return
			case <-time.After(tick):
				m.look()
				m.mu.Lock()
				m.late += max(0, time.Since(last)-2*tick)
				m.mu.Unlock()
			}
		}
	}()
	return m
}

func (m *machine) look() {
	memory, ok := availableMemory()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, dir := range m.folders {
		if n, ok := freeBytes(dir); ok && n < m.free {
			m.free, m.full = n, dir
		}
	}
	if ok {
		m.memory = min(m.memory, memory)
	}
}

var (
	saysBroken = regexp.MustCompile(`(?i)input/output error|\bEIO\b|read-only file system|stale file handle`)
	saysFull   = regexp.MustCompile(`(?i)no space left on device|disk quota exceeded|ENOSPC|not enough space on the disk`)
	saysMemory = regexp.MustCompile(`(?i)cannot allocate memory|out of memory|signal: killed|SIGKILL|resource temporarily unavailable|\bKilled\b`)
)

// trouble says what kept a command from ending as it would have, "" if nothing did.
// It is called once.
func (m *machine) trouble(res *result, late bool) string {
	m.end()
	<-m.ended
	m.look()
	if late {
		return m.starved()
	}
	if res == nil || res.code == 0 {
		return ""
	}
	said := res.stdout.String() + "\n" + res.stderr.String()
	full := saysFull.MatchString(said)
	if full && m.free < fullDisk {
		return fmt.Sprintf("no space was left on the disk of %s (%d KB free)", m.full, m.free>>10)
	}
	if full || saysBroken.MatchString(said) {
		if err := m.unwritable(); err != nil {
			return err.Error()
		}
	}
	switch {
	case OOMKills() > m.kills && (res.code == -1 || res.code == 137 || saysMemory.MatchString(said)):
		return "the system ran out of memory and ended a process"
	case saysMemory.MatchString(said) && m.memory < noMemory:
		return fmt.Sprintf("the system ran out of memory (%d KB to be had)", m.memory>>10)
	}
	return ""
}

// starved says that the machine had no time for what ran: this program itself was
// woken late for a good part of it, or far more wanted to run than there are processors.
func (m *machine) starved() string {
	took := time.Since(m.began)
	if m.late > took/5 {
		return fmt.Sprintf("the machine was too busy, or asleep: this program was kept waiting for %s of %s", m.late.Round(time.Second), took.Round(time.Second))
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		load, err := strconv.ParseFloat(strings.SplitN(string(text), " ", 2)[0], 64)
		if most := float64(4 * runtime.NumCPU()); err == nil && load > most {
			return fmt.Sprintf("the machine was too busy: %.0f processes wanted to run on %d processors", load, runtime.NumCPU())
		}
	}
	return ""
}

// unwritable says which folder nothing can be written to, and why, if there is one.
func (m *machine) unwritable() error {
	for _, dir := range m.folders {
		f, err := os.CreateTemp(dir, ".kei-")
		if os.IsNotExist(err) {
			continue
		}
		if err == nil {
			_, err = f.WriteString("written")
			err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
		}
		if err != nil {
			return fmt.Errorf("%s cannot be written to: %w", dir, err)
		}
	}
	return nil
}

// OOMKills is how many processes the kernel has ended for want of memory, of this
// control group or, where that does not say, of all; 0 where neither does.
func OOMKills() int64 {
	groups, _ := os.ReadFile("/proc/self/cgroup")
	return killsIn(append(ownEvents(string(groups)), "/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control", "/proc/vmstat")...)
}

// ownEvents are the files in which the kernel counts what it does to the control group
// of a process, by what its list of groups says: of one for all, or of one for memory.
func ownEvents(groups string) (files []string) {
	for line := range strings.Lines(groups) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(f) < 3:
		case f[0] == "0" && f[1] == "":
			files = append(files, filepath.Join("/sys/fs/cgroup", f[2], "memory.events"))
		case slices.Contains(strings.Split(f[1], ","), "memory"):
			files = append(files, filepath.Join("/sys/fs/cgroup/memory", f[2], "memory.oom_control"))
		}
	}
	return files
}

// killsIn is what the first file says that has a count; 0 where none has. A wider
// one counts those of others, too, and the same ones again.
func killsIn(files ...string) int64 {
	for _, name := range files {
		if n, ok := valueIn(name, "oom_kill"); ok {
			return n
		}
	}
	return 0
}

// availableMemory is what the system says that a new program could have.
func availableMemory() (int64, bool) {
	n, ok := valueIn("/proc/meminfo", "MemAvailable:")
	return n << 10, ok
}

// valueIn is the number behind a name in a file of lines.
func valueIn(file, name string) (int64, bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == name {
			n, err := strconv.ParseInt(f[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
