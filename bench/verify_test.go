package main

import (
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kei/gen"
)

// The role that is verified starts no command: what is measured is verify.
func TestVerifyPolicy(t *testing.T) {
	set, err := verifyPolicy("..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := verifyPolicy(t.TempDir()); err == nil {
		t.Error("a folder without capabilities gives a policy")
	}
	fsys := fstest.MapFS{}
	for name, text := range set {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	roles, warnings, err := gen.Check(fsys)
	if err != nil || len(warnings) > 0 || len(roles) != 1 || roles[0].Name != verifyRole {
		t.Fatalf("%d roles, %v, warnings %v", len(roles), err, warnings)
	}
	var steps []string
	for _, c := range roles[0].Capabilities {
		for _, s := range c.Steps {
			steps = append(steps, s.Kind)
		}
	}
	if want := []string{"diff-in-task", "diff-outside-denylist", "size-limit", "dependencies-unchanged"}; !slices.Equal(steps, want) {
		t.Errorf("steps %v, want %v", steps, want)
	}
}

// A work has as many changes as it says, half of them new, and the index is from
// before.
func TestPlace(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	w := &world{dir: dir, env: environment(dir, dir, "")}
	k := work{files: 60, changed: 12}
	p, err := w.place(t.Context(), git, k)
	if err != nil {
		t.Fatal(err)
	}
	status, err := output(t.Context(), dir, w.env, git, "-C", p.worktree, "status", "--porcelain", "-uall")
	if err != nil {
		t.Fatal(err)
	}
	if n, fresh := strings.Count(status, "\n"), strings.Count(status, "?? "); n != 12 || fresh != 6 {
		t.Errorf("%d changes, %d of them new:\n%s", n, fresh, status)
	}
	listed, err := output(t.Context(), dir, append(w.env, "GIT_INDEX_FILE="+p.index), git, "-C", p.main, "ls-files")
	if err != nil || strings.Count(listed, "\n") != 60 {
		t.Errorf("the index: %v\n%s", err, listed)
	}
	for _, k := range slices.Concat(works, quickWorks) {
		if k.files/k.changed < 1 {
			t.Errorf("%v: the same file would be changed twice", k)
		}
	}
	if n := strings.Count(sourceText(1), "\n"); n < 80 || n > 200 {
		t.Errorf("a file has %d lines, and the role permits 200", n)
	}
}

// verifiedIn is a run in which verify and git status took so many us for works.
func verifiedIn(mine, its [4]int) results {
	r := results{works: works}
	for i, k := range works {
		r.verify = append(r.verify,
			row{name: verifyRow, call: k.String(), samples: samplesOf(slices.Repeat(mine[i:i+1], 21)...)},
			row{name: statusRow, call: k.String(), samples: samplesOf(slices.Repeat(its[i:i+1], 21)...)})
	}
	return r
}

func TestVerifyTargets(t *testing.T) {
	const (
		change = "verify, wall time of a change, 2000 to 10000, to 200 to 2000 of them"
		file   = "verify, wall time of a file, 5000 to 50000, to git status"
	)
	for _, c := range []struct {
		name      string
		mine, its [4]int
		want      map[string]string
		figures   map[string]string
	}{
		// A change costs 50 us and a file 2; of git status a file costs 2.
		{"linear", [4]int{40_000, 130_000, 220_000, 620_000}, [4]int{20_000, 110_000, 120_000, 160_000},
			map[string]string{change: "holds", file: "holds"}, map[string]string{change: "1.0", file: "1.0"}},
		{"quadratic in the diff", [4]int{40_000, 130_000, 220_000, 1_820_000}, [4]int{20_000, 110_000, 120_000, 160_000},
			map[string]string{change: "does not hold", file: "holds"}, map[string]string{change: "4.0", file: "1.0"}},
		{"reads every file", [4]int{60_000, 510_000, 600_000, 1_000_000}, [4]int{20_000, 110_000, 120_000, 160_000},
			map[string]string{change: "holds", file: "does not hold"}, map[string]string{file: "5.0"}},
		{"a yardstick that does not grow", [4]int{40_000, 130_000, 220_000, 620_000}, [4]int{20_000, 20_000, 120_000, 160_000},
			map[string]string{change: "holds", file: "does not hold"}, map[string]string{file: "+Inf"}},
	} {
		got := map[string]target{}
		for _, target := range verifiedIn(c.mine, c.its).targets() {
			got[target.what] = target
		}
		for what, verdict := range c.want {
			if v := got[what].verdict(); v != verdict {
				t.Errorf("%s: %s: %q, want %q", c.name, what, v, verdict)
			}
		}
		for what, figure := range c.figures {
			if !strings.HasPrefix(got[what].figure, figure) {
				t.Errorf("%s: %s: %q, want %q", c.name, what, got[what].figure, figure)
			}
		}
	}
	r := verifiedIn([4]int{40_000, 175_000, 220_000, 620_000}, [4]int{20_000, 66_000, 120_000, 160_000})
	for i := range r.verify {
		r.verify[i].samples = around(int(r.verify[i].samples[0].wall.Microseconds()), 21, 5+2*i)
	}
	if v := r.perFile("", wall); !v.close || !strings.HasSuffix(v.verdict(), "within the noise") {
		t.Errorf("2.93 x, of samples that are a tenth apart: %s, %s", v.figure, v.verdict())
	}
	r = verifiedIn([4]int{40_000, 130_000, 220_000, 620_000}, [4]int{20_000, 66_000, 120_000, 160_000})
	r.verify = append(r.verify, row{name: atOnceRow, call: works[0].String(), samples: samplesOf(slices.Repeat([]int{500_000}, 21)...)},
		row{name: inTurnRow, call: works[0].String(), samples: samplesOf(slices.Repeat([]int{400_000}, 21)...)})
	for what, want := range map[string]string{"verify, wall time, 50000 files, 2000 changed, to git status": "holds", "verify, wall time, ten at once, to ten in turn": "does not hold"} {
		for _, target := range r.targets() {
			if target.what == what && target.verdict() != want {
				t.Errorf("%s: %s, %s", what, target.figure, target.verdict())
			}
		}
	}
	r.verify = r.verify[:2]
	for _, target := range []target{r.perChange("", wall), r.perFile("", wall), r.toStatus(), r.atOnce()} {
		if target.verdict() != "not measured" {
			t.Errorf("%s: %s", target.what, target.verdict())
		}
	}
	for _, target := range (results{}).targets() {
		if strings.HasPrefix(target.what, "verify") {
			t.Errorf("with -verify=false: %s", target.what)
		}
	}
}

func TestCompareGrowth(t *testing.T) {
	a, b, c, d := around(5000, 300, 7), around(2000, 300, 11), around(3000, 300, 13), around(1000, 300, 17)
	if r := compareGrowth(a, b, c, d, wall); math.Abs(r.value-1.5) > 0.02 || !(r.low <= r.value && r.value <= r.high) || r.high-r.low > 0.2 {
		t.Errorf("%+v, want about 1.5 and an interval around it", r)
	}
	if r := compareGrowth(a, b, d, d, wall); !math.IsInf(r.value, 1) {
		t.Errorf("to one that costs no more: %+v", r)
	}
}

func TestVerifyReport(t *testing.T) {
	r := verifiedIn([4]int{40_000, 130_000, 220_000, 620_000}, [4]int{20_000, 65_000, 120_000, 160_000})
	r.verify = append(r.verify, row{name: verifyAllRow, call: works[1].String(), samples: samplesOf(260_000)})
	var b strings.Builder
	r.verifyFigures(&b)
	var lines [][]string
	for line := range strings.Lines(b.String()) {
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|\n"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		lines = append(lines, cells)
	}
	if len(lines) != 2+5 {
		t.Fatalf("table\n%s", &b)
	}
	if got := strings.Join(lines[3][:6], " "); got != "verify 50000 200 130.0 65.0 2.00" {
		t.Errorf("second row %q", got)
	}
	if got := strings.Join(lines[6][:6], " "); got != "verify, no index 50000 200 260.0 65.0 4.00" {
		t.Errorf("last row %q", got)
	}
	b.Reset()
	if err := r.writeSamples(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\nverify\tverify, no index\t50000 files, 200 changed\t\t0\t260000000\t130000\t") {
		t.Errorf("samples\n%.400s", &b)
	}
}

func TestChosen(t *testing.T) {
	if only, err := chosen("", works); err != nil || !slices.Equal(only, works) {
		t.Errorf("%v, %v", only, err)
	}
	if only, err := chosen("50000/2000,5000/200", works); err != nil || !slices.Equal(only, []work{works[2], works[0]}) {
		t.Errorf("%v, %v", only, err)
	}
	if only, err := chosen("7/3", works); err == nil {
		t.Errorf("%v", only)
	}
	// What was not measured is no figure, and ends nothing.
	r := verifiedIn([4]int{40_000, 130_000, 220_000, 620_000}, [4]int{20_000, 66_000, 120_000, 160_000})
	r.verify = r.verify[4:6]
	for _, target := range r.targets() {
		if known := strings.HasSuffix(target.what, "2000 changed, to git status"); strings.HasPrefix(target.what, "verify") && (target.verdict() != "not measured") != known {
			t.Errorf("%s: %s", target.what, target.verdict())
		}
	}
	r.verifyFigures(&strings.Builder{})
}
