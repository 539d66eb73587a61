package verify

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"kei/runtime/gate"
)

// SizeLimit holds the files that the agent changed, and the functions in them,
// to a length. What was longer before may stay as long as it was.
type SizeLimit struct {
	Capability    string      `toml:"-"`
	Place         Place       `toml:"-"`
	Files         []gate.Glob `toml:"files"`
	FileLines     int         `toml:"file-lines-max"`     // 0 is no limit
	FunctionLines int         `toml:"function-lines-max"` // in the languages that are understood: Go and Rust
}

// A function is one of a source file. Lines count from its keyword to its last
// brace; one inside another counts for both.
type function struct {
	name  string
	line  int // that it begins in
	lines int
}

// Check implements [Step].
func (s *SizeLimit) Check(r *Run) error {
	var v Violations
	for _, c := range r.Changes {
		if !c.New.Regular() || !s.about(c.Path) {
			continue
		}
		now, err := r.blob(c.New)
		if err != nil {
			return err
		}
		var before []byte
		if c.Old.Regular() {
			if before, err = r.blob(c.Old); err != nil {
				return err
			}
		}
		s.file(&v, c.Path, before, now)
	}
	return v.Err()
}

// about reports whether the file is one of those that are measured, also if its
// name is written in capitals.
func (s *SizeLimit) about(name string) bool {
	ext := path.Ext(name)
	return matches(s.Files, name) || matches(s.Files, strings.TrimSuffix(name, ext)+strings.ToLower(ext))
}

func (s *SizeLimit) file(v *Violations, name string, before, now []byte) {
	if !utf8.Valid(now) || bytes.IndexByte(now, 0) >= 0 {
		v.add("%s is no text, so it cannot be measured", shown(name))
		return
	}
	if n, was := lines(now), lines(before); s.FileLines > 0 && n > s.FileLines && n > was {
		v.add("%s: %d lines > %d%s", shown(name), n, s.FileLines, longer(was, s.FileLines))
	}
	if s.FunctionLines == 0 {
		return
	}
	found, err := functions(name, now)
	if err != nil {
		v.add("%s cannot be measured: %v", shown(name), err)
		return
	}
	old, _ := functions(name, before)
	for _, f := range found {
		if f.lines <= s.FunctionLines {
			continue
		}
		was := 0
		for _, o := range old {
			if o.name == f.name && o.lines > was {
				was = o.lines
			}
		}
		if f.lines > was {
			v.add("%s:%d: function %s: %d lines > %d%s", shown(name), f.line, f.name, f.lines, s.FunctionLines, longer(was, s.FunctionLines))
		}
	}
}

// longer says that something was too long before, and got longer.
func longer(was, most int) string {
	if was > most {
		return fmt.Sprintf(" (it had %d)", was)
	}
	return ""
}

// lines counts as an editor does: a last line without an end is one.
func lines(text []byte) int {
	n := bytes.Count(text, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// functions are those of a file in a language that is understood.
func functions(name string, text []byte) ([]function, error) {
	if len(text) == 0 {
		return nil, nil
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".go":
		return goFunctions(text)
	case ".rs":
		return rustFunctions(text)
	}
	return nil, nil
}
