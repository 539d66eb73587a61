package main

import (
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
