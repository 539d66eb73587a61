package verify

import (
	"slices"

	"kei/runtime/gate"
)

// DiffOutsideDenylist finds changes of files that are in the task's
// files-denylist.
type DiffOutsideDenylist struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
}

// Check implements [Step].
func (s *DiffOutsideDenylist) Check(r *Run) error {
	task, err := r.task()
	if err != nil {
		return err
	}
	var in []string
	for _, c := range r.Changes {
		i := slices.IndexFunc(task.Denylist, func(g gate.Glob) bool { return g.Match(c.Path) })
		if i >= 0 {
			in = append(in, c.String()+", by "+shown(string(task.Denylist[i])))
		}
	}
	if len(in) > 0 {
		return violation(in, "%s in the task's files-denylist", plural(len(in), "change"))
	}
	return nil
}
