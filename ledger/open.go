package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
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

	file os.FileInfo // of a ledger that is one, when it was opened; nil: a database
	name string      // of that file
	copy string      // the folder of the copy that is read in its place; "" is none
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

// OpenReading is [OpenExisting] for those who only read: a file that cannot be
// written to, or whose disk is full, is read from a copy that goes with Close.
func OpenReading(ctx context.Context, where string, now func() time.Time) (*Ledger, error) {
	l, err := open(ctx, where, now, false)
	if err == nil || !cannotWrite(err) {
		return l, err
	}
	dir, bad := os.MkdirTemp("", "kei-ledger-")
	if bad != nil {
		return nil, err
	}
	file := filepath.Join(dir, "ledger.sqlite")
	// What was written last is in a file beside it.
	bad = copyFile(where, file)
	if info, missing := os.Stat(where + "-wal"); bad == nil && missing == nil && info.Size() > 0 {
		bad = copyFile(where+"-wal", file+"-wal")
	}
	if bad == nil {
		l, bad = open(ctx, file, now, false)
	}
	if bad != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	l.where, l.copy = Shown(where), dir
	return l, nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
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
		return nil, fmt.Errorf("ledger %s: %w", Shown(where), err)
	}
	db.SetMaxOpenConns(d.conns)
	l := &Ledger{db: db, dialect: d, now: now, where: Shown(where)}
	if err := l.setup(ctx); err != nil {
		db.Close()
		return nil, err
	}
	if d == &sqliteFile {
		l.name = where
		if l.file, err = os.Stat(where); err != nil {
			db.Close()
			return nil, &ReplacedError{l.where}
		}
	}
	return l, nil
}

// present makes sure that the file is still the one that was opened: what is written
// to one that was deleted is gone when this process is.
func (l *Ledger) present() error {
	if l.file == nil {
		return nil
	}
	is, err := os.Stat(l.name)
	if err != nil || !os.SameFile(is, l.file) {
		return &ReplacedError{l.where}
	}
	return nil
}

// place makes the folder of a new file.
func place(file string, create bool) error {
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("ledger %s is a folder", file)
	case err == nil && info.Size() == 0 && !create:
		return &MissingError{Where: file, Empty: true}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case !create:
		return &MissingError{Where: file}
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
func (l *Ledger) Close() error {
	err := l.db.Close()
	if l.copy != "" {
		err = errors.Join(err, os.RemoveAll(l.copy))
	}
	return err
}

// Where says which ledger this is, without its password.
func (l *Ledger) Where() string { return l.where }

// Shown is a ledger without its password, as [Ledger.Where] says it.
func Shown(where string) string {
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
