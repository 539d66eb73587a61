package hooks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// What decides whether a client asks its gate, besides the file with the hook.

// codexElsewhere: hooks can be off as a feature, a project's hooks are read
// only where it is trusted, and each hook has to be trusted by itself.
func codexElsewhere(x *examiner, s Settings, gates []found) {
	codexManaged(x)
	at := x.Site.inHome(".codex/config.toml", "CODEX_HOME")
	text, err := os.ReadFile(at.Path())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		x.fails("config", "%v", err)
		return
	}
	c, err := readConfig(at.Path(), text)
	if err != nil {
		x.fails("config", "%v", err)
		return
	}
	if c.Features.Hooks != nil && !*c.Features.Hooks {
		x.fails("hooks off", "%s: features.hooks is false: the client starts no hook", at.Path())
	}
	if s.Dir == x.Site.Dir && s.Name == x.Client.project && c.Projects[s.Dir].Level != "trusted" {
		x.fails("untrusted folder", "%s: %s is not a trusted project, so its hooks are not read", at.Path(), s.Dir)
	}
	hooks, err := os.ReadFile(s.Path())
	if err != nil {
		x.fails("hooks", "%v", err)
		return
	}
	for _, f := range gates {
		for _, t := range trustsOf(s, hooks, func(g found) bool { return g.group == f.group && g.handler == f.handler }) {
			have := c.Hooks.State[t.key]
			switch {
			case have.Hash == "":
				x.fails("not trusted", "%s: %s is not trusted, so the client skips it without a word; approve it in /hooks, or kei install --trust", at.Path(), f.Role())
			case have.Hash != t.hash:
				x.fails("changed since it was trusted", "%s: %s has changed since it was trusted, so the client skips it without a word; approve it in /hooks, or kei install --trust", at.Path(), f.Role())
			case have.Enabled != nil && !*have.Enabled:
				x.fails("disabled", "%s: %s is disabled in hooks.state", at.Path(), f.Role())
			default:
				x.holds("trusted", "%s: %s is trusted", at.Path(), f.Role())
			}
		}
	}
}

// folderTrust is how Gemini CLI and Qwen Code keep what folders they trust. The
// settings of others are not read.
func folderTrust(folder string, unsaid bool) func(*examiner, Settings, []found) {
	return func(x *examiner, s Settings, _ []found) {
		if s.Dir != x.Site.Dir {
			return
		}
		on := unsaid
		if d := lenientFile(filepath.Join(x.Site.Home, folder, "settings.json")); d != nil {
			n := d.root
			for _, key := range []string{"security", "folderTrust", "enabled"} {
				if n != nil {
					n, _ = n.get(key)
				}
			}
			if n != nil {
				on = n.kind == 't'
			}
		}
		if !on {
			return
		}
		if d := lenientFile(filepath.Join(x.Site.Home, folder, "trustedFolders.json")); d != nil {
		folders:
			for dir := s.Dir; ; dir = filepath.Dir(dir) {
				switch d.str(d.root, dir) {
				case "TRUST_FOLDER":
					x.holds("trusted folder", "%s is a trusted folder", s.Dir)
					return
				case "DO_NOT_TRUST":
					break folders // what holds for the folders above does not for this one
				}
				if dir == filepath.Dir(dir) {
					break
				}
			}
		}
		x.fails("untrusted folder", "%s is not a trusted folder, so the client reads no hooks from it; trust it in the client", s.Dir)
	}
}

// copilotTrust: hooks of a repository are skipped, without a word, where the
// folder is not trusted.
func copilotTrust(x *examiner, s Settings, _ []found) {
	if s.Dir != x.Site.Dir || s.Name != x.Client.project {
		return
	}
	if x.Site.Env != nil && x.Site.Env("COPILOT_ALLOW_ALL") == "true" {
		return
	}
	at := x.Site.inHome(".copilot/config.json", "COPILOT_HOME")
	if d := lenientFile(at.Path()); d != nil {
		for _, key := range []string{"trusted_folders", "trustedFolders"} {
			list, ok := d.root.get(key)
			if !ok {
				continue
			}
			for _, m := range list.members {
				p := parser{text: d.text, at: m.value.start}
				if m.value.kind != '"' {
					continue
				}
				if dir := p.string(); dir == s.Dir || strings.HasPrefix(s.Dir, dir+string(filepath.Separator)) {
					x.holds("trusted folder", "%s is a trusted folder", s.Dir)
					return
				}
			}
		}
	}
	x.fails("untrusted folder", "%s: %s is not a trusted folder, so the client skips its hooks without a word; trust it in the client", at.Path(), s.Dir)
}

// lenientFile reads a file that only the client writes, nil if it cannot be
// made out.
func lenientFile(path string) *document {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	d, err := read(path, text, takeCommas)
	if err != nil || d.root.kind != '{' {
		return nil
	}
	return d
}

// droidOther: Droid reads the hooks of settings.json, and of the file it had
// before, only while there is no hooks.json.
func droidOther(s Settings) error {
	if there(s.Path()) {
		return nil
	}
	old := filepath.Join(filepath.Dir(s.Path()), "hooks", "hooks.json")
	if there(old) {
		return fmt.Errorf("%s would no longer be read once there is %s; move its hooks there first", old, s.Path())
	}
	settings := filepath.Join(filepath.Dir(s.Path()), "settings.json")
	if d := lenientFile(settings); d != nil {
		if n, ok := d.root.get("hooks"); ok && len(n.members) > 0 {
			return errorAt(settings, d.text, n.start, "these hooks would no longer be read once there is "+s.Path()+"; move them there first")
		}
	}
	return nil
}

// openCodeSecond: the permissions that hold where the plugin cannot be loaded.
func openCodeSecond(x *examiner, s Settings, gates []found) {
	site := x.Site
	if site.Scope = "user"; s.Dir == site.Dir && s.Name == x.Client.project {
		site.Scope = "project"
	}
	more := openCodePermissions(site, s, nil, nil)
	text, err := more.at.read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		x.fails("permissions", "%v", err)
		return
	}
	for _, f := range gates {
		h := f.Hook
		if _, err := more.put(more.at.Path(), text, &h); err != nil {
			x.fails("no second line", "the second line is gone: %v", err)
		} else if missing := len(lines(h.Deny)); missing > 0 {
			x.fails("no second line", "%s lacks %d permissions that kei wrote, the second line where the plugin cannot be loaded; kei install writes them anew", more.at.Path(), missing)
		} else {
			x.holds("second line", "%s denies what it can where the plugin cannot be loaded", more.at.Path())
		}
	}
}
