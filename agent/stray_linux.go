package agent

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// endStrays ends what an agent's dead starter has left running: every process
// that was started with the marker in its environment. Git is left to finish
// what it is at, since a killed one leaves locks behind, unless that takes long.
func endStrays(marker string, _ int) {
	var patience = time.Now().Add(20 * time.Second)
	for {
		left := false
		for _, pid := range marked(marker) {
			name, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "comm"))
			if string(bytes.TrimSpace(name)) == "git" && time.Now().Before(patience) {
				left = true
				continue
			}
			_ = syscall.Kill(pid, syscall.SIGKILL)
			left = true
		}
		if !left || time.Now().After(patience.Add(10*time.Second)) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// marked are the processes of this user with the marker, but for this one and
// those that have ended and nobody has asked about.
func marked(marker string) []int {
	var pids []int
	dirs, _ := os.ReadDir("/proc")
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil || pid == os.Getpid() || pid <= 1 {
			continue
		}
		env, err := os.ReadFile(filepath.Join("/proc", d.Name(), "environ"))
		if err != nil || len(env) == 0 {
			continue
		}
		for _, entry := range bytes.Split(env, []byte{0}) {
			if string(entry) == marker {
				pids = append(pids, pid)
				break
			}
		}
	}
	return pids
}
