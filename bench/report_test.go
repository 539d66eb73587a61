package main

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	var b strings.Builder
	table(&b, 1, [][]string{{"name", "p50"}, {"é", "7"}, {"longer", "12345"}})
	const want = `| name   |   p50 |
| ------ | ----: |
| é      |     7 |
| longer | 12345 |
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}

// measured is a run in which the slowest gate takes so many us for its calls, and
// an empty Go program 1000.
func measured(read, bash int) []row {
	return []row{
		{name: staticC, samples: around(400, 200, 7)},
		{name: emptyGo, samples: around(1000, 200, 11)},
		{name: "quick", call: callRead, verdict: "allow", samples: around(read-20, 200, 13)},
		{name: "slow", call: callRead, verdict: "allow", samples: around(read, 200, 13)},
		{name: "none", call: callRead, verdict: "deny", samples: around(9000, 200, 13)},
		{name: "slow", call: callAllowed, verdict: "allow", samples: around(bash, 200, 17)},
	}
}

func TestTargets(t *testing.T) {
	r := results{
		gates: measured(1150, 1600),
		large: []row{{name: "slow", samples: samplesOf(3000, 3100)}},
		sizes: []int{10, 10000},
		growth: []row{
			{name: "10 patterns", call: callRead, samples: around(1100, 200, 7)},
			{name: "10 patterns", call: callAllowed, samples: around(1200, 200, 7)},
			{name: "10000 patterns", call: callRead, samples: around(1110, 200, 11)},
			{name: "10000 patterns", call: callAllowed, samples: around(1210, 200, 11)},
		},
		peers: []row{
			{name: "slow", call: callAllowed, samples: around(1600, 200, 7)},
			{name: "other", call: callAllowed, samples: around(3200, 200, 7)},
			{name: "hook in sh", call: callAllowed, samples: around(800, 200, 7)},
		},
	}
	want := map[string]string{
		"Read, wall time, to empty Go":                 "holds",
		"Read, cpu, to empty Go":                       "holds",
		"allowed Bash, wall time, to empty Go":         "does not hold",
		"allowed Bash, cpu, to empty Go":               "does not hold",
		"10000 patterns, wall time, to 10 patterns":    "holds",
		"10000 patterns, cpu, to 10 patterns":          "holds",
		"allowed Bash, wall time, to the fastest peer": "holds",
		"64 MB Write, resident set":                    "holds",
	}
	got := map[string]string{}
	for _, target := range r.targets() {
		got[target.what] = target.verdict()
	}
	for what, verdict := range want {
		if got[what] != verdict {
			t.Errorf("%s: %q, want %q", what, got[what], verdict)
		}
	}
	if len(got) != len(want) {
		t.Errorf("targets %v", got)
	}
	// The one that decides is named, and it is the worst that was allowed.
	if f := r.targets()[0].figure; !strings.HasPrefix(f, "1.15") || !strings.HasSuffix(f, " slow") {
		t.Errorf("figure %q", f)
	}
}

func TestTargetsMissing(t *testing.T) {
	r := results{gates: measured(1200, 1300)[:2]}
	for _, target := range r.targets() {
		if target.verdict() != "not measured" {
			t.Errorf("%s: %s", target.what, target.verdict())
		}
	}
	// A launcher that is larger than the limit cannot see what it starts.
	r = results{large: []row{{name: "slow", samples: samplesOf(12000)}}, floor: 12000}
	if v := r.memory().verdict(); v != "not measured" {
		t.Errorf("below the floor: %s", v)
	}
	r.floor = 700
	if v := r.memory().verdict(); v != "does not hold" {
		t.Errorf("12000 KiB: %s", v)
	}
}

func TestNoise(t *testing.T) {
	gates := measured(1203, 1300)
	for i := range gates {
		gates[i].samples = gates[i].samples[:9] // so few that the interval is wide
	}
	v := results{gates: gates}.targets()[0]
	if !v.close || !strings.HasSuffix(v.verdict(), "within the noise") {
		t.Errorf("%+v: %s", v, v.verdict())
	}
}

func TestSamples(t *testing.T) {
	var b strings.Builder
	if err := (results{gates: []row{{name: "slow", call: callRead, verdict: "allow", samples: samplesOf(10)}}}).writeSamples(&b); err != nil {
		t.Fatal(err)
	}
	if _, line, _ := strings.Cut(b.String(), "\n"); line != "gates\tslow\tRead\tallow\t0\t10000\t5\t10\t10\t0\n" {
		t.Errorf("got %q", line)
	}
}
