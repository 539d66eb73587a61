package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A system is one that npm packages are made for, in Go's words and in npm's.
type system struct{ goos, goarch, os, cpu string }

var systems = []system{
	{"darwin", "amd64", "darwin", "x64"}, {"darwin", "arm64", "darwin", "arm64"},
	{"linux", "amd64", "linux", "x64"}, {"linux", "arm64", "linux", "arm64"},
	{"windows", "amd64", "win32", "x64"}, {"windows", "arm64", "win32", "arm64"},
}

// starter is the program of the package that is installed by name: it starts the one
// of the optional package that npm chose for this system.
//
//go:embed npm/kei.js
var starter []byte

// manifest is package.json, as far as it is used here.
type manifest struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	License     string            `json:"license"`
	Bin         map[string]string `json:"bin,omitempty"`
	OS          []string          `json:"os,omitempty"`
	CPU         []string          `json:"cpu,omitempty"`
	Engines     map[string]string `json:"engines,omitempty"`
	Files       []string          `json:"files"`
	Optional    map[string]string `json:"optionalDependencies,omitempty"`
}

// An entry is one file of a package.
type entry struct {
	name string
	mode int64
	data []byte
}

// npm packs the program for one system, and the package that chooses among the systems,
// which is the same whichever system is packed.
func npm(out, version, target, program string, date time.Time) error {
	scope := fromEnv("KEI_NPM_SCOPE", placeholderScope)
	s, err := systemOf(target)
	if err != nil {
		return err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	license, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	about := entry{"LICENSE", 0o644, license}
	name := "kei"
	if s.goos == "windows" {
		name = "kei.exe"
	}
	own := s.manifest(scope, version)
	if err := pack(out, own, date, about, entry{"bin/" + name, 0o755, binary}); err != nil {
		return err
	}
	return pack(out, chooser(scope, version), date, about, entry{"bin/kei.js", 0o755, starter})
}

func systemOf(target string) (system, error) {
	for _, s := range systems {
		if s.goos+"/"+s.goarch == target {
			return s, nil
		}
	}
	return system{}, fmt.Errorf("no npm package is made for %q", target)
}

func (s system) pkg(scope string) string { return scope + "/kei-" + s.os + "-" + s.cpu }

// manifest is that of the package with the program for one system; npm passes it over
// on all others.
func (s system) manifest(scope, version string) manifest {
	return manifest{
		Name: s.pkg(scope), Version: version, License: "Apache-2.0",
		Description: "The program of kei for " + s.os + " on " + s.cpu + ".",
		OS:          []string{s.os}, CPU: []string{s.cpu}, Files: []string{"bin"},
	}
}

// chooser is that of the package that is installed by name. It runs no script: which of
// the others is there is npm's doing.
func chooser(scope, version string) manifest {
	m := manifest{
		Name: scope + "/kei", Version: version, License: "Apache-2.0",
		Description: "Turns restrictions for AI coding agents into gates, and proves that they hold.",
		Bin:         map[string]string{"kei": "bin/kei.js"}, Engines: map[string]string{"node": ">=18"},
		Files: []string{"bin"}, Optional: map[string]string{},
	}
	for _, s := range systems {
		m.Optional[s.pkg(scope)] = version
	}
	return m
}

// pack writes a package as npm pack would name it: scope-name-version.tgz.
func pack(out string, m manifest, date time.Time, entries ...entry) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	data, err := tarball(date, append([]entry{{"package.json", 0o644, append(text, '\n')}}, entries...))
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(strings.TrimPrefix(m.Name, "@"), "/", "-")
	return write(filepath.Join(out, name+"-"+m.Version+".tgz"), data)
}

// tarball is what npm unpacks: everything below package/, of nobody's.
func tarball(date time.Time, entries []entry) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	for _, e := range entries {
		h := tar.Header{Name: "package/" + e.name, Mode: e.mode, Size: int64(len(e.data)), ModTime: date, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(&h); err != nil {
			return nil, err
		}
		if _, err := t.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}
