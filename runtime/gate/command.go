package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A command is one simple command as it is judged: one of the text's own, or
// one that a command in it runs ("sudo -u x git push" runs "git push").
type command struct {
	word.Command
	remote  bool   // it runs on another machine or in a container: its paths are not ours
	foreign bool   // it is run where a name may be another program: what lists programs does not mean it
	by      string // the command that runs it, "" for one of the text's own

	literal       bool         // a string in a program that may be run: for deny rules only
	slip          bool         // it is a literal: a command with an option in it that the call's own text holds
	spelled       bool         // it is a literal of whose name a part is computed
	hidden        bool         // it is a name in which that of a command may be hidden, see [script.Found]
	loaded        bool         // it is a literal in a file of the call that a program loads, and reaches beyond files
	module        bool         // it is a literal, and does run: python -m x
	writesUnknown bool         // it is a program that can write files which it does not name here
	writesPath    bool         // and does, by paths that it computes
	targets       []word.Word  // files that its own little language writes
	steers        []target     // what it writes into, to have a program run something
	linksBy       []scriptLink // and symbolic links that it makes
	removed       []word.Word  // and deletes, with what is below them
	finding       *finding     // what it finds, if it is find
	fedBy         int          // where the command stands that prints what its here-string is, counted from 1
	foundBy       *finding     // the words with ** in them are what this finds
	read          []word.Word  // and reads
	handed        []word.Word  // and what it gives to functions of which nothing is known
	does          effect.Set   // what else it does
	shell         string       // whose names its first word is one of: powershell, cmd
	project       bool         // an interpreter that it runs is the project's own
	own           bool         // it is run by such a command
	guess         string       // what is not known behind which its words stand: a program, an option, a file
	readings      []invocation.Invocation
	among         *sieve   // what find leaves out of what it gives to the command
	unsureNames   bool     // the words with ** in them may be names of what is not there
	puts          []string // text that its scripts put into the files that it changes
	putsAny       bool     // they can put other text there, too
	variable      bool     // it is an assignment, read as a command that the variable's readers run
	exported      bool     // and programs see it

	handsOn bool        // patterns in the text that it runs are what it was given, and not its own
	there   []word.Word // where find begins, if it runs in the folder of each file that is found
	given   []word.Word // what the shell text that it runs is started with, $0 first

	at    int // its place in the call's list of commands
	from  int // that of the command that runs it, counted from 1; 0 if none does
	forms []string
}

// Bounds on what one call may unfold to.
const (
	maxNesting  = 24
	maxJudged   = 20000
	maxOperands = 4096     // words of one command
	maxProgram  = 64 << 10 // bytes of a program in another language
)

// commandsOf reads the call's command lines once: every simple command in
// them, those that other commands run included.
func (c *Case) commandsOf() []command {
	if !c.read {
		c.read = true
		c.unfold(true)
		if c.lists && c.makesNames() {
			c.unfold(false)
		}
	}
	return c.commands
}

// unfold reads the call's command lines. lists says whether words that a command is
// fed are what, by the disk, others list.
func (c *Case) unfold(lists bool) {
	c.lists, c.programs = false, 0
	u := unfolding{call: c, list: first.commands.get()[:0], lists: lists}
	for _, text := range c.Commands {
		if c.Tool == "PowerShell" {
			if _, ok := plain(text); !ok {
				u.cannot("PowerShell text is read only where it is plain words; write simple commands")
			}
		}
		outer := command{}
		switch c.Tool {
		case "PowerShell":
			outer.shell = "powershell"
		case "cmd":
			outer.shell = "cmd"
		}
		u.text(text, outer, 0)
	}
	u.exportedLater()
	u.withFlags()
	u.withSubscripts()
	u.withSlips()
	u.strangeCommands()
	u.madeOptions()
	u.ranAfterWriting()
	u.replaced()
	c.commands, c.unread, c.unsure = u.list, u.unread, u.unsure
}

// An unfolding collects commands, going into what they run.
type unfolding struct {
	call    *Case
	list    []command
	flagged []flagged // programs that take options from variables of the call
	assigns []assigned
	lists   bool // what a command is fed is looked up on the disk where others list it

	home       *word.Word // what the call makes of HOME, nil: nothing
	evaluates  bool       // arithmetic goes into what is not known
	subscripts []string   // what could run in it, see [word.Script]

	unread []string // what no policy with a command rule can judge
	unsure []string // what no allowlist can judge
}

func (u *unfolding) cannot(reason string) {
	for _, r := range u.unread {
		if r == reason {
			return
		}
	}
	if len(u.unread) < 50 {
		u.unread = append(u.unread, reason)
	}
}

// text unfolds shell text that runs within the command outer.
func (u *unfolding) text(text string, outer command, depth int) {
	if depth > maxNesting {
		u.cannot("commands nested more than " + str.Itoa(maxNesting) + " deep")
		return
	}
	if list, ok := plain(text); ok {
		for _, one := range list {
			u.inner(one, outer, depth, nil)
		}
		return
	}
	late := u.call.late()
	if late == nil {
		return
	}
	how := word.Reading{Shell: outer.by, Known: u.call.Programs, Given: outer.given}
	if depth == 0 && outer.by == "" {
		how.Temp = u.call.tempFolder() // in a text that another command runs it may be another
	}
	script, err := late.Parse(text, how)
	if err != nil {
		u.cannot(err.Error() + "; write it in plain commands")
		return
	}
	for _, reason := range script.Unread {
		u.cannot(reason)
	}
	u.unsure = append(u.unsure, script.Unsure...)
	u.evaluates = u.evaluates || script.Evaluates
	u.subscripts = append(u.subscripts, script.Subscripts...)
	places := make([]int, len(script.Commands)) // in the list of the call's commands
	for i, one := range script.Commands {
		places[i] = len(u.list)
		u.inner(one, outer, depth, places[:i])
	}
}

// withSubscripts judges what could run where the call evaluates, as arithmetic,
// what it puts together.
func (u *unfolding) withSubscripts() {
	if !u.evaluates || len(u.subscripts) == 0 {
		return
	}
	list := u.subscripts
	u.subscripts = nil
	u.unsure = append(u.unsure, "arithmetic goes into names and their subscripts, and "+str.OneLine(list[0], 60)+" may come to stand in one")
	for _, text := range list {
		u.literal(text, command{}, 1)
	}
}

// inner adds a command that runs within outer: where outer runs, fed by what
// feeds outer. places are where those stand that its text has in front of it.
func (u *unfolding) inner(one word.Command, outer command, depth int, places []int) {
	if len(outer.Dirs) > 0 {
		if len(one.Dirs) == 0 {
			one.Dirs = outer.Dirs
		} else if !allRooted(one.Dirs) {
			one.Dirs = []word.Word{{Text: string(rune(match.Hole))}}
		}
	}
	if !one.Piped && one.Stdin == nil {
		one.Piped, one.Stdin = outer.Piped, outer.Stdin
	}
	if u.home != nil && outer.by != "" {
		one = u.rehomed(one)
	}
	next := command{Command: one, remote: outer.remote, foreign: outer.foreign, by: outer.by, shell: outer.shell}
	if outer.by != "" {
		next.from = outer.at + 1
	}
	if outer.handsOn {
		next.foundBy, next.among, next.unsureNames = outer.foundBy, outer.among, outer.unsureNames
	}
	u.substituted(&next, places)
	u.add(next, depth)
}

// rehomed is a command of an inner text, whose home folder is the one that the
// call has made of it.
func (u *unfolding) rehomed(one word.Command) word.Command {
	homes := func(list []word.Word) []word.Word {
		out := append([]word.Word(nil), list...)
		for i, w := range out {
			if w.Home && (w.Text == "~" || str.HasPrefix(w.Text, "~/")) {
				out[i].Text, out[i].Home = u.home.Text+w.Text[1:], u.home.Home
			}
		}
		return out
	}
	one.Words, one.Dirs = homes(one.Words), homes(one.Dirs)
	redirs := append([]word.Redirect(nil), one.Redirs...)
	for i := range redirs {
		redirs[i].Target = homes([]word.Word{redirs[i].Target})[0]
	}
	one.Redirs = redirs
	return one
}

func allRooted(dirs []word.Word) bool {
	for _, d := range dirs {
		if _, here := behindHere(d.Text); here || !str.HasPrefix(d.Text, "/") && !d.Home {
			return false
		}
	}
	return true
}

// add judges a command and what it runs.
func (u *unfolding) add(cmd command, depth int) {
	if len(u.list) >= maxJudged {
		u.cannot("more than " + str.Itoa(maxJudged) + " commands in one call")
		return
	}
	if depth > maxNesting {
		u.cannot("commands nested more than " + str.Itoa(maxNesting) + " deep")
		return
	}
	if len(cmd.Words) > maxOperands || len(cmd.Redirs) > maxOperands/4 {
		u.cannot("a command of more than " + str.Itoa(maxOperands) + " words; split it up")
		return
	}
	holes := 0
	for _, w := range cmd.Words {
		if w.Holed() {
			holes++
		}
	}
	if holes > 256 {
		u.cannot("a command with more than 256 words that are not known before it runs; write it out")
		return
	}
	cmd.at = len(u.list)
	u.list = append(u.list, cmd)
	for _, a := range cmd.Assigns {
		u.assigned(a, cmd, depth)
	}
	if len(cmd.Words) == 0 {
		return
	}
	if w := cmd.Words[0]; !w.Known() && !w.Named() {
		u.cannot("the command that " + cmd.by + " runs is computed at run time; write it out")
		return
	}
	if !cmd.literal && word.Unseen(cmd.Words[0].Text) {
		u.cannot("the command word " + cmd.Words[0].Shown() + " has a character in it that is not seen; write it in plain letters")
	}
	u.unfold(cmd, depth)
}

// unfold reads the words of a command in every way that they can be read, and
// goes into what it runs.
func (u *unfolding) unfold(cmd command, depth int) {
	readings := u.readings(&cmd)
	u.list[cmd.at].readings = readings
	for i := range readings {
		u.follow(cmd, &readings[i], depth)
	}
	if len(readings) == 0 {
		u.behind(cmd, depth)
	}
}

// run unfolds the command words that cmd runs.
func (u *unfolding) run(words []word.Word, cmd command, depth int) {
	if len(words) == 0 {
		return
	}
	next := command{remote: cmd.remote, foreign: cmd.foreign, by: cmd.name(), from: cmd.at + 1, shell: cmd.shell, own: cmd.project, foundBy: cmd.foundBy, among: cmd.among, unsureNames: cmd.unsureNames}
	next.Words, next.Dirs, next.there = words, cmd.Dirs, cmd.there
	if next.there == nil {
		next.there = u.runsThere(&cmd)
	}
	if p, _ := u.call.Programs.Program(baseName(words[0].Text), cmd.shell); next.there != nil && p != nil && p.Shell() {
		next.Dirs, next.there = []word.Word{{Text: string(rune(match.Hole)), Made: true}}, nil
	}
	next.Piped, next.Alone, next.Stdin = cmd.Piped, cmd.Alone, cmd.Stdin
	u.add(next, depth+1)
	if !sameWords(cmd.Dirs, u.list[cmd.at].Dirs) {
		if next.Words = u.fromHere(words, &cmd); next.Words != nil {
			u.add(next, depth+1)
		}
	}
}

// fromHere are words with the folder written out in which a command stands that runs them
// in another one: env -C src touch "$PWD/x" names it. It is nil if none has it. Where the
// words say /proc/self/cwd themselves it is the other folder, so both are judged.
func (u *unfolding) fromHere(words []word.Word, cmd *command) (named []word.Word) {
	for i, w := range words {
		if !str.Contains(w.Text, word.Here) {
			continue
		}
		if named == nil {
			named = append(named, words...)
		}
		from := u.call.Cwd
		if dirs := u.list[cmd.at].Dirs; len(dirs) > 0 {
			switch d := dirs[0]; {
			case len(dirs) > 1 || !d.Known() || d.Home:
				from = string(rune(match.Hole))
			case str.HasPrefix(d.Text, "/"):
				from = d.Text
			default:
				from += "/" + d.Text
			}
		}
		text := ""
		for rest := w.Text; ; {
			before, after, more := str.CutText(rest, word.Here)
			if text += before; !more {
				break
			}
			text, rest = text+from, after
		}
		named[i].Text = text
	}
	return named
}

// runsThere are the places at which a command begins that starts others in the folders
// that it comes by: find . -execdir. The files there it gives to them by their paths.
func (u *unfolding) runsThere(cmd *command) []word.Word {
	for _, w := range cmd.Words[1:] {
		if !str.In(w.Text, "-execdir", "-okdir") {
			continue
		}
		if list := u.list[cmd.at].readings; len(list) > 0 {
			return starts(&list[0])
		}
	}
	return nil
}

// runText unfolds shell text that cmd runs, made of words joined by blanks.
func (u *unfolding) runText(words []word.Word, cmd command, depth int) {
	for _, w := range words {
		if w.Holed() {
			u.cannot("the text that " + cmd.name() + " runs is computed at run time; write it out")
			return
		}
	}
	text := renderAllow(words)
	outer := cmd
	outer.by = cmd.name()
	u.text(text, outer, depth+1)
	if words = u.fromHere(words, &cmd); words != nil {
		u.text(renderAllow(words), outer, depth+1)
	}
}

// name is the command's base name: git for /usr/bin/git.
func (cmd *command) name() string {
	if len(cmd.Words) == 0 {
		return ""
	}
	return baseName(cmd.Words[0].Text)
}

func baseName(s string) string {
	s = s[str.LastIndexByte(s, '/')+1:]
	s = s[str.LastIndexByte(s, '\\')+1:]
	if len(s) > 1 && s[0] == '=' {
		s = s[1:] // zsh's way to say which
	}
	for _, ext := range [...]string{".exe", ".EXE", ".cmd", ".bat"} {
		if str.HasSuffix(s, ext) {
			return s[:len(s)-len(ext)]
		}
	}
	return s
}

// text renders the command for a message.
func (cmd *command) text() string {
	const most = 80
	s := ""
	for i, w := range cmd.Words {
		if i > 0 {
			s += " "
		}
		s += w.Shown()
		if len(s) > most {
			cut := most
			for cut > 0 && s[cut]&0xC0 == 0x80 {
				cut--
			}
			return s[:cut] + "..."
		}
	}
	return s
}

// unreadable objects to what cannot be read of the call's commands. Every
// policy with a rule about commands or files has it.
func (c *Case) unreadable(capability string) error {
	c.commandsOf()
	if len(c.unread) == 0 {
		return nil
	}
	return &Denial{Capability: capability, Reason: c.unread[0]}
}
