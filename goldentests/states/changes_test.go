package states

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"kei/gen/resolve"
	"kei/runtime/verify"
)

// A changed is a project in which changes are made, each by itself: a gate and verify
// say the same of it, or it is one that they differ in.
type changed struct {
	Tree      string            `toml:"tree"` // whose files main has
	Role      string            `toml:"role"`
	Whitelist []string          `toml:"whitelist"` // default: src/** and tests/**
	Denylist  []string          `toml:"denylist"`
	Needs     []string          `toml:"needs"`    // programs of the commands
	Whole     bool              `toml:"whole"`    // size and tests are checked, too
	Without   []string          `toml:"without"`  // files of the tree that are not there
	Files     map[string]string `toml:"files"`    // of main, beside the tree's
	Writes    map[string]string `toml:"writes"`   // by a tool, with the text
	Commands  []string          `toml:"commands"` // of a shell, and run
	Differ    map[string]string `toml:"differ"`   // a change: the id of a disagreement
}

// changes are those of changes.toml, each project with the files of its tree.
func changes(t *testing.T) []changed {
	t.Helper()
	var data struct {
		Tree    map[string]map[string]string `toml:"tree"`
		Project []changed                    `toml:"project"`
	}
	if md, err := toml.DecodeFile("../changes.toml", &data); err != nil || len(md.Undecoded()) > 0 {
		t.Fatal(err, md.Undecoded())
	}
	for i := range data.Project {
		p := &data.Project[i]
		files := maps.Clone(data.Tree[p.Tree])
		if len(files) == 0 {
			t.Fatalf("project %d: there is no tree %q", i, p.Tree)
		}
		for _, name := range p.Without {
			delete(files, name)
		}
		maps.Copy(files, p.Files)
		p.Files = files
		if p.Whitelist == nil {
			p.Whitelist = []string{"src/**", "tests/**"}
		}
		for what := range p.Differ {
			if _, ok := p.Writes[what]; !ok && !slices.Contains(p.Commands, what) {
				t.Errorf("project %d: differ has %q, which is no change of it", i, what)
			}
		}
	}
	return data.Project
}

// TestChanges makes the changes of changes.toml, in Go, Rust, Python and JavaScript, and
// asks the gate of a role before and its verify afterwards.
func TestChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts what builds and tests projects")
	}
	ways := disagreements(t)
	roles := map[string]resolve.Role{}
	for _, r := range shipped(t) {
		roles[r.Name] = r
	}
	for i, p := range changes(t) {
		t.Run(fmt.Sprintf("%d/%s", i, p.Role), func(t *testing.T) {
			t.Parallel()
			if roles[p.Role].Name == "" {
				t.Fatalf("no role %s ships", p.Role)
			}
			p.write(t, roles[p.Role], ways)
			p.command(t, roles[p.Role], ways)
		})
	}
}

// disagreements are what gates and verify may say of a change that they differ in, by id.
func disagreements(t *testing.T) map[string]disagreement {
	t.Helper()
	var data struct {
		Disagreement []disagreement `toml:"disagreement"`
	}
	if _, err := toml.DecodeFile("../disagreements.toml", &data); err != nil {
		t.Fatal(err)
	}
	ways := map[string]disagreement{}
	for _, d := range data.Disagreement {
		ways[d.ID] = d
	}
	return ways
}

// write makes the changes of a file tool, each in a clean worktree.
func (p *changed) write(t *testing.T, role resolve.Role, ways map[string]disagreement) {
	if len(p.Writes) == 0 {
		return
	}
	j := p.judge(t, role)
	for _, name := range slices.Sorted(maps.Keys(p.Writes)) {
		p.ask(t, j, name, ways, func() (bool, string) {
			pass, why := j.allows("Write", map[string]string{"file_path": j.work() + "/" + name, "content": p.Writes[name]})
			j.write(filepath.Join(j.work(), filepath.FromSlash(name)), p.Writes[name])
			return pass, why
		})
		j.clear()
	}
}

// alone keeps a command from what it could change or reach beside the worktree: settings,
// caches and packages of this machine, and the network. GOENV=off does not keep go env -w
// from writing where it does without it.
const alone = `export GOENV=$D/goenv GOFLAGS= GOPATH=$D/go CARGO_NET_OFFLINE=true \
	npm_config_offline=true npm_config_userconfig=$D/npmrc npm_config_globalconfig=$D/npmrc.all npm_config_cache=$D/npm \
	PIP_NO_INDEX=1 PIP_REQUIRE_VIRTUALENV=1 PIP_CONFIG_FILE=/dev/null \
	http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9
`

// command makes the changes of a shell, whatever the gate says of them.
func (p *changed) command(t *testing.T, role resolve.Role, ways map[string]disagreement) {
	for _, name := range p.Needs {
		if _, err := exec.LookPath(name); err != nil && len(p.Commands) > 0 {
			t.Logf("there is no %s here, so its commands were not run", name)
			return
		}
	}
	var j *judged
	for _, command := range p.Commands {
		if j == nil {
			j = p.judge(t, role)
		}
		before := j.history()
		p.ask(t, j, command, ways, func() (bool, string) {
			pass, why := j.allows("Bash", map[string]string{"command": command})
			j.run(j.work(), alone+"{ "+command+"\n} >$D/out 2>&1 || true")
			return pass, why
		})
		if j.history() != before {
			j = nil // it shows in what comes next
			continue
		}
		j.clear()
	}
}

// judge makes the project's repository, and notes what it is like, as is done when an
// agent is started.
func (p *changed) judge(t *testing.T, role resolve.Role) *judged {
	t.Helper()
	j := judge(t, role, p.Files, p.Whitelist, p.Denylist)
	before, err := verify.Observe(t.Context(), j.main())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(before)
	if err != nil {
		t.Fatal(err)
	}
	j.refs, j.before = filepath.Join(j.dir, "refs"), filepath.Join(j.dir, "before.json")
	j.write(j.before, string(text))
	j.write(j.refs, j.run(j.main(), "git for-each-ref --format='%(objectname) %(refname)'")+"\n")
	return j
}

// history is all that git keeps of a worktree beside its files and its index.
func (j *judged) history() string {
	return j.run(j.work(), "git for-each-ref; git symbolic-ref HEAD; git rev-parse HEAD; cat $MAIN/.git/config")
}

// ask makes one change and compares what the two say of it.
func (p *changed) ask(t *testing.T, j *judged, what string, ways map[string]disagreement, do func() (bool, string)) {
	t.Run(what, func(t *testing.T) {
		pass, why := do()
		said := j.verify(j.steps(p.Whole))
		id := p.Differ[what]
		switch way := ways[id]; {
		case id != "" && way.ID == "":
			t.Errorf("disagreements.toml has no %s", id)
		case id == "" && pass != (said == ""):
			t.Errorf("the gate allows it: %v %s\nverify says: %q", pass, why, said)
		case id != "" && pass == (said == ""):
			t.Errorf("they agree, and are to differ by %s: %s %q", id, why, said)
		case id != "" && pass != (way.Gate == "allow"):
			t.Errorf("they differ the other way round than %s says", id)
		}
	})
}

// steps are those that look at files and history, and with whole at sizes and tests.
func (j *judged) steps(whole bool) verify.Plan {
	plan := j.looks()
	for _, s := range j.role.Plan().Steps {
		switch s.(type) {
		case *verify.HistoryUnchanged:
			plan.Steps = append(plan.Steps, s)
		case *verify.SizeLimit, *verify.TestsGreen:
			if whole {
				plan.Steps = append(plan.Steps, s)
			}
		}
	}
	return plan
}

// TestChangesCounted holds SECURITY.md to how many changes are made, and to how many of
// them gate and verify differ about: at least as many in Python and JavaScript as in Go
// and Rust.
func TestChangesCounted(t *testing.T) {
	type count struct{ all, differ int }
	of := map[string]count{}
	for _, p := range changes(t) {
		c := of[p.Tree]
		of[p.Tree] = count{c.all + len(p.Writes) + len(p.Commands), c.differ + len(p.Differ)}
	}
	sum := func(a, b string) count { return count{of[a].all + of[b].all, of[a].differ + of[b].differ} }
	older, newer := sum("go", "rust"), sum("python", "javascript")
	if newer.all < older.all {
		t.Errorf("%d changes are made in Python and JavaScript, and %d in Go and Rust", newer.all, older.all)
	}
	want := fmt.Sprintf("of %d changes in Go and Rust they say the same about %d, of %d in Python and JavaScript about %d",
		older.all, older.all-older.differ, newer.all, newer.all-newer.differ)
	text, err := os.ReadFile("../../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
		t.Errorf("SECURITY.md is to say: %s", want)
	}
}
