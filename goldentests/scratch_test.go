package goldentests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/gate"
	"kei/runtime/shell"
)

// ownScratch are calls of an agent that has a folder for data, S, which TMPDIR
// names: a(llowed) or d(enied). T is the folder of its task, B another agent's data.
const ownScratch = `
a npm test > $TMPDIR/out.txt; tail $TMPDIR/out.txt
a npm test > "$TMPDIR/out.txt" 2>&1 && tail -20 "$TMPDIR/out.txt"
a npm test 2>&1 | tee ${TMPDIR}/out.txt | tail -5
a npm test > ${TMPDIR:-/tmp}/out.txt
a npm test > S/out.txt
a bash -lc 'npm test > S/out.txt; tail S/out.txt'
a mkdir -p $TMPDIR/logs && npm test > $TMPDIR/logs/a.txt
a out=$TMPDIR/x.txt; npm test > $out; grep -c FAIL "$out"
a f=$(mktemp); npm test > $f; tail $f
a sort -o $TMPDIR/b.txt $TMPDIR/a.txt
a cp package.json $TMPDIR/package.json.bak
a rm -rf $TMPDIR/logs
a rm -f "$TMPDIR"/*.txt
a cd $TMPDIR && ls -la && grep -n x out.txt
a git diff > $TMPDIR/x.patch && wc -l $TMPDIR/x.patch
a echo $TMPDIR
a ls $TMPDIR
a npm test > $TMPDIR/jest.log
a timeout 60 npm test > $TMPDIR/cache.txt
d npm test > /tmp/out.txt
d npm test > T/out.txt
d npm test > B/out.txt
d npm test > $TMPDIR/../b/out.txt
d npm test > $TMPDIR/../../tasks/a/task.sealed.json
d npm test > out.txt
d rm -rf $TMPDIR
d rm -rf $TMPDIR/..
d rm -rf $TMPDIR/../b
d TMPDIR=/etc; npm test > $TMPDIR/out.txt
d export TMPDIR=/etc; npm test > $TMPDIR/out.txt
d read TMPDIR < f; npm test > $TMPDIR/out.txt
d unset TMPDIR; npm test > $TMPDIR/out.txt
d for TMPDIR in /etc /usr; do npm test > $TMPDIR/out.txt; done
d TMPDIR=/etc bash -c 'npm test > $TMPDIR/out.txt'
d env TMPDIR=/etc sh -c 'npm test > $TMPDIR/out.txt'
d f() { npm test > $TMPDIR/out.txt; }; TMPDIR=/etc f
d eval "$(cat f)"; npm test > $TMPDIR/out.txt
d . ./f; npm test > $TMPDIR/out.txt
d ln -s /etc $TMPDIR/e; npm test > $TMPDIR/e/x
d npm test > $TMPDIR/e/x
d $TMPDIR/x.sh
d bash $TMPDIR/x.sh
d bash < $TMPDIR/x.sh
d cat $TMPDIR/x.sh | bash
d node $TMPDIR/x.js
d node -r $TMPDIR/x.js y.js
d . $TMPDIR/x
d cd $TMPDIR && npm test
d cd $TMPDIR && git status
d npm --prefix $TMPDIR test
d npm test --userconfig $TMPDIR/npmrc
d git -C $TMPDIR status
d git --git-dir $TMPDIR/x log
d git -c core.fsmonitor=$TMPDIR/x status
d make -f $TMPDIR/x
d PATH=$TMPDIR:$PATH npm test
d NODE_OPTIONS="-r $TMPDIR/x.js" npm test
d mkdir $TMPDIR/node-compile-cache
d echo x > $TMPDIR/node-compile-cache/v22/x
d echo x > $TMPDIR/jest_rs/x
d cp -r src $TMPDIR/v8-compile-cache-0
d echo x > $TMPDIR/.claude/settings.json
d echo x > $TMPDIR/.git/config
d echo x > $TMPDIR/$x
a git init $TMPDIR/x
a git init --bare $TMPDIR/x.git
d cd $TMPDIR && git init
`

// TestOwnScratch asks about data in a folder that kei made for one agent.
func TestOwnScratch(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"tasks/a", "worktrees/a", "scratch/a/logs", "scratch/b"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(top, "scratch", "a")
	if err := os.Symlink("/etc", filepath.Join(own, "e")); err != nil {
		t.Fatal(err)
	}
	f := fence{Own: true, Commands: []string{"npm", "git", "make", "node", "bash", "cp", "mkdir", "rm", "ln"}, Effects: []string{"prints", "reads"}}
	root := filepath.Join(top, "worktrees", "a")
	h := f.hold(t, root)
	names := strings.NewReplacer("S/", own+"/", "T/", filepath.Join(top, "tasks/a")+"/", "B/", filepath.Join(top, "scratch/b")+"/")
	task := gate.Task{Role: "fenced", AgentID: "a", Source: strings.Repeat("0", 64), Scratch: own}
	sealed := filepath.Join(top, "tasks", "a", "task.sealed.json")
	put := func(t *testing.T, task gate.Task) {
		if err := os.WriteFile(sealed, task.JSON(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(t, task)
	ask := func(command, cwd, temp string) answer {
		payload, _ := json.Marshal(map[string]any{"tool_name": "Bash", "cwd": cwd, "tool_input": map[string]string{"command": command}})
		a, _ := h.check(payload, func(name string) (string, bool) {
			v, ok := map[string]string{"WORKTREE_PATH": root, "HOME": "/home/somebody", "KEI_TASK": sealed, "TMPDIR": temp}[name]
			return v, ok
		}, shell.Late)
		return a
	}
	for line := range strings.Lines(strings.TrimSpace(ownScratch)) {
		want, command, _ := strings.Cut(strings.TrimSpace(names.Replace(line)), " ")
		if a := ask(command, root, own); a.String()[:1] != want {
			t.Errorf("%s: %s, want %s\n%s", command, a, want, a.reason)
		}
	}
	const write = "npm test > $TMPDIR/out.txt"
	for _, tt := range []struct {
		name, command, cwd, temp string
		change                   func(*gate.Task)
		denied                   bool
	}{
		{"as it is", write, root, own, func(*gate.Task) {}, false},
		{"TMPDIR is another", write, root, "/etc", func(*gate.Task) {}, true},
		{"TMPDIR is not set", write, root, "", func(*gate.Task) {}, true},
		{"no folder was made", write, root, own, func(t *gate.Task) { t.Scratch = "" }, true},
		{"it is not there", write, root, own + "/x", func(t *gate.Task) { t.Scratch += "/x" }, true},
		{"it holds the worktree", "npm test > " + top + "/x", root, top, func(t *gate.Task) { t.Scratch = top }, true},
		{"it holds the task", "npm test > " + top + "/tasks/x", root, top + "/tasks", func(t *gate.Task) { t.Scratch = top + "/tasks" }, true},
		{"a shell that stands in it", "ls", own, own, func(*gate.Task) {}, false},
		{"and builds there", "npm test", own, own, func(*gate.Task) {}, true},
		{"and asks git there", "git status", own, own, func(*gate.Task) {}, true},
	} {
		one := task
		tt.change(&one)
		put(t, one)
		if a := ask(tt.command, tt.cwd, tt.temp); a.denied != tt.denied {
			t.Errorf("%s: %s: %s\n%s", tt.name, tt.command, a, a.reason)
		}
	}
}

// TestSharedScratch asks about data in a folder that everybody has: what other
// programs keep there and run things from is theirs.
func TestSharedScratch(t *testing.T) {
	const root = "/home/somebody/project" // beside the folder, not below it
	h := fence{Scratch: []string{"/tmp/**"}, Commands: []string{"npm", "cp", "mkdir", "rm"}, Effects: []string{"prints", "reads"}}.hold(t, root)
	for line := range strings.Lines(strings.TrimSpace(`
a npm test > /tmp/out.txt; tail /tmp/out.txt
a npm test > /tmp/out
a npm test > /tmp/jest.log
a mkdir -p /tmp/logs
a rm -rf /tmp/logs
a rm -rf /tmp/npm-cache
d echo x > /tmp/node-compile-cache/v22/x
d echo x > /tmp/jest_rs/x
d cp -r src /tmp/v8-compile-cache-0
d mkdir /tmp/go-build1
d echo x > /tmp/../tmp/pip-x/y
d echo x > /tmp/.X11-unix/a
`)) {
		want, command, _ := strings.Cut(strings.TrimSpace(line), " ")
		payload, _ := json.Marshal(map[string]any{"tool_name": "Bash", "cwd": root, "tool_input": map[string]string{"command": command}})
		a, _ := h.check(payload, func(name string) (string, bool) {
			v, ok := map[string]string{"WORKTREE_PATH": root, "HOME": "/home/somebody"}[name]
			return v, ok
		}, shell.Late)
		if a.String()[:1] != want {
			t.Errorf("%s: %s, want %s\n%s", command, a, want, a.reason)
		}
	}
}
