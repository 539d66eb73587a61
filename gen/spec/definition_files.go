package spec

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"

	"kei/internal/tomlpos"
)

// LeastPrompt is how many letters a prompt has at least, without what is blank around
// it: Qwen Code drops an agent below that.
const LeastPrompt = 10

// promptFile reads the file that tells the agent what it is.
func (r *defining) promptFile() {
	at := tomlpos.Pos{}
	if s, ok := r.text(r.t, "prompt", "prompt"); ok {
		r.d.Prompt, at = s.Text, s.Pos
		if !below(s.Text) {
			r.finding("bad-path", "prompt", at, "prompt is %s; it names a file of the agent's own folder", tomlpos.Printable(s.Text))
			return
		}
	} else if _, there := r.t.Entry("prompt"); there {
		return
	}
	text, ok := r.file("prompt", path.Join(r.dir, r.d.Prompt), at)
	if !ok {
		return
	}
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		r.finding("empty-prompt", "prompt", at, "%s is empty", r.d.Prompt)
	case len([]rune(trimmed)) < LeastPrompt:
		r.finding("short-prompt", "prompt", at, "%s has fewer than %d characters; a client drops the agent then", r.d.Prompt, LeastPrompt)
	}
	r.d.Body = text
}

// file reads a text that is rendered, with LF and without BOM.
func (r *defining) file(key, name string, at tomlpos.Pos) (string, bool) {
	name = path.Clean(name)
	if _, err := fs.Lstat(r.l.fsys, name); errors.Is(err, fs.ErrNotExist) {
		r.finding("missing-file", key, at, "there is no %s", name)
		return "", false
	}
	data, err := tomlpos.ReadMarked(r.l.fsys, name)
	if err != nil {
		r.finding("not-text", key, at, "%s", err)
		return "", false
	}
	return string(data), true
}

// contextPath reads a file that the prompt holds, by its path from the folder.
func (r *defining) contextPath(key string, s tomlpos.String) bool {
	full := path.Join(r.dir, s.Text)
	if s.Text == "" || path.IsAbs(s.Text) || strings.Contains(s.Text, `\`) || full == ".." || strings.HasPrefix(full, "../") {
		r.finding("bad-path", key, s.Pos, "%s leads out of the repository; name a file of it, from the agent's folder", tomlpos.Printable(s.Text))
		return false
	}
	return true
}

// rulesName is a file of rules/, without its ending.
var rulesName = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)+$`)

func (r *defining) rulesPath(key string, s tomlpos.String) bool {
	if !rulesName.MatchString(s.Text) {
		r.finding("bad-path", key, s.Pos, "%s is not of the form a/b, for rules/a/b.md", tomlpos.Printable(s.Text))
		return false
	}
	return true
}

// inlined reads the files that are named.
func (r *defining) inlined() {
	for _, p := range r.d.Context {
		r.inline("context", p, path.Join(r.dir, p))
	}
	for _, p := range r.d.Rules {
		r.inline("rules", p, "rules/"+p+".md")
	}
}

func (r *defining) inline(kind, name, file string) {
	key := kind
	e, _ := r.t.Entry(kind)
	at := e.Value.Pos
	if list, ok := e.Value.Any.([]tomlpos.Value); ok {
		for i, v := range list {
			if v.Any == name {
				key, at = r.indexed(kind, i), v.Pos
				break
			}
		}
	}
	if text, ok := r.file(key, file, at); ok {
		r.d.Inlined = append(r.d.Inlined, Inline{Kind: kind, Path: name, Text: text})
	}
}

func (r *defining) indexed(key string, i int) string { return key + "[" + strconv.Itoa(i) + "]" }
