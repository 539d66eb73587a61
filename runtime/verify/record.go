package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// recorder is what the build tools start in place of a test program. It notes
// how it was started, and does nothing. So this program knows what to run, and
// how, without reading anything that tests print. Cargo splits the command at
// every space, and the folder may have some in its name, so that a variable
// carries it.
const recorder = `set -e
n=${KEI_RECORDER%%.sh}/$$
pwd -P >"$n.dir"
env -0 >"$n.env"
if [ %s = copy ]; then
	cp "$1" "$n.test"
	shift
	set -- "$n.test" "$@"
fi
printf '%%s\0' "$@" >"$n.argv"
mv "$n.argv" "$n.run"
`

// A recording is a folder for what test programs are started with.
type recording struct {
	dir    string
	runner string // the command for the tool
	env    string // a variable that it needs
}

// newRecording makes one, under a name that no build has seen. Keep is copy where
// the tool removes the program again.
func (r *Run) newRecording(keep string) (*recording, error) {
	if runtime.GOOS == "windows" {
		return nil, fmt.Errorf("tests are counted with a shell script, for which there is no shell on Windows")
	}
	dir, err := os.MkdirTemp(r.scratch.dir, "record-")
	if err != nil {
		return nil, err
	}
	script := dir + ".sh"
	return &recording{dir: dir, runner: `/bin/sh -c .${IFS}"$KEI_RECORDER" kei`, env: "KEI_RECORDER=" + script},
		os.WriteFile(script, fmt.Appendf(nil, recorder, keep), 0o600)
}

// A program is one compiled set of tests, as the build tool would have run it.
type program struct {
	argv []string
	dir  string
	env  []string
}

// programs are what was noted, each once.
func (k *recording) programs() ([]program, error) {
	runs, err := filepath.Glob(filepath.Join(k.dir, "*.run"))
	if err != nil {
		return nil, err
	}
	var list []program
	for _, run := range runs {
		base := strings.TrimSuffix(run, ".run")
		var text [3]string
		for i, name := range []string{run, base + ".env", base + ".dir"} {
			data, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			text[i] = string(data)
		}
		p := program{argv: fields(text[0]), env: testEnviron(fields(text[1])), dir: strings.TrimSuffix(text[2], "\n")}
		if len(p.argv) > 0 && filepath.IsAbs(p.argv[0]) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b program) int { return strings.Compare(a.argv[0], b.argv[0]) })
	return list, nil
}

// testEnviron is an environment for tests: what the build tool would have given
// them, build scripts having had their say, but for what makes programs load
// code. It is given to the agent's own programs and to nothing else.
func testEnviron(env []string) []string {
	return slices.DeleteFunc(env, func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		loads := strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") || name == "GLIBC_TUNABLES" ||
			name == "BASH_ENV" || name == "ENV"
		return name == "KEI_RECORDER" || loads && !strings.HasSuffix(name, "LIBRARY_PATH")
	})
}

// fields are NUL-terminated strings.
func fields(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
}
