package verify

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// A batch reads many blobs with one git.
type batch struct {
	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	end context.CancelFunc
}

// start is called with the lock held.
func (b *batch) start(ctx context.Context, g *git) error {
	p := g.process(nil, "cat-file", "--batch")
	ctx, b.end = context.WithCancel(ctx)
	b.cmd = exec.CommandContext(ctx, p.path, p.args...)
	b.cmd.Dir, b.cmd.Env = p.dir, p.env
	ownGroup(b.cmd)
	var err error
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	b.out = bufio.NewReader(out)
	return b.cmd.Start()
}

// blob is the contents of one object.
func (b *batch) blob(ctx context.Context, g *git, id string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !isID(id) {
		return nil, fmt.Errorf("%q is no object", id)
	}
	if b.cmd == nil {
		if err := b.start(ctx, g); err != nil {
			return nil, err
		}
	}
	if _, err := io.WriteString(b.in, id+"\n"); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	head, err := b.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
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
	if _, err := io.ReadFull(b.out, data); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return data[:size], nil
}

func (b *batch) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cmd == nil {
		return
	}
	b.in.Close()
	b.end()
	_ = b.cmd.Wait()
	b.cmd = nil
}
