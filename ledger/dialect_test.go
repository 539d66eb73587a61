package ledger

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestLostConnection: what a writer sees of a server that is stopped under it is waited
// for, and what the server answers is not.
func TestLostConnection(t *testing.T) {
	for _, c := range []struct {
		err  error
		lost bool
	}{
		{pgconn.ErrConnClosed, true}, // noticed by the driver before the next query
		{driver.ErrBadConn, true},
		{io.ErrUnexpectedEOF, true},
		{&pgconn.PgError{Code: "57P01"}, true}, // terminated by an administrator
		{&pgconn.PgError{Code: "57P03"}, true}, // starting up
		{&pgconn.PgError{Code: "08006"}, true},
		{&pgconn.PgError{Code: "23505"}, false}, // a row that is there already
		{context.Canceled, false},
		{errors.New("conn closed"), false}, // a text says nothing
	} {
		if got := lostConnection(fmt.Errorf("write: %w", c.err)); got != c.lost {
			t.Errorf("%v: %v, want %v", c.err, got, c.lost)
		}
	}
}
