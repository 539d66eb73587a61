package programs

import (
	"os"
	"slices"
	"testing"
	"time"

	"kei/runtime/invocation"
)

// Facts of the largest programs are decoded well within the time of a call, and
// a table of all programs is searched as fast as one of 40.
func BenchmarkLookup(b *testing.B) {
	set, err := Load(os.DirFS("../.."))
	if err != nil {
		b.Fatal(err)
	}
	table, err := set.Table()
	if err != nil {
		b.Fatal(err)
	}
	few := &Set{Programs: slices.DeleteFunc(slices.Clone(set.Programs), func(p *Program) bool { return len(p.Program.Name) != 3 })[:40]}
	small, err := few.Table()
	if err != nil {
		b.Fatal(err)
	}
	for _, one := range []struct {
		name  string
		table *invocation.Table
	}{{"all", table}, {"40", small}} {
		b.Run("name/"+one.name, func(b *testing.B) {
			name := few.Programs[7].Program.Name
			for b.Loop() {
				if p, _ := one.table.Program(name, ""); p == nil {
					b.Fatal("not found")
				}
			}
		})
		b.Run("none/"+one.name, func(b *testing.B) {
			for b.Loop() {
				one.table.Program("no-such-program", "")
			}
		})
	}
	for _, name := range []string{"git", "aws", "docker", "cargo", "timeout"} {
		text := textOf(b, set, name)
		b.Run("decode/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				invocation.Decode(text)
			}
		})
	}
}

func textOf(t testing.TB, set *Set, name string) invocation.Facts {
	for _, p := range set.Programs {
		if p.Program.Name == name {
			text, err := facts(p)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
	}
	t.Fatalf("no %s", name)
	return ""
}

// No program takes long to decode: a gate does it for each that a call names. A
// byte of no table takes much more than one of the others.
func TestDecodeTime(t *testing.T) {
	set, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	const some = 2000 // bytes; what is shorter is not measured well
	var perByte []float64
	for _, p := range set.Programs {
		text, err := facts(p)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) < some {
			continue
		}
		best := time.Hour
		for range 20 {
			start := time.Now()
			invocation.Decode(text)
			best = min(best, time.Since(start))
		}
		perByte = append(perByte, float64(best)/float64(len(text)))
		if len(text) > 9000 {
			t.Logf("%s: %d bytes, %s", p.Program.Name, len(text), best)
		}
	}
	slices.Sort(perByte)
	if median, most := perByte[len(perByte)/2], perByte[len(perByte)-1]; most > 50*median {
		t.Errorf("a byte takes %.1f ns at most and %.1f in the median", most, median)
	}
}
