package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kei/internal/files"
)

// manifestFile is where a project says which policy each agent's file in it is of. A policy
// that lies in the project's own folder needs none: what is not named is its own.
const manifestFile = ".kei-agents.json"

// A manifest is what that file says.
type manifest struct {
	path   string
	owners map[string]string // the policy of each file, by its name in the project
}

// manifestOf reads the manifest of a project.
func manifestOf(project string) (manifest, error) {
	m := manifest{path: filepath.Join(project, manifestFile), owners: map[string]string{}}
	text, err := os.ReadFile(m.path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	var said struct {
		Policies map[string][]string `json:"policies"`
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return m, fmt.Errorf("%s: %w; it says which policy agents' files are of: take it back as it was, or remove it and render anew", m.path, err)
	}
	for policy, names := range said.Policies {
		for _, name := range names {
			m.owners[name] = policy
		}
	}
	return m, nil
}

// in is a tree of the project in which the policy's files are told from others'.
func (m manifest) in(t files.Tree, policy string) files.Tree {
	t.Policy, t.Rest = policy, policy == ownFolder
	t.Owner = func(name string, _ []byte) string { return m.owners[name] }
	return t
}

// keep writes that of some folders the policy has these files and no others.
func (m manifest) keep(policy string, folders []string, names []string) error {
	for name, owner := range m.owners {
		in := func(dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }
		if owner == policy && slices.ContainsFunc(folders, in) {
			delete(m.owners, name)
		}
	}
	for _, name := range names {
		delete(m.owners, name)
		if policy != ownFolder {
			m.owners[name] = policy
		}
	}
	return m.write()
}

func (m manifest) write() error {
	was, err := os.ReadFile(m.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(m.owners) == 0 {
		if err == nil {
			return os.Remove(m.path)
		}
		return nil
	}
	said := struct {
		Comment  string              `json:"$comment"`
		Policies map[string][]string `json:"policies"`
	}{"which policy the agents' files here are of; kei writes it", map[string][]string{}}
	for name, policy := range m.owners {
		said.Policies[policy] = append(said.Policies[policy], name)
	}
	for _, names := range said.Policies {
		slices.Sort(names)
	}
	text, err := json.MarshalIndent(said, "", "  ")
	if text = append(text, '\n'); err != nil || string(text) == string(was) {
		return err
	}
	return files.Out(m.path, text, 0o644)
}
