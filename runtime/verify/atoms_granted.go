package verify

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// AtomsGranted holds an agent to the atoms that its role is granted, as they were
// reviewed: what it invoked, by the ledger, and what it left behind of them. The
// invocations come with the agent's row; a refused one did nothing and is a note.
type AtomsGranted struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// What the capability's rule only-atoms grants: an id and the SHA-256 of the
	// declaration, a blank between, and the names of pipes.
	Granted []string `toml:"-" json:"granted"`
	Pipes   []string `toml:"-" json:"pipes"`
}

// An Invoked is what is asked of an invocation of the ledger. Other keys are let pass.
type Invoked struct {
	ID      string `json:"id"`
	Atom    string `json:"atom_id"`
	SpecSHA string `json:"spec_sha"`
	Status  string `json:"status"`
	Error   string `json:"error_kind"`
	Agent   string `json:"agent_id"`
	Role    string `json:"role"`
	Pipe    string `json:"pipe"`
}

// Check implements [Step].
func (s *AtomsGranted) Check(r *Run) error {
	var v Violations
	if changed := s.changed(r.Changes); len(changed) > 0 {
		v = append(v, Violation{Reason: plural(len(changed), "change") + " of atoms that the role is granted: what was reviewed is what runs", Detail: changed})
	}
	if r.Place == Merge {
		return v.Err() // what it invoked was looked at in the worktree
	}
	if r.AgentID == "" {
		return errors.Join(v.Err(), errors.New("whose invocations are asked for is not known; the task has no agent-id"))
	}
	list, err := readInvoked(r.o.Row)
	if err != nil {
		return err
	}
	refused := 0
	for _, i := range list {
		switch {
		case i.Agent != r.AgentID:
		case i.Error == "not_granted":
			refused++
		default:
			s.invoked(r, i, &v)
		}
	}
	if refused > 0 {
		r.Note("%s of atoms refused, since the role is not granted them", plural(refused, "invocation"))
	}
	return v.Err()
}

// invoked holds one invocation to the grant, under the gate of the role.
func (s *AtomsGranted) invoked(r *Run, i Invoked, v *Violations) {
	what := "the invocation " + shown(i.ID) + " of " + shown(i.Atom)
	role := ""
	if r.Task != nil {
		role = r.Task.Role
	}
	switch spec, ok := s.spec(i.Atom); {
	case !ok:
		v.add("%s: the role is not granted that atom", what)
	case spec != i.SpecSHA:
		v.add("%s: its declaration was not what the role is granted", what)
	case i.Role == "":
		v.add("%s was made without the gate: nobody held it to what the role is granted", what)
	case role != "" && i.Role != role:
		v.add("%s was made under the gate of %s, and the task's role is %s", what, shown(i.Role), role)
	case i.Status == "running":
		v.add("%s has not ended, or nobody knows how; kei ledger reap closes what is gone", what)
	}
}

// spec is the declaration of an atom that is granted.
func (s *AtomsGranted) spec(id string) (sum string, ok bool) {
	for _, g := range s.Granted {
		if of, sum, found := strings.Cut(g, " "); found && of == id {
			return sum, true
		}
	}
	return "", false
}

// changed are the changes in packages of granted atoms, and of granted pipes,
// wherever in the repository its policy folder is.
func (s *AtomsGranted) changed(changes []Change) (list []string) {
	for _, c := range changes {
		parts := strings.Split(c.Path, "/")
		for at := range len(parts) - 1 {
			inPackage := parts[at] == "primitives" && s.has(parts[at+1]) && at+2 < len(parts)
			ofPipe := parts[at] == "pipes" && at+2 == len(parts) && slices.Contains(s.Pipes, strings.TrimSuffix(parts[at+1], ".toml"))
			if inPackage || ofPipe {
				list = append(list, c.String())
				break
			}
		}
	}
	return list
}

func (s *AtomsGranted) has(pkg string) bool {
	return slices.ContainsFunc(s.Granted, func(g string) bool { return strings.HasPrefix(g, pkg+"::") })
}

// readInvoked finds the invocations in a file with rows: an object that has nothing
// else, even if there were none.
func readInvoked(file string) ([]Invoked, error) {
	missing := errors.New("the agent's invocations were not given; they go into the file of --row, as {\"invocations\": [...]}")
	if file == "" {
		return nil, missing
	}
	var said struct {
		Invocations *[]Invoked `json:"invocations"`
	}
	err := eachValue(file, func(value json.RawMessage) (enough bool, err error) {
		if value[0] == '{' {
			err = json.Unmarshal(value, &said)
		}
		return said.Invocations != nil, err
	})
	switch {
	case err != nil:
		return nil, err
	case said.Invocations == nil:
		return nil, missing
	}
	return *said.Invocations, nil
}
