package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/word"
)

// steered notes that a command keeps a setting of git by which a program runs something.
func (cmd *command) steered(by command, key string) {
	for _, at := range fromThere(cmd, by, []word.Word{{Text: gitConfig}}) {
		cmd.steers = append(cmd.steers, target{Word: at, steers: key})
	}
}

// ofProject reports whether commands that a setting has git run later run what lies in the
// project, which who sets it can write: a program by its path, or one whose program is a
// file (make, awk -fsrc/x, git bisect run ./x).
func (c *Call) ofProject(list []command) bool {
	for i := range list {
		cmd := &list[i]
		if cmd.literal || len(cmd.Words) == 0 {
			continue
		}
		if c.isScript(cmd.Words[0].Text) {
			return true
		}
		for n := range cmd.readings {
			for _, use := range cmd.readings[n].Uses() {
				if k := use.Resolved(); k == invocation.Source || k == invocation.Module {
					return true
				}
			}
		}
	}
	return false
}
