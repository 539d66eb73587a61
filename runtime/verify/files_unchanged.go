package verify

import "kei/runtime/gate"

// FilesUnchanged finds changes of certain files.
type FilesUnchanged struct {
	Capability string      `toml:"-"`
	Place      Place       `toml:"-"`
	Files      []gate.Glob `toml:"files"`      // the capability's files-denied if it has none
	Bypass     string      `toml:"bypass-env"` // a variable that allows changes of them
}

// Check implements [Step].
func (s *FilesUnchanged) Check(r *Run) error {
	if s.Bypass != "" && r.Env(s.Bypass) == "1" {
		r.Note("%s=1 allows changes of these files", s.Bypass)
		return nil
	}
	var list []string
	for _, c := range r.matching(s.Files) {
		list = append(list, c.String())
	}
	if len(list) > 0 {
		return violation(list, "%s of files that stay as they are", plural(len(list), "change"))
	}
	return nil
}
