package gate

import (
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A look is one look at the disk for files that some globs match. What a
// command goes through is what lies there when its gate is asked.
type look struct {
	c     *Case
	globs []Glob
	s     *sieve
	root  string // of the worktree, links followed
	index string // git's list of what it keeps; read once
	keeps bool   // it was read

	each   func(abs, named string, folder bool) // is asked about what is found, in place of the globs
	spared func(file.Place) bool                // what a glob matches and is not meant; nil: nothing

	hit  string // what was found
	glob Glob
	full bool // there is more than may be looked at
	seen map[string]bool
}

// maxLooked is how many names one call may make its gate look at, maxDeep how
// deep.
const (
	maxLooked = 100000
	maxDeep   = 100
)

func (c *Case) newLook(globs []Glob, s *sieve) *look {
	l := &look{c: c, globs: globs, s: s}
	l.root, _ = file.Resolve(file.Clean(c.Root))
	return l
}

// done reports whether nothing more has to be looked at.
func (l *look) done() bool { return l.hit != "" || l.full }

// A folder that is still to be gone through.
type pending struct {
	abs, named, printed string
	rules               file.Ignores
	deep                int
}

// below goes through a folder: named is its path as it was named, printed how
// the command would begin the names of what lies there. keep says of a path
// below, with slashes, whether it is meant; nil: all.
func (l *look) below(abs, named, printed string, keep func(rel string) bool) {
	if printed != "/" {
		printed = str.TrimSuffix(printed, "/")
	}
	queue := []pending{{abs: abs, named: named, printed: printed}}
	if l.s != nil && (l.s.ignored || l.s.hidden) {
		queue[0].rules = file.IgnoresAt(abs)
	}
	folds := file.FoldsCase(abs)
	for len(queue) > 0 && !l.done() {
		p := queue[0]
		queue = queue[1:]
		sys.ReadFolder(p.abs, func(name string, is int) bool {
			if l.c.looked++; l.c.looked > maxLooked {
				l.full = true
				return false
			}
			one := found{abs: join(p.abs, name), name: name, folder: is == sys.Folder, rules: p.rules, printed: name, depth: p.deep + 1}
			if p.printed != "" {
				one.printed = join(p.printed, name)
			}
			next := pending{abs: one.abs, named: join(p.named, name), printed: one.printed, deep: p.deep + 1}
			if is == sys.Link {
				one.folder = l.follow(&next)
			}
			if l.s.leavesOut(&one) {
				return true
			}
			may, pruned := !(one.folder && l.s != nil && l.s.rewrites), false
			if l.s != nil && l.s.find != nil {
				may, pruned = l.s.find.finds(&one)
				l.full = l.full || may && one.folder && l.s.files
			}
			if may && (keep == nil || keep(next.named[len(named):])) {
				l.try(next.abs, next.named, folds, one.folder)
			}
			if one.folder && !pruned && p.deep < maxDeep && !l.done() {
				if l.s != nil && (l.s.ignored || l.s.hidden) {
					next.rules = p.rules.In(next.abs)
				}
				queue = append(queue, next)
			}
			return !l.done()
		})
	}
}

func join(folder, name string) string {
	if str.HasSuffix(folder, "/") {
		return folder + name
	}
	return folder + "/" + name
}

// follow makes a link what it leads to, and reports whether that is a folder
// that is gone into.
func (l *look) follow(p *pending) bool {
	real, err := file.Resolve(p.abs)
	if err != nil {
		return false
	}
	folder := sys.Look(real) == sys.Folder
	if folder && l.s != nil && l.s.links {
		return false
	}
	p.abs = real
	if !folder || l.seen[real] {
		return false
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[real] = true
	return true
}

// try asks whether the file is one that is looked for.
func (l *look) try(abs, named string, folds, folder bool) {
	if l.each != nil {
		l.each(abs, named, folder)
		return
	}
	at := l.at(abs, named, folds)
	g, ok := file.MatchEither(l.globs, at)
	if !ok || folder && !l.folderMeans(at) || l.spared != nil && l.spared(at) {
		return
	}
	if l.s != nil && (l.s.untracked && !l.tracked(at) || l.s.tracked && l.tracked(at) && l.index != "") {
		return
	}
	l.hit, l.glob = abs, g
	if at.Inside {
		l.hit = at.Rel
	}
}

// folderMeans reports whether a glob that matches a folder matches what is in
// it, too, so that the folder need not be counted.
func (l *look) folderMeans(at file.Place) bool {
	at.Abs, at.Rel, at.Named, at.NamedRel = at.Abs+"/.", at.Rel+"/.", "", ""
	_, ok := file.MatchAny(l.globs, at)
	return !ok
}

// gitFolder is where git keeps what is the worktree's own: of one that is linked, what the
// file .git says.
func (l *look) gitFolder() string {
	b, err := sys.ReadFile(l.root+"/.git", 4096)
	const says = "gitdir: "
	if err != nil || !str.HasPrefix(string(b), says) {
		return l.root + "/.git"
	}
	at := str.Trim(string(b)[len(says):])
	if !sys.IsAbs(at) {
		at = l.root + "/" + at
	}
	return at
}

// tracked reports whether git may keep the file. Its list has the names of
// files as they are but in its fourth version.
func (l *look) tracked(at file.Place) bool {
	if !at.Inside {
		return true
	}
	if !l.keeps {
		l.keeps = true
		b, err := sys.ReadFile(l.gitFolder()+"/index", 16<<20)
		switch {
		case err == nil && len(b) > 8 && b[7] < 4:
			l.index = string(b)
		case err != nil && sys.Look(l.root+"/.git") == sys.Folder && sys.Look(l.root+"/.git/index") == sys.Absent:
			l.index = "\x00" // nothing is kept
		}
	}
	// In front of a name stand its length, of which this is the lower byte, and
	// behind it a NUL.
	size := string([]byte{byte(min(len(at.Rel), 0xFFF))})
	return l.index == "" || str.Contains(l.index, size+at.Rel+"\x00")
}

// keepsOf reports whether git keeps a file, or something in a folder.
func (l *look) keepsOf(at file.Place, folder bool) bool {
	return l.tracked(at) || folder && str.Contains(l.index, at.Rel+"/")
}

// expand goes through what a pattern of the shell stands for: the elements of a
// path behind the folder, the first of which has a star. whole says that what
// is below counts as well.
func (l *look) expand(abs, named, printed string, elements []string, whole, dots bool, deep int) {
	if l.done() || deep > maxDeep || len(elements) == 0 {
		return
	}
	head, rest := elements[0], elements[1:]
	if str.Contains(head, "**") {
		pattern := str.Join(elements, "/")
		l.below(abs, named, printed, func(rel string) bool {
			for str.HasPrefix(rel, "/") {
				rel = rel[1:]
			}
			return file.Overlap(rel, pattern, true)
		})
		return
	}
	folds := file.FoldsCase(abs)
	into := func(name string, is int) {
		p := pending{abs: join(abs, name), named: join(named, name)}
		folder := is == sys.Folder
		if is == sys.Link {
			if real, err := file.Resolve(p.abs); err == nil {
				p.abs, folder = real, sys.Look(real) == sys.Folder
			}
		}
		p.printed = name
		if printed != "" {
			p.printed = join(printed, name)
		}
		switch {
		case len(rest) > 0:
			if folder {
				l.expand(p.abs, p.named, p.printed, rest, whole, dots, deep+1)
			}
		default:
			l.try(p.abs, p.named, folds, folder)
			if folder && whole && !l.done() {
				l.below(p.abs, p.named, p.printed, nil)
			}
		}
	}
	if !str.ContainsAny(head, "*?[") {
		if is := sys.Look(join(abs, head)); is != sys.Absent {
			into(head, is)
		}
		return
	}
	sys.ReadFolder(abs, func(name string, is int) bool {
		if l.c.looked++; l.c.looked > maxLooked {
			l.full = true
			return false
		}
		if (dots || name[0] != '.' || head[0] == '.' || head[0] == '[') && file.Overlap(name, head, true) {
			into(name, is)
		}
		return !l.done()
	})
}

// at is the place of what was found.
func (l *look) at(abs, named string, folds bool) file.Place {
	at := file.Place{Abs: abs, Named: named, Folds: folds}
	at.Rel, at.Inside = file.Within(l.root, abs, folds)
	at.NamedRel, _ = file.Within(l.root, named, folds)
	return at
}
