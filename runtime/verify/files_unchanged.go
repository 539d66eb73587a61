package verify

import "kei/runtime/gate"

// FilesUnchanged finds changes of certain files.
type FilesUnchanged struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// The files that stay as they are.
	// Default: the capability's files-denied
	Files []gate.Glob `toml:"files"`

	// The variable that allows changes of them where it is 1.
	Bypass string `toml:"bypass-env"`
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
