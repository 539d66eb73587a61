package hooks

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"kei/runtime/client"
)

// Timeout is how many seconds a client waits for a gate. Some take
// milliseconds; their own defaults go up to ten minutes.
const Timeout = 30

// within is how many seconds a gate gets where the client would let the call
// run after Timeout: it must have been ended, and its call denied, before.
const within = "20"

// A Hook is what a client starts before every tool call.
type Hook struct {
	Program string // the gate, an absolute path; below the project where Of is set
	Of      string // the variable in which the client says where the project is: the hook works on every machine
	Silent  bool   // with Of: it keeps no log, where KEI_AUDIT_LOG names none
	Root    string // the worktree's root it is told by WORKTREE_PATH, an absolute path; "" where the client says it, or many share the file
	Task    string // what it is told by KEI_TASK: the absolute path of a sealed task, or [Tasks] of several; "" for none
	Main    string // for a dispatcher, the role of the main session; "" where that is compiled in
	Ender   string // timeout(1), which ends a gate that does not come back; "" where there is none
	Deny    string // what the client's own permissions deny besides, a line each: see permissions
	Atoms   bool   // it grants atoms, and KEI_GATE of the whole session names it: see sessionGate
}

// Dispatcher is the name of the program that holds the gates of all roles.
const Dispatcher = "dispatch"

// Role is the role that the program is named for, or [Dispatcher].
func (h Hook) Role() string {
	name := filepath.Base(h.Program)
	if runtime.GOOS == "windows" {
		name = strings.TrimSuffix(name, ".exe")
	}
	return name
}

// Ender looks for timeout(1). It is part of every Linux and of no macOS.
func Ender() string {
	for _, name := range []string{"/usr/bin/timeout", "/bin/timeout"} {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return name
		}
	}
	return ""
}

// Tasks is what KEI_TASK says where a dispatcher has tasks of several roles: one
// object, of each role the absolute path of its sealed task.
func Tasks(byRole map[string]string) string {
	text, _ := json.Marshal(byRole) // keys come out sorted
	return string(text)
}

// sealed are the sealed tasks that the hook is told of.
func (h Hook) sealed() []string {
	if !strings.HasPrefix(h.Task, "{") {
		return slices.DeleteFunc([]string{h.Task}, func(s string) bool { return s == "" })
	}
	var byRole map[string]string
	if json.Unmarshal([]byte(h.Task), &byRole) != nil {
		return []string{h.Task}
	}
	return slices.Sorted(maps.Values(byRole))
}

// env sets variables for the gate alone. A client's own env settings would set
// them for the whole session, and apply to trusted folders only.
const (
	env     = "/usr/bin/env"
	rootIs  = "WORKTREE_PATH="
	taskIs  = "KEI_TASK="
	mainArg = "--main"
)

// behind starts a gate whose path has a = in it: env would take it for a
// variable to set, print the environment and end well, and every call would be
// allowed.
var behind = []string{"/bin/sh", "-c", `exec "$@"`, "kei"}

// located starts a gate below the project's folder, which the client names in a
// variable. Without the gate, as in a checkout where nobody has run kei build, the call
// is denied and the reason says so: also where there is something that cannot be
// started, of another system or cut short, and an empty file, which a shell would run
// as a script that ends well. What it decides goes into the project's log, by the whole
// path of the project, unless KEI_AUDIT_LOG names another one, or there is to be none.
func located(variable string, silent bool) string {
	log := `d="${XDG_STATE_HOME:-$HOME/.local/state}/kei$` + variable + `"; ` +
		`if [ -z "$KEI_AUDIT_LOG" ] && { [ -d "$d" ] || (umask 077; mkdir -p "$d") 2>/dev/null; }; then export KEI_AUDIT_LOG="$d/gates.jsonl"; fi; `
	if silent {
		log = ""
	}
	return `p="$` + variable + `/$1"; shift; ` + log + `if [ -z "$` + variable + `" ] || [ ! -x "$p" ] || [ ! -s "$p" ]; then ` +
		`echo "kei: the gate $p is not there, so the call is denied; kei build makes it" >&2; exit 2; fi; "$p" "$@"; s=$?; case $s in 0|2) exit $s;; esac; ` +
		`echo "kei: the gate $p ended with status $s, so the call is denied; kei build makes it anew" >&2; exit 2`
}

// locatedBy is the variable of the script that starts a gate, "" if it is another one, and
// whether it keeps no log.
func locatedBy(script string) (variable string, silent bool) {
	for _, c := range client.Clients {
		for _, silent := range []bool{false, true} {
			if c.Project != "" && script == located(c.Project, silent) {
				return c.Project, silent
			}
		}
	}
	return "", false
}

func isLocated(script string) bool {
	variable, _ := locatedBy(script)
	return variable != ""
}

// Path is where the gate is, for sessions in a project.
func (h Hook) Path(project string) string {
	if h.Of != "" {
		return filepath.Join(project, filepath.FromSlash(h.Program))
	}
	return h.Program
}

// argv is the gate with what it is told.
func (h Hook) argv() []string {
	var argv []string
	if h.Root != "" {
		argv = append(argv, rootIs+h.Root)
	}
	if h.Task != "" {
		argv = append(argv, taskIs+h.Task)
	}
	if len(argv) > 0 {
		argv = append([]string{env}, argv...)
		if strings.Contains(h.Program, "=") {
			argv = append(argv, behind...)
		}
	}
	if h.Of != "" {
		argv = append(argv, "/bin/sh", "-c", located(h.Of, h.Silent), "kei")
	}
	argv = append(argv, h.Program)
	if h.Main != "" {
		argv = append(argv, mainArg, h.Main)
	}
	return argv
}

// closed makes a denial of whatever is no answer. Nearly every client lets the
// call run when its hook is missing, is killed, ends with another status than
// 2, or writes what is not JSON. It stands between single quotes and means the
// same to whatever shell the client hands it to, a login shell of the user's
// among them. A gate that was cut to nothing, by a full disk, is looked for before:
// what starts it would run it as a script that ends well.
const closed = `for w; do case $w in /*) [ ! -f "$w" ] || [ -s "$w" ] || { echo "kei: the gate $w is empty, so the call is denied; kei build makes it anew" >&2; exit 2; };; esac; done; ` +
	`o=$("$@"); s=$?; case "$s:$o" in 0:|"0:{"*|"2:{"*) [ -z "$o" ] || printf "%s\n" "$o"; exit $s;; esac; echo "kei: the gate gave no answer (status $s), so the call is denied" >&2; exit 2`

// line is the command line for clients that hand it to a shell.
func (h Hook) line() string {
	if runtime.GOOS == "windows" {
		return `"` + h.Program + `"` // there is no shell that all of them have
	}
	words := []string{"/bin/sh", "-c", closed, "kei"}
	if h.Ender != "" {
		words = append(words, h.Ender, within)
	}
	words = append(words, h.argv()...)
	for i := range words {
		words[i] = quote(words[i])
	}
	return strings.Join(words, " ")
}

// quote makes one word of a shell's of s.
func quote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+=:,@", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// split undoes quote; nil if the line is more than words.
func split(line string) []string {
	var words []string
	var word strings.Builder
	inWord, quoted := false, false
	for i := 0; i < len(line); i++ {
		b := line[i]
		switch {
		case quoted && b == '\'':
			quoted = false
		case quoted:
			word.WriteByte(b)
		case b == '\'':
			inWord, quoted = true, true
		case b == '\\' && i+1 < len(line) && line[i+1] == '\'':
			i++
			inWord = true
			word.WriteByte('\'')
		case b == ' ':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		case strings.IndexByte("\"\\$`;&|<>(){}*?[]~#\n\t", b) >= 0:
			return nil
		default:
			inWord = true
			word.WriteByte(b)
		}
	}
	if quoted {
		return nil
	}
	if inWord {
		words = append(words, word.String())
	}
	return words
}

// readLine is the hook that a command line starts, as far as it is one word or
// kei's.
func readLine(line string) Hook {
	if runtime.GOOS == "windows" {
		return Hook{Program: strings.Trim(line, `"`)}
	}
	words := split(line)
	if len(words) > 4 && words[0] == "/bin/sh" && words[1] == "-c" && !isLocated(words[2]) && words[3] == "kei" {
		words = words[4:]
	}
	var h Hook
	if len(words) > 2 && filepath.Base(words[0]) == "timeout" && words[1] == within {
		h.Ender, words = words[0], words[2:]
	}
	return h.read(words)
}

// read takes the words of argv back.
func (h Hook) read(words []string) Hook {
	if len(words) > 2 && words[0] == env {
		words = words[1:]
		take := func(is string, into *string) {
			if said, ok := strings.CutPrefix(words[0], is); ok && len(words) > 1 {
				*into, words = said, words[1:]
			}
		}
		take(rootIs, &h.Root)
		take(taskIs, &h.Task)
		if n := len(behind); len(words) > n && slices.Equal(words[:n], behind) {
			words = words[n:]
		}
	}
	if len(words) > 4 && words[0] == "/bin/sh" && words[1] == "-c" && words[3] == "kei" {
		if h.Of, h.Silent = locatedBy(words[2]); h.Of != "" {
			words = words[4:]
		}
	}
	if len(words) == 0 {
		return Hook{}
	}
	h.Program = words[0]
	if len(words) == 3 && words[1] == mainArg {
		h.Main = words[2]
	}
	return h
}
