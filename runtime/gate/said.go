package gate

import (
	"kei/runtime/effect"
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// A name that is not known before it runs is often one that another command of the call
// lists: ls -A | while read f; do mv "$f" src; done. What a listing can say is bounded by
// its patterns and folders and by what lies there, so each name of it is judged in the
// place of the hole.

// A said name is one that a listing of the call may print.
type saidName struct {
	text   string
	abs    string // what it is of
	folder bool
	kept   bool // it is of what git keeps
}

// Bounds on what listings are taken to say.
const (
	maxSaid   = 400  // names of a call
	maxJoined = 4096 // what they become where a word has two of them
)

// saidOf are the targets that a target stands for which is not known, if what it is comes
// from listings of the call.
func (c *Case) saidOf(list []command, cmd *command, t target) (more []target) {
	if t.unnamed {
		return c.fedTo(list, cmd)
	}
	if t.Home || !fromOthers(list, cmd, t) {
		return nil
	}
	texts := []string{""}
	rest := t.Text
	if whole, ok := listedWhole(cmd, t); ok {
		texts, rest = []string{whole}, string(rune(match.Hole))
	}
	names := c.saidTo(list, cmd)
	if len(names) == 0 || t.rewrites && names[0].kept {
		return nil // git ls-files | xargs sed -i: of what it goes through it changes what it finds something in
	}
	for rest != "" && len(texts) <= maxJoined {
		at := firstHole(rest)
		if at < 0 {
			break
		}
		var next []string
		for _, before := range texts {
			for _, n := range names {
				next = append(next, before+rest[:at]+n.text)
			}
		}
		texts, rest = next, rest[at+1:]
	}
	for _, text := range texts {
		if len(more) == maxJoined || match.Holed(rest) {
			break
		}
		one := t
		one.Text, one.Glob, one.Split, one.Made, one.Set, one.From = text+rest, false, false, false, false, 0
		one.find, one.open, one.found = nil, false, false
		more = append(more, one)
	}
	return more
}

// fedTo are what a command deletes that takes the names of it from what it is fed.
func (c *Case) fedTo(list []command, cmd *command) (more []target) {
	if !cmd.effects().Has(effect.Deletes) || !cmd.Piped && cmd.Stdin == nil {
		return nil
	}
	names := c.saidTo(list, cmd)
	if cmd.Stdin != nil {
		names = nil
		for _, one := range str.Fields(cmd.Stdin.Text) {
			names = append(names, saidName{text: one})
		}
	}
	for _, n := range names {
		more = append(more, target{Word: word.Word{Text: n.text}, gone: true, tree: true})
	}
	return moved(more, cmd.readings[0].Uses())
}

// listedWhole reports whether a target is a pattern that stands for what a listing prints
// which find has no part in: see words of listed.go.
func listedWhole(cmd *command, t target) (prefix string, ok bool) {
	if cmd.among == nil || cmd.foundBy != nil || cmd.finding != nil || !t.Glob || t.find != nil {
		return "", false
	}
	return "", t.Text == "*" || str.HasSuffix(t.Text, "/**")
}

// fromOthers reports whether the call itself puts into a target what is not known of it,
// and not who set its variables.
func fromOthers(list []command, cmd *command, t target) bool {
	if _, ok := listedWhole(cmd, t); ok {
		return true
	}
	if !t.Holed() {
		return false
	}
	if t.Set || t.Made || t.From > 0 || t.Said {
		return true
	}
	for at := cmd.from; at > 0; at = list[at-1].from {
		for i := range list[at-1].readings {
			if appended, marks := list[at-1].readings[i].Fed(); appended || len(marks) > 0 {
				return true
			}
		}
	}
	return false
}

func firstHole(text string) int {
	for i := 0; i < len(text); i++ {
		if text[i] == match.Hole || text[i] == match.HoleWord {
			return i
		}
	}
	return -1
}

// saidTo are the names that a command may get from listings: of the pipe that feeds it, or
// where nothing there lists, of all others.
func (c *Case) saidTo(list []command, cmd *command) []saidName {
	for at := cmd; ; at = &list[at.from-1] {
		if at.Piped && at.Stdin == nil {
			for i := at.at - 1; i >= 0; i-- {
				if up := &list[i]; up.from != at.from || len(up.Words) == 0 {
					continue
				} else if names := c.saysOf(list, up, at.at); len(names) > 0 {
					return names
				} else if !up.Piped {
					break
				}
			}
		}
		if at.from == 0 {
			break
		}
	}
	var all []saidName
	for i := range list {
		if up := &list[i]; up != cmd && len(all) < maxSaid {
			all = append(all, c.saysOf(list, up, -1)...)
		}
	}
	return all[:min(len(all), maxSaid)]
}

// saysOf are the names that a command lists and what is behind it in its pipe lets through,
// up to a place in the list of commands.
func (c *Case) saysOf(list []command, up *command, end int) (names []saidName) {
	if up.remote || up.literal || up.variable || len(up.Words) == 0 {
		return nil
	}
	for i := range up.readings {
		names = append(names, c.saysBy(up, &up.readings[i])...)
	}
	for i := up.at + 1; i < len(list) && i != end && len(names) > 0; i++ {
		next := &list[i]
		if next.from != up.from {
			continue
		}
		if !next.Piped || next.Stdin != nil || len(next.readings) == 0 {
			break
		}
		f, ok := filterOf(next)
		if !ok {
			break
		}
		names = f.of(names)
	}
	return names
}

// saysBy are the names that one reading of a command lists.
func (c *Case) saysBy(up *command, inv *invocation.Invocation) (names []saidName) {
	switch inv.SaysText() {
	case invocation.SaysWords, invocation.SaysFormat:
		words := inv.Words[1:]
		if texts, ok := up.says(); ok {
			for _, one := range str.Fields(texts[0].Text) {
				words = append(words[:len(words):len(words)], word.Word{Text: one})
			}
		}
		return c.patternsOf(up, words)
	}
	if flow := flowOf(inv); up.finding != nil || str.In(flow, "paths", "names", "tells") {
		return c.treesOf(up, inv)
	}
	s := sieveOf(inv)
	if s.untracked {
		return c.treesOf(up, inv)
	}
	m := inv.Program.Command.More
	entries := m != nil && str.Contains(m.Default, "flow:entries") && !inv.Has("-d")
	for _, use := range inv.Uses() {
		if use.Resolved() == invocation.Read && !use.Option && flowOf(inv) == "operands" {
			names = append(names, c.patternsOf(up, use.Words)...) // realpath .c*/*
		}
		if use.Resolved() != invocation.List || use.Option && !use.Pattern {
			continue
		}
		for _, n := range c.patternsOf(up, use.Words) {
			if entries && n.folder {
				names = append(names, c.entriesOf(n, s, inv.Has("-R"))...)
			} else {
				names = append(names, n)
			}
		}
	}
	return names
}

// patternsOf are what patterns of the shell among words stand for, and those words.
func (c *Case) patternsOf(up *command, words []word.Word) (names []saidName) {
	for _, w := range words {
		if w.Holed() {
			continue
		}
		for _, at := range c.writesAt(&command{Command: word.Command{Dirs: up.Dirs}}, target{Word: w}) {
			switch {
			case at.Unknown:
			case !w.Glob:
				names = append(names, saidName{text: w.Text, abs: at.At.Abs, folder: sys.Look(at.At.Abs) == sys.Folder})
			default:
				names = append(names, c.expanded(w.Text, at)...)
			}
		}
	}
	return names[:min(len(names), maxSaid)]
}

// expanded are what one pattern stands for, named as the shell does it.
func (c *Case) expanded(text string, at Write) (names []saidName) {
	looked := c.looked
	defer func() { c.looked = looked }()
	c.looked = 0
	folder, _, ok := cutPattern(at.At.Named)
	if !ok {
		return nil
	}
	printed := ""
	if i := firstOf(text, "*?["); str.LastIndexByte(text[:i], '/') >= 0 {
		printed = text[:str.LastIndexByte(text[:i], '/')+1]
	}
	l := c.newLook(nil, nil)
	l.each = func(abs, named string, is bool) {
		rel := str.TrimPrefix(str.TrimPrefix(named, folder), "/")
		if len(names) < maxJoined {
			names = append(names, saidName{text: printed + rel, abs: abs, folder: is})
		}
	}
	l.pattern(at.At.Named, "", false, at.Dots)
	return names
}

// entriesOf are the names of what lies in a folder.
func (c *Case) entriesOf(folder saidName, s *sieve, deep bool) (names []saidName) {
	l := c.newLook(nil, s)
	l.each = func(abs, named string, is bool) {
		if len(names) < maxSaid {
			names = append(names, saidName{text: baseName(named), abs: abs, folder: is})
		}
	}
	l.below(folder.abs, folder.abs, "", func(rel string) bool { return deep || str.LastIndexByte(rel, '/') == 0 })
	return names
}

// treesOf are the paths that a command lists which goes through folders.
func (c *Case) treesOf(up *command, inv *invocation.Invocation) (names []saidName) {
	for _, w := range inv.Words[1:] {
		if w.Holed() {
			return nil // what it leaves out is not known
		}
	}
	s := sieveOf(inv)
	var g *guard
	for _, start := range c.patternsOf(up, listedBelow(inv)) {
		if !start.folder {
			names = append(names, start)
			continue
		}
		l := c.newLook(nil, s)
		l.each = func(abs, named string, is bool) {
			if s.untracked && !l.tracked(l.at(abs, named, false)) || s.tracked && l.keepsOf(l.at(abs, named, false), is) {
				return
			}
			if g == nil {
				g = c.newGuard()
			}
			// Of a large tree those count that may be protected.
			if len(names) > maxSaid/2 && (len(names) > maxSaid || g.path(Write{}, abs, "") == "") {
				return
			}
			names = append(names, saidName{join(trimSlash(start.text), str.TrimPrefix(named[len(start.abs):], "/")), abs, is, s.untracked})
		}
		l.below(start.abs, start.abs, start.text, nil)
	}
	if search := searchOf(inv); search != nil && up.finding == nil {
		names = search.in(names)
	}
	if inv.Has("-printf") {
		for _, n := range names {
			names = append(names, saidName{text: baseName(n.text), abs: n.abs, folder: n.folder}, saidName{text: file.Parent(n.text), abs: file.Parent(n.abs), folder: true})
		}
	}
	return names
}
