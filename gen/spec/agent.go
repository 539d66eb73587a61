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
}

const agentsRoot = "agents"

// agentName is what can be a folder on any file system and an agent in any
// client. Capitals are there for the clients' own agents, such as Explore.
var agentName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)

// agents reads agents/, which need not be there. In an agent.toml only name and
// role mean something here; the other keys describe the agent to its clients
// and belong to whoever writes their files. A role that is misspelt is a role
// that is missing, so nothing is let through by that. agents/main.toml is about
// the main session and has no other key than role.
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
		l.err(dir, tomlpos.Pos{}, "%s cannot name an agent; use letters, digits, - and _", tomlpos.Printable(name))
		return
	case name == "main":
		l.err(dir, tomlpos.Pos{}, "main is the main session, which has agents/main.toml; call the agent something else")
		return
	}
	t, err := tomlpos.ReadFile(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	own := &tomlpos.Table{File: t.File, Pos: t.Pos}
	for _, e := range t.Entries {
		if e.Key == "name" || e.Key == "role" {
			own.Entries = append(own.Entries, e)
		}
	}
	var a struct {
		Name *tomlpos.String `toml:"name"`
		Role tomlpos.String  `toml:"role"`
	}
	l.errs = append(l.errs, tomlpos.Decode(own, &a)...)
	if a.Name != nil && a.Name.Text != name {
		l.err(file, a.Name.Pos, "name is %s and the folder says %s; make them agree", tomlpos.Printable(a.Name.Text), name)
	}
	if l.roleNamed(t, a.Role) {
		l.tree.Agents = append(l.tree.Agents, Agent{Name: name, Role: a.Role, Note: noteOf(t), File: file})
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

// mainSession reads agents/main.toml.
func (l *loader) mainSession(file string) {
	t, err := tomlpos.ReadFile(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	var m struct {
		Role tomlpos.String `toml:"role"`
	}
	l.errs = append(l.errs, tomlpos.Decode(t, &m)...)
	if l.roleNamed(t, m.Role) {
		l.tree.Main = &Agent{Role: m.Role, File: file}
	}
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
