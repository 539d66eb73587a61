package hooks

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Finding is one thing that must be so for a gate to hold, and whether it is.
type Finding struct {
	Holds bool   `json:"holds"`
	Brief string `json:"brief"` // a few words
	Text  string `json:"text"`  // the whole of it, with where it stands
}

// An Examination is what to look at.
type Examination struct {
	Client *Client
	Site   Site // whose sessions; Scope may be "all": what a session in Site.Dir reads
	// Known are the roles there are, Bin the folder their gates are built in.
	// A hook of neither, and not in kei's shape, is somebody else's and is not
	// started.
	Known []string
	Bin   string
	// Current returns what the policy of a role is today: its hash, and whether
	// it allows a call. Nil, or an error, if there is no policy to compare with.
	Current func(role string) (sha256 string, allows func(payload []byte) bool, err error)
	// Atoms says what is wrong with where the programs of granted atoms lie, for an
	// agent that may do what allows says. Nil: nobody looks.
	Atoms func(ids []string, allows func(payload []byte) bool) []string
	// Lacks returns what today's policy says that a gate was built without: roles,
	// agents, what is known of programs. Nil if there is no policy.
	Lacks func(Policy) ([]string, error)
}

// Examine reads the settings as the client would, starts every gate of kei that
// is installed there, and says what holds and what does not. Installed is
// whether there is one.
func Examine(ctx context.Context, e Examination) (list []Finding, installed bool) {
	x := examiner{Examination: e}
	installed = x.look(ctx)
	return x.list, installed
}

type examiner struct {
	Examination
	list []Finding
}

func (x *examiner) holds(brief, format string, args ...any) {
	x.list = append(x.list, Finding{true, brief, fmt.Sprintf(format, args...)})
}

func (x *examiner) fails(brief, format string, args ...any) {
	x.list = append(x.list, Finding{false, brief, fmt.Sprintf(format, args...)})
}

// files are the settings that the client reads, what counts least first.
func (x *examiner) files() []Settings {
	var list []Settings
	if x.Site.Scope != "project" {
		user := x.Site
		user.Scope = "user"
		list = append(list, x.Client.Settings(user))
	}
	if x.Site.Scope != "user" {
		list = append(list, Settings{x.Site.Dir, x.Client.project})
		if x.Client.local != "" {
			list = append(list, Settings{x.Site.Dir, x.Client.local})
		}
	}
	return list
}

// A standing gate is one of kei's that was found in a file of settings.
type standing struct {
	d *document // nil where the file is not JSON
	s Settings
	found
}

// standing finds the gates in the client's files, and the switch that counts.
func (x *examiner) standing(files []Settings) (gates []standing, off *Error) {
	for _, s := range files {
		text, err := s.read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			x.fails("cannot be read", "%v", err)
			continue
		}
		d, err := x.document(s, text, &off)
		if err != nil {
			x.fails("cannot be read", "%v", err)
			continue
		}
		list, err := x.Client.form.find(s.Path(), text)
		if err != nil {
			x.fails("cannot be read", "%v", err)
			continue
		}
		var mine []found
		for _, f := range list {
			if x.kei(f) {
				gates = append(gates, standing{d, s, f})
				mine = append(mine, f)
			}
		}
		if len(mine) > 0 && x.Client.elsewhere != nil {
			x.Client.elsewhere(x, s, mine)
		}
	}
	return gates, off
}

func (x *examiner) look(ctx context.Context) (installed bool) {
	files := x.files()
	gates, off := x.standing(files)
	glued := x.glue(ctx, files)
	if len(gates) > 0 || glued {
		x.machine(&off)
	}
	if off != nil {
		off.Text += ": the client starts no hook"
		x.fails("hooks are off", "%v", off)
	}
	if len(gates) == 0 && glued {
		x.version(ctx)
		return true
	}
	if len(gates) == 0 {
		var names []string
		for _, s := range files {
			names = append(names, s.Path())
		}
		x.fails("not installed", "no gate of kei is installed in %s", strings.Join(names, ", "))
		return false
	}
	x.version(ctx)
	for _, g := range gates {
		at := g.s.Path() + ": " + g.Role()
		if l, ok := x.Client.form.(*layout); ok {
			x.wiring(l, g.d, g.found)
			at = errorAt(g.d.file, g.d.text, g.found.at.start, g.Role()).Error()
		} else if g.ours {
			x.holds("as it was written", "%s is as kei wrote it", at)
		} else {
			x.fails("changed", "%s has been changed since kei wrote it; kei install writes it anew", at)
		}
		x.gate(ctx, at, g.found, g.s.Path())
	}
	return true
}

// document reads a file of JSON, and the switches in it. The last file that
// says something counts.
func (x *examiner) document(s Settings, text []byte, last **Error) (*document, error) {
	l, ok := x.Client.form.(*layout)
	if !ok {
		return nil, nil
	}
	d, err := l.read(s.Path(), text)
	if err != nil {
		return nil, err
	}
	for _, o := range x.Client.offs {
		if _, said := d.root.get(o.keys[0]); said {
			*last = o.in(d)
		}
	}
	return d, nil
}

// off is the switch by which the files that sessions read turn hooks off, nil if they do
// not. What can't be read says nothing.
func (x *examiner) off() (off *Error) {
	for _, s := range x.files() {
		if text, err := s.read(); err == nil {
			_, _ = x.document(s, text, &off)
		}
	}
	return off
}

// read reads a settings file, wherever its links lead: the client would.
func (s Settings) read() ([]byte, error) {
	info, err := os.Stat(s.Path())
	if err != nil {
		return nil, err
	}
	if info.Size() > maxSettings || !info.Mode().IsRegular() {
		return nil, &Error{File: s.Path(), Text: "not a settings file"}
	}
	return os.ReadFile(s.Path())
}

// kei reports whether a hook is one of kei's, whatever has become of it.
func (x *examiner) kei(f found) bool {
	return f.ours || f.Program != "" && (slices.Contains(x.Known, f.Role()) || x.Bin != "" && filepath.Dir(f.Path(x.Site.Dir)) == x.Bin)
}

// version asks the client whether it is new enough for its fail-closed switch.
func (x *examiner) version(ctx context.Context) {
	if x.Client.program == "" {
		return
	}
	program, err := exec.LookPath(x.Client.program)
	if err != nil {
		return // it may be an editor's, or of another machine
	}
	a, err := ask(ctx, nil, nil, program, "--version")
	if err != nil || a.code != 0 {
		return
	}
	have := regexp.MustCompile(`\d+\.\d+\.\d+`).FindString(string(a.stdout))
	if have != "" && older(have, x.Client.needs) {
		x.fails("too old", "%s is %s %s: it lets calls run when the gate fails; %s does not", program, x.Client.Title, have, x.Client.needs)
	}
}

func older(a, b string) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range x {
		m, _ := strconv.Atoi(x[i])
		n, _ := strconv.Atoi(y[i])
		if m != n {
			return m < n
		}
	}
	return false
}

// wiring looks at how the client is told to start a gate.
func (x *examiner) wiring(l *layout, d *document, f found) {
	at := func(n *node) string { return errorAt(d.file, d.text, n.start, f.Role()).Error() }
	switch m := f.matcher; {
	case m == nil:
		x.holds("every call", "%s is asked before every tool call: no matcher", at(f.at))
	case m.kind != '"':
		x.fails("matcher", "%s: the matcher is not a string", at(m))
	default:
		p := parser{text: d.text, at: m.start}
		if text := p.string(); everything(text) {
			x.holds("every call", "%s is asked before every tool call: matcher %q", at(m), text)
		} else {
			x.fails("not every call", "%s is not asked before every tool call: matcher %q; \"*\" is every tool", at(m), text)
		}
	}
	if kind := d.str(f.at, "type"); kind != "command" && slices.ContainsFunc(l.fixed, func(f field) bool { return f.key == "type" }) {
		x.fails("type", "%s: type is %q, not \"command\"", at(f.at), kind)
	}
	x.closed(l, d, f, at(f.at))
	if l.unit > 0 {
		x.timeout(l, d, f, at)
	}
	if n, ok := f.at.get("args"); l.exec && (!ok || n.kind != '[') {
		x.fails("no args", "%s has no args: the client hands the command to a shell", at(f.at))
	}
	for _, key := range []string{"async", "asyncRewake", "once"} {
		if n, ok := f.at.get(key); ok && n.kind == 't' {
			x.fails(key, "%s: %s is true, so not every call waits for the answer", at(n), key)
		}
	}
	if n, ok := f.at.get("if"); ok {
		x.fails("if", "%s: if narrows the calls that are asked about", at(n))
	}
}

// closed looks at what happens to a call when the gate fails.
func (x *examiner) closed(l *layout, d *document, f found, at string) {
	for _, c := range l.closed {
		want, _ := json.Marshal(c.value)
		n, ok := f.at.get(c.key)
		if !ok || !same(d.plain[n.start:n.end], want) {
			x.fails("fails open", "%s lets the call run if it fails: no \"%s\": %s", at, c.key, want)
			return
		}
	}
	if !l.exec && !strings.Contains(d.str(f.at, l.command), quote(closed)) {
		x.fails("fails open", "%s lets the call run if it fails: it is not started the way kei install writes it", at)
		return
	}
	if !l.exec && f.Ender == "" && len(l.closed) == 0 {
		x.fails("hangs open", "%s lets the call run if it does not come back: nothing ends it before the client stops waiting", at)
		return
	}
	x.holds("fails closed", "%s blocks the call if it fails", at)
}

func (x *examiner) timeout(l *layout, d *document, f found, at func(*node) string) {
	n, ok := f.at.get(l.timeout)
	if !ok {
		x.fails("no timeout", "%s has no timeout: the client waits as long as it likes", at(f.at))
		return
	}
	given := 0.0
	if err := json.Unmarshal(d.plain[n.start:n.end], &given); err != nil || given/l.unit < 1 || given/l.unit > 600 {
		unit := "seconds"
		if l.unit == 1000 {
			unit = "milliseconds"
		}
		x.fails("timeout", "%s: timeout is %s; %s, from %v to %v", at(n), d.text[n.start:n.end], unit, l.unit, 600*l.unit)
		return
	}
	x.holds("timeout", "%s has a timeout of %v s", at(n), given/l.unit)
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
	return re.MatchString("Bash") && re.MatchString("mcp__s__t") && re.MatchString(unheard)
}

// gate looks at the gate itself and asks it, started as the client starts it.
func (x *examiner) gate(ctx context.Context, at string, f found, file string) {
	program := f.Path(x.Site.Dir)
	if !filepath.IsAbs(program) {
		x.fails("relative", "%s: %s is not an absolute path: the client looks for it in the folder it is started in, or in PATH", at, program)
		return
	}
	info, err := os.Stat(program)
	if err != nil {
		x.fails("missing binary", "%s: %s does not exist; kei build makes it", at, program)
		return
	}
	if err := executable(info); err != nil {
		x.fails("binary", "%s: %s %v", at, program, err)
		return
	}
	if info.Mode()&0o002 != 0 && filepath.Separator == '/' {
		x.fails("binary anybody may write", "%s: anybody may overwrite %s; chmod o-w", at, program)
	}
	for _, sealed := range f.sealed() {
		x.task(at, sealed)
	}
	if root := f.Root; root != "" && root != x.Site.Dir {
		x.fails("another root", "%s: it is told that the worktree is %s, so it denies what is here; kei install writes it anew", at, root)
	}
	argv, env := x.start(f, file)
	text, err := x.Client.speak.deny(x.Site.Dir)
	if err != nil {
		x.fails("asking", "%s: %v", at, err)
		return
	}
	a, err := ask(ctx, env, text, argv[0], argv[1:]...)
	if err != nil {
		x.fails("no answer", "%s: asked about an unknown tool: %v", at, err)
		return
	}
	switch err := x.Client.speak.denies(a); {
	case errors.Is(err, errNoReason):
		x.fails("silent", "%s denies an unknown tool without a reason on stderr", at)
	case err != nil:
		x.fails("does not deny", "%s does not deny an unknown tool: %v", at, err)
		return
	default:
		x.holds("denies", "%s denies an unknown tool: %s", at, firstLine(a.stderr))
	}
	x.policy(ctx, at, f, argv, env)
}

// task looks at the sealed task that the gate is told of, and at the task.toml
// beside it that kei seal made it of, if that is still there.
func (x *examiner) task(at, sealed string) {
	text, err := os.ReadFile(sealed)
	if err != nil {
		x.fails("missing task", "%s: the sealed task %s does not exist", at, sealed)
		return
	}
	name, beside := strings.CutSuffix(sealed, ".sealed.json")
	source, err := os.ReadFile(name + ".toml")
	if !beside || err != nil {
		return
	}
	var task struct {
		SHA256 string `json:"task-sha256"`
	}
	sum := sha256.Sum256(source)
	if json.Unmarshal(text, &task) == nil && task.SHA256 != hex.EncodeToString(sum[:]) {
		x.fails("changed task", "%s: %s.toml has changed since %s was made of it; kei seal makes it anew", at, name, filepath.Base(sealed))
	}
}

// start is what the client starts, and what it adds to the environment. A
// plugin cannot be started here; it starts the gate itself.
func (x *examiner) start(f found, file string) (argv, env []string) {
	if f.Of != "" {
		env = []string{f.Of + "=" + x.Site.Dir}
	}
	switch form := x.Client.form.(type) {
	case *layout:
		if form.exec || !f.ours {
			return f.argv(), env
		}
		return []string{"/bin/sh", "-c", f.line()}, env
	case *program:
		if form.ends && f.ours {
			return []string{file}, env
		}
	}
	return f.argv(), env
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return line
}

// policy compares the gate with the policy that it should have been built from.
func (x *examiner) policy(ctx context.Context, at string, f found, argv, env []string) {
	p, err := Ask(ctx, f.Path(x.Site.Dir))
	if err != nil {
		x.fails("no policy", "%s: %v", at, err)
		return
	}
	if p.Role != f.Role() {
		x.fails("another role", "%s: %s is the gate of %s", at, f.Path(x.Site.Dir), p.Role)
	}
	if x.Current == nil {
		x.holds("compared with no policy", "%s is compared with no policy: there is none here, and none beside the gate; kei doctor -C DIR names it", at)
		return
	}
	main := f.Main
	if main == "" {
		main = p.Main
	}
	if p.Role != Dispatcher {
		main = p.Role
	}
	var allows func([]byte) bool
	stale, err := p.Stale(func(role string) (string, error) {
		sha, a, err := x.Current(role)
		if role == main {
			allows = a
		}
		return sha, err
	})
	if err != nil {
		x.fails("no policy to compare", "%s: cannot be compared with the policy: %v", at, err)
		return
	}
	if stale {
		x.fails("stale binary", "%s was built from another policy than today's; kei build makes it anew", at)
		return
	}
	if p.Role == Dispatcher && allows == nil {
		x.fails("no main role", "%s: the dispatcher is not told the main session's role, so it denies everything there; kei install --dispatch --main ROLE", at)
		return
	}
	if !x.whole(at, p) {
		return
	}
	if p.Tasked && len(f.sealed()) == 0 {
		x.holds("without a task it writes nothing", "%s is told of no task, so it denies every write; kei seal makes one, kei install --task tells it", at)
	}
	x.holds("today's policy", "%s was built from today's policy", at)
	x.allowed(ctx, at, allows, argv, env)
	x.atoms(at, f, p, allows)
}

// atoms looks at what a gate that grants atoms depends on: a session that names it
// to kei atom, and programs that are still those that were built.
func (x *examiner) atoms(at string, f found, p Policy, allows func([]byte) bool) {
	if len(p.Atoms) == 0 {
		return
	}
	if x.Client.form.names() && !f.Atoms {
		x.fails("no "+gateVariable, "%s grants atoms, and the file does not name it as %s of the session, so it denies kei atom; kei install writes it", at, gateVariable)
	}
	if x.Atoms == nil {
		return
	}
	for _, why := range x.Atoms(p.Atoms, allows) {
		x.fails("an atom's program", "%s: %s", at, why)
	}
}

// whole reports whether a gate has all that today's policy says.
func (x *examiner) whole(at string, p Policy) bool {
	if x.Lacks == nil {
		return true
	}
	lacks, err := x.Lacks(p)
	if err != nil {
		x.fails("no policy to compare", "%s: cannot be compared with the policy: %v", at, err)
		return false
	}
	if len(lacks) > 0 {
		x.fails("stale binary", "%s was built without %s; kei build makes it anew", at, strings.Join(lacks, ", "))
	}
	return len(lacks) == 0
}

// allowed asks the gate about a call that its policy allows, if there is one
// that is simple enough.
func (x *examiner) allowed(ctx context.Context, at string, allows func([]byte) bool, argv, env []string) {
	for _, payload := range x.Client.speak.maybe(x.Site.Dir) {
		if !allows(payload) {
			continue
		}
		a, err := ask(ctx, env, payload, argv[0], argv[1:]...)
		if err != nil {
			x.fails("no answer", "%s: asked about an allowed call: %v", at, err)
		} else if err := x.Client.speak.runs(a); err != nil {
			x.fails("does not allow", "%s denies a call that its policy allows: %v", at, err)
		} else {
			x.holds("allows", "%s allows a call that its policy allows", at)
		}
		return
	}
}
