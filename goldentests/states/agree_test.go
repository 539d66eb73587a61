package states

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/out/programs"
	"kei/runtime/client"
	"kei/runtime/file"
	"kei/runtime/gate"
	"kei/runtime/shell"
	"kei/runtime/verify"
)

// shipped are the roles that ship and that agents can be in.
func shipped(t *testing.T) []resolve.Role {
	t.Helper()
	tree, err := spec.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if tree.Dir, err = filepath.Abs("../.."); err != nil {
		t.Fatal(err)
	}
	all, err := resolve.Roles(tree)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(r resolve.Role) bool { return !r.Spawnable })
}

// A judged is one role whose gate and verify are asked about the same changes.
type judged struct {
	*place
	role   resolve.Role
	policy *gate.Policy
	task   verify.Task

	refs, before string // files with what main's repository was like; "" is unknown
}

// judge makes a repository with a worktree for an agent in the role.
func judge(t *testing.T, role resolve.Role, files map[string]string, whitelist, denylist []string) *judged {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	j := &judged{place: &place{t: t, dir: dir, id: "ag-1"}, role: role, policy: role.Policy(), task: verify.Task{Role: role.Name, AgentID: "ag-1"}}
	for _, g := range whitelist {
		j.task.Whitelist = append(j.task.Whitelist, gate.Glob(g))
	}
	for _, g := range denylist {
		j.task.Denylist = append(j.task.Denylist, gate.Glob(g))
	}
	j.make(files, state{})
	return j
}

// allows asks the gate about a call.
func (j *judged) allows(tool string, input map[string]string) (bool, string) {
	j.t.Helper()
	payload, err := json.Marshal(map[string]any{"tool_name": tool, "tool_input": input, "cwd": j.work(), "hook_event_name": "PreToolUse"})
	if err != nil {
		j.t.Fatal(err)
	}
	env := map[string]string{"WORKTREE_PATH": j.work(), "HOME": j.dir}
	call, err := gate.ParseCallIn(payload, func(name string) (string, bool) { v, ok := env[name]; return v, ok })
	if err != nil {
		j.t.Fatal(err)
	}
	call.Late, call.Programs = shell.Late, &programs.Table
	call.SetTask(&gate.Task{Role: j.role.Name, AgentID: j.id, Whitelist: j.task.Whitelist, Denylist: j.task.Denylist, Source: strings.Repeat("0", 64)})
	found, decided := gate.Check(call, j.policy)
	return decided && len(found) == 0, fmt.Sprint(found)
}

// looks are the steps of the role that judge which files changed, without building
// or running any.
func (j *judged) looks() verify.Plan {
	p := verify.Plan{Role: j.role.Name}
	for _, s := range j.role.Plan().Steps {
		switch s.(type) {
		case *verify.DependenciesUnchanged, *verify.SelfProtection:
			p.Steps = append(p.Steps, s)
		default:
			if verify.Limits(s) {
				p.Steps = append(p.Steps, s)
			}
		}
	}
	return p
}

// verify asks it about what lies in the worktree, and returns all that it objects to.
func (j *judged) verify(plan verify.Plan) string {
	j.t.Helper()
	rep, err := verify.Verify(context.Background(), verify.Options{Plan: plan, Task: &j.task, AgentID: j.id, Worktree: j.work(), Main: j.main(), Onto: "main",
		Base: j.base, Refs: j.refs, Before: j.before, Mode: verify.Worktree, Contain: "auto"})
	if err != nil {
		j.t.Fatal(err)
	}
	said := ""
	for _, f := range append(rep.Failed, rep.Errors...) {
		said += f.Capability + ": " + f.Reason + "\n" + f.Detail + "\n"
	}
	return said
}

// clear takes everything out of the worktree that main does not have.
func (j *judged) clear() {
	j.run(j.work(), "git reset -q --hard && git clean -qffdx")
}

// moving are texts that change what a manifest says, where any text would not.
var moving = map[string]string{
	"setup.cfg":      "[options]\ninstall_requires = evil\n",
	"cmakelists.txt": "project(x)\n",
}

func textFor(name string) string {
	if text, ok := moving[strings.ToLower(path.Base(name))]; ok {
		return text
	}
	return "changed\n"
}

// instance is a path that a glob matches, in a folder of its own where it may be
// anywhere; "" of one that is not about a project.
func instance(glob string, n int) string {
	if strings.HasPrefix(glob, "!") || strings.HasPrefix(glob, "/") || strings.HasPrefix(glob, "**/program") || strings.Contains(glob, ".git/") || strings.HasSuffix(glob, "/.git") {
		return ""
	}
	glob = strings.ReplaceAll(glob, "[^/]", "w")
	if rest, ok := strings.CutPrefix(glob, "**/"); ok {
		glob = fmt.Sprintf("n%d/%s", n, rest)
	}
	return strings.ReplaceAll(strings.ReplaceAll(glob, "**", "deep/w"), "*", "w")
}

// paths are what the rules and steps of a role are about, and what lies beside that.
func (j *judged) paths() []string {
	globs := map[string]bool{}
	add := func(list []file.Glob) {
		for _, g := range list {
			globs[string(g)] = true
		}
	}
	for _, r := range j.policy.Rules {
		switch r := r.(type) {
		case *gate.DenyFiles:
			add(r.Files)
		case *gate.OnlyFiles:
			add(r.Files)
		}
	}
	for _, s := range j.role.Plan().Steps {
		switch s := s.(type) {
		case *verify.FilesUnchanged:
			add(s.Files)
		case *verify.DependenciesUnchanged:
			add(s.Files)
			for _, name := range verify.Manifests() {
				globs["**/"+name] = true
			}
		}
	}
	for g := range client.Files {
		globs[string(g)] = true
	}
	seen := map[string]bool{}
	for n, g := range slices.Sorted(maps.Keys(globs)) {
		name := instance(g, n)
		for _, one := range []string{name, name + ".txt", "x" + name, path.Join(path.Dir(name), strings.ToUpper(path.Base(name)))} {
			if name != "" {
				seen[one] = true
			}
		}
	}
	for _, name := range []string{"src/a.go", "src/deep/b.py", "docs/c.md", "gen/d.js", "gen/deep/e.ts", "README.md", "a b.txt", "ä.txt"} {
		seen[name] = true
	}
	return apart(slices.Sorted(maps.Keys(seen)))
}

// apart drops paths that cannot be there beside others: files where those have folders.
func apart(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.ContainsFunc(names, func(other string) bool {
			return strings.HasPrefix(strings.ToLower(other), strings.ToLower(name)+"/") || other < name && strings.EqualFold(other, name)
		})
	})
}

// routes are ways of a shell to write a file.
func routes(name string) []string {
	quoted := "'" + name + "'"
	return []string{"echo x > " + quoted, "echo x | tee " + quoted, "cp src/a.go " + quoted, "sed -i s/a/b/ " + quoted}
}

// TestFilesAgree writes, in every role that ships, the files that its rules are about:
// what a gate lets pass by some route verify passes, and what it denies verify finds.
// What they may differ in is in disagreements.toml.
func TestFilesAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes thousands of files, in every role")
	}
	for _, role := range shipped(t) {
		t.Run(role.Name, func(t *testing.T) {
			t.Parallel()
			j := judge(t, role, map[string]string{"src/a.go": "package a\n", "README.md": "read\n"}, []string{"**"}, []string{"gen/**"})
			plan := j.looks()
			if len(plan.Steps) == 0 {
				t.Skip("nothing is checked of it")
			}
			var allowed, denied []string
			for n, name := range j.paths() {
				pass, _ := j.allows("Write", map[string]string{"file_path": filepath.Join(j.work(), name), "content": "x"})
				if !pass {
					denied = append(denied, name)
				}
				for _, command := range routes(name)[:4*((n+5)%5/4)] { // of every fifth
					by, _ := j.allows("Bash", map[string]string{"command": command})
					if by && !pass {
						t.Errorf("the gate denies Write of %s, and lets pass: %s", name, command)
					}
				}
				if pass {
					allowed = append(allowed, name)
				}
			}
			allowed = sameCase(allowed, denied)
			j.changes(allowed)
			if said := j.verify(plan); said != "" {
				t.Errorf("a gate lets these be written, and verify objects:\n%s", said)
			}
			for some := range slices.Chunk(denied, 40) {
				j.clear()
				j.changes(some)
				said := j.verify(plan)
				for _, name := range some {
					if !strings.Contains(said, name) {
						t.Errorf("a gate denies %s, and verify passes it", name)
					}
				}
			}
			t.Logf("%d paths that may be written, %d that may not", len(allowed), len(denied))
		})
	}
}

// sameCase drops paths that a gate denies in another case: see other-case in
// disagreements.toml.
func sameCase(allowed, denied []string) []string {
	folded := map[string]bool{}
	for _, name := range denied {
		folded[strings.ToLower(path.Base(name))] = true
	}
	return slices.DeleteFunc(allowed, func(name string) bool { return folded[strings.ToLower(path.Base(name))] })
}

// changes writes files to the worktree.
func (j *judged) changes(names []string) {
	for _, name := range names {
		j.write(filepath.Join(j.work(), filepath.FromSlash(name)), textFor(name))
	}
}
