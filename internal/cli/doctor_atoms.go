package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"kei/atom"
	"kei/atom/forge"
	"kei/atom/run"
	"kei/gen/resolve"
)

// openPrograms says which programs of granted atoms an agent can replace. A grant
// holds declarations, scripts and sources; a compiled program it does not, so that
// one has to lie where the agent can't write.
func (a *app) openPrograms(ctx context.Context, dir string) func(ids []string, allows func([]byte) bool) []string {
	return func(ids []string, allows func([]byte) bool) (found []string) {
		root := filepath.Join(a.dir, resolve.Primitives)
		of := map[string][]string{} // the atoms of a program
		var programs []string
		for _, id := range ids {
			list, err := atom.Find(ctx, nil, id, root)
			if err != nil || len(list) != 1 {
				continue // kei atom lint says what is wrong with it
			}
			program, refused := run.Resolve(list[0], a.getenv)
			if refused != nil || list[0].Holds(program) {
				continue
			}
			if of[program] == nil {
				programs = append(programs, program)
			}
			of[program] = append(of[program], id)
		}
		for _, program := range programs {
			if abs, err := filepath.Abs(program); err == nil && writable(abs, dir, allows) {
				found = append(found, fmt.Sprintf("the agent can write %s, the program of %s, and nothing would notice; keep it where the agent can't write, or deny writes there", abs, strings.Join(of[program], ", ")))
			}
		}
		return found
	}
}

// writable reports whether an agent that works in dir may put something else in a
// file's place.
func writable(file, dir string, allows func([]byte) bool) bool {
	for _, call := range [][2]string{{"Write", file}, {"Bash", "cp x " + forge.ShellQuoted(file)}} {
		if text, err := payload(call[0], call[1], dir); err == nil && allows(text) {
			return true
		}
	}
	return false
}
