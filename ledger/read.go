package ledger

import (
	"context"
	"fmt"
	"slices"
)

// Get is the row of one agent; a [*NotFoundError] if there is none.
func (l *Ledger) Get(ctx context.Context, id string) (Row, error) {
	list, err := l.list(ctx, "WHERE id = ?", id)
	if err == nil && len(list) == 0 {
		err = &NotFoundError{ID: id}
	}
	if err != nil {
		return Row{}, err
	}
	return list[0], nil
}

// List is every row, or those of one status, the newest first.
func (l *Ledger) List(ctx context.Context, status Status) ([]Row, error) {
	return l.Select(ctx, Query{Status: status})
}

// A Query says which rows are asked for; the zero Query is all.
type Query struct {
	Status Status
	Since  int64 // seconds since 1970: those that were started then or later
	Limit  int   // at most so many, the newest; 0 is all
}

// Select is the rows that a query asks for, the newest first.
func (l *Ledger) Select(ctx context.Context, q Query) ([]Row, error) {
	if q.Status != "" && !slices.Contains(Statuses, q.Status) {
		return nil, &ArgumentError{"status", printable(string(q.Status)) + " is none of " + choices()}
	}
	if q.Limit < 0 {
		return nil, &ArgumentError{"limit", fmt.Sprintf("is %d, which is negative", q.Limit)}
	}
	limit := ""
	if q.Limit > 0 {
		limit = fmt.Sprintf(" LIMIT %d", q.Limit)
	}
	f := q.filter()
	return l.list(ctx, f.where()+newestFirst+limit, f.args...)
}

func (q Query) filter() (f filter) {
	f.is("status", string(q.Status))
	if q.Since != 0 {
		f.add("started_ts >= ?", q.Since)
	}
	return f
}

// Empty reports whether nothing has ever happened in the ledger.
func (l *Ledger) Empty(ctx context.Context) (empty bool, err error) {
	err = l.do(ctx, l.dialect.read, func(t *tx) error {
		head, err := t.head("")
		empty = head.Seq == 0
		return err
	})
	return empty, err
}

const newestFirst = " ORDER BY started_ts DESC, first_event DESC"

func choices() string {
	s := fmt.Sprint(Statuses)
	return s[1 : len(s)-1]
}

// Descendants are the rows that name this one, by its DNA or however they were
// told, as their creator or as what they were forked from.
func (l *Ledger) Descendants(ctx context.Context, of string) ([]Row, error) {
	return l.list(ctx, "WHERE fork_parent_id = ? OR creator_id = ?"+newestFirst, of, of)
}

// Events are what happened to one agent, the first first.
func (l *Ledger) Events(ctx context.Context, id string) (list []Event, err error) {
	err = l.do(ctx, l.dialect.read, func(t *tx) error {
		list = nil
		return t.events(func(e *Event) error {
			list = append(list, *e)
			return nil
		}, "WHERE agent = ? ORDER BY seq", id)
	})
	return list, err
}

func (t *tx) events(f func(*Event) error, condition string, args ...any) error {
	return t.all(func(scan func(...any) error) error {
		e := &Event{}
		if err := scan(&e.Seq, &e.Time, &e.Agent, &e.Kind, &e.Payload, &e.Prev, &e.Hash); err != nil {
			return err
		}
		return f(e)
	}, "SELECT seq, ts, agent, event, payload, prev_hash, hash FROM events "+condition, args...)
}

func (l *Ledger) list(ctx context.Context, condition string, args ...any) (list []Row, err error) {
	err = l.do(ctx, l.dialect.read, func(t *tx) error {
		rows, err := t.rows(condition, args...)
		list = nil
		for _, r := range rows {
			list = append(list, *r)
		}
		return err
	})
	return list, err
}

// A Node is a row in a tree.
type Node struct {
	Depth int `json:"depth"` // of the root, 0
	Row
}

// MaxDepth is how deep a tree may be. What is deeper is no tree of agents.
const MaxDepth = 1024

// Tree is an agent with all that came of it, each below its parent, the oldest
// first. A row names its parent by branch or by id. Rows that are each other's
// parents stand where they are met first, once.
func (l *Ledger) Tree(ctx context.Context, id string) ([]Node, error) {
	// UNION, not UNION ALL: a row that was met is not followed again.
	kin, err := l.list(ctx, `WHERE id IN (
		WITH RECURSIVE kin(id) AS (
			SELECT id FROM agents WHERE id = ?
			UNION
			SELECT child.id FROM kin
			JOIN agents parent ON parent.id = kin.id
			JOIN agents child ON child.parent_branch IN (parent.branch, parent.id)
		) SELECT id FROM kin) ORDER BY started_ts, first_event`, id)
	if err != nil {
		return nil, err
	}
	children := map[string][]int{}
	var root *Row
	for i := range kin {
		if kin[i].ID == id {
			root = &kin[i]
		}
		if p := kin[i].Parent; p != "" {
			children[p] = append(children[p], i)
		}
	}
	if root == nil {
		return nil, &NotFoundError{ID: id}
	}
	var tree []Node
	met := map[string]bool{}
	var add func(r *Row, depth int) error
	add = func(r *Row, depth int) error {
		if met[r.ID] {
			return nil
		}
		if depth > MaxDepth {
			return fmt.Errorf("the tree of %s is more than %d deep", id, MaxDepth)
		}
		met[r.ID] = true
		tree = append(tree, Node{depth, *r})
		below := children[r.Branch]
		if r.ID != r.Branch {
			below = slices.Concat(below, children[r.ID])
			slices.Sort(below) // kin is the oldest first
		}
		for _, i := range below {
			if err := add(&kin[i], depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := add(root, 0); err != nil {
		return nil, err
	}
	return tree, nil
}
