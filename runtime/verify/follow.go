package verify

import (
	"path"
	"strings"
)

const maxLinks = 40 // one after another, as Linux has it

// follow finds a file as the system would, through the links of the tree. The
// path is "" if it leads out of the tree, and "." for its root; the zero Entry
// is a folder, or what is not there.
func (r *Run) follow(t tree, name string) (at string, e Entry, err error) {
	links := 0
	for rest := name; ; {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		switch part {
		case "", ".":
		case "..":
			if at == "" {
				return "", Entry{}, nil
			}
			i := strings.LastIndexByte(at, '/')
			at = at[:max(i, 0)]
		default:
			next := part
			if at != "" {
				next = at + "/" + part
			}
			e := t.at(next)
			if e.Mode != modeLink {
				at = next
				break
			}
			to, err := r.blob(e)
			if err != nil {
				return "", Entry{}, err
			}
			if links++; links > maxLinks || strings.HasPrefix(string(to), "/") || len(to)+len(rest) > 1<<15 {
				return "", Entry{}, nil
			}
			rest = string(to) + "/" + rest
		}
		if rest == "" {
			if at == "" {
				return ".", Entry{}, nil
			}
			return at, t.at(at), nil
		}
	}
}

// links are the paths of a tree's links.
func (t tree) links() []string {
	var list []string
	for name, e := range t.all() {
		if e.Mode == modeLink {
			list = append(list, name)
		}
	}
	return list
}

// folders are those of the work that have a file in them or below, and the root.
func (r *Run) folders() map[string]bool {
	if r.dirs == nil {
		r.dirs = map[string]bool{".": true}
		for name := range r.new.all() {
			for dir := path.Dir(name); !r.dirs[dir]; dir = path.Dir(dir) {
				r.dirs[dir] = true
			}
		}
	}
	return r.dirs
}
