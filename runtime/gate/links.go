package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// A symbolic link that a call makes is not there yet when the call is judged. What
// the call names by it afterwards is judged where it will lead.

// A madeLink is one that the call makes.
type madeLink struct {
	at string   // its place, absolute and clean
	to []string // where it may lead, absolute
}

// maxLinked is how many links a call may make and write through.
const maxLinked = 64

// linked are the links that a command makes by the name t, which gets the places
// where.
func (c *Call) linked(cmd *command, t target, where []Write) (list []madeLink) {
	if len(t.leads)+len(t.from) == 0 {
		return nil
	}
	for _, w := range where {
		if w.Unknown || w.At.Named == "" {
			continue
		}
		list = append(list, c.linkAt(cmd, t, w.At.Named))
		for _, s := range t.folder {
			// It may be a folder, of this call's making or one that a pattern stands for.
			list = append(list, c.linkAt(cmd, t, w.At.Named+"/"+baseName(trimSlash(s.Text))))
		}
	}
	return list
}

// linkAt is the link that a command makes at a place.
func (c *Call) linkAt(cmd *command, t target, at string) madeLink {
	l := madeLink{at: at}
	for _, s := range t.leads {
		if _, here := behindHere(s.Text); here {
			for _, d := range orHere(cmd.Dirs) {
				l.to = append(l.to, c.spelled(d, s))
			}
			continue
		}
		// What a symbolic link says is seen from its folder.
		l.to = append(l.to, c.spelled(word.Word{Text: file.Parent(at)}, s))
	}
	for _, s := range t.from {
		for _, d := range orHere(cmd.Dirs) {
			l.to = append(l.to, c.spelled(d, s))
		}
	}
	return l
}

// names reports whether a path, which may have patterns of the shell in it, is that of the
// link, which may have been made by one.
func (l *madeLink) names(path string) bool {
	return l.at == path || str.ContainsAny(l.at, "*?[") && file.Overlap(path, l.at, true) || str.ContainsAny(path, "*?[") && file.Overlap(l.at, path, true)
}

// linksOf are the links that a command makes, where the call has made so many.
func (c *Call) linksOf(cmd *command, so int) (list []madeLink) {
	if !cmd.links() {
		return nil
	}
	for _, t := range cmd.written() {
		if so+len(list) < maxLinked && len(t.leads)+len(t.from) > 0 {
			list = append(list, c.linked(cmd, t, c.writesAt(cmd, t))...)
		}
	}
	return list
}

// throughLinks are the writes of a target whose path goes through links that the
// call has made.
func (c *Call) throughLinks(cmd *command, t target, links []madeLink) (list []Write) {
	if len(links) == 0 || t.unnamed || t.Holed() {
		return nil
	}
	for _, d := range orHere(cmd.Dirs) {
		path := c.spelled(d, t.Word)
		if path == "" {
			continue
		}
		for _, to := range led(path, links) {
			one := t
			one.Word = word.Word{Text: to, Glob: t.Glob}
			one.folder = nil
			for _, w := range c.writesAt(&command{}, one) {
				w.Said = t.Shown()
				list = append(list, w)
			}
		}
	}
	return list
}

// spelled is the absolute path of a word, with all that is in it as it is written;
// "" if that is not known.
func (c *Call) spelled(dir, w word.Word) string {
	text := w.Text
	if rest, ok := behindHere(text); ok && !w.Home {
		text = "." + rest
	}
	if w.Home {
		text = c.Untilde(text)
	} else if !str.HasPrefix(text, "/") && dir.Text != "" {
		if dir.Home {
			dir.Text = c.Untilde(dir.Text)
		}
		text = dir.Text + "/" + text
	}
	if !sys.IsAbs(text) {
		text = c.Cwd + "/" + text
	}
	if match.Holed(text) {
		return ""
	}
	return text
}

// led are the paths that a path leads to by links: nil if it goes through none. What
// names the link itself, with nothing behind it, leads nowhere: rm takes the link.
func led(path string, links []madeLink) (list []string) {
	out, rest := "", path
	for rest != "" {
		var name string
		slash := str.IndexByte(rest, '/') >= 0
		name, rest, _ = str.Cut(rest, '/')
		if name == "" || name == "." {
			continue
		}
		out = file.Clean(out + "/" + name)
		if rest == "" && !slash {
			return list
		}
		for _, l := range links {
			if !l.names(out) {
				continue
			}
			for _, to := range l.to {
				if to == "" {
					to = string(rune(match.Hole)) // anywhere
				}
				list = append(list, to+"/"+rest)
			}
		}
	}
	return list
}

// links reports whether the command makes symbolic links.
func (cmd *command) links() bool {
	for i := range cmd.readings {
		for _, use := range cmd.readings[i].Uses() {
			if use.Resolved() == invocation.Symlink {
				return true
			}
		}
	}
	return false
}
