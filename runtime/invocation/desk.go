package invocation

import "sync/atomic"

// A desk is room for what is known of the programs that a gate reads about
// first: one that is there from the start. On the heap each size of a thing has
// pages of its own, and a gate lives no longer than it takes to get some dozens
// of them.
type desk struct {
	taken atomic.Bool // by the one decoder that may use it

	programs    [4]Program
	belows      [4]below
	subs        [4]readSub
	mores       [4]More
	optionMores [16]OptionMore
	options     [128]Option
	keys        [8]Option

	used struct{ programs, belows, subs, mores, optionMores, options, keys int }
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
