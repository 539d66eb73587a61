package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A listedTool is a tool as clients see it.
type listedTool struct {
	Name, Title, Description  string
	InputSchema, OutputSchema json.RawMessage
	Annotations               map[string]bool
}

func TestAtomMCPCases(t *testing.T) {
	t.Parallel()
	type mcpCase struct {
		Name, Root string
		Files      map[string]json.RawMessage
		Input      json.RawMessage
		Refused    *string
		Documents  []struct {
			Doc   json.RawMessage
			Valid bool
		}
	}
	cases := atomCases[mcpCase](t, "mcp.jsonl")
	if len(cases) != 21 {
		t.Errorf("%d cases, not 21", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			files := map[string]caseText{
				"root/kei-x/atoms/go.md":          caseText(strings.Replace(atomGo, "schemas/i.json", "schemas/"+c.Root, 1)),
				"root/kei-x/atoms/schemas/o.json": `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}`,
			}
			for name, text := range c.Files {
				files["root/kei-x/atoms/schemas/"+name] = caseText(text)
			}
			dir := t.TempDir()
			writeCase(t, dir, files, 0o644)
			env := []string{"HOME=" + dir, "PATH=/usr/bin:/bin"}
			out, errs, status := keiIn(t, dir, env, "", "atom", "export", "mcp", "--root", "root")
			if status != 0 {
				t.Fatal(status, errs)
			}
			tools := decoded[struct{ Tools []listedTool }](t, out).Tools
			linted, _, _ := keiIn(t, dir, env, "", "atom", "lint", "--root", "root")
			if c.Refused != nil {
				if len(tools) != 0 || !strings.Contains(errs, "kei: kei-x::go is not offered: "+*c.Refused+"\n") || !strings.Contains(linted, "MCP_EXPORT: warning: not offered over MCP: "+*c.Refused+"\n") {
					t.Errorf("%s%swant %s\n%s", out, errs, *c.Refused, linted)
				}
				return
			}
			if len(tools) != 1 || tools[0].Name != "kei-x_go" || strings.Contains(linted, "MCP_EXPORT") {
				t.Fatalf("%s%s%s", out, errs, linted)
			}
			if got, want := decoded[any](t, string(tools[0].InputSchema)), decoded[any](t, string(c.Input)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s,\nwant %s", tools[0].InputSchema, c.Input)
			}
			theirs := compile2020(t, tools[0].InputSchema)
			for _, d := range c.Documents {
				if err := theirs.Validate(decoded[any](t, string(d.Doc))); (err == nil) != d.Valid {
					t.Errorf("%s: %v, want %v", d.Doc, err, d.Valid)
				}
			}
		})
	}
}

// compile2020 compiles a schema as clients do.
func compile2020(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("mem:///s.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:///s.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAtomTools: what clients are told of an atom.
func TestAtomTools(t *testing.T) {
	t.Parallel()
	long := "kei-" + strings.Repeat("x", 45) + "::verb" // a name of 54 bytes
	dir := t.TempDir()
	files := map[string]caseText{}
	for _, c := range []struct{ id, text string }{
		{"kei-a::change", declaration("kei-a::change", "command", [][2]string{{"write", "a-db"}, {"network", "x"}}, true, "1.0.0")},
		{"kei-a::silent", declaration("kei-a::silent", "command", nil, false, "1.0.0")},
		{"kei-a::look", strings.Replace(declaration("kei-a::look", "query", [][2]string{{"read", "fs"}, {"network", "x"}}, true, "1.0.0"), "stability: stable", "stability: deprecated\ndeprecated: use kei-a::see", 1) + "\nThe first\nparagraph.\n\nThe second.\n"},
		{"kei-a::wordy", declaration("kei-a::wordy", "transform", nil, true, "1.0.0") + "\n" + strings.Repeat("\u00e9", 2000) + "\n"},
		{"kei-a::flow", declaration("kei-a::flow", "stream", nil, true, "1.0.0")},
		{"pipe::x", declaration("pipe::x", "query", nil, true, "1.0.0")},
		{"kei-b::c-d", declaration("kei-b::c-d", "query", nil, true, "1.0.0")},
		{"kei-b-c::d", declaration("kei-b-c::d", "query", nil, true, "1.0.0")},
		{long, declaration(long, "query", nil, true, "1.0.0")},
	} {
		pkg, verb, _ := strings.Cut(c.id, "::")
		files["root/"+pkg+"/atoms/"+verb+".md"] = caseText(c.text)
		for _, s := range []string{"in", "out"} {
			files["root/"+pkg+"/atoms/schemas/"+s+".json"] = anySchema
		}
	}
	writeCase(t, dir, files, 0o644)
	out, errs, status := keiIn(t, dir, []string{"HOME=" + dir}, "", "atom", "export", "mcp", "--root", "root")
	if status != 0 {
		t.Fatal(status, errs)
	}
	tools := map[string]listedTool{}
	var names []string
	for _, tool := range decoded[struct{ Tools []listedTool }](t, out).Tools {
		tools[tool.Name] = tool
		names = append(names, tool.Name)
	}
	if want := []string{"kei-a_change", "kei-a_look", "kei-a_silent", "kei-a_wordy"}; !reflect.DeepEqual(names, want) {
		t.Errorf("offered are %v, want %v", names, want)
	}
	for _, why := range []string{"kei-a::flow is not offered: it is a stream", "pipe::x is not offered: its name is one of a pipe", long + " is not offered: its name has more than 52 bytes",
		"kei-b-c::d is not offered: clients that write - as _ can't tell kei-b-c::d and kei-b::c-d apart"} {
		if !strings.Contains(errs, "kei: "+why+"\n") {
			t.Errorf("%s: not said: %s", why, errs)
		}
	}
	for name, want := range map[string]string{
		"kei-a_change": "destructiveHint idempotentHint openWorldHint",
		"kei-a_silent": "destructiveHint",
		"kei-a_look":   "idempotentHint openWorldHint readOnlyHint",
		"kei-a_wordy":  "idempotentHint readOnlyHint",
	} {
		var got []string
		for _, hint := range []string{"destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"} {
			if value, said := tools[name].Annotations[hint]; value {
				got = append(got, hint)
			} else if !said {
				t.Errorf("%s says nothing of %s", name, hint)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
	if got := tools["kei-a_look"].Description; got != "The first paragraph.\nEffects: read fs, network x.\nDeprecated: use kei-a::see" {
		t.Errorf("%q", got)
	}
	if got := tools["kei-a_wordy"].Description; len(got) > 1024 || len(got) < 1000 || !strings.HasSuffix(got, "\u00e9...\nEffects: none.") {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

// An mcpSession is a client that speaks line by line.
type mcpSession struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
	c     *exec.Cmd
}

func startMCP(t *testing.T, dir string, env []string, args ...string) *mcpSession {
	t.Helper()
	c := exec.Command("kei", append([]string{"atom", "serve"}, args...)...)
	c.Dir, c.Env = dir, env
	in, err1 := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	s := &mcpSession{t, in, make(chan string, 100), c}
	go func() {
		defer close(s.lines)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			s.lines <- line
		}
	}()
	return s
}

func (s *mcpSession) say(format string, args ...any) {
	s.t.Helper()
	if _, err := fmt.Fprintf(s.in, format+"\n", args...); err != nil {
		s.t.Fatal(err)
	}
}

// An mcpAnswer is what comes back.
type mcpAnswer struct {
	ID     int
	Result struct {
		ProtocolVersion   string
		SupportedVersions []string
		Tools             []listedTool
		Content           []struct{ Type, Text string }
		StructuredContent json.RawMessage
		IsError           bool
	}
	Error *struct {
		Code    int
		Message string
	}
}

func (s *mcpSession) hear() mcpAnswer {
	s.t.Helper()
	select {
	case line, ok := <-s.lines:
		if !ok {
			s.t.Fatal("the server is gone")
		}
		return decoded[mcpAnswer](s.t, line)
	case <-time.After(20 * time.Second):
		s.t.Fatal("no answer")
	}
	panic("unreachable")
}

func (s *mcpSession) begin(version string) {
	s.t.Helper()
	s.say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, version)
	if a := s.hear(); a.Result.ProtocolVersion != version {
		s.t.Errorf("asked for %s, it speaks %s", version, a.Result.ProtocolVersion)
	}
	s.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// TestAtomServeSessions: the revisions that clients speak, and what they do to a
// call while it runs.
func TestAtomServeSessions(t *testing.T) {
	t.Parallel()
	dir, env := okCase(t)
	writeCase(t, dir, map[string]caseText{"bin/kei-x": "#!/bin/sh\ntrap 'echo ended >>ended; exit 1' TERM\nread -r line\ncase $line in\n*slow*) echo >begun; sleep 68.21 & wait ;;\nesac\necho '{\"id\": 1.0}'\n"}, 0o755)
	for _, version := range []string{"2025-06-18", "2025-11-25"} {
		s := startMCP(t, dir, env, "--ungated")
		s.begin(version)
		s.say(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"kei-x_go","arguments":{"title":"x"}}}`)
		if a := s.hear(); a.Result.IsError || len(a.Result.Content) != 1 || a.Result.Content[0].Text != `{"id":1.0}` {
			t.Errorf("%s: %+v", version, a)
		}
		_ = s.in.Close()
		if err := s.c.Wait(); err != nil {
			t.Errorf("%s: a client that goes ends it with %v", version, err)
		}
	}
	// The revision without sessions: each request says what it speaks.
	s := startMCP(t, dir, env, "--ungated")
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	s.say(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + meta + `}}`)
	if a := s.hear(); a.Error != nil || len(a.Result.SupportedVersions) == 0 {
		t.Errorf("discover: %+v", a)
	}
	s.say(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{` + meta + `}}`)
	if a := s.hear(); len(a.Result.Tools) != 1 || a.Result.Tools[0].Name != "kei-x_go" {
		t.Errorf("list: %+v", a)
	}
	// A call that is given up ends what it started; another one goes on.
	s.say(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"kei-x_go","arguments":{"title":"slow"},` + meta + `}}`)
	awaitFile(t, filepath.Join(dir, "begun"))
	s.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`)
	awaitFile(t, filepath.Join(dir, "ended"))
	s.say(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"kei-x_go","arguments":{"title":"x"},` + meta + `}}`)
	for a := s.hear(); a.ID != 4; a = s.hear() {
		if a.ID != 3 {
			t.Errorf("%+v", a)
		}
	}
}

func awaitFile(t *testing.T, name string) {
	t.Helper()
	for range 2000 {
		if _, err := exec.Command("test", "-s", name).Output(); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%s is not there", filepath.Base(name))
}
