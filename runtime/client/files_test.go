package client

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestFilesAreFolded(t *testing.T) {
	for g := range Files {
		if err := g.Check(); err != nil {
			t.Error(err)
		}
		if s := string(g); s != strings.ToLower(s) || !strings.HasPrefix(s, "**/") && !strings.HasPrefix(s, "/") {
			t.Errorf("%s would match nothing", s)
		}
	}
}

// The short way to find a client's file finds what the globs as they are do.
func TestIsFileFindsThemAll(t *testing.T) {
	plain := func(name string) bool {
		for g := range Files {
			if g.Match(name) || strings.HasSuffix(string(g), "/**") && g.Match(name+"/") {
				return true
			}
		}
		return isFile(name)
	}
	elements := map[string]bool{"": true, "w": true, "x.kei-absent": true, ".": true, "c:": true}
	for g := range Files {
		for e := range strings.SplitSeq(string(g), "/") {
			elements[strings.ReplaceAll(e, "*", "x")] = true
			elements[strings.ReplaceAll(e, "*", "")] = true
		}
	}
	found := 0
	check := func(name string) {
		want := plain(name)
		if want {
			found++
		}
		if IsFile(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
	for g := range Files {
		name := strings.ReplaceAll(strings.ReplaceAll(strings.TrimPrefix(string(g), "**/"), "**", "a/b"), "*", "x")
		for _, before := range []string{"/", "/w/", "/w//", "", "c:/w/", "/w/.claude/", "/.x/y/"} {
			check(before + name)
			check(before + strings.TrimPrefix(name, "/"))
			check(before + strings.TrimSuffix(name, "/a/b"))
			check(before + name + "/")
			check(before + name + "x")
			check(before + "x" + name)
		}
	}
	i := 0
	for _, a := range slices.Sorted(maps.Keys(elements)) {
		for b := range elements {
			if i++; i%11 == 0 { // the order of a map is another one each time
				check("/w/" + a + "/" + b)
			}
		}
	}
	if found < 500 {
		t.Errorf("only %d were a client's files; is this still a test?", found)
	}
}

func BenchmarkIsFile(b *testing.B) {
	for b.Loop() {
		IsFile("/home/user/.cache/project/src/some/where/a.rs")
	}
}
