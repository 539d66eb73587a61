package spec

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"kei/internal/tomlpos"
)

// An Agent says which role an agent is in. A client calls the agent by the name
// of its folder, agents/<name>/.
type Agent struct {
	Name string
	Role tomlpos.String
	Note string // what is said of it: notes, else description
	File string

	// Definition is what is rendered for its clients, nil for a binding: an agent
	// that a client brings, and that is only given a role here.
	Definition *Definition
}

const agentsRoot = "agents"

// agentName is what can be a folder on any file system and an agent in any
// client. Capitals are there for the clients' own agents, such as Explore.
var agentName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)

// agents reads agents/, which need not be there. A file with no other keys than
// name and role gives a role to an agent that a client brings; any other is a
// [Definition]. agents/main.toml is about the main session and has no other key
// than role.
func (l *loader) agents() {
	if _, err := fs.Stat(l.fsys, agentsRoot); errors.Is(err, fs.ErrNotExist) {
		return
	}
	for _, e := range l.folder(agentsRoot) {
		name := path.Join(agentsRoot, e.Name())
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			l.err(name, tomlpos.Pos{}, "is a symbolic link; put the folder itself here")
		case e.IsDir():
			l.agent(name, e.Name())
		case e.Name() == "main.toml":
			l.mainSession(name)
		case e.Name() == "pi.toml":
			l.piSystem(name)
		case strings.HasSuffix(e.Name(), ".toml"):
			l.err(name, tomlpos.Pos{}, "nothing reads this file; an agent is agents/<name>/agent.toml, and main.toml is the main session")
		}
		// Clients keep agents in agents/*.md, and a policy may lie beside them.
	}
}

// agent reads one folder of agents/.
func (l *loader) agent(dir, name string) {
	file := path.Join(dir, "agent.toml")
	if _, err := fs.Stat(l.fsys, file); errors.Is(err, fs.ErrNotExist) {
		l.warn(dir, tomlpos.Pos{}, "there is no agent.toml, so the agent has no role")
		return
	}
	switch {
	case !agentName.MatchString(name):
		l.found(Finding{What: "bad-name", Agent: name, File: dir,
			Msg: tomlpos.Printable(name) + " cannot name an agent; use letters, digits, - and _"})
		return
	case name == "main":
		l.err(dir, tomlpos.Pos{}, "main is the main session, which has agents/main.toml; call the agent something else")
		return
	}
	data, err := tomlpos.ReadMarked(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	t, err := tomlpos.Parse(file, data)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	read := defining{l: l, t: t, dir: dir, name: name}
	role := read.read()
	if IsSlug(role.Text) {
		l.tree.Agents = append(l.tree.Agents, Agent{Name: name, Role: role, Note: noteOf(t), File: file, Definition: read.d})
	}
}

// noteOf is what an agent.toml says of its agent, for the table of roles; whether
// its keys are right is for whoever reads them all.
func noteOf(t *tomlpos.Table) string {
	for _, key := range []string{"notes", "description"} {
		v, _ := t.Get(key)
		if text, ok := v.Any.(string); ok && strings.TrimSpace(text) != "" {
			return text
		}
	}
	return ""
}

// mainFile is the schema of agents/main.toml.
type mainFile struct {
	// The role of the main session, which no client gives a name.
	// Example: "edit-local"
	// Required: always
	Role tomlpos.String `toml:"role"`
}

// piFile is the schema of agents/pi.toml.
type piFile struct {
	// The agent whose prompt takes the place of Pi's own.
	// Required: always
	System tomlpos.String `toml:"system"`
}

// mainSession reads agents/main.toml.
func (l *loader) mainSession(file string) {
	t, err := tomlpos.ReadFile(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	var m mainFile
	l.errs = append(l.errs, tomlpos.Decode(t, &m)...)
	if l.roleNamed(t, m.Role) {
		l.tree.Main = &Agent{Role: m.Role, File: file}
	}
}

// piSystem reads agents/pi.toml, which says which agent's prompt is Pi's own.
func (l *loader) piSystem(file string) {
	t, err := tomlpos.ReadFile(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	var p piFile
	l.errs = append(l.errs, tomlpos.Decode(t, &p)...)
	l.required(t, "system", p.System)
	l.tree.PiSystem = p.System.Text
}

// roleNamed reports whether the key role is there and can name one, and says so
// when it cannot.
func (l *loader) roleNamed(t *tomlpos.Table, role tomlpos.String) bool {
	l.required(t, "role", role)
	if role.Text != "" && !IsSlug(role.Text) {
		l.err(t.File, role.Pos, "%s cannot name a role; use lower-case letters, digits and -", tomlpos.Printable(role.Text))
	}
	return IsSlug(role.Text)
}
