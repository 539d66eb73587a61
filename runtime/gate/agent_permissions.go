package gate

import (
	"kei/runtime/client"
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
)

// AgentPermissions are the rules of one agent's definition, beside those of its
// role: for each tool an ordered list of which the first that matches decides. They
// only take away: what they allow, the role may still deny.
type AgentPermissions struct {
	Agent    string
	Tools    []string // the tools that the agent has; none: all
	Sections []PermissionSection
}

// A PermissionSection is what a definition says of one tool.
type PermissionSection struct {
	Tool   string // read, search, bash, edit, webfetch, websearch, question, task, external_directory
	Intent string // allow, ask or deny: what is done where no rule matches
	Rules  []PermissionRule
}

// A PermissionRule is one pattern, and what is done about what it matches.
type PermissionRule struct{ Pattern, Action string }

// agentPermissions is no kind that a capability can have: it is made of definitions.
var agentPermissions = Kind{
	Name: "agent-permissions", New: func() Rule { return new(AgentPermissions) },
	Events: anyEvents, Judges: JudgesCommands | JudgesFiles | JudgesTools | JudgesRest,
}

// Kind implements [Rule].
func (r *AgentPermissions) Kind() *Kind { return &agentPermissions }

// Head implements [Rule].
func (r *AgentPermissions) Head() *Terms { return &Terms{Capability: "agent " + r.Agent} }

// Lists implements [Rule].
func (r *AgentPermissions) Lists() []List {
	lists := []List{{Key: "tools", Values: r.Tools}}
	for _, s := range r.Sections {
		values := []string{s.Intent}
		for _, one := range s.Rules {
			values = append(values, one.Pattern+":"+one.Action)
		}
		lists = append(lists, List{Key: s.Tool, Values: values})
	}
	return lists
}

// section is what the definition says of a tool, nil if nothing.
func (r *AgentPermissions) section(tool string) *PermissionSection {
	for i := range r.Sections {
		if r.Sections[i].Tool == tool {
			return &r.Sections[i]
		}
	}
	return nil
}

// toolOf is what a definition calls the tool that is called, "" if nothing.
func toolOf(c *Call) string {
	switch c.Does {
	case Shell:
		return "bash"
	case Edit:
		return "edit"
	case Read:
		return "read"
	case Search:
		return "search"
	case Agent:
		return "task"
	case Fetch:
		if client.Means("WebSearch", &c.Call) {
			return "websearch"
		}
		return "webfetch"
	}
	if client.Means("AskUserQuestion", &c.Call) {
		return "question"
	}
	return ""
}

// A ruling is what a definition says of one call, and why.
type ruling struct {
	action string
	why    string
	told   bool // why says already that it may not be
}

// says is why, and that it is the definition which does that.
func (v *ruling) says(does string) string {
	if v.told {
		return v.why + ": this agent's definition " + does + " it"
	}
	return v.why + ", which this agent's definition " + does
}

// worse takes the stricter of two.
func (v *ruling) worse(action, why string) {
	if action == string(deny) && v.action != string(deny) || action == string(ask) && v.action == string(allow) {
		*v = ruling{action: action, why: why}
	}
}

// Check implements [Rule].
func (r *AgentPermissions) Check(c *Case) error {
	tool := toolOf(c.Call)
	// What definitions have no word for is the role's business.
	if len(r.Tools) > 0 && tool != "" && !str.In(tool, r.Tools...) {
		return r.Head().deny(c.Tool + " is not among the tools of this agent (" + str.Join(r.Tools, ", ") + "); report what you need instead")
	}
	v := ruling{action: string(allow)}
	switch s := r.section(tool); {
	case tool == "bash":
		r.commands(c, s, &v)
	case s == nil || tool == "edit" || tool == "read" || tool == "search":
	case tool == "webfetch" || tool == "task":
		s.targets(c, &v)
	default:
		v.worse(s.strictest(), c.Tool)
	}
	if err := r.files(c, tool, &v); err != nil {
		return err
	}
	if v.action != string(deny) {
		r.reads(c, tool, &v)
	}
	switch v.action {
	case string(allow):
		return nil
	case string(ask):
		t := Terms{Capability: "agent " + r.Agent, Severity: Ask}
		return t.deny(v.says("asks about") + "; leave it out, or say in your report why it is needed")
	}
	return r.Head().deny(v.says("denies") + "; say in your report what you need")
}

// strictest is the least that the section lets through.
func (s *PermissionSection) strictest() string {
	v := ruling{action: s.Intent}
	for _, r := range s.Rules {
		v.worse(r.Action, "")
	}
	return v.action
}

// commands rules on every simple command of the call.
func (r *AgentPermissions) commands(c *Case, s *PermissionSection, v *ruling) {
	if s == nil {
		return
	}
	list := c.commandsOf()
	if len(c.unread) > 0 {
		v.worse(string(deny), c.unread[0])
		return
	}
	written := ""
	if len(list) == 1 && len(c.Commands) == 1 {
		written = str.Trim(c.Commands[0])
	}
	l := lines{c: c, s: s, steered: c.steered(list)}
	for i := range list {
		cmd := &list[i]
		if cmd.variable || len(cmd.Words) == 0 {
			continue
		}
		l.command(cmd, written, v)
	}
	// Who runs what is allowed, and passes on or cuts what it prints, does nothing
	// of its own: timeout, cd, tail. A rule about it decides all the same.
	for _, cmd := range l.rest {
		if why := cmd.text() + " matches no rule"; l.steered != "" {
			v.worse(s.Intent, why+", or one that allows it while "+l.steered)
		} else if !l.allowed || !printsOnly(c, cmd) {
			v.worse(s.Intent, why)
		}
	}
}

// steered says what in the call changes what a command runs, so that a rule which
// allows the command does not know what it allows; "" if nothing does.
func (c *Case) steered(list []command) string {
	if len(c.unsure) > 0 {
		return c.unsure[0]
	}
	for i := range list {
		if cmd := &list[i]; !cmd.literal {
			for _, a := range cmd.Assigns {
				if why, ok := c.steers(a); ok {
					return why
				}
			}
		}
	}
	return ""
}

// printsOnly reports whether the command by itself does nothing but print, or run
// what is judged by itself.
func printsOnly(c *Case, cmd *command) bool {
	return allowance{effects: effect.Prints}.covers(c, cmd).ok
}

// lines are the commands of one call before a section.
type lines struct {
	c       *Case
	s       *PermissionSection
	steered string     // why no rule's allow counts
	allowed bool       // a rule allows one of them
	rest    []*command // those that no rule is about
}

// command rules on one. written is its text as it was typed, where the call is
// nothing else: quotes that a pattern has are compared there, and blanks.
func (l *lines) command(cmd *command, written string, v *ruling) {
	text := renderAllow(cmd.Words)
	forms := append([]string{text, written}, cmd.denyForms()...)
	guessed := cmd.literal || cmd.guess != "" // it may not run: only what a rule names counts
	bare := len(cmd.Words) > 1                // without its options it would be the program's name, which is another command
	for _, w := range cmd.Words {
		bare = bare && !w.Holed()
	}
	for _, rule := range l.s.Rules {
		matches := matchCommand(rule.Pattern, text, false) && !str.Contains(written, "  ") || written != "" && matchCommand(rule.Pattern, written, false)
		if rule.Action == string(allow) {
			if matches && !guessed && l.steered == "" {
				l.allowed = true
				return
			}
			continue
		}
		for _, f := range forms {
			if bare && str.IndexByte(f, ' ') < 0 {
				continue
			}
			if f != "" && matchCommand(rule.Pattern, f, true) {
				v.worse(rule.Action, cmd.text()+" matches "+rule.Pattern)
			}
		}
		if matches {
			return
		}
	}
	if !guessed {
		l.rest = append(l.rest, cmd)
	}
}

// matchCommand compares a pattern with a command's text: a star is any text, one
// behind a last blank may be missing with it. With may, what is not known of the
// text is filled in so that it matches; without, only a star matches it.
func matchCommand(pattern, text string, may bool) bool {
	if stem, ok := trailingStar(pattern); ok && wildMatch(stem, text, may) {
		return true
	}
	return wildMatch(pattern, text, may)
}

// trailingStar cuts a last " *" off.
func trailingStar(pattern string) (stem string, ok bool) {
	n := len(pattern)
	for n > 0 && pattern[n-1] == '*' {
		n--
	}
	if n == len(pattern) || n == 0 || pattern[n-1] != ' ' {
		return "", false
	}
	return pattern[:n-1], true
}

// wildMatch follows all ways through a pattern at once.
func wildMatch(pattern, text string, may bool) bool {
	here, there := make([]bool, len(pattern)+1), make([]bool, len(pattern)+1)
	here[0] = true
	skipStars(pattern, here)
	for i := 0; i < len(text); i++ {
		hole := text[i] == match.Hole || text[i] == match.HoleWord
		clear(there)
		for p := 0; p <= len(pattern); p++ {
			switch {
			case !here[p]:
			case hole && may: // it may be nothing, or all that is left of the pattern
				for q := p; q <= len(pattern); q++ {
					there[q] = true
				}
			case p == len(pattern):
			case pattern[p] == '*':
				there[p] = true
			case pattern[p] == text[i] && !hole:
				there[p+1] = true
			}
		}
		skipStars(pattern, there)
		here, there = there, here
	}
	return here[len(pattern)]
}

// skipStars adds the places behind stars, which may match nothing.
func skipStars(pattern string, set []bool) {
	for p := 0; p < len(pattern); p++ {
		if set[p] && pattern[p] == '*' {
			set[p+1] = true
		}
	}
}

// files rules on every file that the call reads or writes.
func (r *AgentPermissions) files(c *Case, tool string, v *ruling) error {
	outside := r.section("external_directory")
	one := func(w Write, s *PermissionSection) {
		if s != nil {
			c.ruleOn(s, w, v)
		}
		if outside != nil && (!w.At.Inside || w.Unknown) {
			c.ruleOn(outside, w, v)
		}
	}
	switch tool {
	case "bash", "edit":
		edit := r.section("edit")
		if edit == nil && outside == nil {
			return nil
		}
		return c.eachWrite(func(w Write) error {
			if !c.printsReport(w) { // which its role lets it write, whatever else it may
				one(w, edit)
			}
			return nil
		})
	case "search":
		s := r.section(tool)
		for _, p := range c.Paths {
			at, err := c.place(p)
			if err != nil {
				return err
			}
			one(Write{Said: p, At: at, Tree: true}, s)
		}
		if s != nil && len(c.Paths) == 0 {
			v.worse(s.Intent, c.Tool)
		}
	}
	return nil
}

// ruleOn rules on one file: by where it is, and by what it is called.
func (c *Case) ruleOn(s *PermissionSection, w Write, v *ruling) {
	for _, rule := range s.Rules {
		g, at, ok := c.globFor(rule.Pattern, w)
		if !ok {
			continue
		}
		all := whole([]Glob{g}, at)
		if rule.Action == string(allow) {
			if all && !at.Unknown {
				return
			}
			continue
		}
		if _, may := matchWrite([]Glob{g}, at); may {
			v.worse(rule.Action, w.Said+" matches "+rule.Pattern)
		}
		if all {
			return
		}
	}
	v.worse(s.Intent, w.Said+" matches no rule")
}

// globFor is a pattern as a glob, and the file as it is compared with it: from the
// project's root, or by its whole path.
func (c *Case) globFor(pattern string, w Write) (Glob, Write, bool) {
	switch {
	case str.HasPrefix(pattern, "~/"):
		pattern = c.Home() + pattern[1:]
	case !str.HasPrefix(pattern, "/"):
		return Glob(pattern), w, w.At.Inside || w.Unknown
	}
	w.At.Inside, w.At.Rel, w.At.NamedRel = false, "", ""
	return Glob(pattern), w, true
}
