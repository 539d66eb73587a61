// Package dependencies is the atom kei-repo::dependencies.
package dependencies

import (
	"cmp"
	"context"
	"encoding/json"
	"path"
	"slices"

	"github.com/BurntSushi/toml"
	"golang.org/x/mod/modfile"

	"kei-repo/internal/tree"
	"kei-repo/verb"
)

// Input is what it takes.
type Input struct {
	File string `json:"file"`
}

// Output is what it gives.
type Output struct {
	File         string       `json:"file"`
	Format       string       `json:"format"` // go, cargo or npm
	Name         string       `json:"name"`   // of the module, crate or package
	Dependencies []Dependency `json:"dependencies"`
}

// A Dependency is one that the file names.
type Dependency struct {
	Name    string `json:"name"`
	Version string `json:"version"` // what is asked for; "" where that is not said
	Scope   string `json:"scope"`   // direct, indirect, dev, build, optional or peer
	Source  string `json:"source"`  // where it comes from if not from a registry: a path, an address, a replacement
}

// formats are the files that can be read, by name.
var formats = map[string]struct {
	name string
	read func(text []byte, out *Output) error
}{
	"go.mod":       {"go", readGo},
	"Cargo.toml":   {"cargo", readCargo},
	"package.json": {"npm", readNPM},
}

// Run lists what a manifest depends on, by scope and name.
func Run(ctx context.Context, in Input) (out Output, err error) {
	t, err := tree.Open(ctx)
	if err != nil {
		return out, err
	}
	defer t.Close()
	if out.File, err = t.Named(in.File); err != nil {
		return out, err
	}
	format, ok := formats[path.Base(out.File)]
	if !ok {
		return out, verb.Refuse("UnknownFormat", "%s is none of go.mod, Cargo.toml, package.json", out.File)
	}
	text, err := t.Read(ctx, out.File)
	if err != nil {
		return out, err
	}
	out.Format, out.Dependencies = format.name, []Dependency{}
	if err := format.read(text, &out); err != nil {
		return out, verb.Refuse("Malformed", "%s: %v", out.File, err)
	}
	slices.SortStableFunc(out.Dependencies, func(a, b Dependency) int {
		return cmp.Or(cmp.Compare(a.Scope, b.Scope), cmp.Compare(a.Name, b.Name))
	})
	return out, nil
}

func readGo(text []byte, out *Output) error {
	f, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return err
	}
	if f.Module != nil {
		out.Name = f.Module.Mod.Path
	}
	for _, r := range f.Require {
		d := Dependency{Name: r.Mod.Path, Version: r.Mod.Version, Scope: "direct"}
		if r.Indirect {
			d.Scope = "indirect"
		}
		for _, by := range f.Replace {
			if by.Old.Path == r.Mod.Path && (by.Old.Version == "" || by.Old.Version == r.Mod.Version) {
				d.Source = by.New.String()
			}
		}
		out.Dependencies = append(out.Dependencies, d)
	}
	return nil
}

// A crates is a table of dependencies of Cargo's.
type crates map[string]any

type cargoTables struct {
	Normal    crates `toml:"dependencies"`
	Dev       crates `toml:"dev-dependencies"`
	Build     crates `toml:"build-dependencies"`
	Workspace struct {
		Normal crates `toml:"dependencies"`
	} `toml:"workspace"`
}

func readCargo(text []byte, out *Output) error {
	var f struct {
		Package struct{ Name string }
		cargoTables
		Target map[string]cargoTables `toml:"target"`
	}
	if _, err := toml.Decode(string(text), &f); err != nil {
		return err
	}
	out.Name = f.Package.Name
	add := func(t cargoTables) {
		out.crates(t.Normal, "direct")
		out.crates(t.Workspace.Normal, "direct")
		out.crates(t.Dev, "dev")
		out.crates(t.Build, "build")
	}
	add(f.cargoTables)
	for _, t := range f.Target {
		add(t)
	}
	return nil
}

// crates adds the dependencies of one table: a version, or a table that has one.
func (out *Output) crates(list crates, scope string) {
	for name, said := range list {
		d := Dependency{Name: name, Scope: scope}
		switch said := said.(type) {
		case string:
			d.Version = said
		case map[string]any:
			word := func(key string) string { s, _ := said[key].(string); return s }
			d.Version = word("version")
			d.Source = cmp.Or(word("path"), word("git"), word("registry"))
			if of := word("package"); of != "" {
				d.Name = of
			}
			if inherited, _ := said["workspace"].(bool); inherited {
				d.Source = "workspace"
			}
			if optional, _ := said["optional"].(bool); optional && scope == "direct" {
				d.Scope = "optional"
			}
		}
		out.Dependencies = append(out.Dependencies, d)
	}
}

func readNPM(text []byte, out *Output) error {
	var f struct {
		Name     string
		Normal   map[string]string `json:"dependencies"`
		Dev      map[string]string `json:"devDependencies"`
		Optional map[string]string `json:"optionalDependencies"`
		Peer     map[string]string `json:"peerDependencies"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return err
	}
	out.Name = f.Name
	for scope, list := range map[string]map[string]string{"direct": f.Normal, "dev": f.Dev, "optional": f.Optional, "peer": f.Peer} {
		for name, version := range list {
			out.Dependencies = append(out.Dependencies, Dependency{Name: name, Version: version, Scope: scope})
		}
	}
	return nil
}
