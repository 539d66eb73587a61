package main

import (
	"math"
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	ten := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []struct {
		values []float64
		q      float64
		want   float64
	}{
		{[]float64{4}, 0.5, 4},
		{[]float64{4}, 0.99, 4},
		{[]float64{1, 2, 3}, 0.5, 2},
		{ten, 0, 1},
		{ten, 1, 10},
		{ten, 0.99, 10},
		{ten, 0.1, 2},
	} {
		if got := quantile(c.values, c.q); got != c.want {
			t.Errorf("quantile(%v, %v) = %v, want %v", c.values, c.q, got, c.want)
		}
	}
	values := []float64{3, 1, 2}
	if got := median(values); got != 2 || values[0] != 3 {
		t.Errorf("median = %v, and left %v", got, values)
	}
}

// samplesOf makes samples of wall times in us; processor time is half of it.
func samplesOf(us ...int) []sample {
	var list []sample
	for _, n := range us {
		d := time.Duration(n) * time.Microsecond
		list = append(list, sample{wall: d, cpu: d / 2, resident: n, faults: n})
	}
	return list
}

func TestSummarize(t *testing.T) {
	got := summarize(samplesOf(300, 100, 200))
	if want := (summary{min: 100, p50: 200, p99: 300, cpu: 100, resident: 300, faults: 200}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// around makes n samples that lie evenly within a twentieth of the middle.
func around(middle, n, turn int) []sample {
	var us []int
	for i := range n {
		us = append(us, middle+middle*((i*turn)%101-50)/1000)
	}
	return samplesOf(us...)
}

func TestCompare(t *testing.T) {
	a, b := around(1200, 300, 37), around(1000, 300, 53)
	for name, m := range map[string]measure{"wall": wall, "cpu": cpu} {
		r := compare(a, b, m)
		if math.Abs(r.value-1.2) > 0.01 || !(r.low <= r.value && r.value <= r.high) || r.high-r.low > 0.05 {
			t.Errorf("%s: %+v, want about 1.2 and a narrow interval around it", name, r)
		}
	}
	if r := compare(a, a, wall); r != (ratio{1, 1, 1}) {
		t.Errorf("a program and itself: %+v", r)
	}
	if x, y := compare(a, b, wall), compare(a, b, wall); x != y {
		t.Errorf("not the same twice: %+v, %+v", x, y)
	}
}
