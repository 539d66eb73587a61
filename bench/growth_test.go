package main

import (
	"regexp"
	"testing"
	"testing/fstest"

	"kei/gen"
)

func TestGrowthPolicy(t *testing.T) {
	for _, n := range []int{10, 10000} {
		fsys := fstest.MapFS{}
		for name, text := range growthPolicy(n) {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		roles, warnings, err := gen.Check(fsys)
		if err != nil {
			t.Fatalf("%d patterns: %v", n, err)
		}
		if len(warnings) > 0 || len(roles) != 1 || roles[0].Name != growthRole {
			t.Errorf("%d patterns: %d roles, warnings %v", n, len(roles), warnings)
		}
	}
}

func TestDispatchPolicy(t *testing.T) {
	for _, n := range dispatchRoles {
		fsys := fstest.MapFS{}
		for name, text := range dispatchPolicy(n) {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		roles, warnings, err := gen.Check(fsys)
		if err != nil || len(warnings) > 0 || len(roles) != n {
			t.Errorf("%d roles: %d, %v, warnings %v", n, len(roles), err, warnings)
		}
	}
}

func TestPatterns(t *testing.T) {
	seen := map[string]bool{}
	for i := range 10000 {
		p := pattern(i)
		if seen[p] {
			t.Fatalf("%s twice", p)
		}
		seen[p] = true
		if prefix, _ := regexp.MustCompile(p[1:]).LiteralPrefix(); len(prefix) < len("tool-00000") {
			t.Fatalf("%s begins with the literal %q", p, prefix)
		}
	}
}
