// Package store keeps tasks in a SQLite file that many programs may have open.
//
// Rules of this package:
//
//   - Every change is one immediate transaction: it holds the file before it looks
//     at it, so that what it found is still so when it writes.
//   - So is bringing a file up to date. Of many that open a fresh one at once, one
//     makes the tables and the others find them.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kei-task/migrations"
	"kei-task/verb"

	_ "modernc.org/sqlite" // the driver, in Go alone
)

// A Store is an open file of tasks.
type Store struct {
	db  *sql.DB
	now func() time.Time
}

// A Task is one thing to do. Times are seconds since 1970.
type Task struct {
	ID          int64   `json:"id"`
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Status      string  `json:"status"` // pending or done
	Priority    string  `json:"priority"`
	CreatedAt   int64   `json:"created_at"`
	UpdatedAt   int64   `json:"updated_at"`
	CompletedAt int64   `json:"completed_at"` // 0: it is not
	WaitsFor    []int64 `json:"waits_for"`    // open tasks that it depends on
}

// Path is where the tasks are: what KEI_TASK_DB names, else a file of the user's.
func Path() string {
	if name := os.Getenv("KEI_TASK_DB"); name != "" {
		return name
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".claude", "task", "task.sqlite")
}

// Open opens a file of tasks, made if there is none, and brings it up to date.
func Open(ctx context.Context, name string) (*Store, error) {
	if name == "" {
		return nil, errors.New("there is no home folder; name a file by KEI_TASK_DB")
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	query := url.Values{"_txlock": {"immediate"}, "_pragma": {"busy_timeout(10000)", "foreign_keys(1)"}}
	at := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", at.String())
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, now: time.Now}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), db.Close())
	}
	return s, nil
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// migrate makes the migrations that the file has not seen.
func (s *Store) migrate(ctx context.Context) error {
	list, err := migrations.Files.ReadDir(".")
	if err != nil {
		return err
	}
	return s.change(ctx, func(tx *sql.Tx) error {
		var version int
		if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		if version > len(list) {
			return fmt.Errorf("it is of version %d, and this kei-task knows %d; use a later one", version, len(list))
		}
		for n, file := range list[version:] {
			text, err := migrations.Files.ReadFile(file.Name())
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, string(text)); err != nil {
				return fmt.Errorf("%s: %w", file.Name(), err)
			}
			// A pragma takes no parameter.
			if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version+n+1)); err != nil {
				return err
			}
		}
		return nil
	})
}

// change is one immediate transaction: all of it is kept, or nothing.
func (s *Store) change(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// refused is an error as an atom declares it: what is none of its own is the store's.
func refused(err error) error {
	var own *verb.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	}
	return verb.Refuse("StoreError", "%v", err)
}

// must refuses an id that no task has.
func must(ctx context.Context, tx *sql.Tx, ids ...int64) error {
	for _, id := range ids {
		var found int
		err := tx.QueryRowContext(ctx, "SELECT 1 FROM tasks WHERE id = ?", id).Scan(&found)
		if errors.Is(err, sql.ErrNoRows) {
			return verb.Refuse("NotFound", "there is no task %d", id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tasks are the rows that a condition names, the most urgent and oldest first.
func (s *Store) tasks(ctx context.Context, where string, args ...any) ([]Task, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id, title, description, priority, created_at, updated_at, completed_at,
		(SELECT coalesce(group_concat(d.to_id), '') FROM dependencies d JOIN tasks o ON o.id = d.to_id WHERE d.from_id = t.id AND o.completed_at = 0)
		FROM tasks t WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []Task{}
	for rows.Next() {
		t := Task{Status: "pending"}
		var waits string
		if err := rows.Scan(&t.ID, &t.Title, &t.Description, &t.Priority, &t.CreatedAt, &t.UpdatedAt, &t.CompletedAt, &waits); err != nil {
			return nil, err
		}
		if t.CompletedAt != 0 {
			t.Status = "done"
		}
		if t.WaitsFor, err = numbers(waits); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, rows.Err()
}

// folded is what a search looks at.
func folded(title, description string) string { return strings.ToLower(title + "\n" + description) }
