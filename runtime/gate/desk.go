package gate

import (
	"sync/atomic"

	"kei/runtime/word"
)

// What the one call of a gate is read into is there from the start, side by
// side. On the heap each size of a thing has pages of its own, and a gate lives
// no longer than it takes to get some dozens of them.
var first struct {
	dispatch room[Dispatch]
	call     room[Call]
	asked    room[Case]
	commands room[[3]command]
	words    room[[16]word.Word]
	plain    room[[1]word.Command]
	form     room[[16]word.Word]
	forms    room[[2][]word.Word]
	entries  [2]room[[8]word.Word]
}

// A room is room for one thing, whoever comes first.
type room[T any] struct {
	taken atomic.Bool
	thing T
}

// get is the room, or if that is taken, another.
func (p *room[T]) get() *T {
	if p.taken.CompareAndSwap(false, true) {
		return &p.thing
	}
	return new(T)
}
