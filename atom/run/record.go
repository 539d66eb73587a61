package run

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"kei/ledger"
)

// self names this process; asked once.
var self = sync.OnceValue(Self)

// A Recorder keeps invocations in the ledger, which is opened when the first is
// to be kept. What comes while it writes, or soon after what nobody waits for, is
// written together, so that a wide pipe does not wait for the disk once for each
// step.
type Recorder struct {
	Open    func(context.Context) (*ledger.Ledger, error)
	Require bool        // without a ledger nothing runs
	Warn    func(error) // else: told once that there is none

	once  sync.Once
	queue chan request
	done  chan struct{}
	warn  sync.Once
}

type request struct {
	ctx  context.Context
	row  ledger.Invocation
	told chan error
}

// put keeps one, or says why nothing may go on.
func (r *Recorder) put(ctx context.Context, row ledger.Invocation) *Error {
	if r == nil {
		return nil
	}
	told := make(chan error, 1)
	r.send(request{ctx, row, told})
	err := <-told
	switch {
	case err == nil:
		return nil
	case r.Require:
		return fail("ledger", 1, "the ledger can't be written, and it has to be: %v", err)
	}
	r.warned(err)
	return nil
}

// ended keeps one that ended. Where nothing depends on its being kept, nobody
// waits for the disk: Close does.
func (r *Recorder) ended(ctx context.Context, row ledger.Invocation) *Error {
	if r == nil || r.Require {
		return r.put(ctx, row)
	}
	r.send(request{ctx, row, nil})
	return nil
}

func (r *Recorder) send(q request) {
	r.once.Do(func() {
		r.queue, r.done = make(chan request, most), make(chan struct{})
		go r.write()
	})
	r.queue <- q
}

func (r *Recorder) warned(err error) { r.warn.Do(func() { r.Warn(err) }) }

// Close ends it; all that was put is kept by then.
func (r *Recorder) Close() {
	if r == nil {
		return
	}
	r.once.Do(func() {})
	if r.queue != nil {
		close(r.queue)
		<-r.done
	}
}

const (
	// most is how many are written together.
	most = 256
	// patience is how long what nobody waits for waits for more: writing one takes
	// as many commits, and as much of the disk, as writing all.
	patience = 50 * time.Millisecond
)

// batch is what is written together with a first one: what is queued already, and
// what comes while nobody waits for any of it.
func (r *Recorder) batch(first request) []request {
	list, awaited := []request{first}, first.told != nil
	late := time.NewTimer(patience)
	defer late.Stop()
	for len(list) < most {
		var next request
		ok := false
		select {
		case next, ok = <-r.queue:
		default:
			if awaited {
				return list
			}
			select {
			case next, ok = <-r.queue:
			case <-late.C:
			}
		}
		if !ok {
			return list
		}
		list, awaited = append(list, next), awaited || next.told != nil
	}
	return list
}

// write is the one writer of the process.
func (r *Recorder) write() {
	defer close(r.done)
	var l *ledger.Ledger
	defer func() {
		if l != nil {
			l.Close()
		}
	}()
	for first := range r.queue {
		batch := r.batch(first)
		if l == nil {
			var err error
			if l, err = r.Open(first.ctx); err != nil {
				for _, q := range batch {
					r.tell(q, err)
				}
				continue
			}
		}
		r.keep(l, batch)
	}
}

// keep writes a batch; if it can't be kept as a whole, each on its own. What is
// there already was kept the first time, and only the answer was lost.
func (r *Recorder) keep(l *ledger.Ledger, batch []request) {
	rows := make([]ledger.Invocation, len(batch))
	for i, q := range batch {
		rows[i] = q.row
	}
	ctx := context.WithoutCancel(batch[0].ctx)
	err := l.Record(ctx, rows...)
	for _, q := range batch {
		one := err
		if err != nil {
			one = l.Record(ctx, q.row)
		}
		var twice *ledger.InvocationError
		if errors.As(one, &twice) && holds(ctx, l, q.row) {
			one = nil
		}
		r.tell(q, one)
	}
}

// holds reports whether the ledger has this very row.
func holds(ctx context.Context, l *ledger.Ledger, row ledger.Invocation) bool {
	list, err := l.Invocations(ctx, row.Atom, row.Agent, row.Status)
	return err == nil && slices.ContainsFunc(list, func(i ledger.Invocation) bool {
		i.First, i.Last = 0, 0
		return i == row
	})
}

// tell answers who waits, and warns in place of who does not.
func (r *Recorder) tell(q request, err error) {
	if q.told != nil {
		q.told <- err
	} else if err != nil {
		r.warned(err)
	}
}
