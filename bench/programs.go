package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"kei/gen/build"
)

// Names of the baselines in tables.
const (
	emptyGo   = "empty Go"
	emptyTwin = "empty Go, again" // how far two rows of one program are apart
	staticC   = "static C"
)

// baselines builds the programs that everything is compared with. Without a C
// compiler there is none in C.
func (w *world) baselines(ctx context.Context, say func(string, ...any)) ([]row, error) {
	dir := filepath.Join(w.dir, "build", "empty")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"go.mod": "module empty\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	env := append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if _, err := output(ctx, dir, env, "go", append(append([]string{"build"}, build.Flags...), "-o", "empty", ".")...); err != nil {
		return nil, err
	}
	built := map[string]string{emptyGo: filepath.Join(dir, "empty"), emptyTwin: filepath.Join(dir, "empty")}
	if c, err := compileC(ctx, filepath.Join(w.dir, "build"), "return", returnSource); err == nil {
		built[staticC] = c
	} else {
		say("no static C program to compare with: %v", err)
	}
	input, err := w.payload(calls[0], 0)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, name := range []string{staticC, emptyGo, emptyTwin} {
		if built[name] == "" {
			continue
		}
		path, err := w.adopt(strings.ReplaceAll(strings.ReplaceAll(name, ",", ""), " ", "-"), built[name])
		if err != nil {
			return nil, err
		}
		r, err := w.row(name, "", path, []string{path}, input, 0)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// kei returns a kei to build with: the one in bin, or one compiled for this run.
func (w *world) kei(ctx context.Context, root, bin string) (string, error) {
	if path := filepath.Join(bin, "kei"); isProgram(path) {
		return path, nil
	}
	path := filepath.Join(w.dir, "build", "kei")
	_, err := output(ctx, root, nil, "go", "build", "-o", path, "./cmd/kei")
	return path, err
}

// gates returns the roles whose gates stand in bin: a role is what has a folder
// in out. If there are none they are built, elsewhere.
func (w *world) gates(ctx context.Context, root, bin string, wanted []string, say func(string, ...any)) (map[string]string, error) {
	emitted, err := filepath.Glob(filepath.Join(root, "out", "*", "gate", "main.go"))
	if err != nil {
		return nil, err
	}
	found := standing(bin, emitted)
	if len(found) == 0 {
		say("no gates in %s; building them", bin)
		kei, err := w.kei(ctx, root, bin)
		if err != nil {
			return nil, err
		}
		dir := filepath.Join(w.dir, "build", "gates")
		if _, err := output(ctx, root, nil, kei, "build", "-C", root, "-o", dir); err != nil {
			return nil, err
		}
		found = standing(dir, emitted)
	}
	for _, role := range wanted {
		if found[role] == "" {
			return nil, fmt.Errorf("no gate of a role %s in %s", role, bin)
		}
	}
	for role, path := range found {
		if len(wanted) > 0 && !slices.Contains(wanted, role) {
			delete(found, role)
			continue
		}
		if found[role], err = w.adopt("gate-"+role, path); err != nil {
			return nil, err
		}
	}
	if len(found) == 0 {
		return nil, errors.New("there is no gate to measure")
	}
	return found, nil
}

// standing are the gates of the emitted roles that a folder has, by role.
func standing(dir string, emitted []string) map[string]string {
	found := map[string]string{}
	for _, m := range emitted {
		role := filepath.Base(filepath.Dir(filepath.Dir(m)))
		if path := filepath.Join(dir, role); isProgram(path) {
			found[role] = path
		}
	}
	return found
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0)
}

// A peer is another program that a client can ask before a call. It gets the
// payloads that a gate gets, and is measured if it is on PATH.
type peer struct {
	name  string
	args  []string // args[0] is looked up on PATH
	floor bool     // not one that is used: the least that one in this language costs
}

var peers = []peer{
	{"dcg", []string{"dcg"}, false},
	{"cc-safety-net", []string{"cc-safety-net", "hook", "--claude-code"}, false},
	{"cc-safety-net 1", []string{"cc-safety-net", "--claude-code"}, false},
	{"dippy", []string{"dippy"}, false},
	{"hook in sh", []string{"sh", "-c", `read -r call || :; case $call in *'"command":"git push'*) exit 2;; esac`}, true},
	{"hook in bash, jq", []string{"bash", "-c", `hash jq || exit 9; c=$(jq -r .tool_input.command); [[ $c != "git push"* ]] || exit 2`}, true},
	{"hook in perl", []string{"perl", "-MJSON::PP", "-e", `local $/; exit 2 if decode_json(<STDIN>)->{tool_input}{command} =~ /^git push/`}, true},
	{"hook in python3", []string{"python3", "-c", `import json, sys; sys.exit(2 if json.load(sys.stdin)["tool_input"]["command"].startswith("git push") else 0)`}, true},
	{"hook in node", []string{"node", "-e", `const c = JSON.parse(require("fs").readFileSync(0)); process.exit(c.tool_input.command.startsWith("git push") ? 2 : 0)`}, true},
}

func isFloor(name string) bool {
	return slices.ContainsFunc(peers, func(p peer) bool { return p.name == name && p.floor })
}

// peerCalls are asked of peers: most have nothing to do with other tools.
var peerCalls = []string{callAllowed, "denied Bash"}

// peers makes the rows of those that are here and answer both calls, by exit
// status or otherwise, with status 0 or 2.
func (w *world) peers(ctx context.Context, say func(string, ...any)) ([]row, error) {
	var rows []row
	for _, p := range peers {
		path, err := exec.LookPath(p.args[0])
		if err != nil {
			continue
		}
		var own []row
		for _, c := range calls {
			if !slices.Contains(peerCalls, c.name) {
				continue
			}
			input, err := w.payload(c, 0)
			if err != nil {
				return nil, err
			}
			status, err := w.ask(ctx, path, p.args, input)
			if err == nil && status != allowed && status != denied {
				err = fmt.Errorf("it ends with status %d", status)
			}
			if err != nil {
				say("%s is left out: %v", p.name, err)
				own = nil
				break
			}
			r, err := w.row(p.name, c.name, path, p.args, input, status)
			if err != nil {
				return nil, err
			}
			own = append(own, r)
		}
		rows = append(rows, own...)
	}
	return rows, nil
}
