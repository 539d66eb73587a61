package gate

import (
	"kei/runtime/client"
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// What the sections read and external_directory of a definition say is held for
// every way in which a call reads: a read tool, a search that prints what it finds,
// and the commands of a shell, which are walked as deny-reads walks them.

// The globs of all files.
const (
	anyInside  Glob = "**"
	anyOutside Glob = "/**"
)

// reads rules on every file that the call reads, and for external_directory on
// every one that it names outside of the project.
func (r *AgentPermissions) reads(c *Case, tool string, v *ruling) {
	if !str.In(tool, "bash", "edit", "read", "search") {
		return
	}
	if s := r.section("external_directory"); s != nil && s.strictest() != string(allow) {
		c.abroad(s, v)
	}
	s := r.section("read")
	if s == nil || tool == "edit" {
		return
	}
	for _, level := range [...]string{string(deny), string(ask)} {
		if v.action != string(allow) && (v.action != string(ask) || level != string(deny)) {
			return
		}
		e, some := c.readsUnder(s, level)
		if !some {
			continue
		}
		if d, ok := e.all().(*Denial); ok {
			v.worse(level, d.Reason)
			v.told = true
		}
	}
}

// readsUnder looks for what the section denies, or also for what it asks about;
// some is false if there is none of either.
func (c *Case) readsUnder(s *PermissionSection, level string) (e reads, some bool) {
	counts := func(action string) bool {
		return action == string(deny) || action == string(ask) && level == string(ask)
	}
	e = reads{c: c, deny: func(reason string) error { return &Denial{Reason: reason} }}
	for _, rule := range s.Rules {
		some = some || rule.Action == level
		if counts(rule.Action) {
			e.files = append(e.files, c.rooted(rule.Pattern))
		}
	}
	some = some || s.Intent == level
	if counts(s.Intent) {
		e.files, e.rest = append(e.files, anyInside, anyOutside), true
	}
	e.spared = func(at file.Place) bool { return !counts(c.decides(s, at)) }
	c.looked = 0
	return e, some
}

// rooted is a pattern with the home folder written out.
func (c *Case) rooted(pattern string) Glob {
	if str.HasPrefix(pattern, "~/") {
		return Glob(c.Home() + pattern[1:])
	}
	return Glob(pattern)
}

// decides is what a section does about a file that is known: the first rule that
// matches where it is, and for one that takes away also what it is called.
func (c *Case) decides(s *PermissionSection, at file.Place) string {
	for _, rule := range s.Rules {
		g := []Glob{c.rooted(rule.Pattern)}
		one := at
		if str.HasPrefix(string(g[0]), "/") {
			one.Inside, one.Rel, one.NamedRel = false, "", ""
		} else if !at.Inside {
			continue
		}
		_, ok := file.MatchAny(g, one)
		if !ok && rule.Action != string(allow) {
			_, ok = file.MatchEither(g, one)
		}
		if ok {
			return rule.Action
		}
	}
	return s.Intent
}

// abroad rules on what a call reads, lists or goes into outside of the project.
func (c *Case) abroad(s *PermissionSection, v *ruling) {
	if c.Does != Shell {
		c.abroadByTool(s, v)
		return
	}
	if at, outside := c.startsOutside(); outside {
		c.ruleOn(s, Write{Said: c.Cwd, At: at, Tree: true}, v)
	}
	list := c.commandsOf()
	for i := range list {
		cmd := &list[i]
		if cmd.remote {
			continue
		}
		for _, m := range append(cmd.mentions(), cmd.listed()...) {
			if m.Text == "" || m.written || c.free(m.Word) || elsewhereNamed(m.Text) {
				continue
			}
			for _, w := range c.writesAt(cmd, target{Word: m.Word, tree: m.tree}) {
				switch {
				case w.Unknown && (!m.prints || m.maybe):
				case w.Unknown, !w.At.Inside && (m.prints && !m.maybe || sys.Look(w.At.Abs) != sys.Absent):
					c.ruleOn(s, w, v)
				}
			}
		}
	}
}

// listed are the folders that a command lists or goes into.
func (cmd *command) listed() (list []mention) {
	for i := range cmd.readings {
		uses := cmd.readings[i].Uses()
		for n := range uses {
			if k := uses[n].Resolved(); k == invocation.List || k == invocation.Cd {
				for _, w := range uses[n].Words {
					list = append(list, from(mention{Word: w, tree: true, prints: !w.Holed()}, uses[:n])...)
				}
			}
		}
	}
	return list
}

// abroadByTool rules on the files of a tool, and on where the globs of a search
// lead.
func (c *Case) abroadByTool(s *PermissionSection, v *ruling) {
	one := func(path string, tree bool) {
		at, err := c.place(path)
		switch {
		case err != nil:
			v.worse(string(deny), err.Error())
		case !at.Inside:
			c.ruleOn(s, Write{Said: path, At: at, Tree: tree}, v)
		}
	}
	for _, p := range c.Paths {
		one(p, c.Does == Search)
	}
	for _, text := range c.Globs {
		for _, part := range globsIn(text) {
			for _, g := range invocation.Braces(part) {
				if str.HasPrefix(g, "~/") {
					g = c.Untilde(g)
				}
				if !str.HasPrefix(g, "!") && (str.HasPrefix(g, "/") || str.Contains(g, "..")) {
					one(beforeStar(g), true)
				}
			}
		}
	}
}

// beforeStar is the folder that a pattern is below.
func beforeStar(pattern string) string {
	for i := 0; i < len(pattern); i++ {
		if str.IndexByte("*?[", pattern[i]) >= 0 {
			return pattern[:str.LastIndexByte(pattern[:i], '/')+1]
		}
	}
	return pattern
}

// targets rules on what is fetched, or on the agents that are started. A tool that
// only tells an agent something, or waits for it, may be used by who may start one.
func (s *PermissionSection) targets(c *Case, v *ruling) {
	switch {
	case c.Names && len(c.Targets) == 0:
		v.worse(s.strictest(), c.Tool+" does not say what it is about")
	case !c.Names && client.Means("Agent", &c.Call.Call):
		v.worse(s.laxest(), c.Tool)
	case !c.Names:
		v.worse(s.strictest(), c.Tool)
	}
	for _, t := range c.Targets {
		forms, ok := []string{t}, t != ""
		if s.Tool == "webfetch" {
			forms, ok = addresses(t)
		}
		if !ok {
			v.worse(s.strictest(), "the target of "+c.Tool+" cannot be read: "+str.OneLine(t, 80))
		}
		for _, f := range forms {
			action, why := s.Intent, t+" matches no rule"
			for _, rule := range s.Rules {
				if rule.matchesTarget(s.Tool, f) {
					action, why = rule.Action, t+" matches "+rule.Pattern
					break
				}
			}
			v.worse(action, why)
		}
	}
}

// laxest is the most that the section lets through.
func (s *PermissionSection) laxest() string {
	most := s.Intent
	for _, r := range s.Rules {
		if r.Action == string(allow) || r.Action == string(ask) && most == string(deny) {
			most = r.Action
		}
	}
	return most
}

// matchesTarget reports whether the rule is about an address or an agent. One
// that takes away is so for what a client may make of it: an address that it asks
// for more safely, a name in other letters.
func (r PermissionRule) matchesTarget(tool, text string) bool {
	takes := r.Action != string(allow)
	if tool != "webfetch" {
		return wildMatch(r.Pattern, text, false) || takes && wildMatch(str.Lower(r.Pattern), str.Lower(text), false)
	}
	return matchAddress(r.Pattern, text) || takes && str.HasPrefix(text, "http:") && matchAddress(r.Pattern, "https"+text[len("http"):])
}

// matchAddress compares a pattern with an address that is written out: one
// without a scheme is a host.
func matchAddress(pattern, address string) bool {
	host := address[str.Index(address, "://")+len("://"):]
	if i := str.IndexByte(host, '/'); i >= 0 {
		if i == len(host)-1 && wildMatch(pattern, str.TrimSuffix(address, "/"), false) {
			return true // who says a host alone means its first page
		}
		host = host[:i]
	}
	if str.Contains(pattern, "://") {
		return wildMatch(pattern, address, false)
	}
	if wildMatch(pattern, host, false) {
		return true
	}
	name, _, port := str.Cut(host, ':')
	return port && wildMatch(pattern, name, false)
}

// addresses are the ways to write the address that a client makes of a text: none
// if what it would make of it is not sure.
func addresses(text string) (forms []string, ok bool) {
	text = str.Trim(text)
	scheme, rest, found := str.Cut(text, ':')
	switch scheme = str.Lower(scheme); {
	case !found || !str.HasPrefix(rest, "//") && !str.In(scheme, "http", "https"):
		scheme, rest = "https", text // a host, and perhaps a port
	case !str.HasPrefix(rest, "//"):
		return nil, false
	case !str.In(scheme, "http", "https"):
		return nil, false
	default:
		rest = rest[len("//"):]
	}
	rest, _, _ = str.Cut(rest, '#')
	at := 0
	for at < len(rest) && str.IndexByte("/?", rest[at]) < 0 {
		at++
	}
	host, path := str.Lower(rest[:at]), rest[at:]
	name, port, hasPort := str.Cut(host, ':')
	name = str.TrimSuffix(name, ".")
	if !plainHost(name) || hasPort && port == "" || !str.OnlyOf(port, "0123456789") || !plainPath(path) {
		return nil, false
	}
	if host = name; port != "" && !(scheme == "https" && port == "443" || scheme == "http" && port == "80") {
		host += ":" + port
	}
	if !str.HasPrefix(path, "/") {
		path = "/" + path
	}
	for _, p := range [...]string{path, decoded(path)} {
		if len(forms) == 0 || p != path {
			forms = append(forms, scheme+"://"+host+p)
		}
	}
	return forms, true
}

// plainHost reports whether a name in lower case is that of a host and can be
// written in no other way.
func plainHost(name string) bool {
	if name == "" || !str.OnlyOf(name, "abcdefghijklmnopqrstuvwxyz0123456789-._") {
		return false
	}
	last := name[str.LastIndexByte(name, '.')+1:]
	if last == "" || last[0] < '0' || last[0] > '9' {
		return last != "" && !str.Contains(name, "..")
	}
	parts := 0 // an address in numbers, as it is usually written
	for rest, more := name, true; more; parts++ {
		var one string
		one, rest, more = str.Cut(rest, '.')
		if one == "" || len(one) > 3 || !str.OnlyOf(one, "0123456789") || one[0] == '0' && len(one) > 1 {
			return false
		}
	}
	return parts == 4
}

// plainPath reports whether a client takes a path as it stands.
func plainPath(path string) bool {
	for i := 0; i < len(path); i++ {
		if path[i] <= ' ' || path[i] == 0x7f || path[i] == '\\' || path[i] >= 0x80 {
			return false
		}
	}
	before, _, _ := str.Cut(decoded(path), '?')
	return !str.Contains(before+"/", "/../") && !str.Contains(before+"/", "/./")
}

// decoded is a path in which what need not be encoded is not.
func decoded(path string) string {
	b := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) {
			c := hex(path[i+1])<<4 | hex(path[i+2])
			if c > ' ' && c < 0x7f && str.IndexByte("%/?#", byte(c)) < 0 {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, path[i])
	}
	return string(b)
}

// hex is the value of a digit, and something large of what is none.
func hex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return 1 << 12
}
