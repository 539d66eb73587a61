package automaton

import (
	"fmt"
	"testing"

	"kei/runtime/match"
)

func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		patterns := policy(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Compile(patterns); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMatch(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		d, err := Compile(policy(n))
		if err != nil {
			b.Fatal(err)
		}
		table := match.Table(*d)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				table.Match("cmd0007 sub --with=some -v arguments")
			}
		})
	}
}
