// Package run starts the programs of atoms: one process at a time and under
// limits, with what goes in and comes out held against the schemas.
package run

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"kei/atom"
)

var ownName = regexp.MustCompile(`\Akei-[a-z][a-z0-9-]*\z`)

// Command is the argv that an atom's package says, without the verb.
func Command(a *atom.Atom) []string {
	if a.Meta != nil && len(a.Meta.Command) > 0 {
		return a.Meta.Command
	}
	return []string{a.Package}
}

// Resolve finds an atom's program: beneath its package if the name has a slash,
// else in KEI_RUNTIME_BIN_DIR, else in the absolute folders of PATH. Whatever
// isn't a regular file with an x bit is passed over.
func Resolve(a *atom.Atom, getenv func(string) (string, bool)) (string, *Error) {
	name := Command(a)[0]
	declared := a.Meta != nil && a.Meta.Exec
	if !declared && !ownName.MatchString(name) {
		return "", fail("name_refused", 2, "%s: not on the allowlist of names: a package without [exec] is named kei-...", name)
	}
	var dirs []string
	if strings.Contains(name, "/") {
		if root, err := os.OpenRoot(a.Dir()); err == nil {
			defer root.Close()
			if info, err := root.Stat(filepath.FromSlash(name)); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				return filepath.Join(a.Dir(), filepath.FromSlash(name)), nil
			}
		}
		return "", fail("not_found", 127, "program %s not found beneath the package %s", name, a.Package)
	}
	if dir, _ := getenv("KEI_RUNTIME_BIN_DIR"); filepath.IsAbs(dir) {
		dirs = append(dirs, dir)
	}
	path, _ := getenv("PATH")
	dirs = append(dirs, filepath.SplitList(path)...)
	for _, dir := range dirs {
		if !filepath.IsAbs(dir) {
			continue
		}
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file, nil
		}
	}
	return "", fail("not_found", 127, "program %s not found in KEI_RUNTIME_BIN_DIR or PATH", name)
}
