package hooks

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var known = []string{"edit-local", "read-only"}

func gate(role string) Hook { return Hook{Program: "/opt/policy/bin/" + role} }

// before are settings as people and programs leave them, valid ones.
var before = map[string]string{
	"empty":            "",
	"blank":            " \n\n",
	"object":           "{}",
	"object, newline":  "{}\n",
	"spaced object":    "{ \n }\n",
	"one line":         `{"model":"opus","env":{"A":"1"}}`,
	"typical":          "{\n  \"model\": \"opus\",\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\"]\n  }\n}\n",
	"tabs":             "{\n\t\"model\": \"opus\"\n}\n",
	"four spaces":      "{\n    \"b\": 1,\n    \"a\": 2\n}",
	"crlf":             "{\r\n  \"model\": \"opus\",\r\n  \"hooks\": {}\r\n}\r\n",
	"empty hooks":      "{\n  \"hooks\": {  }\n}\n",
	"empty event":      "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n",
	"other event":      "{\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]\n  }\n}\n",
	"other hook":       "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [\n          {\"type\": \"command\", \"command\": \"guard\"}\n        ]\n      }\n    ]\n  },\n  \"z\": 1e3\n}\n",
	"one-line hooks":   "{\n  \"hooks\": {\"PreToolUse\":[{\"hooks\":[]}]},\n  \"unknown\": \"\\u00e9 \\/ }{][\"\n}\n",
	"same shape":       "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"*\",\"hooks\":[{\"type\":\"command\",\"command\":\"/usr/bin/other-guard\",\"args\":[],\"timeout\":30,\"onFailure\":\"block\"}]}]}}\n",
	"double elsewhere": "{\n  \"env\": {\"A\": \"1\", \"A\": \"2\"}\n}\n",
}

// backupOf is where the first backup of a file is.
func backupOf(file string) string {
	return filepath.Join(filepath.Dir(file), backupFolder, filepath.Base(file))
}

// A box is a client's settings in a folder of their own.
type box struct {
	Settings
	c     *Client
	site  Site
	known []string
}

func boxOf(t *testing.T, client string) *box {
	t.Helper()
	c := Named(client)
	site := Site{Scope: "project", Dir: t.TempDir(), Home: t.TempDir()}
	return &box{c.Settings(site), c, site, known}
}

func (b *box) install(h Hook) (Done, error)        { return b.c.Install(b.site, h, b.known) }
func (b *box) uninstall(role string) (Done, error) { return b.c.Uninstall(b.site, role, b.known) }

func settings(t *testing.T, text string) *box {
	t.Helper()
	s := boxOf(t, "claude")
	if err := os.Mkdir(filepath.Dir(s.Path()), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.Path(), []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return s
}

func text(t *testing.T, s *box) string {
	t.Helper()
	b, err := os.ReadFile(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func must(t *testing.T, d Done, err error) Done {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func list(t *testing.T, s *box) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(s.Path()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestInstallThereAndBack(t *testing.T) {
	for name, was := range before {
		t.Run(name, func(t *testing.T) {
			s := settings(t, was)
			d, err := s.install(gate("edit-local"))
			must(t, d, err)
			once := text(t, s)
			if !json.Valid([]byte(once)) {
				t.Fatalf("not JSON:\n%s", once)
			}
			if strings.Contains(was, "\r\n") != strings.Contains(once, "\r\n") || strings.Contains(was, "\r\n") && strings.Count(once, "\n") != strings.Count(once, "\r\n") {
				t.Errorf("line ends are mixed: %q", once)
			}
			d, err = s.install(gate("edit-local"))
			if must(t, d, err); !strings.Contains(d.What, "already installed") || text(t, s) != once {
				t.Errorf("a second time: %s\n%s", d.What, text(t, s))
			}
			if info, _ := os.Stat(s.Path()); info.Mode().Perm() != 0o640 {
				t.Errorf("mode is %v", info.Mode())
			}
			d, err = s.uninstall("")
			must(t, d, err)
			if got := text(t, s); got != was {
				t.Errorf("afterwards %q, was %q", got, was)
			}
			if got := list(t, s); len(got) != 1 {
				t.Errorf("left behind: %q", got)
			}
		})
	}
}

// Without a backup to go by, the edit undoes itself wherever the containers
// were not empty.
func TestRemoveUndoesAdd(t *testing.T) {
	claude := Named("claude").form
	for _, name := range []string{"object", "one line", "typical", "tabs", "four spaces", "other event", "other hook", "one-line hooks"} {
		t.Run(name, func(t *testing.T) {
			with, err := claude.put("settings.json", []byte(before[name]), gate("edit-local"))
			if err != nil {
				t.Fatal(err)
			}
			without, _, err := claude.take("settings.json", with, func(f found) bool { return f.ours && f.Role() == "edit-local" })
			if err != nil {
				t.Fatal(err)
			}
			if without == nil {
				without = []byte("{}")
			}
			if string(without) != before[name] {
				t.Errorf("%q, was %q", without, before[name])
			}
		})
	}
}

func TestInstallReads(t *testing.T) {
	s := settings(t, before["typical"])
	d, err := s.install(gate("edit-local"))
	must(t, d, err)
	const want = `{
  "model": "opus",
  "permissions": {
    "allow": ["Bash(ls)"]
  },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "/opt/policy/bin/edit-local",
            "args": [],
            "timeout": 30,
            "onFailure": "block"
          }
        ]
      }
    ]
  }
}
`
	if got := text(t, s); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestInstallReplacesARole(t *testing.T) {
	s := settings(t, before["other hook"])
	d, err := s.install(gate("edit-local"))
	must(t, d, err)
	d, err = s.install(gate("read-only"))
	if must(t, d, err); !strings.HasSuffix(d.What, "in place of edit-local") {
		t.Error(d.What)
	}
	if got := text(t, s); strings.Contains(got, "edit-local") || !strings.Contains(got, "read-only") || !strings.Contains(got, "guard") {
		t.Errorf("got\n%s", got)
	}
	d, err = s.uninstall("")
	must(t, d, err)
	if got := text(t, s); got != before["other hook"] {
		t.Errorf("got\n%s", got)
	}
}

// A hook that somebody has loosened by hand is put right by the next install
// and goes with the role's name.
func TestInstallRepairs(t *testing.T) {
	s := settings(t, "{}\n")
	d, err := s.install(gate("edit-local"))
	must(t, d, err)
	whole := text(t, s)
	loose := strings.ReplaceAll(whole, `"block"`, `"continue"`)
	if err := os.WriteFile(s.Path(), []byte(loose), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.uninstall(""); err == nil {
		t.Error("a hook that is not in kei's shape was removed unnamed")
	}
	d, err = s.install(gate("edit-local"))
	if must(t, d, err); text(t, s) != whole {
		t.Errorf("got\n%s", text(t, s))
	}
	if err := os.WriteFile(s.Path(), []byte(loose), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err = s.uninstall("edit-local")
	if must(t, d, err); strings.Contains(text(t, s), "edit-local") {
		t.Errorf("got\n%s", text(t, s))
	}
	// So is a matcher that leaves tools out.
	if err := os.WriteFile(s.Path(), []byte(strings.Replace(whole, `"*"`, `"Bash"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err = s.install(gate("edit-local"))
	if must(t, d, err); text(t, s) != whole {
		t.Errorf("got\n%s", text(t, s))
	}
}

func TestInstallTask(t *testing.T) {
	s := settings(t, "{}\n")
	h := Hook{Program: "/opt/policy/bin/edit-local", Task: "/tasks/a b/task.sealed.json"}
	d, err := s.install(h)
	must(t, d, err)
	if got := text(t, s); !strings.Contains(got, `"KEI_TASK=/tasks/a b/task.sealed.json"`) {
		t.Errorf("got\n%s", got)
	}
	list, err := s.c.form.find(s.Path(), []byte(text(t, s)))
	if err != nil || len(list) != 1 || list[0].Hook != h || !list[0].ours {
		t.Errorf("reads back as %+v, %v", list, err)
	}
	d, err = s.uninstall("edit-local")
	must(t, d, err)
}

// What changed between the two stays, and so does the copy of what was before.
func TestUninstallAfterOtherChanges(t *testing.T) {
	s := settings(t, before["typical"])
	d, err := s.install(gate("edit-local"))
	must(t, d, err)
	changed := strings.Replace(text(t, s), "opus", "sonnet", 1)
	if err := os.WriteFile(s.Path(), []byte(changed), 0o640); err != nil {
		t.Fatal(err)
	}
	d, err = s.uninstall("")
	if must(t, d, err); !strings.Contains(strings.Join(d.Notes, "\n"), filepath.Join(".claude", ".kei-backup", "settings.json")) {
		t.Errorf("note %q", strings.Join(d.Notes, "\n"))
	}
	if got, want := text(t, s), strings.Replace(before["typical"], "opus", "sonnet", 1); got != want {
		t.Errorf("got\n%s", got)
	}
	if got, _ := os.ReadFile(backupOf(s.Path())); string(got) != before["typical"] {
		t.Errorf("the backup holds %q", got)
	}
	// Another round has a copy of its own and leaves the first alone.
	now := text(t, s)
	d, err = s.install(gate("edit-local"))
	must(t, d, err)
	d, err = s.uninstall("")
	must(t, d, err)
	if text(t, s) != now || len(list(t, s)) != 2 {
		t.Errorf("%q in %q", text(t, s), list(t, s))
	}
}

// A backup, or a mark, that kei of before has put beside the file is one, too.
func TestUninstallWithEarlierBackup(t *testing.T) {
	for _, was := range []string{before["crlf"], ""} {
		s := boxOf(t, "claude")
		beside := s.Path() + absentEnd
		if err := os.Mkdir(filepath.Dir(s.Path()), 0o755); err != nil {
			t.Fatal(err)
		}
		if was != "" {
			beside = s.Path() + backupEnd
			write(t, s.Path(), was)
		}
		d, err := s.install(gate("edit-local"))
		must(t, d, err)
		if err := os.RemoveAll(filepath.Dir(backupOf(s.Path()))); err != nil {
			t.Fatal(err)
		}
		write(t, beside, was)
		d, err = s.uninstall("")
		must(t, d, err)
		got, want := list(t, s), []string{"settings.json"}
		if was == "" {
			want = nil
		} else if text(t, s) != was {
			t.Errorf("%q, was %q", text(t, s), was)
		}
		if !slices.Equal(got, want) {
			t.Errorf("left are %q", got)
		}
	}
}

func TestInstallMakesTheFile(t *testing.T) {
	s := boxOf(t, "claude")
	dir := s.Dir
	d, err := s.install(gate("edit-local"))
	must(t, d, err)
	if got := text(t, s); !strings.HasSuffix(got, "}\n") {
		t.Errorf("%q", got)
	}
	d, err = s.uninstall("")
	must(t, d, err)
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
	// A folder that was there, empty, is there again, empty.
	if err := os.Mkdir(filepath.Dir(s.Path()), 0o755); err != nil {
		t.Fatal(err)
	}
	d, err = s.install(gate("edit-local"))
	must(t, d, err)
	d, err = s.uninstall("")
	must(t, d, err)
	if got := list(t, s); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"comment":          {"{\n  // mine\n}\n", `2:3: a comment is not JSON; the client would skip the whole file, fix it first`},
		"two marks":        {"\xef\xbb\xbf\xef\xbb\xbf{}", `1:4: invalid character 'ï' looking for beginning of value; the client would skip the whole file, fix it first`},
		"latin-1":          {"{\"a\": \"\xe9\"}", `1:8: not UTF-8; the client would skip the whole file, fix it first`},
		"trailing comma":   {"{\n  \"a\": 1,\n}\n", `3:1: invalid character '}' looking for beginning of object key string; the client would skip the whole file, fix it first`},
		"cut off":          {"{\n  \"a\": [", `2:8: unexpected end of JSON input; the client would skip the whole file, fix it first`},
		"two documents":    {"{}\n{}", `2:1: invalid character '{' after top-level value; the client would skip the whole file, fix it first`},
		"a list":           {"[]", `1:1: the file is a list, not an object; the client would skip the whole file, fix it first`},
		"hooks a list":     {"{\n  \"hooks\": []\n}", `2:12: hooks is a list, not an object; the client would skip the whole file, fix it first`},
		"event an object":  {`{"hooks": {"PreToolUse": {}}}`, `1:26: hooks.PreToolUse is an object, not a list; the client would skip the whole file, fix it first`},
		"group a string":   {`{"hooks": {"PreToolUse": ["x"]}}`, `1:27: a group of hooks.PreToolUse is a string, not an object; the client would skip the whole file, fix it first`},
		"group of nothing": {`{"hooks": {"PreToolUse": [{"matcher": "*"}]}}`, `1:27: a group of hooks.PreToolUse has no hooks; the client would skip the whole file, fix it first`},
		"inner null":       {`{"hooks": {"PreToolUse": [{"hooks": null}]}}`, `1:37: hooks of a group is null, not a list; the client would skip the whole file, fix it first`},
		"hook a number":    {`{"hooks": {"PreToolUse": [{"hooks": [7]}]}}`, `1:38: a hook is a number, not an object; the client would skip the whole file, fix it first`},
		"hooks twice":      {"{\"hooks\": {},\n \"hooks\": {}}", `2:2: hooks is given twice; leave one`},
		"escaped twice":    {"{\"hooks\": {},\n \"h\\u006foks\": {}}", `2:2: hooks is given twice; leave one`},
		"all off":          {`{"disableAllHooks": true}`, `1:21: disableAllHooks is true, so no gate would be asked; remove it first`},
	} {
		t.Run(name, func(t *testing.T) {
			s := settings(t, c.text)
			_, err := s.install(gate("edit-local"))
			if want := s.Path() + ":" + c.want; err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			if got := text(t, s); got != c.text {
				t.Errorf("the file was touched: %q", got)
			}
			if got := list(t, s); len(got) != 1 {
				t.Errorf("left behind: %q", got)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	// Out of the folder: refused.
	away := settings(t, "{}\n")
	s := boxOf(t, "claude")
	if err := os.Symlink(filepath.Dir(away.Path()), filepath.Dir(s.Path())); err != nil {
		t.Fatal(err)
	}
	if _, err := s.install(gate("edit-local")); err == nil || !strings.Contains(err.Error(), "a symbolic link to") {
		t.Errorf("got %v", err)
	}
	if got := text(t, away); got != "{}\n" {
		t.Errorf("written through the link: %q", got)
	}
	// Inside: the file changes where it lies, the link stays.
	s = settings(t, "")
	real := filepath.Join(s.Dir, "dotfiles.json")
	os.Remove(s.Path())
	if err := os.WriteFile(real, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../dotfiles.json", s.Path()); err != nil {
		t.Fatal(err)
	}
	d, err := s.install(gate("edit-local"))
	must(t, d, err)
	if info, _ := os.Lstat(s.Path()); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	if b, _ := os.ReadFile(real); !strings.Contains(string(b), "edit-local") {
		t.Errorf("%s", b)
	}
	d, err = s.uninstall("")
	must(t, d, err)
	if b, _ := os.ReadFile(real); string(b) != "{}\n" {
		t.Errorf("%q", b)
	}
	// To nothing: refused.
	os.Remove(real)
	if _, err := s.install(gate("edit-local")); err == nil || !strings.Contains(err.Error(), "a symbolic link to nothing") {
		t.Errorf("got %v", err)
	}
}

func TestUninstallNothing(t *testing.T) {
	s := settings(t, before["same shape"])
	_, err := s.uninstall("")
	if err == nil || err.Error() != s.Path()+": no gate of kei is installed here" {
		t.Errorf("got %v", err)
	}
	if text(t, s) != before["same shape"] {
		t.Error("the file was touched")
	}
}

// What is written is what the client reads, and what was there is there, in its
// order.
func FuzzInstall(f *testing.F) {
	for _, text := range before {
		for i := range clients {
			f.Add(i, text)
		}
	}
	for _, text := range commented {
		f.Add(2, text)
	}
	f.Fuzz(func(t *testing.T, which int, was string) {
		if which < 0 || which >= len(clients) {
			return
		}
		l, ok := clients[which].form.(*layout)
		if !ok {
			return
		}
		if _, err := l.find("settings.json", []byte(was)); err != nil {
			return
		}
		h := Hook{Program: "/opt/kei fuzz/bin/edit-local"}
		made, err := l.put("settings.json", []byte(was), h)
		if err != nil {
			t.Fatal(err)
		}
		list, err := l.find("settings.json", made)
		if err != nil {
			t.Fatalf("%q becomes %q: %v", was, made, err)
		}
		mine := func(f found) bool { return f.Program == h.Program }
		if n := len(slices.DeleteFunc(list, func(f found) bool { return !mine(f) })); n < len(l.events) {
			t.Fatalf("%q becomes %q with %d hooks", was, made, n)
		}
		back, _, err := l.take("settings.json", made, mine)
		if err != nil {
			t.Fatalf("%q becomes %q: %v", was, made, err)
		}
		old, now := value(t, l, was), value(t, l, string(back))
		for _, m := range []map[string]any{old, now} {
			hollow(l, m)
		}
		if !equal(old, now) {
			t.Fatalf("%q comes back as %q", was, back)
		}
	})
}

// value is what a client reads in a file.
func value(t *testing.T, l *layout, text string) map[string]any {
	t.Helper()
	v := map[string]any{}
	if strings.TrimSpace(text) == "" {
		return v
	}
	_, plain, err := parse("settings.json", []byte(text), l.lenient)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if json.Unmarshal(plain, &v) != nil {
		t.Skip("a number too large for Go")
	}
	return v
}

// hollow takes out what says nothing: empty lists of an event, and what puts
// the file into its version.
func hollow(l *layout, m map[string]any) {
	if l.version {
		delete(m, "version")
	}
	lists := m
	if !l.top {
		lists, _ = m["hooks"].(map[string]any)
	}
	for _, e := range l.events {
		if list, ok := lists[e].([]any); ok && len(list) == 0 {
			delete(lists, e)
		}
	}
	if !l.top && len(lists) == 0 {
		delete(m, "hooks")
	}
}

// A mark before the JSON stays where it is, in the files of clients that pass
// over it: PR-24.
func TestInstallKeepsAMark(t *testing.T) {
	for _, client := range []string{"claude", "windsurf"} {
		for _, was := range []string{"\ufeff{\"hooks\":{}}", "\ufeff{\r\n  \"model\": \"opus\"\r\n}\r\n", "\ufeff"} {
			s := boxOf(t, client)
			if err := os.MkdirAll(filepath.Dir(s.Path()), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(s.Path(), []byte(was), 0o644); err != nil {
				t.Fatal(err)
			}
			d, err := s.install(gate("edit-local"))
			must(t, d, err)
			got := text(t, s)
			if !strings.HasPrefix(got, "\ufeff{") || strings.Count(got, "\ufeff") != 1 || !strings.Contains(got, "edit-local") {
				t.Errorf("%s: %q became %q", client, was, got)
			}
			d, err = s.uninstall("")
			must(t, d, err)
			if got := text(t, s); got != was {
				t.Errorf("%s: %q came back as %q", client, was, got)
			}
		}
	}
}
