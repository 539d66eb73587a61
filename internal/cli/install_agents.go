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

// agentFiles are the files of out/agents/ for a client as they stand in a project.
func (a *app) agentFiles(client, dir string, h hooks.Hook) ([]files.File, error) {
	root := filepath.Join(a.dir, "out", "agents", client)
	var set []files.File
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
		set = append(set, files.File{Name: rel, Data: placed(data, dir, h)})
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s does not exist: no agent is rendered for %s; kei gen writes what agents/ defines", root, client)
	}
	files.Sort(set)
	return set, err
}

// placed is an emitted file as it stands in a project: marked, and with the command
// by which Claude Code starts the gate from there.
func placed(data []byte, dir string, h hooks.Hook) []byte {
	head, rest, _ := bytes.Cut(data, []byte(files.AgentMark))
	line, rest, _ := bytes.Cut(rest, []byte("\n"))
	end := ""
	if cut, ok := bytes.CutSuffix(line, []byte(" -->")); ok {
		line, end = cut, " -->"
	}
	name := strings.TrimSuffix(string(line), "/agent.toml")
	data = slices.Concat(head, []byte(files.AgentMark), line, []byte(installed+end+"\n"), rest)
	return bytes.Replace(data, []byte(agents.Quoted(agents.GateCommand(name))), []byte(agents.Quoted(gateCommand(name, dir, h))), 1)
}

// gateCommand starts the dispatcher for one agent. What lies in the project is named
// from there, so that the line can be committed.
func gateCommand(name, dir string, h hooks.Hook) string {
	words := []string{inProject(dir, h.Program), "--agent", name}
	if h.Task != "" {
		words = append([]string{"/usr/bin/env", inProject(dir, "KEI_TASK="+h.Task)}, words...)
	}
	return strings.Join(words, " ")
}

// inProject is a word of the shell in which the project's folder is the client's
// variable for it.
func inProject(dir, word string) string {
	if rel, ok := strings.CutPrefix(word, dir+"/"); ok && !strings.ContainsAny(rel, " \t'\"\\$`;&|<>(){}*?[]~#") {
		return `"$CLAUDE_PROJECT_DIR"/` + rel
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`")
	return `"` + strings.ReplaceAll(escape.Replace(word), escape.Replace(dir)+"/", "$CLAUDE_PROJECT_DIR/") + `"`
}

// An agentSet is what of a client's agents goes into a project.
type agentSet struct {
	tree    files.Tree
	set     []files.File
	listing string // the block of AGENTS.md, "" for a client that has none
}

// agentSet makes it, and says what stands in its way before anything is written.
func (a *app) agentSet(client, dir string, h hooks.Hook) (agentSet, error) {
	s := agentSet{tree: files.Tree{Dir: dir, Shared: agentFolders[client]}}
	if len(s.tree.Shared) == 0 {
		return s, fmt.Errorf("agents are not rendered for %s; they are for %s", client, strings.Join(agents.Clients(), ", "))
	}
	if strings.Contains(h.Program, "=") {
		return s, fmt.Errorf("%s has a = in its path, and an agent's file would not start it; move the policy folder", h.Program)
	}
	var err error
	if s.set, err = a.agentFiles(client, dir, h); err != nil {
		return s, err
	}
	text, err := os.ReadFile(filepath.Join(a.dir, "out", "agents", client, agents.ListingFile))
	if err == nil {
		s.listing = string(files.Text(text))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	_, err = s.tree.Compare(s.set)
	return s, err
}

// put writes the files. What it takes the place of is kept beside it.
func (s agentSet) put() error {
	changes, err := s.tree.Compare(s.set)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if len(c.Was) == 0 || ours(c.Was) {
			continue
		}
		kept := asItWas(s.tree.Dir, c.Name)
		if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
			return err
		}
		if err := files.Out(kept, c.Was, 0o644); err != nil {
			return err
		}
	}
	if _, err := s.tree.Write(s.set); err != nil {
		return err
	}
	return s.list(s.listing)
}

// ours reports whether kei install has put a file where it is.
func ours(data []byte) bool {
	_, rest, ok := bytes.Cut(data, []byte(files.AgentMark))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	return ok && bytes.Contains(line, []byte("/agent.toml"+installed))
}

// take removes what put wrote, and puts back what stood there.
func (s agentSet) take() (removed int, err error) {
	for _, name := range s.there() {
		full, kept := filepath.Join(s.tree.Dir, filepath.FromSlash(name)), asItWas(s.tree.Dir, name)
		err := os.Rename(kept, full)
		if errors.Is(err, fs.ErrNotExist) {
			err = os.Remove(full)
		}
		if err != nil {
			return removed, err
		}
		removed++
		_ = os.Remove(filepath.Dir(kept)) // when it is empty
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if os.Remove(filepath.Join(s.tree.Dir, filepath.FromSlash(dir))) != nil {
				break // others keep files there
			}
		}
	}
	return removed, s.list("")
}

// there are the files that kei install has put into the project.
func (s agentSet) there() (names []string) {
	root, err := os.OpenRoot(s.tree.Dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	for _, dir := range s.tree.Shared {
		_ = fs.WalkDir(root.FS(), dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if data, err := root.ReadFile(name); err == nil && ours(data) {
				names = append(names, name)
			}
			return nil
		})
	}
	return names
}

// list makes AGENTS.md, which is the person's, hold the block; "" takes it out.
func (s agentSet) list(block string) error {
	if !slices.Contains(s.tree.Shared, agents.ListingFolder) {
		return nil
	}
	name := filepath.Join(s.tree.Dir, agents.ListingFile)
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
	s := agentSet{tree: files.Tree{Dir: site.Dir, Shared: agentFolders[c.Name]}}
	there := s.there()
	h, ok := c.Dispatching(site)
	if len(there) == 0 || !ok {
		return nil
	}
	fail := func(brief, format string, args ...any) hooks.Finding {
		return hooks.Finding{Brief: brief, Text: fmt.Sprintf(format, args...)}
	}
	set, err := a.agentFiles(c.Name, site.Dir, h)
	if err != nil {
		return []hooks.Finding{fail("no agents to compare", "%v", err)}
	}
	s.tree.Shared = nil
	changes, err := s.tree.Compare(set)
	if err != nil {
		return []hooks.Finding{fail("agents in the way", "%v", err)}
	}
	var list []hooks.Finding
	for _, one := range changes {
		list = append(list, fail("changed agents", "%s is not as out/agents has it; kei install --dispatch --agents writes it anew", filepath.Join(site.Dir, one.Name)))
	}
	var names []string
	for _, name := range there {
		if !slices.ContainsFunc(set, func(f files.File) bool { return f.Name == name }) {
			list = append(list, fail("agents that are gone", "%s is of no agent that there is; kei install --dispatch --agents removes it", filepath.Join(site.Dir, name)))
			continue
		}
		agent := strings.TrimSuffix(path.Base(name), path.Ext(name))
		if path.Base(path.Dir(name)) != "agents" {
			continue // Pi's own prompt
		}
		names = append(names, agent)
		command := ""
		if c.Name == "claude" {
			command = gateCommand(agent, site.Dir, h)
		}
		if err := c.DeniesAs(ctx, site, h, agent, command); err != nil {
			list = append(list, fail("does not deny an agent", "%s: the agent %s: %v", filepath.Join(site.Dir, name), agent, err))
		}
	}
	if len(list) == 0 {
		list = []hooks.Finding{{Holds: true, Brief: fmt.Sprintf("%d agents", len(names)), Text: fmt.Sprintf("%d agents in %s are as out/agents has them, and the gate denies an unknown tool to each", len(names), site.Dir)}}
	}
	return list
}
