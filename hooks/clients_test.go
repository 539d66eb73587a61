package hooks

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// commented are settings of clients that take comments.
var commented = map[string]string{
	"comments":           "// mine\n{\n  // the model, {\"hooks\"\n  \"model\": \"m\", /* , } */\n  \"ui\": {} // last\n}\n// end\n",
	"comment in empty":   "{\n  // nothing yet\n}\n",
	"comment at the end": "{\n  \"a\": [1, 2] // } ]\n  // and\n}\n",
	"one line comment":   "{ /* x */ \"a\": 1 /* y */ }",
	"urls":               "{\n  \"u\": \"https://x//y\", // https://z\n  \"v\": \"/* no */\"\n}\n",
	"crlf comments":      "{\r\n  \"a\": 1, // one\r\n  \"b\": 2 // two\r\n}\r\n",
}

// filesOf is a file for a client, under the name of what is in it: as it may be
// found, and with hooks of others in it.
func filesOf(c *Client) map[string]string {
	l, ok := c.form.(*layout)
	if !ok {
		return map[string]string{"none": ""}
	}
	all := map[string]string{"none": "", "empty": "", "blank": "\n", "object": "{}", "typical": "{\n  \"model\": \"m\",\n  \"list\": [1, 2]\n}\n"}
	other := object{{"type", "command"}, {l.command, "their-guard --all"}}
	var entry any = other
	if !l.flat {
		entry = object{{"matcher", "Bash"}, {"hooks", []object{other}}}
	}
	lists := object{{l.events[0], []any{entry}}, {"Other", []any{entry, entry}}}
	for name, o := range map[string]object{
		"other hooks":  {{"zz", 1e3}, {"hooks", lists}, {"unknown", map[string]any{"é": "\\/ }{]["}}},
		"empty lists":  {{"hooks", object{{l.events[0], []any{}}}}},
		"version 1":    {{"version", 1}, {"hooks", lists}},
		"another gate": {{"hooks", lists}, {"env", map[string]any{}}},
	} {
		if l.top {
			o = append(slices.Clone(lists), o...)
			o = slices.DeleteFunc(o, func(f field) bool { return f.key == "hooks" })
		}
		text, err := json.MarshalIndent(o, "", "\t")
		if err != nil {
			panic(err)
		}
		all[name] = string(text) + "\n"
		all[name+", crlf"] = strings.ReplaceAll(string(text), "\n", "\r\n")
		text, _ = json.Marshal(o)
		all[name+", one line"] = string(text)
	}
	if l.lenient&^takeMark >= takeComments {
		for name, text := range commented {
			all[name] = text
		}
	}
	return all
}

// tree is every file below the folders, with its bytes and its mode.
func tree(t *testing.T, dirs ...string) string {
	t.Helper()
	var b strings.Builder
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(dir, path)
			var text []byte
			if !d.IsDir() {
				text, err = os.ReadFile(path)
			}
			fmt.Fprintf(&b, "%s %v %q\n", rel, info.Mode(), text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// full is a hook with everything in it that a form can say.
func full() Hook {
	return Hook{
		Program: "/opt/the policy's/a=b/bin/edit-local", Root: "/src/it's $HOME", Ender: "/usr/bin/timeout",
		Task: Tasks(map[string]string{"edit-local": "/tasks/a b/task.json", "edit-go": `/tasks/\"'`}),
		Deny: "webfetch\nbash git *\nbash cargo add *",
	}
}

// Installed twice and taken out again, every client's files are what they were,
// to the byte, wherever they stand.
func TestEveryClientThereAndBack(t *testing.T) {
	for i := range clients {
		c := &clients[i]
		for name, was := range filesOf(c) {
			for _, scope := range []string{"project", "user"} {
				t.Run(c.Name+"/"+name+"/"+scope, func(t *testing.T) {
					site := Site{Scope: scope, Dir: t.TempDir(), Home: t.TempDir(), Trust: c.trust}
					at := c.Settings(site)
					if name != "none" {
						write(t, at.Path(), was)
					}
					start := tree(t, site.Dir, site.Home)
					if err := c.Accepts(site, full(), known); err != nil {
						t.Errorf("Accepts says %v", err)
					}
					if asked := tree(t, site.Dir, site.Home); asked != start {
						t.Errorf("Accepts wrote:\n%s\nwas\n%s", asked, start)
					}
					done, err := c.Install(site, full(), known)
					must(t, done, err)
					once := tree(t, site.Dir, site.Home)
					if once == start {
						t.Fatal("nothing was written")
					}
					done, err = c.Install(site, full(), known)
					if must(t, done, err); !strings.Contains(done.What, "already installed") {
						t.Error(done.What)
					}
					if twice := tree(t, site.Dir, site.Home); twice != once {
						t.Errorf("a second time something was written:\n%s\nwas\n%s", twice, once)
					}
					text, err := os.ReadFile(at.Path())
					if err != nil {
						t.Fatal(err)
					}
					if crlf := strings.Count(string(text), "\r\n"); crlf > 0 && crlf != strings.Count(string(text), "\n") {
						t.Errorf("line ends are mixed: %q", text)
					}
					list, err := c.form.find(at.Path(), text)
					if err != nil {
						t.Fatal(err)
					}
					n := 0
					for _, f := range list {
						if f.whole && f.Program == full().Program && f.Task == full().Task && f.Root == full().Root {
							n++
						}
					}
					if n == 0 {
						t.Errorf("the hook is not found in %s", text)
					}
					done, err = c.Uninstall(site, "", known)
					must(t, done, err)
					if end := tree(t, site.Dir, site.Home); end != start {
						t.Errorf("afterwards\n%s\nbefore\n%s", end, start)
					}
				})
			}
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

// What somebody changes in between stays.
func TestEveryClientKeepsWhatCame(t *testing.T) {
	for i := range clients {
		c := &clients[i]
		l, ok := c.form.(*layout)
		if !ok {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			site := Site{Scope: "project", Dir: t.TempDir(), Home: t.TempDir()}
			at := c.Settings(site)
			was := filesOf(c)["other hooks"]
			write(t, at.Path(), was)
			done, err := c.Install(site, full(), known)
			must(t, done, err)
			text, _ := os.ReadFile(at.Path())
			write(t, at.Path(), strings.Replace(string(text), "their-guard", "our-guard", 1))
			done, err = c.Uninstall(site, "", known)
			must(t, done, err)
			text, _ = os.ReadFile(at.Path())
			want := value(t, l, strings.Replace(was, "their-guard", "our-guard", 1))
			have := value(t, l, string(text))
			hollow(l, want)
			hollow(l, have)
			if !equal(want, have) {
				t.Errorf("got %s", text)
			}
		})
	}
}

// What a client would not read is refused with its place, and nothing is
// written anywhere.
func TestEveryClientRefuses(t *testing.T) {
	for i := range clients {
		c := &clients[i]
		bad := map[string]string{}
		if l, ok := c.form.(*layout); ok {
			lists := func(v string) string {
				if l.top {
					return fmt.Sprintf("{%q: %s}", l.events[0], v)
				}
				return fmt.Sprintf("{\"hooks\": {%q: %s}}", l.events[0], v)
			}
			bad = map[string]string{
				"marks": "\xef\xbb\xbf\xef\xbb\xbf{}", "latin-1": "{\"a\": \"\xe9\"}", "cut off": "{\"a\": [", "a list": "[]", "two documents": "{}\n{}",
				"event an object": lists("{}"), "hook a number": lists("[7]"), "key without quotes": "{a: 1}", "twice": "{" + strings.Repeat(lists("[]")[1:len(lists("[]"))-1]+",", 2) + "\"z\": 1}",
			}
			if !l.flat {
				bad["group of nothing"] = lists("[{}]")
				bad["group of a string"] = lists(`[{"hooks": "x"}]`)
			}
			if !l.top {
				bad["hooks a list"] = `{"hooks": []}`
			}
			if l.lenient&takeMark == 0 {
				bad["mark"] = "\xef\xbb\xbf{}" // this client would skip the file
			}
			if l.lenient&^takeMark < takeComments {
				bad["comment"] = "{\n  // mine\n}\n"
			} else {
				bad["comment cut off"] = "{\n  /* mine\n}\n"
			}
			if l.lenient&^takeMark < takeCommas {
				bad["trailing comma"] = "{\n  \"a\": 1,\n}\n"
			}
			for _, o := range c.offs {
				bad["off"] = nest(o.keys, o.value)
			}
		} else {
			bad["somebody's"] = "#!/bin/sh\nexec my-guard\n"
			bad["with a note of its own"] = "// kei: {\"program\":7}\n"
		}
		for name, text := range bad {
			t.Run(c.Name+"/"+name, func(t *testing.T) {
				site := Site{Scope: "project", Dir: t.TempDir(), Home: t.TempDir(), Trust: c.trust}
				at := c.Settings(site)
				write(t, at.Path(), text)
				start := tree(t, site.Dir, site.Home)
				before := c.Accepts(site, full(), known)
				_, err := c.Install(site, full(), known)
				if before == nil || err == nil || before.Error() != err.Error() {
					t.Errorf("Accepts says %v, Install %v", before, err)
				}
				if err == nil || !strings.HasPrefix(err.Error(), at.Path()+":") || len(err.Error()) < len(at.Path())+20 {
					t.Errorf("got %v", err)
				}
				if end := tree(t, site.Dir, site.Home); end != start {
					t.Errorf("written all the same:\n%s", end)
				}
			})
		}
	}
}

func nest(keys []string, value byte) string {
	text := map[byte]string{'t': "true", 'f': "false"}[value]
	for _, k := range slices.Backward(keys) {
		text = fmt.Sprintf("{%q: %s}", k, text)
	}
	return text
}

// The command line reads back as the hook, and a shell reads it as kei does.
func TestLines(t *testing.T) {
	for _, h := range []Hook{
		{Program: "/opt/bin/edit-local"}, {Program: "/opt/a 'b' $c/`d`\"/\\x/edit-local", Task: "/t/;|&/t.json"},
		{Program: "/x/y", Ender: "/usr/bin/timeout"}, {Program: "/x/dispatch", Main: "edit-local", Task: "/t", Ender: "/bin/timeout"}, {Program: "/x/dispatch", Main: "worker"},
	} {
		if got := readLine(h.line()); got != h {
			t.Errorf("%s\nreads back as %+v", h.line(), got)
		}
		out, err := exec.Command("/bin/sh", "-c", "printf '%s\\n' "+strings.TrimPrefix(h.line(), "/bin/sh -c ")).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range h.argv() {
			if !strings.Contains(string(out), "\n"+w+"\n") {
				t.Errorf("the shell reads %q without %q", out, w)
			}
		}
	}
	for _, line := range []string{"", "guard | tee x", "$HOME/bin/edit-local", "'open", "a && b"} {
		if got := readLine(line); got != (Hook{}) {
			t.Errorf("%q is read as %+v", line, got)
		}
	}
}

// The second files: what goes with the hook is put beside what is there, and
// goes with it.
func TestSecondFiles(t *testing.T) {
	type row struct{ client, scope, name, text, want string }
	rows := []row{
		{"opencode", "project", "opencode.json", "", `"git *": "deny"`},
		{"opencode", "user", ".config/opencode/opencode.json", "{}", `"webfetch": "deny"`},
		{"opencode", "project", "opencode.jsonc", "{\n  // mine\n  \"model\": \"x/y\", // the model\n  \"permission\": \"ask\",\n}\n", `{"*": "ask", "webfetch": "deny"`},
		{"opencode", "project", "opencode.json", `{"permission": {"bash": "allow", "edit": "ask"}}`, `"bash": {"*": "allow", "git *": "deny"`},
		{"opencode", "project", "opencode.json", "{\n\t\"permission\": {\n\t\t\"bash\": {\n\t\t\t\"*\": \"ask\",\n\t\t\t\"git *\": \"deny\"\n\t\t},\n\t\t\"webfetch\": \"deny\"\n\t}\n}\n", `"cargo add *": "deny"`},
		{"opencode", "project", "opencode.json", `{"permission": {"bash": "deny", "webfetch": "deny"}}`, `{"bash": "deny", "webfetch": "deny"}`},
		{"codex", "user", ".codex/config.toml", "", "trusted_hash = \"sha256:"},
		{"codex", "project", ".codex/config.toml", "model = \"m\" # mine\n\n[projects.\"/x\"]\ntrust_level = \"trusted\"", ".codex/hooks.json:pre_tool_use:0:0\"]"},
		{"codex", "user", ".codex/config.toml", "[hooks.state.\"/other:pre_tool_use:0:0\"]\r\ntrusted_hash = \"sha256:00\"\r\n# end\r\n", "\r\n\r\n[hooks.state."},
		{"codex", "user", ".codex/config.toml", "[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"x\"\n", "trusted_hash"},
	}
	for i, r := range rows {
		t.Run(fmt.Sprintf("%s %d", r.client, i), func(t *testing.T) {
			c := Named(r.client)
			site := Site{Scope: r.scope, Dir: t.TempDir(), Home: t.TempDir(), Trust: c.trust}
			dir := site.Dir
			if r.scope == "user" || r.client == "codex" {
				dir = site.Home
			}
			path := filepath.Join(dir, r.name)
			if r.text != "" {
				write(t, path, r.text)
			}
			start := tree(t, site.Dir, site.Home)
			done, err := c.Install(site, full(), known)
			must(t, done, err)
			got, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(got), r.want) {
				t.Errorf("%v, got\n%s", err, got)
			}
			once := tree(t, site.Dir, site.Home)
			done, err = c.Install(site, full(), known)
			must(t, done, err)
			if twice := tree(t, site.Dir, site.Home); twice != once {
				t.Errorf("a second time something was written:\n%s\nwas\n%s", twice, once)
			}
			// Without the backup it comes back all the same, but for spacing.
			if r.text != "" && string(got) != r.text {
				if err := os.WriteFile(backupOf(path), []byte("other"), 0o640); err != nil {
					t.Fatal(err)
				}
				done, err = c.Uninstall(site, "", known)
				must(t, done, err)
				if left, _ := os.ReadFile(path); strings.TrimSpace(string(left)) != strings.TrimSpace(r.text) {
					t.Errorf("left is %q, was %q", left, r.text)
				}
				if err := os.Remove(backupOf(path)); err != nil {
					t.Fatal(err)
				}
				write(t, path, r.text)
				done, err = c.Install(site, full(), known)
				must(t, done, err)
			}
			done, err = c.Uninstall(site, "", known)
			must(t, done, err)
			if end := tree(t, site.Dir, site.Home); end != start {
				t.Errorf("afterwards\n%s\nbefore\n%s", end, start)
			}
		})
	}
}

func TestSecondFilesRefuse(t *testing.T) {
	for i, r := range []struct{ client, name, text, want string }{
		{"opencode", "opencode.json", `{"permission": {"webfetch": "allow"}}`, `:1:29: permission.webfetch is not "deny"`},
		{"opencode", "opencode.json", `{"permission": {"bash": {"git *": "ask"}}}`, `permission.bash does not deny git *`},
		{"opencode", "opencode.json", `{"permission": ["deny"]}`, `permission is a list, not an object`},
		{"opencode", "opencode.json", "\xef\xbb\xbf{}", `a byte-order mark`},
		{"opencode", "opencode.json", `{"permission": {}, "permission": {}}`, `permission is given twice`},
		{"codex", ".codex/config.toml", "a = \n", `:1:`},
		{"codex", ".codex/config.toml", "\xef\xbb\xbfa = 1\n", `a byte-order mark`},
		{"codex", ".codex/config.toml", "hooks = { state = {} }\n", `no [hooks.state] can be added`},
	} {
		t.Run(fmt.Sprintf("%s %d", r.client, i), func(t *testing.T) {
			c := Named(r.client)
			site := Site{Scope: "project", Dir: t.TempDir(), Trust: c.trust}
			site.Home = site.Dir
			write(t, filepath.Join(site.Dir, r.name), r.text)
			start := tree(t, site.Dir)
			_, err := c.Install(site, full(), known)
			if err == nil || !strings.Contains(err.Error(), r.want) || !strings.Contains(err.Error(), r.name) {
				t.Errorf("got %v", err)
			}
			if end := tree(t, site.Dir); end != start {
				t.Errorf("written all the same:\n%s", end)
			}
		})
	}
}

// Only what OpenCode's patterns can say is said.
func TestCommands(t *testing.T) {
	for pattern, want := range map[string]string{
		`^git( |$)`: "git", `^(hub|jj)( |$)`: "hub jj", `^gh pr (create|merge)( |$)`: "gh pr create,gh pr merge",
		`^git-[a-z0-9-]+( |$)`: "", `^rm -rf /tmp/`: "", `git( |$)`: "", `^npm i(nstall)?( |$)`: "npm i,npm install", `^a\*( |$)`: "", `.*`: "",
	} {
		got := commands(pattern)
		slices.Sort(got)
		if s := strings.Join(got, ","); s != strings.ReplaceAll(want, "hub jj", "hub,jj") {
			t.Errorf("%s: %q, want %q", pattern, s, want)
		}
	}
}

// Hooks that are off in another file that sessions read are off in the one that is asked
// about; what counts more may turn them on again.
func TestAcceptsWhereHooksAreOff(t *testing.T) {
	const is, isnt = `{"disableAllHooks": true}`, `{"disableAllHooks": false}`
	c := Named("claude")
	for _, test := range []struct {
		name, scope, user, project, local string
		accepts                           bool
	}{
		{name: "nowhere", scope: "project", accepts: true},
		{name: "at home", scope: "project", user: is},
		{name: "at home, for the home", scope: "user", user: is},
		{name: "at home, and on again in the project", scope: "project", user: is, project: isnt, accepts: true},
		{name: "in one's own file of the project", scope: "project", local: is},
		{name: "in the project, for the home", scope: "user", project: is, accepts: true},
		{name: "on in one's own, for the project", scope: "project", project: is, local: isnt}, // the file is another's, too
	} {
		t.Run(test.name, func(t *testing.T) {
			site := Site{Scope: test.scope, Dir: t.TempDir(), Home: t.TempDir()}
			for name, text := range map[string]string{
				filepath.Join(site.Home, c.user): test.user, filepath.Join(site.Dir, c.project): test.project, filepath.Join(site.Dir, c.local): test.local,
			} {
				if text != "" {
					write(t, name, text)
				}
			}
			err := c.Accepts(site, gate("edit-local"), known)
			if (err == nil) != test.accepts || err != nil && !strings.HasSuffix(err.Error(), "disableAllHooks is true, so no gate would be asked; remove it first") {
				t.Errorf("got %v", err)
			}
		})
	}
}
