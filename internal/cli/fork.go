package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"kei/gen/spec"
	"kei/internal/files"
	"kei/internal/tomlpos"
)

// A fork is a new capability that begins as a copy of another one.
type fork struct {
	source, name string
	creator      string
	created      time.Time
}

// make writes the copy into a policy folder and returns where it stands.
func (f fork) make(kit string) (dir string, err error) {
	from, err := place(f.source)
	if err != nil {
		return "", err
	}
	dir, err = place(f.name)
	if err != nil {
		return "", err
	}
	root, err := os.OpenRoot(kit)
	if err != nil {
		return "", fmt.Errorf("--kit-root %s: %s", kit, tomlpos.Reason(err))
	}
	defer root.Close()
	if _, err := root.Lstat(from); err != nil {
		return "", fmt.Errorf("no capability %s: there is no folder %s", f.source, from)
	}
	if _, err := root.Lstat(dir); err == nil {
		return "", fmt.Errorf("%s already exists, nothing was written", dir)
	}
	declared := path.Join(from, "capability.toml")
	toml, err := tomlpos.ReadText(root.FS(), declared)
	if err != nil {
		return "", err
	}
	// Before anything is made: an alias has no text of its own.
	text, err := root.ReadFile(path.Join(from, "text.md"))
	if err != nil {
		return "", fmt.Errorf("%s has no readable text.md, so it is no capability of its own: %s", f.source, tomlpos.Reason(err))
	}
	toml, err = f.rewrite(declared, toml)
	if err != nil {
		return "", err
	}
	return dir, plant(root, dir, []files.File{{Name: "capability.toml", Data: toml}, {Name: "text.md", Data: text}})
}

// place is the folder of a capability's name.
func place(name string) (string, error) {
	category, slug, ok := spec.SplitName(name)
	if !ok {
		return "", fmt.Errorf("%s is no name of a capability; write category::slug in lower-case letters, digits and -", tomlpos.Printable(name))
	}
	return path.Join("capabilities", category, slug), nil
}

// rewrite changes the name, the category and the lineage in the text of a
// capability.toml. Everything else, comments too, stays as it is; except that
// a copy does not answer to the old names of what it was copied from.
func (f fork) rewrite(file string, text []byte) ([]byte, error) {
	t, err := tomlpos.Parse(file, text)
	if err != nil {
		return nil, err
	}
	head, _ := t.Get("capability")
	capability, ok := head.Any.(*tomlpos.Table)
	if !ok {
		return nil, tomlpos.Error{File: file, Msg: "there is no [capability]"}
	}
	category, _, _ := strings.Cut(f.name, "::")
	e := editor{lines: strings.Split(strings.TrimRight(string(text), "\n"), "\n")}
	e.cutTable(t, "lineage")
	e.cutKey(capability, "aliases")
	e.setString(capability, "name", f.name)
	e.setString(capability, "category", category)
	out := strings.TrimRight(e.text(), "\n") + fmt.Sprintf(`

[lineage]
fork_from = %q
parents = [%q]
creator = %q
created = %q
`, f.source, f.source, f.creator, f.created.UTC().Format(time.RFC3339))
	return []byte(out), f.proof(file, out)
}

// proof reads the result back. Spellings that the line editor does not know
// (dotted keys, inline tables) end here and not in somebody's policy.
func (f fork) proof(file, text string) error {
	strange := tomlpos.Error{File: file, Msg: "is written in a way that fork cannot rewrite; copy the folder and change name, category and lineage yourself"}
	t, err := tomlpos.Parse(file, []byte(text))
	if err != nil {
		return strange
	}
	get := func(table, key string) any {
		v, _ := t.Get(table)
		in, _ := v.Any.(*tomlpos.Table)
		got, _ := in.Get(key)
		return got.Any
	}
	category, _, _ := strings.Cut(f.name, "::")
	if get("capability", "name") != f.name || get("capability", "category") != category ||
		get("capability", "aliases") != nil || get("lineage", "fork_from") != f.source {
		return strange
	}
	return nil
}

// An editor changes lines of a TOML text by the places of its keys. A line that
// goes is marked, so that the numbers of the others hold.
type editor struct {
	lines []string
	gone  []int
}

func (e *editor) text() string {
	var b bytes.Buffer
	for i, l := range e.lines {
		if !slices.Contains(e.gone, i+1) {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

// cut marks the lines from first up to the one before next, and leaves the
// comments and blank lines that lead what comes next.
func (e *editor) cut(first, next int) {
	last := min(next-1, len(e.lines))
	for last > first {
		l := strings.TrimSpace(e.lines[last-1])
		if l != "" && !strings.HasPrefix(l, "#") {
			break
		}
		last--
	}
	blank := func(line int) bool { return strings.TrimSpace(e.lines[line-1]) == "" }
	for first > 1 && blank(first-1) && last < len(e.lines) && blank(last+1) {
		last++ // one gap where there were two
	}
	for i := first; i <= last; i++ {
		e.gone = append(e.gone, i)
	}
}

// cutTable removes [name], up to the next table.
func (e *editor) cutTable(t *tomlpos.Table, name string) {
	v, _ := t.Get(name)
	table, ok := v.Any.(*tomlpos.Table)
	if !ok {
		return
	}
	e.cut(table.Pos.Line, e.next(t, table.Pos.Line))
}

// next is the line of the first table after a line.
func (e *editor) next(t *tomlpos.Table, line int) int {
	next := len(e.lines) + 1
	for _, entry := range t.Entries {
		elements := []tomlpos.Value{entry.Value}
		if list, ok := entry.Value.Any.([]tomlpos.Value); ok {
			elements = list
		}
		for _, v := range elements {
			if table, ok := v.Any.(*tomlpos.Table); ok && table.Pos.Line > line {
				next = min(next, table.Pos.Line)
			}
		}
	}
	return next
}

// cutKey removes a key whose value ends before the next key or table begins.
func (e *editor) cutKey(t *tomlpos.Table, key string) {
	entry, ok := t.Entry(key)
	if !ok {
		return
	}
	next := len(e.lines) + 1
	for _, other := range t.Entries {
		if other.Pos.Line > entry.Pos.Line {
			next = min(next, other.Pos.Line)
		}
	}
	for i := entry.Pos.Line; i < next-1; i++ {
		if strings.HasPrefix(strings.TrimSpace(e.lines[i]), "[") && !strings.HasPrefix(strings.TrimSpace(e.lines[i]), `["`) {
			next = i + 1
		}
	}
	e.cut(entry.Pos.Line, next)
}

// setString puts another string in the place of a one-line string.
func (e *editor) setString(t *tomlpos.Table, key, value string) {
	v, ok := t.Get(key)
	old, isString := v.Any.(string)
	if !ok || !isString {
		return
	}
	line := e.lines[v.Pos.Line-1]
	rest := line[v.Pos.Col-1:]
	for _, quoted := range []string{strconv.Quote(old), "'" + old + "'"} {
		if after, found := strings.CutPrefix(rest, quoted); found {
			e.lines[v.Pos.Line-1] = line[:v.Pos.Col-1] + strconv.Quote(value) + after
			return
		}
	}
}

// fail is how kei-capability says what stopped a fork.
func (f fork) fail(err error) string {
	return "fork failed: " + strings.ReplaceAll(errors.Join(err).Error(), "\n", "; ")
}
