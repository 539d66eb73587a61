package agent

import (
	"slices"

	"kei/runtime/verify"
)

// A brood is what is left running below this process, where the system can tell.
type brood struct {
	asked bool
	own   []int // children that were there before any client
}

// ask makes this process the one that orphans below it are given to.
func (b *brood) ask() error {
	b.own = verify.Children()
	err := verify.AdoptOrphans()
	b.asked = err == nil
	return err
}

// end ends all there is, which are only orphans: nothing else was started that is
// not waited for. What cannot be ended is an error.
func (b *brood) end() error {
	if !b.asked {
		return nil
	}
	return verify.EndOrphans(func(pid int) bool { return slices.Contains(b.own, pid) })
}
