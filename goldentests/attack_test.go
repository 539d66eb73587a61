package goldentests

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/runtime/gate"
)

// An attack is a text that got past a gate and did what the gate was to stop.
type attack struct {
	ID, Policy, Role string
	Tool             string          `json:"tool_name"`
	Input            json.RawMessage `json:"tool_input"`
	Task             *attackTask
	Cwd, Expect      string
	Kind, Why        string
}

type attackTask struct {
	Whitelist []string `json:"files-whitelist"`
	Denylist  []string `json:"files-denylist"`
}

// attackHome stands in the rows for the folder that has the worktree app.
const attackHome = "/home/u"

// TestAttacks asks the policy of each row about it, in a worktree such as the
// rows speak of.
func TestAttacks(t *testing.T) {
	rows := readRows[attack](t, "cases/attack.jsonl")
	open := openRows(t, "attack.jsonl")
	idsOf(rows, func(r attack) string { return r.ID })
	home := attackTree(t)
	held := map[string]held{}
	kinds := map[string][2]int{}
	for _, r := range rows {
		key := fmt.Sprintf("%s|%s|%v", r.Policy, r.Role, r.Task)
		h, ok := held[key]
		if !ok {
			h = r.hold(t, home)
			if a := h.bash("ls"); a.denied && r.Role == "" {
				t.Errorf("%s denies everything: %s", key, a.reason)
			}
			held[key] = h
		}
		if strings.HasPrefix(r.Kind, "P1-") {
			h.root = "" // what the row is about
		}
		a := h.ask(r.payload(home))
		count(kinds, r.Kind, a.String() == r.Expect)
		open.settle(t, r.ID, a.String() == r.Expect, fmt.Sprintf("%s under %q %q, want %s: %s\n%s: %s", a, r.Policy, r.Role, r.Expect, r.Input, r.Kind, a.reason))
	}
	tableOf(t, kinds)
}

// count adds a row to its kind: how many there are, and how many are right.
func count(kinds map[string][2]int, kind string, right bool) {
	n := kinds[kind]
	n[0]++
	if right {
		n[1]++
	}
	kinds[kind] = n
}

// tableOf prints what of each kind is right.
func tableOf(t *testing.T, kinds map[string][2]int) {
	all := [2]int{}
	for _, kind := range sortedKeys(kinds) {
		n := kinds[kind]
		all[0] += n[0]
		all[1] += n[1]
		t.Logf("%3d of %3d right  %s", n[1], n[0], kind)
	}
	t.Logf("%3d of %3d right", all[1], all[0])
}

// attackTree is a home folder that has the worktree app.
func attackTree(t *testing.T) string {
	t.Helper()
	return plantedTree(t, t.TempDir())
}

// plantedTree makes a folder such a home.
func plantedTree(t *testing.T, dir string) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"app/src/a.txt", "app/src/gen/", "app/docs/a.txt", "app/CLAUDE.md", "app/.claude/settings.json", "app/Cargo.toml", "app/.git/"} {
		plant(t, filepath.Join(home, filepath.FromSlash(name)), strings.HasSuffix(name, "/"))
	}
	return home
}

// plant makes a folder or an empty file, and what it stands in.
func plant(t *testing.T, name string, folder bool) {
	t.Helper()
	dir := name
	if !folder {
		dir = filepath.Dir(name)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if !folder {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (r attack) payload(home string) []byte {
	in := func(s string) string { return strings.ReplaceAll(s, attackHome, home) }
	cwd := in(r.Cwd)
	if _, err := os.Stat(cwd); err != nil {
		cwd = filepath.Join(home, "app")
	}
	payload, err := json.Marshal(map[string]any{"tool_name": r.Tool, "cwd": cwd, "tool_input": json.RawMessage(in(string(r.Input)))})
	if err != nil {
		panic(err)
	}
	return payload
}

// hold makes the policy of the row ready.
func (r attack) hold(t *testing.T, home string) held {
	t.Helper()
	root := filepath.Join(home, "app")
	var h held
	switch {
	case r.Role != "":
		h = shipped(t, r.Role, root)
	case strings.HasPrefix(r.Policy, "deny "):
		h = denying(strings.TrimPrefix(r.Policy, "deny ")).hold(t, root)
	case strings.Contains(r.Policy, "::"):
		h = requiring(t, root, strings.Split(r.Policy, " + ")...)
	default:
		h = fence{}.hold(t, root)
	}
	h.home = home
	if r.Task != nil {
		h.task = &gate.Task{Role: h.Role, AgentID: "a", Whitelist: globsOf(r.Task.Whitelist), Denylist: globsOf(r.Task.Denylist), Source: strings.Repeat("0", 64)}
	}
	return h
}

var shippedRoles = sync.OnceValues(func() (map[string]resolve.Role, error) { return rolesOf(os.DirFS(".."), "..") })

// rolesOf are the roles of a policy; dir is where its atoms are, if it grants any.
func rolesOf(folder fs.FS, dir string) (map[string]resolve.Role, error) {
	tree, err := spec.Load(folder)
	if err != nil {
		return nil, err
	}
	tree.Dir = dir
	list, err := resolve.Roles(tree)
	if err != nil {
		return nil, err
	}
	roles := map[string]resolve.Role{}
	for _, r := range list {
		roles[r.Name] = r
	}
	return roles, nil
}

// shipped is the policy of a role of this repository.
func shipped(t *testing.T, role, root string) held {
	t.Helper()
	roles, err := shippedRoles()
	if err != nil {
		t.Fatal(err)
	}
	r, ok := roles[role]
	if !ok {
		t.Fatalf("no role %s", role)
	}
	return held{Policy: r.Policy(), root: root, home: "/home/somebody"}
}

// requiring is the policy of a role that has only capabilities of this
// repository, and every tool.
func requiring(t *testing.T, root string, capabilities ...string) held {
	t.Helper()
	folder := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS("../capabilities"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join("../capabilities", filepath.FromSlash(name)))
		folder["capabilities/"+name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	folder["roles/fenced.toml"] = &fstest.MapFile{Data: fmt.Appendf(nil, `[role]
name = "fenced"
description = "It is asked."
[capabilities]
required = %s
[tools]
allowed = %s
`, tomlList(capabilities), tomlList(allTools))}
	roles, err := rolesOf(folder, "..")
	if err != nil {
		t.Fatal(err)
	}
	return held{Policy: roles["fenced"].Policy(), root: root, home: "/home/somebody"}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
