package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A Finding is one thing that must be so for a gate to hold, and whether it is.
type Finding struct {
	Holds bool
	Text  string
}

// An Examination is what to look at.
type Examination struct {
	// Files are the settings that the client reads, what counts least first.
	Files []Settings
	// Known are the roles there are, Bin the folder their gates are built in.
	// A hook of neither, and not in kei's shape, is somebody else's and is not
	// started.
	Known []string
	Bin   string
	// Current returns what the policy of a role is today: its hash, and a call
	// that it allows (nil if it allows none that is simple enough). Nil, or an
	// error, if there is no policy to compare with.
	Current func(role string) (sha256 string, allowed []byte, err error)
}

// Denied is a call that every policy denies: a tool that nobody has heard of.
const Denied = `{"session_id":"kei-doctor","hook_event_name":"PreToolUse","cwd":%s,"tool_name":"KeiDoctorUnheardOf","tool_input":{}}`

// Examine reads the settings as the client would, starts every gate of kei that
// is installed there, and says what holds and what does not.
func Examine(ctx context.Context, e Examination) []Finding {
	x := examiner{Examination: e}
	x.look(ctx)
	return x.list
}

type examiner struct {
	Examination
	list []Finding
}

func (x *examiner) holds(format string, args ...any) {
	x.list = append(x.list, Finding{true, fmt.Sprintf(format, args...)})
}

func (x *examiner) fails(format string, args ...any) {
	x.list = append(x.list, Finding{false, fmt.Sprintf(format, args...)})
}

func (x *examiner) look(ctx context.Context) {
	type gate struct {
		d *document
		found
		dir string
	}
	var gates []gate
	var off *Error // the disableAllHooks that counts
	for _, s := range x.Files {
		d, err := s.document()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			x.fails("%v", err)
			continue
		}
		if v, ok := d.root.get("disableAllHooks"); ok {
			off = nil
			if v.kind == 't' {
				off = errorAt(d.file, d.text, v.start, "disableAllHooks is true: the client starts no hook")
			}
		}
		list, err := d.handlers()
		if err != nil {
			x.fails("%v", err)
			continue
		}
		for _, f := range list {
			if x.kei(d, f) {
				gates = append(gates, gate{d, f, s.Dir})
			}
		}
	}
	if off != nil {
		x.fails("%v", off)
	}
	if len(gates) == 0 {
		var names []string
		for _, s := range x.Files {
			names = append(names, s.Path())
		}
		x.fails("no gate of kei is installed in %s", strings.Join(names, ", "))
	}
	for _, g := range gates {
		x.wiring(g.d, g.found)
		x.program(ctx, g.d, g.found, g.dir)
	}
}

// document reads a settings file, wherever its links lead: the client would.
func (s Settings) document() (*document, error) {
	info, err := os.Stat(s.Path())
	if err != nil {
		return nil, err
	}
	if info.Size() > maxSettings || !info.Mode().IsRegular() {
		return nil, &Error{File: s.Path(), Text: "not a settings file"}
	}
	text, err := os.ReadFile(s.Path())
	if err != nil {
		return nil, err
	}
	return read(s.Path(), text)
}

// kei reports whether a hook is one of kei's, whatever has become of it.
func (x *examiner) kei(d *document, f found) bool {
	return d.ours(f) || slices.Contains(x.Known, f.Role()) || x.Bin != "" && filepath.Dir(f.Program) == x.Bin
}

// wiring looks at how the client is told to start a gate.
func (x *examiner) wiring(d *document, f found) {
	at := func(n *node) string { return errorAt(d.file, d.text, n.start, f.Role()).Error() }
	switch m := f.matcher; {
	case m == nil:
		x.holds("%s is asked before every tool call: no matcher", at(f.at))
	case m.kind != '"':
		x.fails("%s: the matcher is not a string", at(m))
	default:
		p := parser{text: d.text, at: m.start}
		if text := p.string(); everything(text) {
			x.holds("%s is asked before every tool call: matcher %q", at(m), text)
		} else {
			x.fails("%s is not asked before every tool call: matcher %q; \"*\" is every tool", at(m), text)
		}
	}
	if kind := d.str(f.at, "type"); kind != "command" {
		x.fails("%s: type is %q, not \"command\"", at(f.at), kind)
	}
	if v := d.str(f.at, "onFailure"); v == "block" {
		x.holds("%s blocks the call if it fails", at(f.at))
	} else {
		x.fails("%s lets the call run if it fails: no \"onFailure\": \"block\"", at(f.at))
	}
	if n, ok := f.at.get("timeout"); !ok {
		x.fails("%s has no timeout: the client waits ten minutes", at(f.at))
	} else if seconds := 0.0; json.Unmarshal(d.text[n.start:n.end], &seconds) != nil || seconds < 1 || seconds > 600 {
		x.fails("%s: timeout is %s; seconds, from 1 to 600", at(n), d.text[n.start:n.end])
	} else {
		x.holds("%s has a timeout of %v s", at(n), seconds)
	}
	if n, ok := f.at.get("args"); !ok || n.kind != '[' {
		x.fails("%s has no args: the client hands the command to a shell", at(f.at))
	}
	for _, key := range []string{"async", "asyncRewake", "once"} {
		if n, ok := f.at.get(key); ok && n.kind == 't' {
			x.fails("%s: %s is true, so not every call waits for the answer", at(n), key)
		}
	}
	if n, ok := f.at.get("if"); ok {
		x.fails("%s: if narrows the calls that are asked about", at(n))
	}
}

// everything reports whether a matcher covers every tool: not set, a star, or
// a regular expression that every name matches.
func everything(matcher string) bool {
	if matcher == "" || matcher == "*" {
		return true
	}
	re, err := regexp.Compile(matcher)
	if err != nil || regexp.MustCompile(`^[A-Za-z0-9_\- ,|]*$`).MatchString(matcher) {
		return false
	}
	return re.MatchString("Bash") && re.MatchString("mcp__s__t") && re.MatchString("KeiDoctorUnheardOf")
}

// program looks at the gate itself and asks it.
func (x *examiner) program(ctx context.Context, d *document, f found, dir string) {
	at := errorAt(d.file, d.text, f.at.start, f.Role()).Error()
	if !filepath.IsAbs(f.Program) {
		x.fails("%s: %s is not an absolute path: the client looks for it in the folder it is started in, or in PATH", at, f.Program)
		return
	}
	info, err := os.Stat(f.Program)
	if err != nil {
		x.fails("%s: %s does not exist; kei build makes it", at, f.Program)
		return
	}
	if err := executable(info); err != nil {
		x.fails("%s: %s %v", at, f.Program, err)
		return
	}
	if info.Mode()&0o002 != 0 && info.Mode().IsRegular() && filepath.Separator == '/' {
		x.fails("%s: anybody may overwrite %s; chmod o-w", at, f.Program)
	}
	var env []string
	if f.Task != "" {
		env = append(env, "KEI_TASK="+f.Task)
		if _, err := os.Stat(f.Task); err != nil {
			x.fails("%s: the sealed task %s does not exist; kei seal makes it", at, f.Task)
		}
	}
	cwd, _ := json.Marshal(dir)
	a, err := ask(ctx, env, fmt.Appendf(nil, Denied, cwd), f.Program)
	switch {
	case err != nil:
		x.fails("%s: asked about an unknown tool: %v", at, err)
		return
	case a.code != 2:
		x.fails("%s does not deny an unknown tool: exit status %d, where 2 is a denial", at, a.code)
		return
	case len(bytes.TrimSpace(a.stderr)) == 0:
		x.fails("%s denies an unknown tool without a reason on stderr", at)
	default:
		x.holds("%s denies an unknown tool: %s", at, firstLine(a.stderr))
	}
	x.policy(ctx, at, f, env)
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return line
}

// policy compares the gate with the policy that it should have been built from.
func (x *examiner) policy(ctx context.Context, at string, f found, env []string) {
	p, err := Ask(ctx, f.Program)
	if err != nil {
		x.fails("%s: %v", at, err)
		return
	}
	if p.Role != f.Role() {
		x.fails("%s: %s is the gate of %s", at, f.Program, p.Role)
	}
	if x.Current == nil {
		return
	}
	sha, allowed, err := x.Current(p.Role)
	if err != nil {
		x.fails("%s: cannot be compared with the policy: %v", at, err)
		return
	}
	if sha == p.SHA256 {
		x.holds("%s was built from today's policy", at)
	} else {
		x.fails("%s was built from another policy than today's; kei build makes it anew", at)
		return
	}
	if allowed == nil {
		return
	}
	a, err := ask(ctx, env, allowed, f.Program)
	switch {
	case err != nil:
		x.fails("%s: asked about an allowed call: %v", at, err)
	case a.code != 0:
		x.fails("%s denies a call that its policy allows: %s", at, firstLine(a.stderr))
	default:
		x.holds("%s allows a call that its policy allows", at)
	}
}
