package client

import (
	"strings"
	"testing"

	"kei/runtime/call"
)

func noEnv(string) (string, bool) { return "", false }

// env makes an environment of NAME=value pairs.
func env(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for _, p := range pairs {
			if n, v, _ := strings.Cut(p, "="); n == name {
				return v, true
			}
		}
		return "", false
	}
}

func TestPayloadRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no tool", `{"tool_input":{"command":"git push"}}`, "tool_name is missing"},
		{"tool of another type", `{"tool_name":["Bash"]}`, "tool_name is an array, not a string"},
		{"empty tool", `{"tool_name":""}`, "tool_name is empty"},
		{"null tool", `{"tool_name":null}`, "tool_name is null, not a string"},
		{"no tool, camel case", `{"toolArgs":{}}`, "toolName is missing"},
		{"two tools", `{"tool_name":"Read","toolName":"bash","toolArgs":{}}`, "it names its tool in 2 ways"},
		{"two inputs", `{"tool_name":"Bash","tool_input":{"command":"ls"},"toolArgs":{"command":"git push"}}`, "it has 2 tool inputs"},
		{"cwd of another type", `{"tool_name":"Bash","cwd":1}`, "cwd is a number, not a string"},
		{"relative cwd", `{"tool_name":"Bash","cwd":"x"}`, "cwd is not an absolute path"},
		{"NUL in cwd", `{"tool_name":"Bash","cwd":"/x\u0000"}`, "cwd has a NUL in it"},
		{"a batch of none", `{"toolCalls":[]}`, "toolCalls is empty"},
		{"a batch and a call", `{"toolName":"view","toolCalls":[{"name":"bash","args":{"command":"ls"}}]}`, "it names its tool in 2 ways"},
		{"a batch and an input", `{"toolArgs":{"command":"ls"},"toolCalls":[{"name":"bash","args":{"command":"ls"}}]}`, "it has 2 tool inputs"},
		{"a batch with a call without a name", `{"toolCalls":[{"name":"view","args":{"path":"x"}},{"args":{}}]}`, "toolCalls.name is missing"},
		{"long name", `{"tool_name":"` + strings.Repeat("x", 300) + `"}`, "tool_name is longer than 256 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(call.Of([]byte(tt.text)), noEnv)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestPayloadMissing(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"tool_name":"Bash"}`, "tool_input is missing"},
		{`{"tool_name":"Bash","tool_input":null}`, "tool_input is null, not an object"},
		{`{"tool_name":"Bash","tool_input":"git push"}`, "tool_input is a string, not an object"},
		{`{"toolName":"bash","toolArgs":"{\"command\":\"ls\",\"command\":\"git push\"}"}`, "toolArgs is a string, not an object"},
		{`{"toolName":"bash","toolArgs":"{\"command\":\"ls\"} x"}`, "toolArgs is a string, not an object"},
		{`{"toolName":"bash","toolArgs":"{\"Command\":\"ls\"}"}`, "toolArgs.command is missing"},
		{`{"tool_name":"Bash","tool_input":{}}`, "tool_input.command is missing"},
		{`{"tool_name":"Bash","tool_input":{"Command":"ls"}}`, "tool_input.command is missing"},
		{`{"tool_name":"Bash","tool_input":{"command":["git","push"]}}`, "tool_input.command is an array, not a string"},
		{`{"tool_name":"Bash","tool_input":{"command":null}}`, "tool_input.command is null, not a string"},
		{`{"tool_name":"Bash","tool_input":{"command":"ls\u0000"}}`, "tool_input.command has a NUL in it"},
		{`{"tool_name":"Bash","tool_input":{"command":"` + strings.Repeat("x", 1<<20+1) + `"}}`, "tool_input.command is longer than 1048576 bytes"},
		{`{"tool_name":"Write","tool_input":{}}`, "tool_input.file_path is missing"},
		{`{"tool_name":"Write","tool_input":{"file_path":["a","b"]}}`, "tool_input.file_path is an array, not a string"},
		{`{"tool_name":"Write","tool_input":{"file_path":""}}`, "tool_input.file_path is empty"},
		{`{"tool_name":"Write","tool_input":{"file_path":"a\u0000b"}}`, "tool_input.file_path has a NUL in it"},
		{`{"tool_name":"NotebookEdit","tool_input":{}}`, "tool_input.notebook_path is missing"},
		{`{"tool_name":"Read","tool_input":{}}`, "tool_input.file_path is missing"},
		{`{"tool_name":"Grep","tool_input":{"path":1}}`, "tool_input.path is a number, not a string"},
		{`{"tool_name":"REPL","tool_input":{}}`, "tool_input.code is missing"},
		{`{"toolName":"apply_patch","toolArgs":"*** Begin Patch\n*** End Patch"}`, "toolArgs names no file (*** Update File: ...)"},
		{`{"toolName":"apply_patch","toolArgs":"*** Add File: \n"}`, "toolArgs has a header that names no file"},
		{`{"tool_call":{"name":"run_commands","input":{"commands":[]}}}`, "tool_call.input.commands is empty"},
		{`{"tool_call":{"name":"run_commands","input":{"commands":["ls",1]}}}`, "an element of tool_call.input.commands is a number, not a string"},
		{`{"tool_call":{"name":"read_files","input":{"files":[{"file":"x"}]}}}`, "an element of tool_call.input.files is missing"},
		// Not decisive, so whatever it is does not matter.
		{`{"tool_name":"Bash","tool_input":{"command":"ls","file_path":1,"code":"x\u0000"}}`, ""},
		{`{"tool_name":"Write","tool_input":{"file_path":"x","text":"` + strings.Repeat("x", 1<<20+1) + `"}}`, ""},
		{`{"tool_name":"WebFetch"}`, ""},
		{`{"tool_name":"mcp__x__y","tool_input":[1]}`, ""},
		{`{"tool_name":"TodoWrite","tool_input":{"todos":[]}}`, ""},
		{`{"tool_name":"Grep","tool_input":{"pattern":"x","path":null}}`, ""},
		{`{"tool_name":"Glob"}`, ""},
	} {
		c, err := Read(call.Of([]byte(tt.text)), noEnv)
		if err != nil {
			t.Errorf("%.80s: %v", tt.text, err)
		} else if c.Missing != tt.want {
			t.Errorf("%.80s: missing %q, want %q", tt.text, c.Missing, tt.want)
		}
	}
}

// The order of the keys does not matter, and neither does what surrounds them.
func TestPayloadOrder(t *testing.T) {
	for _, text := range []string{
		`{"tool_input":{"content":"x","file_path":"a.go"},"cwd":"/w","tool_name":"Write"}`,
		`{"tool_name":"Write","x":[{"tool_name":"Bash"}],"tool_input":{"metadata":{"file_path":"b"},"file_path":"a.go"},"cwd":"/w"}`,
	} {
		c, err := Read(call.Of([]byte(text)), noEnv)
		if err != nil {
			t.Fatal(err)
		}
		if c.Tool != "Write" || c.Does != call.Edit || strings.Join(c.Paths, " ") != "a.go" || c.Cwd != "/w" || c.Root != "/w" {
			t.Errorf("%s: %+v", text, c)
		}
	}
}

func TestPayloadPlaces(t *testing.T) {
	for _, tt := range []struct {
		text, tree, cwd, root string
	}{
		{`{"tool_name":"X","cwd":"/w/./a/"}`, "", "/w/a", "/w/a"},
		{`{"tool_name":"X","cwd":"/w/a"}`, "/w", "/w/a", "/w"},
		{`{"tool_name":"X"}`, "/w/t/", "/w/t", "/w/t"},
		{`{"tool_name":"X","cwd":"/w/a"}`, "w", "/w/a", "/w/a"},
		{`{"tool_name":"X","cwd":null}`, "/w", "/w", "/w"},
		{`{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"ls","dir_path":"sub"},"cwd":"/w"}`, "", "/w/sub", "/w"},
		{`{"tool_call":{"name":"x"},"workspaceRoots":["/w"]}`, "", "/w", "/w"},
	} {
		c, err := Read(call.Of([]byte(tt.text)), env("WORKTREE_PATH="+tt.tree))
		if err != nil {
			t.Fatal(err)
		}
		if c.Cwd != tt.cwd || c.Root != tt.root {
			t.Errorf("%s with %q: cwd %s, root %s", tt.text, tt.tree, c.Cwd, c.Root)
		}
	}
}

func TestWidening(t *testing.T) {
	for text, want := range map[string]string{
		`{"tool_name":"Bash","tool_input":{"command":"ls","dangerouslyDisableSandbox":true}}`:                       "dangerouslyDisableSandbox",
		`{"tool_name":"Bash","tool_input":{"command":"ls","dangerouslyDisableSandbox":false}}`:                      "",
		`{"tool_name":"Agent","tool_input":{"prompt":"p","mode":"bypassPermissions"}}`:                              "mode bypassPermissions",
		`{"tool_name":"Task","tool_input":{"prompt":"p","mode":"acceptEdits"}}`:                                     "mode acceptEdits",
		`{"tool_name":"Agent","tool_input":{"prompt":"p","mode":"plan"}}`:                                           "",
		`{"tool_name":"Agent","tool_input":{"prompt":"p"}}`:                                                         "",
		`{"turn_id":"1","tool_name":"Bash","tool_input":{"command":"x","sandbox_permissions":"require_escalated"}}`: "sandbox_permissions require_escalated",
	} {
		c, err := Read(call.Of([]byte(text)), noEnv)
		if err != nil {
			t.Fatal(err)
		}
		if c.Widening != want {
			t.Errorf("%s: %q", text, c.Widening)
		}
	}
}

// Several calls in one payload are each understood, in either form of input.
func TestPayloadBatch(t *testing.T) {
	c, err := Read(call.Of([]byte(`{"sessionId":"s","cwd":"/w","toolCalls":[{"id":"1","name":"bash","args":"{\"command\":\"ls\"}"},`+
		`{"id":"2","name":"create","args":{"path":"a"}},{"name":"apply_patch","args":"*** Add File: b\n+x"}]}`)), noEnv)
	if err != nil || c.Missing != "" || len(c.Commands) != 1 || c.Commands[0] != "ls" || len(c.More) != 2 {
		t.Fatalf("got %+v, %v", c, err)
	}
	for i, want := range []string{"a", "b"} {
		if m := c.More[i]; m.Missing != "" || len(m.Paths) != 1 || m.Paths[0] != want || m.Does != call.Edit || m.Cwd != "/w" {
			t.Errorf("call %d: %+v", i+2, m)
		}
	}
}

// A search is judged by every field that might say where it looks, and a command
// that may run in a folder which is not known is not.
func TestPayloadSearches(t *testing.T) {
	for _, tt := range []struct{ text, paths, missing string }{
		{`{"tool_name":"Grep","cwd":"/w","tool_input":{"pattern":"x"}}`, "/w", ""},
		{`{"tool_name":"Grep","cwd":"/w","tool_input":{"pattern":"x","path":""}}`, "/w", ""},
		{`{"tool_name":"LS","cwd":"/w","tool_input":{"directory_path":"/s"}}`, "/s", ""},
		{`{"tool_name":"Glob","cwd":"/w","tool_input":{"folder":"/s","patterns":["a","b"]}}`, "/s /s/a /s/b", ""},
		{`{"tool_name":"Grep","cwd":"/w","tool_input":{"path":"a","directory":"/s","glob":"*.x"}}`, "a /s", ""},
		{`{"tool_name":"LS","cwd":"/w"}`, "/w", ""},
		{`{"tool_name":"LS","cwd":"/w","tool_input":{"folder":7}}`, "", "tool_input.folder is a number, not a string"},
		{`{"tool_name":"LSP","cwd":"/w","tool_input":{"operation":"hover","filePath":"/s/x"}}`, "/s/x", ""},
		{`{"tool_name":"Bash","cwd":"/w","tool_input":{"command":"ls","cwd":"/s"}}`, "", "tool_input.cwd is nothing that Bash is known to take"},
		{`{"turn_id":"1","tool_name":"shell","cwd":"/w","tool_input":{"command":"ls","workdir":"/s"}}`, "", ""},
		{`{"hookEventName":"PreToolUse","tool_name":"multi_replace_string_in_file","cwd":"/w","tool_input":{"replacements":[{"filePath":"/a"},{"filePath":"/b"}]}}`, "/a /b", ""},
	} {
		c, err := Read(call.Of([]byte(tt.text)), noEnv)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got := strings.Join(c.Paths, " "); got != tt.paths && tt.missing == "" || !strings.HasPrefix(c.Missing, tt.missing) || tt.missing == "" && c.Missing != "" {
			t.Errorf("%s: %q, %q", tt.text, got, c.Missing)
		}
	}
}
