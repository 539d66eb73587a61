package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// What a command is fed is often what others list: grep -l, git ls-files, find. The
// words that it gets then are paths below the folders that they list, and which lie
// there is what the disk says.

// A listing is what programs further up a pipe print, if that is paths.
type listing struct {
	finding *finding
	sieve   *sieve
	starts  []word.Word // the folders that the paths are below, and files
	exact   bool        // nothing else is printed
	flat    bool        // they are names of what lies right in the folder
	some    bool        // and not all of them
	names   bool        // some may be paths of what is not there
	plain   bool        // they are no paths but words that begin with no dash: commits, packages
}

// flowOf is what goes through a pipe at a program: see the kind flow of slots.
func flowOf(inv *invocation.Invocation) string {
	for _, use := range inv.Uses() {
		if use.Kind != invocation.Flow {
			continue
		}
		if what := flows(inv, use.Name); what != "" {
			return what
		}
	}
	return ""
}

// flows reads the name of a flow: paths+-l+-L!-c are paths where one of the first two
// options is given and the third is not, plain~-n~-C are words where no option but these is,
// and no operand may be one.
func flows(inv *invocation.Invocation, name string) string {
	name, only, closed := str.Cut(name, '~')
	if closed && !onlyKnown(inv, name+"~"+only) {
		return ""
	}
	at := str.IndexByte(name, '!')
	if at < 0 {
		at = len(name)
	}
	if skipped(inv, "x"+name[at:]) == "" {
		return ""
	}
	what, any, given := name[:at], false, false
	for {
		i := str.LastIndexByte(what, '+')
		if i < 0 {
			break
		}
		any, given = true, given || inv.Has(what[i+1:])
		what = what[:i]
	}
	if any && !given {
		return ""
	}
	return what
}

// onlyKnown reports whether a command has no options but those behind a + or a ~, and no
// word that may be another.
func onlyKnown(inv *invocation.Invocation, names string) bool {
	if len(inv.UnknownOptions) > 0 || len(inv.Doubtful) > 0 {
		return false
	}
	for _, w := range inv.Operands {
		if str.HasPrefix(w.Text, "-") || w.Split || w.Holed() && !w.Plain && match.Holed(w.Text[:1]) {
			return false
		}
	}
	for i := range inv.Given {
		if g := &inv.Given[i]; !listedOption(names, g.Names()) && !(g.IsNumber() && listedOption(names, "-#")) {
			return false
		}
	}
	return true
}

// listedOption reports whether one of an option's names, which have blanks between them,
// stands behind a + or a ~ in the name of a flow.
func listedOption(flow, names string) bool {
	for rest := names; rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, ' ')
		for at, end := 0, 0; at < len(flow); at = end {
			for end = at + 1; end < len(flow) && flow[end] != '~' && flow[end] != '+'; {
				end++
			}
			if (flow[at] == '~' || flow[at] == '+') && flow[at+1:end] == one {
				return true
			}
		}
	}
	return false
}

// substituted puts paths into the words of a command that stand for lines which
// others of its text print: for f in $(grep -rl x src); do sed -i s/x/y/ "$f"; done.
func (u *unfolding) substituted(cmd *command, places []int) {
	for i, w := range cmd.Words {
		if i == 0 || w.From == 0 || w.From > len(places) || len(w.Text) != 1 || cmd.among != nil {
			continue
		}
		l := u.listed(places[w.From-1], cmd, true)
		list := u.words(cmd, l, blanks+"*?[")
		if list == nil {
			continue
		}
		words := append([]word.Word(nil), cmd.Words[:i]...)
		words = append(words, list...)
		cmd.Words = append(words, cmd.Words[i+1:]...)
		cmd.foundBy, cmd.among, cmd.unsureNames = l.finding, l.sieve, l.names
		break
	}
	if w := cmd.Stdin; w != nil && w.From > 0 && w.From <= len(places) && len(w.Text) == 1 {
		cmd.fedBy = places[w.From-1] + 1
	}
}

// piped is what programs further up the pipe that feeds the command list, or those in
// its here-string.
func (u *unfolding) piped(cmd *command) (l listing) {
	if cmd.fedBy > 0 {
		return u.listed(cmd.fedBy-1, cmd, true)
	}
	return u.listed(cmd.at-1, cmd, cmd.Alone && onlyQuiet(cmd.Redirs))
}

// listed is what a pipe that ends at a place in the list of commands prints for another
// command, which has it with nothing beside it if that is exact.
func (u *unfolding) listed(last int, cmd *command, exact bool) (l listing) {
	l.exact = exact && !cmd.Function
	for i := last; i >= 0 && i < len(u.list); i-- {
		up := &u.list[i]
		if up.from != cmd.from || len(up.Words) == 0 {
			continue
		}
		if len(up.readings) != 1 || up.Function || len(up.Assigns) > 0 {
			return listing{}
		}
		inv := &up.readings[0]
		flow := flowOf(inv)
		l.exact = l.exact && onlyQuiet(up.Redirs) && !up.remote && sameDirs(up.Dirs, cmd.Dirs)
		switch {
		case up.finding != nil && (up.finding.acts || up.finding.vague):
			return listing{}
		case flow == "plain":
			l.plain = true
			return l
		case str.In(flow, "paths", "names", "entries") || up.finding != nil:
			l.flat, l.some = flow == "entries", i < last
			l.finding, l.sieve, l.starts, l.names = up.finding, sieveOf(inv), listedBelow(inv), flow == "names"
			l.exact = l.exact && flow != "" && !movedBy(inv)
			return l
		case !up.Piped || up.Stdin != nil || flow != "lines" || readsFiles(inv):
			return listing{}
		}
		l.exact = l.exact && up.Alone
	}
	return listing{}
}

// onlyQuiet reports whether redirections only let something be printed nowhere.
func onlyQuiet(redirs []word.Redirect) bool {
	for _, r := range redirs {
		if !r.Write || r.Target.Text != "/dev/null" {
			return false
		}
	}
	return true
}

// listedBelow are the files and folders of which a command prints paths.
func listedBelow(inv *invocation.Invocation) (list []word.Word) {
	for _, use := range inv.Uses() {
		switch use.Resolved() {
		case invocation.List, invocation.ReadTree:
			list = append(list, use.Words...)
		case invocation.Read:
			if !use.Option {
				list = append(list, use.Words...)
			}
		}
	}
	if list == nil {
		return starts(inv)
	}
	return list
}

func sameDirs(a, b []word.Word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// movedBy reports whether a command works in another folder than it was started in.
func movedBy(inv *invocation.Invocation) bool {
	for _, use := range inv.Uses() {
		if use.Kind == invocation.Cd {
			return true
		}
	}
	return false
}

// readsFiles reports whether operands of a command are what it reads, and not its input.
func readsFiles(inv *invocation.Invocation) bool {
	for _, use := range inv.Uses() {
		if readsFile(&use) {
			return true
		}
	}
	return false
}

// readsFile reports whether words are files that a command reads, and no option's.
func readsFile(use *invocation.Use) bool {
	k := use.Resolved()
	return !use.Option && (k == invocation.Read || k == invocation.ReadTree)
}

// below is the word for all that lies below a folder.
func below(folder word.Word) word.Word {
	return word.Word{Text: trimSlash(folder.Text) + "/**", Glob: true, Home: folder.Home}
}

// words are the words that a listing becomes for a command: files that it names, and
// folders with all that is below them. They are nil if one of the paths could be an
// option, or has one of the characters that whoever reads them takes them apart at.
func (u *unfolding) words(cmd *command, l listing, parts string) (list []word.Word) {
	if !l.exact || !u.lists || l.names && parts != "" {
		return nil
	}
	if l.plain {
		return []word.Word{{Text: string(rune(match.HoleWord)), Plain: true}} // for all of them
	}
	for _, s := range u.spelled(cmd, l.starts) {
		if s.Holed() || s.Home || str.HasPrefix(s.Text, ":") || str.HasPrefix(s.Text, "-") || str.ContainsAny(s.Text, blanks) {
			return nil
		}
		for _, w := range u.call.writesAt(&command{Command: word.Command{Dirs: cmd.Dirs}}, target{Word: s}) {
			switch {
			case w.Unknown:
				return nil
			case sys.Look(w.At.Abs) != sys.Folder:
				list = append(list, s)
			case !u.plainNames(w.At.Abs, s, l.sieve, parts):
				return nil
			case l.flat && l.some:
				list = append(list, word.Word{Text: "./" + string(rune(match.HoleWord))})
			case l.flat:
				list = append(list, word.Word{Text: "*", Glob: true})
			default:
				list = append(list, below(s))
			}
		}
	}
	u.call.lists = true
	return list
}

// spelled are folders of which none is a pattern of names: for one that is, those
// that it matches, or the folder that these lie in.
func (u *unfolding) spelled(cmd *command, starts []word.Word) (list []word.Word) {
	for _, s := range starts {
		i := firstOf(s.Text, "*?[")
		if i < 0 {
			list = append(list, s)
			continue
		}
		if str.IndexByte(s.Text, '/') < 0 && len(cmd.Dirs) == 0 && !s.Holed() && !s.Home {
			if names, ok := u.matching(s.Text); ok {
				list = append(list, names...)
				continue
			}
		}
		s.Text, s.Glob = s.Text[:str.LastIndexByte(s.Text[:i], '/')+1], false
		if s.Text == "" {
			s.Text = "."
		}
		list = append(list, s)
	}
	return list
}

// sameLength reports whether a name may have as many characters as a pattern asks for.
func sameLength(name, pattern string) bool {
	want, have := 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '*' || c == '(' || c == '\\' || c >= 0x80:
			return true
		case c == '[':
			end := str.IndexByte(pattern[i:], ']')
			if end < 2 || str.IndexByte("!^[", pattern[i+1]) >= 0 || str.IndexByte(pattern[i+1:i+end], '[') >= 0 {
				return true
			}
			i += end
		}
		want++
	}
	for i := 0; i < len(name); i++ {
		if name[i] >= 0x80 {
			return true
		}
		have++
	}
	return want == have
}

// maxMatching is how many names a pattern may match that is taken for each of them.
const maxMatching = 64

// matching are the names in the call's folder that a pattern matches, or the pattern,
// which is what a shell makes of one that matches none.
func (u *unfolding) matching(pattern string) (list []word.Word, ok bool) {
	here, err := u.call.place(".")
	if err != nil {
		return nil, false
	}
	n := 0
	err = sys.ReadFolder(here.Abs, func(name string, _ int) bool {
		if n++; sameLength(name, pattern) && file.Overlap(name, pattern, true) {
			list = append(list, word.Word{Text: name})
		}
		return n < maxLooked && len(list) <= maxMatching
	})
	if list == nil {
		list = []word.Word{{Text: pattern}}
	}
	return list, err == nil && n < maxLooked && len(list) <= maxMatching
}

// plainNames reports whether no path that is listed below a folder has one of the
// characters, or is an option.
func (u *unfolding) plainNames(abs string, start word.Word, s *sieve, parts string) bool {
	looked := u.call.looked
	defer func() { u.call.looked = looked }()
	u.call.looked = 0
	look := u.call.newLook(nil, s)
	look.each = func(_, named string, _ bool) {
		rel := named[len(abs):]
		look.full = look.full || str.ContainsAny(rel, parts) || start.Text == "." && str.HasPrefix(rel, "/-")
	}
	look.below(abs, abs, start.Text, nil)
	return !look.full
}

// blanks are what xargs takes its input apart at, and the quotes that it takes off.
const blanks = " \t\n\r\v\f'\"\\"

func firstOf(s, chars string) int {
	for i := range len(s) {
		if str.IndexByte(chars, s[i]) >= 0 {
			return i
		}
	}
	return -1
}

// makesNames reports whether the call may make files whose paths are no single words
// for others of its commands, or which nobody can know.
func (c *Case) makesNames() bool {
	if c.makesOthers() {
		return true
	}
	list := c.commandsOf()
	for i := range list {
		for _, t := range list[i].written() {
			if !t.unnamed && (str.ContainsAny(t.Text, blanks) || str.HasPrefix(t.Text, "-") || str.Contains(t.Text, "/-")) {
				return true
			}
		}
	}
	return false
}
