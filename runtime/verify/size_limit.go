package verify

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"kei/runtime/gate"
)

// SizeLimit holds the files that the agent changed, and the functions in them,
// to a length. What was longer before may stay as long as it was. Files of other
// names are measured where a source includes them or a link names them so.
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
	name string // with its type's, and in Rust its modules'
	line int    // that it begins in
	size
	was int // lines that one of this name had before
}

// A source is a file as it is measured.
type source struct {
	size
	functions []function
}

// maxSource is how many bytes are taken apart; each can be a token, and has been
// seen to take a hundred times the memory.
const maxSource = 4 << 20

// Check implements [Step].
func (s *SizeLimit) Check(r *Run) error {
	var v Violations
	var rest []Change
	for _, c := range r.Changes {
		if !c.New.Regular() {
			continue
		}
		if !s.about(c.Path) {
			rest = append(rest, c)
			continue
		}
		if err := s.change(r, &v, c, path.Ext(c.Path)); err != nil {
			return err
		}
	}
	if err := s.elsewhere(r, &v, rest); err != nil {
		return err
	}
	return v.Err()
}

// change measures one file, as one with the extension.
func (s *SizeLimit) change(r *Run, v *Violations, c Change, ext string) error {
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
	s.file(v, c.Path, strings.ToLower(ext), before, now)
	return nil
}

// about reports whether the file is one of those that are measured, also if its
// name is written in capitals.
func (s *SizeLimit) about(name string) bool {
	ext := path.Ext(name)
	return matches(s.Files, name) || matches(s.Files, strings.TrimSuffix(name, ext)+strings.ToLower(ext))
}

func (s *SizeLimit) file(v *Violations, name, ext string, before, now []byte) {
	if !utf8.Valid(now) || bytes.IndexByte(now, 0) >= 0 {
		v.add("%s is no text, so it cannot be measured", shown(name))
		return
	}
	if len(now) > maxSource {
		if len(now) > len(before) {
			v.add("%s is too large to be measured: %d bytes > %d", shown(name), len(now), maxSource)
		}
		return
	}
	is, err := measure(ext, now)
	if err != nil {
		v.add("%s cannot be measured: %s", shown(name), plain(err.Error()))
	}
	was := source{size: size{lines: lines(before)}}
	if len(before) <= maxSource {
		was, _ = measure(ext, before)
	}
	if n := is.counted(); s.FileLines > 0 && n > s.FileLines && n > was.counted() {
		v.add("%s: %s > %d%s", shown(name), is.size, s.FileLines, longer(was.counted(), s.FileLines))
	}
	if s.FunctionLines == 0 {
		return
	}
	old := map[string][]int{} // the lengths of each name's, the longest last
	for _, f := range was.functions {
		old[f.name] = append(old[f.name], f.counted())
	}
	for _, list := range old {
		slices.Sort(list)
	}
	slices.SortStableFunc(is.functions, func(a, b function) int { return b.counted() - a.counted() })
	var long []function
	for _, f := range is.functions {
		if list := old[f.name]; len(list) > 0 {
			f.was, old[f.name] = list[len(list)-1], list[:len(list)-1]
		}
		if n := f.counted(); n > s.FunctionLines && n > f.was {
			long = append(long, f)
		}
	}
	slices.SortStableFunc(long, func(a, b function) int { return a.line - b.line })
	for i, f := range long {
		if i == maxListed {
			v.add("%s: %d more functions that are too long", shown(name), len(long)-i)
			break
		}
		v.add("%s:%d: function %s: %s > %d%s", shown(name), f.line, plain(f.name), f.size, s.FunctionLines, longer(f.was, s.FunctionLines))
	}
}

// longer says that something was too long before, and got longer.
func longer(was, most int) string {
	if was > most {
		return fmt.Sprintf(" (it had %d)", was)
	}
	return ""
}

// measure takes a source apart, if its language is understood. The lines of the
// file count in any language, and also where there is an error.
func measure(ext string, text []byte) (source, error) {
	starts := lineStarts(text)
	s := source{size: size{lines: lines(text)}}
	var err error
	switch {
	case len(text) == 0:
	case ext == ".go":
		s.functions, s.tokens, err = goSource(text, starts)
	case ext == ".rs":
		s.functions, s.tokens, err = rustSource(text, starts)
	}
	return s, err
}
