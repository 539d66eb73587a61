package ledger

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestWriters: 64 processes at once, 100 rows each, and every row is there.
func TestWriters(t *testing.T) {
	writers, rows := 64, 100
	if testing.Short() {
		writers, rows = 16, 10
	}
	onBoth(t, func(w *world) {
		// No one has made the tables before they all want them.
		var all []*exec.Cmd
		var said, wrong []*bytes.Buffer
		for i := range writers {
			c := startWriter(w.T, w.where, "w"+string(rune('A'+i/26))+string(rune('a'+i%26)), rows)
			out, err := new(bytes.Buffer), new(bytes.Buffer)
			c.Stdout, c.Stderr = out, err
			all, said, wrong = append(all, c), append(said, out), append(wrong, err)
			if err := c.Start(); err != nil {
				w.Fatal(err)
			}
		}
		n := 0
		for i, c := range all {
			if err := c.Wait(); err != nil {
				w.Errorf("%v: %s", err, wrong[i])
			}
			n += strings.Count(said[i].String(), "\n")
		}
		l := w.open()
		c := intact(w, l)
		if want := int64(writers * rows); c.Agents != want || int64(n) != want || c.Events != want+int64(writers*(rows/4)) {
			w.Errorf("%d rows of %d, %d events; the writers counted %d", c.Agents, want, c.Events, n)
		}
	})
}

// TestKilled kills writers wherever they are. What one said it had written is
// there, and what is there is whole.
func TestKilled(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 6
	}
	onBoth(t, func(w *world) {
		seed := uint64(time.Now().UnixNano())
		random := rand.New(rand.NewPCG(seed, 1))
		wrote := 0
		for i := range rounds {
			const at = 4 // a time: they are in each other's way
			var all sync.WaitGroup
			var lock sync.Mutex
			var acknowledged []string
			for j := range at {
				c := startWriter(w.T, w.where, "k"+string(rune('A'+i))+string(rune('a'+j)), 1_000_000)
				var out bytes.Buffer
				c.Stdout = &out
				if err := c.Start(); err != nil {
					w.Fatal(err)
				}
				after := time.Duration(random.Int64N(int64(250 * time.Millisecond)))
				all.Go(func() {
					time.Sleep(after)
					_ = c.Process.Kill()
					_ = c.Wait()
					lock.Lock()
					acknowledged = append(acknowledged, strings.Fields(out.String())...)
					lock.Unlock()
				})
			}
			all.Wait()
			l, err := Open(ctx, w.where, time.Now)
			if err != nil {
				w.Fatal(err)
			}
			for _, id := range acknowledged {
				if _, err := l.Get(ctx, id); err != nil {
					w.Errorf("seed %d, round %d: %v", seed, i, err)
				}
			}
			intact(w, l)
			l.Close()
			wrote += len(acknowledged)
		}
		if wrote == 0 {
			w.Error("nobody lived to write a row")
		}
		w.Logf("%d rows by writers that were killed", wrote)
	})
}

// TestWaitingEnds: who waits for a lock stops when its context does, and the
// next one who asks finds the ledger in order.
func TestWaitingEnds(t *testing.T) {
	onBoth(t, func(w *world) {
		holder, waiter := w.open(), w.open()
		err := holder.do(ctx, holder.dialect.write, func(tx *tx) error {
			if _, err := tx.head(tx.forHead); err != nil {
				return err
			}
			short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
			defer cancel()
			start := time.Now()
			if _, err := waiter.Fork(short, agent("a")); !errors.Is(err, context.DeadlineExceeded) {
				w.Errorf("got %v, want that its time is over", err)
			}
			if took := time.Since(start); took > 3*time.Second {
				w.Errorf("it waited %v", took)
			}
			return nil
		})
		if err != nil {
			w.Fatal(err)
		}
		must(w)(waiter.Fork(ctx, agent("a")))
		if c := intact(w, holder); c.Events != 1 {
			w.Errorf("%+v", c)
		}
	})
}

// TestPanic: a transaction that breaks down leaves no lock behind.
func TestPanic(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		func() {
			defer func() { _ = recover() }()
			_ = l.do(ctx, l.dialect.write, func(tx *tx) error {
				_, _ = tx.head(tx.forHead)
				panic("x")
			})
		}()
		must(w)(w.open().Fork(ctx, agent("a")))
		must(w)(l.Fork(ctx, agent("b")))
		intact(w, l)
	})
}
