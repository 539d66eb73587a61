package hooks

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// loaded does what OpenCode and Pi do with the file that is installed: it is loaded, and
// told of one call. What is thrown or returned is the answer.
const loaded = `
const plugin = await import('./plugin.mjs')
let denied = ''
if (plugin.default) {
  let handler
  plugin.default({ on: (name, h) => { if (name === 'tool_call') handler = h } })
  const r = await handler({ toolName: 'bash', toolCallId: 'c', input: { command: 'git push' } }, { cwd: '/', sessionManager: { getSessionId: () => 's' } })
  if (r?.block) denied = r.reason
} else {
  const [make] = Object.values(plugin)
  const hooks = await make({ directory: '/' })
  await hooks['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, { args: { command: 'git push' } }).catch((e) => { denied = e.message })
}
console.log(denied)
process.exit()
`

// reasonWithout starts what is installed as the client does, in a project whose gate is
// gone, and returns the reason with which the call is denied. It is a mistake where the
// client would let the call run.
func reasonWithout(t *testing.T, c *Client, site Site) string {
	t.Helper()
	at := c.Settings(site)
	text, err := os.ReadFile(at.Path())
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.form.find(at.Path(), text)
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	if p, ok := c.form.(*program); ok && !p.ends {
		return reasonLoaded(t, text)
	}
	x := examiner{Examination: Examination{Client: c, Site: site}}
	argv, env := x.start(list[0], at.Path())
	payload, err := c.speak.deny(site.Dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ask(t.Context(), env, payload, argv[0], argv[1:]...)
	if err != nil {
		if !strings.Contains(string(text), `"onFailure": "block"`) {
			t.Errorf("the hook cannot be started (%v), and nothing tells the client to deny then: %s", err, text)
		}
		return byItsSwitch
	}
	if err := c.speak.denies(a); err != nil {
		t.Errorf("%s lets the call run: %v\n%s%s", c.Title, err, a.stdout, a.stderr)
	}
	return string(a.stderr) // what could not start it may speak, too
}

// byItsSwitch is the reason where no hook starts, and the client was told to deny then.
const byItsSwitch = "its own switch"

// reasonLoaded is the reason that a plugin gives.
func reasonLoaded(t *testing.T, plugin []byte) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"plugin.mjs": string(plugin), "driver.mjs": loaded} {
		write(t, filepath.Join(dir, name), text)
	}
	run := exec.Command(node, "driver.mjs")
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) == "" {
		t.Errorf("the call runs: %v %s", err, out)
	}
	return string(out)
}

// reasons are those of the page, by the word that it has for each.
var reasons = map[string]string{
	"is not there, so the call is denied; kei build makes it":             "is not there",
	"kei: the gate gave no answer (status 127), so the call is denied":    "gave no answer",
	"kei: the gate cannot be started (spawn GATE ENOENT), so the call is": "cannot be started",
	byItsSwitch: byItsSwitch,
}

// pageWithout is what docs/platform.md says of each client, by its title: of the
// project's file, and of one person's.
func pageWithout(t *testing.T) map[string][2]string {
	t.Helper()
	page, err := os.ReadFile("../docs/platform.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "\n## A machine without the gate\n")
	if !ok {
		t.Fatal("the page has no such section")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	rows := map[string][2]string{}
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) == 6 {
			rows[strings.TrimSpace(cells[1])] = [2]string{strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])}
		}
	}
	return rows
}

// TestWithoutTheGate: on a machine where the gate is not, as in a fresh checkout, each
// client denies, in each scope, and docs/platform.md says by whom and with which reason.
func TestWithoutTheGate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the gate is a shell script")
	}
	page := pageWithout(t)
	for i := range clients {
		c := &clients[i]
		for _, scope := range []string{"project", "local", "user"} {
			if scope == "local" && !c.HasLocal() {
				continue
			}
			t.Run(c.Name+"/"+scope, func(t *testing.T) {
				t.Parallel()
				site := Site{Scope: scope, Dir: t.TempDir(), Home: t.TempDir(), Trust: c.trust}
				gate := script(t, site.Dir, denying)
				h := c.Shared(site, Hook{Program: gate, Root: c.Root(site), Ender: Ender()})
				done, err := c.InstallProven(t.Context(), site, h, known)
				must(t, done, err)
				if err := os.Remove(gate); err != nil {
					t.Fatal(err)
				}
				reason := strings.ReplaceAll(reasonWithout(t, c, site), gate, "GATE")
				want := page[c.Title][1]
				if scope == "project" {
					want = page[c.Title][0]
				}
				for text, word := range reasons {
					if strings.Contains(reason, text) && word == want {
						return
					}
				}
				t.Errorf("the reason is %q, and docs/platform.md says %q of %s", reason, want, c.Title)
			})
		}
	}
}
