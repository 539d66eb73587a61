package verify

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"kei/runtime/gate"
)

// DependenciesUnchanged finds changes of what the project is built from, in
// manifests and in lock files. The rest of a manifest may change. A task can
// allow them with allow-dep-bump.
type DependenciesUnchanged struct {
	Capability string      `toml:"-"`
	Place      Place       `toml:"-"`
	Files      []gate.Glob `toml:"files"` // further ones, which stay as they are as a whole
	Bypass     string      `toml:"bypass-env"`
}

// facts are what a file says about dependencies: a name for each, and what is
// said of it.
type facts map[string]string

// readers are the files that are understood, by name. One without a reader
// stays as it is.
var readers = map[string]func([]byte) (facts, error){
	"Cargo.toml": cargoManifest, "Cargo.lock": cargoLock, "config.toml": cargoConfig, "config": cargoConfig,
	"go.mod": goMod, "go.sum": eachLine, "go.work": goMod, "go.work.sum": eachLine,
	"package.json": npmManifest, "package-lock.json": npmLock, "npm-shrinkwrap.json": npmLock,
	"pnpm-lock.yaml": nil, "pnpm-workspace.yaml": nil, "yarn.lock": nil, "bun.lock": nil, "bun.lockb": nil,
}

// Check implements [Step].
func (s *DependenciesUnchanged) Check(r *Run) error {
	switch {
	case r.Task != nil && r.Task.AllowDepBump:
		r.Note("the task allows changes of dependencies")
		return nil
	case s.Bypass != "" && r.Env(s.Bypass) == "1":
		r.Note("%s=1 allows changes of dependencies", s.Bypass)
		return nil
	}
	var v Violations
	for _, c := range r.Changes {
		read, known := readers[path.Base(c.Path)]
		if base := path.Base(c.Path); (base == "config.toml" || base == "config") && path.Base(path.Dir(c.Path)) != ".cargo" {
			known = false
		}
		switch {
		case matches(s.Files, c.Path), known && read == nil:
			v.add("%s", c)
		case known:
			lines, err := s.compare(r, c, read)
			if err != nil {
				return err
			}
			if len(lines) > 0 {
				v = append(v, Violation{Reason: fmt.Sprintf("%s: %s of dependencies", shown(c.Path), plural(len(lines), "change")), Detail: lines})
			}
		}
	}
	return v.Err()
}

// compare lists the differences between what two versions of a file say. A
// version that cannot be read could say anything.
func (s *DependenciesUnchanged) compare(r *Run, c Change, read func([]byte) (facts, error)) ([]string, error) {
	var said [2]facts
	for i, e := range []Entry{c.Old, c.New} {
		switch {
		case e == Entry{}:
		case !e.Regular():
			return []string{"it is no regular file"}, nil
		default:
			text, err := r.blob(e)
			if err != nil {
				return nil, err
			}
			if said[i], err = read(text); err != nil {
				return []string{"it cannot be read: " + err.Error()}, nil
			}
		}
	}
	return difference(said[0], said[1]), nil
}

func difference(old, new facts) []string {
	names := map[string]bool{}
	for name := range old {
		names[name] = true
	}
	for name := range new {
		names[name] = true
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		before, was := old[name]
		after, is := new[name]
		switch {
		case !was:
			list = append(list, "added "+strings.TrimSpace(shown(name)+" "+after))
		case !is:
			list = append(list, "removed "+strings.TrimSpace(shown(name)+" "+before))
		case before != after:
			list = append(list, fmt.Sprintf("%s was %s and is %s", shown(name), before, after))
		}
	}
	return list
}

// eachLine is for files that are sets of lines.
func eachLine(text []byte) (facts, error) {
	f := facts{}
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			f[line] = ""
		}
	}
	return f, nil
}
