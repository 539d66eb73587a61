package gate

import (
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// DenyCommand denies the shell commands that are one of its commands, have one
// of its effects or match one of its patterns, in whatever form they are written
// and whatever runs them.
type DenyCommand struct {
	Terms

	// Commands that are denied: a program with its subcommands, options and operands.
	// Example: ["git push", "git reset --hard"]
	Commands []Entry `toml:"commands"`

	// Effects that are denied.
	// Example: ["destroys", "sends"]
	Effects []Effect `toml:"effects"`

	// Commands that are not denied, if they are no more than that.
	// Example: ["git status"]
	Except []Entry `toml:"except"`

	// Expressions (RE2) that are matched against one simple command with a blank
	// between its words.
	// Example: ["^git( |$)"]
	Patterns []Pattern `toml:"tool-patterns"`

	// Whether a program that no table has is taken to run none of its words.
	// Default: false
	TrustUnknown bool `toml:"trust-unknown"`

	// Whether the rule, and not the first of the role, answers for what of a call
	// cannot be read where the call reads from the network: curl URL | sh.
	// Default: false
	Fetched bool `toml:"fetched"`

	Table *Table `toml:"-"` // Patterns, compiled; nil: they are matched one by one
}

var denyCommand = Kind{
	Name: "deny-command", New: func() Rule { return new(DenyCommand) },
	Events: commandEvents, Judges: JudgesCommands,
}

// Kind implements [Rule].
func (r *DenyCommand) Kind() *Kind { return &denyCommand }

// Lists implements [Rule].
func (r *DenyCommand) Lists() []List {
	lists := []List{
		{Key: "commands", Values: texts(r.Commands), OneOf: true},
		{Key: "effects", Values: texts(r.Effects), OneOf: true},
		{Key: "except", Values: texts(r.Except), Optional: true},
		{Key: "tool-patterns", Values: texts(r.Patterns), OneOf: true},
	}
	if r.Fetched {
		lists = append(lists, List{Key: "fetched", Values: []string{"true"}})
	}
	return trusting(lists, r.TrustUnknown)
}

// trusting adds to what a rule lists that it lets pass what is not known.
func trusting(lists []List, yes bool) []List {
	if yes {
		lists = append(lists, List{Key: "trust-unknown", Values: []string{"true"}})
	}
	return lists
}

// Compiled implements [Compiler].
func (r *DenyCommand) Compiled() ([]Pattern, **Table) { return r.Patterns, &r.Table }

// Check implements [Rule].
func (r *DenyCommand) Check(c *Case) error {
	if c.Does != Shell {
		return nil
	}
	list := c.commandsOf()
	effects := setOf(r.Effects)
	for i := range list {
		cmd := &list[i]
		if cmd.variable || cmd.own && cmd.interprets() || cmd.guess != "" && r.TrustUnknown {
			continue
		}
		why := r.against(c, cmd, effects)
		if why == "" || r.excepts(c, cmd, effects) {
			continue
		}
		said := cmd.text()
		if unknown := cmd.unknown(); unknown != "" {
			return r.deny(said + " is behind " + unknown + " that is not known here and may run it, and " + why + "; run the command itself")
		} else if cmd.by != "" {
			said += " (run by " + cmd.by + ")"
		}
		return r.deny(said + " " + why)
	}
	return nil
}

// excepts reports whether an entry covers the command itself: not a module that
// it runs, nor a file that the shell writes for it.
func (r *DenyCommand) excepts(c *Case, cmd *command, effects effect.Set) bool {
	if len(r.Except) == 0 || effects.Has(effect.Writes) && c.redirected(cmd) != "" {
		return false
	}
	for _, a := range cmd.Assigns {
		if _, obeyed := c.steers(a); obeyed {
			return false
		}
	}
	// An option that only reads a file makes no more of what is denied.
	spare := (effect.Prints | effect.Reads) &^ effects
	found := allowance{entries: r.Except, spare: spare}.covers(c, cmd)
	return found.ok && !found.module
}

// against says what the rule has against a command by itself.
func (r *DenyCommand) against(c *Case, cmd *command, effects effect.Set) string {
	switch {
	case cmd.spelled:
		return r.againstSpelled(c, cmd)
	case cmd.hidden:
		return r.againstHidden(c, cmd)
	}
	p, ok := r.match(c, cmd)
	if !ok && !r.TrustUnknown {
		p, ok = r.matchBehind(c, cmd)
	}
	if name, alias := cmd.mayBeAlias(); ok && alias && str.Contains(string(p), name+" ") {
		return "is none of " + name + "'s own subcommands, so it may be an alias for what this rule lists; write the subcommand out"
	} else if ok {
		if words := p.words(); words != "" {
			return "counts as " + words
		}
		return "is on the list of this rule"
	}
	for _, e := range r.Commands {
		if cmd.matchedBy(c, e) {
			if str.HasPrefix(cmd.text(), string(e)) {
				return "is on the list of this rule"
			}
			return "is " + string(e)
		}
	}
	if found := c.judgedEffects(cmd) & effects; found != 0 && !c.sifted(cmd, found) {
		return found.Does()
	}
	return ""
}

// match returns the first pattern that a form of the command matches, or could
// match with what is not known of it filled in.
func (r *DenyCommand) match(c *Case, cmd *command) (Pattern, bool) {
	for _, form := range cmd.denyForms() {
		i := firstMatch(c, r.Table, r.Patterns, form)
		if i >= 0 && match.Holed(form) && hasOptionWord(r.Patterns[i]) {
			// Whether the options are there hasWords knows better: a quoted
			// operand is not taken for one.
			i = firstMatch(c, r.Table, r.Patterns, withoutHoles(form))
		}
		if i >= 0 && !(cmd.holesAreOperands() && onlyDashed(c, r.Table, r.Patterns, form)) {
			return r.Patterns[i], true
		}
	}
	if r.Table != nil && len(r.Table.Options) > 0 {
		for _, i := range optionPatterns(r.Table.Options) {
			if i < len(r.Patterns) && cmd.hasWords(c.Programs, r.Patterns[i]) {
				return r.Patterns[i], true
			}
		}
	}
	return "", false
}

// matchBehind matches, by pattern or entry, the words behind a program that no table has: it may run
// them. A pattern of one word wants a further word behind it.
func (r *DenyCommand) matchBehind(c *Case, cmd *command) (Pattern, bool) {
	if len(cmd.readings) > 0 || len(cmd.Words) == 0 || cmd.literal || cmd.Function || c.isScript(cmd.Words[0].Text) {
		return "", false
	}
	for i := 1; i < len(cmd.Words)-1 && i <= maxBehind; i++ {
		if t := cmd.Words[i].Text; !cmd.Words[i].Known() || isOption(t) || t != str.Lower(t) {
			continue
		}
		tail := command{Command: word.Command{Words: cmd.Words[i:]}}
		if p, ok := r.match(c, &tail); ok {
			return p, true
		}
		if len(r.Commands) > 0 {
			tail.readings = c.Programs.Read(tail.Words, tail.name(), cmd.shell)
		}
		for _, e := range r.Commands {
			if tail.matchedBy(c, e) {
				return Pattern(e), true
			}
		}
	}
	return "", false
}

// interprets reports whether the command is an interpreter of a language.
func (cmd *command) interprets() bool {
	return len(cmd.readings) > 0 && cmd.readings[0].Interprets()
}

// unknown names the program, or the option, that no table has and that may run the
// command; "" if there is none.
func (cmd *command) unknown() string {
	switch {
	case cmd.guess != "":
		return cmd.guess
	case len(cmd.readings) == 0 && len(cmd.Words) > 2 && !cmd.literal:
		return cmd.name() + ", a program"
	}
	return ""
}

// hasOptionWord reports whether a pattern is words with an option among them.
func hasOptionWord(p Pattern) bool { return OptionPatterns([]Pattern{p}) != "" }

// holesAreOperands reports whether no word that is not known can be an option: it
// stands behind --, or is a folder, a commit or a date; or it is all that the program
// would have to work on.
func (cmd *command) holesAreOperands() bool {
	if len(cmd.readings) == 0 {
		return false
	}
	may := func(w word.Word) bool {
		return w.Holed() && !w.Plain && (w.Split || str.IndexByte("-"+string(rune(match.Hole))+string(rune(match.HoleWord)), w.Text[0]) >= 0)
	}
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		if len(inv.Operands) == 1 && len(inv.Doubtful) < 2 && oneWord(inv.Operands[0]) && inv.IdleAlone() {
			continue
		}
		for _, w := range inv.Doubtful {
			if may(w) {
				return false
			}
		}
		for at, w := range inv.Operands {
			if may(w) && (inv.End < 0 || at < inv.End) {
				return false
			}
		}
		for at := range inv.Given {
			for _, w := range inv.Given[at].Values {
				if may(w) && w.Spills() {
					return false
				}
			}
		}
	}
	return true
}

// oneWord reports whether a word stays one, and is all of it not known.
func oneWord(w word.Word) bool {
	return !w.Split && !w.Glob && len(w.Text) == 1 && w.Text[0] == match.HoleWord
}

// onlyDashed reports whether a form, of which a word is not known, matches no more if
// that word begins with anything but a dash: rm -- "$x" is no rm -rf.
func onlyDashed(c *Case, t *Table, patterns []Pattern, form string) bool {
	if t == nil {
		return false
	}
	for at := range len(form) {
		if form[at] != match.Hole && form[at] != match.HoleWord || at == 0 || form[at-1] != ' ' {
			continue
		}
		matches := firstMatch(c, t, patterns, form[:at]+form[at+1:]) >= 0
		for first := byte(match.HoleWord + 1); first != 0 && !matches; first++ {
			if form[at] == match.HoleWord && str.IndexByte(blanks, first) >= 0 {
				continue // it is one word
			}
			matches = first != '-' && firstMatch(c, t, patterns, form[:at]+string([]byte{first})+form[at:]) >= 0
		}
		if !matches {
			return true
		}
	}
	return false
}

// withoutHoles is a form with something harmless in place of what is not known.
func withoutHoles(form string) string {
	b := []byte(form)
	for i := range b {
		if b[i] == match.Hole || b[i] == match.HoleWord {
			b[i] = '_'
		}
	}
	return string(b)
}

// firstMatch returns the index of a pattern that the rendered command could match.
func firstMatch(c *Case, t *Table, patterns []Pattern, form string) int {
	if noneBegins(patterns, form) {
		return -1
	}
	if t != nil {
		if match.Holed(form) {
			return t.Could(form)
		}
		return t.Match(form)
	}
	if len(patterns) == 0 {
		return -1
	}
	holed := match.Holed(form)
	for i, p := range patterns {
		// Without a table nothing says what a hole could make of it.
		if holed || c.matches(p, form, true) {
			return i
		}
	}
	return -1
}

// mayBegin reports whether a text could match the pattern by how it begins:
// false only if the pattern is anchored and begins with other letters. It spares
// a gate the pages of a table that says so at greater length.
func (p Pattern) mayBegin(text string) bool {
	if len(p) == 0 || p[0] != '^' {
		return true
	}
	depth := 0
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\', '[':
			return true // what follows is not read here
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 {
				return true
			}
		}
	}
	for i := 1; i < len(p) && i-1 < len(text); i++ {
		c, t := p[i], text[i-1]
		if !isLetter(c) && c != ' ' && c != '-' && c != '/' || t == match.Hole || t == match.HoleWord {
			return true
		}
		if i+1 < len(p) && str.IndexByte("*?{+", p[i+1]) >= 0 {
			return true
		}
		if c != t {
			return false
		}
	}
	return true
}

// noneBegins reports whether the patterns are few, and certainly none of them
// matches a text: each begins with something else.
func noneBegins(patterns []Pattern, text string) bool {
	if len(patterns) > 4 {
		return false
	}
	for _, p := range patterns {
		if p.mayBegin(text) {
			return false
		}
	}
	return true
}
