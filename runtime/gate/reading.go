package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/script"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// read reads the words of a command by the tables of programs.
func (u *unfolding) readings(cmd *command) []invocation.Invocation {
	return u.call.Programs.Read(cmd.Words, cmd.name(), cmd.shell)
}

// follow unfolds what a command runs, by one reading of its words.
func (u *unfolding) follow(cmd command, inv *invocation.Invocation, depth int) {
	if inv.Other {
		// It is read for what it runs. That another system would find it odd is
		// no reason to refuse it.
		defer func(unread, unsure []string) { u.unread, u.unsure = unread, unsure }(u.unread, u.unsure)
	}
	refused, unsure := inv.Refused()
	for _, why := range refused {
		u.cannot(cmd.text() + " " + why)
	}
	for _, why := range unsure {
		u.unsure = append(u.unsure, cmd.text()+" "+why)
	}
	uses := inv.Uses()
	cmd.remote = cmd.remote || inv.Remote()
	cmd.foreign = cmd.foreign || cmd.remote || inv.Elsewhere()
	cmd.project = inv.Project()
	cmd = u.surroundings(cmd, uses, depth)
	u.copied(&cmd, uses)
	u.optionTexts(cmd, inv, depth)
	fed := u.feeding(inv, uses, &cmd)
	if fed.finding != nil || fed.listed != nil {
		cmd.foundBy, cmd.among, cmd.unsureNames = fed.finding, fed.sieve, fed.names
	}
	if fed.below != nil {
		cmd.among = sieveOf(inv)
	}
	for i := range uses {
		u.use(cmd, uses, &uses[i], fed, depth)
	}
	u.aliased(cmd, inv, depth)
	if kind, lang, ok := inv.Stdin(); ok && (cmd.Piped || cmd.Stdin != nil || inv.Waits()) {
		u.input(cmd, kind, lang, argumentsIn(uses), depth)
	}
}

// surroundings is the command with the folder and the variables that it gives
// to what it runs.
func (u *unfolding) surroundings(cmd command, uses []invocation.Use, depth int) command {
	for _, use := range uses {
		switch use.Kind {
		case invocation.Cd:
			cmd.Dirs = changed(cmd.Dirs, use.Word())
		case invocation.Sets:
			n, _, _ := str.Cut(use.Word().Text, '[')
			a := word.Assign{Name: n, Value: word.Word{Text: string(rune(match.Hole))}}
			u.options(a)
			if u.runsWhatIsRead(a) {
				u.cannot(cmd.text() + " sets " + n + ", which a shell or a program runs; leave it out")
			}
			u.list[cmd.at].Assigns = append(u.list[cmd.at].Assigns[:len(u.list[cmd.at].Assigns):len(u.list[cmd.at].Assigns)], a)
		case invocation.Env:
			n, v, ok := str.Cut(use.Word().Text, '=')
			if !ok {
				continue
			}
			a := word.Assign{Name: n, Value: word.Word{Text: v, Split: use.Word().Split}, Exported: true}
			u.assigned(a, cmd, depth)
			cmd.Assigns = append(cmd.Assigns[:len(cmd.Assigns):len(cmd.Assigns)], a)
			// What an allowlist thinks of the variables is asked of the wrapper.
			u.list[cmd.at].Assigns = cmd.Assigns
		}
	}
	return cmd
}

// runsWhatIsRead reports whether a variable that gets a value when the call runs
// is one that a shell or a program runs.
func (u *unfolding) runsWhatIsRead(a word.Assign) bool {
	inv, ok := u.call.variable(a)
	if !ok || changesNothing(inv) || onlyExported(inv) {
		return false
	}
	for _, use := range inv.Uses() {
		if runsSomething(use.Kind) && !isOneOption(&use) || use.Kind == invocation.Number || use.Kind == invocation.Prompt {
			return true
		}
	}
	refused, _ := inv.Refused()
	return len(refused) > 0
}

// changed are the folders after a change to dir from each of them.
func changed(from []word.Word, dir word.Word) []word.Word {
	if str.HasPrefix(dir.Text, "/") || dir.Home || len(from) == 0 && dir.Known() {
		return []word.Word{dir}
	}
	if !dir.Known() {
		return []word.Word{{Text: string(rune(match.Hole))}}
	}
	var list []word.Word
	for _, f := range from {
		f.Text += "/" + dir.Text
		list = append(list, f)
	}
	return list
}

// A feed is how words of a command's input get into what it runs.
type feed struct {
	appended []word.Word // put behind it; nil: none
	marks    []string
	below    []word.Word // the words are paths below these
	files    []word.Word // and these of them, which are files
	listed   []word.Word // the words are of these, each of which may be many
	names    bool        // and may be names of what is not there
	always   bool        // and stand behind it, if nothing stands for them
	between  string      // the operand behind which are the words that are fed
	finding  *finding    // what find puts there
	sieve    *sieve      // and what it leaves out, where it feeds the command by a pipe
}

func (u *unfolding) feeding(inv *invocation.Invocation, uses []invocation.Use, cmd *command) feed {
	appended, marks := inv.Fed()
	f := feed{marks: marks}
	if len(marks) == 1 && str.HasPrefix(marks[0], "paths:") {
		mark := marks[0][len("paths:"):]
		f.marks = []string{str.TrimSuffix(mark, "+")}
		f.always = str.HasSuffix(mark, "+")
		f.below = starts(inv)
		f.finding = findingOf(inv)
		f.files = u.filesOf(u.eachOf(f.below, f.finding, cmd), cmd)
		u.list[cmd.at].finding = f.finding
		return f
	}
	if m := inv.Command().More; m != nil {
		f.between = m.Values
	}
	var from []word.Word
	if (appended || len(marks) > 0) && (cmd.Piped && cmd.Stdin == nil || cmd.fedBy > 0) {
		l := u.piped(cmd)
		if f.finding, f.sieve, from = l.finding, l.sieve, l.starts; l.flat {
			from = nil
		}
		switch flowOf(inv) {
		case "words":
			f.listed = u.words(cmd, l, blanks)
		case "pieces":
			f.listed, f.names = u.words(cmd, l, ""), l.names
		}
	}
	if !appended {
		return f
	}
	f.appended = f.listed
	if f.listed == nil {
		f.appended = []word.Word{{Text: string(rune(match.Hole)), Split: true}}
		for _, s := range from {
			f.appended = append(f.appended, below(s))
		}
	}
	if cmd.Stdin != nil && !cmd.Stdin.Holed() && !str.ContainsAny(cmd.Stdin.Text, "'\"\\") && len(inv.Given) == 0 {
		// What it is fed is written here, and no option groups it.
		f.appended = nil
		for _, one := range str.Fields(cmd.Stdin.Text) {
			f.appended = append(f.appended, word.Word{Text: one, Home: cmd.Stdin.Home && len(f.appended) == 0})
		}
	}
	return f
}

// filesOf are those of the places at which find begins that are files: it gives them as
// they are named.
func (u *unfolding) filesOf(starts []word.Word, cmd *command) (files []word.Word) {
	for _, start := range starts {
		if !start.Known() {
			continue
		}
		for _, w := range u.call.writesAt(cmd, target{Word: start}) {
			if is := sys.Look(w.At.Abs); !w.Unknown && is != sys.Folder && is != sys.Absent {
				files = append(files, start)
				break
			}
		}
	}
	return files
}

// eachOf are the places at which find begins: for a pattern, each that it stands for and
// find may take.
func (u *unfolding) eachOf(starts []word.Word, f *finding, cmd *command) (list []word.Word) {
	for _, start := range starts {
		if start.Glob && str.IndexByte(start.Text, '/') < 0 && len(cmd.Dirs) == 0 && !start.Holed() && !start.Home {
			names, ok := u.matching(start.Text)
			for _, one := range names {
				hidden := one.Text[0] == '.' && start.Text[0] != '.' && start.Text[0] != '['
				if takes, _ := f.takes(one.Text, false, 0); ok && takes && !hidden {
					list = append(list, one)
				}
			}
		}
		list = append(list, start)
	}
	return list
}

// into puts what is fed into the words of a command.
func (f feed) into(words []word.Word) []word.Word {
	var out []word.Word
	for _, w := range words {
		var paths []word.Word
		for _, m := range f.marks {
			at := str.Index(w.Text, m)
			switch {
			case at < 0:
			case f.below != nil:
				for _, start := range f.below {
					p := w
					p.Text, p.Glob = w.Text[:at]+trimSlash(start.Text)+"/**"+w.Text[at+len(m):], true
					p.Home = p.Home || at == 0 && start.Home
					paths = append(paths, p)
				}
				for _, one := range f.files {
					p := w
					p.Text, p.Home = w.Text[:at]+one.Text+w.Text[at+len(m):], p.Home || at == 0 && one.Home
					paths = append(paths, p)
				}
			case f.listed != nil && w.Text == m:
				paths = append(paths, f.listed...)
			default:
				w.Text, w.Split = w.Text[:at]+string(rune(match.Hole)), false
			}
		}
		if paths == nil {
			paths = []word.Word{w}
		}
		out = append(out, paths...)
	}
	if f.always && len(out) == len(words) && !marked(words, f.marks) {
		for _, start := range f.below {
			out = append(out, below(start))
		}
	}
	return append(out, f.appended...)
}

func marked(words []word.Word, marks []string) bool {
	for _, w := range words {
		for _, m := range marks {
			if str.Contains(w.Text, m) {
				return true
			}
		}
	}
	return false
}

// use unfolds one word, or several, by what they are to the program.
func (u *unfolding) use(cmd command, uses []invocation.Use, use *invocation.Use, fed feed, depth int) {
	switch use.Resolved() {
	case invocation.Run:
		words := prefixed(use)
		if fed.appended != nil || fed.marks != nil {
			words = fed.into(words)
			cmd.Piped, cmd.Stdin = false, nil
		}
		u.run(words, cmd, depth)
		u.called(words, cmd, uses, depth)
	case invocation.Words:
		if use.Lang != "" {
			u.run(append([]word.Word{{Text: use.Lang}}, use.Words...), cmd, depth)
			return
		}
		if len(use.Words) > 0 {
			u.code("split", use.Words[0], use.Words[1:], cmd, depth)
		}
	case invocation.Options:
		if !isOneOption(use) && !use.Word().Holed() {
			u.startedWith(cmd, use, depth)
		}
	case invocation.Sh:
		u.shellText(cmd, uses, use, fed, depth)
	case invocation.Code:
		if script.Apart(use.Lang) {
			for _, w := range use.Words {
				u.code(use.Lang, w, nil, cmd, depth)
			}
			return
		}
		u.code(use.Lang, use.Word(), argumentsIn(uses), cmd, depth)
	case invocation.Source:
		u.source(cmd, uses, use, depth)
	case invocation.Module:
		u.moduleOf(use.Words, cmd, depth)
	case invocation.Perhaps:
		u.literal(use.Word().Text, cmd, depth)
	}
}

// called unfolds a command under the name that it is started by: busybox and its
// like are what they are called. A name that no program has changes nothing.
func (u *unfolding) called(words []word.Word, cmd command, uses []invocation.Use, depth int) {
	for i := range uses {
		if uses[i].Kind != invocation.Called || len(words) == 0 {
			continue
		}
		name := uses[i].Word()
		if !name.Known() {
			u.cannot("the name under which " + cmd.name() + " starts a program is computed at run time; write it out")
			continue
		}
		name.Text = str.TrimPrefix(baseName(name.Text), "-") // -bash is a login shell
		if p, _ := u.call.Programs.Program(name.Text, cmd.shell); p != nil && name.Text != baseName(words[0].Text) {
			u.run(append([]word.Word{name}, words[1:]...), cmd, depth)
		}
	}
}

// prefixed are the words of a command with those that its program puts in front
// and behind.
func prefixed(use *invocation.Use) []word.Word {
	prefix, suffix := use.Prefix(), use.Suffix()
	if len(prefix)+len(suffix) == 0 {
		return use.Words
	}
	var words []word.Word
	for _, p := range prefix {
		words = append(words, word.Word{Text: p})
	}
	words = append(words, use.Words...)
	for _, p := range suffix {
		words = append(words, word.Word{Text: p})
	}
	return words
}

// moduleOf unfolds a module that an interpreter runs as the program that it is.
// An allowlist lists the interpreter; what the module writes and runs counts.
func (u *unfolding) moduleOf(words []word.Word, cmd command, depth int) {
	u.module(words, cmd)
	at := len(u.list) - 1
	u.list[at].module = true
	u.list[at].Piped, u.list[at].Stdin = cmd.Piped, cmd.Stdin
	if depth < maxNesting {
		u.unfold(u.list[at], depth+1)
	}
}

// argumentsIn are what text is given beside itself.
func argumentsIn(uses []invocation.Use) []word.Word {
	for _, use := range uses {
		if use.Kind == invocation.Args {
			return use.Words
		}
	}
	return nil
}

// shellText unfolds text for a shell, with its arguments put in.
func (u *unfolding) shellText(cmd command, uses []invocation.Use, use *invocation.Use, fed feed, depth int) {
	words := prefixed(use)
	if !use.Option && (fed.appended != nil || fed.marks != nil) {
		cmd.Piped, cmd.Stdin = false, nil
		u.fedText(words, fed, cmd, depth)
		return
	}
	cmd.given = argumentsIn(uses)
	for _, a := range cmd.given {
		cmd.handsOn = cmd.handsOn || a.Glob && len(words) == 1 && !str.Contains(words[0].Text, "**")
	}
	u.runText(words, cmd, depth)
	if len(words) != 1 {
		return
	}
	for _, a := range cmd.given {
		if str.IndexByte(words[0].Text, '$') >= 0 && (str.Contains(a.Text, "$(") || str.Contains(a.Text, "`")) {
			u.cannot("what " + cmd.name() + " is given beside its text can run a command, as the text may use it; write it out")
		}
	}
}

// maxFed is how many words a call may feed to text.
const maxFed = 1000

// fedText unfolds shell text into which words are put before it runs.
func (u *unfolding) fedText(words []word.Word, fed feed, cmd command, depth int) {
	template, values, known := fed.split(words)
	text := ""
	for _, w := range template {
		if w.Holed() {
			u.cannot("the text that " + cmd.name() + " runs is computed at run time; write it out")
			return
		}
		text += " " + w.Text
	}
	marks := append([]string{"{}"}, fed.marks...)
	switch {
	case len(values) > maxFed:
		u.cannot(cmd.name() + " with more than " + str.Itoa(maxFed) + " values; write the commands out")
	case len(template) == 0:
		for _, v := range values {
			u.runText([]word.Word{v}, cmd, depth)
		}
	case known:
		for _, v := range values {
			u.runText([]word.Word{{Text: filled(text, v.Text, marks, fed.appended != nil)}}, cmd, depth)
		}
	case str.ContainsAny(text, "|;&`$<>()'\""):
		if asked, ok := withLines(text, marks, fed.appended != nil); ok && !given(&u.list[cmd.at], "--quote") {
			u.runText([]word.Word{{Text: asked}}, cmd, depth)
			return
		}
		u.cannot(cmd.name() + " runs text with lines that are not known; write the commands out")
	default:
		// Lines are quoted before they are put in: each is one more word.
		var out []word.Word
		for _, t := range str.Fields(text) {
			out = append(out, word.Word{Text: t})
		}
		for _, m := range append(marks, "{") {
			out = holes(out, m)
		}
		if fed.appended != nil && !str.Contains(text, "{") {
			out = append(out, fed.appended...)
		}
		u.run(out, cmd, depth)
	}
}

// aLine is the variable that stands for a line which is not known.
const aLine = "kei_unknown_line"

// withLines is shell text with a variable in the places of the marks, as what a line
// is comes in quoted: one more word, whatever it holds. ok is false where the quotes
// around a mark could end within the line, or take its own away.
func withLines(text string, marks []string, appended bool) (out string, ok bool) {
	if str.Contains(text, "kei_unknown") || str.ContainsAny(text, "\n\\") {
		return "", false
	}
	var open byte
	found := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		n := markAt(text[i:], marks)
		switch {
		case n > 0:
			if open != 0 && open != '"' {
				return "", false
			}
			found = true
			if out += "\"$" + aLine + "\""; open == '"' {
				out = out[:len(out)-len(aLine)-3] + "${" + aLine + "}"
			}
			i += n - 1
			continue
		case str.HasPrefix(text[i:], "${"):
			end := str.IndexByte(text[i:], '}')
			if end < 0 || markIn(text[i:i+end], marks) || str.ContainsAny(text[i:i+end], "'\"`(") {
				return "", false
			}
			out += text[i : i+end+1]
			i += end
			continue
		case c == '{' && i+1 < len(text) && text[i+1] != ' ', c == '`', c == '$' && str.HasPrefix(text[i:], "$("):
			return "", false
		case c == open:
			open = 0
		case open == 0 && (c == '\'' || c == '"'):
			open = c
		}
		out += text[i : i+1]
	}
	if !found && appended {
		out += " \"$" + aLine + "\""
	}
	return out, open == 0
}

// markAt is the length of the mark that a text begins with, 0 if with none.
func markAt(text string, marks []string) int {
	n := 0
	for _, m := range marks {
		if m != "" && str.HasPrefix(text, m) {
			n = max(n, len(m))
		}
	}
	if end := str.IndexByte(text, '}'); n == 0 && text[0] == '{' && end > 0 && str.OnlyOf(text[1:end], "0123456789./+-#%") {
		n = end + 1
	}
	return n
}

// markIn reports whether a mark stands anywhere in a text.
func markIn(text string, marks []string) bool {
	for i := range text {
		if i > 1 && markAt(text[i:], marks) > 0 {
			return true
		}
	}
	return false
}

// given reports whether an option of that name is given to the command, in any
// reading.
func given(cmd *command, name string) bool {
	for i := range cmd.readings {
		for _, g := range cmd.readings[i].Given {
			if str.Contains(" "+g.Names()+" ", " "+name+" ") {
				return true
			}
		}
	}
	return false
}

// split takes the words that are fed off those of the text, where they stand
// behind it. known is false if there can be others.
func (f feed) split(words []word.Word) (template, values []word.Word, known bool) {
	for i, w := range words {
		if f.between == "" || !str.HasPrefix(w.Text, f.between) {
			continue
		}
		known = w.Text == f.between
		for _, v := range words[i+1:] {
			known = known && !str.HasPrefix(v.Text, f.between) && !v.Holed() && !v.Glob
			values = append(values, v)
		}
		return words[:i], values, known
	}
	return words, nil, false
}

// filled is text with a value in the places of the marks: {}, {1}, {.}, {/}.
func filled(text, value string, marks []string, appended bool) string {
	out, found := "", false
	for text != "" {
		n := 0
		for _, m := range marks {
			if m != "" && str.HasPrefix(text, m) {
				n = len(m)
			}
		}
		if end := str.IndexByte(text, '}'); n == 0 && text[0] == '{' && end > 0 && str.OnlyOf(text[1:end], "0123456789./+-") {
			n = end + 1
		}
		if n > 0 {
			out, text, found = out+value, text[n:], true
			continue
		}
		out, text = out+text[:1], text[1:]
	}
	if !found && appended {
		return out + " " + value
	}
	return out
}

// source judges a file whose text is run. One that is written in the same call
// is made.go's; any other is a program like any other.
func (u *unfolding) source(cmd command, uses []invocation.Use, use *invocation.Use, depth int) {
	w := use.Word()
	u.list[cmd.at].putsAny = true // what it puts into files stands elsewhere
	switch {
	case w.Holed() || str.HasPrefix(w.Text, word.Fresh):
		u.cannot("the file that " + cmd.name() + " runs is computed at run time; write it out")
	case str.HasPrefix(w.Text, "data:"):
		u.cannot("the program that " + cmd.name() + " loads is not written plainly; leave it out")
	case w.Text == "-" || u.fromDevice(&cmd, w):
		kind := invocation.Code
		if use.Lang == "sh" {
			kind = invocation.Sh
		}
		u.input(cmd, kind, use.Lang, argumentsIn(uses), depth)
	}
	u.installed(cmd, uses, w, depth)
}

// fromDevice reports whether a path is, or may be, one of the system's, seen from
// where the command runs.
func (u *unfolding) fromDevice(cmd *command, w word.Word) bool {
	if isDevice(w.Text) {
		return true
	}
	if str.HasPrefix(w.Text, "/") || w.Home {
		return false
	}
	for _, d := range orHere(cmd.Dirs) {
		name, from := baseName(w.Text), d.Text
		if rest, here := behindHere(from); here {
			from = "." + rest
		}
		if !d.Home && !str.HasPrefix(from, "/") {
			from = u.call.Cwd + "/" + from
		}
		if isDevice(from+"/"+w.Text) || !d.Known() && cmd.Stdin != nil && (name == "stdin" || str.OnlyOf(name, "0123456789")) {
			return true
		}
	}
	return false
}

// isDevice reports whether a path is one of the system's, where a process finds
// its own input.
func isDevice(path string) bool {
	if !str.HasPrefix(path, "/") {
		return false
	}
	if rest, here := behindHere(path); here && !climbsOut("."+rest) {
		return false
	}
	path = str.CleanPath(path)
	return str.HasPrefix(path, "/dev/") || str.HasPrefix(path, "/proc/")
}

// input unfolds what a program reads from its input and runs; args is what it is given
// beside that.
func (u *unfolding) input(cmd command, kind invocation.Kind, lang string, args []word.Word, depth int) {
	switch {
	case cmd.Stdin != nil && kind == invocation.Sh:
		text := *cmd.Stdin
		cmd.Stdin, cmd.Piped = nil, true
		if len(args) > 0 {
			cmd.given = startedWith(args)
		}
		u.runText([]word.Word{text}, cmd, depth)
	case cmd.Stdin != nil && cmd.Stdin.Holed():
		u.cannot("the program fed to " + cmd.name() + " is computed at run time; write it out")
	case cmd.Stdin != nil:
		text := *cmd.Stdin
		cmd.Stdin, cmd.Piped = nil, false // the program is all that it is fed
		u.code(lang, text, args, cmd, depth)
	case cmd.Piped && lang == "bc":
		// A calculator: what is computed for it is numbers. Those few that know a
		// shell escape want a bang in front of it.
	case cmd.Piped && lang == "c":
		// What a compiler is fed is translated, and not run.
	case cmd.Piped && lang == "paths":
		self := &u.list[cmd.at]
		self.read = append(self.read, word.Word{Text: string(rune(match.Hole))})
	case cmd.Piped && script.Data(lang):
		u.dataPiped(cmd, lang, depth)
	case cmd.Piped && kind == invocation.Sh:
		u.cannot("what is piped into " + cmd.name() + " runs unread; write the commands out")
	case cmd.Piped:
		u.cannot("what is piped into " + cmd.name() + " runs unread; write the program into a file of the task and run that")
	case scriptPath(cmd.Words[0].Text):
		// A script of the project that has the name of a program.
	default:
		u.cannot(cmd.text() + takesLater)
	}
}

// takesLater ends what is said of a program that waits for its commands.
const takesLater = " takes its commands later, when nobody looks at them; give it one"

// scriptPath reports whether a command word names a file where no programs are.
func scriptPath(path string) bool {
	i := str.LastIndexByte(path, '/')
	return i > 0 && !str.In(baseName(str.CleanPath(path[:i])), "bin", "sbin", "libexec", "/", "..")
}

// code reads text in another language.
func (u *unfolding) code(lang string, text word.Word, args []word.Word, cmd command, depth int) {
	if lang == "powershell" {
		u.powerShell(text, cmd, depth)
		return
	}
	l := script.Named(lang)
	if l == nil {
		u.cannot("the text of " + cmd.name() + " is in a language that is not known here; leave it out")
		return
	}
	if u.call.programs += len(text.Text); u.call.programs > maxProgram {
		u.cannot("programs of more than " + str.Itoa(maxProgram) + " bytes for " + cmd.name() + "; write it into a file of the task and run that")
		return
	}
	if l.Costly() && u.call.late() == nil {
		return // judged where somebody watches how long it takes
	}
	if lang == "cmd" {
		cmd.shell = lang // its builtins have names that mean other programs elsewhere
	}
	found := l.Read(script.Text{Word: text, Program: cmd.name(), Args: args, Input: cmd.Stdin, Fed: cmd.Piped, Env: u.variables()})
	u.notes(&found, cmd)
	u.runsOf(&found, cmd, depth)
}

// notes keeps what a text in another language does by itself with its command.
func (u *unfolding) notes(found *script.Found, cmd command) {
	for _, why := range found.Unread {
		u.cannot(why)
	}
	u.unsure = append(u.unsure, found.Unsure...)
	self := &u.list[cmd.at]
	self.targets = append(self.targets, fromThere(self, cmd, found.Writes)...)
	for _, l := range found.Links {
		if at := fromThere(self, cmd, []word.Word{l.At}); len(at) == 1 {
			self.linksBy = append(self.linksBy, scriptLink{at[0], l.Says})
		}
	}
	for _, key := range found.Steers {
		self.steered(cmd, key)
	}
	self.removed = append(self.removed, fromThere(self, cmd, found.Deletes)...)
	self.read = append(self.read, fromThere(self, cmd, found.Reads)...)
	self.handed = append(self.handed, fromThere(self, cmd, found.Handed)...)
	self.writesUnknown = self.writesUnknown || found.WritesAny
	self.writesPath = self.writesPath || found.WritesPath
	self.puts = append(self.puts, found.Puts...)
	self.putsAny = self.putsAny || found.PutsAny
	self.does |= found.Effects
}

// runsOf unfolds what a text in another language runs.
func (u *unfolding) runsOf(found *script.Found, cmd command, depth int) {
	for _, words := range found.Runs {
		u.run(words, cmd, depth)
	}
	before := len(u.list)
	for _, w := range found.Shell {
		u.runText([]word.Word{w}, cmd, depth)
	}
	if found.Keeps != "" && len(found.Steers) == 0 && u.call.ofProject(u.list[before:]) {
		u.list[cmd.at].steered(cmd, found.Keeps)
	}
	for _, t := range found.Maybe {
		u.literal(t, cmd, depth)
	}
	for _, t := range found.Spelled {
		u.partly(t, cmd)
	}
	for _, t := range found.Hidden {
		u.list = append(u.list, command{Command: word.Command{Words: []word.Word{{Text: t}}}, by: cmd.name(), remote: cmd.remote, literal: true, hidden: true, at: len(u.list), from: cmd.at + 1})
	}
}

// gitConfig is where a repository keeps its settings.
const gitConfig = ".git/config"

// fromThere are files of a text as they are seen from where the command was started that
// reads it, which goes to another folder first: make -C, patch -d.
func fromThere(self *command, cmd command, files []word.Word) []word.Word {
	if len(cmd.Dirs) != 1 || len(self.Dirs) == 1 && self.Dirs[0] == cmd.Dirs[0] {
		return files
	}
	dir := cmd.Dirs[0]
	if len(self.Dirs) == 1 && str.HasPrefix(dir.Text, self.Dirs[0].Text+"/") {
		dir = word.Word{Text: dir.Text[len(self.Dirs[0].Text)+1:]}
	}
	list := append([]word.Word(nil), files...)
	for i := range list {
		if w := &list[i]; !w.Home && !str.HasPrefix(w.Text, "/") {
			w.Text, w.Home = dir.Text+"/"+w.Text, dir.Home
		}
	}
	return list
}

// maxVariables is how many variables of a call are told to a program.
const maxVariables = 16

// variables are the values that the call gives to variables, which a program may ask for:
// X=a b, export X=a, env X=a b.
func (u *unfolding) variables() (values []word.Word) {
	for i := range u.list {
		for _, a := range u.list[i].Assigns {
			values = append(values, a.Value)
		}
		if cmd := &u.list[i]; cmd.takesVariables() {
			for _, w := range cmd.Words {
				if at := str.IndexByte(w.Text, '='); at > 0 && len(values) < maxVariables && w.Text[0] != '-' {
					values = append(values, word.Word{Text: w.Text[at+1:]})
				}
			}
		}
		if len(values) >= maxVariables {
			return values[:maxVariables]
		}
	}
	return values
}

// takesVariables reports whether the words of the command may be variables that get a value.
func (cmd *command) takesVariables() bool {
	for i := range cmd.readings {
		if cmd.readings[i].SetsVariables() {
			return true
		}
	}
	return false
}

// powerShell reads text for PowerShell, where it is plain words: what its
// grammar has beyond that is not read here.
func (u *unfolding) powerShell(text word.Word, cmd command, depth int) {
	said := powerWords(text.Text)
	if _, ok := plain(said); !ok || text.Holed() {
		u.cannot("PowerShell text is read only where it is plain words; write simple commands")
		return
	}
	cmd.shell, cmd.by = "powershell", cmd.name()
	u.text(said, cmd, depth+1)
}

// powerWords is PowerShell text as a shell would have it: a backslash stands between the
// folders of a path, and a word that begins in quotes ends with them.
func powerWords(text string) string {
	var b []byte
	starts := true
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' {
			c = '/'
		}
		b = append(b, c)
		if !starts || c != '\'' && c != '"' {
			starts = c == ' ' || c == '\t' || c == '|' || c == ';' || c == '&'
			continue
		}
		for i++; i < len(text) && (text[i] != c || i+1 < len(text) && text[i+1] == c); i++ {
			if text[i] == c {
				return text // a quote in quotes
			}
			if b = append(b, text[i]); text[i] == '\\' {
				b[len(b)-1] = '/'
			}
		}
		if i < len(text) {
			b = append(b, c, ' ')
		}
	}
	return string(b)
}

// effects are those of the command by itself, by the reading that has most.
func (cmd *command) effects() effect.Set {
	set := cmd.does
	for _, r := range cmd.Redirs {
		if str.HasPrefix(r.Target.Text, "/dev/tcp/") || str.HasPrefix(r.Target.Text, "/dev/udp/") {
			set |= effect.Sends // bash makes a connection of it
		}
	}
	for i := range cmd.readings {
		set |= cmd.readings[i].Effects()
	}
	return set
}

// startedWith is what a script's text is started with, which has its arguments behind a
// name that says nothing.
func startedWith(args []word.Word) []word.Word {
	if len(args) == 0 {
		return nil
	}
	return append([]word.Word{{Text: string(rune(match.HoleWord))}}, args...)
}

// literal unfolds the text of a string literal as if it were run. Whether it
// is run is not known, so only deny rules are asked, and what does not read as
// shell text is let be.
func (u *unfolding) literal(text string, cmd command, depth int) {
	if text == "" || len(text) > 4096 {
		return
	}
	inner := unfolding{call: u.call}
	outer := command{by: cmd.name(), remote: cmd.remote}
	inner.text(text, outer, depth+1)
	if len(inner.list) > 0 {
		for _, reason := range inner.unread {
			u.cannot(reason)
		}
	}
	for _, c := range inner.list {
		c.literal = true
		c.at, c.from = len(u.list), cmd.at+1
		u.list = append(u.list, c)
	}
}

// partly adds a command of whose name a program computes a part.
func (u *unfolding) partly(text string, cmd command) {
	next := command{by: cmd.name(), remote: cmd.remote, literal: true, spelled: true, at: len(u.list), from: cmd.at + 1}
	for _, w := range str.Fields(text) {
		next.Words = append(next.Words, word.Word{Text: oneHole(w)})
	}
	u.list = append(u.list, next)
}

// oneHole is a word in which holes are no blanks.
func oneHole(w string) string {
	b := []byte(w)
	for i := range b {
		if b[i] == match.Hole {
			b[i] = match.HoleWord
		}
	}
	return string(b)
}

// module adds a module that an interpreter runs as the program that it is. What
// an allowlist lists is the interpreter.
func (u *unfolding) module(words []word.Word, cmd command) {
	next := command{by: cmd.name(), literal: true, at: len(u.list), from: cmd.at + 1}
	next.Words, next.Dirs = words, cmd.Dirs
	u.list = append(u.list, next)
}

// holes makes words unknown where they hold the mark that is filled in later.
func holes(words []word.Word, mark string) []word.Word {
	var out []word.Word
	for _, w := range words {
		if at := str.Index(w.Text, mark); at >= 0 {
			w.Text = w.Text[:at] + string(rune(match.Hole))
			w.Split = false
		}
		out = append(out, w)
	}
	return out
}

// maxBehind is how many words of a program that no table has are tried as the
// beginning of a command that it runs.
const maxBehind = 16

// behind unfolds what a program that no table has might run: a program that one
// has, followed by words, somewhere behind it. Only deny rules look at it. A
// program that is named by a path is a script, and stays what it is.
func (u *unfolding) behind(cmd command, depth int) {
	if cmd.literal || cmd.Function || u.call.isScript(cmd.Words[0].Text) || cmd.guess != "" || depth > maxNesting/2 {
		return
	}
	who := cmd.name() + ", a program"
	for i := 1; i < len(cmd.Words) && i <= maxBehind; i++ {
		w := cmd.Words[i]
		if isOption(w.Text) {
			_, w.Text, _ = str.Cut(w.Text, '=')
		}
		u.quoted(cmd, w, who, depth)
	}
	for i := 1; i < len(cmd.Words)-1 && i <= maxBehind; i++ {
		w := cmd.Words[i]
		// --language Python is no command.
		name := baseName(w.Text)
		if p, _ := u.call.Programs.Program(name, cmd.shell); p == nil || name != str.Lower(name) || !w.Known() || isOption(w.Text) || w.Text == "-" {
			continue
		}
		inner := unfolding{call: u.call}
		next := command{by: cmd.name(), remote: cmd.remote, guess: who}
		next.Words, next.Dirs = cmd.Words[i:], cmd.Dirs
		inner.add(next, depth+1)
		for _, c := range inner.list {
			c.literal, c.guess = true, who
			c.at, c.from = len(u.list), cmd.at+1
			u.list = append(u.list, c)
		}
	}
}

// maxQuoted is how long a word may be that a program which no table has may give
// to a shell: what is longer is a letter.
const maxQuoted = 300

// optionTexts unfolds what an option of which nothing is known may run: the text that
// is its value, if its name says so, or says nothing. Only deny rules look at it.
func (u *unfolding) optionTexts(cmd command, inv *invocation.Invocation, depth int) {
	if cmd.literal || cmd.guess != "" || depth > maxNesting/2 {
		return
	}
	for _, g := range inv.Guesses() {
		if g.MayRun() {
			u.quoted(cmd, g.Word, g.Option+" of "+cmd.name()+", an option", depth)
		}
	}
}

// quoted unfolds a word that holds several, one of which is the name of a program
// where a command begins: what is not known may give it to a shell. behind is that.
func (u *unfolding) quoted(cmd command, w word.Word, behind string, depth int) {
	w.Text = str.TrimPrefix(w.Text, "!") // an editor's command, as it is given to a program that starts one
	if len(w.Text) > maxQuoted || w.Holed() || !u.startsCommand(w.Text, cmd.shell) {
		return
	}
	inner := unfolding{call: u.call}
	inner.text(w.Text, command{by: cmd.name(), remote: cmd.remote, guess: behind}, depth+1)
	for _, c := range inner.list {
		c.literal, c.guess = true, behind
		c.at, c.from = len(u.list), cmd.at+1
		u.list = append(u.list, c)
	}
}

// startsCommand reports whether a known program, and words for it, stand somewhere
// in a text where a command begins.
func (u *unfolding) startsCommand(text, shell string) bool {
	first := true
	words := str.Fields(text)
	for i, w := range words {
		for w != "" && str.IndexByte("({!`$\"'", w[0]) >= 0 {
			w, first = w[1:], true
		}
		name := baseName(w)
		switch {
		case w == "" || str.In(w, "if", "then", "do", "while", "until", "else", "time"):
			first = true
			continue
		case first && i+1 < len(words) && name == str.Lower(name):
			if p, _ := u.call.Programs.Program(name, shell); p != nil {
				return true
			}
		}
		first = str.IndexByte(";&|", w[len(w)-1]) >= 0 || first && str.IndexByte(w, '=') > 0
	}
	return false
}

// copied adds the programs of the system that a command gives another name: under
// that name, which no rule knows, they run as well.
func (u *unfolding) copied(cmd *command, uses []invocation.Use) {
	named := false
	for i := range uses {
		named = named || uses[i].Kind == invocation.Dest || uses[i].Kind == invocation.Into
	}
	if !named || cmd.remote || cmd.literal {
		return
	}
	for i := range uses {
		switch uses[i].Kind {
		case invocation.Read, invocation.ReadTree, invocation.Move, invocation.Link, invocation.Symlink:
		default:
			continue
		}
		for _, w := range uses[i].Words {
			path := str.CleanPath(w.Text)
			if at := str.LastIndexByte(path, '/'); !w.Known() || at < 0 || !str.In(path[:at], "/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/opt/homebrew/bin") {
				continue
			}
			next := command{by: cmd.name(), literal: true, at: len(u.list), from: cmd.at + 1}
			next.Words = []word.Word{{Text: path}, {Text: string(rune(match.Hole)), Split: true}}
			u.list = append(u.list, next)
		}
	}
}
