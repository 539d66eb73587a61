package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"kei/atom/run"
	"kei/atom/schema"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Serve answers one client until it closes its end, or the context ends. What
// runs then is ended, too, before Serve returns: its cause tells how. The order
// of tools is that of their names.
func Serve(ctx context.Context, version string, tools []Tool, in io.ReadCloser, out io.WriteCloser) error {
	calls := &calls{ctx: ctx}
	server := mcp.NewServer(&mcp.Implementation{Name: "kei", Title: "kei atoms", Version: version}, &mcp.ServerOptions{
		// The list does not change while the server runs, and nothing is logged to clients.
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		PageSize:     max(len(tools), 1), // not every client asks for a second page
	})
	for _, t := range tools {
		server.AddTool(t.MCP(), calls.handler(t))
	}
	err := server.Run(ctx, patient{&mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: 2 * run.MaxInput}})
	calls.wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// MCP is the tool as it stands in a client's list.
func (t Tool) MCP() *mcp.Tool {
	m := &mcp.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description,
		InputSchema: json.RawMessage(schema.Canonical(t.Input)),
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint: t.Hints.ReadOnly, IdempotentHint: t.Hints.Idempotent,
			DestructiveHint: &t.Hints.Destructive, OpenWorldHint: &t.Hints.OpenWorld,
		},
	}
	if t.Output != nil {
		m.OutputSchema = json.RawMessage(schema.Canonical(t.Output))
	}
	return m
}

// calls are those that run. A client that goes away does not leave them running.
type calls struct {
	ctx     context.Context
	running sync.WaitGroup
}

func (c *calls) wait() { c.running.Wait() }

func (c *calls) handler(t Tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		c.running.Add(1)
		defer c.running.Done()
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(c.ctx, func() { cancel(context.Cause(c.ctx)) })()
		text := []byte(req.Params.Arguments)
		if len(text) == 0 {
			text = []byte("{}")
		}
		input, err := schema.Parse(text)
		if err != nil {
			bad := run.Fail("input_not_json", 2, "input rejected: not JSON: %v", err)
			return refusal(bad.JSON(t.ID)), nil
		}
		switch result, bad := t.Call(ctx, input); {
		case bad == nil:
			return t.answer(result), nil
		case result != nil:
			return refusal(schema.Canonical(result)), nil
		default:
			return refusal(bad.JSON(t.ID)), nil
		}
	}
}

// answer is a result as text, and as a value where the client knows its schema.
func (t Tool) answer(result any) *mcp.CallToolResult {
	text := schema.Canonical(result)
	r := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}
	if t.Output != nil {
		r.StructuredContent = json.RawMessage(text)
	}
	return r
}

func refusal(text []byte) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}
}

// List is what a client is answered that asks for the tools, as JSON.
func List(tools []Tool) ([]byte, error) {
	list := make([]*mcp.Tool, len(tools))
	for i, t := range tools {
		list[i] = t.MCP()
	}
	text, err := json.MarshalIndent(map[string]any{"tools": list}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("the list of tools: %w", err)
	}
	return append(text, '\n'), nil
}
