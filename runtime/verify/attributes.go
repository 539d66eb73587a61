package verify

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"sync"
)

// A cleaner makes of a file what git would store of it: a checkout may have
// other line ends than the repository, by main's .gitattributes as they were
// before the agent came. Git does it, in a folder with those and nothing else;
// filters are programs, and in the store there are none.
type cleaner struct {
	ctx      context.Context
	store    *git
	dir      string
	encoding bool // some files are stored in another encoding
	lfs      bool // some are stored as pointers to where they are

	mu   sync.Mutex
	root *os.Root
	git  *session
}

// newCleaner returns nil if main has no attributes.
func newCleaner(ctx context.Context, store *git, blobs *batch, dir string, base tree) (*cleaner, error) {
	c := &cleaner{ctx: ctx, store: store, dir: dir}
	root, err := writeRules(blobs, dir, base, ".gitattributes", func(text []byte) {
		c.encoding = c.encoding || bytes.Contains(text, []byte("working-tree-encoding"))
		c.lfs = c.lfs || bytes.Contains(text, []byte("filter=lfs"))
	})
	if err != nil || root == nil {
		return nil, err
	}
	c.root = root
	return c, nil
}

// same reports whether a file whose contents are not those of a blob would be
// stored as that blob all the same, and otherwise as which.
func (c *cleaner) same(name string, data []byte, old string, format string, crlf func() (bool, error)) (id string, err error) {
	if c == nil {
		return "", nil
	}
	if c.lfs && old != "" && blobID(lfsPointer(data), format) == old {
		return old, nil
	}
	if path.Base(name) == ".gitattributes" {
		return "", nil // git would take it for a rule
	}
	if !c.encoding && !bytes.Contains(data, []byte("\r\n")) && !bytes.Contains(data, []byte("$Id:")) {
		return "", nil
	}
	if id, err = c.stored(name, data); err != nil || id == old || old == "" {
		return id, err
	}
	// Of a file that has such line ends in the repository, git changes none.
	has, err := crlf()
	if err != nil || has {
		return "", err
	}
	return id, nil
}

// stored asks git, which also stores it.
func (c *cleaner) stored(name string, data []byte) (id string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.git == nil {
		if c.git, err = c.store.in(c.dir).session(c.ctx, "hash-object", "-w", "--stdin-paths"); err != nil {
			return "", err
		}
	}
	if err := c.root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return "", err
	}
	if err := c.root.WriteFile(name, data, 0o600); err != nil {
		return "", err
	}
	defer c.root.Remove(name)
	if err := c.git.ask(cQuoted(name) + "\n"); err != nil {
		return "", err
	}
	id, err = c.git.answer('\n')
	if err == nil && !IsID(id) {
		err = fmt.Errorf("git hash-object answers %q", id)
	}
	return id, err
}

func (c *cleaner) close() {
	if c == nil {
		return
	}
	c.git.close()
	c.root.Close()
}

// writeRules writes those files of a tree into a new folder that have a certain
// name, with their folders. It returns nil if there are none.
func writeRules(blobs *batch, dir string, t tree, name string, each func([]byte)) (_ *os.Root, err error) {
	var root *os.Root
	defer func() {
		if err != nil && root != nil {
			root.Close()
		}
	}()
	for at, e := range t.named(name) {
		if !e.Regular() {
			continue
		}
		if root == nil {
			if err := os.Mkdir(dir, 0o700); err != nil {
				return nil, err
			}
			if root, err = os.OpenRoot(dir); err != nil {
				return nil, err
			}
		}
		text, err := blobs.blob(e.ID)
		if err != nil {
			return nil, err
		}
		if each != nil {
			each(text)
		}
		if err := root.MkdirAll(path.Dir(at), 0o700); err != nil {
			return nil, err
		}
		if err := root.WriteFile(filepath.FromSlash(at), text, 0o600); err != nil {
			return nil, err
		}
	}
	return root, nil
}
