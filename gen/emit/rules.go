package emit

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kei/gen/spec"
	"kei/internal/files"
	"kei/runtime/gate"
)

// rulesName is the folder of the capabilities' rules, and so no role's name.
const rulesName = "rules"

// A home is the package that a rule stands in. The rules of a capability stand
// once, in out/rules/<category>/<slug>, for every role that has it: Go makes a
// map of all pointers in a program's data when the program starts, so a gate of
// seven hundred roles that had a copy of each rule would be slow at every call.
type home struct {
	capability string // "" for a role's own folder
	path, pkg  string
}

func (r roleFacts) homeOf(capability string) (home, error) {
	category, slug, ok := spec.SplitName(capability)
	if !ok {
		return home{path: r.path(), pkg: r.pkg()}, nil
	}
	if slices.Contains(noFolders(), slug) {
		return home{}, fmt.Errorf("capabilities/%s/%s: %s cannot name a capability that has a gate, because a folder of that name has another meaning; rename it", category, slug, slug)
	}
	return home{
		capability: capability, path: strings.Join([]string{"kei/out", rulesName, category, slug}, "/"),
		pkg: category + strings.ReplaceAll(slug, "-", ""),
	}, nil
}

func (h home) folder() string { return strings.TrimPrefix(h.path, "kei/") }

func (h home) header() string {
	return files.Mark + " from capabilities/" + strings.TrimPrefix(h.folder(), "out/"+rulesName+"/") + ". DO NOT EDIT."
}

// A library is the rules of all capabilities, by the folder that they stand in.
type library map[string][]ruleFacts

// add takes the rules of a role that are not its own. Every role has the same
// rules of a capability.
func (l library) add(role string, rules []ruleFacts) error {
	found := library{}
	for _, rule := range rules {
		if rule.home.capability != "" {
			found[rule.home.folder()] = append(found[rule.home.folder()], rule)
		}
	}
	for folder, list := range found {
		before, ok := l[folder]
		if ok && string(said(before)) != string(said(list)) {
			return fmt.Errorf("%s: the role %s has other rules of %s than the roles before it", folder, role, list[0].home.capability)
		}
		l[folder] = list
	}
	return nil
}

// said is what rules say, in their canonical form.
func said(rules []ruleFacts) []byte {
	p := gate.Policy{}
	for _, r := range rules {
		p.Rules = append(p.Rules, r.rule)
	}
	return p.JSON()
}

// files are the packages of all capabilities.
func (l library) files() ([]files.File, error) {
	var set []files.File
	named := map[string]string{}
	for _, folder := range slices.Sorted(maps.Keys(l)) {
		at := l[folder][0].home
		if other, ok := named[at.pkg]; ok {
			return nil, fmt.Errorf("the capabilities %s and %s differ in dashes only; rename one", other, at.capability)
		}
		named[at.pkg] = at.capability
		f, err := rulesFile(at, l[folder])
		if err != nil {
			return nil, err
		}
		set = append(set, f)
		var b bytes.Buffer
		tables, err := printTables(&b, l[folder])
		if err != nil {
			return nil, err
		}
		if tables > 0 {
			text := fmt.Sprintf("// %s\n\npackage %s\n\nimport %q\n\n// This file needs no reading: it follows from rules.go, and keivet computes it\n// again to compare.\n", at.header(), at.pkg, gatePath)
			set = append(set, files.File{Name: folder + "/tables.go", Data: append([]byte(text), b.Bytes()...)})
		}
	}
	return set, nil
}

// rulesFile is out/rules/<category>/<slug>/rules.go.
func rulesFile(at home, rules []ruleFacts) (files.File, error) {
	f := newGo(at.header(), at.path, at.pkg)
	f.PackageComment("// Package " + at.pkg + " is the rules of the capability " + at.capability + ".")
	for _, rule := range rules {
		if err := addRule(f, rule); err != nil {
			return files.File{}, err
		}
	}
	return formatted(at.folder()+"/rules.go", f)
}
