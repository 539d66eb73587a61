package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// A symbolic link that a call makes, copies or unpacks is not there yet when the call is
// judged. What the call names by it afterwards is judged where it will lead.

// A madeLink is one that the call makes, or may make.
type madeLink struct {
	at    string      // its place, absolute and clean
	to    []string    // where it may lead, absolute; "" is anywhere
	says  []word.Word // what it says, which from another folder leads elsewhere
	any   bool        // it may be any name below its place that is not there yet
	moved bool        // where it leads was not judged when it was made
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
	at = file.Clean(at)
	l := madeLink{at: at, says: t.leads}
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
	if l.any {
		_, below := file.Within(l.at, path, false)
		return below && path != l.at && (str.ContainsAny(path, "*?[") || sys.Look(path) == sys.Absent)
	}
	return overlaps(l.at, path)
}

// overlaps reports whether two paths, each of which may be a pattern, may be one.
func overlaps(a, b string) bool {
	return a == b || str.ContainsAny(a, "*?[") && file.Overlap(b, a, true) || str.ContainsAny(b, "*?[") && file.Overlap(a, b, true)
}

// linksAfter are the links of a call when one of its commands has run, where have are those
// of the ones in front of it.
func (c *Call) linksAfter(list []command, cmd *command, have []madeLink) []madeLink {
	if cmd.remote {
		return have
	}
	if cmd.links() {
		for _, t := range cmd.written() {
			if len(t.leads)+len(t.from) > 0 {
				have = append(have, c.linked(cmd, t, c.writesAt(cmd, t))...)
			}
		}
	}
	for _, l := range cmd.linksBy {
		for _, w := range c.writesAt(cmd, target{Word: l.at}) {
			if !w.Unknown && w.At.Named != "" {
				have = append(have, c.saying(w.At.Named, []word.Word{l.says}, true))
			}
		}
	}
	have = append(have, c.carried(cmd, have)...)
	if dir, ok := c.unpacks(list, cmd, have); ok {
		have = append(have, madeLink{at: dir, to: []string{""}, any: true, moved: true})
	}
	if len(have) > maxLinked { // what is not there yet may be any of those that are not followed
		have = append(have[:maxLinked:maxLinked], madeLink{at: "/", to: []string{""}, any: true, moved: true})
	}
	return have
}

// saying is a link at a place that says one of these.
func (c *Call) saying(at string, says []word.Word, moved bool) madeLink {
	l := madeLink{at: at, says: says, moved: moved}
	for _, s := range says {
		l.to = append(l.to, c.spelled(word.Word{Text: file.Parent(at)}, s))
	}
	return l
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
		replaced := t.gone || len(t.leads)+len(t.from) > 0
		for _, to := range led(path, links, !replaced) {
			one := t
			one.Word = word.Word{Text: to, Glob: t.Glob}
			for _, w := range c.writesAt(&command{}, one) {
				w.Said, w.Computed = t.Shown(), w.Computed || w.Unknown
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

// maxChained is how many links a path is followed through.
const maxChained = 8

// led are the paths that a path leads to by links: nil if it goes through none. What
// names the link itself, with nothing behind it, leads nowhere for who takes or replaces
// the link; who opens it goes where it leads, which for one that the call only makes was
// judged then.
func led(path string, links []madeLink, opens bool) []string {
	return chained(path, links, opens, maxChained, nil)
}

func chained(path string, links []madeLink, opens bool, more int, list []string) []string {
	out, rest := "", path
	for rest != "" && len(list) < maxLinked {
		var name string
		slash := str.IndexByte(rest, '/') >= 0
		name, rest, _ = str.Cut(rest, '/')
		if name == "" || name == "." {
			continue
		}
		out = file.Clean(out + "/" + name)
		last := rest == "" && !slash
		for i := range links {
			if l := &links[i]; !last || opens && l.moved {
				list = l.through(out, rest, links, opens, more, list)
			}
		}
	}
	return list
}

// through adds where a path leads that goes on with rest behind a place, if the link is
// there.
func (l *madeLink) through(at, rest string, links []madeLink, opens bool, more int, list []string) []string {
	if !l.names(at) {
		return list
	}
	for _, to := range l.to {
		switch {
		case to == "" || more == 0:
			list = append(list, string(rune(match.Hole))+"/"+rest) // anywhere
		default:
			if rest != "" {
				to += "/" + rest
			}
			list = append(chained(to, links, opens, more-1, list), to) // that another is there is not sure
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
