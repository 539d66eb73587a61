package goldentests

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kei"
	"kei/gen"
	"kei/gen/agents"
	"kei/gen/permit"
	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/out/programs"
	"kei/runtime/gate"
	"kei/runtime/shell"
)

// clampedAgents are the definitions of renderers/renders.jsonl in a policy whose roles are those
// that ship, rendered for every client.
func clampedAgents(t *testing.T) gen.Report {
	t.Helper()
	m := fstest.MapFS{}
	if err := fs.WalkDir(kei.Library, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(name, "capabilities/tools/atoms/") || strings.HasPrefix(name, "roles/planner") {
			return err // what grants atoms needs their folder
		}
		data, err := kei.Library.ReadFile(name)
		m[name] = &fstest.MapFile{Data: data}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("renderers/renders.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, s := 0, bufio.NewScanner(f)
	for s.Buffer(nil, 4<<20); s.Scan(); n++ {
		var c struct {
			Folder, TOML string
			Files        map[string]string
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		m["agents/"+c.Folder+"/agent.toml"] = &fstest.MapFile{Data: []byte(c.TOML)}
		for name, text := range c.Files {
			m["agents/"+c.Folder+"/"+name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	r, _, err := gen.Agents(m, agents.Clients(), "chiron")
	if n != 25 || len(r.Set.Renderings) != n*len(agents.Clients()) {
		t.Fatalf("%d definitions, %d renderings: %v", n, len(r.Set.Renderings), err)
	}
	for _, f := range r.Set.Findings { // what is lost is what is asked here, accepted or not
		if !f.Warning && f.What != "unaccepted-loss" {
			t.Error(f.Error())
		}
	}
	return r
}

// head is what a client is told of an agent beside its prompt.
func head(text string) string {
	if before, _, ok := strings.Cut(text, "developer_instructions = "); ok {
		return before
	}
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		text, _, _ = strings.Cut(rest, "\n---\n")
	}
	return strings.TrimSuffix(text, "\n") + "\n"
}

// TestClamped records what each client is given of the definitions in the roles that ship, and
// what is lost of it.
func TestClamped(t *testing.T) {
	r := clampedAgents(t)
	var names []string
	for _, a := range r.Agents {
		var b strings.Builder
		fmt.Fprintf(&b, "# %s, in the role %s that ships.\n", a.Name, a.Role.Text)
		for _, one := range r.Set.Renderings {
			for _, f := range one.Files {
				if agents.AgentOf(one.Client, f.Name) == a.Name || strings.HasSuffix(f.Name, "/kei-"+a.Name+".toml") {
					fmt.Fprintf(&b, "\n-- %s: %s --\n%s", one.Client, f.Name, head(string(f.Data)))
				}
			}
		}
		b.WriteString("\n-- losses --\n")
		for _, l := range r.Set.Losses {
			if l.Agent == a.Name {
				fmt.Fprintf(&b, "%s: %s\n", l.Kind, l.Text())
			}
		}
		names = append(names, a.Name)
		golden(t, "renderers/clamped/"+a.Name+".txt", []byte(b.String()))
	}
	onlyGoldens(t, "renderers/clamped", names)
}

// ownOf is a definition as the dispatcher has it.
func ownOf(d *spec.Definition) gate.AgentPermissions {
	own := gate.AgentPermissions{Agent: d.Name, Tools: d.Tools}
	for _, s := range d.Sections {
		p := gate.PermissionSection{Tool: s.Tool, Intent: string(s.Intent)}
		for _, r := range s.Rules {
			p.Rules = append(p.Rules, gate.PermissionRule{Pattern: r.Pattern, Action: string(r.Action)})
		}
		own.Sections = append(own.Sections, p)
	}
	return own
}

// A gated is an agent behind its role's gate, with a task that lets all be written.
type gated struct {
	dispatch *gate.Dispatch
	at       place
	task     string // the sealed task's file
}

// gatedAgent is one agent of a role that ships, in a project.
func gatedAgent(t *testing.T, roles []resolve.Role, d *spec.Definition, at place) gated {
	t.Helper()
	for _, r := range roles {
		if p := r.Policy(); r.Name == d.Role && p != nil {
			task := gate.Task{Role: d.Role, AgentID: "ag-1", Source: strings.Repeat("0", 64), Whitelist: []gate.Glob{"**"}}
			return gated{&gate.Dispatch{Agents: []gate.Assignment{{Agent: d.Name, Policy: p, Own: ownOf(d)}}}, at, save(t, "task.sealed.json", task.JSON())}
		}
	}
	t.Fatalf("no role %s ships", d.Role)
	return gated{}
}

// verdict is what the gate answers to a call of Claude Code's.
func (g gated) verdict(t *testing.T, call string) string {
	t.Helper()
	tool, arg, _ := strings.Cut(call, " ")
	var p map[string]any
	if err := json.Unmarshal(payloadOf(call, g.at.root), &p); err != nil {
		t.Fatal(err)
	}
	switch tool {
	case "WebFetch":
		p["tool_input"] = map[string]string{"url": arg, "prompt": "x"}
	case "WebSearch":
		p["tool_input"] = map[string]string{"query": arg}
	case "Agent":
		p["tool_input"] = map[string]string{"subagent_type": arg, "prompt": "x", "description": "x"}
	}
	p["agent_id"], p["agent_type"], p["tool_use_id"], p["transcript_path"] = "1", g.dispatch.Agents[0].Agent, "1", "/t"
	left, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": g.at.home, "WORKTREE_PATH": g.at.root, "KEI_TASK": g.task}
	a := gate.Run(g.dispatch, shell.Late, &gate.Input{
		Args: []string{"dispatch"}, Env: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		Read: func(b []byte) (int, error) { n := copy(b, left); left = left[n:]; return n, nil },
		Now:  func() int64 { return 0 }, Programs: &programs.Table,
	})
	switch {
	case a.Code == 2:
		return "deny"
	case len(a.Stdout) > 0:
		return "ask"
	}
	return "allow"
}

// wordTools are the tools of Claude Code that are asked about for a word of a definition.
var wordTools = map[string][]string{
	"bash": {"Bash"}, "edit": {"Write", "Edit"}, "read": {"Read"}, "webfetch": {"WebFetch"}, "task": {"Agent"}, "external_directory": {"Read", "Write"},
}

// callsOf are calls that a definition is about: what its rules match, what losses are shown by,
// and some of every tool.
func callsOf(d *spec.Definition, losses []agents.Loss, home string) []string {
	calls := []string{"Bash ls", "Bash git push origin main", "Bash cargo test", "Bash rm -rf x", "Write src/a.rs", "Edit docs/a.md", "Write /elsewhere/a", "Read src/a.go",
		"Read /elsewhere/a", "Glob src", "Grep src", "WebFetch https://example.com/", "WebSearch x", "NotebookEdit a.ipynb", "Agent helper"}
	add := func(word, text string) {
		if rest, ok := strings.CutPrefix(text, "~/"); ok && word != "bash" {
			text = home + "/" + rest
		}
		for _, tool := range wordTools[word] {
			calls = append(calls, tool+" "+text)
		}
	}
	for _, s := range d.Sections {
		for _, r := range s.Rules {
			for _, fill := range []string{"x", "a/b"} {
				text := strings.ReplaceAll(strings.ReplaceAll(r.Pattern, "**", fill), "*", fill)
				if s.Tool == "webfetch" && !strings.Contains(text, "://") {
					text = "https://" + text + "/"
				}
				add(s.Tool, text)
			}
		}
	}
	for _, l := range losses {
		if tool, ok := strings.CutPrefix(l.Field, "permissions."); ok && l.Witness != "" {
			add(tool, l.Witness)
		}
	}
	return calls
}

// fieldsOf are the fields of a definition that a loss about a call may be of.
func fieldsOf(call string) []string {
	tool, arg, _ := strings.Cut(call, " ")
	fields := []string{"tools", "role", "permissions." + inWords[tool]}
	if strings.HasPrefix(arg, "/") {
		fields = append(fields, "permissions.external_directory")
	}
	return fields
}

// TestWithoutTheGate: of agents in roles that ship, what a client lets through without the gate
// and the gate does not is what is reported, and what is reported to be let through is.
func TestWithoutTheGate(t *testing.T) {
	shipped, _, err := gen.Agents(gen.Folder(".."), agents.Clients(), "")
	if err != nil {
		t.Fatal(err)
	}
	roles, err := gen.Library()
	if err != nil {
		t.Fatal(err)
	}
	at := permitsRoot(t)
	for _, r := range []gen.Report{clampedAgents(t), shipped} {
		dir := t.TempDir()
		for _, one := range r.Set.Renderings {
			for _, f := range one.Files {
				plantText(t, filepath.Join(dir, one.Client, filepath.FromSlash(strings.Replace(f.Name, "~/", "home/", 1))), f.Data)
			}
		}
		for _, a := range r.Agents {
			if a.Definition == nil {
				continue
			}
			withoutTheGate(t, dir, gatedAgent(t, roles, a.Definition, at), a.Definition, r.Set.Losses)
		}
	}
}

// withoutTheGate holds what is rendered of one agent beside its gate.
func withoutTheGate(t *testing.T, dir string, g gated, d *spec.Definition, all []agents.Loss) {
	own := slices.DeleteFunc(slices.Clone(all), func(l agents.Loss) bool { return l.Agent != d.Name })
	calls := callsOf(d, own, g.at.home)
	held := map[string]string{}
	for _, call := range calls {
		held[call] = g.verdict(t, call)
	}
	for _, client := range agents.Clients() {
		n := readNative(t, filepath.Join(dir, client), client, d.Name)
		wider := func(call string) bool {
			if client == "opencode" && strings.HasPrefix(call, "NotebookEdit ") {
				return false // it has no notebooks
			}
			got := n.verdict(call)
			return got != held[call] && stricter(got, held[call]) != got
		}
		says := func(l agents.Loss, call string) bool {
			return l.Client == client && (l.Kind == agents.Wider || l.Kind == agents.Unenforced) && slices.Contains(fieldsOf(call), l.Field)
		}
		for _, call := range calls {
			if wider(call) && !slices.ContainsFunc(own, func(l agents.Loss) bool { return says(l, call) }) {
				t.Errorf("%s: %s: %s is %s, and %s with the gate; no loss says so", d.Name, client, call, n.verdict(call), held[call])
			}
		}
		for _, l := range own {
			if l.Client == client && l.Kind == agents.Wider && !slices.ContainsFunc(calls, func(call string) bool { return says(l, call) && wider(call) }) {
				t.Errorf("%s: %s; no call was let through", d.Name, l.Text())
			}
		}
	}
}

// plantText writes a file and the folders above it.
func plantText(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLoosened: a rule that is taken out of an agent that ships, and held something back, is
// seen in what each client is given or loses of it, and in the calls that agents/NAME.txt
// records.
func TestLoosened(t *testing.T) {
	shipped, _, err := gen.Agents(gen.Folder(".."), agents.Clients(), "")
	if err != nil {
		t.Fatal(err)
	}
	roles, err := gen.Library()
	if err != nil {
		t.Fatal(err)
	}
	recorded, at, loosened := jobs(t), permitsRoot(t), 0
	for _, a := range shipped.Agents {
		if a.Definition == nil {
			continue
		}
		whole := gatedAgent(t, roles, a.Definition, at)
		calls := slices.Concat(recorded[a.Name].Honest, recorded[a.Name].Forbidden)
		for i, s := range a.Definition.Sections {
			for k, r := range s.Rules {
				d := *a.Definition
				d.Sections = slices.Clone(d.Sections)
				d.Sections[i].Rules = slices.Delete(slices.Clone(s.Rules), k, k+1)
				less := gatedAgent(t, roles, &d, at)
				laxer := func(call string) bool {
					before, after := whole.verdict(t, call), less.verdict(t, call)
					return before != after && stricter(before, after) == before
				}
				if !slices.ContainsFunc(callsOf(&spec.Definition{Name: d.Name, Sections: []permit.Section{s}}, nil, at.home), laxer) {
					continue // its role holds that back, too
				}
				loosened++
				if !slices.ContainsFunc(calls, func(c string) bool { return laxer(strings.ReplaceAll(c, "/home/somebody", at.home)) }) {
					t.Errorf("%s: no call of agents/calls.toml shows that %s:%s is gone", a.Name, r.Pattern, r.Action)
				}
			}
		}
	}
	if loosened < 8 {
		t.Errorf("only %d rules hold something back", loosened)
	}
}
