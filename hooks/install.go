package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Done is what Install or Uninstall did, for a person: "installed edit-local
// in /repo/.claude/settings.json".
type Done struct {
	What  string
	Notes []string // what is left to know
}

// A change is one file of an installation: what it is, and what it becomes.
type change struct {
	*place
	next []byte // nil: nothing is left of it
	had  bool   // kei had written to it before
	kept string // the backup that was made, "" for none
}

func open(s Settings, mode fs.FileMode) (*change, error) {
	p, err := s.open()
	if err != nil {
		return nil, err
	}
	if !p.exists {
		p.mode = mode
	}
	return &change{place: p}, nil
}

// Install makes the client start the hook before every tool call. A gate that
// kei installed in the file before is replaced: two would both be asked. Known
// are the roles there are; a hook that looks like kei's and is named for none
// of them is somebody else's.
func (c *Client) Install(site Site, h Hook, known []string) (Done, error) {
	return c.install(site, h, known, func(Hook) error { return nil })
}

// InstallProven is Install of a gate, which is then started by the very command
// that was written and asked about a call that every policy denies. If it does
// not deny it, the files are put back as they were, and that is the error.
func (c *Client) InstallProven(ctx context.Context, site Site, h Hook, known []string) (Done, error) {
	return c.install(site, h, known, func(h Hook) error { return c.prove(ctx, site, h) })
}

// Accepts says what stands in the way of an installation, before anything is written: it
// is [Client.Install] without its last step. Besides, it is an error where a file that
// sessions of the site read turns hooks off.
func (c *Client) Accepts(site Site, h Hook, known []string) error {
	w, err := c.prepare(site, h, known)
	if err != nil {
		return err
	}
	w.close()
	if site.Scope != "user" {
		site.Scope = "all"
	}
	x := examiner{Examination: Examination{Client: c, Site: site}}
	if off := x.off(); off != nil {
		off.Text += stillOff
		return off
	}
	return nil
}

// Reads says where a text is none that the client reads as a file of settings with hooks.
func (c *Client) Reads(file string, text []byte) error {
	_, err := c.form.find(file, text)
	return err
}

func (c *Client) install(site Site, h Hook, known []string, prove func(Hook) error) (Done, error) {
	w, err := c.prepare(site, h, known)
	if err != nil {
		return Done{}, err
	}
	defer w.close()
	if err := makeProven(w.changes, func() error { return prove(w.hook) }); err != nil {
		return Done{}, err
	}
	return w.done, nil
}

// A work is an installation that has only to be written.
type work struct {
	changes []*change // first the file with the hook
	hook    Hook      // as it stands there
	done    Done
}

func (w *work) close() {
	for _, ch := range w.changes {
		ch.root.Close()
	}
}

// prepare reads the files of an installation, and works out what they become.
func (c *Client) prepare(site Site, h Hook, known []string) (_ *work, err error) {
	for _, name := range append(h.sealed(), h.Path(site.Dir), h.Root) {
		if name != "" && !filepath.IsAbs(name) {
			return nil, fmt.Errorf("%s is not an absolute path", name)
		}
	}
	at := c.Settings(site)
	if c.refuse != nil {
		if err := c.refuse(at); err != nil {
			return nil, err
		}
	}
	first, err := open(at, c.mode())
	if err != nil {
		return nil, err
	}
	w := &work{changes: []*change{first}, hook: c.form.normal(h)}
	defer func() {
		if err != nil {
			w.close()
		}
	}()
	if err := c.isOff(first.path, first.text); err != nil {
		return nil, err
	}
	base, was, err := c.form.take(first.path, first.text, func(f found) bool {
		return f.Path(site.Dir) == h.Path(site.Dir) || f.ours && slices.Contains(known, f.Role())
	})
	if err != nil {
		return nil, err
	}
	first.had = len(was) > 0
	if err := w.put(c, site, base, was); err != nil {
		return nil, err
	}
	w.done = Done{What: fmt.Sprintf("installed %s in %s", w.hook.Role(), first.path), Notes: c.notes(site, w.hook)}
	if c.holds(was, w.hook) {
		first.next = first.text
		w.done.What = fmt.Sprintf("%s is already installed in %s", w.hook.Role(), first.path)
	} else if len(was) > 0 {
		w.done.What += ", in place of " + roles(was)
	}
	return w, nil
}

// put works out the file with the hook, of what is left of it without the hooks that
// were there, and the file that goes with it.
func (w *work) put(c *Client, site Site, base []byte, was []found) (err error) {
	first := w.changes[0]
	if first.next, err = c.form.put(first.path, base, w.hook); err != nil {
		return err
	}
	if c.holds(was, w.hook) {
		first.next = first.text // where it stands does not matter
	}
	if c.second == nil {
		return nil
	}
	other, err := c.besides(site, c.Settings(site), first, was, &w.hook)
	if err != nil {
		return err
	}
	w.changes = append(w.changes, other)
	first.next, err = c.form.put(first.path, base, w.hook)
	return err
}

// besides is the change of a client's second file, which may add to the hook.
func (c *Client) besides(site Site, at Settings, first *change, was []found, h *Hook) (*change, error) {
	more := c.second(site, at, first.text, first.next)
	other, err := open(more.at, 0o644)
	if err != nil {
		return nil, err
	}
	clean := other.text
	for _, w := range was {
		if clean, err = more.take(other.path, clean, w.Hook); err != nil {
			break
		}
	}
	if err == nil {
		other.had = !bytes.Equal(clean, other.text)
		other.next, err = more.put(other.path, clean, h)
	}
	if err != nil {
		other.root.Close()
		return nil, err
	}
	return other, nil
}

// makeProven writes the files, the last one first: alone it does no harm. If
// what was written is not proven, they are put back as they were.
func makeProven(changes []*change, prove func() error) error {
	var written []*change
	for _, ch := range slices.Backward(changes) {
		if ch.exists && bytes.Equal(ch.next, ch.text) || ch.next == nil && !ch.exists {
			continue
		}
		if err := ch.make(); err != nil {
			return err
		}
		written = append(written, ch)
	}
	err := prove()
	if err == nil {
		return nil
	}
	for _, ch := range slices.Backward(written) {
		err = errors.Join(err, ch.back())
	}
	return err
}

// make writes what the file becomes, and before it what it was to its backup.
func (ch *change) make() error {
	if !ch.had {
		names := ch.backups()
		if err := ch.keep(); err != nil {
			return err
		}
		if free := names[len(names)-1]; len(ch.backups()) > len(names) {
			ch.kept = free
		}
	}
	return ch.write(ch.next)
}

// back undoes make.
func (ch *change) back() error {
	if !ch.exists {
		return ch.removeAll()
	}
	was := ch.text
	ch.text = ch.next // as it must be found
	if err := ch.write(was); err != nil || ch.kept == "" {
		return err
	}
	return ch.drop(ch.kept)
}

// prove starts the hook that is installed, as the client does.
func (c *Client) prove(ctx context.Context, site Site, h Hook) error {
	at := c.Settings(site)
	list, err := c.hooksIn(site)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(f found) bool { return f.ours && f.Hook == h })
	if i < 0 {
		return &Error{File: at.Path(), Text: "the hook does not read back as it was written"}
	}
	x := examiner{Examination: Examination{Client: c, Site: site}}
	argv, env := x.start(list[i], at.Path())
	payload, err := c.speak.deny(site.Dir)
	if err != nil {
		return err
	}
	a, err := ask(ctx, env, payload, argv[0], argv[1:]...)
	if err == nil {
		err = c.speak.denies(a)
	}
	if err != nil {
		return &Error{File: at.Path(), Text: fmt.Sprintf("%s was not installed: started as the client starts it, it does not deny an unknown tool: %v", h.Role(), err)}
	}
	return nil
}

// holds reports whether what was found is the hook, all of it and nothing else.
func (c *Client) holds(was []found, h Hook) bool {
	places := 1
	if l, ok := c.form.(*layout); ok {
		places = len(l.events)
	}
	return len(was) == places && !slices.ContainsFunc(was, func(f found) bool {
		return f.Hook != h || !f.whole
	})
}

func (c *Client) mode() fs.FileMode {
	if p, ok := c.form.(*program); ok && p.ends {
		return 0o755 // the client starts it
	}
	return 0o644
}

// stillOff follows what turns hooks off.
const stillOff = ", so no gate would be asked; remove it first"

// isOff refuses a file that turns all hooks off.
func (c *Client) isOff(file string, text []byte) error {
	l, ok := c.form.(*layout)
	if !ok {
		return nil
	}
	d, err := l.read(file, text)
	if err != nil {
		return err
	}
	for _, o := range c.offs {
		if e := o.in(d); e != nil {
			e.Text += stillOff
			return e
		}
	}
	return nil
}

func (c *Client) notes(site Site, h Hook) []string {
	var notes []string
	if c.trust && !site.Trust {
		notes = append(notes, c.Title+" skips the hook, without a word, until you have approved it in /hooks; --trust writes that approval, for a machine where nobody can")
	}
	if c.remark != "" {
		notes = append(notes, c.Title+": "+c.remark)
	}
	if l, ok := c.form.(*layout); ok && !l.exec && h.Ender == "" && len(l.closed) == 0 {
		notes = append(notes, c.Title+" lets a call run if the gate does not come back in time, and there is no timeout(1) here to end it before")
	}
	return notes
}

// signed reports whether a hook of kei's shape could be nobody else's: what starts the
// gate says so, or the gate is told something that only kei tells.
func (c *Client) signed(f found) bool {
	l, ok := c.form.(*layout)
	return !ok || !l.exec || f.Of != "" || f.Root != "" || f.Task != "" || f.Main != ""
}

// Uninstall takes kei's gates out of the client's files: that of the role,
// however its hook has been edited since, or with role "" those of all known
// roles that are as they were installed, with known nil those that say whose they are. If nothing else changed since, a file
// is byte for byte what it was, or gone if there was none.
func (c *Client) Uninstall(site Site, role string, known []string) (Done, error) {
	at := c.Settings(site)
	first, err := open(at, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		return Done{}, notThere(at.Path(), role)
	}
	if err != nil {
		return Done{}, err
	}
	defer first.root.Close()
	if !first.exists {
		return Done{}, notThere(first.path, role)
	}
	var gone []found
	first.next, gone, err = c.form.take(first.path, first.text, func(f found) bool {
		if role != "" {
			return f.Role() == role && (filepath.IsAbs(f.Program) || f.Of != "")
		}
		return f.ours && (slices.Contains(known, f.Role()) || known == nil && c.signed(f))
	})
	if err != nil {
		return Done{}, err
	}
	if len(gone) == 0 {
		return Done{}, notThere(first.path, role)
	}
	done := Done{What: fmt.Sprintf("removed %s from %s", roles(gone), first.path)}
	h := gone[0].Hook
	var other *change
	var again *second
	if c.second != nil {
		site.Trust = true // whatever was written then goes now
		again = c.second(site, at, first.text, first.text)
		if other, err = open(again.at, 0o644); err != nil {
			return Done{}, err
		}
		defer other.root.Close()
		if other.next, err = c.second(site, at, first.text, first.next).take(other.path, other.text, h); err != nil {
			return Done{}, err
		}
		if bytes.Equal(other.next, other.text) {
			other = nil // nothing had been put there
		} else if again.empty(other.path, other.next) {
			other.next = nil
		}
	}
	note, err := first.undo(func(text []byte) ([]byte, error) { return c.form.put(first.path, text, h) })
	if err != nil {
		return Done{}, err
	}
	done.Notes = append(done.Notes, note...)
	if other != nil && other.exists {
		if note, err = other.undo(func(text []byte) ([]byte, error) { h := h; return again.put(other.path, text, &h) }); err != nil {
			return Done{}, err
		}
		done.Notes = append(done.Notes, note...)
	}
	return done, nil
}

// undo writes what is left of a file, or what there was before put made it what
// it is.
func (ch *change) undo(put func([]byte) ([]byte, error)) (notes []string, err error) {
	name, before, same := ch.restore(put)
	names := ch.backups()
	switch {
	case same:
		if err := ch.write(before); err != nil {
			return nil, err
		}
		return nil, ch.drop(name)
	case ch.next == nil && len(names) == 1:
		return nil, ch.removeAll()
	case len(names) > 1:
		notes = []string{"the settings have changed since; what they were before is in " + ch.shown(names[0])}
	}
	if ch.next == nil && strings.HasPrefix(filepath.Ext(ch.path), ".json") {
		ch.next = []byte("{}\n")
	}
	if err := ch.write(ch.next); err != nil {
		return nil, err
	}
	ch.unmark()
	return notes, nil
}

// shown is a file beside the one that is changed, as people find it.
func (p *place) shown(name string) string {
	rel, err := filepath.Rel(path.Dir(p.name), name)
	if err != nil {
		return name
	}
	return filepath.Join(filepath.Dir(p.path), rel)
}

func notThere(path, role string) error {
	if role == "" {
		return &Error{File: path, Text: "no gate of kei is installed here"}
	}
	return &Error{File: path, Text: "no gate of " + role + " is installed here"}
}

func roles(list []found) string {
	var names []string
	for _, f := range list {
		if !slices.Contains(names, f.Role()) {
			names = append(names, f.Role())
		}
	}
	return strings.Join(names, ", ")
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
