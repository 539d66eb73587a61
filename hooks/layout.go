package hooks

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// A layout is how a JSON file of a client's says what is started before a tool
// call. All of them have lists of handlers under the names of events:
//
//	{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [HANDLER]}]}}
//
// or, flat, {"hooks": {"preToolUse": [HANDLER]}}.
type layout struct {
	events  []string // where the handlers stand; the gate is put under each
	top     bool     // the events are keys of the file itself, not of "hooks"
	flat    bool     // the handlers stand in the list, without groups and their matchers
	version bool     // the file begins with "version": 1
	lenient leniency
	command string  // the key of the command line
	exec    bool    // there is "args", and no shell between the client and the gate
	unit    float64 // how much of the client's unit of time is a second; 0 if it takes no timeout
	timeout string  // the key of the timeout
	fixed   object  // what else the handler says, before and after
	closed  object  // the client's switch against hooks that fail
	session bool    // the file has "env", variables of the session: of hooks and of the tools that run commands
}

// An object is a JSON object whose keys keep their order.
type object []field

type field struct {
	key   string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for i, f := range o {
		if i > 0 {
			b = append(b, ',')
		}
		text, err := render(f.key, f.value, "", "")
		if err != nil {
			return nil, err
		}
		b = append(b, text...)
	}
	return append(b, '}'), nil
}

// normal drops what a hook cannot say in this layout.
func (l *layout) normal(h Hook) Hook {
	if l.exec {
		h.Ender = "" // the client's own switch ends it
	}
	h.Deny = ""
	h.Atoms = h.Atoms && l.session
	return h
}

func (l *layout) names() bool { return l.session }

func (l *layout) handler(h Hook) object {
	o := slices.Clone(l.fixed)
	if l.exec {
		argv := h.argv()
		o = append(o, field{l.command, argv[0]}, field{"args", argv[1:]})
	} else {
		o = append(o, field{l.command, h.line()})
	}
	if l.unit > 0 {
		o = append(o, field{l.timeout, Timeout * l.unit})
	}
	return append(o, l.closed...)
}

// entry is what stands in an event's list.
func (l *layout) entry(h Hook) any {
	if l.flat {
		return l.handler(h)
	}
	return object{{"matcher", "*"}, {"hooks", []object{l.handler(h)}}}
}

// A found is one handler of a settings file, with where it stands.
type found struct {
	Hook
	event          string
	group, handler int // its place in the event's list, and in that group
	at             *node
	matcher        *node // nil if the group has none
	ours           bool  // it has the shape that kei writes; the program may be gone since
	whole          bool  // and it is asked about every tool
	last           bool  // of its event's list
}

func (l *layout) read(file string, text []byte) (*document, error) {
	d, err := read(file, text, l.lenient)
	if err != nil {
		return nil, err
	}
	if d.root.kind != '{' {
		return nil, d.wrong(d.root, "the file", "an object")
	}
	return d, nil
}

// name is how messages call an event's list.
func (l *layout) name(event string) string {
	if l.top {
		return event
	}
	return "hooks." + event
}

// lists is the object that holds the events, nil if there is none.
func (l *layout) lists(d *document) (*node, error) {
	all, prefix := d.root, ""
	if !l.top {
		if err := d.once(d.root, "", "hooks", "disableAllHooks", "hooksConfig"); err != nil {
			return nil, err
		}
		var ok bool
		if all, ok = d.root.get("hooks"); !ok {
			return nil, nil
		}
		if all.kind != '{' {
			return nil, d.wrong(all, "hooks", "an object")
		}
		prefix = "hooks."
	}
	return all, d.once(all, prefix, l.events...)
}

// list returns the handlers of an event, nil if it has none.
func (l *layout) list(d *document, event string) (*node, error) {
	all, err := l.lists(d)
	if err != nil || all == nil {
		return nil, err
	}
	list, ok := all.get(event)
	if !ok {
		return nil, nil
	}
	if list.kind != '[' {
		return nil, d.wrong(list, l.name(event), "a list")
	}
	return list, nil
}

// handlers lists what is started before a tool call. A file of another shape
// than the client's is an error: the client would skip it whole.
func (l *layout) handlers(d *document) ([]found, error) {
	var all []found
	for _, event := range l.events {
		list, err := l.list(d, event)
		if err != nil {
			return nil, err
		}
		if list == nil {
			continue
		}
		for i, m := range list.members {
			last := i == len(list.members)-1
			if l.flat {
				if m.value.kind != '{' {
					return nil, d.wrong(m.value, "a hook of "+l.name(event), "an object")
				}
				matcher, _ := m.value.get("matcher")
				all = append(all, l.found(d, found{event: event, group: i, at: m.value, matcher: matcher, last: last}))
				continue
			}
			inner, err := l.group(d, event, m.value)
			if err != nil {
				return nil, err
			}
			matcher, _ := m.value.get("matcher")
			for j, h := range inner.members {
				if h.value.kind != '{' {
					return nil, d.wrong(h.value, "a hook", "an object")
				}
				all = append(all, l.found(d, found{event: event, group: i, handler: j, at: h.value, matcher: matcher, last: last}))
			}
		}
	}
	return all, nil
}

func (l *layout) group(d *document, event string, g *node) (*node, error) {
	if g.kind != '{' {
		return nil, d.wrong(g, "a group of "+l.name(event), "an object")
	}
	inner, ok := g.get("hooks")
	if !ok {
		return nil, errorAt(d.file, d.text, g.start, "a group of "+l.name(event)+" has no hooks"+unread)
	}
	if inner.kind != '[' {
		return nil, d.wrong(inner, "hooks of a group", "a list")
	}
	return inner, nil
}

// found reads what a handler starts, and whether it is as kei writes it.
func (l *layout) found(d *document, f found) found {
	f.Hook = l.hook(d, f.at)
	if f.Program == "" {
		return f
	}
	f.Atoms = l.session && sessionGate(d) == f.Program
	want, err := json.Marshal(l.handler(f.Hook))
	f.ours = err == nil && same(d.plain[f.at.start:f.at.end], want)
	f.whole = f.ours && (f.matcher == nil && l.flat || f.matcher != nil && !l.flat && string(d.text[f.matcher.start:f.matcher.end]) == `"*"`)
	return f
}

func (l *layout) hook(d *document, n *node) Hook {
	command := d.str(n, l.command)
	args, ok := n.get("args")
	if !l.exec || !ok || args.kind != '[' {
		if h := readLine(command); h.Program != "" {
			return h
		}
		return Hook{Program: command} // a line of somebody's shell
	}
	var words []string
	if json.Unmarshal(d.plain[args.start:args.end], &words) != nil {
		return Hook{Program: command}
	}
	return Hook{}.read(append([]string{command}, words...))
}

// same compares two JSON values, whatever their spacing and the order of keys.
func same(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return equal(x, y)
}

func equal(a, b any) bool {
	x, errX := json.Marshal(a) // maps come out sorted
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
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

// find is the form's: see form.
func (l *layout) find(file string, text []byte) ([]found, error) {
	d, err := l.read(file, text)
	if err != nil {
		return nil, err
	}
	return l.handlers(d)
}

// put adds the hook under each event, after what is there, and reads it back.
func (l *layout) put(file string, text []byte, h Hook) ([]byte, error) {
	d, err := l.read(file, text)
	if err != nil {
		return nil, err
	}
	fresh := len(bytes.TrimSpace(text)) == 0
	if l.version && d.root.index("version") < 0 {
		if err := d.add(d.root, "version", 1); err != nil {
			return nil, err
		}
	}
	for _, event := range l.events {
		if err := l.add(d, event, h); err != nil {
			return nil, err
		}
	}
	if l.normal(h).Atoms {
		if err := setSessionGate(d, h.Program); err != nil {
			return nil, err
		}
	}
	list, err := l.handlers(d)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, f := range list {
		if f.last && f.Hook == l.normal(h) && f.whole {
			n++
		}
	}
	if n != len(l.events) {
		return nil, &Error{File: file, Text: "the hook does not read back as it was written"}
	}
	if fresh {
		return append(slices.Clone(d.text), '\n'), nil
	}
	return d.text, nil
}

func (l *layout) add(d *document, event string, h Hook) error {
	return l.addEntry(d, event, l.entry(l.normal(h)))
}

// addEntry adds what stands in an event's list, after what is there.
func (l *layout) addEntry(d *document, event string, entry any) error {
	list, err := l.list(d, event)
	if err != nil {
		return err
	}
	if list != nil {
		return d.add(list, "", entry)
	}
	lists, err := l.lists(d)
	if err != nil {
		return err
	}
	if lists != nil {
		return d.add(lists, event, []any{entry})
	}
	return d.add(d.root, "hooks", object{{event, []any{entry}}})
}

// take removes the handlers that match, and what would be left empty by that.
func (l *layout) take(file string, text []byte, match func(found) bool) ([]byte, []found, error) {
	d, err := l.read(file, text)
	if err != nil {
		return nil, nil, err
	}
	list, err := l.handlers(d)
	if err != nil {
		return nil, nil, err
	}
	var gone []found
	// From the last to the first, so that the places of the others hold.
	for _, f := range slices.Backward(list) {
		if !match(f) {
			continue
		}
		gone = append(gone, f)
		if f.Atoms {
			if err := unsetSessionGate(d, f.Program); err != nil {
				return nil, nil, err
			}
		}
		if err := l.remove(d, f); err != nil {
			return nil, nil, err
		}
	}
	if len(gone) == 0 {
		return text, nil, nil
	}
	slices.Reverse(gone)
	left := d.root.members
	if len(left) == 0 || l.version && len(left) == 1 && left[0].key == "version" && !d.comments(d.root.start, d.root.end) {
		return nil, gone, nil
	}
	return d.text, gone, nil
}

func (l *layout) remove(d *document, f found) error {
	lists, err := l.lists(d)
	if err != nil {
		return err
	}
	list, _ := lists.get(f.event)
	if !l.flat {
		inner, _ := list.members[f.group].value.get("hooks")
		if len(inner.members) > 1 {
			return d.remove(inner, f.handler)
		}
	}
	switch {
	case len(list.members) > 1:
		return d.remove(list, f.group)
	case len(lists.members) > 1 || l.top:
		return d.remove(lists, lists.index(f.event))
	default:
		return d.remove(d.root, d.root.index("hooks"))
	}
}

// off reports the switch, if it is set, by which a file turns all hooks off:
// the keys that lead to it, and the first letter of the value that does it.
type off struct {
	keys  []string
	value byte
}

func (o off) in(d *document) *Error {
	n := d.root
	for _, key := range o.keys {
		v, ok := n.get(key)
		if !ok {
			return nil
		}
		n = v
	}
	if n.kind != o.value {
		return nil
	}
	word := map[byte]string{'t': "true", 'f': "false"}[o.value]
	return errorAt(d.file, d.text, n.start, strings.Join(o.keys, ".")+" is "+word)
}
