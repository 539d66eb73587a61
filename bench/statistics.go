package main

import (
	"math/rand/v2"
	"slices"
)

// quantile returns the value below which the share q of the sorted values is:
// one of them, the nearest in rank.
func quantile(sorted []float64, q float64) float64 {
	at := int(q*float64(len(sorted)-1) + 0.5)
	return sorted[min(max(at, 0), len(sorted)-1)]
}

func median(values []float64) float64 {
	s := slices.Clone(values)
	slices.Sort(s)
	return quantile(s, 0.5)
}

// A measure picks a number out of a sample.
type measure func(sample) float64

// Microseconds of wall time and of processor time.
func wall(s sample) float64 { return float64(s.wall.Nanoseconds()) / 1e3 }
func cpu(s sample) float64  { return float64(s.cpu.Nanoseconds()) / 1e3 }

func (m measure) of(samples []sample) []float64 {
	list := make([]float64, len(samples))
	for i, s := range samples {
		list[i] = m(s)
	}
	return list
}

// A summary is the samples of one program in a few numbers.
type summary struct {
	min, p50, p99 float64 // wall time in us
	cpu           float64 // median, us
	resident      int     // largest, KiB
	faults        int     // median
}

func summarize(samples []sample) summary {
	w := measure(wall).of(samples)
	slices.Sort(w)
	s := summary{
		min: w[0], p50: quantile(w, 0.5), p99: quantile(w, 0.99),
		cpu:    median(measure(cpu).of(samples)),
		faults: int(median(measure(func(s sample) float64 { return float64(s.faults) }).of(samples))),
	}
	for _, one := range samples {
		s.resident = max(s.resident, one.resident)
	}
	return s
}

// A ratio is that of two medians, and the interval in which 95 of 100
// repetitions of the run would have it, as far as the run itself can say.
type ratio struct{ value, low, high float64 }

// compare divides the median of a by that of b. The interval is a bootstrap
// over the rounds: whole rounds are drawn again, so that what slowed one round
// down slows both down in it.
func compare(a, b []sample, m measure) ratio {
	const draws = 400
	x, y := m.of(a), m.of(b)
	r := ratio{value: median(x) / median(y)}
	rng := rand.New(rand.NewPCG(1, uint64(len(x))))
	again := make([]float64, draws)
	dx, dy := make([]float64, len(x)), make([]float64, len(x))
	for i := range again {
		for j := range dx {
			k := rng.IntN(len(x))
			dx[j], dy[j] = x[k], y[k]
		}
		again[i] = median(dx) / median(dy)
	}
	slices.Sort(again)
	r.low, r.high = quantile(again, 0.025), quantile(again, 0.975)
	return r
}
