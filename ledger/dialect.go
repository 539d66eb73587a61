package ledger

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	"modernc.org/sqlite"
)

// A dialect is all in which the two databases differ.
type dialect struct {
	driver   string
	conns    int // at most, of one process
	setup    []string
	write    []string // begin a transaction that writes; others wait
	read     []string // begin one that sees a single moment
	forHead  string   // ends the query of the head, in one that writes
	numbered bool     // parameters are $1, not ?

	lock       []string // what a migration does first, so that it is the only one
	version    func(context.Context, querier) (int, error)
	setVersion string
	hasColumn  string
	lengths    []string // migration 3
	generated  string
	freeEvents []string // migration 11: takes the reference to agents from events

	busy  func(error) bool   // worth trying again
	short func(error) error  // what the driver says, in one line
	way   func(error) string // what to do about it, after a semicolon; "" if that is not known
	whole string             // says what is wrong with its pages, a line each, or "ok"; "" if it can't be asked
	quick string             // the same, of one thing that is wrong, without comparing indexes with their tables
}

// A querier is a connection or a pool of them.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

var sqliteFile = dialect{
	driver: "sqlite",
	// One connection per process: two would wait for each other's lock.
	conns: 1,
	// Kept in the file. Readers do not wait for a writer then, nor it for them.
	setup: []string{"PRAGMA journal_mode = WAL"},
	write: []string{"BEGIN IMMEDIATE"},
	read:  []string{"BEGIN"},
	version: func(ctx context.Context, q querier) (v int, err error) {
		return v, one(ctx, q, &v, "PRAGMA user_version")
	},
	setVersion: "PRAGMA user_version = ",
	hasColumn:  "SELECT count(*) FROM pragma_table_xinfo(?) WHERE name = ?",
	lengths: []string{
		longBranch("insert", "INSERT"), longBranch("update", "UPDATE OF branch, parent_branch"),
	},
	generated: "VIRTUAL",
	// SQLite can't drop a reference, so the table is made anew. Nothing refers to it.
	freeEvents: []string{
		`CREATE TABLE events_11 (
			seq BIGINT PRIMARY KEY,
			ts BIGINT NOT NULL,
			agent TEXT NOT NULL,
			event TEXT NOT NULL,
			payload TEXT NOT NULL,
			prev_hash TEXT NOT NULL,
			hash TEXT NOT NULL
		)`,
		"INSERT INTO events_11 SELECT seq, ts, agent, event, payload, prev_hash, hash FROM events ORDER BY seq",
		"DROP TABLE events",
		"ALTER TABLE events_11 RENAME TO events",
		"CREATE INDEX idx_events_agent ON events (agent, seq)",
	},
	busy: func(err error) bool {
		const busy, locked = 5, 6
		var e *sqlite.Error
		return errors.As(err, &e) && (e.Code()&0xff == busy || e.Code()&0xff == locked)
	},
	short: func(err error) error { return err },
	way:   sqliteWay,
	whole: "PRAGMA integrity_check(20)",
	quick: "PRAGMA quick_check(1)",
}

// Results of SQLite, as far as somebody can do something about them.
const (
	sqliteReadOnly = 8
	sqliteIO       = 10
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// sqliteCode is the kind of an error of SQLite's, 0 if it is none.
func sqliteCode(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

func sqliteWay(err error) string {
	switch sqliteCode(err) {
	case sqliteCorrupt, sqliteNotADB:
		return "; it is damaged: " + mend
	case sqliteFull, sqliteIO:
		return "; is its disk full?"
	case sqliteReadOnly, sqliteCantOpen:
		return "; it, or its folder, cannot be written to"
	}
	return ""
}

// cannotWrite reports whether a ledger could be read, if only it were elsewhere.
func cannotWrite(err error) bool {
	switch sqliteCode(err) {
	case sqliteReadOnly, sqliteIO, sqliteFull, sqliteCantOpen:
		return true
	}
	return errors.Is(err, fs.ErrPermission)
}

// Damaged reports whether an error says that a ledger is not a database any more.
func Damaged(err error) bool {
	if e := (*DamagedError)(nil); errors.As(err, &e) {
		return true
	}
	code := sqliteCode(err)
	return code == sqliteCorrupt || code == sqliteNotADB
}

func longBranch(name, when string) string {
	return "CREATE TRIGGER IF NOT EXISTS agents_branch_length_" + name + " BEFORE " + when + ` ON agents
		WHEN length(NEW.branch) > 256 OR length(NEW.parent_branch) > 256
		BEGIN SELECT RAISE(ABORT, 'branch and parent_branch have at most 256 characters'); END`
}

var postgres = dialect{
	driver:   "pgx",
	conns:    4,
	write:    []string{"BEGIN ISOLATION LEVEL READ COMMITTED"},
	read:     []string{"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
	forHead:  " FOR UPDATE",
	numbered: true,
	lock: []string{
		// The number is "kei"; there is no table yet that could be locked.
		"SELECT pg_advisory_xact_lock(7038313)",
		"CREATE TABLE IF NOT EXISTS ledger_version (one BOOLEAN PRIMARY KEY DEFAULT true CHECK (one), version BIGINT NOT NULL)",
		"INSERT INTO ledger_version (version) VALUES (0) ON CONFLICT DO NOTHING",
	},
	version: func(ctx context.Context, q querier) (v int, err error) {
		var tables int
		err = one(ctx, q, &tables, "SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'ledger_version'")
		if err != nil || tables == 0 {
			return 0, err
		}
		return v, one(ctx, q, &v, "SELECT version FROM ledger_version")
	},
	setVersion: "UPDATE ledger_version SET version = ",
	hasColumn:  "SELECT count(*) FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND column_name = $2",
	lengths: []string{
		"ALTER TABLE agents ADD CONSTRAINT agents_branch_length CHECK (length(branch) <= 256 AND length(parent_branch) <= 256)",
	},
	generated:  "STORED", // the only kind before Postgres 18
	freeEvents: []string{"ALTER TABLE events DROP CONSTRAINT IF EXISTS events_agent_fkey"},
	// Writers queue for one lock. A server that is down comes up again, as a lock of
	// SQLite's is given up.
	busy:  lostConnection,
	short: oneLine,
	way: func(err error) string {
		if lostConnection(err) {
			return "; is the database up?"
		}
		return ""
	},
}

// lostConnection reports whether it was the connection that failed: the server was
// stopped, crashed, is starting, or is not there.
func lostConnection(err error) bool {
	var refused *pgconn.ConnectError
	var said *pgconn.PgError
	var network net.Error
	switch {
	case errors.As(err, &said):
		// Class 08 is the connection, 57P01 to 57P03 a server that goes down or comes up.
		return strings.HasPrefix(said.Code, "08") || said.Code == "57P01" || said.Code == "57P02" || said.Code == "57P03"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false
	}
	return errors.As(err, &refused) || errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || pgconn.SafeToRetry(err)
}

// oneLine is an error whose text may have several lines, one for each way that was
// tried: the first says it.
func oneLine(err error) error {
	text := err.Error()
	first, more, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if more == "" {
		return err
	}
	return &shortened{err, strings.TrimRight(strings.TrimSpace(first), ":;,") + ": " + strings.TrimSpace(more[strings.LastIndexByte(more, '\n')+1:])}
}

type shortened struct {
	error
	text string
}

func (e *shortened) Error() string { return e.text }
func (e *shortened) Unwrap() error { return e.error }

func one(ctx context.Context, q querier, to any, query string) error {
	return q.QueryRowContext(ctx, query).Scan(to)
}

// source is which database a text means, and what its driver is told: postgres
// for a URL postgres://..., else a file.
func source(where string) (*dialect, string, error) {
	if scheme, _, ok := strings.Cut(where, "://"); ok && (scheme == "postgres" || scheme == "postgresql") {
		return &postgres, where, nil
	}
	file, err := filepath.Abs(where)
	if err != nil {
		return nil, "", err
	}
	file = filepath.ToSlash(file)
	if !strings.HasPrefix(file, "/") {
		file = "/" + file // C:/...
	}
	options := "?_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)"
	return &sqliteFile, "file://" + (&url.URL{Path: file}).EscapedPath() + options, nil
}

// query writes a query with ? as one with $1, $2, ... None of the
// queries here has a ? in a string.
func (d *dialect) query(q string) string {
	if !d.numbered {
		return q
	}
	var b strings.Builder
	for i, part := range strings.Split(q, "?") {
		if i > 0 {
			b.WriteString("$" + strconv.Itoa(i))
		}
		b.WriteString(part)
	}
	return b.String()
}
