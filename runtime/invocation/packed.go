package invocation

import (
	"unsafe"

	"kei/runtime/str"
)

// Text of facts may be packed, which is half of it: in what stands behind the mark of
// a line, a byte from 0x80 on is one of the pieces, or with the byte behind it one of
// those that are used less, and the byte behind plain is itself. Marks, the names of
// subcommands and what is counted stay as they are, so that lines are looked through
// as they stand; only one that is read is unpacked. kei build packs what it compiles,
// and out/ stays text.
const (
	second = 0xfb          // it and those up to plain begin what takes two bytes
	short  = second - 0x80 // how many pieces take one byte
	from   = '\n' + 1      // what stands behind second: never a line's end
	page   = 256 - from    // how many pieces begin with the same byte of those
	plain  = 0xff
)

// piece is the n-th of the pieces, which stand one behind the other, so that they are
// on few pages.
func piece(n int) string {
	if n == 0 {
		return pieces[:pieceEnds[0]]
	}
	return pieces[pieceEnds[n-1]:pieceEnds[n]]
}

// unpacked is the text that some stands for.
func unpacked(s string) string { return (&decoder{}).unpacked(s) }

func (d *decoder) unpacked(s string) string {
	at := 0
	for at < len(s) && s[at] < 0x80 {
		at++
	}
	if at == len(s) {
		return s
	}
	b := append(d.desk.room(), s[:at]...)
	for ; at < len(s); at++ { // nothing is called for what takes one byte: this is read for each call
		c, n := s[at], 0
		switch {
		case c < 0x80:
			b = append(b, c)
			continue
		case c < second:
			n = int(c) - 0x80
		case at+1 == len(s):
			continue
		case c == plain:
			at++
			b = append(b, s[at])
			continue
		default:
			at++
			n = short + int(c-second)*page + int(max(s[at], from)) - from
		}
		start := 0
		if n > 0 {
			start = int(pieceEnds[n-1])
		}
		b = append(b, pieces[start:pieceEnds[n]]...)
	}
	d.desk.fill(len(b))
	if len(b) == 0 {
		return ""
	}
	return unsafe.String(&b[0], len(b)) // nobody writes there again
}

// mark is how many bytes of a line are never packed.
func mark(line string) int {
	if line == "" || line[0] == '>' {
		return len(line)
	}
	if line[0] == '-' || line[0] == '\t' {
		return 1
	}
	for _, tab := range [...]string{"word\t", "key\t"} {
		if str.HasPrefix(line, tab) {
			return len(tab)
		}
	}
	key, _, _ := str.Cut(line, ' ')
	switch key {
	case "grammar", "like", "again":
		return len(line)
	}
	return min(len(key)+1, len(line))
}

// Packed is a text of facts with what stands behind the marks of its lines as f says.
func Packed(text Facts, f func(string) string) Facts {
	var b []byte
	name, rest, _ := str.Cut(text, '\n')
	for b = append(append(b, name...), '\n'); rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		at := mark(line)
		b = append(append(append(b, line[:at]...), f(line[at:])...), '\n')
	}
	return Facts(b)
}

// Plain is text as it stands in facts that are not packed.
func Plain(text string) string {
	var b []byte
	for i := range len(text) {
		if text[i] >= 0x80 {
			b = append(b, plain)
		}
		b = append(b, text[i])
	}
	return string(b)
}

// Pack is the shortest text that is unpacked to what some text is.
func Pack(text string) string {
	text = unpacked(text)
	var list []string
	var begin [256][]int // the pieces, by their first bytes
	for n := range pieceEnds {
		list = append(list, piece(n))
		begin[list[n][0]] = append(begin[list[n][0]], n)
	}
	var b []byte
	for i, by := 0, Cheapest(text, list, begin[:]); i < len(text); {
		switch n := by[i]; {
		case n >= short:
			b = append(b, second+byte((n-short)/page), byte((n-short)%page+from))
		case n >= 0:
			b = append(b, 0x80+byte(n))
		case text[i] >= 0x80:
			b = append(b, plain, text[i])
		default:
			b = append(b, text[i])
		}
		if by[i] < 0 {
			i++
		} else {
			i += len(list[by[i]])
		}
	}
	return string(b)
}

// Cheapest is which piece to take at each place of a text, -1 for none, so that what
// follows takes the fewest bytes. The pieces are listed by their first bytes, and the
// first of them take one byte.
func Cheapest(text string, pieces []string, begin [][]int) []int {
	size, by := make([]int, len(text)+1), make([]int, len(text)+1)
	for i := len(text) - 1; i >= 0; i-- {
		size[i], by[i] = size[i+1]+1, -1
		if text[i] >= 0x80 {
			size[i]++
		}
		for _, n := range begin[text[i]] {
			bytes := 1
			if n >= short {
				bytes = 2
			}
			if p := pieces[n]; str.HasPrefix(text[i:], p) && size[i+len(p)]+bytes < size[i] {
				size[i], by[i] = size[i+len(p)]+bytes, n
			}
		}
	}
	return by
}

// Pieces are how many there may be, and how many of them take one byte.
const Pieces, ShortPieces = short + (plain-second)*page, short
