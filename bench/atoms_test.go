package main

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestFiguresOfAtoms(t *testing.T) {
	var b strings.Builder
	figuresOfAtoms(&b, []atomRow{{"a", 1, 2, "x"}, {"b", 3, 2, "y"}})
	for _, want := range []string{"| a | 1.00 | x | 2 |\n", "| b | 3.00 (over) | y | 2 |\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in %s", want, b.String())
		}
	}
	if got := per(time.Second, 2*time.Second); got != 0.5 {
		t.Error(got)
	}
	if got := per(-time.Second, time.Second); got != 0 {
		t.Error(got)
	}
}

// What is measured beside one another is done in turn.
func TestBeside(t *testing.T) {
	var did []string
	what := func(name string, takes time.Duration) func() error {
		return func() error { did = append(did, name); time.Sleep(takes); return nil }
	}
	took, err := beside(3, what("a", 0), what("b", 20*time.Millisecond))
	if err != nil || strings.Join(did, "") != "ababab" || len(took) != 2 || took[1] < 20*time.Millisecond {
		t.Errorf("%v %v %v", did, took, err)
	}
	bad := errors.New("no")
	if _, err := beside(3, func() error { return bad }); !errors.Is(err, bad) {
		t.Error(err)
	}
}
