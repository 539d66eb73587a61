package serve

import (
	"context"
	"errors"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type closed struct{ err error }

func (c closed) Connect(context.Context) (mcp.Connection, error) { return nil, c.err }

// A transport that can't connect gives no connection.
func TestPatientConnect(t *testing.T) {
	want := errors.New("no")
	if c, err := (patient{closed{want}}).Connect(t.Context()); c != nil || !errors.Is(err, want) {
		t.Errorf("%v, %v", c, err)
	}
}
