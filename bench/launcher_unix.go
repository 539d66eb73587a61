//go:build unix

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"syscall"
	"time"
)

// goLauncher stands in where there is no C compiler. Its own memory is larger
// than a gate's and hides it: see [run].floor.
func goLauncher(ctx context.Context, dir string, p plan) (run, error) {
	out := run{floor: residentOf(syscall.RUSAGE_SELF)}
	for range p.programs {
		out.samples = append(out.samples, make([]sample, p.rounds))
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return run{}, err
	}
	defer null.Close()
	rng := rand.New(rand.NewPCG(uint64(p.seed), 0))
	for round := -p.warm; round < p.rounds; round++ {
		for _, i := range rng.Perm(len(p.programs)) {
			if ctx.Err() != nil {
				return run{}, ctx.Err()
			}
			s, err := start(p.programs[i], dir, p.pipe, null)
			if err != nil {
				return run{}, fmt.Errorf("program %d (%s): %w", i, p.programs[i].path, err)
			}
			if round >= 0 {
				out.samples[i][round] = s
			}
		}
	}
	out.floor = residentOf(syscall.RUSAGE_SELF)
	return out, nil
}

// start runs a program once.
func start(p program, dir string, pipe bool, null *os.File) (sample, error) {
	input, err := os.Open(p.input)
	if err != nil {
		return sample{}, err
	}
	defer input.Close()
	stdin, feed := input, (*os.File)(nil)
	if pipe {
		if stdin, feed, err = os.Pipe(); err != nil {
			return sample{}, err
		}
		defer stdin.Close()
		defer feed.Close()
	}
	attr := &syscall.ProcAttr{Dir: dir, Env: p.env, Files: []uintptr{stdin.Fd(), null.Fd(), null.Fd()}}
	began := time.Now()
	pid, err := syscall.ForkExec(p.path, p.args, attr)
	if err != nil {
		return sample{}, err
	}
	if pipe {
		stdin.Close()
		_, _ = io.Copy(feed, input) // a program that reads no further ends it
		feed.Close()
	}
	var status syscall.WaitStatus
	var used syscall.Rusage
	for {
		_, err = syscall.Wait4(pid, &status, 0, &used)
		if err != syscall.EINTR {
			break
		}
	}
	s := sample{wall: time.Since(began)}
	if err != nil {
		return sample{}, err
	}
	if !status.Exited() || status.ExitStatus() != p.status {
		return sample{}, fmt.Errorf("wait status %#x, not exit status %d", int(status), p.status)
	}
	s.cpu = time.Duration(used.Utime.Nano() + used.Stime.Nano())
	s.resident = kib(int64(used.Maxrss))
	s.faults = int(used.Minflt) + int(used.Majflt)
	s.switches = int(used.Nvcsw) + int(used.Nivcsw)
	return s, nil
}

func residentOf(who int) int {
	var used syscall.Rusage
	if syscall.Getrusage(who, &used) != nil {
		return 0
	}
	return kib(int64(used.Maxrss))
}

// kib is a resident set in KiB; macOS and iOS count bytes.
func kib(maxrss int64) int {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		maxrss /= 1024
	}
	return int(maxrss)
}
