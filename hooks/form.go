package hooks

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// A form is how one file of a client's makes it ask a gate. All methods are
// functions of the text: nothing is read or written but by [Install] and
// [Uninstall].
type form interface {
	// normal drops what a hook cannot say in this form.
	normal(Hook) Hook
	// names reports whether it can name the gate to the whole session, see [Hook].Atoms.
	names() bool
	// find lists what is started before a tool call, kei's and others'.
	find(file string, text []byte) ([]found, error)
	// put adds the hook to a file that has none of kei's.
	put(file string, text []byte, h Hook) ([]byte, error)
	// take removes the hooks that match. A nil text: nothing is left.
	take(file string, text []byte, match func(found) bool) ([]byte, []found, error)
}

// A program is the form of clients that take a file of their own for each hook:
// a script that they start, or a plugin that they load.
type program struct {
	emit    func(note, argv, within, session string) ([]byte, error)
	ends    bool // it cannot end a gate by itself
	deny    bool // it comes with permissions of the client's own, see permissions
	session bool // it runs in the client's process, and can name the gate in its environment
}

// A note is the line of such a file from which its hook is read back.
type note struct {
	Program string
	Of      string `json:",omitempty"`
	Silent  bool   `json:",omitempty"`
	Root    string `json:",omitempty"`
	Task    string `json:",omitempty"`
	Main    string `json:",omitempty"`
	Ender   string `json:",omitempty"`
	Deny    string `json:",omitempty"`
	Atoms   bool   `json:",omitempty"`
}

const noteMark = "kei: "

func (p *program) normal(h Hook) Hook {
	if !p.ends {
		h.Ender = ""
	}
	if !p.deny {
		h.Deny = ""
	}
	h.Atoms = h.Atoms && p.session
	return h
}

func (p *program) names() bool { return p.session }

func (p *program) text(h Hook) ([]byte, error) {
	h = p.normal(h)
	n, err := render("", note(h), "", "")
	if err != nil {
		return nil, err
	}
	argv, err := render("", h.argv(), "", "")
	if err != nil {
		return nil, err
	}
	if p.ends {
		words := h.argv()
		if h.Ender != "" {
			words = append([]string{h.Ender, within}, words...)
		}
		for i := range words {
			words[i] = quote(words[i])
		}
		argv = strings.Join(words, " ")
	}
	session := ""
	if h.Atoms {
		if session, err = render("", h.Program, "", ""); err != nil {
			return nil, err
		}
	}
	return p.emit(noteMark+n, argv, within, session)
}

func (p *program) find(file string, text []byte) ([]found, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		_, said, ok := strings.Cut(line, " "+noteMark)
		if !ok {
			continue
		}
		var n note
		if json.Unmarshal([]byte(said), &n) != nil || n.Program == "" {
			break
		}
		f := found{Hook: Hook(n), at: &node{}}
		want, err := p.text(f.Hook)
		f.ours = err == nil && bytes.Equal(want, text)
		f.whole = f.ours
		return []found{f}, nil
	}
	return []found{{at: &node{}}}, nil // somebody else's
}

func (p *program) put(file string, text []byte, h Hook) ([]byte, error) {
	if len(bytes.TrimSpace(text)) > 0 {
		return nil, &Error{File: file, Text: "there already, and not kei's; the client takes one hook of this name, so move it away first"}
	}
	return p.text(h)
}

func (p *program) take(file string, text []byte, match func(found) bool) ([]byte, []found, error) {
	list, err := p.find(file, text)
	if err != nil {
		return nil, nil, err
	}
	list = slices.DeleteFunc(list, func(f found) bool { return !match(f) })
	if len(list) == 0 {
		return text, nil, nil
	}
	return nil, list, nil
}
