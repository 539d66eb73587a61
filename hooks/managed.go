package hooks

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/BurntSushi/toml"
)

// What an organisation has said for the whole machine counts before what a
// person or a project says: it may close out every hook but its own.

// A managed is where a client reads what was said for the whole machine.
type managed struct {
	linux, darwin, windows string // the folder
	files                  []string
	variable               string // names one file in place of them
	home                   string // a file of the same in the home folder, which the client fetched
	only                   string // the key that closes out every hook but those that stand there
}

var (
	claudeManaged = &managed{
		linux: "/etc/claude-code", darwin: "/Library/Application Support/ClaudeCode", windows: `C:\Program Files\ClaudeCode`,
		files: []string{"managed-settings.json", "managed-settings.d/*.json"}, home: ".claude/remote-settings.json", only: "allowManagedHooksOnly",
	}
	geminiManaged = &managed{
		linux: "/etc/gemini-cli", darwin: "/Library/Application Support/GeminiCli", windows: `C:\ProgramData\gemini-cli`,
		files: []string{"settings.json"}, variable: "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
	}
	qwenManaged = &managed{
		linux: "/etc/qwen-code", darwin: "/Library/Application Support/QwenCode", windows: `C:\ProgramData\qwen-code`,
		files: []string{"settings.json"}, variable: "QWEN_CODE_SYSTEM_SETTINGS_PATH",
	}
)

// folder is where it lies on this system.
func (m *managed) folder() string {
	switch runtime.GOOS {
	case "darwin":
		return m.darwin
	case "windows":
		return m.windows
	}
	return m.linux
}

// paths are the files that are there, what counts least first.
func (m *managed) paths(s Site) []string {
	if s.Env != nil && m.variable != "" {
		if name := s.Env(m.variable); name != "" {
			return []string{name}
		}
	}
	var list []string
	if m.home != "" {
		list = append(list, s.inHome(m.home, "CLAUDE_CONFIG_DIR").Path())
	}
	for _, name := range m.files {
		found, err := filepath.Glob(filepath.Join(s.System, m.folder(), filepath.FromSlash(name)))
		if err == nil {
			slices.Sort(found)
			list = append(list, found...)
		}
	}
	return slices.DeleteFunc(list, func(name string) bool { return !there(name) })
}

// machine reads what was said for the whole machine. The last file that says
// something counts, and more than the files of a person.
func (x *examiner) machine(off **Error) {
	m := x.Client.managed
	if m == nil {
		return
	}
	var only *Error
	for _, name := range m.paths(x.Site) {
		s := Settings{filepath.Dir(name), filepath.Base(name)}
		text, err := s.read()
		if err != nil {
			x.fails("cannot be read", "%v", err)
			continue
		}
		d, err := x.document(s, text, off)
		if err != nil {
			x.fails("cannot be read", "%v", err)
			continue
		}
		if _, said := d.root.get(m.only); said {
			only = switchOn(m.only).in(d)
		}
	}
	if only != nil {
		x.fails("managed hooks only", "%v: the client starts no hook but those that stand in its managed settings", only)
	}
}

func switchOn(key string) off { return off{[]string{key}, 't'} }

// codexManaged: requirements of the machine may close out every hook but the
// managed ones, and its configuration may turn them off.
func codexManaged(x *examiner) {
	folder := "/etc/codex"
	if runtime.GOOS == "windows" {
		folder = `C:\ProgramData\OpenAI\Codex`
	}
	for _, name := range []string{"config.toml", "managed_config.toml", "requirements.toml"} {
		path := filepath.Join(x.Site.System, folder, name)
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var c struct {
			Only     bool                  `toml:"allow_managed_hooks_only"`
			Features struct{ Hooks *bool } `toml:"features"`
		}
		if err == nil {
			_, err = toml.Decode(string(text), &c)
		}
		switch {
		case err != nil:
			x.fails("cannot be read", "%s: %v", path, err)
		case c.Only:
			x.fails("managed hooks only", "%s: allow_managed_hooks_only is true: the client starts no hook but those of the machine", path)
		case c.Features.Hooks != nil && !*c.Features.Hooks:
			x.fails("hooks off", "%s: features.hooks is false: the client starts no hook", path)
		}
	}
}
