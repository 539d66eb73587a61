package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/script"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// A mention is a word of a command that may be a file, and what becomes of it.
type mention struct {
	word.Word
	tree    bool // all that is below it is read
	maybe   bool // it is a file only if there is one of that name
	prints  bool // what is in it is read, and not only its name
	written bool // it is what the command writes
	s       *sieve
	beside  []word.Word // words of git, of which some may be revisions
	program string      // that reads it
}

// mentions are the words of a command that may be files, those of texts in it
// included: not what is only text to the program, and not where names are
// listed and nothing else.
func (cmd *command) mentions() []mention {
	var list []mention
	for _, r := range cmd.Redirs {
		list = append(list, mention{Word: r.Target, prints: r.Read, written: r.Write && !r.Read, program: cmd.name()})
	}
	if len(cmd.Words) == 0 {
		return list
	}
	for _, w := range cmd.read {
		list = append(list, mention{Word: w, prints: true, program: cmd.name()})
	}
	for _, w := range cmd.handed {
		list = append(list, mention{Word: w, maybe: true, program: cmd.name()})
	}
	if len(cmd.readings) == 0 {
		for _, w := range cmd.Words[1:] {
			for _, p := range parts(w) {
				if !elsewhereNamed(p.Text) {
					list = append(list, mention{Word: p, program: cmd.name()})
				}
			}
		}
		return list
	}
	for i := range cmd.readings {
		list = append(list, mentionsOf(&cmd.readings[i], cmd)...)
	}
	return list
}

// elsewhereNamed reports whether a word is an address and no file.
func elsewhereNamed(text string) bool {
	return str.Contains(text, "://") && !str.HasPrefix(text, "file:")
}

func mentionsOf(inv *invocation.Invocation, cmd *command) []mention {
	var list []mention
	uses := inv.Uses()
	s := sieveOf(inv)
	seen := map[int]bool{}
	for i := range uses {
		use := &uses[i]
		for n := range use.Words {
			seen[use.At+n] = use.At >= 0
		}
		for _, m := range mentionsIn(use) {
			m.s, m.program = s, inv.Name
			list = append(list, from(m, uses)...)
			if at := linkFolder(linkName(uses)); use.Resolved() == invocation.Symlink && at != "" && !str.HasPrefix(m.Text, "/") && !m.Home {
				m.Text = at + "/" + m.Text // what a link says is seen from its folder
				list = append(list, from(m, uses)...)
			}
		}
	}
	for i, w := range cmd.Words {
		if i == 0 || i < len(inv.Parts) && inv.Parts[i] != invocation.IsOperand || seen[i] {
			continue
		}
		for _, p := range parts(w) {
			list = append(list, mention{Word: p, maybe: true, program: inv.Name})
		}
	}
	for _, g := range inv.Guesses() {
		list = append(list, mention{Word: g.Word, maybe: true, program: inv.Name})
	}
	for _, w := range inv.UnknownOptions {
		for _, p := range parts(w)[1:] {
			list = append(list, mention{Word: p, maybe: true, program: inv.Name})
		}
	}
	return list
}

// mentionsIn are the words of one use that may be files.
func mentionsIn(use *invocation.Use) []mention {
	var list []mention
	all := func(m mention) {
		for _, w := range use.Words {
			if use.Pattern && w.Glob {
				w.Text = everywhere(w.Text)
			}
			m.Word = w
			list = append(list, m)
		}
	}
	switch use.Resolved() {
	case invocation.Read, invocation.Link, invocation.Symlink:
		all(mention{prints: true})
		for _, w := range use.Words {
			if str.HasPrefix(w.Text, "@") { // options that stand in a file
				list = append(list, mention{Word: word.Word{Text: w.Text[1:]}, prints: true, maybe: true})
			}
		}
		if use.Name == "NAMES" { // what stands in it is read, whatever that is
			list = append(list, mention{Word: word.Word{Text: string(rune(match.Hole))}, prints: true})
		}
	case invocation.Beside:
		all(mention{prints: true, tree: true})
	case invocation.ReadTree, invocation.Move:
		m := mention{prints: true, tree: true}
		if use.Pattern && use.Name == "REVISION" {
			m.beside = use.Words
		}
		all(m)
	case invocation.Source, invocation.Config:
		all(mention{})
	case invocation.Loads:
		if use.Option { // and no name that it looks for by itself
			all(mention{})
		}
	case invocation.Write, invocation.Append, invocation.Delete, invocation.Tree, invocation.Dest,
		invocation.Into, invocation.Output, invocation.Meta, invocation.Archive, invocation.WriteTree, invocation.MetaTree, invocation.Clear, invocation.Repo, invocation.Within:
		all(mention{written: true})
	case invocation.Data, invocation.Env, invocation.Args:
		for _, w := range use.Words {
			for _, p := range dataParts(w) {
				list = append(list, mention{Word: p, maybe: true})
			}
		}
	case invocation.URL, invocation.Host:
		for _, w := range use.Words {
			if str.HasPrefix(str.Lower(w.Text), "file:") {
				list = append(list, mention{Word: addressed(w), prints: true})
			}
		}
	case invocation.Code:
		for _, l := range script.Strings(use.Word().Text) {
			list = append(list, mention{Word: word.Word{Text: l}})
		}
	}
	return list
}

// addressed is the file of an address that begins with file:.
func addressed(w word.Word) word.Word {
	at := parts(word.Word{Text: "file:" + w.Text[len("file:"):]})[1]
	if str.HasPrefix(at.Text, "/~/") { // behind another text it was a variable
		at.Text, at.Home = at.Text[1:], true
	}
	return at
}

// everywhere is a pattern whose stars take slashes as one of those that do not.
func everywhere(pattern string) string {
	var b []byte
	for i := 0; i < len(pattern); i++ {
		b = append(b, pattern[i])
		if pattern[i] == '*' && (i+1 == len(pattern) || pattern[i+1] != '*') && (i == 0 || pattern[i-1] != '*') {
			b = append(b, '*')
		}
	}
	return string(b)
}

// dataParts are a word that is only data by its program's table, and what in it
// could be a file all the same: REVISION:PATH, PATH:PLACE.
func dataParts(w word.Word) []word.Word {
	if elsewhereNamed(w.Text) {
		return nil
	}
	list := parts(w)
	before, after, ok := str.Cut(w.Text, ':')
	if ok && before != "" {
		list = append(list, word.Word{Text: before, Home: w.Home})
	}
	if ok && after != "" {
		list = append(list, word.Word{Text: after})
		if path, _, more := str.Cut(after, ':'); more && path != "" {
			list = append(list, word.Word{Text: path})
		}
	}
	return list
}

// from is the mention seen from where the command was started: a program that
// changes its folder names files from there.
func from(m mention, uses []invocation.Use) []mention {
	if str.HasPrefix(m.Text, "/") || m.Home {
		return []mention{m}
	}
	moved := m
	for n := range uses {
		use := &uses[len(uses)-1-n]
		if use.Kind != invocation.Cd {
			continue
		}
		if dir := use.Word(); !str.HasPrefix(moved.Text, "/") && !moved.Home {
			moved.Text, moved.Home, moved.Glob = dir.Text+"/"+moved.Text, dir.Home, moved.Glob || dir.Glob
		}
	}
	if moved.Text == m.Text || m.tree {
		return []mention{moved}
	}
	return []mention{m, moved}
}

// Reads look for what a call reads that it may not.
type reads struct {
	c     *Case
	files []Glob // what may not be read
	trust bool   // a path that is not known before it runs is taken for none of them
	deny  func(reason string) error

	// spared says of a file that a glob matches that it may be read all the same:
	// nil of none. Then rest says that the last globs are those of all files.
	spared func(file.Place) bool
	rest   bool

	list  []command
	links []madeLink // that the call has made so far
}

// look is one look for what may not be read.
func (e *reads) look(s *sieve) *look {
	l := e.c.newLook(e.files, s)
	l.spared = e.spared
	return l
}

// matches is the glob by which a file may not be read.
func (e *reads) matches(at file.Place) (Glob, bool) {
	g, ok := file.MatchEither(e.files, at)
	return g, ok && (e.spared == nil || !e.spared(at))
}

func (e *reads) all() error {
	c := e.c
	if err := e.tool(); err != nil || c.Does != Shell {
		return err
	}
	e.list = c.commandsOf()
	for i := range e.list {
		cmd := &e.list[i]
		if cmd.remote {
			continue
		}
		e.links = c.linksAfter(e.list, cmd, e.links)
		for _, m := range cmd.mentions() {
			if m.Text == "" || m.written && (e.trust || e.spared != nil) || e.c.free(m.Word) && !str.Contains(m.Text, "/fd/") {
				continue
			}
			if cmd.among != nil && str.Contains(m.Text, "**") {
				language := m.s != nil && m.s.below // of a folder it looks at files of its own only
				if m.s = cmd.among; m.tree && !language && !e.trust && !cmd.among.onlyFiles() {
					m.s = nil // of a folder that is found all is read
				}
			}
			dirs := cmd.Dirs
			if len(dirs) == 0 {
				dirs = []word.Word{{}}
			}
			for _, d := range dirs {
				if err := e.mention(cmd, d, m); err != nil {
					return err
				}
				if err := e.start(cmd, d, m); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// start judges what find begins at, which may be a file.
func (e *reads) start(cmd *command, dir word.Word, m mention) error {
	if cmd.among == nil || !str.HasSuffix(m.Text, "/**") {
		return nil
	}
	m.Text, m.Glob, m.tree = m.Text[:len(m.Text)-len("/**")], false, false
	text := m.Text
	if !str.HasPrefix(text, "/") && dir.Text != "" {
		text = dir.Text + "/" + text
	}
	if at, err := e.c.place(text); err == nil && sys.Look(at.Abs) == sys.Folder {
		return nil
	}
	return e.mention(cmd, dir, m)
}

// mention judges one word, from one folder that the command may run in.
func (e *reads) mention(cmd *command, dir word.Word, m mention) error {
	text := m.Text
	if m.tree && str.HasPrefix(text, ":") {
		text, m.Glob = ".", false // a pathspec of git that says what is left out, or something else of them all
		if str.HasPrefix(m.Text, ":/") || str.Contains(m.Text, "top") {
			text = e.c.Root
		}
		m.Text = text
	}
	switch {
	case m.Home:
		text = e.c.Untilde(text)
	case !str.HasPrefix(text, "/") && dir.Text != "":
		if dir.Home {
			dir.Text = e.c.Untilde(dir.Text)
		}
		text = dir.Text + "/" + text
		m.Glob = m.Glob || dir.Glob
	}
	for _, one := range append(throughProcess(text), e.throughLinks(dir, m)...) {
		switch {
		case match.Holed(one) && e.trust:
		case match.Holed(one):
			if err := e.unknown(cmd, one, m); err != nil {
				return err
			}
		case m.Glob && str.ContainsAny(one, "*?["):
			if err := e.pattern(one, m); err != nil {
				return err
			}
		default:
			if err := e.file(one, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// throughLinks are the paths that a word leads to by links that the call has made. Who
// goes through a folder goes through the one that a link is for.
func (e *reads) throughLinks(dir word.Word, m mention) []string {
	if len(e.links) == 0 {
		return nil
	}
	path := e.c.spelled(dir, m.Word)
	if m.tree {
		path += "/"
	}
	return led(path, e.links, true)
}

// throughProcess is a path with what leads through /proc taken off: the folder
// of a process of its own is where the command runs, its root the system's.
func throughProcess(text string) []string {
	if !str.HasPrefix(text, "/") {
		return []string{text}
	}
	if behind, up := behindOpen(text); up {
		return []string{string(rune(match.Hole)) + "/" + behind}
	}
	clean := str.CleanPath(text)
	if !str.HasPrefix(clean, "/proc/") && !str.HasPrefix(clean, "/dev/fd/") {
		return []string{text}
	}
	for rest, first := clean[1:], true; rest != ""; first = false {
		var name string
		name, rest, _ = str.Cut(rest, '/')
		switch {
		case first:
		case name == "environ" && rest == "":
			return []string{clean}
		case name == "root":
			return []string{"/" + rest}
		case name == "cwd":
			return []string{"./" + rest, string(rune(match.Hole)) + "/" + rest}
		case name == "fd" && str.IndexByte(rest, '/') >= 0:
			_, rest, _ = str.Cut(rest, '/')
			return []string{string(rune(match.Hole)) + "/" + rest}
		}
	}
	return nil // what the system says of a process
}

// file judges a path that is known.
func (e *reads) file(path string, m mention) error {
	at, err := e.c.place(path)
	if err != nil {
		if _, known := sys.SameFile(path, path); m.maybe && !known {
			return nil
		}
		return e.deny(err.Error())
	}
	is := sys.Look(at.Abs)
	if m.maybe && is == sys.Absent && !writtenAsPath(m.Text) {
		return nil
	}
	// Of a folder that is gone through, what lies in it is asked about.
	if g, ok := e.matches(at); ok && !(e.spared != nil && is == sys.Folder && m.tree) && !(e.isRest(g) && !m.prints && is != sys.There) {
		return e.deny(m.Shown() + " matches " + string(g) + ", which may not be read")
	}
	if is == sys.Absent && len(m.beside) > 0 && !e.any(m.beside) {
		return e.file(".", mention{Word: word.Word{Text: "."}, tree: true, s: m.s, program: m.program})
	}
	if g, ok := wholeFolder(e.files, at); ok && e.spared == nil && m.tree && m.prints {
		return e.deny(m.Shown() + " is the folder of " + string(g) + ", which may not be read")
	}
	switch {
	case m.tree && is == sys.Folder && m.s != nil && m.s.below:
		return nil
	case m.tree && is == sys.Folder:
		l := e.look(m.s)
		l.below(at.Abs, at.Named, m.Text, nil)
		return e.say(l, m)
	case m.maybe && !writtenAsPath(m.Text) || is == sys.There:
		return nil
	}
	return e.within(at, m)
}

// isRest reports whether a glob is one of those of all files.
func (e *reads) isRest(g Glob) bool { return e.rest && (g == anyInside || g == anyOutside) }

// wholeFolder is a glob that is all that lies in the folder.
func wholeFolder(globs []Glob, at file.Place) (Glob, bool) {
	path := at.Rel
	if !at.Inside {
		path = at.Abs
	}
	if path == "." {
		return "", false
	}
	for _, g := range globs {
		if string(g) == path+"/**" {
			return g, true
		}
	}
	return "", false
}

// writtenAsPath reports whether a word can hardly be anything but a path.
func writtenAsPath(text string) bool {
	return str.HasPrefix(text, "/") || str.HasPrefix(text, "~/") // ./x may be a package of Go
}

// any reports whether one of the words is something that lies here.
func (e *reads) any(words []word.Word) bool {
	for _, w := range words {
		at, err := e.c.place(w.Text)
		if w.Glob || w.Holed() || err == nil && sys.Look(at.Abs) != sys.Absent {
			return true
		}
	}
	return false
}

// within judges a folder of which it is not known what is done with it.
func (e *reads) within(at file.Place, m mention) error {
	path := at.Rel
	if !at.Inside {
		path = at.Abs
	}
	if path == "." || path == "/" || e.spared != nil && m.prints {
		return nil // of what is only read as a file, nothing below is
	}
	below := file.Place{Abs: at.Abs + "/x", Rel: at.Rel + "/x", Inside: at.Inside, Folds: at.Folds}
	for _, g := range e.files {
		pattern := string(g)
		if e.isRest(g) && e.spared(below) || str.HasPrefix(pattern, "**") || str.HasPrefix(pattern, "/") == at.Inside {
			continue
		}
		if at.Folds {
			pattern, path = file.Fold(pattern), file.Fold(path)
		}
		if file.Overlap(pattern, path+"/"+string(rune(match.Hole)), false) {
			return e.deny(m.Shown() + " matches " + string(g) + ", which may not be read")
		}
	}
	return nil
}

// pattern judges what a pattern of the shell stands for, which is what lies
// there.
func (e *reads) pattern(path string, m mention) error {
	if !str.HasPrefix(path, "/") {
		path = join(e.c.Cwd, path)
	}
	path = file.Clean(path)
	at := str.IndexByte(path, '*')
	for _, c := range [...]byte{'?', '['} {
		if i := str.IndexByte(path, c); i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	if at < 0 {
		at = len(path) // what the pattern was for, a .. behind it has taken away
	}
	at = str.LastIndexByte(path[:at], '/')
	folder := path[:at]
	if folder == "" {
		folder = "/"
	}
	place, err := e.c.place(folder)
	if err != nil {
		return e.deny(err.Error())
	}
	var elements []string
	for rest := path[at+1:]; rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, '/')
		elements = append(elements, one)
	}
	printed := ""
	if i := str.IndexByte(m.Text, '*'); i > 0 {
		printed = m.Text[:str.LastIndexByte(m.Text[:i], '/')+1]
	}
	l := e.look(m.s)
	l.expand(place.Abs, place.Named, printed, elements, m.tree, e.dots(), 0)
	return e.say(l, m)
}

// dots reports whether a star may stand for a leading dot in the call.
func (e *reads) dots() bool {
	for _, text := range e.c.Commands {
		for _, option := range [...]string{"dotglob", "globdots", "glob_dots", "GLOBIGNORE", "(D", "globstar"} {
			if str.Contains(text, option) {
				return true
			}
		}
	}
	return false
}

// say is the denial of what a look found.
func (e *reads) say(l *look, m mention) error {
	switch {
	case l.hit != "":
		reason := m.program + " would read " + l.hit + ", which matches " + string(l.glob) + " and may not be read; "
		if m.s != nil && m.s.hint != "" {
			name := baseName(l.hit)
			hint, tail, _ := str.Cut(m.s.hint, '%')
			return e.deny(reason + "leave it out with " + hint + name + tail)
		}
		return e.deny(reason + "name the files or folders without it")
	case l.full && !e.trust:
		return e.deny(m.Shown() + " holds more than " + str.Itoa(maxLooked) + " files, too many to look for those that may not be read; name a folder below it")
	}
	return nil
}

// unknown judges a path of which a part is only known when it runs.
func (e *reads) unknown(cmd *command, path string, m mention) error {
	end := ""
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == match.Hole || path[i] == match.HoleWord {
			end = path[i+1:]
			break
		}
	}
	if end == "" && (!m.prints || m.maybe) {
		return nil
	}
	wild := string(rune(match.Hole)) + end
	may := func(path string) bool { return file.Overlap(path, wild, m.Glob) }
	if end == "" {
		known, hit, glob := e.named(cmd, m)
		if known && hit == "" {
			return nil
		}
		if known {
			return e.deny(m.program + " may read " + hit + ", which matches " + string(glob) + " and may not be read; write out which files it reads")
		}
		may = func(string) bool { return true }
	}
	hit, glob := e.anywhere(may)
	if hit == "" {
		return nil
	}
	return e.deny("the file " + m.Shown() + " that " + m.program + " reads is not known before it runs and may be " + hit + ", which matches " +
		string(glob) + " and may not be read; write its path out")
}

// anywhere is a file that may not be read and that may is true of, "" if there
// is none.
func (e *reads) anywhere(may func(path string) bool) (hit string, g Glob) {
	if e.rest {
		return "any file", "what may not be read"
	}
	l := e.look(nil)
	l.below(l.root, l.root, "", func(rel string) bool { return may(rel) || may(l.root+rel) })
	if l.full {
		return "any file", "what may not be read"
	}
	for _, g := range e.files {
		if l.hit != "" || !str.HasPrefix(string(g), "/") {
			continue
		}
		var elements []string
		for rest := string(g[1:]); rest != ""; {
			var one string
			one, rest, _ = str.Cut(rest, '/')
			elements = append(elements, one)
		}
		out := e.c.newLook([]Glob{g}, nil)
		out.spared = e.spared
		out.expand("/", "/", "", elements, true, true, 0)
		if out.hit != "" && may(out.hit) || out.full {
			return out.hit, g
		}
	}
	return l.hit, l.glob
}
