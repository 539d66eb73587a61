package verify

import (
	"path"
	"slices"
	"strings"

	"kei/runtime/source/rust"
)

// elsewhere measures changed files of other names that are compiled as a source
// all the same: a link has such a name, or a source of Rust includes them.
func (s *measuring) elsewhere(v *Violations, changes []Change) error {
	r := s.run
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
			if err := s.change(v, c, path.Ext(link)); err != nil {
				return err
			}
		}
	}
	suspect := map[string]Violations{}
	for name, c := range by {
		var one Violations
		if err := s.change(&one, c, ".rs"); err != nil {
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
		includes := rust.Includes
		if path.Base(name) == "Cargo.toml" {
			includes = cargoRoots
		}
		for _, ref := range includes(text) {
			for _, to := range includePaths(ref, r, name, suspect) {
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

// includePaths are the files that an include in the file called from can mean.
func includePaths(i rust.Include, r *Run, from string, suspect map[string]Violations) []string {
	dir := path.Dir(from)
	if i.Crate {
		for dir != "." && r.new.at(join(dir, "Cargo.toml")) == (Entry{}) {
			dir = path.Dir(dir)
		}
		return []string{dir + "/" + i.Name}
	}
	list := []string{dir + "/" + i.Name}
	if i.Module {
		// Within a module's braces the path starts in a folder of its name.
		for name := range suspect {
			if (dir == "." || strings.HasPrefix(name, dir+"/")) && strings.HasSuffix(name, "/"+path.Clean(i.Name)) {
				list = append(list, name)
			}
		}
	}
	return list
}

// cargoRoots are the sources that a manifest names: where a library begins, a
// program, a test, or the build.
func cargoRoots(text []byte) []rust.Include {
	var m map[string]any
	if decodeTOML(text, &m) != nil {
		return nil
	}
	var list []rust.Include
	add := func(v any, key string) {
		if t, ok := v.(map[string]any); ok {
			if name, ok := t[key].(string); ok {
				list = append(list, rust.Include{Name: name})
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
