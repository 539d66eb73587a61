package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// AllowCommand denies every shell command that matches none of its patterns,
// and what would let a listed command do more than it says: writing to files
// that no whitelist covers, and variables that change what runs.
type AllowCommand struct {
	Terms
	Of       []string  `toml:"only-commands"` // the rule judges only these programs; none: all of them
	Patterns []Pattern `toml:"tool-patterns"`
	Table    *Table    `toml:"-"` // Patterns, compiled; nil: they are matched one by one
}

var allowCommand = Kind{
	Name: "allow-command", New: func() Rule { return new(AllowCommand) },
	Events: commandEvents, Judges: JudgesCommands | JudgesRest,
}

// Kind implements [Rule].
func (r *AllowCommand) Kind() *Kind { return &allowCommand }

// Lists implements [Rule].
func (r *AllowCommand) Lists() []List {
	return []List{{Key: "only-commands", Values: r.Of, Optional: true}, {Key: "tool-patterns", Values: texts(r.Patterns)}}
}

// Compiled implements [Compiler].
func (r *AllowCommand) Compiled() ([]Pattern, **Table) { return r.Patterns, &r.Table }

// Check implements [Rule].
func (r *AllowCommand) Check(c *Case) error {
	if c.Does != Shell {
		return nil
	}
	list := c.commandsOf()
	deny := r.deny
	if len(c.unsure) > 0 && len(r.Of) == 0 {
		return deny(c.unsure[0] + "; write the value out")
	}
	for i := range list {
		cmd := &list[i]
		if cmd.literal || len(r.Of) > 0 && !str.In(str.Lower(cmd.name()), r.Of...) {
			continue
		}
		for _, a := range cmd.Assigns {
			if what, ok := steers(a); ok {
				return deny(what)
			}
		}
		if len(cmd.Words) > 0 && !cmd.Function {
			p, ok := r.match(c, cmd)
			if !ok {
				reason := cmd.text() + " is not among the commands of this role (" + r.list() + ")"
				if cmd.by != "" {
					reason = cmd.text() + " (run by " + cmd.by + ") is not among the commands of this role (" + r.list() + ")"
				}
				return deny(reason)
			}
			if !cmd.remote && !c.hasWhitelist() && cmd.readerWrites(p) {
				return deny(cmd.text() + " writes a file, which a role without a files-whitelist has no place for; use the output as it is printed")
			}
		}
		if cmd.remote || c.hasWhitelist() {
			continue
		}
		for _, red := range cmd.Redirs {
			if red.Write && !c.free(red.Target) {
				return deny("writing to " + red.Target.Shown() + " by redirection is not for this role; use the output as it is printed")
			}
		}
	}
	if c.hasWhitelist() {
		return nil
	}
	// Without a whitelist nothing else looks at what a listed command writes.
	return c.eachWrite(func(w Write) error {
		if w.Granted || w.Unnamed {
			return nil
		}
		if w.Unknown {
			return deny(w.unknown())
		}
		if !w.At.Inside {
			return deny(w.Said + " is outside the worktree " + c.Root)
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

// list shows the first patterns of the rule.
func (r *AllowCommand) list() string {
	s := ""
	for i, p := range r.Patterns {
		if i > 0 {
			s += ", "
		}
		if len(s) > 160 {
			return s + "..."
		}
		s += string(p)
	}
	return s
}

// match returns a pattern that allows the command whatever is not known of it.
func (r *AllowCommand) match(c *Case, cmd *command) (Pattern, bool) {
	if len(cmd.Words) == 0 || str.ContainsAny(cmd.Words[0].Text, " \t\n") {
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
		late := c.late()
		if late == nil {
			continue
		}
		for _, p := range r.Patterns {
			if text := renderAllow(form); !namesPath(p) && !match.Holed(text) && late.Match(string(p), text) {
				return p, true
			}
		}
	}
	return "", false
}

func (r *AllowCommand) must(c *Case, form string) int {
	if r.Table != nil {
		if match.Holed(form) {
			return r.Table.Must(form)
		}
		return r.Table.Match(form)
	}
	late := c.late()
	if late == nil {
		return -1
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
			if !str.HasSuffix(string(p), "$") && late.Match(string(p), form) {
				return i
			}
		}
		return -1
	}
	for i, p := range r.Patterns {
		if late.Match(string(p), form) {
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
	words := append([]word.Word(nil), cmd.Words...)
	for i := 1; i < len(words); i++ {
		if words[i].Text == "--" && (i+1 == len(words) || !isOption(words[i+1].Text)) {
			words = append(words[:i], words[i+1:]...)
			break
		}
	}
	for i := 1; i < len(words); i++ {
		words[i].Text = str.CleanOperand(words[i].Text)
	}
	forms := [][]word.Word{words}
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
