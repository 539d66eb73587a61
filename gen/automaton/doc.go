// Package automaton turns the patterns of one rule into one minimal byte
// table, and answers questions about what such tables match.
//
// The way there: regexp/syntax parses, simplifies and compiles each pattern to
// a program (program.go); all runes that no pattern tells apart become one
// class (runes.go); sets of program positions become states, one step per rune
// (subset.go); the steps per rune become steps per byte (utf8.go); equal states
// are merged (minimize.go); and what is left is written as constant strings
// (rows.go). A set that would grow too large as one automaton becomes several
// (plan.go), or a TooLarge, and then regexp has to do.
//
// A table answers exactly as regexp.MatchString does, for every text: a byte
// that is not UTF-8 counts as U+FFFD, one byte wide. What is left out on
// purpose is where a match is; a gate only asks whether there is one.
//
// The package imports nothing of kei, so that it can be read, fuzzed and
// trusted on its own. runtime/gate holds the reader of the same format.
package automaton
