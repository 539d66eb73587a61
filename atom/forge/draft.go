package forge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"kei/atom"
)

// A Draft is what an atom would be, linted, and not written.
type Draft struct {
	ID       string
	Files    []File // by name
	Findings []atom.Problem
	Next     string // what would be left to do
}

// Preview drafts an atom for a root, which need not be there. VerbSource is the text
// of package verb, which a new Go package gets. The error is a [*Refusal] for
// what is said, there already, or does not pass lint.
func Preview(ctx context.Context, dir string, r Request, verbSource []byte) (*Draft, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		empty, tempErr := os.MkdirTemp("", "kei-forge-")
		if tempErr != nil {
			return nil, tempErr
		}
		defer os.Remove(empty)
		dir = empty
		root, err = os.OpenRoot(dir)
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return r.draft(ctx, root, dir, verbSource)
}

// draft checks, renders and lints.
func (r *Request) draft(ctx context.Context, root *os.Root, dir string, verbSource []byte) (*Draft, error) {
	if bad := r.check(); bad != nil {
		return nil, &Refusal{400, bad}
	}
	set, err := atom.Load(ctx, nil, dir)
	if err != nil {
		return nil, err
	}
	list, next, err := r.render(root, set, verbSource)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	found, err := r.lint(ctx, root, set, list)
	if err != nil {
		return nil, err
	}
	return &Draft{ID: r.id(), Files: list, Findings: found, Next: next}, nil
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
		return nil, "", refuse(409, "package", "package %s is there already", r.Package)
	case !r.NewPackage && pkg == nil:
		return nil, "", refuse(422, "package", "no package %s; ask for a new one", r.Package)
	}
	for _, id := range r.Related {
		if !declared(set, id) {
			return nil, "", refuse(400, "related", "related: no atom %s", id)
		}
	}
	version, w := "0.1.0", way{}
	var scriptText []byte
	if pkg == nil {
		if slices.Contains([]string{goPackage, scriptPackage}, r.command[0]) {
			w.kind = r.command[0]
		}
	} else {
		if pkg.Meta != nil && pkg.Meta.Version != "" {
			version = pkg.Meta.Version
		}
		w, scriptText = r.wayOf(root, pkg, set)
	}
	list, err := r.declaration(version)
	if err != nil {
		return nil, "", err
	}
	if pkg == nil {
		list = append(list, r.fresh(w, verbSource)...)
	}
	more, next, err := r.files(w, verbSource, scriptText)
	list = append(list, more...)
	for i, f := range list {
		_, absent := root.Lstat(f.Name)
		if absent == nil && !f.Replaces {
			return nil, "", refuse(409, "verb", "%s is there already", f.Name)
		}
		list[i].Replaces = absent == nil
	}
	return list, next, err
}

// load reads a root; one that is not there holds nothing.
func load(ctx context.Context, dir string) (*atom.Set, error) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return &atom.Set{}, nil
	}
	return atom.Load(ctx, nil, dir)
}

func declared(set *atom.Set, id string) bool {
	return slices.ContainsFunc(set.Atoms, func(a *atom.Atom) bool { return a.ID == id })
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
	if text, err := read(root, r.Package+"/"+script); err == nil && strings.Contains(string(text), lastCase) {
		w.kind = scriptPackage
		return w, text
	}
	return w, nil
}

// maxRead is how large a file may be that forge reads: atoms.toml, a script.
const maxRead = 1 << 20

// read reads a file of its own: no link at its end, no fifo that would hold up
// who opens it, nothing without end.
func read(root *os.Root, name string) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	is, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if named, err := root.Lstat(name); err != nil || !is.Mode().IsRegular() || !os.SameFile(named, is) {
		return nil, fmt.Errorf("%s is no file of its own", name)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxRead+1))
	if err == nil && len(text) > maxRead {
		err = fmt.Errorf("%s has more than %d bytes", name, maxRead)
	}
	return text, err
}

// lint judges what is to be there in a folder of its own: all that it says, and
// what forbids writing as a refusal.
func (r *Request) lint(ctx context.Context, root *os.Root, set *atom.Set, list []File) ([]atom.Problem, error) {
	dir, err := os.MkdirTemp("", "kei-forge-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	list = slices.Clone(list)
	for _, name := range []string{"atoms.toml", "Cargo.toml"} {
		if text, err := read(root, r.Package+"/"+name); err == nil {
			list = append(list, File{Name: r.Package + "/" + name, Data: text})
		}
	}
	for _, f := range list {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(file, f.Data, 0o600); err != nil {
			return nil, err
		}
	}
	found, err := findings(ctx, dir, r.id())
	if err != nil {
		return nil, err
	}
	// Alone, it is linked to nothing that is there.
	found = slices.DeleteFunc(found, func(p atom.Problem) bool {
		target, link := unresolved(p)
		return link && declared(set, target)
	})
	return found, r.refused(found)
}

var linkFinding = regexp.MustCompile("`(.*)` unresolved$")

// unresolved is the target of a link that a finding says leads nowhere.
func unresolved(p atom.Problem) (target string, ok bool) {
	m := linkFinding.FindStringSubmatch(p.Message)
	if m == nil || p.Code != "LINK_UNRESOLVED" && p.Code != "BODY_LINK_UNRESOLVED" {
		return "", false
	}
	return m[1], true
}

// findings is what lint says of an atom of a root.
func findings(ctx context.Context, dir, id string) ([]atom.Problem, error) {
	set, err := atom.Load(ctx, nil, dir)
	if err != nil {
		return nil, err
	}
	for _, a := range set.Atoms {
		if a.ID == id {
			return a.Problems, nil
		}
	}
	return nil, refuse(422, "", "lint finds no atom %s", id)
}

var exampleFinding = regexp.MustCompile(`^(input|output) schema examples\[0\]: /([a-z][a-z0-9_]*)`)

// refused is the refusal for errors among findings: for an example that does not
// fit at the row it is of, which is for the person to put right.
func (r *Request) refused(found []atom.Problem) error {
	out := &Refusal{Status: 400}
	for _, p := range found {
		if p.Warning {
			continue
		}
		o := Objection{Text: p.String()}
		if m := exampleFinding.FindStringSubmatch(p.Message); m != nil && p.Code == "SCHEMA_EXAMPLE_INVALID" {
			rows := r.Input
			if m[1] == "output" {
				rows = r.Output
			}
			if i := slices.IndexFunc(rows, func(f Field) bool { return f.Name == m[2] }); i >= 0 {
				o.Field = m[1] + "." + strconv.Itoa(i) + ".example"
			}
		}
		if o.Field == "" {
			out.Status = 422
		}
		out.Because = append(out.Because, o)
	}
	if out.Because == nil {
		return nil
	}
	return out
}
