package forge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/atom"
)

// Made is what there is now.
type Made struct {
	ID    string   `json:"id"`
	Files []string `json:"files"` // by their paths from the root
	Next  string   `json:"next"`  // what is left to do
}

// Make makes an atom in a root, which is a folder with packages. VerbSource is
// the text of package verb, which a new Go package gets. The error is a
// [*Refusal] for what is said, there already, or did not work out.
func Make(ctx context.Context, dir string, r Request, verbSource []byte) (*Made, error) {
	if bad := r.check(); bad != nil {
		return nil, &Refusal{400, bad}
	}
	set, err := atom.Load(ctx, nil, dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	list, next, err := r.render(root, set, verbSource)
	if err != nil {
		return nil, err
	}
	if err := r.lint(ctx, root, list); err != nil {
		return nil, err
	}
	w := &writing{root: root}
	for _, f := range list {
		if err := w.write(f); err != nil {
			return nil, errors.Join(err, w.undo())
		}
	}
	if err := r.prove(ctx, dir, list); err != nil {
		return nil, errors.Join(err, w.undo())
	}
	out := &Made{ID: r.id(), Next: next}
	for _, f := range list {
		out.Files = append(out.Files, f.Name)
	}
	slices.Sort(out.Files)
	return out, nil
}

// render are the files that are to be there.
func (r *Request) render(root *os.Root, set *atom.Set, verbSource []byte) ([]File, string, error) {
	var pkg *atom.Package
	for _, p := range set.Packages {
		if p.Name == r.Package {
			pkg = p
		}
	}
	_, there := root.Lstat(r.Package)
	switch {
	case r.NewPackage && there == nil:
		return nil, "", refuse(409, "package %s is there already", r.Package)
	case !r.NewPackage && pkg == nil:
		return nil, "", refuse(422, "no package %s; ask for a new one", r.Package)
	}
	for _, id := range r.Related {
		if !slices.ContainsFunc(set.Atoms, func(a *atom.Atom) bool { return a.ID == id }) {
			return nil, "", refuse(400, "related: no atom %s", id)
		}
	}
	version, w := "0.1.0", way{}
	var scriptText []byte
	if pkg == nil {
		if slices.Contains([]string{goPackage, scriptPackage}, r.command[0]) {
			w.kind = r.command[0]
		}
	} else {
		if pkg.Meta.Version != "" {
			version = pkg.Meta.Version
		}
		w, scriptText = r.wayOf(root, pkg, set)
	}
	list, err := r.declaration(version)
	if err != nil {
		return nil, "", err
	}
	for _, f := range list {
		if _, err := root.Lstat(f.Name); err == nil {
			return nil, "", refuse(409, "%s is there already", f.Name)
		}
	}
	if pkg == nil {
		list = append(list, r.fresh(w, verbSource)...)
	}
	more, next, err := r.files(w, verbSource, scriptText)
	return append(list, more...), next, err
}

// wayOf is how the program of a package that is there is made.
func (r *Request) wayOf(root *os.Root, p *atom.Package, set *atom.Set) (w way, scriptText []byte) {
	if _, err := root.Stat(r.Package + "/verb/verb.go"); err == nil {
		w.kind = goPackage
		for _, a := range set.Atoms {
			if a.Package != p.Name {
				continue
			}
			if _, err := root.Stat(r.Package + "/internal/" + a.Verb); err == nil {
				w.verbs = append(w.verbs, verbFacts{a.Verb, string(a.Kind)})
			}
		}
		return w, nil
	}
	if text, err := root.ReadFile(r.Package + "/" + script); err == nil && bytes.Contains(text, []byte(lastCase)) {
		w.kind = scriptPackage
		return w, text
	}
	return w, nil
}

// lint judges what is to be there in a folder of its own.
func (r *Request) lint(ctx context.Context, root *os.Root, list []File) error {
	dir, err := os.MkdirTemp("", "kei-forge-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"atoms.toml", "Cargo.toml"} {
		if text, err := root.ReadFile(r.Package + "/" + name); err == nil {
			list = append(list, File{Name: r.Package + "/" + name, Data: text})
		}
	}
	for _, f := range list {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(file, f.Data, 0o600); err != nil {
			return err
		}
	}
	return judged(ctx, dir, r.id(), true)
}

// judged refuses an atom that lint objects to. Alone, its links are not looked at.
func judged(ctx context.Context, dir, id string, alone bool) error {
	set, err := atom.Load(ctx, nil, dir)
	if err != nil {
		return err
	}
	var bad []string
	found := false
	for _, a := range set.Atoms {
		if a.ID != id {
			continue
		}
		found = true
		for _, p := range a.Problems {
			if !p.Warning && !(alone && p.Code == "LINK_UNRESOLVED") {
				bad = append(bad, p.String())
			}
		}
	}
	if !found {
		bad = append(bad, "lint finds no atom "+id)
	}
	if bad != nil {
		return &Refusal{422, bad}
	}
	return nil
}

// prove asks lint, and where there is Go its tools, about what was written.
func (r *Request) prove(ctx context.Context, dir string, list []File) error {
	if err := judged(ctx, dir, r.id(), false); err != nil {
		return err
	}
	program, err := exec.LookPath("go")
	if err != nil || !slices.ContainsFunc(list, func(f File) bool { return f.Name == r.Package+"/verbs.go" }) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for _, args := range [][]string{{"vet", "./..."}, {"test", "./internal/" + r.Verb}} {
		c := exec.CommandContext(ctx, program, args...)
		c.Dir = filepath.Join(dir, r.Package)
		c.Env = append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=mod")
		if text, err := c.CombinedOutput(); err != nil {
			return refuse(422, "go %s: %v\n%s", strings.Join(args, " "), err, strings.TrimSpace(string(text)))
		}
	}
	return nil
}

// A writing remembers what it made, to take it back.
type writing struct {
	root    *os.Root
	files   []string
	folders []string
	before  []File // what was replaced
}

func (w *writing) write(f File) error {
	if err := w.folder(path.Dir(f.Name)); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if f.Exec {
		mode = 0o755
	}
	if was, err := w.root.ReadFile(f.Name); f.replaces && err == nil {
		w.before = append(w.before, File{Name: f.Name, Data: was, Exec: f.Exec})
		return w.replace(f.Name, f.Data, mode)
	}
	out, err := w.root.OpenFile(f.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return refuse(409, "%s is there already", f.Name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	w.files = append(w.files, f.Name)
	_, err = out.Write(f.Data)
	return errors.Join(err, out.Close())
}

// replace is a temporary file and a rename.
func (w *writing) replace(name string, data []byte, mode fs.FileMode) error {
	temp := name + ".kei-new"
	out, err := w.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	if err = errors.Join(err, out.Close()); err == nil {
		err = w.root.Rename(temp, name)
	}
	if err != nil {
		_ = w.root.Remove(temp)
	}
	return err
}

func (w *writing) folder(name string) error {
	if name == "." {
		return nil
	}
	if info, err := w.root.Lstat(name); err == nil {
		if !info.IsDir() {
			return refuse(422, "%s is no folder", name)
		}
		return nil
	}
	if err := w.folder(path.Dir(name)); err != nil {
		return err
	}
	err := w.root.Mkdir(name, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return nil // another was faster
	}
	if err == nil {
		w.folders = append(w.folders, name)
	}
	return err
}

// undo takes back exactly what was made.
func (w *writing) undo() error {
	var errs []error
	for _, f := range w.before {
		mode := fs.FileMode(0o644)
		if f.Exec {
			mode = 0o755
		}
		errs = append(errs, w.replace(f.Name, f.Data, mode))
	}
	for _, name := range w.files {
		errs = append(errs, w.root.Remove(name))
	}
	for _, name := range slices.Backward(w.folders) {
		_ = w.root.Remove(name) // stays if somebody else put something there
	}
	return errors.Join(errs...)
}
