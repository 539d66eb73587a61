package gate

import (
	"sync/atomic"

	"kei/runtime/word"
)

// What the one call of a gate is read into is there from the start, side by
// side. On the heap each size of a thing has pages of its own, and a gate lives
// no longer than it takes to get some dozens of them.
var first struct {
	call     place[Call]
	asked    place[Case]
	commands place[[3]command]
	words    place[[16]word.Word]
	plain    place[[1]word.Command]
}

// A place is room for one thing, whoever comes first.
type place[T any] struct {
	taken atomic.Bool
	room  T
}

// get is the place, or if that is taken, another.
func (p *place[T]) get() *T {
	if p.taken.CompareAndSwap(false, true) {
		return &p.room
	}
	return new(T)
}
