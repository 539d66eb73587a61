package agents

import (
	"path"
	"slices"
	"strings"
)

// A client is a program that runs agents: where it keeps them, how one is written for it,
// and how it is read back.
type client struct {
	name     string
	folder   string   // where it looks for agents; people keep theirs there, too
	suffix   string   // of an agent's file, behind the agent's name
	also     []string // other folders that it is given files in; "~/" is the home folder
	reserved []string // names of its own agents, with which one of ours would be merged or not be loaded

	// project is the variable by which a hook in an agent's own file names the project's
	// folder, "" if there are no such hooks.
	project string

	// unnamed is whether its hooks do not say which agent calls.
	unnamed bool

	render func(*rendering)
	read   func(*Imported, string) error

	// policy is where the other file lies that it has of an agent, and readPolicy reads it;
	// nil for a client that has one file only.
	policy     func(agent string) string
	readPolicy func(*Imported, string) error
}

// clients are those that agents are rendered for, in the order of their names in reports.
var clients = []*client{&openCode, &claude, &pi, &codex, &gemini, &qwen, &copilot, &cursor}

func named(name string) *client {
	for _, c := range clients {
		if c.name == name {
			return c
		}
	}
	return nil
}

// file is where the file of an agent lies, from the project's folder.
func (c *client) file(agent string) string { return c.folder + "/" + agent + c.suffix }

// owns reports whether a path is that of an agent's file.
func (c *client) owns(file string) bool {
	dir, base := path.Dir(file), path.Base(file)
	return (dir == c.folder || strings.HasSuffix(dir, "/"+c.folder)) && strings.HasSuffix(base, c.suffix)
}

// Clients are the names of those that agents are rendered for.
func Clients() []string {
	var names []string
	for _, c := range clients {
		names = append(names, c.name)
	}
	return names
}

// Folders are where a client is given files, its agents' first: from the project's folder,
// or from the home folder behind "~/". People keep files there, too.
func Folders(client string) []string {
	c := named(client)
	if c == nil {
		return nil
	}
	return slices.Concat([]string{c.folder}, c.also)
}

// AgentOf is the agent whose file this is in a client's folder, "" if it is none.
func AgentOf(client, file string) string {
	if c := named(client); c != nil && c.owns(file) {
		return strings.TrimSuffix(path.Base(file), c.suffix)
	}
	return ""
}

// Project is the variable by which the hooks in an agent's own file name the project's
// folder, "" for a client without such hooks.
func Project(client string) string {
	if c := named(client); c != nil {
		return c.project
	}
	return ""
}

// Unnamed reports whether a client's hooks do not say which agent calls, so that its gate
// holds an agent to its definition only where that agent has a process of its own.
func Unnamed(client string) bool {
	c := named(client)
	return c != nil && c.unnamed
}
