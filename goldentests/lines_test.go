package goldentests

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kei/runtime/gate"
)

// sharedCases is the folder of cases that are not in this repository: KEI_SHARED
// names it, else it is looked for beside the repository.
func sharedCases() string {
	if dir := os.Getenv("KEI_SHARED"); dir != "" {
		return filepath.Join(dir, "cases")
	}
	return filepath.Join("..", "..", "shared", "cases")
}

// A line is a command line of agents at work or of public collections.
type line struct {
	ID, Policy, Role string
	About            string
	Command, Expect  string
	Cause            string
}

// linesOf reads a file of lines, or skips the test.
func linesOf(t *testing.T, name string) []line {
	t.Helper()
	file := filepath.Join(sharedCases(), "lines", name)
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no %s; KEI_SHARED names the folder that has cases/lines", file)
	}
	rows := readRows[line](t, file)
	idsOf(rows, func(r line) string { return r.ID })
	return rows
}

// TestMisses asks about lines that passed and must not.
func TestMisses(t *testing.T) {
	open := openRows(t, "lines/misses.jsonl")
	a := asker{t: t, root: filepath.Join(attackTree(t), "app"), held: map[string]held{}}
	for _, r := range linesOf(t, "misses.jsonl") {
		got := a.ask(r)
		open.settle(t, r.ID, got.String() == r.Expect, fmt.Sprintf("%s, want %s: %q", got, r.Expect, r.Command))
	}
}

// TestAlarms asks about honest lines that were stopped. Those that stay denied
// are in judged.toml with the reason.
func TestAlarms(t *testing.T) {
	const file = "lines/alarms.jsonl"
	open := openRows(t, file)
	rows := linesOf(t, "alarms.jsonl")
	judged := judged(t, file, idsOf(rows, func(r line) string { return r.ID }))
	a := asker{t: t, root: worktreeOfLines(t), held: map[string]held{}}
	kinds := map[string][2]int{}
	for _, r := range rows {
		if _, own := judged[r.ID]; own {
			compare(t, judged, r.ID, r.Expect, a.ask(r).String(), fmt.Sprintf("%q", r.Command))
			continue
		}
		got := a.ask(r)
		count(kinds, r.Cause, got.String() == r.Expect)
		open.settle(t, r.ID, got.String() == r.Expect, fmt.Sprintf("%s, want %s, under %q %q: %q\n%s: %s", got, r.Expect, r.Policy, r.Role, r.Command, r.Cause, got.reason))
	}
	tableOf(t, kinds)
}

// workedIn is where the agents were at work whose lines these are: their worktree.
var workedIn = regexp.MustCompile(`/home/dev/Source/acme/(acme/acme-cli|acme-sync/sync-cloud)`)

// worktreeOfLines is a worktree as agents have it, which is not below the folder that
// everybody has for temporary files.
func worktreeOfLines(t *testing.T) string {
	t.Helper()
	if strings.HasPrefix(t.TempDir(), "/tmp/") {
		if dir, err := os.MkdirTemp("/var/tmp", "kei-lines-"); err == nil {
			t.Cleanup(func() { os.RemoveAll(dir) })
			return filepath.Join(plantedTree(t, dir), "app")
		}
	}
	return filepath.Join(attackTree(t), "app")
}

// An asker asks about lines, each under the policy that it says in words.
type asker struct {
	t    *testing.T
	root string
	held map[string]held
}

func (a asker) ask(r line) answer {
	words := r.Policy + r.Role
	h, ok := a.held[words]
	if !ok {
		h = policyInWords(a.t, words, a.root)
		a.held[words] = h
	}
	r.Command = workedIn.ReplaceAllString(r.Command, h.root)
	// Some rows are calls of other tools.
	var call map[string]json.RawMessage
	if json.Unmarshal([]byte(r.Command), &call) == nil && call["tool_name"] != nil {
		call["cwd"], _ = json.Marshal(h.root)
		payload, err := json.Marshal(call)
		if err != nil {
			a.t.Fatal(err)
		}
		return h.ask(payload)
	}
	return h.bash(r.Command)
}

var lineRole = regexp.MustCompile(`^[a-z-]+`)

// policyInWords makes what is said of a line's policy ready: "deny X" or "allow X"
// with patterns or commands, or a shipped role with what its task may write.
func policyInWords(t *testing.T, words, root string) held {
	t.Helper()
	words, _, _ = strings.Cut(words, " (own role")
	words, _, _ = strings.Cut(words, " (any deny policy")
	verb, rest, _ := strings.Cut(words, " ")
	switch verb {
	case "deny":
		if !strings.HasPrefix(rest, "^") {
			return denying(strings.Split(rest, ",")...).hold(t, root)
		}
		return fence{Gates: "[[gate]]\nkind = \"deny-command\"\ntool-patterns = " + tomlList(strings.Split(rest, ", ")) + "\n"}.hold(t, root)
	case "allow", "allow-command":
		var patterns []string
		for _, p := range strings.Split(rest, ", ") {
			if !strings.HasSuffix(p, "$)") {
				p += "( |$)"
			}
			patterns = append(patterns, p)
		}
		return fence{Patterns: patterns, Effects: []string{"prints", "reads"}, Scratch: []string{"/tmp/**"}}.hold(t, root)
	}
	h := shipped(t, lineRole.FindString(words), root)
	task := gate.Task{Role: h.Role, AgentID: "a", Whitelist: []gate.Glob{"**"}, Source: strings.Repeat("0", 64)}
	if strings.Contains(words, "src/gen/**") {
		task.Whitelist, task.Denylist = []gate.Glob{"src/**", "docs/*.md"}, []gate.Glob{"src/gen/**"}
	}
	h.task = &task
	return h
}
