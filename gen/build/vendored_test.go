package build

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "take the vendored sources from the modules again")

// aModule is one that emitted programs link packages of.
type aModule struct{ Path, Version, Dir, GoVersion string }

// unlinked are files of the packages that emitted programs link whose functions none
// calls: the shell parser's ways to write shell text. The package is whole without
// them, which every build shows.
var unlinked = []string{"mvdan.cc/sh/v3/syntax/printer.go", "mvdan.cc/sh/v3/syntax/quote.go", "mvdan.cc/sh/v3/syntax/simplify.go"}

// unlinkedPackages are those that only they import.
var unlinkedPackages = []string{"mvdan.cc/sh/v3/fileutil"}

// foreign are the packages of other modules that emitted programs link, on any system.
func foreign(t *testing.T) (modules map[string]aModule, packages map[string][]string, dirs map[string]string) {
	t.Helper()
	modules, packages, dirs = map[string]aModule{}, map[string][]string{}, map[string]string{}
	for _, goos := range []string{"linux", "darwin", "windows"} {
		c := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Module,GoFiles,IgnoredGoFiles", "./out/...")
		c.Dir = filepath.Join("..", "..")
		c.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0", "GOFLAGS=")
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
			var p struct {
				ImportPath, Dir         string
				Module                  *aModule
				GoFiles, IgnoredGoFiles []string
			}
			if err := dec.Decode(&p); err != nil {
				t.Fatal(err)
			}
			if p.Module == nil || p.Module.Path == "kei" || slices.Contains(unlinkedPackages, p.ImportPath) {
				continue
			}
			modules[p.Module.Path], dirs[p.ImportPath] = *p.Module, p.Dir
			for _, name := range append(p.GoFiles, p.IgnoredGoFiles...) {
				if !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "gen_") && !slices.Contains(unlinked, path.Join(p.ImportPath, name)) && !slices.Contains(packages[p.ImportPath], name) {
					packages[p.ImportPath] = append(packages[p.ImportPath], name)
				}
			}
		}
	}
	return modules, packages, dirs
}

// TestVendored holds the sources that kei carries to those of the modules that its
// go.mod names: the same packages, byte for byte, less what no gate calls.
func TestVendored(t *testing.T) {
	modules, packages, dirs := foreign(t)
	a := &txtar.Archive{Comment: []byte("What emitted programs link besides kei's runtime: see vendored.go. go test ./gen/build -run TestVendored -update\n")}
	add := func(name, file string) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a.Files = append(a.Files, txtar.File{Name: name, Data: data})
	}
	mod, list := "module kei\n\ngo 1.26.0\n", ""
	for _, p := range slices.Sorted(maps.Keys(modules)) {
		m := modules[p]
		mod += fmt.Sprintf("\nrequire %s %s\n", m.Path, m.Version)
		list += fmt.Sprintf("# %s %s\n## explicit; go %s\n", m.Path, m.Version, m.GoVersion)
		licence := ""
		for _, name := range []string{"LICENSE", "COPYING"} {
			if _, err := os.Stat(filepath.Join(m.Dir, name)); err == nil {
				licence = name
			}
		}
		add(path.Join("vendor", m.Path, licence), filepath.Join(m.Dir, licence))
		for _, pkg := range slices.Sorted(maps.Keys(packages)) {
			if !strings.HasPrefix(pkg+"/", m.Path+"/") {
				continue
			}
			list += pkg + "\n"
			slices.Sort(packages[pkg])
			for _, name := range packages[pkg] {
				add(path.Join("vendor", pkg, name), filepath.Join(dirs[pkg], name))
			}
		}
	}
	a.Files = append([]txtar.File{{Name: "go.mod", Data: []byte(mod)}, {Name: "vendor/modules.txt", Data: []byte(list)}}, a.Files...)
	want := txtar.Format(a)
	if *update {
		if err := os.WriteFile("vendored.txtar", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(vendored, want) {
		t.Error("vendored.txtar is not what the modules of go.mod hold; go test ./gen/build -run TestVendored -update")
	}
}
