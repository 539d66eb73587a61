package hooks

import (
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"kei/runtime/client"
	"kei/templates"
)

// A Client is a coding agent's program, and how it is made to ask a gate. This
// file alone knows how they differ; another client is one more entry in
// clients.
type Client struct {
	Name  string // as --client says it
	Title string // as people say it

	project string // the file in a repository; "" if there is none
	local   string // the file beside it that one person keeps, which doctor reads too
	user    string // the file in the home folder
	homeEnv string // the variable that names the folder in place of the first of user

	form  form
	speak speech

	// needs is a version from which on the client has the switch that makes a
	// failing hook a denial, asked of the program.
	program, needs string
	offs           []off                                             // in the same file
	managed        *managed                                          // what was said for the whole machine
	elsewhere      func(x *examiner, s Settings, f []found)          // what else decides whether it asks
	refuse         func(s Settings) error                            // why its file must not be made
	second         func(s Site, at Settings, was, is []byte) *second // another file that goes with it
	trust          bool                                              // Site.Trust means something to it
	remark         string                                            // said after every installation
}

// A second is another file of an installation.
type second struct {
	at Settings
	// put adds to the file what goes with the hook that has been put into text;
	// the hook may be changed by it.
	put func(file string, text []byte, h *Hook) ([]byte, error)
	// take removes what went with the hook.
	take func(file string, text []byte, h Hook) ([]byte, error)
	// empty reports whether a file need not be there.
	empty func(file string, text []byte) bool
}

// A Site is whose sessions are meant.
type Site struct {
	Scope  string                   // project, local or user
	Dir    string                   // the project, an absolute path
	Home   string                   // the home folder, an absolute path
	Env    func(name string) string // the environment, for the variables that move settings
	System string                   // what stands before paths of the machine, for tests
	Trust  bool                     // write the client's record that the hook is trusted
}

// command and the two below are the forms of most clients.
var (
	nested  = []string{"PreToolUse"}
	command = object{{"type", "command"}}
	never   = []off{{[]string{"disableAllHooks"}, 't'}}
)

var clients = []Client{
	{
		Name: "claude", Title: "Claude Code",
		project: ".claude/settings.json", local: ".claude/settings.local.json", user: ".claude/settings.json", homeEnv: "CLAUDE_CONFIG_DIR",
		// Exec form: with args, no shell stands between. onFailure makes a gate
		// that cannot be started, or does not come back in time, a denial.
		form:    &layout{events: nested, fixed: command, command: "command", exec: true, timeout: "timeout", unit: 1, closed: object{{"onFailure", "block"}}, lenient: takeMark, session: true},
		speak:   claudeSpeech,
		program: "claude", needs: "2.1.295", offs: never, managed: claudeManaged,
	},
	{
		Name: "codex", Title: "Codex CLI",
		project: ".codex/hooks.json", user: ".codex/hooks.json", homeEnv: "CODEX_HOME",
		form:      &layout{events: nested, fixed: command, command: "command", timeout: "timeout", unit: 1},
		speak:     codexSpeech,
		elsewhere: codexElsewhere, second: codexTrust, trust: true,
	},
	{
		Name: "gemini", Title: "Gemini CLI",
		project: ".gemini/settings.json", user: ".gemini/settings.json",
		form:  &layout{events: []string{"BeforeTool"}, fixed: object{{"name", "kei"}, {"type", "command"}}, command: "command", timeout: "timeout", unit: 1000, lenient: takeComments},
		speak: geminiSpeech,
		offs:  []off{{[]string{"hooksConfig", "enabled"}, 'f'}}, elsewhere: folderTrust(".gemini", true), managed: geminiManaged,
		remark: "it does not say which agent calls, so one role holds for all of them",
	},
	{
		Name: "copilot", Title: "Copilot CLI",
		project: ".github/hooks/kei.json", user: ".copilot/hooks/kei.json", homeEnv: "COPILOT_HOME",
		// The event in camel case: in the other form the reason of an exit status
		// of 2 does not reach the model.
		form:  &layout{events: []string{"preToolUse"}, flat: true, version: true, fixed: command, command: "bash", timeout: "timeoutSec", unit: 1},
		speak: copilotSpeech,
		offs:  never, elsewhere: copilotTrust,
	},
	{
		Name: "qwen", Title: "Qwen Code",
		project: ".qwen/settings.json", user: ".qwen/settings.json",
		form:  &layout{events: nested, fixed: object{{"name", "kei"}, {"type", "command"}}, command: "command", timeout: "timeout", unit: 1, lenient: takeComments, session: true},
		speak: qwenSpeech,
		offs:  never, elsewhere: folderTrust(".qwen", false), managed: qwenManaged,
	},
	{
		Name: "droid", Title: "Factory Droid",
		project: ".factory/hooks.json", user: ".factory/hooks.json",
		form:   &layout{events: nested, top: true, fixed: command, command: "command", timeout: "timeout", unit: 1},
		speak:  droidSpeech,
		refuse: droidOther,
		remark: "it does not say which agent calls, so one role holds for all of them",
	},
	{
		Name: "cline", Title: "Cline",
		project: ".cline/hooks/PreToolUse", user: ".cline/hooks/PreToolUse",
		form: &program{emit: templates.Cline, ends: true}, speak: clineSpeech,
		remark: "it ends its whole run when a call is denied, and does not say which agent calls",
	},
	{
		Name: "cursor", Title: "Cursor",
		project: ".cursor/hooks.json", user: ".cursor/hooks.json",
		form:  &layout{events: []string{"preToolUse"}, flat: true, version: true, command: "command", timeout: "timeout", unit: 1, closed: object{{"failClosed", true}}},
		speak: cursorSpeech,
	},
	{
		Name: "windsurf", Title: "Windsurf",
		project: ".windsurf/hooks.json", user: ".codeium/windsurf/hooks.json",
		form:  &layout{events: []string{"pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"}, flat: true, command: "command", lenient: takeMark},
		speak: windsurfSpeech,
	},
	{
		Name: "vscode", Title: "VS Code Copilot",
		// A file of its own: that of Copilot CLI has another event.
		project: ".github/hooks/kei-vscode.json", user: ".copilot/hooks/kei-vscode.json",
		form:  &layout{events: nested, flat: true, fixed: command, command: "command", timeout: "timeout", unit: 1},
		speak: vscodeSpeech,
	},
	{
		Name: "opencode", Title: "OpenCode",
		project: ".opencode/plugin/kei.js", user: ".config/opencode/plugin/kei.js", homeEnv: "XDG_CONFIG_HOME",
		form: &program{emit: templates.OpenCode, deny: true, session: true}, speak: openCodeSpeech,
		second: openCodePermissions, elsewhere: openCodeSecond,
	},
	{
		Name: "pi", Title: "Pi",
		project: ".pi/extensions/kei.js", user: ".pi/agent/extensions/kei.js",
		form: &program{emit: templates.Pi, session: true}, speak: piSpeech,
		remark: "it loads a project's extensions only where the project is trusted (--approve)",
	},
}

// Clients are the names of the clients, in the order of the table.
func Clients() []string {
	var names []string
	for _, c := range clients {
		names = append(names, c.Name)
	}
	return names
}

// Named is the client of a name, nil if there is none.
func Named(name string) *Client {
	i := slices.IndexFunc(clients, func(c Client) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &clients[i]
}

// Settings is the file that an installation is written to.
func (c *Client) Settings(s Site) Settings {
	switch {
	case s.Scope == "project":
		return Settings{s.Dir, c.project}
	case s.Scope == "local" && c.local != "":
		return Settings{s.Dir, c.local}
	}
	return s.inHome(c.user, c.homeEnv)
}

// hooksIn are the hooks that stand in that file.
func (c *Client) hooksIn(s Site) ([]found, error) {
	at := c.Settings(s)
	text, err := at.read()
	if err != nil {
		return nil, err
	}
	return c.form.find(at.Path(), text)
}

// inHome is a file in the home folder, or in the folder that a variable names
// in place of the first of its path.
func (s Site) inHome(name, variable string) Settings {
	_, rest, _ := strings.Cut(name, "/")
	if s.Env != nil && variable != "" {
		if dir := s.Env(variable); filepath.IsAbs(dir) {
			return Settings{dir, rest}
		}
	}
	return Settings{s.Home, name}
}

// Shared is the hook as it goes into a file that is meant to be committed: no path of
// one machine, where the client says where the project is and the gate lies in it. A
// task is one machine's, and so is its hook; and so is that of a gate that grants atoms,
// since the variable that names it to kei atom holds a path and nothing else.
func (c *Client) Shared(s Site, h Hook) Hook {
	silent := h.Silent
	h.Silent = false // no log is kept where no project is known
	told := client.Named(c.Name)
	if s.Scope != "project" || told == nil || told.Project == "" || h.Task != "" || h.Atoms || runtime.GOOS == "windows" {
		return h
	}
	rel, err := filepath.Rel(s.Dir, h.Program)
	if err != nil || !filepath.IsLocal(rel) {
		return h
	}
	h.Of, h.Program, h.Silent = told.Project, filepath.ToSlash(rel), silent
	return h
}

// HasLocal reports whether the client reads a file beside a project's settings that one
// person keeps.
func (c *Client) HasLocal() bool { return c.local != "" }

// Root is the worktree's root that an installation tells the gate, "" for none.
// A client that names the project's folder to its hooks says it better, each
// session for itself. So does nobody for a file in the home folder, which the
// sessions of all worktrees share.
func (c *Client) Root(s Site) string {
	if told := client.Named(c.Name); s.Scope != "project" || told == nil || told.Project != "" || runtime.GOOS == "windows" {
		return ""
	}
	return s.Dir
}

// Takes reports whether the client can be told by its own file that a hook is
// trusted.
func (c *Client) Takes(trust bool) bool { return !trust || c.trust }

// openCodePermissions are in the configuration beside the plugin's folder, or
// in the root of the repository.
func openCodePermissions(s Site, at Settings, _, _ []byte) *second {
	dir := path.Dir(path.Dir(at.Name)) + "/"
	if s.Scope == "project" {
		dir = ""
	}
	conf := Settings{at.Dir, dir + "opencode.json"}
	if with := (Settings{at.Dir, conf.Name + "c"}); !there(conf.Path()) && there(with.Path()) {
		conf = with
	}
	p := permissions{takeCommas}
	return &second{
		at: conf, empty: p.empty,
		put: func(file string, text []byte, h *Hook) ([]byte, error) {
			out, added, err := p.put(file, text, lines(h.Deny))
			if err != nil {
				return nil, err
			}
			h.Deny = strings.Join(added, "\n")
			if len(added) == 0 {
				return text, nil
			}
			return out, nil
		},
		take: func(file string, text []byte, h Hook) ([]byte, error) {
			if h.Deny == "" {
				return text, nil
			}
			return p.take(file, text, lines(h.Deny))
		},
	}
}

func lines(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return l == "" })
}
