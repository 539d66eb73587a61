package source

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// lineTokens is what a line can hold: a text of more tokens has more lines than
// it shows. Of the functions within 30 lines in Go's own source none that a
// person wrote has as many tokens, and of the files within 200 lines only tables.
const lineTokens = 40

// A Size is how long a piece of source is. Comments are no tokens, and a string
// is one, so prose and tables of texts may have lines as long as they like.
type Size struct{ Lines, Tokens int }

func (s Size) Counted() int { return max(s.Lines, (s.Tokens+lineTokens-1)/lineTokens) }

func (s Size) String() string {
	if s.Counted() > s.Lines {
		return fmt.Sprintf("%d tokens on %s, which count as %d lines", s.Tokens, lineCount(s.Lines), s.Counted())
	}
	return lineCount(s.Lines)
}

func lineCount(n int) string {
	if n == 1 {
		return "1 line"
	}
	return strconv.Itoa(n) + " lines"
}

// Lines counts as an editor does: a last line without an end is one.
func Lines(text []byte) int { return LineStarts(text).Lines(text) }

// A LineTable has the offsets where lines begin.
type LineTable []int

// Lines counts those of the text that the table is of.
func (t LineTable) Lines(text []byte) int {
	if n := len(t); n > 0 && t[n-1] == len(text) {
		return n - 1
	}
	return len(t)
}

// At is the line of an offset, from 1.
func (t LineTable) At(offset int) int {
	i, found := slices.BinarySearch(t, offset)
	if found {
		return i + 1
	}
	return i
}

// LineStarts takes for the end of a line whatever is shown as one, since to Go
// and Rust all of them are white space. One that is not the usual one and stands
// next to another, as a form feed does at the end of a page, ends no second line.
func LineStarts(text []byte) LineTable {
	if len(text) == 0 {
		return nil
	}
	starts, ended := make(LineTable, 1, 1+bytes.Count(text, []byte{'\n'})), true
	for i := 0; i < len(text); {
		if c := text[i]; c > '\r' && c < 0x80 {
			i, ended = i+1, false
			continue
		}
		n, usual := lineEnd(text[i:])
		if n == 0 {
			i, ended = i+1, false
			continue
		}
		next := i + n
		if usual || !ended && !(next < len(text) && (text[next] == '\n' || text[next] == '\r')) {
			starts = append(starts, next)
		}
		i, ended = next, true
	}
	return starts
}

// lineEnd is how many bytes of a line's end s begins with, and whether it is one
// that editors write.
func lineEnd(s []byte) (n int, usual bool) {
	switch s[0] {
	case '\n':
		return 1, true
	case '\r':
		if len(s) > 1 && s[1] == '\n' {
			return 2, true
		}
		return 1, true
	case '\v', '\f':
		return 1, false
	case 0xc2, 0xe2:
		if r, n := utf8.DecodeRune(s); r == 0x85 || r == 0x2028 || r == 0x2029 {
			return n, false
		}
	}
	return 0, false
}
