package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kei/gen/build"
	"kei/gen/programs"
)

// What gates cost beside other gates: those of another commit, and one that
// knows few programs. The rows of all are measured by turns in one run.

// pairCalls are what both of a pair are asked.
var pairCalls = []call{
	calls[0],
	{name: "simple Bash", tool: "Bash", field: "command", wants: allowed, texts: []string{
		"cargo test", "go test ./...", "git status", "ls -la src",
	}},
	calls[1],
}

// fewPrograms are those that the small table has.
var fewPrograms = strings.Fields(`awk bash cargo cat cd chmod command cp curl date diff docker echo env environment
	find gcc git go grep head kei-ledger ls make mkdir mv node npm npx python rm rustc sed sort ssh sudo tail tar
	timeout xargs`)

// A pair is one call asked of two gates, whose costs are divided.
type pair struct{ one, other row }

// beside makes and measures the pairs that the options ask for.
func (w *world) beside(ctx context.Context, o options, gates map[string]string, rounds int, say func(string, ...any)) ([]pair, error) {
	var rows []row
	if o.against != "" {
		list, err := w.otherGates(ctx, o, gates, say)
		if err != nil {
			return nil, err
		}
		rows = append(rows, list...)
	}
	if o.few {
		list, err := w.fewGate(ctx, o, gates, say)
		if err != nil {
			return nil, err
		}
		rows = append(rows, list...)
	}
	say("beside other gates: %d rows, %d rounds", len(rows), rounds)
	if _, err := w.measure(ctx, rows, rounds, min(20, rounds)); err != nil {
		return nil, err
	}
	var pairs []pair
	for i := 0; i < len(rows); i += 2 {
		pairs = append(pairs, pair{rows[i], rows[i+1]})
	}
	return pairs, nil
}

// twoRows are the rows of a call to two gates: both are asked the same text, one
// that both answer alike, if there is one.
func (w *world) twoRows(ctx context.Context, names, paths [2]string, c call) ([]row, error) {
	which := 0
	for i := range c.texts {
		input, err := w.payload(c, i)
		if err != nil {
			return nil, err
		}
		one, err := w.ask(ctx, paths[0], paths[:1], input)
		if err != nil {
			return nil, err
		}
		other, err := w.ask(ctx, paths[1], paths[1:], input)
		if err != nil {
			return nil, err
		}
		if one == c.wants && other == c.wants {
			which = i
			break
		}
	}
	c.texts = c.texts[which : which+1]
	c.name = strings.TrimSuffix(fmt.Sprintf("%s %d", c.name, which), " 0")
	var rows []row
	for i := range names {
		r, err := w.gateRow(ctx, names[i], paths[i], c)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// otherGates are the rows of the gates beside those of the same roles elsewhere.
func (w *world) otherGates(ctx context.Context, o options, gates map[string]string, say func(string, ...any)) ([]row, error) {
	dir := o.against
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		if dir, err = w.builtAt(ctx, o, say); err != nil {
			return nil, err
		}
	}
	var rows []row
	for _, role := range sortedKeys(gates) {
		path := filepath.Join(dir, role)
		if !isProgram(path) {
			say("%s is left out: there is no such gate in %s", role, o.against)
			continue
		}
		other, err := w.adopt("other-"+role, path)
		if err != nil {
			return nil, err
		}
		for _, c := range pairCalls {
			list, err := w.twoRows(ctx, [2]string{role, o.against + " " + role}, [2]string{gates[role], other}, c)
			if err != nil {
				return nil, err
			}
			rows = append(rows, list...)
		}
	}
	return rows, nil
}

// builtAt builds the gates of a commit as that commit builds them, and returns
// their folder.
func (w *world) builtAt(ctx context.Context, o options, say func(string, ...any)) (string, error) {
	say("building the gates of %s", o.against)
	tree := filepath.Join(w.dir, "build", "against")
	if _, err := output(ctx, o.root, nil, "git", "clone", "--quiet", "--shared", "--no-checkout", o.root, tree); err != nil {
		return "", err
	}
	commit, err := output(ctx, o.root, nil, "git", "rev-parse", "--verify", o.against+"^{commit}")
	if err != nil {
		return "", err
	}
	if _, err := output(ctx, tree, nil, "git", "checkout", "--quiet", "--detach", strings.TrimSpace(commit)); err != nil {
		return "", err
	}
	dir := filepath.Join(tree, "bin")
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if _, err := output(ctx, tree, env, "go", "run", "./cmd/kei", "build", "-o", dir); err != nil {
		return "", err
	}
	return dir, nil
}

// buildGate builds the gate of a role as kei build does.
func buildGate(ctx context.Context, root, role, to string) error {
	dir := to + ".bin"
	list, err := build.Gates(ctx, build.Options{Dir: root, Out: dir, Roles: []string{role}})
	if err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, list[0].File), to)
}

// fewGate are the rows of a gate beside one of the same role that knows only
// [fewPrograms]: what one looks up must not cost more where more is known.
func (w *world) fewGate(ctx context.Context, o options, gates map[string]string, say func(string, ...any)) ([]row, error) {
	role := sortedKeys(gates)[0]
	if gates["explorer"] != "" {
		role = "explorer"
	}
	say("building a gate of %s that knows %d programs, and one that knows all", role, len(fewPrograms))
	tree := filepath.Join(w.dir, "build", "few")
	for _, folder := range []string{"runtime", "out"} {
		if err := os.CopyFS(filepath.Join(tree, folder), os.DirFS(filepath.Join(o.root, folder))); err != nil {
			return nil, err
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(o.root, file))
		if err == nil {
			err = os.WriteFile(filepath.Join(tree, file), data, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	set, err := programs.Load(os.DirFS(o.root))
	if err != nil {
		return nil, err
	}
	all := len(set.Programs)
	paths := [2]string{filepath.Join(tree, "all"), filepath.Join(tree, "few")}
	if err := buildGate(ctx, tree, role, paths[0]); err != nil {
		return nil, err
	}
	set.Programs = slices.DeleteFunc(set.Programs, func(p *programs.Program) bool {
		return p.Shell != "" || !slices.Contains(fewPrograms, p.Program.Name)
	})
	if err := replacePrograms(set, tree); err != nil {
		return nil, err
	}
	if err := buildGate(ctx, tree, role, paths[1]); err != nil {
		return nil, err
	}
	names := [2]string{fmt.Sprintf("%s, %d programs", role, all), fmt.Sprintf("%s, %d programs", role, len(set.Programs))}
	for i, name := range []string{"all-programs", "few-programs"} {
		if paths[i], err = w.adopt(name, paths[i]); err != nil {
			return nil, err
		}
	}
	var rows []row
	for _, c := range pairCalls {
		list, err := w.twoRows(ctx, names, paths, c)
		if err != nil {
			return nil, err
		}
		rows = append(rows, list...)
	}
	return rows, nil
}

// replacePrograms writes the set into a tree in the place of its own.
func replacePrograms(set *programs.Set, tree string) error {
	if err := os.RemoveAll(filepath.Join(tree, "out", "programs")); err != nil {
		return err
	}
	list, err := set.Emit()
	if err != nil {
		return err
	}
	for _, f := range list {
		name := filepath.Join(tree, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, fs.FileMode(0o644)); err != nil {
			return err
		}
	}
	return nil
}

// figuresOfPairs is the table of pairs: both rows as they are, and what the
// first costs as a multiple of the second.
func figuresOfPairs(w io.Writer, pairs []pair) {
	cells := [][]string{{"gate", "call", "answer", "min", "p50", "cpu", "faults", "size", "min x", "wall x (95 % interval)", "cpu x (95 % interval)", "faults x"}}
	for _, p := range pairs {
		a, b := summarize(p.one.samples), summarize(p.other.samples)
		in := func(m measure) string {
			r := compare(p.one.samples, p.other.samples, m)
			return fmt.Sprintf("%.3f (%.3f to %.3f)", r.value, r.low, r.high)
		}
		mark := [4]string{fmt.Sprintf("%.3f", a.min/b.min), in(wall), in(cpu), fmt.Sprintf("%.3f", float64(a.faults)/float64(b.faults))}
		for _, one := range []struct {
			row
			summary
		}{{p.one, a}, {p.other, b}} {
			cells = append(cells, append([]string{
				one.name, one.call, one.verdict, number(one.min), number(one.p50), number(one.cpu),
				fmt.Sprint(one.summary.faults), fmt.Sprint(one.size),
			}, mark[:]...))
			mark = [4]string{}
		}
	}
	table(w, 3, cells)
}
