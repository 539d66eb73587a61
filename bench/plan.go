package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
)

// A program is one row of a table: what is started, with which input, and how
// it must end.
type program struct {
	path   string
	args   []string // args[0] included
	env    []string
	input  string // name of a file
	status int    // any other exit status ends the run: what crashes is never fast
}

// A plan is one run: in each round every program is started once, in an order
// that is drawn anew.
type plan struct {
	rounds, warm int // warm are rounds before those that count
	seed         int
	pipe         bool // input through a pipe, as a client gives it; else the file itself
	programs     []program
}

// encode writes the plan as launcher.c reads it.
func (p plan) encode(w io.Writer) error {
	b := bufio.NewWriter(w)
	line := func(word, value string) error {
		if strings.ContainsAny(value, "\n\x00") {
			return fmt.Errorf("%s %q has a newline or a NUL in it, which the launcher cannot be told", word, value)
		}
		_, err := fmt.Fprintln(b, word, value)
		return err
	}
	pipe := 0
	if p.pipe {
		pipe = 1
	}
	fmt.Fprintf(b, "rounds %d\nwarm %d\nseed %d\npipe %d\n", p.rounds, p.warm, p.seed, pipe)
	for _, one := range p.programs {
		fmt.Fprintf(b, "program\nstatus %d\n", one.status)
		words := [][2]string{{"path", one.path}, {"in", one.input}}
		for _, a := range one.args {
			words = append(words, [2]string{"arg", a})
		}
		for _, e := range one.env {
			words = append(words, [2]string{"env", e})
		}
		for _, w := range words {
			if err := line(w[0], w[1]); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// A sample is what one start of a program cost.
type sample struct {
	wall     time.Duration
	cpu      time.Duration // user and system together
	resident int           // KiB, the largest
	faults   int
	switches int
}

// A run is what a plan measured.
type run struct {
	samples [][]sample // by program, then by round
	floor   int        // KiB; no program can show a smaller resident set
}

// parseRun reads what a launcher prints for a plan.
func parseRun(r io.Reader, programs, rounds int) (run, error) {
	out := run{floor: -1}
	seen := make([]int, programs)
	for range programs {
		out.samples = append(out.samples, make([]sample, rounds))
	}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if _, err := fmt.Sscanf(lines.Text(), "floor %d", &out.floor); err == nil {
			continue
		}
		var index, round int
		var wall, cpu int64
		var s sample
		if _, err := fmt.Sscanf(lines.Text(), "%d %d %d %d %d %d %d", &index, &round, &wall, &cpu, &s.resident, &s.faults, &s.switches); err != nil {
			return run{}, fmt.Errorf("line %d of the launcher, %q, is no sample", n, lines.Text())
		}
		if index < 0 || index >= programs || round < 0 || round >= rounds {
			return run{}, fmt.Errorf("line %d of the launcher is about program %d, round %d, which the plan does not have", n, index, round)
		}
		s.wall, s.cpu = time.Duration(wall), time.Duration(cpu)*time.Microsecond
		out.samples[index][round] = s
		seen[index]++
	}
	if err := lines.Err(); err != nil {
		return run{}, err
	}
	for i, n := range seen {
		if n != rounds {
			return run{}, fmt.Errorf("the launcher told %d rounds of program %d, not %d", n, i, rounds)
		}
	}
	if out.floor < 0 {
		return run{}, fmt.Errorf("the launcher did not come to its end")
	}
	return out, nil
}
