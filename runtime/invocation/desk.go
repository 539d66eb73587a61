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
	taken atomic.Bool  // by the one decoder that may use it
	read  atomic.Int32 // how many readings have a room
	used  struct{ programs, belows, subs, mores, optionMores, options, keys, unpacked int }

	// Those that were read, of all tables, by their first letters. They stand here
	// and not in the table, whose pages no gate writes to.
	known [32]atomic.Pointer[readProgram]

	mores        [16]more // of the decoder that has the desk
	programs     [2]readProgram
	belows       [2]below
	subs         [3]readSub
	keys         [8]Option
	commandMores [2]More
	optionMores  [8]OptionMore
	rooms        [3]room
	unpacked     [6 << 10]byte
	options      [64]Option // last: of those that are not used no page is needed
}

// A room is what one reading fills: that of the call's command, and those of the
// entries of a policy that are about it.
type room struct {
	path     [4]*Command
	called   [4]string
	parts    [24]Part
	given    [4]Given
	operands [8]word.Word
	at       [8]int
	readings [1]Invocation
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
	d.mores = d.desk.mores[:0]
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

// sit gives a room of the desk to a reading, if it is one of the first.
func (r *reader) sit(inv *Invocation) {
	d := &firstDesk
	n := int(d.read.Load())
	if n >= len(d.rooms) || len(inv.Words) > len(d.rooms[n].parts) || !d.read.CompareAndSwap(int32(n), int32(n+1)) {
		inv.Parts = make([]Part, len(inv.Words))
		return
	}
	o := &d.rooms[n]
	inv.Path, inv.Called, inv.Parts = o.path[:0], o.called[:0], o.parts[:len(inv.Words)]
	inv.Given, inv.Operands, inv.At = o.given[:0], o.operands[:0], o.at[:0]
	r.list = o.readings[:0]
}

// place is the next of a list that is free, or one of its own.
func place[T any](list []T, used *int) *T {
	if *used == len(list) {
		return new(T)
	}
	*used++
	return &list[*used-1]
}

func (d *desk) readProgram() *readProgram {
	if d == nil {
		return &readProgram{}
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
	return place(d.commandMores[:], &d.used.mores)
}

func (d *desk) optionMore() *OptionMore {
	if d == nil {
		return &OptionMore{}
	}
	return place(d.optionMores[:], &d.used.optionMores)
}

// room is what bytes may be added to, and fill says how many were.
func (d *desk) room() []byte {
	if d == nil {
		return nil
	}
	from := d.used.unpacked
	return d.unpacked[from:from]
}

func (d *desk) fill(n int) {
	if d != nil && n <= len(d.unpacked)-d.used.unpacked { // else they are elsewhere
		d.used.unpacked += n
	}
}
