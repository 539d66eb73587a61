package cli

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestAtomWatch: a line for each batch of changes, none for what changes
// nothing, and an interrupt is the end.
func TestAtomWatch(t *testing.T) {
	t.Parallel()
	dir, _ := graphRoot(t, nil, graphAtom{ID: "g::a"}, graphAtom{ID: "g::b", Related: []string{"[[h::new]]"}})
	c := exec.Command("kei", "atom", "graph", "watch", "--root", "root")
	c.Dir, c.Env = dir, []string{"HOME=" + dir}
	stdout, err1 := c.StdoutPipe()
	stderr, err2 := c.StderrPipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill() }()
	if line, err := bufio.NewReader(stderr).ReadString('\n'); err != nil || line != "kei: watching 2 files of atoms\n" {
		t.Fatalf("%v: %q", err, line)
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(stdout); s.Scan(); {
			lines <- s.Text()
		}
	}()
	type change struct {
		Added, Removed, Changed []string
		Atoms, Problems         int
	}
	var problems int
	next := func(what string, want change) {
		t.Helper()
		select {
		case line := <-lines:
			got := decoded[change](t, line)
			if problems = got.Problems; got.Problems != want.Problems && want.Problems >= 0 {
				t.Errorf("%s: %d findings, want %d", what, got.Problems, want.Problems)
			}
			if got.Problems = want.Problems; !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v, want %+v", what, got, want)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: nothing is said", what)
		}
	}
	none := []string{}
	put := func(a graphAtom) { writeCase(t, dir, graphFiles(a), 0o644) }

	put(graphAtom{ID: "g::a", Body: "more"})
	next("a body", change{none, none, []string{"g::a"}, 2, -1})
	before := problems
	put(graphAtom{ID: "h::new"}) // a package that was not there; what links to it is wrong no more
	next("a new package", change{[]string{"h::new"}, none, []string{"g::b"}, 3, -1})
	put(graphAtom{ID: "h::new", Body: "in a folder that is new"})
	next("a file in it", change{none, none, []string{"h::new"}, 3, -1})
	put(graphAtom{ID: "h::new", Body: "in a folder that is new"}) // the same again: no line
	writeCase(t, dir, map[string]caseText{"root/g/atoms/schemas/any.json": `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "examples": [{}]}`}, 0o644)
	next("a schema", change{none, none, []string{"g::a", "g::b"}, 3, -1})
	if err := os.RemoveAll(filepath.Join(dir, "root", "h")); err != nil {
		t.Fatal(err)
	}
	next("a package that is gone", change{none, []string{"h::new"}, []string{"g::b"}, 2, before - 4})
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for line := range lines {
		t.Errorf("more is said: %s", line)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("an interrupt ends it with %v", err)
	}
}

// graphFiles are the files of one atom and its package.
func graphFiles(a graphAtom) map[string]caseText {
	pkg, verb, _ := strings.Cut(a.ID, "::")
	return map[string]caseText{
		"root/" + pkg + "/atoms/" + verb + ".md":  caseText(a.text()),
		"root/" + pkg + "/atoms/schemas/any.json": `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}`,
	}
}
