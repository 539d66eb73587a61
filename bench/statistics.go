package main

import (
	"math"
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

// A ratio is that of two medians, or of two differences of medians, and the interval in which 95 of 100
// repetitions of the run would have it, as far as the run itself can say.
type ratio struct{ value, low, high float64 }

// compare divides the median of a by that of b.
func compare(a, b []sample, m measure) ratio {
	return estimate(m, func(median []float64) float64 { return median[0] / median[1] }, a, b)
}

// compareGrowth divides what a costs more than b by what c costs more than d. It
// is infinite where c costs no more.
func compareGrowth(a, b, c, d []sample, m measure) ratio {
	return estimate(m, func(median []float64) float64 {
		if median[2] <= median[3] {
			return math.Inf(1)
		}
		return (median[0] - median[1]) / (median[2] - median[3])
	}, a, b, c, d)
}

// estimate is a number that is made of the medians of several programs. The
// interval is a bootstrap over the rounds: whole rounds are drawn again, so that
// what slowed one round down slows all of them down in it.
func estimate(m measure, of func(medians []float64) float64, programs ...[]sample) ratio {
	const draws = 400
	lists, drawn, medians := make([][]float64, len(programs)), make([][]float64, len(programs)), make([]float64, len(programs))
	for i, samples := range programs {
		lists[i] = m.of(samples)
		drawn[i] = make([]float64, len(samples))
		medians[i] = median(lists[i])
	}
	r := ratio{value: of(medians)}
	rounds := len(lists[0])
	rng := rand.New(rand.NewPCG(1, uint64(rounds)))
	again := make([]float64, draws)
	for n := range again {
		for j := range rounds {
			k := rng.IntN(rounds)
			for i := range lists {
				drawn[i][j] = lists[i][k]
			}
		}
		for i := range drawn {
			medians[i] = median(drawn[i])
		}
		again[n] = of(medians)
	}
	slices.Sort(again)
	r.low, r.high = quantile(again, 0.025), quantile(again, 0.975)
	return r
}
