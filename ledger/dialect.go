package ledger

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

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

	busy func(error) bool // worth trying again
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
	// Writers queue for one lock, so there is nothing to try again.
	busy: func(error) bool { return false },
}

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
