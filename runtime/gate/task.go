package gate

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A Task is what a gate knows of the task its agent works on: the sealed form
// of a task.toml, as kei seal writes it. It is one JSON object with exactly
// these keys, in any order:
//
//	{
//	  "version": 1,
//	  "role": "edit-local",
//	  "agent-id": "ag-edit-local-19ac",
//	  "files-whitelist": ["src/**"],
//	  "files-denylist": ["src/gen/**"],
//	  "allow-dep-bump": false,
//	  "task-sha256": "<SHA-256 of task.toml, 64 lower-case hexadecimal digits>"
//	}
//
// An empty files-whitelist means that nothing may be written. kei run adds
// "scratch", the folder for data that it has made for the agent, if the role has one.
type Task struct {
	Role         string
	AgentID      string
	Whitelist    []Glob
	Denylist     []Glob
	AllowDepBump bool
	Source       string // SHA-256 of the task.toml it was made of, in hexadecimal
	Scratch      string // an absolute path, "" if no folder was made for the agent
}

const (
	taskVersion = "1"
	maxTask     = 1 << 20 // bytes of a sealed task
)

// JSON returns the sealed form; [ParseTask] reads it.
func (t Task) JSON() []byte {
	b := []byte(`{"version":` + taskVersion + `,"role":`)
	b = str.AppendJSON(b, t.Role)
	b = append(b, `,"agent-id":`...)
	b = str.AppendJSON(b, t.AgentID)
	b = append(b, `,"files-whitelist":`...)
	b = str.AppendStrings(b, t.Whitelist)
	b = append(b, `,"files-denylist":`...)
	b = str.AppendStrings(b, t.Denylist)
	b = append(b, `,"allow-dep-bump":`...)
	if t.AllowDepBump {
		b = append(b, "true"...)
	} else {
		b = append(b, "false"...)
	}
	b = append(b, `,"task-sha256":`...)
	b = str.AppendJSON(b, t.Source)
	if t.Scratch != "" {
		b = append(b, `,"scratch":`...)
		b = str.AppendJSON(b, t.Scratch)
	}
	return append(b, "}\n"...)
}

// Task reads the sealed task that the environment names, once for a call.
func (c *Call) Task() (*Task, error) {
	if c.task == nil && c.taskErr == nil {
		c.task, c.taskErr = c.readTask()
	}
	return c.task, c.taskErr
}

// SetTask gives the call its task, in place of the one that KEI_TASK names.
func (c *Call) SetTask(t *Task) { c.task, c.taskErr = t, nil }

func (c *Call) readTask() (*Task, error) {
	name, ok := "", false
	if c.Env != nil {
		name, ok = c.Env("KEI_TASK")
	}
	if !ok || name == "" {
		if c.Env != nil {
			if t, ok := c.Env("TASK_TOML"); ok && t != "" {
				return nil, fault("KEI_TASK is not set, only TASK_TOML, which a gate does not read; seal it with: kei seal " + t)
			}
		}
		return nil, fault("KEI_TASK is not set, so this gate does not know the task; seal one with: kei seal task.toml")
	}
	if name[0] == '{' {
		var err error
		if name, err = taskOf(c.role, name); err != nil {
			return nil, err
		}
	}
	if !sys.IsAbs(name) {
		return nil, fault("KEI_TASK is not an absolute path: " + name)
	}
	text, err := sys.ReadFile(name, maxTask)
	if err != nil {
		return nil, fault("the sealed task " + name + " cannot be read: " + err.Error())
	}
	t, err := ParseTask(text)
	if err != nil {
		return nil, fault("the sealed task " + name + " is not valid: " + err.Error() + "; seal it again with: kei seal task.toml")
	}
	if c.role != "" && t.Role != "" && t.Role != c.role {
		return nil, fault("the sealed task " + name + " is one of the role " + t.Role + ", and this gate holds " + c.role)
	}
	return t, nil
}

// taskOf is the sealed task of a role, where KEI_TASK names one for each of
// several: {"edit-go": "/tasks/7.sealed.json", ...}.
func taskOf(role, text string) (string, error) {
	got, err := call.ParseObject("KEI_TASK", []byte(text))
	if err != nil {
		return "", fault("KEI_TASK names tasks by role and is not valid: " + err.Error())
	}
	v := got.Get(role)
	if v.Kind == call.Absent {
		return "", fault("KEI_TASK names no task of the role " + role + "; a person has to seal one and install it: kei install --dispatch --task " + role + "=FILE")
	}
	if v.Kind != call.String || v.Flaw() != "" {
		return "", fault("KEI_TASK names tasks by role, and that of " + role + " is no path")
	}
	return v.Text, nil
}

// taskFiles are the sealed tasks that a value of KEI_TASK names: of all roles,
// since none may write another's.
func taskFiles(value string) []string {
	if value == "" || value[0] != '{' {
		return []string{value}
	}
	got, err := call.ParseObject("KEI_TASK", []byte(value))
	if err != nil {
		return nil // no call is judged by it
	}
	var list []string
	for i := range got {
		list = append(list, got[i].Text)
	}
	return list
}

// ParseTask reads a sealed task. It is strict: a key that is unknown, missing
// or of another type is an error, and so is a glob that could match nothing.
func ParseTask(text []byte) (*Task, error) {
	got, err := call.ParseObject("the task", text)
	if err != nil {
		return nil, err
	}
	version := ""
	if v := got.Get("version"); v.Kind == call.Number && v.Text[0] != '-' {
		version = v.Text
	}
	if version == "" {
		return nil, fault("version is missing, or not a number")
	}
	if version != taskVersion {
		return nil, fault("version is " + version + ", and this gate reads version " + taskVersion)
	}
	t := &Task{}
	for i := range got {
		v := &got[i]
		if v.Flaw() != "" {
			return nil, fault(v.Key + " " + v.Flaw())
		}
		switch v.Key {
		case "version":
		case "role":
			t.Role, err = mustText(v)
		case "agent-id":
			t.AgentID, err = mustText(v)
		case "files-whitelist":
			t.Whitelist, err = mustGlobs(v)
		case "files-denylist":
			t.Denylist, err = mustGlobs(v)
		case "allow-dep-bump":
			if v.Kind != call.Bool {
				err = fault(v.Key + " is " + v.Kind.String() + ", not a boolean")
			}
			t.AllowDepBump = v.Yes
		case "task-sha256":
			if t.Source, err = mustText(v); err == nil && !isSHA256(t.Source) {
				err = fault("task-sha256 is not the 64 lower-case hexadecimal digits of a SHA-256")
			}
		case "scratch":
			if t.Scratch, err = mustText(v); err == nil && (!sys.IsAbs(t.Scratch) || file.Clean(t.Scratch) != t.Scratch) {
				err = fault("scratch is no absolute path in its shortest form")
			}
		default:
			err = fault("unknown key " + v.Key)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, key := range [...]string{"role", "agent-id", "files-whitelist", "files-denylist", "allow-dep-bump", "task-sha256"} {
		if !got.Has(key) {
			return nil, fault(key + " is missing")
		}
	}
	return t, nil
}

func mustText(f *call.Field) (string, error) {
	if f.Kind != call.String {
		return "", fault(f.Key + " is " + f.Kind.String() + ", not a string")
	}
	return f.Text, nil
}

func mustGlobs(f *call.Field) ([]Glob, error) {
	if f.Kind != call.Array {
		return nil, fault(f.Key + " is " + f.Kind.String() + ", not an array")
	}
	var list []Glob
	for _, item := range f.Items() {
		if item.Kind != call.String || item.Flaw() != "" {
			return nil, fault("an element of " + f.Key + " is not a string")
		}
		list = append(list, Glob(item.Text))
	}
	if err := file.CheckList(list); err != nil {
		return nil, fault(f.Key + ": " + err.Error())
	}
	return list, nil
}

func isSHA256(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == 64
}
