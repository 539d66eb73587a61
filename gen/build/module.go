package build

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"kei"
	"kei/internal/files"
)

// A module is the Go module called kei that gates are compiled in.
type module struct {
	dir   string
	from  string   // what it was made of, for messages
	roles []string // those with a gate, sorted
	temp  bool

	reviewed bool // out/ is the one that stands in a policy folder, and may hold anything
}

var moduleLine = regexp.MustCompile(`(?m)^module\s+"?kei"?\s*(//.*)?$`)

// findModule takes the kei repository as it is, and makes a module of a policy
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

func repository(dir string) (*module, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, main := range []string{"out/*/gate/main.go", "out/*/cmd/main.go"} {
		names, err := fs.Glob(os.DirFS(abs), main)
		if err != nil {
			return nil, err
		}
		found = append(found, names...)
	}
	return &module{dir: abs, from: filepath.Join(dir, "out"), roles: rolesOf(found)}, nil
}

// temporary lays out the runtime that this program holds, and beside it the out/ of
// the policy folder, or where there is none what was emitted. Paths leave no trace
// in a program, so any folder will do.
func temporary(o Options) (_ *module, err error) {
	set, err := standing(o.Dir)
	if err != nil {
		return nil, err
	}
	reviewed := set != nil
	if !reviewed {
		set = o.Emitted
	}
	var names []string
	for _, f := range set {
		names = append(names, f.Name)
	}
	dir, err := os.MkdirTemp("", "kei-build-")
	if err != nil {
		return nil, err
	}
	m := &module{dir: dir, from: o.Dir, roles: rolesOf(names), temp: true, reviewed: reviewed}
	defer func() {
		if err != nil {
			m.close()
		}
	}()
	if err := writeSources(dir, kei.Sources); err != nil {
		return nil, fmt.Errorf("lay out the runtime: %w", err)
	}
	var emitted []files.File
	for _, f := range set {
		if strings.HasPrefix(f.Name, "out/") && f.Name != outModule {
			emitted = append(emitted, f)
		}
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

// writeSources copies what a build reads: no tests.
func writeSources(dir string, sources fs.FS) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	err = fs.WalkDir(sources, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case d.IsDir():
			return root.Mkdir(name, 0o755)
		case strings.HasSuffix(name, "_test.go"):
			return nil
		}
		data, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		return root.WriteFile(name, data, 0o644)
	})
	if err != nil {
		return err
	}
	return vendor(root)
}

// close removes a module that was made for one build.
func (m *module) close() {
	if m.temp {
		_ = os.RemoveAll(m.dir)
	}
}
