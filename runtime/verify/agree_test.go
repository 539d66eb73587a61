package verify

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/out/programs"
	"kei/runtime/gate"
	"kei/runtime/shell"
)

// A move is something an agent does to files, as a tool call and as it happens.
type move struct {
	tool  string
	input map[string]string
	do    func() error
}

// allowed asks a gate that holds the task's two lists.
func (f *fixture) allowed(task *Task, m move) bool {
	f.t.Helper()
	payload, err := json.Marshal(map[string]any{"tool_name": m.tool, "tool_input": m.input, "cwd": f.work})
	f.must(err)
	call, err := gate.ParseCallIn(payload, func(name string) (string, bool) {
		switch name {
		case "WORKTREE_PATH":
			return f.work, true
		case "HOME":
			return f.dir, true
		}
		return "", false
	})
	f.must(err)
	call.Late, call.Programs = shell.Late, &programs.Table
	call.SetTask(&gate.Task{Role: "editor", AgentID: "a", Whitelist: task.Whitelist, Denylist: task.Denylist, Source: strings.Repeat("0", 64)})
	p := &gate.Policy{Role: "editor", Tools: []string{"Write", "Bash"}, Rules: []gate.Rule{
		&gate.OnlyTaskFiles{Terms: gate.Terms{Capability: "scope::files-whitelist"}}, &gate.NotTaskFiles{Terms: gate.Terms{Capability: "scope::files-denylist"}},
	}}
	found, decided := gate.Check(call, p)
	return decided && len(found) == 0
}

// reset makes the worktree what main is, without git.
func (f *fixture) reset(files map[string]string) {
	f.t.Helper()
	list, err := os.ReadDir(f.work)
	f.must(err)
	for _, e := range list {
		if e.Name() != ".git" {
			f.must(os.RemoveAll(filepath.Join(f.work, e.Name())))
		}
	}
	for name, text := range files {
		f.write(f.work, name, text)
	}
	f.must(os.Symlink("src", filepath.Join(f.work, "link")))
}

// What a gate lets pass, verify passes; what verify passes, a gate would have let
// pass. The two are asked about the same writes, spelled in all the ways that an
// agent may spell them.
func TestGateAgrees(t *testing.T) {
	files := map[string]string{"src/a.rs": "a\n", "src/deep/b.rs": "b\n", "docs/c.md": "c\n", "d": "d\n", "src/ж.rs": "e\n"}
	f := start(t, files)
	f.must(os.Symlink("src", filepath.Join(f.main, "link")))
	f.commit(f.main, "link")
	f.git(f.work, "merge", "-q", "main")

	seed := rand.Uint64()
	rnd := rand.New(rand.NewPCG(seed, 1))
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	glob := func() gate.Glob {
		return gate.Glob(pick("src/**", "src/*.rs", "**/*.rs", "**", "docs/*", "d", "src/deep/**", "*", "src/a.rs", "**/deep/**", "link/**", "link", "src/ж.rs", "new/**", "src", "s**"))
	}
	name := func() string {
		return pick("src/a.rs", "src/deep/b.rs", "docs/c.md", "d", "src/ж.rs", "src/new.rs", "src/deep/new.rs", "new/x", "docs/deep/x.md", "e", "srcs/x", "a b", "src/deep/deeper/x")
	}
	spell := func(p string) string {
		switch rnd.IntN(6) {
		case 0:
			return filepath.Join(f.work, p)
		case 1:
			return "./" + p
		case 2:
			return "docs/../" + p
		case 3:
			if rest, ok := strings.CutPrefix(p, "src/"); ok {
				return "link/" + rest
			}
		}
		return p
	}
	rounds, yes, no := 120, 0, 0
	if testing.Short() {
		rounds = 10
	}
	for round := range rounds {
		task := whitelist(glob(), glob())
		if rnd.IntN(2) == 0 {
			// A gate also denies what is only spelled as the denylist says; of a
			// link that was written through, nothing is left to see.
			if g := glob(); !strings.HasPrefix(string(g), "link") {
				task.Denylist = append(task.Denylist, g)
			}
		}
		f.reset(files)
		var did []string
		all := true
		for range 1 + rnd.IntN(3) {
			m := f.move(rnd, name(), name(), spell)
			ok := f.allowed(task, m)
			if !ok && len(did) > 0 || m.do() != nil {
				continue // only the first one may be one that a gate denies
			}
			all = all && ok
			did = append(did, fmt.Sprint(m.tool, m.input))
			if !ok {
				break
			}
		}
		rep := f.verify(task, inTask(), &DiffOutsideDenylist{Capability: "scope::files-denylist", Place: Worktree})
		if len(rep.Changes) == 0 {
			continue // a move of a file to itself, or the same bytes
		}
		if all {
			yes++
		} else {
			no++
		}
		if rep.Clean != all {
			t.Fatalf("seed %d, round %d: whitelist %v, denylist %v\n%s\nthe gate: %v, verify:\n%s",
				seed, round, task.Whitelist, task.Denylist, strings.Join(did, "\n"), all, text(rep))
		}
	}
	if yes < rounds/10 || no < rounds/10 {
		t.Errorf("seed %d: %d rounds that both let pass and %d that neither does; too few to mean anything", seed, yes, no)
	}
}

// move is a random one.
func (f *fixture) move(rnd *rand.Rand, a, b string, spell func(string) string) move {
	at := func(p string) string {
		if filepath.IsAbs(p) {
			return p
		}
		return filepath.Join(f.work, p)
	}
	a, b = spell(a), spell(b)
	quote := func(s string) string { return "'" + s + "'" }
	switch rnd.IntN(4) {
	case 0:
		return move{"Bash", map[string]string{"command": "rm " + quote(a)}, func() error { return os.Remove(at(a)) }}
	case 1:
		return move{"Bash", map[string]string{"command": "mv " + quote(a) + " " + quote(b)}, func() error {
			if _, err := os.Stat(at(b)); err == nil {
				return os.ErrExist // one that mv would ask about, or move into
			}
			if err := os.MkdirAll(filepath.Dir(at(b)), 0o755); err != nil {
				return err
			}
			return os.Rename(at(a), at(b))
		}}
	}
	return move{"Write", map[string]string{"file_path": a, "content": "written"}, func() error {
		if err := os.MkdirAll(filepath.Dir(at(a)), 0o755); err != nil {
			return err
		}
		return os.WriteFile(at(a), []byte("written"), 0o644)
	}}
}
