package client

import (
	"sync/atomic"

	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Read reads the call that a client is about to make. env is the environment of
// who judges it. The error says what is wrong with the payload, and where.
func Read(s *call.Scanner, env func(name string) (string, bool)) (*call.Call, error) {
	c := &call.Call{}
	if err := ReadInto(c, s, env); err != nil {
		return nil, err
	}
	return c, nil
}

// ReadInto is Read into a call that has nothing in it.
func ReadInto(c *call.Call, s *call.Scanner, env func(name string) (string, bool)) error {
	top, err := s.Payload(keys)
	if err != nil {
		return err
	}
	c.Env = env
	return understand(c, top)
}

// All fields that any client could mean are kept, since what says whose payload
// it is, and which tool's, may come after them.
var keys = call.Keys{Top: topKey, Input: inputKey}

// topKey reports whether a key of the payload, in lower case, means something.
func topKey(key string) bool {
	switch key {
	case "hook_event_name", "session_id", "transcript_path", "timestamp", "cwd", "permission_mode", "tool_use_id", "tool_name", "tool_input", "agent_type", "agent_id", "agenttype", "agentid", "parent_agent_id", "parentagentid":
		return true
	}
	for _, c := range Clients {
		if str.In(key, c.Top...) {
			return true
		}
	}
	return false
}

// inputKey reports whether a key of a tool's input means something.
func inputKey(key string) bool {
	switch {
	case str.In(key, idle[:]...):
		return false
	case key == modeKey || wanted(key, claudeTools):
		return true
	}
	for _, c := range Clients {
		if wanted(key, c.Tools) || str.In(key, c.Fields...) {
			return true
		}
		for i := range c.Widens {
			if c.Widens[i].Key == key {
				return true
			}
		}
	}
	return wanted(key, searching[:]) || str.In(key, workings...)
}

// idle are keys that nearly every call has and none that is read: they are not looked for
// in the tables of all clients.
var idle = [...]string{"description", "timeout"}

func wanted(key string, tools []Tool) bool {
	for i := range tools {
		for j := range tools[i].Wants {
			if tools[i].Wants[j].Key == key {
				return true
			}
		}
	}
	return false
}

// modeKey is the field in which an agent that is started is told how much to ask
// its user.
const modeKey = "mode"

// widening names the field by which a call would lift a protection of its
// client, if it has one. What one client takes for such a field is none of any
// other's business to send.
func widening(does call.Action, input call.Members) string {
	for _, c := range Clients {
		for i := range c.Widens {
			switch w := &c.Widens[i]; {
			case w.Value == "" && input.Get(w.Key).Yes:
				return w.Key
			case w.Value != "" && input.Text(w.Key) == w.Value:
				return w.Key + " " + w.Value
			}
		}
	}
	if does == call.Agent {
		// An agent that asks its user less than this one does. Modes that are not
		// known to ask as much count.
		if m := input.Get(modeKey); m.Kind == call.String && !str.In(m.Text, "", "default", "plan") {
			return modeKey + " " + m.Text
		}
	}
	return ""
}

// understand fills the call from the payload's fields.
func understand(c *call.Call, top call.Members) error {
	p := newSaying(top)
	if p == nil {
		return nobodys(top)
	}
	if err := p.alone(top); err != nil {
		return err
	}
	batch := top.Get(batchKey)
	if batch.Kind == call.Absent {
		return p.fill(c, top)
	}
	if batch.Flaw() != "" || len(batch.Items()) == 0 {
		return str.Fault(batchKey + " is empty, or has more calls than a gate reads")
	}
	for i, one := range batch.Items() {
		said := &Saying{by: p.by, NameAt: batchKey + ".name", InputAt: batchKey + ".args"}
		said.Name, said.Input = one.Members().Get("name"), one.Members().Get("args")
		into := c
		if i > 0 {
			into = &call.Call{Env: c.Env}
			c.More = append(c.More, into)
		}
		if err := said.fill(into, top); err != nil {
			return err
		}
	}
	return nil
}

// batchKey holds several calls, of which none runs if one is denied.
const batchKey = "toolCalls"

// fill fills one call.
func (p *Saying) fill(c *call.Call, top call.Members) error {
	c.Client = p.by.Name
	if err := p.check(); err != nil {
		return err
	}
	c.Tool = p.Name.Text
	c.Agent = agentIn(top, p.by)
	c.Session, c.ID = top.Text("session_id"), top.Text("tool_use_id")
	c.Sub = isSub(top, p.by)
	if err := locate(c, top, p.by); err != nil {
		return err
	}
	t, known := Lookup(c.Client, c.Tool)
	c.Does = t.Does
	if !known && str.HasPrefix(c.Tool, "mcp_") {
		c.Does = call.MCP
	}
	p.unwrap()
	c.Widening = widening(c.Does, p.Input.Members())
	c.Missing = take(c, t, p.InputAt, p.Input)
	return nil
}

// nobodys is what is wrong with a payload that fits no client.
func nobodys(top call.Members) error {
	if event := top.Text("hook_event_name"); event != "" {
		return str.Fault("its event is " + event + ", by which no client that this gate knows asks before a tool call")
	}
	return str.Fault("it is of no client that this gate knows")
}

// A Saying is a tool call in its client's words.
type Saying struct {
	by      *Client
	NameAt  string // where the tool's name stands, for messages
	Name    call.Value
	InputAt string // where its input stands
	Input   call.Value
}

// The first of a process needs no page of the heap.
var said struct {
	taken atomic.Bool
	first Saying
}

func firstSaying() *Saying {
	if said.taken.CompareAndSwap(false, true) {
		return &said.first
	}
	return &Saying{}
}

// newSaying finds out whose words they are, nil if nobody's.
func newSaying(top call.Members) *Saying {
	p := firstSaying()
	for i := range Clients {
		if Clients[i].Marks(top) {
			p.by = Clients[i]
			break
		}
	}
	if p.by == nil {
		return nil
	}
	p.NameAt, p.InputAt = p.by.Tool, p.by.Input
	p.Name, p.Input = top.Get(p.NameAt), top.Get(p.InputAt)
	if p.by.Said != nil {
		p.by.Said(top, p)
	}
	return p
}

// unwrap reads an input that is JSON in a string, as some of Copilot's are. A
// string that is no object, such as a patch, stays what it is.
func (p *Saying) unwrap() {
	if p.Input.Kind != call.String || p.Input.Flaw() != "" || !str.HasPrefix(str.Trim(p.Input.Text), "{") {
		return
	}
	if v, err := call.Nested(p.Input.Text, keys, p.InputAt); err == nil {
		p.Input = v
	}
}

// alone refuses two clients' fields in one payload: which of them would run?
func (p *Saying) alone(top call.Members) error {
	if n := count(top, "tool_name", "toolName", "tool_call", "agent_action_name", batchKey); n > 1 {
		return str.Fault("it names its tool in " + str.Itoa(int64(n)) + " ways")
	}
	if n := count(top, "tool_input", "toolArgs", "tool_call", "tool_info", batchKey); n > 1 {
		return str.Fault("it has " + str.Itoa(int64(n)) + " tool inputs")
	}
	return nil
}

// check refuses words without a tool's name.
func (p *Saying) check() error {
	switch {
	case p.Name.Kind == call.Absent:
		return str.Fault(p.NameAt + " is missing")
	case p.Name.Kind != call.String:
		return str.Fault(p.NameAt + " is " + p.Name.Kind.String() + ", not a string")
	case p.Name.Text == "" && p.Name.Flaw() == "":
		return str.Fault(p.NameAt + " is empty")
	case len(p.Name.Text) > 256 || p.Name.Flaw() != "":
		return str.Fault(p.NameAt + " is longer than 256 bytes")
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
func agentIn(top call.Members, by *Client) string {
	if v := top.Text("agent_type"); v != "" {
		return v
	}
	if v := top.Text("agentType"); v != "" {
		return v
	}
	if by.AgentOf != nil {
		return by.AgentOf(top.Text("agent_id"))
	}
	return ""
}

// isSub reports whether the payload says, in one way or another, that an agent
// calls which the main session started. A name of another type than a string
// counts: somebody has one, and it is not known.
func isSub(top call.Members, by *Client) bool {
	for _, key := range [...]string{"agent_id", "agentId", "parent_agent_id", "parentAgentId", "agent_type", "agentType"} {
		v := top.Get(key)
		switch {
		case v.Kind == call.Absent || v.Kind == call.Null || v.Kind == call.String && v.Text == "" && v.Flaw() == "":
		case v.Kind == call.String && v.Flaw() == "" && str.In(key, "agent_type", "agentType"):
			// A main session that was started under a name has it, and no id.
		case by.MainHasID && key == "agent_id":
			// Its main agent has one too; only others have a parent.
		default:
			return true
		}
	}
	return false
}

// locate finds where relative paths start and where the worktree is.
func locate(c *call.Call, top call.Members, by *Client) error {
	cwd := top.Get("cwd")
	cwd.Text = file.Native(cwd.Text)
	if cwd.Kind == call.Absent && by.Roots != "" {
		// It names folders, and runs commands in the first.
		if v := top.Get(by.Roots); len(v.Items()) > 0 {
			cwd = v.Items()[0]
		}
	}
	switch {
	case cwd.Kind == call.Absent || cwd.Kind == call.Null:
	case cwd.Kind != call.String:
		return str.Fault("cwd is " + cwd.Kind.String() + ", not a string")
	case str.IndexByte(cwd.Text, 0) >= 0:
		return str.Fault("cwd has a NUL in it")
	case !sys.IsAbs(cwd.Text):
		return str.Fault("cwd is not an absolute path")
	default:
		c.Cwd = file.Clean(cwd.Text)
	}
	c.Root = told(c, by)
	if c.Root != "" && c.Cwd != "" {
		// Where a client put an agent into a worktree of its own.
		if own := file.LinkedWorktree(c.Root, c.Cwd); own != "" {
			c.Root = own
		}
	}
	if c.Root == "" {
		c.Root = c.Cwd
		c.Roots = above(c.Cwd)
	}
	if c.Root == "" {
		here, err := sys.WorkingFolder()
		if err != nil {
			return str.Fault("cwd is missing, and the folder of this process is unknown: " + err.Error())
		}
		c.Root = here
	}
	if c.Cwd == "" {
		c.Cwd = c.Root
	}
	return nil
}

// told is the worktree's root as kei wrote it into the hook, or else as the
// client says it; "" if neither does. Where the agent works is not asked: it
// moves.
func told(c *call.Call, by *Client) string {
	if c.Env == nil {
		return ""
	}
	for _, name := range [...]string{"WORKTREE_PATH", by.Project} {
		if name == "" {
			continue
		}
		if root, ok := c.Env(name); ok && sys.IsAbs(root) {
			return file.Clean(root)
		}
	}
	return ""
}

// above are the folders around one that may be the worktree's root: up to the
// next that has a .git. Without one there is only the folder.
func above(folder string) []string {
	if folder == "" {
		return nil
	}
	top := file.Repository(folder)
	if top == "" || top == folder {
		return nil
	}
	var list []string
	for at := folder; at != top; {
		at = file.Parent(at)
		list = append(list, at)
	}
	return list
}

// take fills Commands and Paths from the tool's input, and returns what is
// missing of it.
func take(c *call.Call, t Tool, where string, input call.Value) (missing string) {
	if input.Kind == call.String && takes(t, asPatch) {
		return takePatch(c, where, "", input) // the input as a whole is the patch
	}
	wants := t.Wants
	switch t.Does {
	case call.Search:
		wants = append(append([]Want(nil), places...), wants...)
	case call.Shell:
		if missing := t.elsewhere(where, input.Members()); missing != "" {
			return missing
		}
	}
	needed := t.needs()
	if takes(t, asTarget) && input.Kind != call.Object {
		c.Names = true
		return ""
	}
	if input.Kind != call.Object && len(wants) > 0 {
		if input.Kind == call.Absent && needed == "" {
			if t.Does == call.Search {
				c.Paths = append(c.Paths, c.Cwd)
			}
			return ""
		}
		return lacks(where, "", input.Kind, "an object")
	}
	found := false
	var folders []string // what a glob is relative to
	for i := range wants {
		w := &wants[i]
		v := input.Members().Get(w.Key)
		if w.As == asTarget {
			takeTargets(c, v)
			continue
		}
		if v.Kind == call.Absent || w.Optional && (v.Kind == call.Null || v.Kind == call.String && v.Text == "" && v.Flaw() == "") {
			continue
		}
		found = found || !w.Optional
		if missing := takeField(c, t, where, w, v, &folders); missing != "" {
			return missing
		}
	}
	if needed != "" && !found {
		return lacks(where, needed, call.Absent, "")
	}
	if t.Does == call.Search && len(folders) == 0 {
		c.Paths = append(c.Paths, c.Cwd) // where a search starts that is not told
	}
	return ""
}

// takeField adds what one field says; folders are the paths that came before it.
func takeField(c *call.Call, t Tool, where string, w *Want, v call.Value, folders *[]string) (missing string) {
	if w.As == asPatch && v.Kind == call.String {
		return takePatch(c, where, w.Key, v)
	}
	texts, missing := listed(where, w, v)
	if missing != "" {
		return missing
	}
	for _, text := range texts {
		takeText(c, t, w.As, text, *folders)
	}
	if w.As == asPath {
		*folders = append(*folders, texts...)
	}
	return ""
}

// takeTargets adds what a field says of what is fetched or started. That it cannot
// be read is no fault of the call's: only who has rules about it minds.
func takeTargets(c *call.Call, v call.Value) {
	c.Names = true
	switch v.Kind {
	case call.Absent, call.Null:
	case call.String:
		c.Targets = append(c.Targets, clearly(v))
	case call.Array:
		for _, item := range v.Items() {
			if item.Kind == call.Object {
				item = item.Members().Get("agent")
			}
			c.Targets = append(c.Targets, clearly(item))
		}
	default:
		c.Targets = append(c.Targets, "")
	}
}

// clearly is the text of a string that can be read, "" of anything else.
func clearly(v call.Value) string {
	if v.Kind != call.String || v.Flaw() != "" {
		return ""
	}
	return v.Text
}

// takeText adds what one string of a field means.
func takeText(c *call.Call, t Tool, as Reading, text string, folders []string) {
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
		addPath(c, text)
	case asType:
		c.Types = append(c.Types, text)
	case asGlob:
		if t.Stands == "Grep" {
			c.Globs = append(c.Globs, text)
			return
		}
		if len(folders) == 0 || sys.IsAbs(text) {
			addPath(c, text)
		}
		for _, f := range folders {
			addPath(c, f+"/"+text)
		}
	case asFolder:
		if !sys.IsAbs(text) {
			text = c.Cwd + "/" + text
		}
		c.Cwd = file.Clean(text)
	}
}

// searching has the fields of every search.
var searching = [1]Tool{{Wants: places}}

// elsewhere refuses a folder for a command that the client is not known to
// take: whether it starts there or not, the paths in it mean other files.
func (t *Tool) elsewhere(where string, input call.Members) string {
	for _, key := range workings {
		if !input.Has(key) || str.HasPrefix(where, "the payload") || t.has(key) {
			continue
		}
		return where + "." + key + " is nothing that " + t.Name + " is known to take, so where it would run is not known; leave it out"
	}
	return ""
}

func (t *Tool) has(key string) bool {
	for i := range t.Wants {
		if t.Wants[i].Key == key {
			return true
		}
	}
	return false
}

// needs is the first of the fields of which one must be there, "" if none must.
func (t *Tool) needs() string {
	for i := range t.Wants {
		if !t.Wants[i].Optional {
			return t.Wants[i].Key
		}
	}
	return ""
}

// listed returns the strings of a field, or what is wrong with them.
func listed(where string, w *Want, v call.Value) (texts []string, missing string) {
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
		if item.Kind == call.Object && w.As == asPath {
			file := item.Members().Get("path")
			for _, key := range [...]string{"file_path", "filePath"} {
				if file.Kind == call.Absent {
					file = item.Members().Get(key)
				}
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
func (w *Want) flaw(where string, v call.Value) string {
	switch {
	case v.Flaw() != "":
		return where + "." + w.Key + " " + v.Flaw()
	case v.Kind == call.Array && w.many() && len(v.Items()) == 0:
		return where + "." + w.Key + " is empty"
	case v.Kind != call.String:
		return lacks(where, w.Key, v.Kind, "a string")
	case str.IndexByte(v.Text, 0) >= 0:
		return where + "." + w.Key + " has a NUL in it"
	case v.Text == "" && w.As != asCommand:
		return where + "." + w.Key + " is empty"
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
func (w *Want) many() bool {
	return str.In(w.Key, "commands", "files", "paths", "include", "patterns", "filePaths", "replacements", "target_directories")
}

func takes(t Tool, as Reading) bool {
	for _, w := range t.Wants {
		if w.As == as {
			return true
		}
	}
	return false
}

// takePatch adds the files that a patch names. Its reader in the clients trims
// lines before it looks at them, so a line of context that looks like a header
// counts as one: the file it names is judged as well, which errs on the right
// side.
func takePatch(c *call.Call, where, key string, v call.Value) (missing string) {
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
				addPath(c, file)
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
func addPath(c *call.Call, name string) {
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
