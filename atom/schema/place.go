package schema

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Bounds of what one schema may reach.
const (
	maxFiles = 64
	maxBytes = 1 << 20
	maxRefs  = 32
)

// A Place is where the schemas of one package lie: its folder atoms/, and the
// fragments that several packages share. It holds open folders; close it.
type Place struct {
	atoms     zone
	schemas   zone // where references may lead
	fragments zone
	files     map[string]*file
	loaded    map[string]loaded
}

type zone struct {
	dir  string // absolute
	root *os.Root
}

func openZone(dir string) zone {
	root, err := os.OpenRoot(dir)
	if err != nil {
		root = nil
	}
	return zone{dir, root}
}

// Open opens the place of a package: atoms is its absolute folder atoms/, root
// the root that the package lies in.
func Open(root, atoms string) *Place {
	p := &Place{
		atoms:  openZone(atoms),
		files:  map[string]*file{},
		loaded: map[string]loaded{},
	}
	p.schemas.dir = filepath.Join(atoms, "schemas")
	if p.atoms.root != nil {
		if sub, err := p.atoms.root.OpenRoot("schemas"); err == nil {
			p.schemas.root = sub
		}
	}
	if dir := fragments(root, atoms); dir != "" {
		p.fragments = openZone(dir)
	}
	return p
}

// fragments is _schemas/fragments of the nearest ancestor that has it, no
// higher than the folder with .git and no more than two above the root.
func fragments(root, atoms string) string {
	top := filepath.Dir(filepath.Dir(root))
	for dir := atoms; ; dir = filepath.Dir(dir) {
		found := filepath.Join(dir, "_schemas", "fragments")
		if info, err := os.Stat(found); err == nil && info.IsDir() {
			return found
		}
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil || dir == top || dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// Close closes the folders.
func (p *Place) Close() {
	for _, z := range []zone{p.atoms, p.schemas, p.fragments} {
		if z.root != nil {
			z.root.Close()
		}
	}
}

// An Error is why a schema cannot be used: the code of a finding and its words.
type Error struct{ Code, Message string }

func (e *Error) Error() string { return e.Message }

func refused(code, format string, args ...any) *Error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// A file is one file of JSON that was read.
type file struct {
	path string // absolute
	url  string
	data []byte
	doc  any
	err  *Error
}

func (z zone) holds(path string) bool {
	return z.dir != "" && strings.HasPrefix(path, z.dir+string(filepath.Separator))
}

// read reads a file of the zone, each path once.
func (p *Place) read(z zone, path string) *file {
	if f, ok := p.files[path]; ok {
		return f
	}
	f := &file{path: path, url: (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()}
	p.files[path] = f
	rel, err := filepath.Rel(z.dir, path)
	if err != nil || z.root == nil {
		f.err = refused("SCHEMA_MISSING", "missing")
		return f
	}
	if f.data, f.err = readAt(z.root, rel); f.err != nil {
		return f
	}
	if f.doc, err = Parse(f.data); err != nil {
		f.err = refused("SCHEMA_NOT_JSON", "not JSON: %v", err)
		return f
	}
	f.err = f.identify()
	return f
}

func readAt(root *os.Root, rel string) ([]byte, *Error) {
	info, err := root.Stat(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, refused("SCHEMA_MISSING", "missing")
	case err != nil && strings.Contains(err.Error(), "escapes"):
		return nil, refused("SCHEMA_REF_ESCAPE", "a symbolic link leads out of the folder")
	case err != nil:
		return nil, refused("SCHEMA_MISSING", "missing: %v", err)
	case !info.Mode().IsRegular():
		return nil, refused("SCHEMA_MISSING", "missing: not a regular file")
	}
	in, err := root.Open(rel)
	if err != nil {
		return nil, refused("SCHEMA_MISSING", "missing: %v", err)
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	switch {
	case err != nil:
		return nil, refused("SCHEMA_MISSING", "missing: %v", err)
	case len(data) > maxBytes:
		return nil, refused("SCHEMA_SIZE", "has more than %d bytes", maxBytes)
	}
	return data, nil
}

// identify gives the root an $id that is the file's own URL: a relative one
// would move what references are relative to.
func (f *file) identify() *Error {
	doc, ok := f.doc.(map[string]any)
	if !ok {
		return nil
	}
	if id, ok := doc["$id"].(string); ok {
		u, err := url.Parse(id)
		if err == nil && u.IsAbs() && strings.TrimSuffix(id, "#") != f.url {
			return refused("SCHEMA_REF_ESCAPE", "/$id: %s is another place than the file's", quoted(id))
		}
	}
	own := make(map[string]any, len(doc)+1)
	for k, v := range doc {
		own[k] = v
	}
	own["$id"] = f.url
	f.doc = own
	return nil
}

func quoted(s string) string {
	if len(s) > 200 {
		s = s[:200] + "..."
	}
	return fmt.Sprintf("%q", s)
}
