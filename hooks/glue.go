package hooks

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei/internal/files"
	"kei/templates"
)

// A Glue makes Claude Code ask single capabilities, in place of a role's gate: a
// script beside the settings asks the checker that kei build made of the policy
// folder, if that is still the one that was installed.
type Glue struct {
	Checker string // bin/capability of the policy folder, an absolute path
	SHA256  string // of the file, in hexadecimal
	Task    string // the absolute path of a sealed task that it is told by KEI_TASK; "" for none
	Asks    []Asked
}

// An Asked is one capability, and the events that it is about.
type Asked struct {
	Name   string
	Events []string
}

// GlueName is what the script is called.
const GlueName = "agent-capability-check.sh"

// matchers are what the client calls tools of an event. A role's gate has "*",
// for it has a list of tools and denies what is not in it. A capability is about
// certain tools and has nothing to say of others, so that asking it about those
// would cost a process for each call and change nothing. Tools that write are
// always asked about: the checker protects the settings, the script and itself.
var matchers = []struct {
	matcher string
	events  []string
	writes  bool
}{
	{"Bash", []string{"Bash"}, true},
	{"Edit|Write", []string{"Edit", "Write"}, true},
	{"MultiEdit|NotebookEdit", []string{"Edit", "Write"}, true},
	{"Read|Glob|Grep", []string{"Read"}, false},
	{"Agent|Task", []string{"Agent"}, false},
}

// about reports whether the capability has an event of one of those tools.
func (a Asked) about(tools ...string) bool {
	return slices.ContainsFunc(a.Events, func(event string) bool {
		_, said, some := strings.Cut(event, ":")
		return !some || slices.ContainsFunc(strings.Split(said, "|"), func(t string) bool { return slices.Contains(tools, t) })
	})
}

// about are the capabilities that are about one of those tools.
func (g Glue) about(tools []string) (names []string) {
	for _, c := range g.Asks {
		if c.about(tools...) {
			names = append(names, c.Name)
		}
	}
	return names
}

// goneRound says which capabilities the shell goes round: they are about other
// tools that write or read, and are asked about no command.
func (g Glue) goneRound() (notes []string) {
	for _, c := range g.Asks {
		if c.about("Edit", "Write", "Read") && !c.about("Bash") {
			notes = append(notes, c.Name+" is not asked about commands of the shell, which can do what it forbids; a role's gate judges those by it, too: kei install ROLE")
		}
	}
	return notes
}

// A glued is one handler: the names that are asked for a matcher.
type glued struct {
	Matcher string
	Script  string
	Checker string
	SHA256  string
	Task    string
	Names   []string
	at      *node
	group   int
}

// handlers are those of a glue, by matcher.
func (g Glue) handlers(script string) []glued {
	var list []glued
	for _, m := range matchers {
		names := g.about(m.events)
		if len(names) == 0 && m.writes {
			for _, c := range g.Asks {
				names = append(names, c.Name)
			}
		}
		if len(names) > 0 {
			list = append(list, glued{Matcher: m.matcher, Script: script, Checker: g.Checker, SHA256: g.SHA256, Task: g.Task, Names: names})
		}
	}
	return list
}

// argv is what the client starts.
func (h glued) argv() []string {
	argv := append([]string{h.Script, "--checker", h.Checker, "--sha256", h.SHA256}, h.Names...)
	if h.Task != "" {
		argv = append([]string{env, taskIs + h.Task}, argv...)
	}
	return argv
}

func (h glued) entry() object {
	argv := h.argv()
	return object{{"matcher", h.Matcher}, {"hooks", []object{{
		{"type", "command"}, {"command", argv[0]}, {"args", argv[1:]}, {"timeout", Timeout}, {"onFailure", "block"},
		{"statusMessage", "asking " + strings.Join(h.Names, ", ")},
	}}}}
}

// read takes argv back; false if it is not one of a glue's.
func (h *glued) read(argv []string) bool {
	if len(argv) > 2 && argv[0] == env && strings.HasPrefix(argv[1], taskIs) {
		h.Task, argv = strings.TrimPrefix(argv[1], taskIs), argv[2:]
	}
	if len(argv) < 6 || filepath.Base(argv[0]) != GlueName || argv[1] != "--checker" || argv[3] != "--sha256" {
		return false
	}
	h.Script, h.Checker, h.SHA256, h.Names = argv[0], argv[2], argv[4], argv[5:]
	return true
}

// gluesIn are the glue's handlers in a file of settings.
func (l *layout) gluesIn(d *document) ([]glued, error) {
	list, err := l.list(d, l.events[0])
	if err != nil || list == nil {
		return nil, err
	}
	var all []glued
	for i, m := range list.members {
		inner, err := l.group(d, l.events[0], m.value)
		if err != nil {
			return nil, err
		}
		for _, one := range inner.members {
			h := glued{group: i, at: one.value}
			args, ok := one.value.get("args")
			var words []string
			if !ok || json.Unmarshal(d.plain[args.start:args.end], &words) != nil || !h.read(append([]string{d.str(one.value, "command")}, words...)) {
				continue
			}
			h.Matcher = d.str(m.value, "matcher")
			all = append(all, h)
		}
	}
	return all, nil
}

// takeGlue removes the glue's groups.
func (l *layout) takeGlue(file string, text []byte) (left []byte, gone []glued, err error) {
	d, err := l.read(file, text)
	if err != nil {
		return nil, nil, err
	}
	if gone, err = l.gluesIn(d); err != nil || len(gone) == 0 {
		return text, nil, err
	}
	for _, h := range slices.Backward(gone) {
		if err := l.remove(d, found{event: l.events[0], group: h.group}); err != nil {
			return nil, nil, err
		}
	}
	if len(d.root.members) == 0 {
		return nil, gone, nil
	}
	return d.text, gone, nil
}

// putGlue adds its groups, and reads them back.
func (l *layout) putGlue(file string, text []byte, list []glued) ([]byte, error) {
	d, err := l.read(file, text)
	if err != nil {
		return nil, err
	}
	for _, h := range list {
		if err := l.addEntry(d, l.events[0], h.entry()); err != nil {
			return nil, err
		}
	}
	back, err := l.gluesIn(d)
	if err != nil {
		return nil, err
	}
	if len(back) != len(list) {
		return nil, &Error{File: file, Text: "the hooks do not read back as they were written"}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return append(slices.Clone(d.text), '\n'), nil
	}
	return d.text, nil
}

// scriptOf is where the script stands: in the client's folder of hooks.
func (c *Client) scriptOf(site Site) Settings {
	at := c.Settings(site)
	return Settings{at.Dir, path.Join(path.Dir(at.Name), "hooks", GlueName)}
}

// glueLayout is the form of a client that can be glued.
func (c *Client) glueLayout() (*layout, error) {
	l, ok := c.form.(*layout)
	if !ok || c.Name != "claude" {
		return nil, errors.New("--glue is for Claude Code, whose hooks the emitted script speaks; " + c.Title + " takes a role's gate: kei install ROLE --client " + c.Name)
	}
	return l, nil
}

// glueText is the script as this kei emits it.
func glueText() ([]byte, error) { return templates.CapabilityCheck(files.Mark + ". DO NOT EDIT.") }

// InstallGlue makes the client ask the capabilities of a glue, in place of those
// of one that is there. What was written is then started as the client would,
// with a call that must be denied.
func (c *Client) InstallGlue(ctx context.Context, site Site, g Glue) (Done, error) {
	l, err := c.glueLayout()
	if err != nil {
		return Done{}, err
	}
	at := c.Settings(site)
	first, err := open(at, 0o644)
	if err != nil {
		return Done{}, err
	}
	defer first.root.Close()
	if err := c.isOff(first.path, first.text); err != nil {
		return Done{}, err
	}
	script, err := open(c.scriptOf(site), 0o755)
	if err != nil {
		return Done{}, err
	}
	defer script.root.Close()
	if script.next, err = glueText(); err != nil {
		return Done{}, err
	}
	script.had = true // it is kei's own, so nothing of it is kept
	base, was, err := l.takeGlue(first.path, first.text)
	if err != nil {
		return Done{}, err
	}
	first.had = len(was) > 0
	list := g.handlers(script.path)
	if first.next, err = l.putGlue(first.path, base, list); err != nil {
		return Done{}, err
	}
	done := Done{What: fmt.Sprintf("installed %s in %s", strings.Join(names(list), ", "), first.path), Notes: g.goneRound()}
	return done, makeProven([]*change{first, script}, func() error {
		for _, h := range list {
			if err := c.proveGlue(ctx, site, h); err != nil {
				return &Error{File: at.Path(), Text: "the capabilities were not installed: " + err.Error()}
			}
		}
		return nil
	})
}

// names are the capabilities of handlers, each once.
func names(list []glued) (all []string) {
	for _, h := range list {
		for _, n := range h.Names {
			if !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}

// proveGlue starts a handler with a call of its matcher that says nothing of
// itself, which the checker denies whatever it is asked about a tool that writes or
// runs, and every capability that is about the tool.
func (c *Client) proveGlue(ctx context.Context, site Site, h glued) error {
	tool, _, _ := strings.Cut(h.Matcher, "|")
	payload, err := json.Marshal(c.speak.payload(tool, object{}, site.Dir))
	if err != nil {
		return err
	}
	argv := h.argv()
	a, err := ask(ctx, nil, payload, argv[0], argv[1:]...)
	if err == nil {
		err = c.speak.denies(a)
	}
	if err != nil {
		return fmt.Errorf("asked about a %s that says nothing of itself, the hook of %s does not deny it: %w", tool, strings.Join(h.Names, ", "), err)
	}
	return nil
}

// UninstallGlue takes the glue out again. Settings that nothing else has changed
// since are byte for byte what they were.
func (c *Client) UninstallGlue(site Site) (Done, error) {
	l, err := c.glueLayout()
	if err != nil {
		return Done{}, err
	}
	first, err := open(c.Settings(site), 0o644)
	if err != nil {
		return Done{}, err
	}
	defer first.root.Close()
	var gone []glued
	if first.exists {
		if first.next, gone, err = l.takeGlue(first.path, first.text); err != nil {
			return Done{}, err
		}
	}
	if len(gone) == 0 {
		return Done{}, &Error{File: first.path, Text: "no capability of kei is installed here"}
	}
	again := slices.Clone(gone)
	notes, err := first.undo(func(text []byte) ([]byte, error) { return l.putGlue(first.path, text, again) })
	if err != nil {
		return Done{}, err
	}
	done := Done{What: fmt.Sprintf("removed %s from %s", strings.Join(names(gone), ", "), first.path), Notes: notes}
	script, err := open(c.scriptOf(site), 0o755)
	if err != nil || !script.exists {
		return done, nil
	}
	defer script.root.Close()
	if want, err := glueText(); err != nil || !bytes.Equal(want, script.text) {
		done.Notes = append(done.Notes, script.path+" is not as kei wrote it, and was left")
		return done, err
	}
	return done, script.removeAll()
}

// glue examines the capabilities that are installed in the client's files.
func (x *examiner) glue(ctx context.Context, all []Settings) (installed bool) {
	l, err := x.Client.glueLayout()
	if err != nil {
		return false
	}
	for _, s := range all {
		text, err := s.read()
		if err != nil {
			continue
		}
		d, err := l.read(s.Path(), text)
		if err != nil {
			continue
		}
		list, err := l.gluesIn(d)
		if err != nil || len(list) == 0 {
			continue
		}
		installed = true
		for _, h := range list {
			x.glued(ctx, errorAt(d.file, d.text, h.at.start, strings.Join(h.Names, ", ")+" for "+h.Matcher).Error(), h)
		}
	}
	return installed
}

// glued examines one handler.
func (x *examiner) glued(ctx context.Context, at string, h glued) {
	want, err := glueText()
	is, bad := os.ReadFile(h.Script)
	switch {
	case err != nil || bad != nil:
		x.fails("no script", "%s: %v", at, errors.Join(err, bad))
	case !bytes.Equal(is, want):
		x.fails("another script", "%s: %s is not as this kei writes it; kei install --glue writes it anew", at, h.Script)
	}
	sum, err := FileSum(h.Checker)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		x.fails("no checker", "%s: %s does not exist; kei build makes it", at, h.Checker)
	case err != nil:
		x.fails("no checker", "%s: %v", at, err)
	case sum != h.SHA256:
		x.fails("another checker", "%s: %s is not the one that was installed; kei install --glue pins it anew", at, h.Checker)
	default:
		x.holds("pinned", "%s: %s is the checker that was installed", at, h.Checker)
	}
	if err := x.Client.proveGlue(ctx, x.Site, h); err != nil {
		x.fails("does not deny", "%s: %v", at, err)
		return
	}
	x.holds("denies", "%s: denies a call that says nothing of itself", at)
}

// FileSum is the SHA-256 of a file, in hexadecimal.
func FileSum(name string) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// AskChecker starts a checker to learn which capabilities it holds.
func AskChecker(ctx context.Context, program string) ([]Asked, error) {
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("%s does not exist; kei build makes it of the policy folder: %w", program, fs.ErrNotExist)
	}
	a, err := ask(ctx, nil, nil, program, "--policy")
	if err != nil {
		return nil, fmt.Errorf("%s --policy: %w", program, err)
	}
	var said struct{ Capabilities []Asked }
	if a.code != 0 || json.Unmarshal(a.stdout, &said) != nil || len(said.Capabilities) == 0 {
		return nil, fmt.Errorf("%s does not answer --policy with capabilities, so it is no checker of kei", program)
	}
	return said.Capabilities, nil
}

// Has reports whether a gate of a role, with "" anything of kei's, is installed in the
// file of a site, as far as it can be read.
func (c *Client) Has(site Site, role string) bool {
	if list := c.Roles(site); role != "" || len(list) > 0 {
		return role == "" || slices.Contains(list, role)
	}
	if v, err := c.Verifying(); err == nil && len(v.Roles(site)) > 0 {
		return true
	}
	l, err := c.glueLayout()
	if err != nil {
		return false
	}
	at := c.Settings(site)
	text, err := at.read()
	if err != nil {
		return false
	}
	_, gone, err := l.takeGlue(at.Path(), text)
	return err == nil && len(gone) > 0
}

// Programs are the paths of the gates that are installed in the file of a site, as far as
// it can be read.
func (c *Client) Programs(site Site) []string {
	list, err := c.hooksIn(site)
	if err != nil {
		return nil
	}
	var all []string
	for _, f := range list {
		if f.Program != "" {
			all = append(all, f.Path(site.Dir))
		}
	}
	return all
}

// Roles are the names of the gates of roles that are installed in the file of a
// site, as far as it can be read.
func (c *Client) Roles(site Site) []string {
	list, err := c.hooksIn(site)
	if err != nil {
		return nil
	}
	var all []string
	for _, f := range list {
		if f.ours {
			all = append(all, f.Role())
		}
	}
	return all
}
