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
	golden := readLacking(t, lacking)
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
		writeLacking(t, lacking, golden, got, func(name string) bool { return installed(name) && chosen(name, name) })
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
	t.Helper()
	known, list, _ := strings.Cut(line, "\t")
	for _, o := range lacks {
		switch {
		case slices.Contains(strings.Fields(list), o), *update:
		case known == version:
			t.Errorf("%s: %s lists %s (NAME: no such option; NAME!: another arity; NAME~: its value is no data)", file, version, o)
		default:
			t.Logf("%s: %s lists %s", file, version, o)
		}
	}
}

func readLacking(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
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

func writeLacking(t *testing.T, file string, golden, got map[string]string, asked func(name string) bool) {
	t.Helper()
	var lines []string
	for name, rest := range got {
		lines = append(lines, name+"\t"+rest)
	}
	for name, rest := range golden {
		if name != "" && !asked(name) {
			lines = append(lines, name+"\t"+rest)
		}
	}
	slices.Sort(lines)
	if err := os.WriteFile(file, []byte(fmt.Sprintln(strings.Join(lines, "\n"))), 0o644); err != nil {
		t.Fatal(err)
	}
}
