package ledger

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes all of the ledger, as it is at one moment, into a new file, which is
// a ledger of its own: of SQLite, whatever this one is. It is written whole or not
// at all, and checked. Writers are not kept waiting.
func (l *Ledger) Backup(ctx context.Context, file string) (Checked, error) {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return Checked{}, fmt.Errorf("%s is there already; a backup is a new file", file)
	}
	dir, err := os.MkdirTemp(filepath.Dir(file), ".kei-backup-")
	if err != nil {
		return Checked{}, err
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, "ledger.sqlite")
	to, err := Open(ctx, made, l.now)
	if err != nil {
		return Checked{}, err
	}
	err = l.do(ctx, l.dialect.read, func(from *tx) error {
		return to.do(ctx, to.dialect.write, func(t *tx) error { return copyAll(from, t) })
	})
	var found Checked
	if err == nil {
		found, err = to.Check(ctx, Head{})
	}
	if err == nil {
		// What was written last has to be in the file itself, which is what is kept.
		_, err = to.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	}
	if err = errors.Join(err, to.Close()); err != nil {
		return Checked{}, fmt.Errorf("back up to %s: %w", file, err)
	}
	// A link is made only where there is nothing.
	return found, os.Link(made, file)
}

// copyAll writes everything that one ledger holds into an empty one.
func copyAll(from, to *tx) error {
	if err := from.events(to.insert, "ORDER BY seq"); err != nil {
		return err
	}
	if err := errors.Join(copyTable(from, to, agents), copyTable(from, to, invocations), copyTable(from, to, lifts)); err != nil {
		return err
	}
	err := from.all(func(scan func(...any) error) error {
		var sha, text string
		if err := scan(&sha, &text); err != nil {
			return err
		}
		return to.exec("INSERT INTO specs (sha, text) VALUES (?, ?)", sha, text)
	}, "SELECT sha, text FROM specs")
	if err != nil {
		return err
	}
	head, err := from.head("")
	if err != nil {
		return err
	}
	return to.exec("UPDATE ledger_head SET seq = ?, hash = ?", head.Seq, head.Hash)
}

func copyTable[R any](from, to *tx, of table[R]) error {
	rows, err := rowsOf(from, of, "")
	for _, r := range rows {
		if err := to.exec(of.inserts(), of.stored(r)...); err != nil {
			return err
		}
	}
	return err
}

// Restore adds the rows that the ledger does not have, as they are, each with an
// event that says so. Tasks are their texts, by which rows name them. It says whose
// rows were added.
func (l *Ledger) Restore(ctx context.Context, rows []Row, tasks map[string][]byte) (added []string, err error) {
	err = l.do(ctx, l.dialect.write, func(t *tx) error {
		added = nil
		for i := range rows {
			r := rows[i]
			if err := r.Agent.check(); err != nil {
				return fmt.Errorf("the row of %s: %w", printable(r.ID), err)
			}
			was, err := t.row(r.ID)
			if err != nil || was != nil {
				if err != nil {
					return err
				}
				continue
			}
			head, err := t.head(t.forHead)
			if err != nil {
				return err
			}
			c := imported(r)
			c.ID = ""
			if _, err := t.link(head, l.now().Unix(), r.ID, "import", &c, nil, true); err != nil {
				return fmt.Errorf("the row of %s: %w", printable(r.ID), err)
			}
			if task := tasks[r.ID]; task != nil {
				if err := t.keepSpec(r.SpecSHA, task); err != nil {
					return err
				}
			}
			added = append(added, r.ID)
		}
		return nil
	})
	return added, err
}

// SetAside gives a damaged file of a ledger another name, with what lies beside it,
// so that a new one can be made. It returns the name.
func SetAside(where, suffix string) (string, error) {
	to := where + suffix
	for n := 2; ; n++ {
		if _, err := os.Lstat(to); errors.Is(err, fs.ErrNotExist) {
			break
		}
		to = fmt.Sprintf("%s%s-%d", where, suffix, n)
	}
	for _, part := range []string{"-shm", "-wal", ""} {
		if err := os.Rename(where+part, to+part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return to, nil
}

// Broken reports whether the database is damaged: whether it keeps what it keeps as it
// should, and not what that says.
func (l *Ledger) Broken(ctx context.Context) (bool, error) {
	var c checker
	err := l.do(ctx, l.dialect.read, func(t *tx) error {
		c = checker{}
		if err := t.pages(&c); err != nil {
			return err
		}
		return t.events(func(*Event) error { return nil }, "ORDER BY seq")
	})
	if Damaged(err) {
		return true, nil
	}
	return len(c.found.Problems) > 0, err
}
