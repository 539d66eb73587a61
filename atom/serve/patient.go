package serve

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// patience is how long what runs may go on when a client has said its last: it
// may still read, as who writes all requests at once and closes that end does.
const patience = 10 * time.Second

// A patient transport answers what was asked before it notices that nothing more
// will be: the connection would drop it.
type patient struct{ mcp.Transport }

func (t patient) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &patientConnection{Connection: c, open: map[jsonrpc.ID]bool{}, closed: make(chan struct{})}, nil
}

type patientConnection struct {
	mcp.Connection

	mu     sync.Mutex
	open   map[jsonrpc.ID]bool // requests without an answer
	idle   chan struct{}       // closed when there is none; nil: nobody waits
	once   sync.Once
	closed chan struct{}
}

// Read implements [mcp.Connection].
func (c *patientConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	msg, err := c.Connection.Read(ctx)
	if err != nil {
		if errors.Is(err, io.EOF) {
			c.wait(ctx)
		}
		return msg, err
	}
	if r, ok := msg.(*jsonrpc.Request); ok && r.ID.IsValid() {
		c.mu.Lock()
		c.open[r.ID] = true
		c.mu.Unlock()
	}
	return msg, nil
}

// Write implements [mcp.Connection].
func (c *patientConnection) Write(ctx context.Context, msg jsonrpc.Message) error {
	err := c.Connection.Write(ctx, msg)
	if r, ok := msg.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.open, r.ID)
		if len(c.open) == 0 && c.idle != nil {
			close(c.idle)
			c.idle = nil
		}
		c.mu.Unlock()
	}
	return err
}

// Close implements [mcp.Connection].
func (c *patientConnection) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Connection.Close()
}

// wait waits until all is answered, or it has been too long.
func (c *patientConnection) wait(ctx context.Context) {
	c.mu.Lock()
	if len(c.open) == 0 {
		c.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	c.idle = idle
	c.mu.Unlock()
	select {
	case <-idle:
	case <-time.After(patience):
	case <-c.closed:
	case <-ctx.Done():
	}
}
