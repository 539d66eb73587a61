package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"kei/atom"
)

// An atomRow is a row of the table about atoms: what was measured against what,
// and what it may be.
type atomRow struct {
	what  string
	is    float64
	most  float64
	about string
}

// atoms measures what kei atom costs beside its baselines, in one run.
func (w *world) atoms(ctx context.Context, o options, say func(string, ...any)) ([]atomRow, error) {
	if !o.atoms {
		return nil, nil
	}
	kei, err := w.kei(ctx, o.root, o.bin)
	if err != nil {
		return nil, err
	}
	b := &atomBench{ctx: ctx, kei: kei, dir: filepath.Join(w.dir, "atoms"), rounds: 15, many: 10_000}
	if o.quick {
		b.rounds, b.many = 5, 1000
	}
	say("atoms: %d of them, and pipes of 1,000 steps", b.many)
	if err := b.lay(); err != nil {
		return nil, err
	}
	var out []atomRow
	for _, measure := range []func() ([]atomRow, error){b.folders, b.graphs, b.watching, b.invocations, b.serving, b.pipes, b.plans, b.grants} {
		rows, err := measure()
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

type atomBench struct {
	ctx          context.Context
	kei, dir     string
	rounds, many int
}

const (
	benchSchema = `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "examples": [{}]}`
	benchAtom   = "---\natom: %s\nkind: transform\nversion: \"1.0.0\"\ninput: {schema: schemas/any.json}\noutput: {schema: schemas/any.json}\nside_effects: []\nidempotent: true\nstability: stable\nkeywords: [bench]\n---\n\n# %s\n\nAnswers an empty object.\n"
)

// lay writes a root of one package, one of many, and the program.
func (b *atomBench) lay() error {
	write := func(name, text string, mode fs.FileMode) error {
		file := filepath.Join(b.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		return os.WriteFile(file, []byte(text), mode)
	}
	if err := write("bin/kei-p0", "#!/bin/sh\nsleep \"${BENCH_SLEEP-0}\" 2>/dev/null\necho '{}'\n", 0o755); err != nil {
		return err
	}
	for root, n := range map[string]int{"one": 1, "many": b.many} {
		for i := range n {
			id := fmt.Sprintf("kei-p%d::v%d", i%100, i/100)
			pkg, verb, _ := strings.Cut(id, "::")
			dir := root + "/" + pkg + "/atoms/"
			if err := write(dir+verb+".md", fmt.Sprintf(benchAtom, id, id), 0o644); err != nil {
				return err
			}
			if i/100 == 0 {
				if err := write(dir+"schemas/any.json", benchSchema, 0o644); err != nil {
					return err
				}
				if err := write(root+"/"+pkg+"/atoms.toml", "format = 1\n[package]\nname = \""+pkg+"\"\nversion = \"1.0.0\"\n[exec]\ncommand = [\"kei-p0\"]\nenv = [\"BENCH_SLEEP\"]\n", 0o644); err != nil {
					return err
				}
			}
		}
	}
	for name, n := range map[string]int{"p1000": 1000, "p10000": 10_000, "p200": 200, "sleep": 24} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "[[steps]]\nid = \"s%d\"\natom = \"kei-p0::v0\"\n", i)
		}
		if err := write(name+".toml", text.String(), 0o644); err != nil {
			return err
		}
	}
	return write("cached.toml", "[pipe]\ncache = { enabled = true }\n"+strings.Repeat("[[steps]]\natom = \"kei-p0::v0\"\n", 200), 0o644)
}

// time is the median of some starts of kei.
func (b *atomBench) time(rounds int, root string, env []string, args ...string) (time.Duration, error) {
	return middle(rounds, b.start(root, env, args...))
}

// start is what starts kei, once.
func (b *atomBench) start(root string, env []string, args ...string) func() error {
	return func() error {
		c := exec.CommandContext(b.ctx, b.kei, args...)
		c.Dir = b.dir
		c.Env = append([]string{"HOME=" + b.dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(b.dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(b.dir, root)}, env...)
		if text, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("kei %s: %w: %.500s", strings.Join(args, " "), err, text)
		}
		return nil
	}
}

// middle is the median of some rounds.
func middle(rounds int, f func() error) (time.Duration, error) {
	list, err := beside(rounds, f)
	if err != nil {
		return 0, err
	}
	return list[0], nil
}

// beside are the medians of several things that are done one after the other in
// each round: what else the machine does falls on all of them.
func beside(rounds int, all ...func() error) ([]time.Duration, error) {
	took := make([][]time.Duration, len(all))
	for range rounds {
		for i, f := range all {
			start := time.Now()
			if err := f(); err != nil {
				return nil, err
			}
			took[i] = append(took[i], time.Since(start))
		}
	}
	out := make([]time.Duration, len(all))
	for i, list := range took {
		slices.Sort(list)
		out[i] = list[rounds/2]
	}
	return out, nil
}

// program is a bare start of the atom's program, once.
func (b *atomBench) program() error {
	return exec.CommandContext(b.ctx, filepath.Join(b.dir, "bin/kei-p0"), "run-atom", "v0").Run()
}

// reading reads all files of the root of many, or those that end so, on all
// processors, once.
func (b *atomBench) reading(end string) func() error {
	return func() error {
		var names []string
		err := filepath.WalkDir(filepath.Join(b.dir, "many"), func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && strings.HasSuffix(name, end) {
				names = append(names, name)
			}
			return err
		})
		if err != nil {
			return err
		}
		var all sync.WaitGroup
		procs := runtime.GOMAXPROCS(0)
		for p := range procs {
			all.Go(func() {
				for i := p; i < len(names); i += procs {
					_, _ = os.ReadFile(names[i])
				}
			})
		}
		all.Wait()
		return nil
	}
}

// per is one time in another; below nothing is nothing.
func per(a, b time.Duration) float64 { return max(float64(a)/float64(b), 0) }

func (b *atomBench) folders() ([]atomRow, error) {
	t, err := beside(b.rounds, b.reading(".md"), b.start("many", nil, "atom", "list"), b.reading(""), b.start("many", nil, "atom", "lint"))
	if err != nil {
		return nil, err
	}
	md, list, all, lint := t[0], t[1], t[2], t[3]
	return []atomRow{
		{fmt.Sprintf("list %d", b.many), per(list, md), 12, fmt.Sprintf("reading all .md (%v)", md.Round(time.Millisecond))},
		{fmt.Sprintf("lint %d", b.many), per(lint, all), 12, fmt.Sprintf("reading all files (%v)", all.Round(time.Millisecond))},
	}, nil
}

// graphs are the views that need all atoms.
func (b *atomBench) graphs() ([]atomRow, error) {
	var out []atomRow
	for _, verb := range [][]string{{"rank"}, {"search", "answers", "object"}, {"export"}} {
		t, err := beside(b.rounds, b.reading(".md"), b.start("many", nil, append([]string{"atom", "graph"}, verb...)...))
		if err != nil {
			return nil, err
		}
		md := t[0]
		out = append(out, atomRow{fmt.Sprintf("graph %s of %d", verb[0], b.many), per(t[1], md), 20, fmt.Sprintf("reading all .md (%v)", md.Round(time.Millisecond))})
	}
	return out, nil
}

// watching is how long what is behind a line of watch takes, without the time
// for which changes are gathered, beside a cold load.
func (b *atomBench) watching() ([]atomRow, error) {
	root := filepath.Join(b.dir, "many")
	cold, err := middle(b.rounds, func() error {
		_, err := atom.Load(b.ctx, nil, root)
		return err
	})
	if err != nil {
		return nil, err
	}
	tree := atom.NewTree(nil, root)
	if _, err := tree.Read(b.ctx, nil); err != nil {
		return nil, err
	}
	one := filepath.Join(root, "kei-p7")
	again, err := middle(b.rounds, func() error {
		_, err := tree.Read(b.ctx, func(dir string) bool { return dir == one })
		return err
	})
	if err != nil {
		return nil, err
	}
	return []atomRow{{fmt.Sprintf("watch: one package of %d files changed", 3*b.many), per(again, cold), 0.1, fmt.Sprintf("a cold load (%v)", cold.Round(time.Millisecond))}}, nil
}

// serving is an invocation by a client of MCP, the ledger on.
func (b *atomBench) serving() ([]atomRow, error) {
	c := exec.CommandContext(b.ctx, b.kei, "atom", "serve", "--ungated")
	c.Dir = b.dir
	c.Env = []string{"HOME=" + b.dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(b.dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(b.dir, "one")}
	in, err1 := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	defer func() { _ = in.Close(); _ = c.Wait() }()
	lines := bufio.NewReader(out)
	ask := func(text, want string) error {
		if _, err := io.WriteString(in, text+"\n"); err != nil {
			return err
		}
		line, err := lines.ReadString('\n')
		if err == nil && !strings.Contains(line, want) {
			err = fmt.Errorf("kei atom serve: %.500s", line)
		}
		return err
	}
	if err := ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`, "protocolVersion"); err != nil {
		return nil, err
	}
	if _, err := io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"); err != nil {
		return nil, err
	}
	t, err := beside(b.rounds*4, b.program, func() error {
		return ask(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"kei-p0_v0","arguments":{}}}`, `"structuredContent":{}`)
	})
	if err != nil {
		return nil, err
	}
	p, call := t[0], t[1]
	return []atomRow{{"an invocation by serve, ledger on", per(call, p), 2, fmt.Sprintf("its program (%v)", p.Round(100*time.Microsecond))}}, nil
}

func (b *atomBench) invocations() ([]atomRow, error) {
	t, err := beside(b.rounds*2, b.program, b.start("one", nil, "version"),
		b.start("one", nil, "atom", "invoke", "kei-p0::v0"), b.start("many", nil, "atom", "invoke", "kei-p0::v0"))
	if err != nil {
		return nil, err
	}
	p, k, one, many := t[0], t[1], t[2], t[3]
	return []atomRow{
		{"invoke, less its program", per(one-p, k), 2, fmt.Sprintf("kei version (%v)", k.Round(100*time.Microsecond))},
		{fmt.Sprintf("invoke among %d", b.many), per(many, one), 1.2, "invoke of one"},
	}, nil
}

func (b *atomBench) pipes() ([]atomRow, error) {
	loop := func(n int) func() error {
		return func() error {
			for range n {
				if err := b.program(); err != nil {
					return err
				}
			}
			return nil
		}
	}
	t, err := beside(3, loop(200), b.start("one", nil, "atom", "pipe", "./p200.toml", "--check"), b.start("one", nil, "atom", "pipe", "./p200.toml", "--jobs", "1"))
	if err != nil {
		return nil, err
	}
	programs, empty, steps := t[0], t[1], t[2]
	thousand, err := beside(1, loop(1000), b.start("one", nil, "atom", "pipe", "./p1000.toml", "--jobs", "1", "--ledger", "off"))
	if err != nil {
		return nil, err
	}
	sleeping, err := b.time(3, "one", []string{"BENCH_SLEEP=0.5"}, "atom", "pipe", "./sleep.toml", "--jobs", "8")
	if err != nil {
		return nil, err
	}
	cache := []string{"KEI_CACHE_DB=" + filepath.Join(b.dir, "cache.sqlite")}
	if _, err := b.time(1, "one", cache, "atom", "pipe", "./cached.toml"); err != nil {
		return nil, err
	}
	hits, err := b.time(b.rounds, "one", cache, "atom", "pipe", "./cached.toml", "--jobs", "1", "--ledger", "off")
	if err != nil {
		return nil, err
	}
	return []atomRow{
		{"an invocation in a pipe, ledger on", per(steps-empty, programs), 2, fmt.Sprintf("its program (%v)", (programs / 200).Round(100*time.Microsecond))},
		{"1,000 steps, one by one", per(thousand[1], thousand[0]), 2, "a loop that starts them"},
		{"24 steps that sleep 0.5 s, 8 at once", per(sleeping, 1500*time.Millisecond), 1.1, "the schedule's makespan"},
		{"a cache hit", per(hits-empty, programs), 0.3, "its program"},
	}, nil
}

func (b *atomBench) plans() ([]atomRow, error) {
	small, err := b.time(b.rounds, "one", nil, "atom", "pipe", "./p1000.toml", "--check")
	if err != nil {
		return nil, err
	}
	large, err := b.time(b.rounds, "one", nil, "atom", "pipe", "./p10000.toml", "--check")
	if err != nil {
		return nil, err
	}
	return []atomRow{{"planning 10,000 steps", per(large, small), 15, "planning 1,000"}}, nil
}

// figuresOfAtoms writes the table.
func figuresOfAtoms(w io.Writer, rows []atomRow) {
	if rows == nil {
		return
	}
	fmt.Fprintf(w, "\n# What atoms cost\n\n| what | times | of | at most |\n|---|---|---|---|\n")
	for _, r := range rows {
		over := ""
		if r.is > r.most {
			over = " (over)"
		}
		fmt.Fprintf(w, "| %s | %.2f%s | %s | %g |\n", r.what, r.is, over, r.about, r.most)
	}
}
