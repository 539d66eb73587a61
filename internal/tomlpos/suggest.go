package tomlpos

import (
	"slices"
	"strings"
)

// Nearest is the name nearest to word, and "" when none is near enough to be a slip
// of the hand.
func Nearest(word string, names []string) string {
	best, least := "", 1+max(1, len(word)/3)
	for _, name := range slices.Sorted(slices.Values(names)) {
		if d := distance(word, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// DidYouMean is "; did you mean NAME?" for the [Nearest] name, and "" for none.
func DidYouMean(word string, names []string) string {
	if best := Nearest(word, names); best != "" {
		return "; did you mean " + best + "?"
	}
	return ""
}

// OrOneOf is [DidYouMean], or else the whole choice.
func OrOneOf(word string, names []string) string {
	if s := DidYouMean(word, names); s != "" || len(names) == 0 {
		return s
	}
	return "; it can be " + strings.Join(slices.Sorted(slices.Values(names)), ", ")
}

// distance counts the letters to insert, drop, replace or swap with their
// neighbour to make b of a. It gives up on texts nobody types by hand.
func distance(a, b string) int {
	if len(a) > 100 || len(b) > 100 {
		return 100
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+same)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
