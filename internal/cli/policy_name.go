package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"regexp"
)

// portable is a name that says the same on every machine and ends nothing in a mark.
var portable = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)

// ownFolder names the policy that lies in the project's own folder.
const ownFolder = "."

// policyIn is how the policy folder is named in a project, so that two policies tell their
// files there apart: ".", ".kei" of one in the project, and of one beside it its name with
// what tells it from others of that name.
func (a *app) policyIn(project string) string {
	folder := real(a.dir)
	rel, err := filepath.Rel(real(project), folder)
	if err != nil {
		rel = folder // on another disk
	}
	rel = filepath.ToSlash(rel)
	if filepath.IsLocal(rel) {
		return rel
	}
	return called(filepath.Base(folder), rel)
}

// projectName is how a project is named in files of the home folder.
func projectName(dir string) string {
	dir = real(dir)
	return called(filepath.Base(dir), dir)
}

// called is a name, and a mark of what it stands for.
func called(name, of string) string {
	if !portable.MatchString(name) {
		name = "policy"
	}
	sum := sha256.Sum256([]byte(of))
	return name + "-" + hex.EncodeToString(sum[:4])
}

// real is where a folder is, links followed.
func real(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	if full, err := filepath.EvalSymlinks(dir); err == nil {
		dir = full
	}
	return dir
}
