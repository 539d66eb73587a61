package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// AllowCommand denies every shell command that is none of its commands, matches
// none of its patterns and does more than its effects, and what would let a
// listed command do more than it says: writing to files that no whitelist
// covers, and variables that change what runs.
//
// A program that runs another one is transparent: each is judged for itself. A
// pattern that says both, as they are written, is enough for both.
type AllowCommand struct {
	Terms

	// The programs that the rule judges.
	// Default: all
	// Example: ["git"]
	Of []string `toml:"only-commands"`

	// Commands that are allowed: a program with its subcommands, options and operands.
	// Example: ["git status", "git log"]
	Commands []Entry `toml:"commands"`

	// What no entry names is allowed if all that it does is among these.
	// Example: ["prints", "reads"]
	Effects []Effect `toml:"effects"`

	// Expressions (RE2) that are matched against one simple command with a blank
	// between its words.
	// Example: ["^git (status|log)( |$)"]
	Patterns []Pattern `toml:"tool-patterns"`

	// Variables of the environment that a listed command may be given, whatever they
	// change of what it runs.
	// Example: ["GIT_PAGER"]
	Variables []Variable `toml:"variables"`

	Table *Table `toml:"-"` // Patterns, compiled; nil: they are matched one by one
}

var allowCommand = Kind{
	Name: "allow-command", New: func() Rule { return new(AllowCommand) },
	Events: commandEvents, Judges: JudgesCommands | JudgesRest,
}

// Kind implements [Rule].
func (r *AllowCommand) Kind() *Kind { return &allowCommand }

// Lists implements [Rule].
func (r *AllowCommand) Lists() []List {
	return []List{
		{Key: "only-commands", Values: r.Of, Optional: true},
		{Key: "commands", Values: texts(r.Commands), OneOf: true},
		{Key: "effects", Values: texts(r.Effects), OneOf: true},
		{Key: "tool-patterns", Values: texts(r.Patterns), OneOf: true},
		{Key: "variables", Values: texts(r.Variables), Optional: true},
	}
}

// Compiled implements [Compiler].
func (r *AllowCommand) Compiled() ([]Pattern, **Table) { return r.Patterns, &r.Table }

// Check implements [Rule].
func (r *AllowCommand) Check(c *Case) error {
	if c.Does != Shell {
		return nil
	}
	list := c.commandsOf()
	if len(c.unsure) > 0 && len(r.Of) == 0 {
		return r.deny(c.unsure[0] + "; write the value out")
	}
	a := allowance{entries: r.Commands, effects: setOf(r.Effects)}
	verdicts := make([]listed, len(list))
	for i := range list {
		cmd := &list[i]
		if cmd.literal && !cmd.loaded && !(cmd.module && verdicts[cmd.from-1].module) || !r.about(cmd, verdicts) {
			continue
		}
		verdicts[i].judged = true
		for _, as := range cmd.Assigns {
			if why := r.variable(c, as, cmd.Dirs); why != "" {
				return r.deny(why)
			}
		}
		if len(cmd.Words) > 0 && !cmd.Function {
			var by listed
			if cmd.from > 0 {
				by = verdicts[cmd.from-1]
			}
			v, why := r.judge(c, cmd, a, by)
			if why != "" {
				return r.deny(why)
			}
			v.judged = true
			verdicts[i] = v
		}
		if !cmd.remote && !c.hasWhitelist() && !a.effects.Has(effect.Writes) {
			if what := c.redirected(cmd); what != "" {
				return r.deny(what)
			}
		}
	}
	if c.hasWhitelist() {
		return nil
	}
	return r.outside(c)
}

// A listed says what of a command its list says beyond the command itself.
type listed struct {
	whole  bool  // a pattern says what it runs as well
	inner  Entry // an entry does
	tools  bool  // what it runs is a tool of the project
	module bool  // what it runs must be listed in its stead
	judged bool  // the rule is about it
}

// about reports whether the rule is about a command: one of its programs, or
// what one of them is told to run.
func (r *AllowCommand) about(cmd *command, verdicts []listed) bool {
	if len(r.Of) == 0 || str.In(str.Lower(cmd.name()), r.Of...) || cmd.from > 0 && verdicts[cmd.from-1].judged {
		return true
	}
	for i := range cmd.readings {
		if str.In(cmd.readings[i].Program.Name, r.Of...) {
			return true // git-push
		}
	}
	return false
}

// judge says why the list does not have a command. by is the verdict on what
// runs it.
func (r *AllowCommand) judge(c *Case, cmd *command, a allowance, by listed) (listed, string) {
	if by.whole {
		return listed{}, ""
	}
	if why := c.obeysData(cmd); why != "" {
		return listed{}, cmd.text() + ": " + why
	}
	if p, ok := r.match(c, cmd); ok {
		if !cmd.remote && !c.hasWhitelist() && cmd.readerWrites(p) && !c.onlyScratch(cmd) {
			return listed{}, cmd.text() + " writes a file, which a role without a files-whitelist has no place for; use the output as it is printed"
		}
		return listed{whole: r.saysWhole(c, cmd, p), tools: cmd.builds() && len(WordsOf(p)) == 1}, ""
	}
	switch {
	case by.inner != "" && cmd.foreign:
		a = allowance{entries: []Entry{by.inner}, spare: a.spare}
	case by.inner != "":
		a.entries = append(append([]Entry(nil), a.entries...), by.inner)
	case by.tools && cmd.onlyBuilds():
		a.entries = append(append([]Entry(nil), a.entries...), Entry(cmd.name()))
	case by.module && !cmd.builds():
		a.effects = 0 // a file of the folder may stand in for the module
	}
	if by.inner == "" && cmd.foreign {
		return listed{}, cmd.text() + " runs in another place than this worktree, where a name may mean another program" + r.among(a)
	}
	found := a.covers(c, cmd)
	if found.ok {
		return listed{inner: found.inner, tools: found.tools, module: found.module}, ""
	}
	said := cmd.text()
	if cmd.by != "" {
		said += " (run by " + cmd.by + ")"
	}
	if found.gap != "" {
		return listed{}, said + ": " + found.gap
	}
	return listed{}, said + r.among(a)
}

func (r *AllowCommand) among(a allowance) string {
	return " is not among the commands of this role (" + a.said(r.Patterns) + ")"
}

// saysWhole reports whether a pattern that the command matches says something
// of the command that it runs, too: not one that matches whatever that is.
func (r *AllowCommand) saysWhole(c *Case, cmd *command, p Pattern) bool {
	if len(cmd.readings) != 1 {
		return false
	}
	for _, u := range cmd.readings[0].Uses() {
		if u.Kind != invocation.Run || u.At <= 0 || len(u.Words) == 0 || u.Option {
			continue
		}
		cut := command{Command: cmd.Command}
		cut.Words = append(append([]word.Word(nil), cmd.Words[:u.At]...), word.Word{Text: "_"})
		_, any := r.match(c, &cut)
		return !any
	}
	return false
}

// redirected says which file the shell would write for a command.
func (c *Case) redirected(cmd *command) string {
	for _, red := range cmd.Redirs {
		t := target{Word: red.Target, redirect: true}
		if red.Write && !c.freeTarget(t) && !c.scratchTarget(cmd, t) {
			return "writing to " + red.Target.Shown() + " by redirection is not for this role; use the output as it is printed"
		}
	}
	return ""
}

// outside objects to what listed commands write outside of the worktree: where
// there is no whitelist nothing else looks at it.
func (r *AllowCommand) outside(c *Case) error {
	return c.eachWrite(func(w Write) error {
		switch {
		case w.Granted || w.Unnamed || c.spares(w):
			return nil
		case w.Unknown:
			return r.deny(w.unknown())
		case !w.At.Inside:
			return r.deny(w.Said + " is outside the worktree " + c.Root)
		}
		return nil
	})
}

// readerWrites reports whether a program that by itself only reads is told to
// write: find -delete, sort -o, git diff --output. A pattern that names an
// option knows what it lists.
func (cmd *command) readerWrites(p Pattern) bool {
	if str.Contains(string(p), " -") {
		return false
	}
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		var set effect.Set
		for _, one := range inv.Path {
			set |= one.Effects
		}
		if set != 0 && set.Within(effect.Prints|effect.Reads) && (len(cmd.targets)+len(cmd.removed) > 0 || len(targetsOf(inv)) > 0) {
			return true
		}
	}
	return false
}

// hasWhitelist reports whether a rule of the policy denies every write that it
// does not list.
func (c *Case) hasWhitelist() bool {
	for _, r := range c.policy.Rules {
		if r.Kind().Judges.Has(JudgesFiles|JudgesRest) && !c.lifted(r.Head()) && (Objections{{Severity: r.Head().Severity}}).Blocks() {
			return true
		}
	}
	return false
}

// match returns a pattern that allows the command whatever is not known of it.
func (r *AllowCommand) match(c *Case, cmd *command) (Pattern, bool) {
	if len(r.Patterns) == 0 || len(cmd.Words) == 0 || str.ContainsAny(cmd.Words[0].Text, " \t\n") {
		return "", false // "ls x" in quotes is a program of that name, not ls
	}
	for _, form := range allowForms(c, cmd) {
		i := r.must(c, renderAllow(form))
		if i < 0 {
			continue
		}
		if p := r.Patterns[i]; !namesPath(p) || r.everyOperand(c, form) {
			return p, true
		}
		// The table names one pattern; another that names no path may match too.
		if !mixedPaths(r.Patterns) {
			continue
		}
		text := renderAllow(form)
		for _, p := range r.Patterns {
			if !namesPath(p) && !match.Holed(text) && c.matches(p, text, false) {
				return p, true
			}
		}
	}
	return "", false
}

func (r *AllowCommand) must(c *Case, form string) int {
	if noneBegins(r.Patterns, form) {
		return -1
	}
	if r.Table != nil {
		if match.Holed(form) {
			return r.Table.Must(form)
		}
		return r.Table.Match(form)
	}
	if match.Holed(form) {
		// Without a table nothing says what a hole could make of it: what
		// stands before it must be enough, and a pattern must not ask for its end.
		for i := 0; i < len(form); i++ {
			if form[i] == match.Hole || form[i] == match.HoleWord {
				form = form[:i]
				break
			}
		}
		for i, p := range r.Patterns {
			if !str.HasSuffix(string(p), "$") && c.matches(p, form, false) {
				return i
			}
		}
		return -1
	}
	for i, p := range r.Patterns {
		if c.matches(p, form, false) {
			return i
		}
	}
	return -1
}

// systemFolders hold programs that an agent cannot replace: /usr/bin/cargo is
// cargo, ./cargo and /tmp/cargo are not.
var systemFolders = []string{"/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/", "/opt/homebrew/bin/", "/usr/local/go/bin/", "/snap/bin/"}

// allowForms are the words an allow pattern is tried against: paths among the
// operands cleaned, and git's options that change nothing taken away.
func allowForms(c *Case, cmd *command) [][]word.Word {
	words := append(first.form.get()[:0], cmd.Words...)
	for i := 1; i < len(words); i++ {
		if words[i].Text == "--" && (i+1 == len(words) || !isOption(words[i+1].Text)) {
			words = append(words[:i], words[i+1:]...)
			break
		}
	}
	for i := 1; i < len(words); i++ {
		words[i].Text = str.CleanOperand(words[i].Text)
	}
	forms := append(first.forms.get()[:0], words)
	for _, f := range systemFolders {
		if t := words[0].Text; str.HasPrefix(t, f) && str.IndexByte(t[len(f):], '/') < 0 {
			short := append([]word.Word(nil), words...)
			short[0].Text = t[len(f):]
			forms = append(forms, short)
		}
	}
	if rest, ok := withoutFree(c, cmd); ok {
		forms = append(forms, append([]word.Word{forms[len(forms)-1][0]}, rest...))
	}
	return forms
}

// mixedPaths reports whether patterns that name paths stand beside some that name none.
func mixedPaths(list []Pattern) bool {
	for _, p := range list {
		if namesPath(p) != namesPath(list[0]) {
			return true
		}
	}
	return false
}

// namesPath reports whether a pattern says which paths a command may take:
// ^rm -rf /tmp/.
func namesPath(p Pattern) bool {
	s := string(p)
	for _, start := range [...]string{" /", " ~/", " ./", " ../", " (/", " (?:/", `\s/`, `\s+/`, " +/"} {
		if str.Contains(s, start) {
			return true
		}
	}
	return false
}

// everyOperand reports whether the pattern, which names a path, allows the
// command with each of its operands alone: ^rm -rf /tmp/ does not allow
// rm -rf /tmp/x /home/u, nor an option behind the first operand.
func (r *AllowCommand) everyOperand(c *Case, form []word.Word) bool {
	first := len(form)
	for i := 1; i < len(form); i++ {
		if str.Contains(form[i].Text, "/") {
			first = i
			break
		}
	}
	head := form[:first]
	for _, w := range form[first:] {
		if isOption(w.Text) || w.Holed() || w.Text == ".." || w.Text == "." {
			return false
		}
		try := func(text string) bool {
			one := append(append([]word.Word(nil), head...), word.Word{Text: text})
			return r.must(c, renderAllow(one)) >= 0
		}
		if !try(w.Text) {
			return false
		}
		// A link inside the named folder must not lead out of it.
		if at, err := c.place(w.Text); err != nil || at.Abs != w.Text && !try(at.Abs) &&
			!(str.HasPrefix(at.Abs, "/private/") && try(at.Abs[len("/private"):])) {
			return false
		}
	}
	return first < len(form)
}

// A granter is a rule that may say itself which files a command writes.
type granter interface {
	grants(*Case, *command) bool
}

// grants reports whether a pattern that names a path allows the command: then
// its operands are the policy's own word.
func (r *AllowCommand) grants(c *Case, cmd *command) bool {
	if len(r.Of) > 0 {
		return false
	}
	p, ok := r.match(c, cmd)
	return ok && namesPath(p)
}

// granted reports whether the policy names what the command writes.
func (c *Case) granted(cmd *command) bool {
	for _, rule := range c.policy.Rules {
		if r, ok := rule.(granter); ok && r.grants(c, cmd) {
			return true
		}
	}
	return false
}

// allowsByName reports whether an entry of the policy names what the command does, down
// to the subcommand: git config.
func (c *Case) allowsByName(cmd *command) bool {
	for _, rule := range c.policy.Rules {
		r, ok := rule.(*AllowCommand)
		if !ok {
			continue
		}
		for _, e := range r.Commands {
			for i := range cmd.readings {
				inv := &cmd.readings[i]
				if entry := e.reads(c, inv, cmd.shell); entry != nil && len(entry.Path) > 1 && len(entry.Path) == len(inv.Path) && inv.Matches(entry) {
					return true
				}
			}
		}
	}
	return false
}

// withoutFree takes away the options in front of a subcommand that change
// nothing of what it does, or only its folder, to one of the worktree.
func withoutFree(c *Case, cmd *command) ([]word.Word, bool) {
	if len(cmd.readings) != 1 || len(cmd.readings[0].Path) < 2 {
		return nil, false
	}
	inv := &cmd.readings[0]
	from := 1
	for from < len(inv.Parts) && inv.Parts[from] != invocation.IsSub {
		from++
	}
	if from == 1 || from == len(inv.Words) {
		return nil, false
	}
	for i := range inv.Given {
		g := &inv.Given[i]
		if g.At < 0 || g.At >= from || g.Option.More != nil && g.Option.More.Free {
			continue
		}
		slot, _ := invocation.ParseSlot(g.Option.Value)
		if slot.Kind != invocation.Cd || len(g.Values) == 0 || !g.Values[0].Known() {
			return nil, false
		}
		if at, err := c.place(g.Values[0].Text); err != nil || !at.Inside {
			return nil, false
		}
	}
	rest := append([]word.Word(nil), inv.Words[from:]...)
	for i := range rest {
		rest[i].Text = str.CleanOperand(rest[i].Text)
	}
	return rest, len(inv.UnknownOptions) == 0
}
