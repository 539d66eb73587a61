package verify

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A batch reads many blobs with one git.
type batch struct {
	ctx   context.Context // that of the run: it outlives the steps that ask
	store *git

	mu   sync.Mutex
	git  *session
	held map[string][]byte // contents that were read from the worktree; see hold

	// after waits until the store has the work, once it is known what is of it.
	after func() error
	room  int // bytes that may still be held
}

// The contents of changed files are wanted by one step after the other. So many bytes
// are kept from when they were found, of files that are not large.
const (
	maxHeld = 64 << 20
	heldOne = 1 << 20
)

func newBatch(ctx context.Context, store *git) *batch {
	return &batch{ctx: ctx, store: store, held: map[string][]byte{}, room: maxHeld}
}

// hold keeps contents whose id was made of them.
func (b *batch) hold(id string, data []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held[id] == nil && len(data) <= min(heldOne, b.room) {
		b.held[id], b.room = slices.Clip(data), b.room-len(data)
	}
}

// blob is the contents of one object, which are not written to.
func (b *batch) blob(id string) (_ []byte, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !IsID(id) {
		return nil, fmt.Errorf("%q is no object", id)
	}
	if data, ok := b.held[id]; ok {
		return data, nil
	}
	if b.after != nil {
		if err := b.after(); err != nil {
			return nil, err
		}
	}
	if b.git == nil {
		if b.git, err = b.store.session(b.ctx, "cat-file", "--batch"); err != nil {
			return nil, err
		}
	}
	defer func() {
		if err != nil { // whatever it still has to say is not about the next object
			b.git.close()
			b.git = nil
		}
	}()
	if err := b.git.ask(id + "\n"); err != nil {
		return nil, err
	}
	head, err := b.git.answer('\n')
	if err != nil {
		return nil, err
	}
	parts := strings.Fields(head)
	if len(parts) != 3 || parts[1] != "blob" {
		return nil, fmt.Errorf("the object %s is not there, or is no file", id)
	}
	size, err := strconv.Atoi(parts[2])
	if err != nil || size > maxFile {
		return nil, fmt.Errorf("the object %s has %s bytes", id, parts[2])
	}
	data := make([]byte, size+1) // and a line break
	if _, err := io.ReadFull(b.git.out, data); err != nil {
		return nil, b.git.failed(err)
	}
	data = data[:size]
	if h := newHash(len(id)); blobSum(h, data) != id {
		return nil, fmt.Errorf("the object %s does not hold what its name says", id)
	}
	return data, nil
}

func (b *batch) close() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.git.close()
}
