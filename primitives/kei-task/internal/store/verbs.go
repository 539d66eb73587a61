package store

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"kei-task/verb"
)

// most is how many tasks an answer has unless less are asked for.
const most = 20

// urgent orders tasks.
const urgent = ` ORDER BY CASE priority WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, id LIMIT ?`

// A NewTask is what create takes.
type NewTask struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Priority    string `json:"priority"` // "" is medium
}

// Created is what create gives.
type Created struct {
	ID        int64 `json:"id"`
	CreatedAt int64 `json:"created_at"`
}

// Create adds a task.
func (s *Store) Create(ctx context.Context, in NewTask) (out Created, err error) {
	if strings.TrimSpace(in.Title) == "" {
		return out, verb.Refuse("InvalidTitle", "the title is blank")
	}
	if in.Priority == "" {
		in.Priority = "medium"
	}
	out.CreatedAt = s.now().Unix()
	err = s.change(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, "INSERT INTO tasks (title, description, priority, created_at, updated_at, folded) VALUES (?, ?, ?, ?, ?, ?)",
			in.Title, in.Description, in.Priority, out.CreatedAt, out.CreatedAt, folded(in.Title, in.Description))
		if err != nil {
			return err
		}
		out.ID, err = r.LastInsertId()
		return err
	})
	return out, refused(err)
}

// An Edge says that one task depends on another.
type Edge struct {
	From int64  `json:"from"`
	To   int64  `json:"to"`
	Type string `json:"dep_type"` // "" is blocks
}

// OK is what add-dependency gives.
type OK struct {
	OK bool `json:"ok"`
}

// AddDependency makes one task depend on another, which must not wait for it.
func (s *Store) AddDependency(ctx context.Context, in Edge) (OK, error) {
	if in.From == in.To {
		return OK{}, verb.Refuse("SelfDependency", "task %d can't depend on itself", in.From)
	}
	if in.Type == "" {
		in.Type = "blocks"
	}
	err := s.change(ctx, func(tx *sql.Tx) error {
		if err := must(ctx, tx, in.From, in.To); err != nil {
			return err
		}
		var circle bool
		err := tx.QueryRowContext(ctx, `WITH RECURSIVE reached (id) AS (SELECT ? UNION SELECT to_id FROM dependencies JOIN reached ON from_id = id)
			SELECT EXISTS (SELECT 1 FROM reached WHERE id = ?)`, in.To, in.From).Scan(&circle)
		if err != nil {
			return err
		}
		if circle {
			return verb.Refuse("CycleDetected", "task %d depends on %d already, if not directly", in.To, in.From)
		}
		_, err = tx.ExecContext(ctx, "INSERT OR IGNORE INTO dependencies (from_id, to_id, type) VALUES (?, ?, ?)", in.From, in.To, in.Type)
		return err
	})
	return OK{err == nil}, refused(err)
}

// A Query is what search takes.
type Query struct {
	Query string `json:"query"`
	Limit int64  `json:"limit"` // 0 is 20
}

// Results is what search gives.
type Results struct {
	Results []Task `json:"results"`
}

// Search finds the tasks that hold all words of the query, as they are written:
// it has no operators.
func (s *Store) Search(ctx context.Context, in Query) (out Results, err error) {
	words := strings.Fields(strings.ToLower(in.Query))
	if len(words) == 0 {
		return out, verb.Refuse("InvalidQuery", "the query has no words")
	}
	var where []string
	var args []any
	for _, w := range words {
		where = append(where, "instr(folded, ?) > 0")
		args = append(args, w)
	}
	out.Results, err = s.tasks(ctx, strings.Join(where, " AND ")+urgent, append(args, limit(in.Limit))...)
	return out, refused(err)
}

// A Wanted is what list takes.
type Wanted struct {
	Status string `json:"status"` // pending, done or all; "" is pending
	Ready  bool   `json:"ready"`  // only those that wait for nothing
	Limit  int64  `json:"limit"`  // 0 is 20
}

// Listed is what list gives.
type Listed struct {
	Tasks []Task `json:"tasks"`
}

// List lists tasks.
func (s *Store) List(ctx context.Context, in Wanted) (out Listed, err error) {
	where := map[string]string{"": "completed_at = 0", "pending": "completed_at = 0", "done": "completed_at <> 0", "all": "1"}[in.Status]
	if in.Ready {
		where += " AND NOT EXISTS (SELECT 1 FROM dependencies d JOIN tasks o ON o.id = d.to_id WHERE d.from_id = t.id AND o.completed_at = 0)"
	}
	out.Tasks, err = s.tasks(ctx, where+urgent, limit(in.Limit))
	return out, refused(err)
}

func limit(n int64) int64 {
	if n == 0 {
		return most
	}
	return n
}

// A Which is what done takes.
type Which struct {
	ID int64 `json:"id"`
}

// Finished is what done gives.
type Finished struct {
	ID          int64   `json:"id"`
	CompletedAt int64   `json:"completed_at"`
	Ready       []int64 `json:"ready"` // what waited for it and for nothing else
}

// Done closes a task that waits for none. One that is closed stays as it is.
func (s *Store) Done(ctx context.Context, in Which) (out Finished, err error) {
	out.ID = in.ID
	err = s.change(ctx, func(tx *sql.Tx) error {
		if err := must(ctx, tx, in.ID); err != nil {
			return err
		}
		var waits string
		err := tx.QueryRowContext(ctx, `SELECT coalesce(group_concat(d.to_id), '') FROM dependencies d JOIN tasks o ON o.id = d.to_id
			WHERE d.from_id = ? AND o.completed_at = 0`, in.ID).Scan(&waits)
		if err != nil {
			return err
		}
		if waits != "" {
			return verb.Refuse("Blocked", "task %d waits for %s", in.ID, strings.ReplaceAll(waits, ",", ", "))
		}
		now := s.now().Unix()
		if _, err := tx.ExecContext(ctx, "UPDATE tasks SET completed_at = ?, updated_at = ? WHERE id = ? AND completed_at = 0", now, now, in.ID); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, "SELECT completed_at FROM tasks WHERE id = ?", in.ID).Scan(&out.CompletedAt); err != nil {
			return err
		}
		var ready string
		err = tx.QueryRowContext(ctx, `SELECT coalesce(group_concat(DISTINCT w.id), '') FROM dependencies e JOIN tasks w ON w.id = e.from_id
			WHERE e.to_id = ? AND w.completed_at = 0
			AND NOT EXISTS (SELECT 1 FROM dependencies d JOIN tasks o ON o.id = d.to_id WHERE d.from_id = w.id AND o.completed_at = 0)`, in.ID).Scan(&ready)
		if err == nil {
			out.Ready, err = numbers(ready)
		}
		return err
	})
	return out, refused(err)
}

// numbers are ids between commas, each once and in order.
func numbers(text string) ([]int64, error) {
	list := []int64{}
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
