package gate

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A payload is what a client writes to a gate's standard input. It is read
// once, in one pass, whatever the order of its keys: all fields that any tool
// could mean are kept, and what the call is about to do is made out at the end.

// ReadCall reads the call that a client is about to make. read is asked for the
// next bytes until it returns 0. The error is a *[Denial] that says what is
// wrong and where.
func ReadCall(read func([]byte) (int, error)) (*Call, error) {
	return readCall(call.Input(read), sys.OwnEnvironment())
}

// ReadCallIn is ReadCall with another environment.
func ReadCallIn(read func([]byte) (int, error), env func(name string) (string, bool)) (*Call, error) {
	return readCall(call.New(read), env)
}

// ParseCall is ReadCall for a payload in memory.
func ParseCall(payload []byte) (*Call, error) { return ParseCallIn(payload, sys.Environment) }

// ParseCallIn is ParseCall with another environment.
func ParseCallIn(payload []byte, env func(name string) (string, bool)) (*Call, error) {
	return readCall(call.Of(payload), env)
}

func readCall(s *call.Scanner, env func(string) (string, bool)) (*Call, error) {
	top, err := s.Payload(keys)
	if err == nil {
		c := &Call{Call: call.Call{Env: env}}
		if err = c.understand(top); err == nil {
			return c, nil
		}
	}
	return nil, &Denial{Capability: "payload", Reason: err.Error()}
}

var keys = call.Keys{Top: topKey, Input: keptField}

// topKey reports whether a key of the payload, in lower case, means something.
func topKey(key string) bool {
	switch key {
	case "hook_event_name", "hookeventname", "hookname", "session_id", "transcript_path", "timestamp",
		"cwd", "permission_mode", "turn_id", "tool_use_id", "tool_call_id", "cursor_version", "generation_id",
		"tool_name", "tool_input", "toolname", "toolargs", "tool_call", "agent_action_name", "tool_info",
		"agent_type", "agent_id", "agenttype", "agentid", "parent_agent_id", "parentagentid", "workspaceroots", "workspace_roots",
		"command", "file_path":
		return true
	}
	return false
}

// understand fills the call from the payload's fields.
func (c *Call) understand(top call.Members) error {
	p := newSaying(top)
	if p == nil {
		return nobodys(top)
	}
	c.Client = p.by.name
	if err := p.check(top); err != nil {
		return err
	}
	c.Tool = p.name.Text
	c.Agent = agentIn(top, c.Client)
	c.Sub = isSub(top, c.Client)
	if err := c.locate(top); err != nil {
		return err
	}
	t, known := lookup(c.Client, c.Tool)
	c.Does = t.does
	if !known && str.HasPrefix(c.Tool, "mcp_") {
		c.Does = MCP
	}
	c.Widening = widening(c.Does, p.input.Members())
	c.Missing = c.take(t, p.where, p.input)
	return nil
}

// nobodys is what is wrong with a payload that fits no client.
func nobodys(top call.Members) error {
	if event := top.Text("hook_event_name"); event != "" {
		return fault("its event is " + event + ", by which no client that this gate knows asks before a tool call")
	}
	return fault("it is of no client that this gate knows")
}

// A saying is a tool call in its client's words.
type saying struct {
	by    *client
	said  string // where the tool's name stands
	name  call.Value
	where string // where its input stands
	input call.Value
}

// newSaying finds out whose words they are, nil if nobody's.
func newSaying(top call.Members) *saying {
	p := &saying{}
	for i := range clients {
		if clients[i].marks(top) {
			p.by = &clients[i]
			break
		}
	}
	if p.by == nil {
		return nil
	}
	p.said, p.where = p.by.tool, p.by.input
	p.name, p.input = top.Get(p.said), top.Get(p.where)
	switch p.by.name {
	case "cline":
		call := top.Get("tool_call").Members()
		p.name, p.input = call.Get("name"), call.Get("input")
		p.said, p.where = "tool_call.name", "tool_call.input"
	case "windsurf":
		if p.name.Text == "pre_mcp_tool_use" {
			p.name.Text = windsurfMCP(p.input.Members())
		}
	case "cursor":
		// Three of its events say what would be done beside the event's name.
		switch top.Text("hook_event_name") {
		case "beforeShellExecution":
			p.name = call.Value{Kind: call.String, Text: "Shell"}
			p.input, p.where = call.ObjectOf(top), "the payload"
		case "beforeReadFile":
			p.name = call.Value{Kind: call.String, Text: "Read"}
			p.input, p.where = call.ObjectOf(top), "the payload"
		case "beforeMCPExecution":
			if p.name.Kind == call.String {
				p.name.Text = "MCP:" + p.name.Text // as its other events have it; a server may call a tool Read
			}
		}
	}
	return p
}

// windsurfMCP names the tool of a server as Claude Code does. One that could
// then be another server's keeps the name of its event, which no role has.
func windsurfMCP(info call.Members) string {
	server, tool := info.Get("mcp_server_name"), info.Get("mcp_tool_name")
	if server.Text == "" || tool.Text == "" || server.Flaw() != "" || tool.Flaw() != "" ||
		str.Contains(server.Text, "__") || str.HasSuffix(server.Text, "_") || str.HasPrefix(tool.Text, "_") {
		return "pre_mcp_tool_use"
	}
	return "mcp__" + server.Text + "__" + tool.Text
}

// check refuses words without a tool's name, or with two.
func (p *saying) check(top call.Members) error {
	// Two clients' fields in one payload: which of them would run?
	if n := count(top, "tool_name", "toolName", "tool_call", "agent_action_name"); n > 1 {
		return fault("it names its tool in " + str.Itoa(int64(n)) + " ways")
	}
	if n := count(top, "tool_input", "toolArgs", "tool_call", "tool_info"); n > 1 {
		return fault("it has " + str.Itoa(int64(n)) + " tool inputs")
	}
	switch {
	case p.name.Kind == call.Absent:
		return fault(p.said + " is missing")
	case p.name.Kind != call.String:
		return fault(p.said + " is " + p.name.Kind.String() + ", not a string")
	case p.name.Text == "" && p.name.Flaw() == "":
		return fault(p.said + " is empty")
	case len(p.name.Text) > 256 || p.name.Flaw() != "":
		return fault(p.said + " is longer than 256 bytes")
	}
	return nil
}

func count(top call.Members, keys ...string) int {
	n := 0
	for _, k := range keys {
		if top.Has(k) {
			n++
		}
	}
	return n
}

// agentIn is the role that calls, as far as the payload says it.
func agentIn(top call.Members, client string) string {
	if v := top.Text("agent_type"); v != "" {
		return v
	}
	if v := top.Text("agentType"); v != "" {
		return v
	}
	return agentOf(client, top.Text("agent_id"))
}

// isSub reports whether the payload says, in one way or another, that an agent
// calls which the main session started. A name of another type than a string
// counts: somebody has one, and it is not known.
func isSub(top call.Members, client string) bool {
	for _, key := range [...]string{"agent_id", "agentId", "parent_agent_id", "parentAgentId", "agent_type", "agentType"} {
		v := top.Get(key)
		switch {
		case v.Kind == call.Absent || v.Kind == call.Null || v.Kind == call.String && v.Text == "" && v.Flaw() == "":
		case v.Kind == call.String && v.Flaw() == "" && str.In(key, "agent_type", "agentType"):
			// A main session that was started under a name has it, and no id.
		case client == "cline" && key == "agent_id":
			// Its main agent has one too; only others have a parent.
		default:
			return true
		}
	}
	return false
}

// agentOf returns the agent's name of an id where a client makes the one from
// the other: Qwen Code's is "<agent>-<tool call id>".
func agentOf(client, id string) string {
	if client != "qwen" {
		return ""
	}
	for _, mark := range [...]string{"-toolu_", "-call_", "-chatcmpl-"} {
		if at := str.Index(id, mark); at > 0 {
			return id[:at]
		}
	}
	if at := str.LastIndexByte(id, '-'); at > 0 {
		return id[:at]
	}
	return id
}

// locate finds where relative paths start and where the worktree is.
func (c *Call) locate(top call.Members) error {
	cwd := top.Get("cwd")
	if cwd.Kind == call.Absent {
		// Cline and Cursor name folders, and run commands in the first.
		for _, key := range []string{"workspaceRoots", "workspace_roots"} {
			if v := top.Get(key); len(v.Items()) > 0 {
				cwd = v.Items()[0]
				break
			}
		}
	}
	switch {
	case cwd.Kind == call.Absent || cwd.Kind == call.Null:
	case cwd.Kind != call.String:
		return fault("cwd is " + cwd.Kind.String() + ", not a string")
	case str.IndexByte(cwd.Text, 0) >= 0:
		return fault("cwd has a NUL in it")
	case !sys.IsAbs(cwd.Text):
		return fault("cwd is not an absolute path")
	default:
		c.Cwd = file.Clean(cwd.Text)
	}
	if c.Env != nil {
		if root, ok := c.Env("WORKTREE_PATH"); ok && sys.IsAbs(root) {
			c.Root = file.Clean(root)
		}
	}
	if c.Root == "" {
		c.Root = c.Cwd
	}
	if c.Root == "" {
		here, err := sys.WorkingFolder()
		if err != nil {
			return fault("cwd is missing, and the folder of this process is unknown: " + err.Error())
		}
		c.Root = here
	}
	if c.Cwd == "" {
		c.Cwd = c.Root
	}
	return nil
}

// take fills Commands and Paths from the tool's input, and returns what is
// missing of it.
func (c *Call) take(t tool, where string, input call.Value) (missing string) {
	if input.Kind == call.String && takes(t, asPatch) {
		return c.takePatch(where, "", input) // the input as a whole is the patch
	}
	needed := t.needs()
	if input.Kind != call.Object && len(t.wants) > 0 {
		if input.Kind == call.Absent && needed == "" {
			return ""
		}
		return lacks(where, "", input.Kind, "an object")
	}
	found := false
	var folders []string // what a glob is relative to
	for i := range t.wants {
		w := &t.wants[i]
		v := input.Members().Get(w.key)
		if v.Kind == call.Absent || w.optional && v.Kind == call.Null {
			continue
		}
		found = found || !w.optional
		if w.as == asPatch && v.Kind == call.String {
			if missing = c.takePatch(where, w.key, v); missing != "" {
				return missing
			}
			continue
		}
		texts, missing := listed(where, w, v)
		if missing != "" {
			return missing
		}
		for _, text := range texts {
			c.takeText(w.as, text, folders)
		}
		if w.as == asPath {
			folders = append(folders, texts...)
		}
	}
	if needed != "" && !found {
		return lacks(where, needed, call.Absent, "")
	}
	if t.does == Search && len(folders) == 0 {
		c.Paths = append(c.Paths, c.Cwd) // where a search starts that is not told
	}
	return ""
}

// takeText adds what one string of a field means.
func (c *Call) takeText(as reading, text string, folders []string) {
	switch as {
	case asCommand:
		c.Commands = append(c.Commands, text)
	case asProgram:
		c.Commands = append(c.Commands, "node -e "+quote(text))
	case asScript:
		c.Commands = append(c.Commands, "node "+quote(text))
	case asName:
		c.Commands = append(c.Commands, "workflow "+quote(text))
	case asPath:
		c.addPath(text)
	case asGlob:
		if len(folders) == 0 || sys.IsAbs(text) {
			c.addPath(text)
		}
		for _, f := range folders {
			c.addPath(f + "/" + text)
		}
	case asFolder:
		if !sys.IsAbs(text) {
			text = c.Cwd + "/" + text
		}
		c.Cwd = file.Clean(text)
	}
}

// needs is the first of the fields of which one must be there, "" if none must.
func (t *tool) needs() string {
	for i := range t.wants {
		if !t.wants[i].optional {
			return t.wants[i].key
		}
	}
	return ""
}

// listed returns the strings of a field, or what is wrong with them.
func listed(where string, w *want, v call.Value) (texts []string, missing string) {
	if v.Kind != call.Array || !w.many() {
		if missing = w.flaw(where, v); missing != "" {
			return nil, missing
		}
		return []string{v.Text}, ""
	}
	if v.Flaw() != "" || len(v.Items()) == 0 {
		return nil, w.flaw(where, v)
	}
	for _, item := range v.Items() {
		if item.Kind == call.Object && w.as == asPath {
			file := item.Members().Get("path")
			if file.Kind == call.Absent {
				file = item.Members().Get("file_path")
			}
			item = file
		}
		if missing = w.flaw("an element of "+where, item); missing != "" {
			return nil, missing
		}
		texts = append(texts, item.Text)
	}
	return texts, ""
}

// flaw says why a call.Value cannot be judged, "" if it can.
func (w *want) flaw(where string, v call.Value) string {
	switch {
	case v.Flaw() != "":
		return where + "." + w.key + " " + v.Flaw()
	case v.Kind == call.Array && w.many() && len(v.Items()) == 0:
		return where + "." + w.key + " is empty"
	case v.Kind != call.String:
		return lacks(where, w.key, v.Kind, "a string")
	case str.IndexByte(v.Text, 0) >= 0:
		return where + "." + w.key + " has a NUL in it"
	case v.Text == "" && w.as != asCommand:
		return where + "." + w.key + " is empty"
	}
	return ""
}

// lacks words that something is not there, or of another type.
//
//go:noinline
func lacks(where, key string, is call.Kind, wanted string) string {
	if key != "" {
		where += "." + key
	}
	if is == call.Absent {
		return where + " is missing"
	}
	return where + " is " + is.String() + ", not " + wanted
}

// many reports whether a field is one of those that may be a list. A command
// that is one is not understood: is it words, or lines?
func (w *want) many() bool {
	return str.In(w.key, "commands", "files", "paths", "include")
}

func takes(t tool, as reading) bool {
	for _, w := range t.wants {
		if w.as == as {
			return true
		}
	}
	return false
}

// takePatch adds the files that a patch names. Its reader in the clients trims
// lines before it looks at them, so a line of context that looks like a header
// counts as one: the file it names is judged as well, which errs on the right
// side.
func (c *Call) takePatch(where, key string, v call.Value) (missing string) {
	if key != "" {
		where += "." + key
	}
	if v.Flaw() != "" {
		return where + " " + v.Flaw()
	}
	rest, named := v.Text, 0
	for rest != "" {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		line = str.Trim(line)
		for _, head := range [...]string{"*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:"} {
			if str.HasPrefix(line, head) {
				file := str.Trim(line[len(head):])
				if file == "" || str.IndexByte(file, 0) >= 0 {
					return where + " has a header that names no file"
				}
				c.addPath(file)
				named++
			}
		}
	}
	if named == 0 {
		return where + " names no file (*** Update File: ...)"
	}
	return ""
}

// addPath adds a file, in every way in which a client might read its name.
func (c *Call) addPath(name string) {
	for _, p := range c.Readings(name) {
		if !str.In(p, c.Paths...) {
			c.Paths = append(c.Paths, p)
		}
	}
}

// quote makes one word of the shell of any text without a NUL.
func quote(text string) string {
	b := []byte{'\''}
	for i := 0; i < len(text); i++ {
		if text[i] == '\'' {
			b = append(b, `'\''`...)
		} else {
			b = append(b, text[i])
		}
	}
	return string(append(b, '\''))
}
