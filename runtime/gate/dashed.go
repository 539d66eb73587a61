package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// dashed says which word of a command stands for the name of a file that its
// program would take for an option: of sort * where a file is called -osrc/x,
// of find $f where one is called "a -delete".
func (c *Case) dashed(cmd *command, inv *invocation.Invocation) string {
	for _, w := range inv.Words[1:] {
		if (w.Plain || str.HasPrefix(w.Text, word.Here)) && c.standsOdd(cmd) {
			return "the folder of " + w.Shown() + " may have blanks in its name, behind which an option stands; write it out"
		}
	}
	for _, w := range inv.Globs() {
		first := str.IndexByte("*?[", w.Text[0]) >= 0
		if !first && !w.Split {
			continue
		}
		if c.makesDashed(cmd) || c.findsDashed(cmd, w, first) {
			return "of the files that " + w.Shown() + " stands for one may be taken for an option; write ./ in front of it, and quotes around a variable"
		}
	}
	return ""
}

// standsOdd reports whether the folder that a command works in may have a name
// of which a part would be an option.
func (c *Case) standsOdd(cmd *command) bool {
	if makesOption(c.Cwd) {
		return true
	}
	for _, d := range cmd.Dirs {
		if d.Holed() || d.Glob || makesOption(d.Text) {
			return true
		}
	}
	return false
}

// findsDashed looks for such names where the pattern leads.
func (c *Case) findsDashed(cmd *command, w word.Word, first bool) bool {
	text := str.TrimSuffix(w.Text, "/")
	if w.Home {
		text = c.Untilde(text)
	}
	bad := func(name string, top bool) bool {
		return first && top && name[0] == '-' || w.Split && str.ContainsAny(name, " \t\n*?[")
	}
	if str.HasPrefix(text, "/") {
		return c.namesBelow("/", elementsOf(text[1:]), bad, true)
	}
	dirs := cmd.Dirs
	if len(dirs) == 0 {
		dirs = []word.Word{{}}
	}
	for _, d := range dirs {
		if d.Holed() || d.Glob {
			return true
		}
		from := d.Text
		if d.Home {
			from = c.Untilde(from)
		}
		at, err := c.place(from + "/.")
		if from == "" {
			at, err = c.place(".")
		}
		if err != nil || c.namesBelow(at.Abs, elementsOf(text), bad, true) {
			return true
		}
	}
	return false
}

// namesBelow reports whether a name that the elements of a pattern match is a
// bad one; so it is if there are too many to look at.
func (c *Case) namesBelow(abs string, elements []string, bad func(name string, top bool) bool, top bool) bool {
	if len(elements) == 0 {
		return false
	}
	head := elements[0]
	if !str.ContainsAny(head, "*?[") {
		return c.namesBelow(join(abs, head), elements[1:], bad, false)
	}
	found := false
	sys.ReadFolder(abs, func(name string, is int) bool {
		if c.looked++; c.looked > maxLooked {
			found = true
		} else if file.Overlap(name, head, true) {
			found = bad(name, top) || (is == sys.Folder || is == sys.Link) && c.namesBelow(join(abs, name), elements[1:], bad, false)
		}
		return !found
	})
	return found
}

// makesDashed reports whether the call itself may make a file of such a name.
func (c *Case) makesDashed(cmd *command) bool {
	list := c.commandsOf()
	for i := range list {
		for _, red := range list[i].Redirs {
			if t := red.Target; red.Write && !c.free(t) && (t.Holed() || str.HasPrefix(t.Text, "-") || makesOption(t.Text)) {
				return true
			}
		}
		if list[i].at == cmd.at {
			continue
		}
		ended := false
		for _, w := range list[i].Words {
			if makesOption(w.Text) || ended && str.HasPrefix(w.Text, "-") {
				return true
			}
			ended = ended || w.Text == "--"
		}
	}
	return false
}

func makesOption(path string) bool { return str.Contains(path, "/-") || str.Contains(path, " -") }

// elementsOf are the elements of a path.
func elementsOf(path string) (list []string) {
	for more := true; more; {
		var one string
		one, path, more = str.Cut(path, '/')
		list = append(list, one)
	}
	return list
}
