// Package origin says what a kei program was made of: version, commit, toolchain and
// modules, as the linker wrote them down, and the digests of what it holds.
package origin

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// A Program is what the linker knows of one.
type Program struct {
	Version  string    `json:"version"`            // of the module: a tag, a pseudo-version, or (devel)
	Commit   string    `json:"commit,omitempty"`   // the whole hash; "" if built without version control
	Date     time.Time `json:"date,omitzero"`      // of the commit, UTC; never of the build
	Modified bool      `json:"modified,omitempty"` // the tree was not what the commit says
	Go       string    `json:"go"`                 // go1.26.8
	OS       string    `json:"os"`
	Arch     string    `json:"arch"`
	Modules  []Module  `json:"modules"` // linked in, sorted by path
}

// A Module is one that was linked in.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum,omitempty"` // as in go.sum: h1:...
}

// Own is the program that runs.
func Own() (Program, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Program{}, errors.New("this program does not say what it was built from; build it with go build")
	}
	return of(info)
}

// Read is a program by its file, for whatever system it was built.
func Read(file io.ReaderAt) (Program, error) {
	info, err := buildinfo.Read(file)
	if err != nil {
		return Program{}, err
	}
	return of(info)
}

func of(info *debug.BuildInfo) (Program, error) {
	p := Program{Version: info.Main.Version, Go: info.GoVersion}
	if p.Version == "" {
		p.Version = "(devel)"
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS":
			p.OS = s.Value
		case "GOARCH":
			p.Arch = s.Value
		case "vcs.revision":
			p.Commit = s.Value
		case "vcs.modified":
			p.Modified = s.Value == "true"
		case "vcs.time":
			at, err := time.Parse(time.RFC3339, s.Value)
			if err != nil {
				return p, fmt.Errorf("the date of the commit: %w", err)
			}
			p.Date = at.UTC()
		}
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		p.Modules = append(p.Modules, Module{m.Path, m.Version, m.Sum})
	}
	slices.SortFunc(p.Modules, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return p, nil
}

// ModulesDigest is the SHA-256, in hex, of the lines "path version sum" of what was
// linked in: two programs with the same one have the same dependencies.
func (p Program) ModulesDigest() string {
	h := sha256.New()
	for _, m := range p.Modules {
		fmt.Fprintf(h, "%s %s %s\n", m.Path, m.Version, m.Sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Digest is the SHA-256, in hex, of all files of a tree with their names: each name
// and each content behind its length, in the order of the names.
func Digest(fsys fs.FS) (string, error) {
	h := sha256.New()
	part := func(data []byte) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(data))))
		h.Write(data)
	}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		part([]byte(name))
		part(data)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}
