package gate

import (
	"kei/runtime/client"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// OnlyAtoms denies the invocation of atoms and the running of pipes that are not
// granted: by kei atom, by the tools of its MCP server, and by their own
// programs. What is granted is compiled in, with what each atom does to the
// world and what it was when that was reviewed; kei atom asks for it.
type OnlyAtoms struct {
	Terms

	// The atoms that are granted: an id, or all verbs of a package.
	// Example: ["kei-task::*", "kei-git::log"]
	Atoms []string `toml:"atoms"`

	// What a granted atom may do to the world: read, write, network, subprocess or
	// other, a blank, and a domain, which covers those below it, or *. An atom that
	// does more is an error; a command that says nothing does "other *".
	// Default: ["read *", "network *"]
	// Example: ["read *", "write kei-task-db"]
	Effects []string `toml:"effects"`

	// The pipes of pipes/ that are granted, by name.
	// Example: ["nightly"]
	Pipes []string `toml:"pipes"`

	Granted  []Granted `toml:"-"` // what Atoms stood for when the policy was compiled
	Programs []string  `toml:"-"` // what the programs of packages are called
}

// A Granted is one atom, as it was reviewed.
type Granted struct {
	ID      string
	Kind    string
	Effects []string `emit:"line"`
	Spec    string   // SHA-256 of the declaration and its schemas
	Source  string   // SHA-256 of what its package consists of beside declarations
}

var onlyAtoms = Kind{
	Name: "only-atoms", New: func() Rule { return new(OnlyAtoms) },
	Events: anyEvents, Judges: JudgesCommands,
}

// Kind implements [Rule].
func (r *OnlyAtoms) Kind() *Kind { return &onlyAtoms }

// Lists implements [Rule].
func (r *OnlyAtoms) Lists() []List {
	granted := make([]string, len(r.Granted))
	for i, g := range r.Granted {
		granted[i] = g.ID + " " + g.Kind + " " + g.Spec + " " + g.Source + " " + str.Join(g.Effects, ", ")
	}
	return []List{
		{Key: "atoms", Values: r.Atoms},
		{Key: "effects", Values: r.Effects, Optional: true},
		{Key: "pipes", Values: r.Pipes, Optional: true},
		{Key: "granted", Values: granted, Optional: true, Derived: true},
		{Key: "programs", Values: r.Programs, Optional: true, Derived: true},
	}
}

// Check implements [Rule].
func (r *OnlyAtoms) Check(c *Case) error {
	if c.Does != Shell {
		return r.tool(c)
	}
	list := c.commandsOf()
	for i := range list {
		if why := r.command(c, list, &list[i]); why != "" {
			return r.deny(why)
		}
	}
	return nil
}

// atomServer is what kei atom serve is called in clients' settings.
const atomServer = "mcp__atoms__"

// tool judges a tool of the MCP server, in the spelling of the client that calls.
func (r *OnlyAtoms) tool(c *Case) error {
	if !client.MightMean(atomServer+"*", &c.Call.Call) {
		return nil
	}
	for _, g := range r.Granted {
		if client.Means(AtomTool(g.ID), &c.Call.Call) {
			return nil
		}
	}
	for _, p := range r.Pipes {
		if client.Means(PipeTool(p), &c.Call.Call) {
			return nil
		}
	}
	return r.deny(c.Tool + " is no atom or pipe that this role is granted" + r.granted())
}

// AtomTool is the tool of an atom, as a role lists it.
func AtomTool(id string) string {
	if at := str.Index(id, "::"); at >= 0 {
		return atomServer + id[:at] + "_" + id[at+2:]
	}
	return atomServer + id
}

// PipeTool is the tool of a named pipe, as a role lists it.
func PipeTool(name string) string { return atomServer + "pipe_" + name }

func (r *OnlyAtoms) granted() string {
	const most = 12
	var list []string
	for i, g := range r.Granted {
		if i == most {
			list = append(list, "...")
			break
		}
		list = append(list, g.ID)
	}
	for _, p := range r.Pipes {
		list = append(list, "the pipe "+p)
	}
	return " (" + str.Join(list, ", ") + ")"
}

// What changes the variables or the meaning of names in the shell that runs it.
var changers = []string{"export", "unset", "declare", "typeset", "readonly", "local", "set", "setenv", "unsetenv", "read", "mapfile", "readarray",
	"source", ".", "eval", "alias", "hash", "enable", "exec", "trap", "getopts", "let", "printf"}

// command says what there is against one command.
func (r *OnlyAtoms) command(c *Case, list []command, cmd *command) string {
	for _, a := range cmd.Assigns {
		if keis(a.Name) {
			return setsKei(a.Name)
		}
	}
	if len(cmd.Words) == 0 || cmd.variable {
		return ""
	}
	name := cmd.name()
	if cmd.takesVariables() || str.In(name, changers...) {
		for _, w := range cmd.Words[1:] {
			if at := keisIn(w.Text); at >= 0 && (name != "printf" || str.HasPrefix(cmd.Words[1].Text, "-v")) {
				return setsKei(w.Text[at:])
			}
		}
	}
	door := doorOf(name)
	if door == nil {
		return r.byHand(cmd, name)
	}
	why, runs := r.door(cmd, door)
	if why != "" || !runs {
		return why
	}
	if why := purely(list, cmd); why != "" {
		return cmd.text() + ": " + why
	}
	if gate, _ := c.Env("KEI_GATE"); !str.HasPrefix(gate, "/") {
		own, _ := sys.OwnBinary()
		return cmd.text() + " can't be held to what is granted: the session was started without KEI_GATE, which says whom kei atom has to ask. A person has to start the client with KEI_GATE=" + own
	}
	return ""
}

// keis reports whether a variable is one that kei goes by: AGENT_ID says whose an
// invocation is.
func keis(name string) bool {
	return str.HasPrefix(name, "KEI_") || name == "AGENT_ID" || str.HasPrefix(name, string(rune(match.Hole)))
}

// keisIn is where a word names such a variable, -1 if it does not.
func keisIn(text string) int {
	if at := str.Index(text, "KEI_"); at >= 0 {
		return at
	}
	const own = "AGENT_ID"
	for from := 0; ; {
		at := str.Index(text[from:], own)
		if at < 0 {
			return -1
		}
		at += from
		if at == 0 || text[at-1] != '_' && (text[at-1] < 'A' || text[at-1] > 'Z') {
			return at
		}
		from = at + len(own) // another one's
	}
}

func setsKei(name string) string {
	if at := str.IndexByte(name, '='); at >= 0 {
		name = name[:at]
	}
	return "setting or unsetting " + str.OneLine(name, 60) + " changes what kei is held to; leave it as it is"
}

// purely says why a command of kei does not certainly run as it stands, in the
// environment of the session.
func purely(list []command, cmd *command) string {
	if cmd.remote || cmd.foreign || cmd.literal {
		return "it runs in another place than this session; run it directly"
	}
	for at := cmd.from; at > 0; at = list[at-1].from {
		if by := &list[at-1]; !by.passes() {
			return by.name() + " may run it in another environment; run it directly"
		}
	}
	for i := range list {
		if n := list[i].name(); str.In(n, changers...) || list[i].Function {
			return n + " in the same call may change what it means; run it in a call of its own"
		}
		for _, a := range list[i].Assigns {
			if a.Name == "PATH" || str.HasPrefix(a.Name, "LD_") || str.HasPrefix(a.Name, "DYLD_") || a.Name == "HOME" {
				return "setting " + a.Name + " in the same call may change what it means; run it in a call of its own"
			}
		}
	}
	return ""
}

// passes reports whether all that the command may be run a command in the environment that
// they have themselves.
func (cmd *command) passes() bool {
	for i := range cmd.readings {
		if !cmd.readings[i].Passes() {
			return false
		}
	}
	return len(cmd.readings) > 0
}

// byHand objects to the program of an atom, run without the checks.
func (r *OnlyAtoms) byHand(cmd *command, name string) string {
	if str.In(name, r.Programs...) {
		return cmd.text() + " runs the program of atoms by hand; use kei atom invoke"
	}
	if len(cmd.readings) > 0 && !cmd.interprets() {
		return ""
	}
	for _, w := range cmd.Words[1:] {
		if w.Text == "run-atom" {
			return cmd.text() + " runs the program of an atom by hand; use kei atom invoke"
		}
	}
	return ""
}
