package atom

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kei/atom/schema"
)

// A Set is what the roots hold.
type Set struct {
	Atoms    []*Atom // by id, then file
	Packages []*Package
	Problems []Problem // of no atom: what was skipped, and packages' metadata
}

// A Package is a folder with atoms.
type Package struct {
	Name string
	Root string // as it was named
	Dir  string // absolute
	Meta *Meta

	key string // tells it from itself in a root that is named twice
}

// Load reads all packages of the roots, folders as they were named; rules says
// which rules there are.
func Load(ctx context.Context, rules Rules, roots ...string) (*Set, error) {
	return NewTree(rules, roots...).Read(ctx, nil)
}

// A Tree is roots that are read more than once: of what has not changed in the
// meantime, only links are judged again.
type Tree struct {
	rules Rules
	roots []string
	parts map[string]*Set // by the key of a package

	Told func(read, of int) // hears of each package that was read, of so many that are to be; nil: nobody
}

// NewTree is a tree that was not read yet.
func NewTree(rules Rules, roots ...string) *Tree { return &Tree{rules: rules, roots: roots} }

// Read reads the packages that are new, and those of which changed says so by
// their absolute folder; nil: all.
func (t *Tree) Read(ctx context.Context, changed func(dir string) bool) (*Set, error) {
	s := &Set{}
	for i, root := range t.roots {
		found, err := s.packages(root, nil)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			p.key = strconv.Itoa(i) + ":" + p.Dir
		}
		s.Packages = append(s.Packages, found...)
	}
	parts := make(map[string]*Set, len(s.Packages))
	var todo []*Package
	for _, p := range s.Packages {
		if old := t.parts[p.key]; old != nil && changed != nil && !changed(p.Dir) {
			parts[p.key] = old
			p.Meta = old.Packages[0].Meta
			continue
		}
		parts[p.key] = &Set{Packages: []*Package{p}}
		todo = append(todo, p)
	}
	if err := readAll(ctx, todo, parts, t.Told); err != nil {
		return nil, err
	}
	t.parts = parts
	for _, p := range s.Packages {
		part := parts[p.key]
		s.Problems = append(s.Problems, part.Problems...)
		for _, a := range part.Atoms {
			mine := *a // its links are judged in this set
			mine.read, mine.Problems = a, slices.Clone(a.Problems)
			s.Atoms = append(s.Atoms, &mine)
		}
	}
	s.finish(t.rules)
	return s, nil
}

// readAll reads packages on all processors, and tells of each, of one at a time.
func readAll(ctx context.Context, todo []*Package, into map[string]*Set, told func(read, of int)) error {
	next := make(chan *Package)
	var wg sync.WaitGroup
	var mu sync.Mutex // of read, and of who is told
	read := 0
	for range min(runtime.GOMAXPROCS(0), max(len(todo), 1)) {
		wg.Go(func() {
			for p := range next {
				p.read(into[p.key], nil)
				if told != nil {
					mu.Lock()
					read++
					told(read, len(todo))
					mu.Unlock()
				}
			}
		})
	}
	for _, p := range todo {
		if ctx.Err() != nil {
			break
		}
		next <- p
	}
	close(next)
	wg.Wait()
	return ctx.Err()
}

// packages are the folders of a root that hold a folder atoms, those of which keep
// says so by their name (nil: all).
func (s *Set) packages(named string, keep func(name string) bool) ([]*Package, error) {
	abs, err := filepath.Abs(named)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("atoms' root %s: %w", named, reason(err))
	}
	defer root.Close()
	entries, err := os.ReadDir(abs) // root's own would ask about each entry once more
	if err != nil {
		return nil, fmt.Errorf("atoms' root %s: %w", named, reason(err))
	}
	var out []*Package
	for _, e := range entries {
		if e.Type()&fs.ModeSymlink != 0 {
			s.Problems = append(s.Problems, skipped(e.Name()))
			continue
		}
		if !e.IsDir() || keep != nil && !keep(e.Name()) {
			continue
		}
		info, err := root.Lstat(path.Join(e.Name(), "atoms"))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			s.Problems = append(s.Problems, Problem{e.Name(), 1, 1, "WALK_UNREADABLE", "read: " + reason(err).Error(), false})
		case info.Mode()&fs.ModeSymlink != 0:
			s.Problems = append(s.Problems, skipped(path.Join(e.Name(), "atoms")))
		case info.IsDir():
			out = append(out, &Package{Name: e.Name(), Root: named, Dir: filepath.Join(abs, e.Name())})
		}
	}
	return out, nil
}

func skipped(file string) Problem {
	return Problem{file, 1, 1, "WALK_SYMLINK", "symbolic link skipped", true}
}

func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// read reads the atoms of a package, those of which keep says so (nil: all).
func (p *Package) read(s *Set, keep func(name string) bool) {
	problem := func(file, code, message string, warning bool) {
		s.Problems = append(s.Problems, Problem{file, 1, 1, code, message, warning})
	}
	folder := path.Join(p.Name, "atoms")
	root, err := os.OpenRoot(filepath.Dir(p.Dir))
	if err != nil {
		problem(p.Name, "WALK_UNREADABLE", "read: "+reason(err).Error(), false)
		return
	}
	defer root.Close()
	p.Meta = readMeta(root, p.Name)
	s.Problems = append(s.Problems, p.Meta.Problems...)
	// Opened once: a name with folders in it would have each of them opened for each file.
	atoms, err := root.OpenRoot(folder)
	if err != nil {
		problem(folder, "WALK_UNREADABLE", "read: "+reason(err).Error(), false)
		return
	}
	defer atoms.Close()
	entries, err := fs.ReadDir(atoms.FS(), ".")
	if err != nil {
		problem(folder, "WALK_UNREADABLE", "read: "+reason(err).Error(), false)
		return
	}
	schemas := schema.Open(filepath.Dir(p.Dir), filepath.Join(p.Dir, "atoms"))
	defer schemas.Close()
	for _, e := range entries {
		verb, ok := strings.CutSuffix(e.Name(), ".md")
		if !ok || e.Name() == "README.md" || keep != nil && !keep(e.Name()) {
			continue
		}
		file := path.Join(folder, e.Name())
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			s.Problems = append(s.Problems, skipped(file))
			continue
		case !e.Type().IsRegular():
			problem(file, "WALK_NOT_REGULAR", "not a regular file, skipped", true)
			continue
		}
		a := &Atom{Package: p.Name, Verb: verb, File: file, Root: p.Root, Meta: p.Meta, dir: p.Dir, Timeout: defaultTimeout}
		if data, err := readFile(atoms, e.Name()); err != nil {
			a.problem(place{}, "WALK_UNREADABLE", "read: %v", reason(err))
		} else {
			a.sum = sha256.Sum256(data)
			a.parse(data)
			a.schemas(schemas)
			a.sign(data, filepath.Dir(p.Dir))
		}
		s.Atoms = append(s.Atoms, a)
	}
}

func readFile(root *os.Root, name string) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	var b bytes.Buffer
	b.Grow(int(min(info.Size(), 4*maxFile)) + bytes.MinRead) // room to see the end in
	if _, err := b.ReadFrom(io.LimitReader(f, 4*maxFile)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// finish is what needs all atoms: duplicates and links.
func (s *Set) finish(rules Rules) {
	byID := map[string][]*Atom{}
	for _, a := range s.Atoms {
		if _, _, ok := SplitID(a.ID); ok {
			byID[a.ID] = append(byID[a.ID], a)
		}
	}
	for _, a := range s.Atoms {
		a.duplicates(byID[a.ID])
		a.resolve(func(id string) bool { return byID[id] != nil }, rules)
		sortProblems(a.Problems)
	}
	slices.SortStableFunc(s.Atoms, func(a, b *Atom) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.File, b.File))
	})
	sortProblems(s.Problems)
}

func (a *Atom) duplicates(all []*Atom) {
	for _, b := range all {
		if b != a {
			other := b.File
			if other == a.File {
				other = b.Name()
			}
			a.problem(a.atomAt, "ID_DUPLICATE", "%s is also declared by %s", a.ID, other)
			return
		}
	}
}

// resolve judges the links.
func (a *Atom) resolve(declared func(id string) bool, rules Rules) {
	for _, l := range a.Links {
		class, name := Classify(l.Target)
		at := place{l.line, l.col}
		switch {
		case class == "rule" && rules[name], class == "atom" && declared(name):
		case class == "rule" && rules == nil:
			a.warn(at, "LINK_RULE_UNRESOLVED", "no rule %s", name)
		case class == "rule" && l.Related:
			a.problem(at, "LINK_RULE_UNRESOLVED", "no rule %s", name)
		case l.Related:
			a.problem(at, "LINK_UNRESOLVED", "related `%s` unresolved", l.Target)
		default:
			a.warn(at, "BODY_LINK_UNRESOLVED", "link to `%s` unresolved", l.Target)
		}
	}
}

// sign computes the identity of the declaration.
func (a *Atom) sign(text []byte, root string) {
	if a.Input == nil || a.Output == nil {
		return
	}
	files := map[string][]byte{a.File: text}
	for _, s := range []*schema.Schema{a.Input, a.Output} {
		for _, f := range s.Files {
			rel, err := filepath.Rel(root, f.Path)
			if err != nil {
				rel = f.Path
			}
			files[filepath.ToSlash(rel)] = f.Data
		}
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	h := sha256.New()
	part := func(b []byte) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(b)))
		h.Write(n[:])
		h.Write(b)
	}
	for _, name := range names {
		part([]byte(name))
		part(files[name])
	}
	h.Sum(a.Spec[:0])
}

// schemas loads both, and holds the examples against them.
func (a *Atom) schemas(p *schema.Place) {
	for i, side := range []string{"input", "output"} {
		if a.paths[i] == "" {
			continue
		}
		at := a.schemaAt[i]
		s, err := p.Load(a.paths[i])
		if err != nil {
			sep := " "
			if err.Code == "SCHEMA_COMPILE" || err.Code == "SCHEMA_REF_ESCAPE" {
				sep = ": "
			}
			a.problem(at, err.Code, "%s schema%s%s", side, sep, err.Message)
			continue
		}
		if i == 0 {
			a.Input = s
			a.drift(s)
		} else {
			a.Output = s
		}
		a.examples(i, side, s)
		if why := s.NotOffered(); why != "" && i == 0 {
			a.warn(at, "MCP_EXPORT", "not offered over MCP: %s", why)
		}
	}
	if a.Input == nil {
		return
	}
	if why := NoTool(a.ID); why != "" {
		a.warn(a.atomAt, "MCP_EXPORT", "not offered over MCP: %s", why)
	}
}

// ToolName is what an atom is called as a tool of MCP. No id holds an underscore.
func ToolName(id string) string { return strings.Replace(id, "::", "_", 1) }

// MaxTool is how many bytes a tool's name has: clients put mcp__atoms__ in front, and
// take 64.
const MaxTool = 52

// NoTool says why an id gives no name of a tool; "" if it gives one. What begins with
// pipe_ is a pipe.
func NoTool(id string) string {
	switch name := ToolName(id); {
	case len(name) > MaxTool:
		return fmt.Sprintf("its name has more than %d bytes", MaxTool)
	case strings.HasPrefix(name, "pipe_"):
		return "its name is one of a pipe"
	}
	return ""
}

func (a *Atom) examples(i int, side string, s *schema.Schema) {
	if len(s.Examples) == 0 {
		a.warn(a.schemaAt[i], "SCHEMA_EXAMPLES_MISSING", "%s schema has no examples", side)
	}
	for n, e := range s.Examples {
		if err := s.Validate(e); err != nil {
			a.problem(a.schemaAt[i], "SCHEMA_EXAMPLE_INVALID", "%s schema examples[%d]: %v", side, n, err)
		}
	}
	if v := a.example[i]; v != nil {
		doc, err := document(v.Node)
		if err == nil {
			err = s.Validate(doc)
		}
		if err != nil {
			a.problem(v.place(), "FRONTMATTER_EXAMPLE_INVALID", "%s.example: %v", side, err)
		}
	}
}

func (a *Atom) drift(s *schema.Schema) {
	if a.require == nil {
		return
	}
	var says []string
	for _, e := range a.require.Content {
		says = append(says, e.Value)
	}
	set := func(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }
	if !slices.Equal(set(says), set(s.Required)) {
		a.problem(a.require.place(), "REQUIRED_DRIFT", "input.required is [%s], the schema requires [%s]",
			strings.Join(says, " "), strings.Join(s.Required, " "))
	}
}
