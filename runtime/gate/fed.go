package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Names of files often come from find: by -exec, by xargs, by a loop that reads its
// lines. This file adds what they may be to what a command writes.

// withFound adds to the targets of a command those that find gives it.
func (c *Case) withFound(list []command, cmd *command, targets []target) []target {
	for _, t := range targets {
		targets = append(targets, linesOf(list, cmd, t)...)
	}
	if cmd.foundBy == nil && cmd.finding == nil {
		return targets
	}
	for _, t := range targets {
		if !t.Glob || !str.HasSuffix(t.Text, "/**") {
			continue
		}
		// find FILE finds the file.
		t.Text, t.Glob, t.find, t.tree = t.Text[:len(t.Text)-len("/**")], false, nil, false
		for _, w := range c.writesAt(cmd, t) {
			if w.Unknown || sys.Look(w.At.Abs) != sys.Folder {
				targets = append(targets, t)
				break
			}
		}
	}
	return targets
}

// linesOf are what find takes, where a target is a line of it that a loop has read and
// deletes: find x | while read f; do rm "$f"; done.
func linesOf(list []command, cmd *command, t target) (more []target) {
	if !t.gone || !cmd.Piped || cmd.Stdin != nil || len(t.Text) != 1 || !match.Holed(t.Text) {
		return nil
	}
	for i := cmd.at - 1; i >= 0; i-- {
		up := &list[i]
		switch {
		case up.from != cmd.from || len(up.Words) == 0:
		case up.finding != nil && up.finding.open():
			return nil
		case up.finding != nil && !up.finding.acts && len(up.readings) > 0:
			for _, start := range starts(&up.readings[0]) {
				one := t
				one.Word = below(start)
				one.find = up.finding
				more = append(more, one)
			}
			return more
		case !up.Piped:
			return nil
		}
	}
	return nil
}

// open reports whether something of what find is asked for is not known before it runs:
// that could be any file, which nobody means by it.
func (f *finding) open() bool {
	for _, t := range f.tests {
		if t.name == "-unknown" {
			return true
		}
	}
	return f.vague
}
