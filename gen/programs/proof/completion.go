package proof

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Completion is an option as a public collection of completions for command lines
// has it.
type Completion struct {
	Path  string   // the program and its subcommands, with blanks between
	Names []string // all names of the option
	Takes string   // none, a word, or optional: the value
	Kind  string   // of the value: command, file, or "" for any other
}

//go:embed completion.mjs
var completionScript string

// Completions reads @withfig/autocomplete of npm, unpacked in dir. The collection is
// programs in JavaScript: they run in a container without a network, for which
// bwrap and node are needed. An error says what is missing, or what node said.
func Completions(dir string) ([]Completion, error) {
	for _, program := range []string{"bwrap", "node"} {
		if _, err := exec.LookPath(program); err != nil {
			return nil, fmt.Errorf("%w; the collection is programs, which are run in a container", err)
		}
	}
	dir, err := filepath.Abs(filepath.Join(dir, "build"))
	if err != nil {
		return nil, err
	}
	c := exec.Command("bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
		"timeout", "300", "node", "--no-warnings", "--input-type=module", "-", dir)
	c.Stdin = strings.NewReader(completionScript)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", dir, err, &said)
	}
	var list []Completion
	lines := bufio.NewScanner(&out)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if len(f) == 4 && f[1] != "" {
			list = append(list, Completion{f[0], strings.Fields(f[1]), f[2], f[3]})
		}
	}
	return list, lines.Err()
}
