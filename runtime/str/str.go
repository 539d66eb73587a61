// Package str is what programs that are on the path of every tool call need of
// strings: to look at them, to write numbers, JSON and lines for a terminal.
//
// Package strings is not linked: by way of package unicode it brings tables
// that are built at start-up as soon as anything else uses them.
//
// What has a loop is not inlined: the readers call these so often that it made
// every gate 200 KB larger, and none faster that one could measure.
package str

import "math/bits"

// A Fault is an error of nothing but its words. Package errors is not linked
// either.
type Fault string

func (f Fault) Error() string { return string(f) }

func HasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }
func HasSuffix(s, suffix string) bool {
	return len(s) >= len(suffix) && s[len(s)-len(suffix):] == suffix
}

//go:noinline
func IndexByte(s string, b byte) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	i := 0
	for all := uint64(b) * low; i+8 <= len(s); i += 8 {
		c := s[i : i+8] // eight at once: the compiler makes one load of it
		x := all ^ (uint64(c[0]) | uint64(c[1])<<8 | uint64(c[2])<<16 | uint64(c[3])<<24 |
			uint64(c[4])<<32 | uint64(c[5])<<40 | uint64(c[6])<<48 | uint64(c[7])<<56)
		if zero := (x - low) &^ x & high; zero != 0 {
			return i + bits.TrailingZeros64(zero)/8 // the first that is zero in x
		}
	}
	for ; i < len(s); i++ {
		if s[i] == b {
			return i
		}
	}
	return -1
}

//go:noinline
func LastIndexByte(s string, b byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == b {
			return i
		}
	}
	return -1
}

//go:noinline
func Index(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if s[i:i+len(sub)] == sub {
			return i
		}
	}
	return -1
}

func Contains(s, sub string) bool { return Index(s, sub) >= 0 }

//go:noinline
func ContainsAny(s, bytes string) bool {
	for i := 0; i < len(s); i++ {
		if IndexByte(bytes, s[i]) >= 0 {
			return true
		}
	}
	return false
}

//go:noinline
func Cut(s string, sep byte) (before, after string, found bool) {
	if i := IndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

func CutText(s, sep string) (before, after string, found bool) {
	if i := Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

//go:noinline
func Join(list []string, sep string) string {
	n := 0
	for _, e := range list {
		n += len(e) + len(sep)
	}
	b := make([]byte, 0, n)
	for i, e := range list {
		if i > 0 {
			b = append(b, sep...)
		}
		b = append(b, e...)
	}
	return string(b)
}

// Lower folds ASCII letters only.
//
//go:noinline
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for j := i; j < len(b); j++ {
				if b[j] >= 'A' && b[j] <= 'Z' {
					b[j] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

//go:noinline
func In(s string, list ...string) bool {
	for _, e := range list {
		if s == e {
			return true
		}
	}
	return false
}

// Fields splits at blanks, tabs and newlines.
//
//go:noinline
func Fields(s string) []string {
	var list []string
	start := -1
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == ' ' || s[i] == '\t' || s[i] == '\n' {
			if start >= 0 {
				list = append(list, s[start:i])
			}
			start = -1
		} else if start < 0 {
			start = i
		}
	}
	return list
}

// Itoa writes n in decimal.
func Itoa(n int64) string {
	if n == 0 {
		return "0"
	}
	var b [20]byte
	i := len(b)
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	for u > 0 {
		i--
		b[i] = byte('0' + u%10)
		u /= 10
	}
	if n < 0 {
		i--
		b[i] = '-'
	}
	return string(b[i:])
}

// Trim removes blanks, tabs and line ends at both ends.
//
//go:noinline
func Trim(s string) string {
	for s != "" && IndexByte(" \t\r\n", s[0]) >= 0 {
		s = s[1:]
	}
	for s != "" && IndexByte(" \t\r\n", s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}

// ReplaceByte returns s with every old byte replaced.
func ReplaceByte(s string, old, new byte) string {
	if IndexByte(s, old) < 0 {
		return s
	}
	b := []byte(s)
	for i := range b {
		if b[i] == old {
			b[i] = new
		}
	}
	return string(b)
}

// OnlyOf reports whether s has no other bytes than these.
func OnlyOf(s, bytes string) bool {
	for i := range len(s) {
		if IndexByte(bytes, s[i]) < 0 {
			return false
		}
	}
	return true
}

// TrimPrefix is s without the prefix.
func TrimPrefix(s, prefix string) string {
	if HasPrefix(s, prefix) {
		return s[len(prefix):]
	}
	return s
}

// TrimSuffix returns s without suffix at its end.
//
//go:noinline
func TrimSuffix(s, suffix string) string {
	if HasSuffix(s, suffix) {
		return s[:len(s)-len(suffix)]
	}
	return s
}
