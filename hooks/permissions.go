package hooks

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// OpenCode goes on unguarded when a plugin cannot be loaded. Its own permissions
// are the second line: they deny what the role's gate denies as far as their
// patterns can say it.
//
// A line of Hook.Deny is one of them: "edit" denies a kind of tools, "bash
// git *" commands of that pattern. "=bash ask" remembers that there stood a
// string where now stands an object that begins with "*": "ask".
type permissions struct{ lenient leniency }

// denials are the permissions that say what a policy denies.
func denials(tools []string, patterns []string) []string {
	var lines []string
	for _, k := range []struct{ kind, tools string }{
		{"edit", "Write Edit MultiEdit NotebookEdit"}, {"bash", "Bash"}, {"webfetch", "WebFetch"}, {"task", "Agent Task"},
	} {
		if !slices.ContainsFunc(strings.Fields(k.tools), func(t string) bool { return slices.Contains(tools, t) }) {
			lines = append(lines, k.kind)
		}
	}
	if slices.Contains(lines, "bash") {
		return lines
	}
	for _, p := range patterns {
		for _, command := range commands(p) {
			lines = append(lines, "bash "+command+" *")
		}
	}
	return lines
}

// shared are the denials of both lists: what one of two agents may do is not
// denied to the client.
func shared(a, b []string) []string {
	var both []string
	covers := func(list []string, line string) bool {
		kind, _, _ := strings.Cut(line, " ")
		return slices.Contains(list, line) || slices.Contains(list, kind)
	}
	for _, line := range a {
		if covers(b, line) {
			both = append(both, line)
		}
	}
	for _, line := range b {
		if covers(a, line) && !slices.Contains(both, line) {
			both = append(both, line)
		}
	}
	return both
}

// commands are the beginnings of commands that a pattern such as
// "^git (push|pull)( |$)" names, none if it says more than that.
func commands(pattern string) []string {
	head, ok := strings.CutSuffix(pattern, "( |$)")
	if !ok || !strings.HasPrefix(head, "^") {
		return nil
	}
	re, err := syntax.Parse(head[1:], syntax.Perl)
	if err != nil {
		return nil
	}
	words, ok := literals(re)
	if !ok {
		return nil
	}
	// Where a * or ? is text, the client would read a wildcard.
	return slices.DeleteFunc(words, func(w string) bool { return w == "" || strings.ContainsAny(w, "*?\"\\\n") })
}

// literals are the texts that an expression matches, if those are few.
func literals(re *syntax.Regexp) ([]string, bool) {
	const few = 32
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}, re.Flags&syntax.FoldCase == 0
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpCapture:
		return literals(re.Sub[0])
	case syntax.OpCharClass:
		var list []string
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if list = append(list, string(r)); len(list) > few {
					return nil, false
				}
			}
		}
		return list, true
	case syntax.OpAlternate:
		var list []string
		for _, sub := range re.Sub {
			more, ok := literals(sub)
			if list = append(list, more...); !ok || len(list) > few {
				return nil, false
			}
		}
		return list, true
	case syntax.OpQuest:
		list, ok := literals(re.Sub[0])
		return append([]string{""}, list...), ok
	case syntax.OpConcat:
		list := []string{""}
		for _, sub := range re.Sub {
			more, ok := literals(sub)
			if !ok || len(list)*len(more) > few {
				return nil, false
			}
			var next []string
			for _, a := range list {
				for _, b := range more {
					next = append(next, a+b)
				}
			}
			list = next
		}
		return list, true
	}
	return nil, false
}

const permissionKey = "permission"

// put adds the denials and returns those that were not there before.
func (p permissions) put(file string, text []byte, lines []string) ([]byte, []string, error) {
	d, err := p.read(file, text)
	if err != nil {
		return nil, nil, err
	}
	fresh := len(strings.TrimSpace(string(text))) == 0
	if fresh {
		if err := d.add(d.root, "$schema", "https://opencode.ai/config.json"); err != nil {
			return nil, nil, err
		}
	}
	lines = slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l[0] == '=' })
	var added []string
	if len(lines) > 0 {
		if was, err := d.open(d.root, permissionKey); err != nil {
			return nil, nil, err
		} else if was != "" {
			added = append(added, "="+permissionKey+" "+was)
		}
	}
	for _, line := range lines {
		kind, pattern, narrow := strings.Cut(line, " ")
		all, _ := d.root.get(permissionKey)
		if n, ok := all.get(kind); ok && n.kind == '"' && d.str(all, kind) == "deny" {
			continue // it denies that already, and more
		}
		if !narrow {
			if n, ok := all.get(kind); ok {
				return nil, nil, errorAt(d.file, d.text, n.start, permissionKey+"."+kind+" is not \"deny\", and the role has no such tool; take it out first")
			}
			if err := d.add(all, kind, "deny"); err != nil {
				return nil, nil, err
			}
			added = append(added, line)
			continue
		}
		if was, err := d.open(all, kind); err != nil {
			return nil, nil, err
		} else if was != "" {
			added = append(added, "="+kind+" "+was)
		}
		all, _ = d.root.get(permissionKey)
		list, _ := all.get(kind)
		if n, ok := list.get(pattern); ok {
			if n.kind == '"' && d.str(list, pattern) == "deny" {
				continue
			}
			return nil, nil, errorAt(d.file, d.text, n.start, permissionKey+"."+kind+" does not deny "+pattern+", which the role's gate denies; take it out first")
		}
		if err := d.add(list, pattern, "deny"); err != nil {
			return nil, nil, err
		}
		added = append(added, line)
	}
	if fresh {
		return append(slices.Clone(d.text), '\n'), added, nil
	}
	return d.text, added, nil
}

// open makes sure that there is an object under key. If a string stood there,
// which is short for {"*": STRING}, it is returned.
func (d *document) open(in *node, key string) (was string, err error) {
	n, ok := in.get(key)
	switch {
	case !ok:
		return "", d.add(in, key, object{})
	case n.kind == '{':
		return "", nil
	case n.kind != '"':
		return "", d.wrong(n, key, "an object")
	}
	was = d.str(in, key)
	return was, d.cut(splice{n.start, n.start, `{"*": `}, splice{n.end, n.end, "}"})
}

// close undoes open.
func (d *document) close(in *node, key, was string) error {
	n, ok := in.get(key)
	if !ok || n.kind != '{' || d.comments(n.start, n.end) {
		return nil
	}
	switch {
	case len(n.members) == 0 && was == "":
		return d.remove(in, in.index(key))
	case len(n.members) == 1 && n.members[0].key == "*" && was != "" && d.str(n, "*") == was:
		v := n.members[0].value
		return d.cut(splice{n.start, v.start, ""}, splice{v.end, n.end, ""})
	}
	return nil
}

// take removes the denials that put has added.
func (p permissions) take(file string, text []byte, added []string) ([]byte, error) {
	d, err := p.read(file, text)
	if err != nil {
		return nil, err
	}
	was := map[string]string{}
	for _, line := range slices.Backward(added) {
		if said, ok := strings.CutPrefix(line, "="); ok {
			key, value, _ := strings.Cut(said, " ")
			was[key] = value
			continue
		}
		kind, pattern, narrow := strings.Cut(line, " ")
		in, ok := d.root.get(permissionKey)
		if ok && narrow {
			in, ok = in.get(kind)
		}
		key := kind
		if narrow {
			key = pattern
		}
		if !ok || in.kind != '{' || d.str(in, key) != "deny" {
			continue
		}
		if err := d.remove(in, in.index(key)); err != nil {
			return nil, err
		}
	}
	if all, ok := d.root.get(permissionKey); ok && all.kind == '{' && len(added) > 0 {
		if err := d.close(all, "bash", was["bash"]); err != nil {
			return nil, err
		}
		if err := d.close(d.root, permissionKey, was[permissionKey]); err != nil {
			return nil, err
		}
	}
	return d.text, nil
}

// empty reports whether there is nothing in a file but what put begins one with.
func (p permissions) empty(file string, text []byte) bool {
	d, err := p.read(file, text)
	if err != nil || d.comments(d.root.start, d.root.end) {
		return false
	}
	m := d.root.members
	return len(m) == 0 || len(m) == 1 && m[0].key == "$schema"
}

func (p permissions) read(file string, text []byte) (*document, error) {
	d, err := read(file, text, p.lenient)
	if err != nil {
		return nil, err
	}
	if d.root.kind != '{' {
		return nil, d.wrong(d.root, "the file", "an object")
	}
	if err := d.once(d.root, "", permissionKey); err != nil {
		return nil, err
	}
	if all, ok := d.root.get(permissionKey); ok && all.kind == '{' {
		return d, d.once(all, permissionKey+".", "edit", "bash", "webfetch", "task")
	}
	return d, nil
}
