package ledger

import (
	"context"
	"fmt"
)

// Version is that of the tables this package works with.
const Version = 13

// migrations lead from each version to the next. Those that are out are never
// changed. All of them are careful with what is there already: files of the
// earlier kit were made by several programs.
var migrations = [Version]func(*tx) error{
	statements(
		`CREATE TABLE IF NOT EXISTS agents (
			id TEXT PRIMARY KEY,
			branch TEXT NOT NULL,
			parent_branch TEXT,
			spec_sha TEXT NOT NULL,
			status TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'merged', 'rejected')),
			started_ts BIGINT NOT NULL,
			finished_ts BIGINT,
			summary TEXT,
			worktree_path TEXT
		)`,
		"CREATE INDEX IF NOT EXISTS idx_agents_parent ON agents (parent_branch)",
		"CREATE INDEX IF NOT EXISTS idx_agents_status ON agents (status)",
	),
	both(
		addColumns("dna TEXT"),
		statements("CREATE INDEX IF NOT EXISTS idx_agents_dna_prefix ON agents (substr(dna, 1, 30))"),
	),
	func(t *tx) error { return statements(t.lengths...)(t) },
	both(
		addColumns("creator_id TEXT", "fork_parent_id TEXT"),
		statements(
			"CREATE INDEX IF NOT EXISTS idx_agents_creator ON agents (creator_id)",
			"CREATE INDEX IF NOT EXISTS idx_agents_fork_parent ON agents (fork_parent_id)",
		),
	),
	both(
		uniqueDNA,
		statements("CREATE UNIQUE INDEX IF NOT EXISTS idx_agents_dna_unique ON agents (dna)"),
	),
	addColumns(
		"cost_cents BIGINT DEFAULT 0",
		"provider TEXT DEFAULT ''",
		"model TEXT DEFAULT ''",
	),
	both(
		addColumns("cost_micro_cents BIGINT DEFAULT 0"),
		statements("UPDATE agents SET cost_micro_cents = cost_cents * 1000000 WHERE COALESCE(cost_micro_cents, 0) = 0 AND COALESCE(cost_cents, 0) <> 0"),
	),
	// Of this table the package makes no use yet.
	statements(`CREATE TABLE IF NOT EXISTS skill_invocations (
		id TEXT PRIMARY KEY,
		skill_name TEXT NOT NULL,
		ts BIGINT NOT NULL,
		agent_id TEXT,
		success BIGINT NOT NULL CHECK (success IN (0, 1)),
		trajectory_id TEXT,
		duration_ms BIGINT
	)`),
	func(t *tx) error {
		return both(
			addColumns(
				"tokens_in BIGINT DEFAULT 0",
				"tokens_out BIGINT DEFAULT 0",
				"stubs_count BIGINT DEFAULT 0",
				"outcome TEXT CHECK (outcome IN ('functional', 'partial', 'scaffolding', 'fail'))",
				"escalation_depth BIGINT DEFAULT 0",
				// The label without its nonce: what kind of task it was.
				`task_class_dna TEXT GENERATED ALWAYS AS (CASE
					WHEN dna IS NULL OR dna = '' THEN NULL
					WHEN length(dna) > 9 AND substr(dna, length(dna) - 8, 1) = '-' THEN substr(dna, 1, length(dna) - 9)
					ELSE dna END) `+t.generated,
			),
			statements("CREATE INDEX IF NOT EXISTS idx_agents_task_class ON agents (task_class_dna)"),
		)(t)
	},
	both(
		addColumns(
			"verify TEXT",
			"reject_reason TEXT",
			"first_event BIGINT DEFAULT 0",
			"last_event BIGINT DEFAULT 0",
		),
		statements(
			`CREATE TABLE events (
				seq BIGINT PRIMARY KEY,
				ts BIGINT NOT NULL,
				agent TEXT NOT NULL REFERENCES agents (id),
				event TEXT NOT NULL,
				payload TEXT NOT NULL,
				prev_hash TEXT NOT NULL,
				hash TEXT NOT NULL
			)`,
			"CREATE INDEX idx_events_agent ON events (agent, seq)",
			// One row: where the chain ends, and the lock of those who add to it.
			"CREATE TABLE ledger_head (one BIGINT PRIMARY KEY CHECK (one = 1), seq BIGINT NOT NULL, hash TEXT NOT NULL)",
			"INSERT INTO ledger_head (one, seq, hash) VALUES (1, 0, '')",
		),
	),
	// From here on an event may be about an invocation.
	func(t *tx) error {
		return both(
			statements(t.freeEvents...),
			statements(
				`CREATE TABLE invocations (
					id TEXT PRIMARY KEY,
					atom_id TEXT NOT NULL,
					spec_sha TEXT NOT NULL,
					input_sha TEXT,
					output_sha TEXT,
					status TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed')),
					started_ms BIGINT NOT NULL,
					duration_ms BIGINT,
					exit_code BIGINT,
					error_kind TEXT,
					error_code TEXT,
					attempts BIGINT,
					agent_id TEXT,
					role TEXT,
					parent_id TEXT,
					pipe TEXT,
					step TEXT,
					source TEXT CHECK (source IN ('fresh', 'cache')),
					process TEXT,
					first_event BIGINT NOT NULL,
					last_event BIGINT NOT NULL
				)`,
				"CREATE INDEX idx_invocations_atom ON invocations (atom_id)",
				"CREATE INDEX idx_invocations_agent ON invocations (agent_id)",
				"CREATE INDEX idx_invocations_status ON invocations (status)",
			),
		)(t)
	},
	// What agents were told, by the spec_sha of their rows.
	statements("CREATE TABLE IF NOT EXISTS specs (sha TEXT PRIMARY KEY, text TEXT NOT NULL)"),
	// Work by commit id, and on which machine it was done; rules that somebody lifts.
	both(
		addColumns("host TEXT", "work_commit TEXT", "merge_commit TEXT"),
		statements(
			`CREATE TABLE IF NOT EXISTS lifts (
				id TEXT PRIMARY KEY,
				rule TEXT NOT NULL,
				reason TEXT NOT NULL,
				agent_id TEXT,
				lifted_ts BIGINT NOT NULL,
				revoked_ts BIGINT,
				first_event BIGINT NOT NULL,
				last_event BIGINT NOT NULL
			)`,
			"CREATE INDEX IF NOT EXISTS idx_lifts_agent ON lifts (agent_id)",
		),
	),
}

// migrate brings the tables up to date, one version per transaction. The
// version is read again inside: another process may have been faster.
func (l *Ledger) migrate(ctx context.Context) error {
	var has int
	err := l.do(ctx, l.dialect.read, func(t *tx) (err error) {
		has, err = t.version(ctx, t.conn)
		return t.trouble(err)
	})
	for err == nil && has < Version {
		err = l.do(ctx, l.dialect.write, func(t *tx) error {
			if err := statements(t.lock...)(t); err != nil {
				return err
			}
			from, err := t.version(ctx, t.conn)
			if has = from; err != nil || from >= Version {
				return t.trouble(err)
			}
			if err := migrations[from](t); err != nil {
				return fmt.Errorf("%w (bringing it from version %d to %d)", err, from, from+1)
			}
			has++
			if has == Version {
				if err := l.importRows(t); err != nil {
					return err
				}
			}
			return t.exec(t.setVersion + fmt.Sprint(has))
		})
	}
	if err == nil && has > Version {
		return &VersionError{l.where, has, Version}
	}
	return err
}

// importRows begins the chain with the rows that are older than it. It comes
// after all migrations: it reads every column there is.
func (l *Ledger) importRows(t *tx) error {
	old, err := t.rows("WHERE COALESCE(first_event, 0) = 0 ORDER BY started_ts, id")
	if err != nil {
		return err
	}
	for _, r := range old {
		head, err := t.head("")
		if err != nil {
			return err
		}
		c := imported(*r)
		c.ID = ""
		if _, err := t.link(head, l.now().Unix(), r.ID, "import", &c, nil, false); err != nil {
			return fmt.Errorf("the row of %s: %w", printable(r.ID), err)
		}
	}
	return nil
}

func statements(list ...string) func(*tx) error {
	return func(t *tx) error {
		for _, s := range list {
			if err := t.exec(s); err != nil {
				return err
			}
		}
		return nil
	}
}

func both(first, then func(*tx) error) func(*tx) error {
	return func(t *tx) error {
		if err := first(t); err != nil {
			return err
		}
		return then(t)
	}
}

// addColumns adds to agents the columns it does not have.
func addColumns(list ...string) func(*tx) error {
	return func(t *tx) error {
		for _, c := range list {
			var name string
			if _, err := fmt.Sscan(c, &name); err != nil {
				return err
			}
			n, err := t.count(t.hasColumn, "agents", name)
			if err == nil && n == 0 {
				err = t.exec("ALTER TABLE agents ADD COLUMN " + c)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// uniqueDNA refuses an old ledger in which rows share a label. Which of them is
// right only its owner can say.
func uniqueDNA(t *tx) error {
	e := BlockedError{Where: t.where}
	err := t.all(func(scan func(...any) error) error {
		var d Duplicate
		if err := scan(&d.DNA, &d.Rows); err != nil {
			return err
		}
		e.Duplicates = append(e.Duplicates, d)
		return nil
	}, "SELECT dna, count(*) FROM agents WHERE dna IS NOT NULL GROUP BY dna HAVING count(*) > 1 ORDER BY dna")
	if err == nil && e.Duplicates != nil {
		return &e
	}
	return err
}
