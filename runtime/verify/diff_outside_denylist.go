package verify

import "kei/runtime/gate"

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
		if g, ok := gate.Listed(task.Denylist, c.Path); ok {
			in = append(in, c.String()+", by "+shown(string(g)))
		}
	}
	if len(in) > 0 {
		return violation(in, "%s in the task's files-denylist", plural(len(in), "change"))
	}
	return nil
}
