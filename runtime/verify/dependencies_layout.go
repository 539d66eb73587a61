package verify

import (
	"path"
	"slices"
	"strings"
)

// A layout is what the folders of the work say about its dependencies, before
// any manifest is read.
type layout struct {
	files map[string]bool   // markers of copied dependencies, and manifests, before the work or with it
	below map[string]string // by folder: a manifest or the like that is in it, or below
	goDir map[string]string // by folder: the module that has Go files in it or below, before the work
}

// newLayout looks at the names of all files once, however many changes there are.
func newLayout(r *Run) *layout {
	l := &layout{map[string]bool{}, map[string]string{}, map[string]string{}}
	for i, t := range []tree{r.old, r.new} {
		names, last := t.all(), "?"
		if i == 1 && r.new.listing == r.old.listing {
			names = tree{changed: r.new.changed, paths: r.new.paths}.all() // it has no others that the old one has not
		}
		for name := range names {
			switch name[strings.LastIndexByte(name, '/')+1:] {
			case "modules.txt", ".cargo-checksum.json", "package.json", "go.mod":
				l.files[name] = true
			}
			if _, known := readerOf(name); known || l.files[name] {
				for dir := path.Dir(name); ; dir = path.Dir(dir) {
					if is, ok := l.below[dir]; !ok || name < is {
						l.below[dir] = name
					}
					if dir == "." {
						break
					}
				}
			}
			if i == 0 && strings.HasSuffix(name, ".go") {
				if dir := name[:max(strings.LastIndexByte(name, '/'), 0)]; dir != last { // they come folder by folder
					last = dir
					l.goFile(t, path.Dir(name))
				}
			}
		}
	}
	return l
}

// goFile notes that a folder has a Go file, for the folders between it and its
// module's.
func (l *layout) goFile(t tree, dir string) {
	if _, seen := l.goDir[dir]; seen {
		return
	}
	module := dir
	for t.at(join(module, "go.mod")) == (Entry{}) {
		if module == "." {
			return
		}
		module = path.Dir(module)
	}
	for _, part := range strings.Split(strings.TrimPrefix(dir, module+"/"), "/") {
		if part == "testdata" || part != "." && strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_") {
			return // the go command does not look there
		}
	}
	for ; dir != module; dir = path.Dir(dir) {
		l.goDir[dir] = module
	}
}

// copied says why a file is one of a dependency, of which there is a copy in the
// repository, or a change to make to one.
func (l *layout) copied(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts[:len(parts)-1] {
		dir := strings.Join(parts[:i+1], "/")
		above := path.Dir(dir)
		switch {
		case part == "node_modules":
			return "dependencies of " + shown(above)
		case part == ".yarn" && slices.Contains([]string{"cache", "patches", "plugins", "releases", "unplugged"}, parts[i+1]):
			return "what yarn runs or installs"
		case part == "vendor" && l.files[dir+"/modules.txt"]:
			return "vendored packages of Go"
		case part == "patches" && strings.HasSuffix(name, ".patch") && l.files[join(above, "package.json")]:
			return "it changes a dependency"
		case l.files[dir+"/.cargo-checksum.json"]:
			return "a vendored crate"
		}
	}
	return ""
}

// moved says why a change makes other files count than those that did.
func (l *layout) moved(r *Run, c Change) (string, error) {
	base := path.Base(c.Path)
	switch {
	case base == "go.mod" && c.Old == Entry{}:
		if module, ok := l.goDir[path.Dir(c.Path)]; ok {
			return "it takes packages out of the module in " + shown(module) + ", which then no longer builds or tests them", nil
		}
	case base == "binding.gyp" && c.Old == Entry{} && l.files[join(path.Dir(c.Path), "package.json")]:
		return "an installation would run it", nil
	case c.New.Mode != modeLink && c.New.Mode != modeSub || c.Old == c.New:
	case strings.EqualFold(base, ".cargo"), base == "node_modules", base == ".yarn",
		base == "vendor" && l.files[join(path.Dir(c.Path), "go.mod")]:
		return "it stands for a folder that is looked into for dependencies", nil
	case c.New.Mode == modeLink:
		to, _, err := r.follow(r.new, c.Path)
		if err != nil {
			return "", err
		}
		if what, ok := l.below[to]; ok {
			return "the link leads to a folder with " + shown(what) + " in it", nil
		}
	}
	return "", nil
}

// linkedManifests are the files behind links of main's that were manifests or the
// like, and are others now although the link is the same.
func (r *Run) linkedManifests() ([]Change, error) {
	var list []Change
	for _, link := range r.new.links() {
		if r.old.at(link) != r.new.at(link) {
			continue // a change of its own
		}
		var names []string
		if _, known := readerOf(link); known {
			names = []string{link}
		} else if strings.EqualFold(path.Base(link), ".cargo") {
			names = []string{link + "/config.toml", link + "/config"}
		}
		for _, name := range names {
			_, old, err := r.follow(r.old, name)
			if err != nil {
				return nil, err
			}
			_, new, err := r.follow(r.new, name)
			if err != nil {
				return nil, err
			}
			if old != new {
				list = append(list, Change{Path: name, Old: old, New: new})
			}
		}
	}
	sortChanges(list)
	return list, nil
}
