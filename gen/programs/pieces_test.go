package programs

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kei/runtime/invocation"
)

// factsOf are the texts of all programs that ship.
func factsOf(t testing.TB) (list []invocation.Facts) {
	t.Helper()
	set, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range set.Programs {
		text, err := facts(p)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	return list
}

// TestPieces packs all programs: they are read as before, and take little more than
// half of their bytes. With -update the pieces are chosen again.
func TestPieces(t *testing.T) {
	texts := factsOf(t)
	if *update {
		var b bytes.Buffer
		b.WriteString("// Code generated from programs/ by go test ./gen/programs -run TestPieces -update. DO NOT EDIT.\n\npackage invocation\n\n" +
			"// pieces are what bytes of packed facts stand for, and where each ends.\nconst pieces = \"\"")
		var ends strings.Builder
		end := 0
		for i, p := range choose(packable(texts)) {
			fmt.Fprintf(&b, " +\n%q", p)
			end += len(p)
			fmt.Fprintf(&ends, "%d,", end)
			if i%16 == 15 {
				ends.WriteByte('\n')
			}
		}
		fmt.Fprintf(&b, "\n\nvar pieceEnds = [Pieces]uint16{\n%s\n}\n", ends.String())
		out, err := format.Source(b.Bytes())
		if err == nil {
			err = os.WriteFile("../../runtime/invocation/pieces.go", out, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	var all, packed int
	for _, text := range texts {
		short := invocation.Packed(text, invocation.Pack)
		want, _ := invocation.Decode(text)
		if got, ok := invocation.Decode(short); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("packed, %s is read otherwise", want.Name)
		}
		all, packed = all+len(text), packed+len(short)
	}
	t.Logf("%d bytes, packed %d", all, packed)
	if packed > all*6/10 {
		t.Errorf("%d bytes are packed to %d; go test ./gen/programs -run TestPieces -update", all, packed)
	}
}

// Text that is not ASCII, and text that looks packed, is what it was.
func TestPackedForeign(t *testing.T) {
	p := &Program{File: "programs/x.toml", Program: invocation.Program{Name: "x", Says: "facts §\xff\x80", Command: invocation.Command{
		Name: "x", Operands: "ÄRGER...", Options: []invocation.Option{{Names: "-ß --straße", Value: "NAME", More: &invocation.OptionMore{Refuse: "naïve \x80"}}},
	}}}
	text, err := facts(p)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := invocation.Decode(invocation.Packed(text, invocation.Pack))
	if !ok || !reflect.DeepEqual(*got, p.Program) {
		t.Errorf("%+v", got)
	}
}

// packable is what may be packed of texts.
func packable(texts []invocation.Facts) (list []string) {
	for _, text := range texts {
		invocation.Packed(text, func(s string) string {
			list = append(list, s)
			return s
		})
	}
	return list
}

// choose takes the pieces that save most: pairs of what stands together most often are
// joined, again and again, and the least useful go: first of the short ones, which the
// text is full of, then of those for which they are not enough.
func choose(parts []string) []string {
	joined := joinedPairs(parts, 2400)
	list := slices.Clone(joined[:190])
	for len(list) > invocation.ShortPieces {
		saved := saving(parts, list)
		slices.SortStableFunc(list, func(a, b string) int { return saved[b] - saved[a] })
		list = list[:max(invocation.ShortPieces, len(list)-8)]
	}
	short := list[:invocation.ShortPieces:invocation.ShortPieces]
	rest := slices.DeleteFunc(joined, func(p string) bool { return slices.Contains(short, p) })
	for {
		saved := saving(parts, append(short, rest...))
		slices.SortStableFunc(rest, func(a, b string) int { return saved[b] - saved[a] })
		if len(rest) <= invocation.Pieces-len(short) {
			return append(short, rest...)
		}
		rest = rest[:max(invocation.Pieces-len(short), len(rest)*9/10)]
	}
}

// joinedPairs are the pairs, the commonest first.
func joinedPairs(parts []string, many int) []string {
	pieces := make([]string, 256, 256+many)
	for i := range pieces {
		pieces[i] = string([]byte{byte(i)})
	}
	var text []int // 0 ends a part
	for _, p := range parts {
		for i := range len(p) {
			text = append(text, int(p[i]))
		}
		text = append(text, 0)
	}
	for range many {
		a, b := commonPair(text, len(pieces))
		text = join(text, a, b, len(pieces))
		if joined := pieces[a] + pieces[b]; !slices.Contains(pieces, joined) {
			pieces = append(pieces, joined)
		} else {
			pieces = append(pieces, joined+"\x00") // which nothing is
		}
	}
	return slices.DeleteFunc(pieces[256:], func(p string) bool { return strings.HasSuffix(p, "\x00") })
}

// saving is how many bytes each piece spares beside the short ones, of which there are
// none yet for themselves.
func saving(parts, list []string) map[string]int {
	var begin, shorts [256][]int
	for n, p := range list {
		begin[p[0]] = append(begin[p[0]], n)
		if n < invocation.ShortPieces {
			shorts[p[0]] = append(shorts[p[0]], n)
		}
	}
	without := make([]int, len(list))
	for n, p := range list {
		without[n] = len(p) - 1
		if n >= invocation.ShortPieces {
			without[n] = taken(p, list, shorts[:], func(int) {}) - 2
		}
	}
	saved := map[string]int{}
	for _, p := range parts {
		taken(p, list, begin[:], func(n int) { saved[list[n]] += without[n] })
	}
	return saved
}

// taken calls f with each piece that is taken to write a text, and is how many are.
func taken(text string, list []string, begin [][]int, f func(int)) (many int) {
	by := invocation.Cheapest(text, list, begin)
	for i := 0; i < len(text); many++ {
		if by[i] < 0 {
			i++
			continue
		}
		f(by[i])
		i += len(list[by[i]])
	}
	return many
}

func commonPair(text []int, symbols int) (a, b int) {
	counts, most := make([]int, symbols*symbols), 0
	for i := 1; i < len(text); i++ {
		if text[i-1] == 0 || text[i] == 0 {
			continue
		}
		n := text[i-1]*symbols + text[i]
		if counts[n]++; counts[n] > counts[most] {
			most = n
		}
	}
	return most / symbols, most % symbols
}

func join(text []int, a, b, as int) []int {
	out := text[:0]
	for i := 0; i < len(text); i++ {
		if i+1 < len(text) && text[i] == a && text[i+1] == b {
			out = append(out, as)
			i++
			continue
		}
		out = append(out, text[i])
	}
	return out
}
