package hooks

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
)

// The shape of a hook in Claude Code's settings:
//
//	{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [HANDLER]}]}}
//
// The handler is in exec form: with args, no shell stands between the client
// and the gate. onFailure (since 2.1.295) makes a gate that cannot be started,
// or that does not come back in time, a denial; without it such a call runs.
const event = "PreToolUse"

// Timeout is how many seconds a client waits for a gate. One takes
// milliseconds; the client's own default is ten minutes.
const Timeout = 30

// A Hook is what a client starts before every tool call.
type Hook struct {
	Program string // the gate, an absolute path
	Task    string // the sealed task it is told by KEI_TASK, an absolute path; "" for none
}

type group struct {
	Matcher string    `json:"matcher"`
	Hooks   []handler `json:"hooks"`
}

type handler struct {
	Type      string   `json:"type"`
	Command   string   `json:"command"`
	Args      []string `json:"args"`
	Timeout   int      `json:"timeout"`
	OnFailure string   `json:"onFailure"`
}

// env sets KEI_TASK for the gate alone. The settings' own env block would set
// it for the whole session, and clients apply that block only to folders that
// are trusted.
const env = "/usr/bin/env"

func (h Hook) handler() handler {
	command, args := h.Program, []string{}
	if h.Task != "" {
		command, args = env, []string{"KEI_TASK=" + h.Task, h.Program}
	}
	return handler{"command", command, args, Timeout, "block"}
}

func (h Hook) group() group { return group{"*", []handler{h.handler()}} }

// Role is the role that the program is named for.
func (h Hook) Role() string {
	name := filepath.Base(h.Program)
	if runtime.GOOS == "windows" {
		name = strings.TrimSuffix(name, ".exe")
	}
	return name
}

// A found is one handler of a settings file, with where it stands.
type found struct {
	Hook
	group, handler int // its place in hooks.PreToolUse, and in that group
	at             *node
	matcher        *node // nil if the group has none
	whole          bool  // it is as kei writes it
}

// ours reports whether a hook has the shape that Install writes; the program
// may have been moved or removed since.
func (d *document) ours(f found) bool {
	want, err := json.Marshal(f.Hook.handler())
	if err != nil || f.Program == "" {
		return false
	}
	var have, ours any
	if json.Unmarshal(d.text[f.at.start:f.at.end], &have) != nil || json.Unmarshal(want, &ours) != nil {
		return false
	}
	return equal(have, ours)
}

func equal(a, b any) bool {
	x, errX := json.Marshal(a) // maps come out sorted
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// handlers lists the PreToolUse handlers of a file. A file of another shape
// than the client's is an error: the client would skip it whole.
func (d *document) handlers() ([]found, error) {
	groups, err := d.groups()
	if err != nil || groups == nil {
		return nil, err
	}
	var list []found
	for i, g := range groups.members {
		if g.value.kind != '{' {
			return nil, d.wrong(g.value, "a group of hooks.PreToolUse", "an object")
		}
		inner, ok := g.value.get("hooks")
		if !ok {
			return nil, errorAt(d.file, d.text, g.value.start, "a group of hooks.PreToolUse has no hooks"+unread)
		}
		if inner.kind != '[' {
			return nil, d.wrong(inner, "hooks of a group", "a list")
		}
		matcher, _ := g.value.get("matcher")
		for j, h := range inner.members {
			if h.value.kind != '{' {
				return nil, d.wrong(h.value, "a hook", "an object")
			}
			list = append(list, found{Hook: d.hook(h.value), group: i, handler: j, at: h.value, matcher: matcher})
		}
	}
	return list, nil
}

// hook reads what a handler starts, seeing through the env that sets KEI_TASK.
func (d *document) hook(n *node) Hook {
	h := Hook{Program: d.str(n, "command")}
	args, ok := n.get("args")
	if !ok || args.kind != '[' || h.Program != env {
		return h
	}
	var list []string
	if json.Unmarshal(d.text[args.start:args.end], &list) == nil && len(list) == 2 {
		if task, ok := strings.CutPrefix(list[0], "KEI_TASK="); ok {
			return Hook{Program: list[1], Task: task}
		}
	}
	return h
}

// str is the string under key, "" if there is none.
func (d *document) str(n *node, key string) string {
	v, ok := n.get(key)
	if !ok || v.kind != '"' {
		return ""
	}
	p := parser{text: d.text, at: v.start}
	return p.string()
}

// groups returns hooks.PreToolUse, nil if there is none.
func (d *document) groups() (*node, error) {
	if d.root.kind != '{' {
		return nil, d.wrong(d.root, "the file", "an object")
	}
	if err := d.once(d.root, "", "hooks", "disableAllHooks"); err != nil {
		return nil, err
	}
	all, ok := d.root.get("hooks")
	if !ok {
		return nil, nil
	}
	if all.kind != '{' {
		return nil, d.wrong(all, "hooks", "an object")
	}
	if err := d.once(all, "hooks.", event); err != nil {
		return nil, err
	}
	list, ok := all.get(event)
	if !ok {
		return nil, nil
	}
	if list.kind != '[' {
		return nil, d.wrong(list, "hooks."+event, "a list")
	}
	return list, nil
}

// once refuses keys given twice: a client takes one of the two, an editor may
// change the other.
func (d *document) once(n *node, under string, keys ...string) error {
	for _, key := range keys {
		first := n.index(key)
		for i := first + 1; first >= 0 && i < len(n.members); i++ {
			if n.members[i].key == key {
				return errorAt(d.file, d.text, n.members[i].start, under+key+" is given twice; leave one")
			}
		}
	}
	return nil
}

func (d *document) wrong(n *node, what, want string) error {
	is := map[byte]string{'{': "an object", '[': "a list", '"': "a string", 't': "true", 'f': "false", 'n': "null", 0: "a number"}[n.kind]
	return errorAt(d.file, d.text, n.start, what+" is "+is+", not "+want+unread)
}

// install adds the hook as a group of its own, after those that are there.
func (d *document) install(h Hook) error {
	groups, err := d.groups()
	if err != nil {
		return err
	}
	if groups != nil {
		return d.add(groups, "", h.group())
	}
	if all, ok := d.root.get("hooks"); ok {
		return d.add(all, event, []group{h.group()})
	}
	return d.add(d.root, "hooks", map[string][]group{event: {h.group()}})
}

// uninstall removes one hook, and what would be left empty by that.
func (d *document) uninstall(f found) error {
	all, _ := d.root.get("hooks")
	groups, _ := all.get(event)
	inner, _ := groups.members[f.group].value.get("hooks")
	switch {
	case len(inner.members) > 1:
		return d.remove(inner, f.handler)
	case len(groups.members) > 1:
		return d.remove(groups, f.group)
	case len(all.members) > 1:
		return d.remove(all, all.index(event))
	default:
		return d.remove(d.root, d.root.index("hooks"))
	}
}
