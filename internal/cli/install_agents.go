package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei/gen/agents"
	"kei/hooks"
	"kei/internal/files"
)

// installed is what stands behind the mark of an agent's file that kei install has put
// into a project: kei uninstall takes those away, and no others.
const installed = ", put here by kei install"

// asItWas is where what stood in an agent's place is kept: in a folder beside that of
// the agents, which belongs to its client.
func asItWas(dir, name string) string {
	return filepath.Join(dir, filepath.FromSlash(path.Dir(name)+".kei-backup"), path.Base(name))
}

// An agentPlace is a folder that a client is given files of agents in: the project's, or one
// of the home folder.
type agentPlace struct {
	tree files.Tree
	set  []files.File
	home bool
	says manifest // of the project, which names the policy of each file
}

// agentPlaces are where a client is given files in a project, without the files.
func (a *app) agentPlaces(client string, site hooks.Site) ([]*agentPlace, error) {
	m, err := manifestOf(site.Dir)
	if err != nil {
		return nil, err
	}
	project := &agentPlace{says: m, tree: m.in(files.Tree{Dir: site.Dir}, a.policyIn(site.Dir))}
	list := []*agentPlace{project}
	for _, folder := range agents.Folders(client) {
		rest, atHome := strings.CutPrefix(folder, "~/")
		if !atHome {
			project.tree.Shared = append(project.tree.Shared, folder)
			continue
		}
		top, below, _ := strings.Cut(rest, "/")
		list = append(list, &agentPlace{home: true, tree: files.Tree{
			Dir: filepath.Join(site.Home, top), Shared: []string{below}, Policy: projectName(site.Dir),
			Owner: func(_ string, data []byte) string { p, _, _, _ := files.ReadMark(data); return p },
		}})
	}
	return list, nil
}

// fill takes the files of out/agents/ for a client to their places.
func (a *app) fill(places []*agentPlace, client string, site hooks.Site, h hooks.Hook) error {
	root := filepath.Join(a.dir, "out", "agents", client)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if rel == agents.ListingFile {
			return nil
		}
		for _, p := range places {
			if below, ok := p.below(rel); ok {
				p.set = append(p.set, files.File{Name: below, Data: p.placed(data, client, site.Dir, h)})
			}
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s does not exist: no agent is rendered for %s; kei gen writes what agents/ defines", root, client)
	}
	for _, p := range places {
		p.share()
		files.Sort(p.set)
	}
	return err
}

// below is the name in its place of a file of out/agents/CLIENT/, if that is where it goes.
func (p *agentPlace) below(rel string) (string, bool) {
	if !p.home {
		return rel, !strings.HasPrefix(rel, "home/")
	}
	return strings.CutPrefix(rel, "home/"+filepath.Base(p.tree.Dir)+"/")
}

// share leaves to another project what it has put into the home folder already, where that
// is the same.
func (p *agentPlace) share() {
	if !p.home {
		return
	}
	p.set = slices.DeleteFunc(p.set, func(f files.File) bool {
		was, err := os.ReadFile(filepath.Join(p.tree.Dir, filepath.FromSlash(f.Name)))
		policy, _, _, ok := files.ReadMark(was)
		return err == nil && ok && policy != p.tree.Policy && bytes.Equal(agents.Placed(was, "", ""), agents.Placed(f.Data, "", ""))
	})
}

// placed is an emitted file as it stands in a project: marked, and with the command
// by which the client starts the gate from there.
func (p *agentPlace) placed(data []byte, client, dir string, h hooks.Hook) []byte {
	_, name, _, _ := files.ReadMark(data)
	owner := ""
	if p.home {
		owner = p.tree.Policy
	}
	data = agents.Placed(data, owner, installed)
	variable := agents.Project(client)
	if variable == "" {
		return data
	}
	return bytes.Replace(data, []byte(agents.Quoted(agents.GateCommand(client, name))), []byte(agents.Quoted(gateCommand(variable, name, dir, h))), 1)
}

// gateCommand starts the dispatcher for one agent. What lies in the project is named
// from there, so that the line can be committed.
func gateCommand(variable, agent, dir string, h hooks.Hook) string {
	words := []string{inProject(variable, dir, h.Program), "--agent", agent}
	if h.Task != "" {
		words = append([]string{"/usr/bin/env", inProject(variable, dir, "KEI_TASK="+h.Task)}, words...)
	}
	return strings.Join(words, " ")
}

// inProject is a word of the shell in which the project's folder is the client's
// variable for it.
func inProject(variable, dir, word string) string {
	if rel, ok := strings.CutPrefix(word, dir+"/"); ok && !strings.ContainsAny(rel, " \t'\"\\$`;&|<>(){}*?[]~#") {
		return `"$` + variable + `"/` + rel
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`")
	return `"` + strings.ReplaceAll(escape.Replace(word), escape.Replace(dir)+"/", "$"+variable+"/") + `"`
}

// An agentSet is what of a client's agents goes into a project.
type agentSet struct {
	client  string
	places  []*agentPlace
	listing string // the block of AGENTS.md, "" for a client that has none
}

// agentSet makes it, and says what stands in its way before anything is written.
func (a *app) agentSet(client string, site hooks.Site, h hooks.Hook) (agentSet, error) {
	s := agentSet{client: client}
	if len(agents.Folders(client)) == 0 {
		return s, fmt.Errorf("agents are not rendered for %s; they are for %s", client, strings.Join(agents.Clients(), ", "))
	}
	if strings.Contains(h.Program, "=") {
		return s, fmt.Errorf("%s has a = in its path, and an agent's file would not start it; move the policy folder", h.Program)
	}
	var err error
	if s.places, err = a.agentPlaces(client, site); err != nil {
		return s, err
	}
	if err := a.fill(s.places, client, site, h); err != nil {
		return s, err
	}
	text, err := os.ReadFile(filepath.Join(a.dir, "out", "agents", client, agents.ListingFile))
	if err == nil {
		s.listing = string(files.Text(text))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	for _, p := range s.places {
		_, err = p.compare()
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// compare says what has to change; a folder of the home folder need not be there yet.
func (p *agentPlace) compare() (files.Changes, error) {
	changes, err := p.tree.Compare(p.set)
	if p.home && errors.Is(err, fs.ErrNotExist) {
		changes, err = nil, nil
		for _, f := range p.set {
			changes = append(changes, files.Change{File: f})
		}
	}
	return changes, err
}

// put writes the files of all places.
func (s agentSet) put() error {
	for _, p := range s.places {
		if err := p.put(); err != nil {
			return err
		}
	}
	return s.list(s.listing)
}

// put writes the files. What it takes the place of is kept beside it.
func (p *agentPlace) put() error {
	if len(p.set) > 0 && p.home {
		if err := os.MkdirAll(p.tree.Dir, 0o700); err != nil {
			return err
		}
	}
	changes, err := p.compare()
	if err != nil || p.home && len(p.set) == 0 && len(changes) == 0 {
		return err
	}
	for _, c := range changes {
		if len(c.Was) == 0 || ours(c.Was) {
			continue
		}
		kept := asItWas(p.tree.Dir, c.Name)
		if err := ignoredFolder(filepath.Dir(kept)); err != nil {
			return err
		}
		if err := files.Out(kept, c.Was, 0o644); err != nil {
			return err
		}
	}
	if _, err := p.tree.Write(p.set); err != nil || p.home {
		return err
	}
	return p.says.keep(p.tree.Policy, p.tree.Shared, namesOf(p.set))
}

// ours reports whether kei install has put a file where it is.
func ours(data []byte) bool {
	_, _, note, ok := files.ReadMark(data)
	return ok && strings.HasPrefix(note, installed)
}

// take removes what put wrote, and puts back what stood there. It says how many agents
// are gone.
func (s agentSet) take() (removed int, err error) {
	for _, p := range s.places {
		for _, name := range p.there() {
			if err := p.remove(name); err != nil {
				return removed, err
			}
			if agents.AgentOf(s.client, name) != "" {
				removed++
			}
		}
		if p.home {
			_ = os.Remove(p.tree.Dir) // when it is empty
		} else if err := p.says.keep(p.tree.Policy, p.tree.Shared, nil); err != nil {
			return removed, err
		}
	}
	return removed, s.list("")
}

func (p *agentPlace) remove(name string) error {
	full, kept := filepath.Join(p.tree.Dir, filepath.FromSlash(name)), asItWas(p.tree.Dir, name)
	err := os.Rename(kept, full)
	if errors.Is(err, fs.ErrNotExist) {
		err = os.Remove(full)
	}
	if err != nil {
		return err
	}
	dropIgnored(filepath.Dir(kept))
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if os.Remove(filepath.Join(p.tree.Dir, filepath.FromSlash(dir))) != nil {
			break // others keep files there
		}
	}
	return nil
}

// there are the files that kei install has put there for this policy.
func (p *agentPlace) there() (names []string) {
	root, err := os.OpenRoot(p.tree.Dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	for _, dir := range p.tree.Shared {
		_ = fs.WalkDir(root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			data, err := root.ReadFile(name)
			if owner := p.tree.Owner(name, data); err == nil && ours(data) && (owner == "" || owner == p.tree.Policy) {
				names = append(names, name)
			}
			return nil
		})
	}
	return names
}

// list makes AGENTS.md, which is the person's, hold the block; "" takes it out.
func (s agentSet) list(block string) error {
	project := s.places[0].tree
	if !slices.Contains(project.Shared, agents.ListingFolder) {
		return nil
	}
	name := filepath.Join(project.Dir, agents.ListingFile)
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	next := agents.Listed(string(text), block)
	switch {
	case next == string(text):
		return nil
	case next == "":
		return os.Remove(name)
	}
	return files.Out(name, []byte(next), 0o644)
}

// agentFindings compares the agents that are installed in a project with out/agents,
// and asks the gate as each of them.
func (a *app) agentFindings(ctx context.Context, c *hooks.Client, site hooks.Site) []hooks.Finding {
	places, err := a.agentPlaces(c.Name, site)
	if err != nil {
		return []hooks.Finding{finding("no agents to compare", "%v", err)}
	}
	h, ok := c.Dispatching(site)
	there := make([][]string, len(places))
	for i, p := range places {
		there[i] = p.there()
	}
	if len(slices.Concat(there...)) == 0 || !ok {
		return nil
	}
	if err := a.fill(places, c.Name, site, h); err != nil {
		return []hooks.Finding{finding("no agents to compare", "%v", err)}
	}
	var list []hooks.Finding
	count := 0
	for i, p := range places {
		found, n := p.findings(c.Name, there[i])
		list, count = append(list, found...), count+n
		for _, name := range there[i] {
			if agent := agents.AgentOf(c.Name, name); agent != "" {
				if err := c.DeniesAs(ctx, site, h, agent, ownCommand(c.Name, agent, site.Dir, h)); err != nil {
					list = append(list, finding("does not deny an agent", "%s: the agent %s: %v", filepath.Join(p.tree.Dir, name), agent, err))
				}
			}
		}
	}
	if len(list) == 0 {
		list = []hooks.Finding{{Holds: true, Brief: fmt.Sprintf("%d agents", count), Text: fmt.Sprintf("%d agents in %s are as out/agents has them, and the gate denies an unknown tool to each", count, site.Dir)}}
	}
	return list
}

func finding(brief, format string, args ...any) hooks.Finding {
	return hooks.Finding{Brief: brief, Text: fmt.Sprintf(format, args...)}
}

// ownCommand is what the client starts from an agent's own file.
func ownCommand(client, agent, dir string, h hooks.Hook) (own hooks.Own) {
	if variable := agents.Project(client); variable != "" {
		own = hooks.Own{Command: gateCommand(variable, agent, dir, h), Variable: variable}
	}
	return own
}

// findings compares what is installed in one place with what should be, and counts the
// agents that are there.
func (p *agentPlace) findings(client string, there []string) (list []hooks.Finding, count int) {
	alone := *p
	alone.tree.Shared = nil
	changes, err := alone.compare()
	if err != nil {
		return []hooks.Finding{finding("agents in the way", "%v", err)}, 0
	}
	for _, one := range changes {
		list = append(list, finding("changed agents", "%s is not as out/agents has it; kei install --dispatch --agents writes it anew", filepath.Join(p.tree.Dir, one.Name)))
	}
	for _, name := range there {
		switch {
		case !slices.ContainsFunc(p.set, func(f files.File) bool { return f.Name == name }):
			list = append(list, finding("agents that are gone", "%s is of no agent that there is; kei install --dispatch --agents removes it", filepath.Join(p.tree.Dir, name)))
		case agents.AgentOf(client, name) != "":
			count++
		}
	}
	return list, count
}
