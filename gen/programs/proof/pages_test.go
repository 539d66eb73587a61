package proof

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

const ofPages = "../testdata/pages.txt"

// TestPages reads the manual pages that are installed of programs that tables have, and of their
// subcommands. What they list and the table lacks, has with another arity, or takes for data where
// the page says that it is a file, a command or a place elsewhere, is in a golden that may only
// shrink, as that of --help.
func TestPages(t *testing.T) {
	set := load(t)
	if len(manuals()) == 0 || !installed("man") {
		t.Skip("skipped: no manual pages are installed")
	}
	table, err := set.Table()
	if err != nil {
		t.Fatal(err)
	}
	golden := readLacking(t, ofPages)
	got, read := map[string]string{}, map[string]bool{}
	var lock sync.Mutex
	var wait sync.WaitGroup
	turn := make(chan bool, 3)
	one := func(p Page) {
		turn <- true
		defer func() { <-turn }()
		if err := p.Read(); err != nil {
			t.Error(err)
			return
		}
		lacks := slices.Concat(Lacks(table, p.Command, p.Options), p.Claims(table))
		lock.Lock()
		defer lock.Unlock()
		if read[p.Name] = true; len(lacks) > 0 {
			got[p.Name] = p.Version + "\t" + strings.Join(lacks, " ")
		}
		compareLacking(t, p.File+": manual", p.Version, lacks, golden[p.Name])
	}
	for _, p := range set.Programs {
		if p.Shell != "" {
			continue
		}
		for _, page := range Pages(p) {
			if chosen(p.Program.Name, page.Name) {
				wait.Go(func() { one(page) })
			}
		}
	}
	wait.Wait()
	t.Logf("%d manual pages, of which %d say something that their table does not", len(read), len(got))
	if *update {
		writeLacking(t, ofPages, golden, got, func(name string) bool { return read[name] })
	}
}

func TestMeaning(t *testing.T) {
	t.Parallel()
	for meta, want := range map[string]string{
		"=FILE": "file", " OUT-FILE": "file", " <outfile>": "file", "[=DIR]": "file", "=COMMAND": "command", " <shell-command>": "command", "=URL": "elsewhere",
		"=PROFILE": "", "=WORD": "", "": "", "=N": "", " <server>": "elsewhere",
	} {
		if got := meaning(meta); got != want {
			t.Errorf("%q: %q, want %q", meta, got, want)
		}
	}
}
