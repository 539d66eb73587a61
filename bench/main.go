package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

func main() { os.Exit(bench(os.Args[1:], os.Stdout, os.Stderr)) }

// options are the command line.
type options struct {
	rounds  int
	quick   bool
	roles   []string
	growth  bool
	peers   bool
	verify  bool
	gates   bool
	atoms   bool
	agents  bool
	few     bool   // beside a gate that knows few programs
	against string // a commit, or a folder of gates
	works   string // of those that are verified; "": all
	pipe    bool
	root    string
	bin     string
	samples string
}

func parseOptions(args []string, stderr io.Writer) (options, error) {
	var o options
	var roles, stdin string
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprint(stderr, "bench measures what gates cost, as whole processes; bench/README.md says how.\n\n"+
			"  go run ./bench                          all gates in bin/\n"+
			"  go run ./bench -quick -roles edit-local one of them, in a few seconds\n"+
			"  go run ./bench -growth=false -n 2000    longer, without the synthetic policies\n"+
			"  go run ./bench -verify=false            without the repositories\n"+
			"  go run ./bench -against main            also beside the gates of another commit\n\n")
		f.PrintDefaults()
	}
	f.IntVar(&o.rounds, "n", 500, "`rounds`; each starts every program once")
	f.BoolVar(&o.quick, "quick", false, "60 rounds, the two outer sizes of policies and small repositories: enough to see that all works")
	f.StringVar(&roles, "roles", "", "measure the gates of these `roles` only, separated by commas")
	f.BoolVar(&o.growth, "growth", true, "measure synthetic policies of 10 to 10,000 patterns")
	f.BoolVar(&o.peers, "peers", true, "measure the peers that are on PATH")
	f.BoolVar(&o.verify, "verify", true, "measure the verification of repositories of up to 50,000 files")
	f.StringVar(&o.works, "works", "", "verify only repositories of so many `files/changed`, separated by commas: 50000/2000")
	f.BoolVar(&o.gates, "gates", true, "measure each gate with five calls")
	f.BoolVar(&o.atoms, "atoms", true, "measure kei atom beside its baselines")
	f.BoolVar(&o.agents, "agents", true, "measure the rendering of agents")
	f.BoolVar(&o.few, "few", true, "measure a gate with all programs beside one with few")
	f.StringVar(&o.against, "against", "", "measure the gates beside those of this `commit`, or of a folder")
	f.StringVar(&stdin, "stdin", "pipe", "how a program gets its input: pipe or `file`")
	f.StringVar(&o.root, "C", ".", "the `folder` of kei's own repository")
	f.StringVar(&o.bin, "bin", "", "the `folder` of the gates (default: bin in the repository)")
	f.StringVar(&o.samples, "samples", "", "write every measurement to this `file`, as tab-separated values")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	set := map[string]bool{}
	f.Visit(func(f *flag.Flag) { set[f.Name] = true })
	if o.quick && !set["n"] {
		o.rounds = 60
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%s: bench takes flags only", f.Arg(0))
	}
	if o.rounds < 1 {
		return o, fmt.Errorf("-n %d: at least one round is needed", o.rounds)
	}
	switch stdin {
	case "pipe", "file":
		o.pipe = stdin == "pipe"
	default:
		return o, fmt.Errorf("-stdin %s is neither pipe nor file", stdin)
	}
	if roles != "" {
		o.roles = strings.Split(roles, ",")
	}
	err := o.folders()
	return o, err
}

// folders makes the paths of the repository and of the gates whole.
func (o *options) folders() (err error) {
	if o.root, err = filepath.Abs(o.root); err != nil {
		return err
	}
	if o.bin == "" {
		o.bin = filepath.Join(o.root, "bin")
	}
	o.bin, err = filepath.Abs(o.bin)
	return err
}

// bench runs everything and writes the report to stdout. What was measured does
// not change the exit status: on another machine, or a busy one, seconds prove
// nothing.
func bench(args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		err = o.run(ctx, stdout, func(format string, a ...any) { fmt.Fprintf(stderr, "bench: "+format+"\n", a...) })
	}
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\n", err)
		return 1
	}
	return 0
}

func (o options) run(ctx context.Context, stdout io.Writer, say func(string, ...any)) (err error) {
	w, err := newWorld(ctx, o.pipe, say)
	if w != nil {
		defer w.close()
	}
	if err != nil {
		return err
	}
	base, err := w.baselines(ctx, say)
	if err != nil {
		return err
	}
	gates, err := w.gates(ctx, o.root, o.bin, o.roles, say)
	if err != nil {
		return err
	}
	var r results
	r.gates = slices.Clone(base)
	if o.gates {
		if err := w.everyGate(ctx, o, gates, &r, say); err != nil {
			return err
		}
	}
	if o.against != "" || o.few {
		if r.pairs, err = w.beside(ctx, o, gates, o.rounds, say); err != nil {
			return err
		}
	}
	if o.growth {
		if err := w.everySize(ctx, o, base, &r, say); err != nil {
			return err
		}
	}
	if o.peers {
		if err := w.besidePeers(ctx, base, &r, max(o.rounds/10, 10), say); err != nil {
			return err
		}
	}
	if o.verify {
		if err := w.besideStatus(ctx, o, &r, say); err != nil {
			return err
		}
	}
	return o.report(ctx, w, &r, stdout, say)
}

// report measures atoms and agents, and writes all figures to stdout.
func (o options) report(ctx context.Context, w *world, r *results, stdout io.Writer, say func(string, ...any)) error {
	ratios, err := w.atoms(ctx, o, say)
	if err != nil {
		return err
	}
	rendered, err := w.agents(ctx, o, say)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(stdout)
	o.heading(out)
	r.write(out)
	figuresOfAtoms(out, ratios)
	figuresOfAgents(out, rendered)
	if err := out.Flush(); err != nil {
		return err
	}
	return r.save(o.samples)
}

// heading says where and how it was measured.
func (o options) heading(w io.Writer) {
	stdin := "a file"
	if o.pipe {
		stdin = "a pipe"
	}
	fmt.Fprintf(w, "# What a gate costs\n\n%s/%s, %d processors, %s; %d rounds, input from %s. Times are microseconds, rss is KiB.\n\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), o.rounds, stdin)
}

// everyGate measures each gate with each call.
func (w *world) everyGate(ctx context.Context, o options, gates map[string]string, r *results, say func(string, ...any)) error {
	for _, role := range sortedKeys(gates) {
		for _, c := range calls {
			one, err := w.gateRow(ctx, role, gates[role], c)
			if err != nil {
				return err
			}
			r.gates = append(r.gates, one)
		}
		one, err := w.gateRow(ctx, role, gates[role], largeWrite)
		if err != nil {
			return err
		}
		r.large = append(r.large, one)
	}
	say("gates: %d rows, %d rounds", len(r.gates), o.rounds)
	if _, err := w.measure(ctx, r.gates, o.rounds, min(20, o.rounds)); err != nil {
		return err
	}
	say("a Write of 64 MB: %d rows, 3 rounds", len(r.large))
	var err error
	r.floor, err = w.measure(ctx, r.large, 3, 0)
	return err
}

// everySize measures the synthetic policies.
func (w *world) everySize(ctx context.Context, o options, base []row, r *results, say func(string, ...any)) error {
	r.sizes = []int{10, 100, 1000, 10000}
	if o.quick {
		r.sizes = []int{10, 10000}
	}
	kei, err := w.kei(ctx, o.root, o.bin)
	if err != nil {
		return err
	}
	rows, err := w.growth(ctx, kei, r.sizes, say)
	if err != nil {
		return err
	}
	r.growth = append(slices.Clone(base), rows...)
	say("growth: %d rows, %d rounds", len(r.growth), o.rounds)
	_, err = w.measure(ctx, r.growth, o.rounds, min(20, o.rounds))
	return err
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// besidePeers measures the peers, and beside them what the gates answer to the
// same calls. Some peers take a hundred times as long, so there are fewer rounds.
func (w *world) besidePeers(ctx context.Context, base []row, r *results, rounds int, say func(string, ...any)) error {
	peers, err := w.peers(ctx, say)
	if err != nil || len(peers) == 0 {
		return err
	}
	gates := find(r.gates, func(r row) bool { return slices.Contains(peerCalls, r.call) })
	r.peers = slices.Concat(base, gates, peers)
	say("peers: %d rows, %d rounds", len(r.peers), rounds)
	_, err = w.measure(ctx, r.peers, rounds, 2)
	return err
}

// besideStatus measures verify, and beside it git status. A start takes tenths of
// a second, so there are few rounds.
func (w *world) besideStatus(ctx context.Context, o options, r *results, say func(string, ...any)) error {
	kei, err := w.kei(ctx, o.root, o.bin)
	if err != nil {
		return err
	}
	r.works = works
	if o.quick {
		r.works = quickWorks
	}
	only, err := chosen(o.works, r.works)
	if err != nil {
		return err
	}
	if r.verify, err = w.verifies(ctx, o.root, kei, r.works, only, say); err != nil {
		return err
	}
	rounds := max(o.rounds/25, 5)
	say("verify: %d rows, %d rounds", len(r.verify), rounds)
	_, err = w.measure(ctx, r.verify, rounds, 1)
	return err
}

// save writes the samples, if a file for them is named.
func (r results) save(name string) error {
	if name == "" {
		return nil
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	err = r.writeSamples(b)
	return errors.Join(err, b.Flush(), f.Close())
}
