package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Ledger is open. It may be used by many goroutines at once, and its database
// by many processes.
type Ledger struct {
	db      *sql.DB
	dialect *dialect
	now     func() time.Time
	where   string
}

// DefaultPath is where the ledger is if nobody says: what KEI_LEDGER_DB says,
// else kei/ledger.sqlite in the folder XDG_DATA_HOME, if that is set, else
// .claude/agents/ledger.sqlite in the home folder.
func DefaultPath(getenv func(string) (string, bool)) (string, error) {
	get := func(name string) string { v, _ := getenv(name); return v }
	if where := get("KEI_LEDGER_DB"); where != "" {
		return where, nil
	}
	if dir := get("XDG_DATA_HOME"); filepath.IsAbs(dir) { // a relative one has no meaning, the standard says
		return filepath.Join(dir, "kei", "ledger.sqlite"), nil
	}
	if home := get("HOME"); home != "" {
		return filepath.Join(home, ".claude", "agents", "ledger.sqlite"), nil
	}
	return "", errors.New("HOME is not set, so there is no place for the ledger; set KEI_LEDGER_DB, or use --db")
}

// Open opens a ledger, makes it if there is none, and brings it up to date.
// Where is the path of a file, or a URL postgres://..., whose tables are in the
// first schema of its search_path.
func Open(ctx context.Context, where string, now func() time.Time) (*Ledger, error) {
	return open(ctx, where, now, true)
}

// OpenExisting is [Open] for those to whom an empty ledger is of no use: a file
// that is not there is a [*MissingError], and is not made.
func OpenExisting(ctx context.Context, where string, now func() time.Time) (*Ledger, error) {
	return open(ctx, where, now, false)
}

func open(ctx context.Context, where string, now func() time.Time, create bool) (*Ledger, error) {
	if where == "" {
		return nil, &ArgumentError{"the path of the ledger", "is empty"}
	}
	d, name, err := source(where)
	if err != nil {
		return nil, err
	}
	if d == &sqliteFile {
		if err := place(where, create); err != nil {
			return nil, err
		}
	}
	db, err := sql.Open(d.driver, name)
	if err != nil {
		return nil, fmt.Errorf("ledger %s: %w", shown(where), err)
	}
	db.SetMaxOpenConns(d.conns)
	l := &Ledger{db: db, dialect: d, now: now, where: shown(where)}
	if err := l.setup(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return l, nil
}

// place makes the folder of a new file.
func place(file string, create bool) error {
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("ledger %s is a folder", file)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case !create:
		return &MissingError{file}
	}
	// What agents did is nobody else's business.
	return os.MkdirAll(filepath.Dir(file), 0o700)
}

func (l *Ledger) setup(ctx context.Context) error {
	if len(l.dialect.setup) > 0 {
		// Turning to WAL needs the file for itself for a moment, and SQLite
		// does not wait for that.
		if err := l.do(ctx, l.dialect.setup, func(t *tx) error { return t.exec("BEGIN") }); err != nil {
			return err
		}
	}
	return l.migrate(ctx)
}

// Close ends the use of the ledger.
func (l *Ledger) Close() error { return l.db.Close() }

// Where says which ledger this is, without its password.
func (l *Ledger) Where() string { return l.where }

func shown(where string) string {
	if !strings.Contains(where, "://") {
		return where
	}
	u, err := url.Parse(where)
	if err != nil {
		return "postgres://..."
	}
	if q := u.Query(); q.Has("password") || q.Has("sslpassword") {
		u.RawQuery = ""
	}
	return u.Redacted()
}
