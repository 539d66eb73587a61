package verify

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"kei/runtime/gate"
	"kei/runtime/source"
)

// SizeLimit holds the files that the agent changed, and the functions in them,
// to a length. What was longer before may stay as long as it was. Files of other
// names are measured where a source includes them or a link names them so.
type SizeLimit struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// The files that are measured.
	// Example: ["**/*.go", "**/*.rs"]
	Files []gate.Glob `toml:"files"`

	// The lines that a file may have.
	// Default: 0, which is no limit
	// Example: 500
	FileLines int `toml:"file-lines-max"`

	// The lines that a function may have, in the languages that are understood.
	// Default: 0, which is no limit
	// Example: 60
	FunctionLines int `toml:"function-lines-max"`
}

// A function is one that is measured.
type function struct {
	source.Function
	was int // lines that one of this name had before
}

// A measured is a file as it is measured.
type measured struct {
	source.Size
	functions []function
}

// Check implements [Step].
func (s *SizeLimit) Check(r *Run) error {
	var v Violations
	var list, rest []Change
	m := &measuring{SizeLimit: s, run: r}
	for _, c := range r.Changes {
		switch {
		case !c.New.Regular():
		case s.about(c.Path):
			list = append(list, c)
		default:
			rest = append(rest, c)
		}
	}
	// So many at once that their contents fit into memory, whatever the work is.
	for window := range slices.Chunk(list, 256) {
		if err := m.changes(&v, window); err != nil {
			return err
		}
	}
	if err := m.elsewhere(&v, rest); err != nil {
		return err
	}
	return v.Err()
}

// A measuring is a step being made.
type measuring struct {
	*SizeLimit
	run  *Run
	gone *departed // what the work takes away; nil until it is asked for
}

// A sized is a file with what was measured of it.
type sized struct {
	name, ext   string
	before, now []byte
	was, is     measured
	bad         error // what kept it from being measured
	err         error // what kept it from being read
}

// changes measures files side by side, and then holds one after the other to the limit.
func (m *measuring) changes(v *Violations, list []Change) error {
	all := beside(list, func(c Change) sized { return m.size(c, path.Ext(c.Path)) })
	for i := range all {
		if err := m.file(v, &all[i]); err != nil {
			return err
		}
	}
	return nil
}

// change measures one file, as one with the extension.
func (m *measuring) change(v *Violations, c Change, ext string) error {
	f := m.size(c, ext)
	return m.file(v, &f)
}

// size reads a file and measures it, as it was and as it is.
func (m *measuring) size(c Change, ext string) (f sized) {
	f.name, f.ext = c.Path, strings.ToLower(ext)
	if f.now, f.err = m.run.blob(c.New); f.err == nil {
		f.err = m.measure(&f, func() ([]byte, error) {
			if !c.Old.Regular() {
				return nil, nil
			}
			return m.run.blob(c.Old)
		})
	}
	return f
}

// measure measures what was read. What the file was before decides, and is read, only
// where it is too long now.
func (s *SizeLimit) measure(f *sized, before func() ([]byte, error)) (err error) {
	large := len(f.now) > source.MaxBytes
	if f.text() && !large {
		f.is, f.bad = measure(f.ext, f.now)
	}
	if !large && !s.beyond(f.is) {
		return nil
	}
	if f.before, err = before(); err != nil || large {
		return err
	}
	f.was = measured{Size: source.Size{Lines: source.Lines(f.before)}}
	if len(f.before) <= source.MaxBytes {
		f.was, _ = measure(f.ext, f.before)
	}
	return nil
}

// beyond reports whether a file, or a function in it, is longer than what is new may be.
func (s *SizeLimit) beyond(f measured) bool {
	return s.FileLines > 0 && f.Counted() > s.FileLines ||
		s.FunctionLines > 0 && slices.ContainsFunc(f.functions, func(f function) bool { return f.Counted() > s.FunctionLines })
}

// text reports whether a file is one that has lines.
func (f *sized) text() bool { return utf8.Valid(f.now) && bytes.IndexByte(f.now, 0) < 0 }

// about reports whether the file is one of those that are measured, also if its
// name is written in capitals.
func (s *SizeLimit) about(name string) bool {
	if matches(s.Files, name) {
		return true
	}
	ext := path.Ext(name)
	lower := strings.ToLower(ext)
	return lower != ext && matches(s.Files, strings.TrimSuffix(name, ext)+lower)
}

func (m *measuring) file(v *Violations, f *sized) error {
	name, ext, before, now, is, was := f.name, f.ext, f.before, f.now, f.is, f.was
	if f.err != nil {
		return f.err
	}
	if !f.text() {
		v.add("%s is no text, so it cannot be measured", shown(name))
		return nil
	}
	if len(now) > source.MaxBytes {
		if len(now) > len(before) {
			v.add("%s is too large to be measured: %d bytes > %d", shown(name), len(now), source.MaxBytes)
		}
		return nil
	}
	if f.bad != nil {
		v.add("%s cannot be measured: %s", shown(name), plain(f.bad.Error()))
	}
	var err error
	long := m.FileLines > 0 && is.Counted() > m.FileLines && is.Counted() > was.Counted()
	if long && source.Generated(now) {
		m.run.Note("%s is generated, as it says, and may be as long as it is: %s", shown(name), is.Size)
		long = false
	}
	if long {
		had := was.Counted()
		if before == nil {
			if had, err = m.formerFile(ext, now); err != nil {
				return err
			}
		}
		if is.Counted() > had {
			v.add("%s: %s > %d%s", shown(name), is.Size, m.FileLines, longer(had, m.FileLines))
		}
	}
	if m.FunctionLines == 0 || source.Generated(now) && source.Generated(before) {
		return nil
	}
	return m.functions(v, name, ext, was, is, now)
}

// functions holds those of a file to their length.
func (m *measuring) functions(v *Violations, name, ext string, was, is measured, now []byte) error {
	old := map[string][]int{} // the lengths of each name's, the longest last
	for _, f := range was.functions {
		old[f.Name] = append(old[f.Name], f.Counted())
	}
	for _, list := range old {
		slices.Sort(list)
	}
	slices.SortStableFunc(is.functions, func(a, b function) int { return b.Counted() - a.Counted() })
	var long []function
	for _, f := range is.functions {
		if list := old[f.Name]; len(list) > 0 {
			f.was, old[f.Name] = list[len(list)-1], list[:len(list)-1]
		}
		if n := f.Counted(); n > m.FunctionLines && n > f.was {
			if f.was == 0 {
				var err error
				if f.was, err = m.formerFunction(ext, f, now); err != nil {
					return err
				}
			}
			if n > f.was {
				long = append(long, f)
			}
		}
	}
	slices.SortStableFunc(long, func(a, b function) int { return a.Line - b.Line })
	for i, f := range long {
		if i == maxListed {
			v.add("%s: %d more functions that are too long", shown(name), len(long)-i)
			break
		}
		v.add("%s:%d: function %s: %s > %d%s", shown(name), f.Line, plain(f.Name), f.Size, m.FunctionLines, longer(f.was, m.FunctionLines))
	}
	return nil
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
func measure(ext string, text []byte) (m measured, err error) {
	starts := source.LineStarts(text)
	m.Lines = starts.Lines(text)
	language := languageOf(ext)
	if len(text) == 0 || language == nil {
		return m, nil
	}
	var list []source.Function
	list, m.Tokens, err = language.Measure(text, starts)
	m.functions = make([]function, 0, len(list))
	for _, f := range list {
		m.functions = append(m.functions, function{Function: f})
	}
	return m, err
}
