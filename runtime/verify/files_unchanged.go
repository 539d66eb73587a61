package verify

import "kei/runtime/gate"

// FilesUnchanged finds changes of certain files.
type FilesUnchanged struct {
	Capability string      `toml:"-"`
	Place      Place       `toml:"-"`
	Files      []gate.Glob `toml:"files"`
}

// Check implements [Step].
func (s *FilesUnchanged) Check(r *Run) error {
	var list []string
	for _, c := range r.matching(s.Files) {
		list = append(list, c.String())
	}
	if len(list) > 0 {
		return violation(list, "%s of files that stay as they are", plural(len(list), "change"))
	}
	return nil
}
