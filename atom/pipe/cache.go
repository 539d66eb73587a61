package pipe

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"kei/atom/run"
	"kei/atom/schema"

	_ "modernc.org/sqlite" // the driver sqlite
)

// A Cache keeps results in a file of SQLite.
type Cache struct {
	Warn func(error) // told once if the file is of no use; all runs then

	db   *sql.DB
	now  func() time.Time
	once sync.Once
	mu   sync.Mutex
	runs map[string]chan struct{} // what is being made now, by its key
}

// DefaultCache is where results are kept if nobody says.
func DefaultCache(getenv func(string) (string, bool)) (string, error) {
	get := func(name string) string { v, _ := getenv(name); return v }
	if file := get("KEI_CACHE_DB"); file != "" {
		return file, nil
	}
	if dir := get("XDG_CACHE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "kei", "atoms.sqlite"), nil
	}
	if home := get("HOME"); home != "" {
		return filepath.Join(home, ".cache", "kei", "atoms.sqlite"), nil
	}
	return "", errors.New("HOME is not set, so there is no place for the cache; set KEI_CACHE_DB")
}

// OpenCache opens the file, and makes it if there is none.
func OpenCache(ctx context.Context, file string, now func() time.Time) (*Cache, error) {
	abs, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	// Results may be secrets.
	if err := os.MkdirAll(filepath.Dir(abs), 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(abs, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	f.Close()
	db, err := sql.Open("sqlite", "file://"+(&url.URL{Path: filepath.ToSlash(abs)}).EscapedPath()+
		"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS results (
		key TEXT PRIMARY KEY, atom TEXT NOT NULL, result BLOB NOT NULL, made_ms INTEGER NOT NULL, ttl_ms INTEGER NOT NULL)`)
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("cache %s: %w", file, err)
	}
	return &Cache{db: db, now: now, runs: map[string]chan struct{}{}, Warn: func(error) {}}, nil
}

// Close ends the use of the file.
func (c *Cache) Close() error { return c.db.Close() }

// Do implements [run.Cache]. Equal calls at once run once.
func (c *Cache) Do(ctx context.Context, key string, call run.Call, make func() (any, *run.Error)) (any, bool, *run.Error) {
	for {
		if v, ok := c.get(ctx, key, call); ok {
			return v, true, nil
		}
		wait, mine := c.claim(key)
		if mine {
			break
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, false, run.Fail("interrupted", 130, "%s was not run: interrupted", call.Atom.ID)
		}
	}
	defer c.release(key)
	// Another may have made it between the look and the claim.
	if v, ok := c.get(ctx, key, call); ok {
		return v, true, nil
	}
	v, err := make()
	if err == nil {
		c.put(ctx, key, call, v)
	}
	return v, false, err
}

func (c *Cache) claim(key string) (wait chan struct{}, mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if wait, ok := c.runs[key]; ok {
		return wait, false
	}
	c.runs[key] = make(chan struct{})
	return nil, true
}

func (c *Cache) release(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.runs[key])
	delete(c.runs, key)
}

// get is what is kept, if it is not too old and fits the schema still. What is
// not of use goes.
func (c *Cache) get(ctx context.Context, key string, call run.Call) (any, bool) {
	var text []byte
	var made int64
	err := c.db.QueryRowContext(ctx, "SELECT result, made_ms FROM results WHERE key = ?", key).Scan(&text, &made)
	if err != nil {
		if !errors.Is(err, sql.ErrNoRows) {
			c.warn(err)
		}
		return nil, false
	}
	age := c.now().UnixMilli() - made
	v, err := schema.Parse(text)
	if err == nil {
		err = call.Atom.Output.Validate(v)
	}
	if err == nil && (call.TTL == 0 || 0 <= age && age < call.TTL.Milliseconds()) {
		return v, true
	}
	if _, err := c.db.ExecContext(ctx, "DELETE FROM results WHERE key = ?", key); err != nil {
		c.warn(err)
	}
	return nil, false
}

func (c *Cache) put(ctx context.Context, key string, call run.Call, v any) {
	_, err := c.db.ExecContext(ctx, "INSERT OR REPLACE INTO results (key, atom, result, made_ms, ttl_ms) VALUES (?, ?, ?, ?, ?)",
		key, call.Atom.ID, schema.Canonical(v), c.now().UnixMilli(), call.TTL.Milliseconds())
	if err != nil && ctx.Err() == nil {
		c.warn(err)
	}
}

func (c *Cache) warn(err error) {
	c.once.Do(func() { c.Warn(fmt.Errorf("the cache is of no use: %w", err)) })
}

// Stats are what a cache holds.
type Stats struct {
	Entries int64 `json:"entries"`
	Bytes   int64 `json:"bytes"`
	Expired int64 `json:"expired"`
	Atoms   int64 `json:"atoms"`
}

const expired = "ttl_ms > 0 AND made_ms + ttl_ms <= ?"

// Stats counts.
func (c *Cache) Stats(ctx context.Context) (s Stats, err error) {
	err = c.db.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(length(result)), 0), coalesce(sum("+expired+"), 0), count(DISTINCT atom) FROM results", c.now().UnixMilli()).
		Scan(&s.Entries, &s.Bytes, &s.Expired, &s.Atoms)
	return s, err
}

// Purge removes what is too old, or all.
func (c *Cache) Purge(ctx context.Context, all bool) (int64, error) {
	res, err := c.db.ExecContext(ctx, "DELETE FROM results WHERE ? OR "+expired, all, c.now().UnixMilli())
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}
