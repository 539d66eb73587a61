package proof

import (
	"path"
	"strconv"
	"strings"
)

// An event is one thing that a process did, or tried to.
type event struct {
	kind   kind
	path   string // absolute; of a connection: where to
	argv   []string
	failed string // the error
}

type kind int

const (
	executes kind = iota
	writes        // makes or changes, or opens to
	makes         // a folder
	removes
	connects
)

// A tracer reads what strace recorded, line by line.
type tracer struct {
	events []event
	cwd    map[string]string // of each process, as far as it is known
	parts  map[string]string // calls that are not finished yet
	moved  string            // the folder of the process that was last seen to have one
}

func parse(text string) []event {
	t := &tracer{cwd: map[string]string{}, parts: map[string]string{}, moved: work}
	for _, line := range strings.Split(text, "\n") {
		pid, rest, ok := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if !ok || rest == "" {
			continue
		}
		if start, ok := strings.CutSuffix(rest, "<unfinished ...>"); ok {
			t.parts[pid] = start
			continue
		}
		if strings.HasPrefix(rest, "<... ") {
			_, end, _ := strings.Cut(rest, "resumed>")
			rest = t.parts[pid] + end
		}
		if name, args, ok := strings.Cut(rest, "("); ok && !strings.ContainsAny(name, " +-") {
			t.call(pid, name, args)
		}
	}
	return t.events
}

// pathCalls are the system calls that do something to the paths among their arguments:
// what, and which argument is the path and which the folder that it is relative to (-1:
// that of the process).
var pathCalls = map[string][]struct {
	kind      kind
	dir, name int
}{
	"creat":     {{writes, -1, 0}},
	"truncate":  {{writes, -1, 0}},
	"chmod":     {{writes, -1, 0}},
	"mknod":     {{writes, -1, 0}},
	"fchmodat":  {{writes, 0, 1}},
	"mknodat":   {{writes, 0, 1}},
	"mkdir":     {{makes, -1, 0}},
	"mkdirat":   {{makes, 0, 1}},
	"unlink":    {{removes, -1, 0}},
	"rmdir":     {{removes, -1, 0}},
	"unlinkat":  {{removes, 0, 1}},
	"rename":    {{removes, -1, 0}, {writes, -1, 1}},
	"renameat":  {{removes, 0, 1}, {writes, 2, 3}},
	"renameat2": {{removes, 0, 1}, {writes, 2, 3}},
	"link":      {{writes, -1, 1}},
	"symlink":   {{writes, -1, 1}},
	"linkat":    {{writes, 2, 3}},
	"symlinkat": {{writes, 1, 2}},
}

// call reads one call: what is behind its bracket.
func (t *tracer) call(pid, name, rest string) {
	args, result := split(rest)
	failed := ""
	if strings.HasPrefix(result, "-1 ") {
		failed = strings.Fields(result)[1]
	}
	arg := func(i int) string {
		if i < len(args) {
			return args[i]
		}
		return ""
	}
	// A path that is relative to a folder behind a descriptor, or to its own.
	at := func(dir, name string) string {
		name = unquote(name)
		if strings.HasPrefix(name, "/") {
			return path.Clean(name)
		}
		if _, folder, ok := strings.Cut(dir, "<"); ok {
			return path.Join(strings.TrimSuffix(folder, ">"), name)
		}
		return path.Join(t.folder(pid), name)
	}
	if _, folder, ok := strings.Cut(arg(0), "AT_FDCWD<"); ok {
		t.cwd[pid] = strings.TrimSuffix(folder, ">")
	}
	add := func(k kind, p string) { t.events = append(t.events, event{kind: k, path: p, failed: failed}) }
	for _, p := range pathCalls[name] {
		dir := ""
		if p.dir >= 0 {
			dir = arg(p.dir)
		}
		add(p.kind, at(dir, arg(p.name)))
	}
	switch name {
	case "execve":
		e := event{kind: executes, path: at("", arg(0)), failed: failed}
		for _, a := range list(arg(1)) {
			e.argv = append(e.argv, unquote(a))
		}
		t.events = append(t.events, e)
	case "open":
		if opensToWrite(arg(1)) {
			add(writes, at("", arg(0)))
		}
	case "openat":
		if opensToWrite(arg(2)) {
			add(writes, at(arg(0), arg(1)))
		}
	case "connect":
		add(connects, arg(1))
	case "chdir":
		if failed == "" {
			t.cwd[pid] = at("", arg(0))
		}
	case "fchdir":
		if failed == "" {
			t.cwd[pid] = at(arg(0), `""`)
		}
	}
}

// folder is where a process is. One that was not seen yet has most likely just
// been started, by the one that was seen last.
func (t *tracer) folder(pid string) string {
	if dir, ok := t.cwd[pid]; ok {
		t.moved = dir
	}
	return t.moved
}

func opensToWrite(flags string) bool {
	return strings.Contains(flags, "O_WRONLY") || strings.Contains(flags, "O_RDWR") || strings.Contains(flags, "O_CREAT") || strings.Contains(flags, "O_TRUNC")
}

// split parts the arguments of a call, and what it returned behind them.
func split(text string) (args []string, result string) {
	depth, from, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case depth == 0 && (c == ',' || c == ')'):
			if arg := strings.TrimSpace(text[from:i]); arg != "" {
				args = append(args, arg)
			}
			if from = i + 1; c == ')' {
				_, result, _ = strings.Cut(text[from:], "= ")
				return args, result
			}
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		}
	}
	return args, ""
}

// list parts ["a", "b"].
func list(text string) []string {
	text, ok := strings.CutPrefix(text, "[")
	if !ok {
		return nil
	}
	words, _ := split(strings.TrimSuffix(text, "]") + ")")
	return words
}

// unquote reads a string as strace writes it, which is Go's way, but for
// octal escapes of less than three digits.
func unquote(text string) string {
	text = strings.TrimSuffix(text, "...")
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	var out []byte
	text = strings.Trim(text, `"`)
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		i++
		if at := strings.IndexByte("nrtvf", text[i]); at >= 0 {
			out = append(out, "\n\r\t\v\f"[at])
			continue
		}
		n, digits := 0, 0
		for ; digits < 3 && i+digits < len(text) && text[i+digits] >= '0' && text[i+digits] <= '7'; digits++ {
			n = n*8 + int(text[i+digits]-'0')
		}
		if digits == 0 {
			out = append(out, text[i])
			continue
		}
		out = append(out, byte(n))
		i += digits - 1
	}
	return string(out)
}
