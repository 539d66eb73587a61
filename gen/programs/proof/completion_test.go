package proof

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"kei/gen/programs"
	"kei/runtime/invocation"
)

const disagreeing = "testdata/completion.txt"

// TestCompletion compares which options take a value with a public collection
// of completions for command lines, @withfig/autocomplete of npm, unpacked in
// the folder that KEI_COMPLETION names. Nothing of it is in this repository but
// the names of options about which the two do not agree, each line with the
// reason why the table stays as it is.
func TestCompletion(t *testing.T) {
	dir := os.Getenv("KEI_COMPLETION")
	if dir == "" {
		t.Skip("KEI_COMPLETION names no folder with @withfig/autocomplete unpacked")
	}
	listed, err := Completions(dir)
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	set, err := programs.Load(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	known := readReasons(t)
	var got []string
	compared := 0
	for _, c := range listed {
		takes, ok := takesValue(set, c.Path, c.Names)
		if !ok {
			continue
		}
		compared++
		if c.Takes == takes || c.Takes == "optional" || takes == "optional" {
			continue
		}
		got = append(got, c.Path+" "+c.Names[0]+": "+c.Takes+", the table "+takes)
	}
	slices.Sort(got)
	got = slices.Compact(got)
	t.Logf("%d options compared, %d not alike", compared, len(got))
	if *update {
		writeReasons(t, got, known)
		return
	}
	for _, line := range got {
		if _, ok := known[line]; !ok {
			t.Errorf("%s: ask the program, correct the table or give the reason in %s (-update)", line, disagreeing)
		}
	}
}

// takesValue is whether an option of a table takes a value, if there is one by
// one of the names and systems do not differ in it.
func takesValue(set *programs.Set, path string, names []string) (takes string, ok bool) {
	words := strings.Fields(path)
	p := set.Named(words[0])
	if p == nil {
		return "", false
	}
	chain := []*invocation.Command{&p.Command}
	for _, w := range words[1:] {
		sub := chain[0].Sub(w)
		if sub == nil {
			return "", false
		}
		chain = append([]*invocation.Command{sub}, chain...)
	}
	for i, c := range chain {
		if i > 0 && (c.More == nil || !c.More.Persistent) {
			continue
		}
		for j := range c.Options {
			o := &c.Options[j]
			if slices.ContainsFunc(names, func(n string) bool { return hasName(o, n) }) {
				return valueOf(o)
			}
		}
	}
	return "", false
}

func hasName(o *invocation.Option, name string) bool {
	return slices.Contains(strings.Fields(strings.ReplaceAll(o.Names, ",", " ")), name)
}

func valueOf(o *invocation.Option) (takes string, ok bool) {
	switch {
	case o.More != nil && (o.More.Also != "" || o.More.Flag):
		return "", false
	case strings.HasPrefix(o.Value, "?"):
		return "optional", true
	case o.Value != "":
		return "a word", true
	}
	return "none", true
}

// readReasons are the lines of the golden, each with what stands behind it.
func readReasons(t *testing.T) map[string]string {
	list := map[string]string{}
	data, err := os.ReadFile(disagreeing)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if what, why, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok {
			list[what] = why
		}
	}
	return list
}

func writeReasons(t *testing.T, lines []string, known map[string]string) {
	var b strings.Builder
	for _, line := range lines {
		why := known[line]
		if why == "" {
			why = "not looked at"
		}
		fmt.Fprintf(&b, "%s\t%s\n", line, why)
	}
	if err := os.WriteFile(disagreeing, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
