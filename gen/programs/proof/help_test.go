package proof

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"kei/gen/programs"
)

var update = flag.Bool("update", false, "write the golden files")

const lacking = "../testdata/help.txt"

// TestHelp asks the programs that are installed for their --help. What it lists
// and their table lacks is in a golden that may only shrink: for the versions
// in it; what others list is printed.
func TestHelp(t *testing.T) {
	set := load(t)
	table, err := set.Table()
	if err != nil {
		t.Fatal(err)
	}
	golden := readLacking(t)
	got := map[string]string{} // the line of each program
	var lock sync.Mutex
	var wait sync.WaitGroup
	turn := make(chan bool, 3)
	for _, p := range set.Programs {
		name := p.Program.Name
		if p.Shell != "" || !helps(p) || !installed(name) || !chosen(name, name) {
			continue
		}
		wait.Go(func() {
			turn <- true
			defer func() { <-turn }()
			listed, version, err := Help(name)
			if err != nil {
				t.Error(err)
				return
			}
			lacks := Lacks(table, name, listed)
			lock.Lock()
			defer lock.Unlock()
			if len(lacks) > 0 {
				got[name] = version + "\t" + strings.Join(lacks, " ")
			}
			compareLacking(t, p.File, version, lacks, golden[name])
		})
	}
	wait.Wait()
	if *update {
		writeLacking(t, golden, got)
	}
}

// helps reports whether a table has --help, and nothing else happens by it.
func helps(p *programs.Program) bool {
	for _, o := range p.Command.Options {
		if slices.Contains(strings.Fields(strings.ReplaceAll(o.Names, ",", " ")), "--help") {
			return o.More != nil && o.More.Only
		}
	}
	return false
}

func compareLacking(t *testing.T, file, version string, lacks []string, line string) {
	known, list, _ := strings.Cut(line, "\t")
	for _, o := range lacks {
		switch {
		case slices.Contains(strings.Fields(list), o), *update:
		case known == version:
			t.Errorf("%s: %s: --help lists %s (NAME: no such option; NAME!: another arity)", file, version, o)
		default:
			t.Logf("%s: %s: --help lists %s", file, version, o)
		}
	}
}

func readLacking(t *testing.T) map[string]string {
	text, err := os.ReadFile(lacking)
	if err != nil && !*update {
		t.Fatal(err)
	}
	golden := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		name, rest, _ := strings.Cut(line, "\t")
		golden[name] = rest
	}
	return golden
}

func writeLacking(t *testing.T, golden, got map[string]string) {
	var lines []string
	for name, rest := range got {
		lines = append(lines, name+"\t"+rest)
	}
	for name, rest := range golden {
		if name != "" && (!installed(name) || !chosen(name, name)) {
			lines = append(lines, name+"\t"+rest)
		}
	}
	slices.Sort(lines)
	if err := os.WriteFile(lacking, []byte(fmt.Sprintln(strings.Join(lines, "\n"))), 0o644); err != nil {
		t.Fatal(err)
	}
}
