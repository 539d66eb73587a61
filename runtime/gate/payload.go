package gate

import (
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
	if stdin.taken {
		return readCall(&scanner{read: read, buf: make([]byte, bufferSize)}, sys.OwnEnvironment())
	}
	stdin.taken = true
	return readCall(&scanner{read: read, buf: stdin.buffer[:], bytes: stdin.bytes[:], list: stdin.list[:]}, sys.OwnEnvironment())
}

// ReadCallIn is ReadCall with another environment.
func ReadCallIn(read func([]byte) (int, error), env func(name string) (string, bool)) (*Call, error) {
	return readCall(&scanner{read: read, buf: make([]byte, bufferSize)}, env)
}

// stdin is where the payload of this process is read and kept. It is not on
// the heap, where clearing it and growing for it would cost more than reading
// the payload.
var stdin struct {
	taken  bool
	buffer [bufferSize]byte
	bytes  [2 << 10]byte
	list   [3 * roomFor]field
}

// ParseCall is ReadCall for a payload in memory.
func ParseCall(payload []byte) (*Call, error) { return ParseCallIn(payload, sys.Environment) }

// ParseCallIn is ParseCall with another environment.
func ParseCallIn(payload []byte, env func(name string) (string, bool)) (*Call, error) {
	return readCall(&scanner{buf: payload, end: len(payload), eof: true}, env)
}

func readCall(s *scanner, env func(string) (string, bool)) (*Call, error) {
	top, err := s.payload()
	if err == nil {
		c := &Call{Env: env}
		if err = c.understand(top); err == nil {
			return c, nil
		}
	}
	return nil, &Denial{Capability: "payload", Reason: err.Error()}
}

// payload reads the document: an object, of which the fields that some client
// gives a meaning to are kept.
func (s *scanner) payload() (members, error) {
	if err := s.fill(3); err != nil {
		return nil, err
	}
	if s.end-s.pos >= 3 && string(s.buf[s.pos:s.pos+3]) == "\uFEFF" {
		return nil, s.fail("a byte-order mark")
	}
	c, err := s.next()
	if err != nil {
		return nil, err
	}
	if s.pos == s.end {
		return nil, fault("it is empty; a gate needs the tool call, as JSON, on standard input")
	}
	if c != '{' {
		if _, err := s.skip(0); err != nil {
			return nil, fault("it is not JSON: " + err.Error())
		}
		return nil, fault("it is not a JSON object")
	}
	top, err := s.object("the payload", topKey, func(key string) (value, error) {
		switch {
		case str.In(key, "tool_input", "toolArgs", "tool_info"):
			return s.input(key, 1)
		case key == "tool_call":
			return s.toolCall()
		case topKey(key):
			return s.keep(key, 1)
		}
		return s.skip(1)
	})
	if err == nil {
		err = s.finish()
	}
	return top, err
}

// topKey reports whether a key of the payload, folded or not, means something.
func topKey(key string) bool {
	switch foldKey(key) {
	case "hook_event_name", "hookeventname", "hookname", "session_id", "transcript_path", "timestamp",
		"cwd", "permission_mode", "turn_id", "tool_use_id", "tool_call_id", "cursor_version", "generation_id",
		"tool_name", "tool_input", "toolname", "toolargs", "tool_call", "agent_action_name", "tool_info",
		"agent_type", "agent_id", "agenttype", "agentid", "parent_agent_id", "parentagentid", "workspaceroots", "workspace_roots",
		"command", "file_path":
		return true
	}
	return false
}

// input reads a tool's input: an object of which the fields that may decide are
// kept, or for some tools a string.
func (s *scanner) input(name string, depth int) (value, error) {
	c, err := s.next()
	if err != nil {
		return value{}, err
	}
	switch c {
	case '{':
		f, err := s.object(name, keptField, func(key string) (value, error) {
			if keptField(key) {
				return s.keep(name+"."+key, depth+1)
			}
			return s.skip(depth + 1)
		})
		return objectOf(f), err
	case '"':
		s.pos++
		return s.text(maxText)
	}
	return s.skip(depth)
}

// toolCall reads the object in which Cline wraps a tool's name and input.
func (s *scanner) toolCall() (value, error) {
	c, err := s.next()
	if err != nil || c != '{' {
		return value{}, s.unexpected("the object tool_call")
	}
	known := func(key string) bool { return str.In(key, "name", "input") }
	f, err := s.object("tool_call", known, func(key string) (value, error) {
		switch key {
		case "input":
			return s.input("tool_call.input", 2)
		case "name":
			return s.keep(key, 2)
		}
		return s.skip(2)
	})
	return objectOf(f), err
}

// understand fills the call from the payload's fields.
func (c *Call) understand(top members) error {
	p := newSaying(top)
	if p == nil {
		return nobodys(top)
	}
	c.Client = p.by.name
	if err := p.check(top); err != nil {
		return err
	}
	c.Tool = p.name.text
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
	c.Widening = widening(c.Does, p.input.members())
	c.Missing = c.take(t, p.where, p.input)
	return nil
}

// nobodys is what is wrong with a payload that fits no client.
func nobodys(top members) error {
	if event := top.text("hook_event_name"); event != "" {
		return fault("its event is " + event + ", by which no client that this gate knows asks before a tool call")
	}
	return fault("it is of no client that this gate knows")
}

// A saying is a tool call in its client's words.
type saying struct {
	by    *client
	said  string // where the tool's name stands
	name  value
	where string // where its input stands
	input value
}

// newSaying finds out whose words they are, nil if nobody's.
func newSaying(top members) *saying {
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
	p.name, p.input = top.get(p.said), top.get(p.where)
	switch p.by.name {
	case "cline":
		call := top.get("tool_call").members()
		p.name, p.input = call.get("name"), call.get("input")
		p.said, p.where = "tool_call.name", "tool_call.input"
	case "windsurf":
		if p.name.text == "pre_mcp_tool_use" {
			p.name.text = windsurfMCP(p.input.members())
		}
	case "cursor":
		// Three of its events say what would be done beside the event's name.
		switch top.text("hook_event_name") {
		case "beforeShellExecution":
			p.name = value{kind: kindString, text: "Shell"}
			p.input, p.where = objectOf(top), "the payload"
		case "beforeReadFile":
			p.name = value{kind: kindString, text: "Read"}
			p.input, p.where = objectOf(top), "the payload"
		case "beforeMCPExecution":
			if p.name.kind == kindString {
				p.name.text = "MCP:" + p.name.text // as its other events have it; a server may call a tool Read
			}
		}
	}
	return p
}

// windsurfMCP names the tool of a server as Claude Code does. One that could
// then be another server's keeps the name of its event, which no role has.
func windsurfMCP(info members) string {
	server, tool := info.get("mcp_server_name"), info.get("mcp_tool_name")
	if server.text == "" || tool.text == "" || server.flaw() != "" || tool.flaw() != "" ||
		str.Contains(server.text, "__") || str.HasSuffix(server.text, "_") || str.HasPrefix(tool.text, "_") {
		return "pre_mcp_tool_use"
	}
	return "mcp__" + server.text + "__" + tool.text
}

// check refuses words without a tool's name, or with two.
func (p *saying) check(top members) error {
	// Two clients' fields in one payload: which of them would run?
	if n := count(top, "tool_name", "toolName", "tool_call", "agent_action_name"); n > 1 {
		return fault("it names its tool in " + str.Itoa(int64(n)) + " ways")
	}
	if n := count(top, "tool_input", "toolArgs", "tool_call", "tool_info"); n > 1 {
		return fault("it has " + str.Itoa(int64(n)) + " tool inputs")
	}
	switch {
	case p.name.kind == kindAbsent:
		return fault(p.said + " is missing")
	case p.name.kind != kindString:
		return fault(p.said + " is " + p.name.kind.String() + ", not a string")
	case p.name.text == "" && p.name.flaw() == "":
		return fault(p.said + " is empty")
	case len(p.name.text) > 256 || p.name.flaw() != "":
		return fault(p.said + " is longer than 256 bytes")
	}
	return nil
}

func count(top members, keys ...string) int {
	n := 0
	for _, k := range keys {
		if top.has(k) {
			n++
		}
	}
	return n
}

// agentIn is the role that calls, as far as the payload says it.
func agentIn(top members, client string) string {
	if v := top.text("agent_type"); v != "" {
		return v
	}
	if v := top.text("agentType"); v != "" {
		return v
	}
	return agentOf(client, top.text("agent_id"))
}

// isSub reports whether the payload says, in one way or another, that an agent
// calls which the main session started. A name of another type than a string
// counts: somebody has one, and it is not known.
func isSub(top members, client string) bool {
	for _, key := range [...]string{"agent_id", "agentId", "parent_agent_id", "parentAgentId", "agent_type", "agentType"} {
		v := top.get(key)
		switch {
		case v.kind == kindAbsent || v.kind == kindNull || v.kind == kindString && v.text == "" && v.flaw() == "":
		case v.kind == kindString && v.flaw() == "" && str.In(key, "agent_type", "agentType"):
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
func (c *Call) locate(top members) error {
	cwd := top.get("cwd")
	if cwd.kind == kindAbsent {
		// Cline and Cursor name folders, and run commands in the first.
		for _, key := range []string{"workspaceRoots", "workspace_roots"} {
			if v := top.get(key); len(v.items()) > 0 {
				cwd = v.items()[0]
				break
			}
		}
	}
	switch {
	case cwd.kind == kindAbsent || cwd.kind == kindNull:
	case cwd.kind != kindString:
		return fault("cwd is " + cwd.kind.String() + ", not a string")
	case str.IndexByte(cwd.text, 0) >= 0:
		return fault("cwd has a NUL in it")
	case !sys.IsAbs(cwd.text):
		return fault("cwd is not an absolute path")
	default:
		c.Cwd = file.Clean(cwd.text)
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
func (c *Call) take(t tool, where string, input value) (missing string) {
	if input.kind == kindString && takes(t, asPatch) {
		return c.takePatch(where, "", input) // the input as a whole is the patch
	}
	needed := t.needs()
	if input.kind != kindObject && len(t.wants) > 0 {
		if input.kind == kindAbsent && needed == "" {
			return ""
		}
		return lacks(where, "", input.kind, "an object")
	}
	found := false
	var folders []string // what a glob is relative to
	for i := range t.wants {
		w := &t.wants[i]
		v := input.members().get(w.key)
		if v.kind == kindAbsent || w.optional && v.kind == kindNull {
			continue
		}
		found = found || !w.optional
		if w.as == asPatch && v.kind == kindString {
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
		return lacks(where, needed, kindAbsent, "")
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
func listed(where string, w *want, v value) (texts []string, missing string) {
	if v.kind != kindArray || !w.many() {
		if missing = w.flaw(where, v); missing != "" {
			return nil, missing
		}
		return []string{v.text}, ""
	}
	if v.flaw() != "" || len(v.items()) == 0 {
		return nil, w.flaw(where, v)
	}
	for _, item := range v.items() {
		if item.kind == kindObject && w.as == asPath {
			file := item.members().get("path")
			if file.kind == kindAbsent {
				file = item.members().get("file_path")
			}
			item = file
		}
		if missing = w.flaw("an element of "+where, item); missing != "" {
			return nil, missing
		}
		texts = append(texts, item.text)
	}
	return texts, ""
}

// flaw says why a value cannot be judged, "" if it can.
func (w *want) flaw(where string, v value) string {
	switch {
	case v.flaw() != "":
		return where + "." + w.key + " " + v.flaw()
	case v.kind == kindArray && w.many() && len(v.items()) == 0:
		return where + "." + w.key + " is empty"
	case v.kind != kindString:
		return lacks(where, w.key, v.kind, "a string")
	case str.IndexByte(v.text, 0) >= 0:
		return where + "." + w.key + " has a NUL in it"
	case v.text == "" && w.as != asCommand:
		return where + "." + w.key + " is empty"
	}
	return ""
}

// lacks words that something is not there, or of another type.
//
//go:noinline
func lacks(where, key string, is kind, wanted string) string {
	if key != "" {
		where += "." + key
	}
	if is == kindAbsent {
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
func (c *Call) takePatch(where, key string, v value) (missing string) {
	if key != "" {
		where += "." + key
	}
	if v.flaw() != "" {
		return where + " " + v.flaw()
	}
	rest, named := v.text, 0
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
	for _, p := range c.readings(name) {
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
