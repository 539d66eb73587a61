package build

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"kei"
	"kei/internal/files"
)

// A module is the Go module called kei that gates are compiled in. It is made for
// one build.
type module struct {
	dir   string
	from  string   // what it was made of, for messages
	roles []string // those with a gate, sorted

	reviewed bool // out/ is the one that stands in a policy folder, and may hold anything
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+"?kei"?\s*(//.*)?$`)

// findModule makes a module of the kei repository as it stands, or of a policy
// folder elsewhere.
func findModule(o Options) (*module, error) {
	if info, err := os.Lstat(filepath.Join(o.Dir, "out")); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder of its own, where only what kei gen writes belongs; remove it", filepath.Join(o.Dir, "out"))
	}
	mod, err := os.ReadFile(filepath.Join(o.Dir, "go.mod"))
	if err == nil && moduleLine.Match(mod) && exists(filepath.Join(o.Dir, "runtime", "gate", "doc.go")) {
		return repository(o.Dir)
	}
	return temporary(o)
}

// repository lays out the runtime and the out/ that stand in kei's own repository.
func repository(dir string) (*module, error) {
	set, err := standing(dir)
	if err != nil {
		return nil, err
	}
	m, err := layOut(os.DirFS(dir), set)
	if err != nil {
		return nil, err
	}
	m.from = filepath.Join(dir, "out")
	return m, nil
}

// temporary lays out the runtime that this program holds, and beside it the out/ of
// the policy folder, or where there is none what was emitted.
func temporary(o Options) (*module, error) {
	set, err := standing(o.Dir)
	if err != nil {
		return nil, err
	}
	reviewed := set != nil
	if !reviewed {
		set = o.Emitted
	}
	m, err := layOut(kei.Sources, set)
	if err != nil {
		return nil, err
	}
	m.from, m.reviewed = o.Dir, reviewed
	return m, nil
}

// layOut makes a module of the sources that gates link and of a set that has out/.
// Paths leave no trace in a program, so any folder will do.
func layOut(sources fs.FS, set []files.File) (_ *module, err error) {
	var names []string
	var emitted []files.File
	for _, f := range set {
		names = append(names, f.Name)
		if strings.HasPrefix(f.Name, "out/") && f.Name != outModule {
			emitted = append(emitted, f)
		}
	}
	dir, err := os.MkdirTemp("", "kei-build-")
	if err != nil {
		return nil, err
	}
	m := &module{dir: dir, roles: rolesOf(names)}
	defer func() {
		if err != nil {
			m.close()
		}
	}()
	if err := writeSources(dir, sources); err != nil {
		return nil, fmt.Errorf("lay out the runtime: %w", err)
	}
	if _, err := (files.Tree{Dir: dir}).Write(emitted); err != nil {
		return nil, fmt.Errorf("lay out what was emitted: %w", err)
	}
	return m, nil
}

// outModule makes out/ a module of its own where it lies in somebody's repository,
// whose own Go tools then leave it alone.
const outModule = "out/go.mod"

// standing is the out/ of a policy folder as it was reviewed there, nil if there is
// none. A link in it leads to what was not.
func standing(dir string) (set []files.File, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if _, err := root.Lstat("out/doc.go"); err != nil {
		return nil, nil
	}
	err = fs.WalkDir(root.FS(), "out", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case !d.Type().IsRegular():
			return fmt.Errorf("%s is no regular file, where only what kei gen writes belongs; remove it", filepath.Join(dir, name))
		}
		data, err := root.ReadFile(name)
		set = append(set, files.File{Name: name, Data: data})
		return err
	})
	return set, err
}

// linked are the files of kei's own that gates link: those of kei.Sources.
var linked = []string{"runtime/*/*.go", "runtime/*/*/*.go", "runtime/*/*.s", "internal/tomlpos/*.go"}

// writeSources copies what a build reads: no tests.
func writeSources(dir string, sources fs.FS) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, pattern := range linked {
		names, err := fs.Glob(sources, pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
				return err
			}
			data, err := fs.ReadFile(sources, name)
			if err != nil {
				return err
			}
			if err := root.WriteFile(name, data, 0o644); err != nil {
				return err
			}
		}
	}
	return vendor(root)
}

// close removes it.
func (m *module) close() { _ = os.RemoveAll(m.dir) }
