package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestEncode(t *testing.T) {
	p := plan{rounds: 3, warm: 1, seed: 7, pipe: true, programs: []program{
		{path: "/bin/a b", args: []string{"a b", "--x"}, env: []string{"A=1", "B="}, input: "/tmp/in", status: 2},
		{path: "/bin/c", args: []string{"c"}, input: "/dev/null"},
	}}
	var b bytes.Buffer
	if err := p.encode(&b); err != nil {
		t.Fatal(err)
	}
	const want = `rounds 3
warm 1
seed 7
pipe 1
program
status 2
path /bin/a b
in /tmp/in
arg a b
arg --x
env A=1
env B=
program
status 0
path /bin/c
in /dev/null
arg c
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, p := range map[string]program{
		"newline in an argument": {args: []string{"a\nstatus 0"}},
		"newline in a variable":  {env: []string{"A=\n"}},
		"NUL in a path":          {path: "\x00"},
	} {
		if err := (plan{programs: []program{p}}).encode(&bytes.Buffer{}); err == nil {
			t.Errorf("%s: encoded", name)
		}
	}
}

func TestParseRun(t *testing.T) {
	r, err := parseRun(strings.NewReader("1 0 2500 3 800 27 2\n0 0 1000 1 700 20 1\n0 1 1100 1 704 21 1\n1 1 2600 4 808 28 3\nfloor 640\n"), 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	if want := (sample{wall: 2600, cpu: 4 * time.Microsecond, resident: 808, faults: 28, switches: 3}); r.samples[1][1] != want {
		t.Errorf("program 1, round 1: got %+v, want %+v", r.samples[1][1], want)
	}
	if r.floor != 640 {
		t.Errorf("floor %d", r.floor)
	}
}

func TestParseRunRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"no floor":       "0 0 1 1 1 1 1\n",
		"a round less":   "floor 1\n",
		"a round twice":  "0 0 1 1 1 1 1\n0 0 1 1 1 1 1\nfloor 1\n",
		"program beyond": "1 0 1 1 1 1 1\nfloor 1\n",
		"round beyond":   "0 1 1 1 1 1 1\nfloor 1\n",
		"not numbers":    "0 0 1 x 1 1 1\nfloor 1\n",
		"cut off":        "0 0 1 1\n",
		"something else": "launcher: fork\n",
	} {
		if r, err := parseRun(strings.NewReader(text), 1, 1); err == nil {
			t.Errorf("%s: read as %+v", name, r)
		}
	}
}
