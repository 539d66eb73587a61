package invocation

import (
	"sync/atomic"

	"kei/runtime/word"
)

// A desk is room for what is known of the programs that a gate reads about
// first, and for its first reading: it is there from the start. On the heap each
// size of a thing has pages of its own, and a gate lives no longer than it takes
// to get some dozens of them.
type desk struct {
	taken atomic.Bool // by the one decoder that may use it
	read  atomic.Bool // the first reading has the room below
	used  struct{ programs, belows, subs, mores, optionMores, options, keys int }

	path     [4]*Command
	called   [4]string
	parts    [24]Part
	given    [4]Given
	operands [8]word.Word
	at       [8]int
	readings [1]Invocation

	programs    [4]Program
	belows      [4]below
	subs        [4]readSub
	mores       [2]More
	optionMores [12]OptionMore
	keys        [8]Option
	options     [128]Option
}

var firstDesk desk

// begin gets the desk, if it is free. Without it everything is made anew.
func (d *decoder) begin() {
	if !firstDesk.taken.CompareAndSwap(false, true) {
		return
	}
	d.desk = &firstDesk
	used := &d.desk.used
	d.options, d.keys = d.desk.options[used.options:used.options], d.desk.keys[used.keys:used.keys]
}

// end leaves the desk to the next.
func (d *decoder) end() {
	if d.desk == nil {
		return
	}
	used := &d.desk.used
	used.options = min(used.options+len(d.options), len(d.desk.options))
	used.keys = min(used.keys+len(d.keys), len(d.desk.keys))
	d.desk.taken.Store(false)
}

// sit gives the room of the desk to a reading, if it is the first.
func (r *reader) sit(inv *Invocation) {
	d := &firstDesk
	if len(inv.Words) > len(d.parts) || !d.read.CompareAndSwap(false, true) {
		inv.Parts = make([]Part, len(inv.Words))
		return
	}
	inv.Path, inv.Called, inv.Parts = d.path[:0], d.called[:0], d.parts[:len(inv.Words)]
	inv.Given, inv.Operands, inv.At = d.given[:0], d.operands[:0], d.at[:0]
	r.list = d.readings[:0]
}

// place is the next of a list that is free, or one of its own.
func place[T any](list []T, used *int) *T {
	if *used == len(list) {
		return new(T)
	}
	*used++
	return &list[*used-1]
}

func (d *desk) program() *Program {
	if d == nil {
		return &Program{}
	}
	return place(d.programs[:], &d.used.programs)
}

func (d *desk) below() *below {
	if d == nil {
		return &below{}
	}
	return place(d.belows[:], &d.used.belows)
}

func (d *desk) readSub() *readSub {
	if d == nil {
		return &readSub{}
	}
	return place(d.subs[:], &d.used.subs)
}

func (d *desk) more() *More {
	if d == nil {
		return &More{}
	}
	return place(d.mores[:], &d.used.mores)
}

func (d *desk) optionMore() *OptionMore {
	if d == nil {
		return &OptionMore{}
	}
	return place(d.optionMores[:], &d.used.optionMores)
}
