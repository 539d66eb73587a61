package goldentests

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/out/programs"
	"kei/runtime/gate"
	"kei/runtime/regexps"

	"github.com/BurntSushi/toml"
)

// A fence is a policy as the data files of this folder say it: the [[gate]]
// tables of one capability, and what the role and its task add.
type fence struct {
	Words     []string // names under which cases ask for it
	Gates     string   // [[gate]] tables
	Patterns  []string // bash-patterns-allowed
	Commands  []string // bash-commands-allowed
	Effects   []string // bash-effects-allowed
	Variables []string // bash-variables-allowed
	Scratch   []string // [files] scratch
	Own       bool     // [files] scratch = true
	Allowed   []string // [files] allowed
	Denied    []string // [files] denied
	Whitelist []string // of the task; absent: no task
	Denylist  []string
	Root      string // the worktree; absent: any
}

// allTools is every tool that a case may call: the policies are about commands
// and files.
var allTools = []string{"Bash", "Monitor", "REPL", "Workflow", "Read", "Write", "Edit", "MultiEdit",
	"NotebookEdit", "Grep", "Glob", "LS", "WebFetch", "WebSearch", "Agent", "PowerShell", "TodoWrite"}

// policy puts the fence into a policy folder and reads that as kei does.
func (f fence) policy() (*gate.Policy, error) {
	const text = "Do as the gate says.\n"
	folder := fstest.MapFS{"capabilities": &fstest.MapFile{Mode: fs.ModeDir | 0o755}}
	required := "[]"
	if f.Gates != "" {
		required = `["policy::fence"]`
		folder["capabilities/policy/fence/text.md"] = &fstest.MapFile{Data: []byte(text)}
		folder["capabilities/policy/fence/capability.toml"] = &fstest.MapFile{Data: []byte(`[capability]
name = "policy::fence"
category = "policy"
version = "1.0"
description = "A fence."

` + f.Gates)}
	}
	role := fmt.Sprintf(`[role]
name = "fenced"
description = "It is asked."
[capabilities]
required = %s
[tools]
allowed = %s
`, required, tomlList(allTools))
	for key, list := range map[string][]string{"patterns": f.Patterns, "commands": f.Commands, "effects": f.Effects, "variables": f.Variables} {
		if len(list) > 0 {
			role += "bash-" + key + "-allowed = " + tomlList(list) + "\n"
		}
	}
	role += "[files]\n"
	if f.Own {
		role += "scratch = true\n"
	}
	for key, list := range map[string][]string{"scratch": f.Scratch, "allowed": f.Allowed, "denied": f.Denied} {
		if len(list) > 0 {
			role += key + " = " + tomlList(list) + "\n"
		}
	}
	folder["roles/fenced.toml"] = &fstest.MapFile{Data: []byte(role)}
	tree, err := spec.Load(folder)
	if err != nil {
		return nil, err
	}
	roles, err := resolve.Roles(tree)
	if err != nil {
		return nil, err
	}
	return roles[0].Policy(), nil
}

// tomlList writes strings as a TOML list, which a list of strings in JSON is.
func tomlList(list []string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(list); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

// denying is the fence that denies commands that begin with one of the lines.
func denying(commands ...string) fence {
	return fence{Gates: "[[gate]]\nkind = \"deny-command\"\ntool-patterns = " + tomlList(beginnings(commands)) + "\n"}
}

// allowing is the fence that allows only such commands.
func allowing(commands ...string) fence { return fence{Patterns: beginnings(commands)} }

func beginnings(commands []string) []string {
	var list []string
	for _, c := range commands {
		list = append(list, "^"+regexp.QuoteMeta(strings.TrimSpace(c))+"( |$)")
	}
	return list
}

// A held policy is one that is ready to be asked.
type held struct {
	*gate.Policy
	task *gate.Task
	root string
	home string
}

// hold makes a fence ready, in the worktree root.
func (f fence) hold(t testing.TB, root string) held {
	t.Helper()
	p, err := f.policy()
	if err != nil {
		t.Fatalf("the fence %q is no policy: %v", f.Words, err)
	}
	h := held{Policy: p, root: root, home: "/home/somebody"}
	if f.Whitelist != nil || f.Denylist != nil {
		h.task = &gate.Task{Role: "fenced", AgentID: "a", Whitelist: globsOf(f.Whitelist), Denylist: globsOf(f.Denylist), Source: strings.Repeat("0", 64)}
	}
	return h
}

func globsOf(list []string) []gate.Glob {
	out := make([]gate.Glob, len(list))
	for i, g := range list {
		out[i] = gate.Glob(g)
	}
	return out
}

// panics are the breakdowns of the run, by payload; TestMain fails over them.
var panics sync.Map

// An answer is a verdict with its reasons.
type answer struct {
	denied bool
	reason string
}

func (a answer) String() string {
	if a.denied {
		return "deny"
	}
	return "allow"
}

// ask asks about a payload, in process.
func (h held) ask(payload []byte) (a answer) {
	defer func() {
		// A gate denies when it breaks down; a test says that it did.
		if r := recover(); r != nil {
			a = answer{true, fmt.Sprintf("PANIC %v on %s\n%s", r, payload, debug.Stack())}
			panics.Store(string(payload), a.reason)
		}
	}()
	env := func(name string) (string, bool) {
		switch name {
		case "WORKTREE_PATH":
			return h.root, true
		case "HOME":
			return h.home, true
		}
		return "", false
	}
	early, waits := h.check(payload, env, nil)
	a, _ = h.check(payload, env, regexps.Late)
	if !waits && early != a {
		panics.Store(string(payload), fmt.Sprintf("without the parser it is %v, with it %v", early, a))
	}
	return a
}

// check asks with the costly half of a gate or without, and says whether the
// answer has to wait for it.
func (h held) check(payload []byte, env func(string) (string, bool), late *gate.Late) (a answer, waits bool) {
	c, err := gate.ParseCallIn(payload, env)
	if err != nil {
		return answer{true, err.Error()}, false
	}
	c.Late, c.Programs = late, &programs.Table
	if h.task != nil {
		c.SetTask(h.task)
	}
	found, decided := gate.Check(c, h.Policy)
	return answer{found.Blocks(), found.Error()}, !decided
}

// bash asks about a command line.
func (h held) bash(command string) answer {
	payload, err := json.Marshal(map[string]any{"tool_name": "Bash", "cwd": h.root, "tool_input": map[string]string{"command": command}})
	if err != nil {
		panic(err)
	}
	return h.ask(payload)
}

// A fenceFile is policies.toml.
type fenceFile struct{ Policy []fence }

var fences = sync.OnceValues(func() (map[string]fence, error) {
	var file fenceFile
	meta, err := toml.DecodeFile("policies.toml", &file)
	if err != nil {
		return nil, err
	}
	if u := meta.Undecoded(); len(u) > 0 {
		return nil, fmt.Errorf("policies.toml: nobody reads %v", u)
	}
	byWords := map[string]fence{}
	for _, f := range file.Policy {
		for _, w := range f.Words {
			if _, twice := byWords[w]; twice {
				return nil, fmt.Errorf("policies.toml: %q stands twice", w)
			}
			byWords[w] = f
		}
	}
	return byWords, nil
})

// fenceOf is the policy that is said in words, and whether there is one.
func fenceOf(t testing.TB, words string) (fence, bool) {
	t.Helper()
	all, err := fences()
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := all[words]; ok {
		return f, true
	}
	if list, ok := strings.CutPrefix(words, "allow only "); ok {
		return allowing(strings.Split(list, ",")...), true
	}
	if list, ok := strings.CutPrefix(words, "deny "); ok && !strings.ContainsAny(list, "*<~.") && !strings.HasPrefix(list, "read ") && !strings.HasPrefix(list, "edits ") && !strings.HasPrefix(list, "writes ") {
		return denying(strings.Split(list, ",")...), true
	}
	return fence{}, false
}
