package hooks

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Done is what Install or Uninstall did, for a person: "installed edit-local
// in /repo/.claude/settings.json".
type Done struct {
	What string
	Note string // what is left to know, "" for nothing
}

// Install makes the client start the hook before every tool call. A gate that
// kei installed in the file before is replaced: two would both be asked. Known
// are the roles there are; a hook that looks like kei's and is named for none
// of them is somebody else's.
func Install(s Settings, h Hook, known []string) (Done, error) {
	for _, name := range []string{h.Program, h.Task} {
		if name != "" && !filepath.IsAbs(name) {
			return Done{}, fmt.Errorf("%s is not an absolute path", name)
		}
	}
	p, err := s.open()
	if err != nil {
		return Done{}, err
	}
	defer p.root.Close()
	d, err := read(p.path, p.text)
	if err != nil {
		return Done{}, err
	}
	if off, ok := d.root.get("disableAllHooks"); ok && off.kind == 't' {
		return Done{}, errorAt(d.file, d.text, off.start, "disableAllHooks is true, so no gate would be asked; remove it first")
	}
	list, err := d.handlers()
	if err != nil {
		return Done{}, err
	}
	was, err := d.drop(list, func(f found) bool {
		return f.Program == h.Program || d.ours(f) && slices.Contains(known, f.Role())
	})
	if err != nil {
		return Done{}, err
	}
	if len(was) == 1 && was[0].Hook == h && was[0].whole {
		return Done{What: fmt.Sprintf("%s is already installed in %s", h.Role(), p.path)}, nil
	}
	text, err := with(d, h)
	if err != nil {
		return Done{}, err
	}
	if len(was) == 0 {
		if err := p.keep(); err != nil {
			return Done{}, err
		}
	}
	if err := p.write(text); err != nil {
		return Done{}, err
	}
	done := Done{What: fmt.Sprintf("installed %s in %s", h.Role(), p.path)}
	if len(was) > 0 {
		done.What += ", in place of " + roles(was)
	}
	return done, nil
}

// with is the text of a document with the hook added, read back to be sure.
func with(d *document, h Hook) ([]byte, error) {
	fresh := len(d.root.members) == 0 && len(d.text) == 2
	if err := d.install(h); err != nil {
		return nil, err
	}
	list, err := d.handlers()
	if err != nil {
		return nil, err
	}
	if len(list) == 0 || list[len(list)-1].Hook != h {
		return nil, &Error{File: d.file, Text: "the hook does not read back as it was written"}
	}
	text := d.text
	if fresh {
		text = append(slices.Clone(text), '\n')
	}
	return text, nil
}

// drop removes the handlers that match and returns them.
func (d *document) drop(list []found, match func(found) bool) ([]found, error) {
	var gone []found
	// From the last to the first, so that the places of the others hold.
	for _, f := range slices.Backward(list) {
		if !match(f) {
			continue
		}
		f.whole = d.ours(f) && f.matcher != nil && string(d.text[f.matcher.start:f.matcher.end]) == `"*"`
		gone = append(gone, f)
		if err := d.uninstall(f); err != nil {
			return nil, err
		}
	}
	slices.Reverse(gone)
	return gone, nil
}

// Uninstall takes kei's gates out of a settings file: that of the role, however
// its hook has been edited since, or with role "" those of all known roles that
// are as they were installed. If nothing else changed since, the file is byte
// for byte what it was, or gone if there was none.
func Uninstall(s Settings, role string, known []string) (Done, error) {
	p, err := s.open()
	if err != nil {
		return Done{}, err
	}
	defer p.root.Close()
	if !p.exists {
		return Done{}, notThere(p.path, role)
	}
	d, err := read(p.path, p.text)
	if err != nil {
		return Done{}, err
	}
	list, err := d.handlers()
	if err != nil {
		return Done{}, err
	}
	gone, err := d.drop(list, func(f found) bool {
		if role != "" {
			return f.Role() == role && filepath.IsAbs(f.Program)
		}
		return d.ours(f) && slices.Contains(known, f.Role())
	})
	if err != nil {
		return Done{}, err
	}
	if len(gone) == 0 {
		return Done{}, notThere(p.path, role)
	}
	done := Done{What: fmt.Sprintf("removed %s from %s", roles(gone), p.path)}
	name, before, same := p.restore(func(text []byte) ([]byte, error) {
		o, err := read(p.path, text)
		if err != nil {
			return nil, err
		}
		return with(o, gone[0].Hook)
	})
	switch names := p.backups(); {
	case same:
		if err := p.write(before); err != nil {
			return Done{}, err
		}
		return done, p.root.Remove(name)
	case len(d.root.members) == 0 && len(names) == 1:
		return done, p.removeAll()
	case len(names) > 1:
		done.Note = "the settings have changed since; what they were before is in " + filepath.Join(filepath.Dir(p.path), filepath.Base(names[0]))
	}
	if err := p.write(d.text); err != nil {
		return Done{}, err
	}
	_ = p.root.Remove(p.name + absentEnd) // there is a file now, and it is not kei's
	return done, nil
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
