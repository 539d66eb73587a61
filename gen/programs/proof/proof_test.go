package proof

import (
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kei/gen/programs"
)

// KEI_PROVE is "all", "sample" (what a day of the year has), or names of
// programs; KEI_PROVE_UNPROVEN asks for examples that say "unproven", too.
var asked = os.Getenv("KEI_PROVE")

// samples is how many days it takes to see all.
const samples = 20

func chosen(name, command string) bool {
	switch asked {
	case "all":
		return true
	case "sample":
		h := fnv.New32()
		h.Write([]byte(command))
		return int(h.Sum32()%samples) == time.Now().YearDay()%samples
	}
	return slices.Contains(strings.Fields(asked), name)
}

func load(t *testing.T) *programs.Set {
	t.Helper()
	if asked == "" {
		t.Skip("KEI_PROVE is not set: make prove")
	}
	if why := Missing(); why != "" {
		t.Skip("skipped: " + why)
	}
	set, err := programs.Load(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestExamples asks the programs that are installed for what the examples say.
func TestExamples(t *testing.T) {
	set := load(t)
	table, err := set.Table()
	if err != nil {
		t.Fatal(err)
	}
	var count struct{ proven, absent, unproven, unclear int }
	var lock sync.Mutex
	work := make(chan func())
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			for f := range work {
				f()
			}
		})
	}
	for _, p := range set.Programs {
		for _, e := range p.Examples {
			unproven := e.Unproven != "" && os.Getenv("KEI_PROVE_UNPROVEN") != e.Unproven
			if unproven || e.Denied || p.Shell != "" {
				count.unproven++
				continue
			}
			if !chosen(p.Program.Name, e.Command) {
				continue
			}
			if !installed(called(e.Command)) {
				count.absent++
				continue
			}
			work <- func() {
				v, err := Ask(table, e)
				lock.Lock()
				defer lock.Unlock()
				where := fmt.Sprintf("%s:%d: %q", p.File, e.Pos.Line, e.Command)
				switch {
				case err != nil:
					t.Errorf("%s: %v", where, err)
				case len(v.Wrong) > 0:
					t.Errorf("%s: %s\n\t%s", where, strings.Join(v.Wrong, "\n\t"), v.Note)
				case v.Note != "" || len(v.Unseen) > 0:
					count.unclear++
					t.Logf("%s: %s unseen %q", where, v.Note, v.Unseen)
				case e.Unproven != "":
					t.Logf("%s: is proven, and says unproven = %q", where, e.Unproven)
				default:
					count.proven++
				}
			}
		}
	}
	close(work)
	wait.Wait()
	t.Logf("%+v", count)
}

// called is the first program of an example.
func called(command string) string {
	for _, w := range strings.Fields(command) {
		if !strings.Contains(w, "=") {
			return w
		}
	}
	return ""
}
