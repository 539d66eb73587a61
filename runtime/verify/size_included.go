package verify

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"
)

// elsewhere measures changed files of other names that are compiled as a source
// all the same: a link has such a name, or a source of Rust includes them.
func (s *SizeLimit) elsewhere(r *Run, v *Violations, changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	by := map[string]Change{}
	for _, c := range changes {
		by[c.Path] = c
	}
	for _, link := range r.new.links() {
		if !s.about(link) {
			continue
		}
		to, _, err := r.follow(r.new, link)
		if err != nil {
			return err
		}
		if c, ok := by[to]; ok {
			delete(by, to)
			if err := s.change(r, v, c, path.Ext(link)); err != nil {
				return err
			}
		}
	}
	suspect := map[string]Violations{}
	for name, c := range by {
		var one Violations
		if err := s.change(r, &one, c, ".rs"); err != nil {
			return err
		}
		for _, violation := range one {
			if !strings.Contains(violation.Reason, "cannot be measured") { // nor included then
				suspect[name] = append(suspect[name], violation)
			}
		}
	}
	// All sources are read only if there is something to be found in them.
	if len(suspect) == 0 {
		return nil
	}
	return s.includers(r, v, suspect)
}

// includers looks for the sources that include one of the suspects, directly or
// by way of another file.
func (s *SizeLimit) includers(r *Run, v *Violations, suspect map[string]Violations) error {
	var queue []string
	for name, e := range r.new.all() {
		if e.Regular() && (strings.EqualFold(path.Ext(name), ".rs") && s.about(name) || path.Base(name) == "Cargo.toml") {
			queue = append(queue, name)
		}
	}
	slices.Sort(queue)
	seen := map[string]bool{}
	for len(queue) > 0 && len(suspect) > 0 {
		name := queue[0]
		queue = queue[1:]
		text, err := r.New(name)
		if err != nil {
			return err
		}
		includes := rustIncludes
		if path.Base(name) == "Cargo.toml" {
			includes = cargoRoots
		}
		for _, ref := range includes(text) {
			for _, to := range ref.paths(r, name, suspect) {
				to, e, err := r.follow(r.new, to)
				if err != nil {
					return err
				}
				for _, violation := range suspect[to] {
					violation.Reason += "; " + shown(name) + " includes it"
					*v = append(*v, violation)
				}
				delete(suspect, to)
				if e.Regular() && !seen[to] && !s.about(to) {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
	}
	return nil
}

// A rustInclude is the name of a file in a source of Rust.
type rustInclude struct {
	name   string
	module bool // of an attribute path, and not of include!
	crate  bool // from the folder of the crate's manifest
}

// paths are the files that an include in the file called from can mean.
func (i rustInclude) paths(r *Run, from string, suspect map[string]Violations) []string {
	dir := path.Dir(from)
	if i.crate {
		for dir != "." && r.new.at(join(dir, "Cargo.toml")) == (Entry{}) {
			dir = path.Dir(dir)
		}
		return []string{dir + "/" + i.name}
	}
	list := []string{dir + "/" + i.name}
	if i.module {
		// Within a module's braces the path starts in a folder of its name.
		for name := range suspect {
			if (dir == "." || strings.HasPrefix(name, dir+"/")) && strings.HasSuffix(name, "/"+path.Clean(i.name)) {
				list = append(list, name)
			}
		}
	}
	return list
}

// cargoRoots are the sources that a manifest names: where a library begins, a
// program, a test, or the build.
func cargoRoots(text []byte) []rustInclude {
	var m map[string]any
	if decodeTOML(text, &m) != nil {
		return nil
	}
	var list []rustInclude
	add := func(v any, key string) {
		if t, ok := v.(map[string]any); ok {
			if name, ok := t[key].(string); ok {
				list = append(list, rustInclude{name: name})
			}
		}
	}
	add(m["package"], "build")
	add(m["lib"], "path")
	for _, kind := range []string{"bin", "test", "example", "bench"} {
		targets, _ := m[kind].([]map[string]any)
		for _, t := range targets {
			add(t, "path")
		}
	}
	return list
}

// rustIncludes finds include!("name") and #[path = "name"].
func rustIncludes(text []byte) []rustInclude {
	if len(text) > maxSource || !bytes.Contains(text, []byte("include")) && !bytes.Contains(text, []byte("path")) {
		return nil
	}
	f, err := readRust(text, nil)
	if err != nil {
		return nil
	}
	var list []rustInclude
	macros := map[string]bool{"include": true}
	for i, t := range f.tokens[:max(len(f.tokens)-2, 0)] {
		one, two := f.tokens[i+1], f.tokens[i+2]
		switch {
		case t.word("include") && one.word("as"):
			macros[two.text] = true
		case t.kind == rustWord && macros[t.text] && one.is("!") && f.opened(i+2):
			if ref, ok := f.text(i+3, int(f.ends[i+2])); ok {
				list = append(list, ref)
			}
		case t.word("path") && one.is("=") && two.kind == rustValue && f.inAttribute(i):
			if name, ok := rustString(two.text); ok {
				list = append(list, rustInclude{name: name, module: true})
			}
		}
	}
	return list
}

// inAttribute reports whether the word at i stands where #[path = ""] has it,
// also behind a condition. Other attributes have paths too, to other files.
func (f *rustFile) inAttribute(i int) bool {
	if i > 1 && f.tokens[i-1].is("[") && f.tokens[i-2].is("#") {
		return true
	}
	for j := i - 1; j > 1 && i-j < 200; j-- {
		if f.tokens[j].word("cfg_attr") && f.tokens[j-1].is("[") && f.tokens[j-2].is("#") {
			return f.tokens[i-1].is(",") && int(f.ends[j-1]) > i
		}
	}
	return false
}

// text is the value of the tokens from i to end, as far as the compiler has no
// more to know it from than the source: a string, or several that concat! joins.
func (f *rustFile) text(i, end int) (ref rustInclude, ok bool) {
	for ; i < end; i++ {
		switch t := f.tokens[i]; {
		case t.kind == rustValue:
			part, is := rustString(t.text)
			if !is {
				return ref, false
			}
			ref.name += part
		case t.word("concat") && i+2 < end && f.tokens[i+1].is("!") && f.opened(i+2):
			i += 2 // and its last bracket below
		case t.word("env") && i+3 < end && f.tokens[i+1].is("!") && f.tokens[i+3].text == `"CARGO_MANIFEST_DIR"` && ref.name == "":
			ref.crate, i = true, int(f.ends[i+2])
		case t.is(","), t.is(")"), t.is("]"), t.is("}"):
		default:
			return ref, false
		}
	}
	return ref, ref.name != ""
}

// rustString is the text of a string, also of a raw one.
func rustString(s string) (string, bool) {
	if raw, ok := strings.CutPrefix(s, "r"); ok {
		raw = strings.Trim(raw, "#")
		return strings.Trim(raw, `"`), len(raw) > 1
	}
	if !strings.HasPrefix(s, `"`) {
		return "", false
	}
	if text, err := strconv.Unquote(s); err == nil {
		return text, true
	}
	// Rust's \u{2e} and its line breaks are not Go's.
	var b strings.Builder
	for s = s[1 : len(s)-1]; s != ""; {
		before, after, found := strings.Cut(s, `\`)
		b.WriteString(before)
		if !found || after == "" {
			break
		}
		if hex, rest, ok := strings.Cut(strings.TrimPrefix(after, "u{"), "}"); ok && strings.HasPrefix(after, "u{") {
			n, _ := strconv.ParseUint(strings.ReplaceAll(hex, "_", ""), 16, 32)
			b.WriteRune(rune(n))
			s = rest
			continue
		}
		if after[0] == '\n' {
			s = strings.TrimLeft(after, " \t\r\n")
			continue
		}
		r, _, rest, err := strconv.UnquoteChar(`\`+after, '"')
		if err != nil {
			return "", false
		}
		b.WriteRune(r)
		s = rest
	}
	return b.String(), true
}
