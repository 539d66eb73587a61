package states

import (
	"os"
	"strings"
	"testing"

	"kei/gen/spec"
	"kei/runtime/gate"
	"kei/runtime/verify"
)

// verifyAlone are manifests that a gate leaves open, with the reason.
var verifyAlone = map[string]string{
	"cmakelists.txt": "it lists the sources, too, and a gate does not see what a call would change in a file",
}

// TestManifestLists holds the gate to closing every file that verify takes for a
// manifest, and the steps to the lists of their gates.
func TestManifestLists(t *testing.T) {
	tree, err := spec.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, c := range tree.Capabilities {
		if c.Name != "safety::no-dep-bump" && c.Name != "safety::no-pipeline-edit" {
			continue
		}
		found++
		var denied, checked []gate.Glob
		for _, g := range c.Gates {
			if r, ok := g.Rule.(*gate.DenyFiles); ok {
				denied = r.Files
			}
		}
		switch s := c.Steps[0].Check.(type) {
		case *verify.DependenciesUnchanged:
			checked = s.Files
			for _, name := range verify.Manifests() {
				if !closed(denied, name) && verifyAlone[name] == "" {
					t.Errorf("%s: a gate leaves %s open, and verify holds it to what it was", c.Name, name)
				}
			}
		case *verify.FilesUnchanged:
			checked = s.Files
		}
		if len(denied) == 0 || len(checked) != len(denied) {
			t.Errorf("%s: its gate denies %d globs, its step looks at %d", c.Name, len(denied), len(checked))
		}
	}
	if found != 2 {
		t.Errorf("%d of the two capabilities are there", found)
	}
}

func closed(globs []gate.Glob, name string) bool {
	for _, g := range globs {
		if strings.EqualFold(string(g), "**/"+name) {
			return true
		}
	}
	return false
}
