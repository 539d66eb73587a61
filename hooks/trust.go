package hooks

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"github.com/BurntSushi/toml"
)

// Codex starts a hook only if the user's config.toml says that this very
// definition, at this very place, is trusted; otherwise it skips it without a
// word. A person says so in its /hooks screen. Install writes the same record
// only when it is told to: whoever may write it decides what runs on every
// session of this user.
//
//	[hooks.state."/repo/.codex/hooks.json:pre_tool_use:0:0"]
//	trusted_hash = "sha256:..."

// A trust is the record for one hook.
type trust struct{ key, hash string }

// trustOf is the record that Codex asks for, for a handler of a hooks file.
func trustOf(d *document, f found) (trust, error) {
	var h struct {
		Type    string
		Command string
		Timeout *float64
		Async   bool
	}
	if err := json.Unmarshal(d.text[f.at.start:f.at.end], &h); err != nil {
		return trust{}, err
	}
	seconds := 600.0
	if h.Timeout != nil {
		seconds = *h.Timeout
	}
	// The client's own normal form: defaults filled in, keys sorted, no spaces.
	// Keys of maps come out sorted.
	handler := map[string]any{"async": h.Async, "command": h.Command, "timeout": seconds, "type": h.Type}
	form := map[string]any{"event_name": "pre_tool_use", "hooks": []any{handler}}
	if f.matcher != nil {
		var m string
		if err := json.Unmarshal(d.text[f.matcher.start:f.matcher.end], &m); err != nil {
			return trust{}, err
		}
		form["matcher"] = m
	}
	text, err := render("", form, "", "")
	if err != nil {
		return trust{}, err
	}
	return trust{
		key:  fmt.Sprintf("%s:pre_tool_use:%d:%d", d.file, f.group, f.handler),
		hash: fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text))),
	}, nil
}

// codexConfig is what kei reads of a config.toml.
type codexConfig struct {
	Features struct{ Hooks *bool }
	Hooks    struct {
		State map[string]struct {
			Hash    string `toml:"trusted_hash"`
			Enabled *bool
		}
	}
	Projects map[string]struct {
		Level string `toml:"trust_level"`
	}
}

func readConfig(file string, text []byte) (codexConfig, error) {
	var c codexConfig
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		return c, errorAt(file, text, 0, "a byte-order mark before the TOML; save it as UTF-8 without one")
	}
	_, err := toml.Decode(string(text), &c)
	if e, ok := err.(toml.ParseError); ok {
		return c, &Error{file, e.Position.Line, e.Position.Col, e.Message + "; fix it first"}
	}
	return c, err
}

func (t trust) block(nl string) string {
	key, _ := render("", t.key, "", "")
	return "[hooks.state." + key + "]" + nl + `trusted_hash = "` + t.hash + `"` + nl
}

// put adds the record at the end of the file and reads it back.
func (t trust) put(file string, text []byte) ([]byte, error) {
	c, err := readConfig(file, text)
	if err != nil {
		return nil, err
	}
	if s, ok := c.Hooks.State[t.key]; ok {
		if s.Hash == t.hash {
			return text, nil
		}
		return nil, &Error{File: file, Text: "hooks.state already has a record of its own for " + t.key + "; take it out first"}
	}
	nl := "\n"
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		nl = "\r\n"
	}
	before := ""
	if len(text) > 0 {
		before = nl
		if text[len(text)-1] != '\n' {
			before += nl
		}
	}
	out := slices.Concat(text, []byte(before+t.block(nl)))
	// An inline table cannot be added to, though this package's decoder takes it.
	inline := regexp.MustCompile(`(?m)^[ \t]*(hooks|(hooks\.)?state)[ \t]*=[ \t]*\{`).Match(text)
	if c, err = readConfig(file, out); inline || err != nil || c.Hooks.State[t.key].Hash != t.hash {
		return nil, &Error{File: file, Text: "hooks is written in a way that no [hooks.state] can be added to; write it as tables first"}
	}
	return out, nil
}

// take removes the record as put has written it, wherever it stands now.
func (t trust) take(text []byte) []byte {
	for _, nl := range []string{"\r\n", "\n"} {
		block := []byte(t.block(nl))
		at := bytes.Index(text, block)
		if at < 0 || at > 0 && text[at-1] != '\n' {
			continue
		}
		end := at + len(block)
		if rest := bytes.TrimLeft(text[end:], " \t\r\n"); len(rest) > 0 && rest[0] != '[' && rest[0] != '#' {
			continue // somebody has added to the table
		}
		if bytes.HasSuffix(text[:at], []byte(nl+nl)) {
			at -= len(nl) // the empty line before it
		}
		text = slices.Concat(text[:at], text[end:])
	}
	return text
}

// codexTrust keeps the record of the hooks of a file with them: those that was
// had and is has not go.
func codexTrust(s Site, at Settings, was, is []byte) *second {
	return &second{
		at:    s.inHome(".codex/config.toml", "CODEX_HOME"),
		empty: func(_ string, text []byte) bool { return len(bytes.TrimSpace(text)) == 0 },
		put: func(file string, text []byte, h *Hook) ([]byte, error) {
			if !s.Trust {
				return text, nil
			}
			for _, t := range trustsOf(at, is, func(f found) bool { return f.Hook == *h && f.whole }) {
				var err error
				if text, err = t.put(file, text); err != nil {
					return nil, err
				}
			}
			return text, nil
		},
		take: func(file string, text []byte, h Hook) ([]byte, error) {
			ours := func(f found) bool { return f.Hook == h }
			for _, t := range trustsOf(at, was, ours) {
				if !slices.Contains(trustsOf(at, is, ours), t) {
					text = t.take(text)
				}
			}
			return text, nil
		},
	}
}

// trustsOf are the records for the hooks of a file that match.
func trustsOf(at Settings, text []byte, match func(found) bool) []trust {
	l := &layout{events: nested, fixed: command, command: "command", timeout: "timeout", unit: 1}
	d, err := l.read(at.Path(), text)
	if err != nil {
		return nil
	}
	list, err := l.handlers(d)
	if err != nil {
		return nil
	}
	var all []trust
	for _, f := range list {
		if t, err := trustOf(d, f); err == nil && match(f) {
			all = append(all, t)
		}
	}
	return all
}
