package verify

import (
	"path"
	"strings"

	"kei/runtime/gate"
)

// DiffInTask finds changes of files that are not in the task's files-whitelist.
type DiffInTask struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
}

const maxChanges = 500 // lines below one violation; the report lists all changes apart

// Check implements [Step].
func (s *DiffInTask) Check(r *Run) error {
	task, err := r.task()
	if err != nil {
		return err
	}
	return r.outside(task.Whitelist, "the task's files-whitelist")
}

// outside finds changes of files that a list does not have, and of those that it
// has what is none of the work all the same.
func (r *Run) outside(list []gate.Glob, of string) error {
	var out, links []string
	var v Violations
	for _, c := range r.Changes {
		if !matches(list, c.Path) {
			out = append(out, c.String())
			continue
		}
		if c.New.Mode == modeLink {
			if why := r.astray(c); why != "" {
				links = append(links, "the link "+shown(c.Path)+" "+why)
			}
		}
		if c.New.Mode == modeSub && c.Old != c.New {
			v.add("%s was made a submodule", shown(c.Path))
		}
	}
	for i, link := range links {
		if i == maxListed {
			v.add("%s like these", plural(len(links)-i, "more link"))
			break
		}
		v.add("%s", link)
	}
	if len(out) > 0 {
		v = append(Violations{{Reason: plural(len(out), "change") + " outside " + of + " (" + globs(list) + ")", Detail: first(out, maxChanges)}}, v...)
	}
	return v.Err()
}

func matches(list []gate.Glob, name string) bool {
	_, ok := gate.Listed(list, name)
	return ok
}

func globs(list []gate.Glob) string {
	if len(list) == 0 {
		return "it is empty"
	}
	var names []string
	for _, g := range list {
		names = append(names, shown(string(g)))
	}
	return some(names, 12)
}

// astray says why what a link leads to is no part of the work: the files that
// are judged and merged would then not be the ones that are read.
func (r *Run) astray(c Change) string {
	data, err := r.blob(c.New)
	if err != nil {
		return "cannot be read"
	}
	to := string(data)
	if path.IsAbs(to) {
		return "leads to " + shown(to) + ", out of the worktree"
	}
	at := path.Join(path.Dir(c.Path), to)
	if at == ".." || strings.HasPrefix(at, "../") {
		return "leads to " + shown(to) + ", out of the worktree"
	}
	if r.new.at(at) != (Entry{}) || r.folders()[at] {
		return ""
	}
	return "leads to " + shown(to) + ", which is not part of the work"
}
