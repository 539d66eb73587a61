package ledger

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"time"
)

// patience is how long a writer waits for the others if its context sets no
// earlier end. SQLite's locks have no queue: who is unlucky waits longer.
const patience = 2 * time.Minute

// A tx is a transaction that runs.
type tx struct {
	context.Context
	conn *sql.Conn
	*dialect
	where string
	wrote string // the hash of its last event
}

// trouble says which ledger the database has trouble with.
func (t *tx) trouble(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("ledger %s: %w%s", t.where, t.short(err), t.way(err))
}

// do runs f in a transaction that ends with it. F may run more than once.
func (l *Ledger) do(ctx context.Context, begin []string, f func(*tx) error) error {
	last := "" // the hash of the last event that was sent to be kept
	for start := time.Now(); ; {
		if kept, err := l.hasKept(ctx, last); err == nil && kept {
			return nil // what was lost is only the word that it was done
		}
		err := l.try(ctx, begin, f, &last)
		if err == nil || !l.dialect.busy(err) || time.Since(start) > patience {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(50 * time.Millisecond)):
		}
	}
}

// hasKept reports whether an event that a transaction had written is in the chain,
// though the connection was lost before that was said.
func (l *Ledger) hasKept(ctx context.Context, hash string) (kept bool, err error) {
	if hash == "" {
		return false, nil
	}
	var n int64
	err = l.try(ctx, l.dialect.read, func(t *tx) (err error) {
		n, err = t.count("SELECT count(*) FROM events WHERE hash = ?", hash)
		return err
	}, new(string))
	return n > 0, err
}

// try runs f once. Sent is set to the hash of the last event that it has written
// when that goes to be kept.
func (l *Ledger) try(ctx context.Context, begin []string, f func(*tx) error, sent *string) (err error) {
	if err := l.present(); err != nil {
		return err
	}
	t := &tx{Context: ctx, dialect: l.dialect, where: l.where}
	conn, err := l.db.Conn(ctx)
	if err != nil {
		return t.trouble(err)
	}
	t.conn = conn
	defer conn.Close()
	finished := false
	defer func() {
		if finished {
			return
		}
		// Also when ctx has ended, and if f panics. A connection that cannot go
		// back must not reach the next one who asks for one.
		if _, bad := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK"); bad != nil {
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}()
	for _, s := range begin {
		if err := t.exec(s); err != nil {
			return err
		}
	}
	if err := f(t); err != nil {
		return err
	}
	*sent = t.wrote
	if err := t.exec("COMMIT"); err != nil {
		return err
	}
	finished = true
	return l.present()
}

func (t *tx) exec(query string, args ...any) error {
	_, err := t.conn.ExecContext(t, t.query(query), args...)
	return t.trouble(err)
}

// all calls f for each row of an answer, with the function that reads it.
func (t *tx) all(f func(scan func(...any) error) error, query string, args ...any) error {
	rows, err := t.conn.QueryContext(t, t.query(query), args...)
	if err != nil {
		return t.trouble(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return t.trouble(rows.Err())
}

// rows reads agents; the condition follows FROM agents.
func (t *tx) rows(condition string, args ...any) ([]*Row, error) {
	return rowsOf(t, agents, condition, args...)
}

// row is the row of one agent, nil if there is none.
func (t *tx) row(id string) (*Row, error) {
	list, err := t.rows("WHERE id = ?", id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// count is the number that a query answers.
func (t *tx) count(query string, args ...any) (n int64, err error) {
	err = t.all(func(scan func(...any) error) error { return scan(&n) }, query, args...)
	return n, err
}
