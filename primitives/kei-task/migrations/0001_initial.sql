CREATE TABLE tasks (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  title        TEXT    NOT NULL,
  description  TEXT    NOT NULL,
  priority     TEXT    NOT NULL CHECK (priority IN ('critical', 'high', 'medium', 'low')),
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  completed_at INTEGER NOT NULL DEFAULT 0, -- 0: it is to be done
  folded       TEXT    NOT NULL            -- title and description in lower case, for searches
) STRICT;

CREATE TABLE dependencies (
  from_id INTEGER NOT NULL REFERENCES tasks (id), -- the task that waits
  to_id   INTEGER NOT NULL REFERENCES tasks (id), -- the one it waits for
  type    TEXT    NOT NULL,
  PRIMARY KEY (from_id, to_id, type)
) STRICT, WITHOUT ROWID;

CREATE INDEX dependencies_to ON dependencies (to_id);
