package spec

import (
	"slices"
	"testing"

	"kei/runtime/gate"
	"kei/runtime/verify"
)

// What kinds look at are keys of a task, and the kinds are ones that there are.
func TestLookedAt(t *testing.T) {
	var kinds []string
	for _, k := range gate.Kinds() {
		kinds = append(kinds, k.Name)
	}
	for _, k := range verify.Kinds() {
		kinds = append(kinds, k.Name)
	}
	for kind, keys := range lookedAt {
		if !slices.Contains(kinds, kind) {
			t.Errorf("there is no kind %s", kind)
		}
		for _, key := range keys {
			if !slices.Contains(parameters, key) {
				t.Errorf("%s looks at %s, which is no key of a task", kind, key)
			}
		}
	}
}
