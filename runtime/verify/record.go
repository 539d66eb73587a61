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
// how it was started, which nothing of the agent's has had a hand in yet, and
// does nothing. So this program knows what to run, and how, without reading
// anything that tests print.
const recorder = `#!/bin/sh
set -e
dir=$1
keep=$2
shift 2
n=$dir/$$
pwd -P >"$n.dir"
env -0 >"$n.env"
if [ "$keep" = copy ]; then
	cp "$1" "$n.test"
	shift
	set -- "$n.test" "$@"
fi
printf '%s\0' "$@" >"$n.argv"
mv "$n.argv" "$n.run"
`

// newRecorder makes an empty folder for recordings and returns the command that
// makes them. Keep is copy where the tool removes the program again.
func (r *Run) newRecorder(keep string) (dir string, argv []string, err error) {
	if runtime.GOOS == "windows" {
		return "", nil, fmt.Errorf("tests are counted with a shell script, for which there is no shell on Windows")
	}
	top := r.scratch.path("record")
	if err := os.MkdirAll(top, 0o700); err != nil {
		return "", nil, err
	}
	script := r.scratch.path("record.sh")
	if err := os.WriteFile(script, []byte(recorder), 0o700); err != nil {
		return "", nil, err
	}
	dir, err = os.MkdirTemp(top, "")
	return dir, []string{"/bin/sh", script, dir, keep}, err
}

// recorded are the programs that were noted, each once.
func recorded(dir string) ([]program, error) {
	runs, err := filepath.Glob(filepath.Join(dir, "*.run"))
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
		p := program{argv: fields(text[0]), env: fields(text[1]), dir: strings.TrimSuffix(text[2], "\n")}
		if len(p.argv) > 0 && filepath.IsAbs(p.argv[0]) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b program) int { return strings.Compare(a.argv[0], b.argv[0]) })
	return list, nil
}

// fields are NUL-terminated strings.
func fields(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
}

func parallel() int { return max(2, runtime.GOMAXPROCS(0)) }
