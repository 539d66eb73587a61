package verify

import (
	"kei/runtime/gate"
)

// DiffInRole finds changes of files that the role itself does not let its agents
// write, whatever their task; a task only narrows.
type DiffInRole struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// The files that may have changed.
	// Default: all
	Allowed []gate.Glob `toml:"files-allowed"`

	// The files that may not have changed.
	Denied []gate.Glob `toml:"files-denied"`
}

// Check implements [Step].
func (s *DiffInRole) Check(r *Run) error {
	var v Violations
	add := func(err error) error {
		more, ok := err.(Violations)
		if err == nil || ok {
			v = append(v, more...)
			return nil
		}
		return err
	}
	if len(s.Allowed) > 0 {
		err := add(r.outside(s.Allowed, "the files of the role"))
		if err == nil && r.Task != nil {
			err = add(r.outside(r.Task.Whitelist, "the task's files-whitelist"))
		}
		if err == nil && r.Task != nil {
			err = add((&DiffOutsideDenylist{}).Check(r))
		}
		if err != nil {
			return err
		}
	}
	var in []string
	for _, c := range r.Changes {
		if g, ok := gate.Listed(s.Denied, c.Path); ok {
			in = append(in, c.String()+", by "+shown(string(g)))
		}
	}
	if len(in) > 0 {
		if err := add(violation(in, "%s in the files that the role denies", plural(len(in), "change"))); err != nil {
			return err
		}
	}
	return v.Err()
}
