package spec

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"kei/gen/permit"
	"kei/internal/tomlpos"
)

// The keys of agent.toml and of what stands in it.
var (
	definitionKeys = keysOf(definitionFile{})
	acceptKeys     = keysOf(acceptTable{})
	sectionKeys    = keysOf(sectionTable{})
	sectionTools   = keysOf(permissionsTable{})
	ruleKeys       = keysOf(ruleTable{})
)

// notHere are keys that other formats have, and why this one has them elsewhere.
var notHere = map[string]string{
	"mcp":         "servers belong to where the agent is deployed, not to what it is",
	"mcp_servers": "servers belong to where the agent is deployed, not to what it is",
	"hooks":       "what is asked before a tool runs is the gate, which the role says",
}

// A defining reads one agent.toml.
type defining struct {
	l    *loader
	t    *tomlpos.Table
	dir  string
	name string // of the folder
	d    *Definition
}

// finding reports what is wrong with a key.
func (r *defining) finding(what, key string, at tomlpos.Pos, format string, args ...any) {
	r.add(Finding{What: what, Key: key, Pos: at, Msg: fmt.Sprintf(format, args...)})
}

func (r *defining) warning(what, key string, at tomlpos.Pos, offer, format string, args ...any) {
	r.add(Finding{What: what, Key: key, Pos: at, Msg: fmt.Sprintf(format, args...), Offer: offer, Warning: true})
}

func (r *defining) add(f Finding) {
	f.Agent, f.File = r.name, r.t.File
	if f.Pos == (tomlpos.Pos{}) && f.Key == "" {
		f.File = r.dir
	}
	r.l.found(f)
}

// found enters a finding among the problems of the folder.
func (l *loader) found(f Finding) {
	l.tree.Findings = append(l.tree.Findings, f)
	if e := f.Error(); f.Warning {
		l.tree.Warnings = append(l.tree.Warnings, e)
	} else {
		l.errs = append(l.errs, e)
	}
}

// read reads the whole file. Without a description, and with no other keys than
// those of a binding, there is nothing to render: the definition is nil.
func (r *defining) read() (role tomlpos.String) {
	r.d = &Definition{Name: r.name, Mode: "all", Prompt: "system-prompt.md", File: r.t.File, at: map[string]tomlpos.Pos{}}
	binding := true
	for _, e := range r.t.Entries {
		r.d.at[e.Key] = e.Pos
		binding = binding && slices.Contains([]string{"name", "role", "substrate_role", "notes"}, e.Key)
		if !slices.Contains(definitionKeys, e.Key) {
			r.unknown(e.Key, e, definitionKeys)
		}
	}
	r.dates("", tomlpos.Value{Any: r.t})
	role = r.roleKey()
	r.nameKey(binding)
	if binding {
		r.d = nil
		return role
	}
	r.d.Role = role.Text
	r.texts()
	r.lists()
	r.model()
	r.permissions()
	r.accept()
	r.promptFile()
	r.inlined()
	return role
}

// unknown reports a key that is none.
func (r *defining) unknown(key string, e tomlpos.Entry, known []string) {
	if why, ok := notHere[e.Key]; ok {
		r.finding("unknown-key", key, e.Pos, "unknown key %s: %s", e.Key, why)
		return
	}
	r.finding("unknown-key", key, e.Pos, "unknown key %s%s", tomlpos.Printable(e.Key), tomlpos.OrOneOf(e.Key, known))
}

// dates reports dates and times wherever they are: TOML's readers in other
// languages do not all have them, and no key takes one.
func (r *defining) dates(key string, v tomlpos.Value) {
	switch x := v.Any.(type) {
	case time.Time:
		r.finding("datetime", key, v.Pos, "%s is a date or time, which no key is; put quotes around it", key)
	case *tomlpos.Table:
		for _, e := range x.Entries {
			r.dates(strings.TrimPrefix(key+"."+e.Key, "."), e.Value)
		}
	case []tomlpos.Value:
		for i, e := range x {
			r.dates(fmt.Sprintf("%s[%d]", key, i), e)
		}
	case string, bool, int64, float64:
	default:
		r.finding("datetime", key, v.Pos, "%s is a date or time, which no key is; put quotes around it", key)
	}
}

// isDate reports whether dates has reported the value.
func isDate(v tomlpos.Value) bool {
	switch v.Any.(type) {
	case string, bool, int64, float64, *tomlpos.Table, []tomlpos.Value:
		return false
	}
	return true
}

// text is the string under a key; ok only if there is one.
func (r *defining) text(t *tomlpos.Table, name, key string) (s tomlpos.String, ok bool) {
	e, there := t.Entry(key)
	if !there {
		return s, false
	}
	return r.stringOf(name, e.Value)
}

func (r *defining) stringOf(name string, v tomlpos.Value) (s tomlpos.String, ok bool) {
	text, ok := v.Any.(string)
	if !ok && !isDate(v) {
		r.finding("wrong-type", name, v.Pos, "%s is %s; it must be a string", name, tomlpos.TypeOf(v))
	}
	return tomlpos.String{Text: text, Pos: v.Pos}, ok
}

func (r *defining) roleKey() tomlpos.String {
	role, ok := r.text(r.t, "role", "role")
	if old, there := r.t.Entry("substrate_role"); there {
		if _, both := r.t.Entry("role"); both {
			r.finding("duplicate", "substrate_role", old.Pos, "role is there already; leave the older substrate_role out")
		} else if role, ok = r.text(r.t, "substrate_role", "substrate_role"); ok {
			r.warning("old-key", "substrate_role", old.Pos, "role", "substrate_role is called role now")
		}
	}
	_, there := r.t.Entry("role")
	_, older := r.t.Entry("substrate_role")
	switch {
	case !there && !older:
		r.finding("missing-key", "role", tomlpos.Pos{}, "role is missing: it says what the agent may do")
	case !ok:
	case role.Text == "":
		r.finding("empty", "role", role.Pos, "role is empty")
	case !IsSlug(role.Text):
		r.finding("bad-name", "role", role.Pos, "%s cannot name a role; use lower-case letters, digits and -", tomlpos.Printable(role.Text))
	}
	return role
}

// nameKey checks the name that the folder says, and that in the file.
func (r *defining) nameKey(binding bool) {
	if n, ok := r.text(r.t, "name", "name"); ok && n.Text != r.name {
		r.finding("name-not-folder", "name", n.Pos, "name is %s and the folder says %s; make them agree", tomlpos.Printable(n.Text), r.name)
	}
	if !binding && (!renderedName.MatchString(r.name) || len(r.name) < 2 || len(r.name) > 50) {
		r.finding("bad-name", "", tomlpos.Pos{}, "%s cannot name an agent that is rendered: a name is 2 to 50 lower-case letters and digits, with single - between", tomlpos.Printable(r.name))
	}
}

// texts reads the keys that are one value each.
func (r *defining) texts() {
	d := r.d
	if s, ok := r.text(r.t, "description", "description"); ok {
		d.Description = s.Text
		r.line("description", s, 1000)
		if strings.HasSuffix(s.Text, ".") {
			r.warning("trailing-period", "description", s.Pos, strings.TrimRight(s.Text, "."), "description ends in a period; clients show it as a label")
		}
	} else if _, there := r.t.Entry("description"); !there {
		r.finding("missing-key", "description", tomlpos.Pos{}, "description is missing: it is what clients offer the agent by")
	}
	if s, ok := r.text(r.t, "display_name", "display_name"); ok {
		d.DisplayName = s.Text
		r.line("display_name", s, 1000)
	}
	if s, ok := r.text(r.t, "mode", "mode"); ok {
		d.Mode = s.Text
		r.oneOf("mode", s, agentModes)
	}
	r.text(r.t, "notes", "notes") // for the table of roles
	if e, ok := r.t.Entry("max_turns"); ok {
		n, whole := e.Value.Any.(int64)
		switch {
		case isDate(e.Value):
		case !whole:
			r.finding("wrong-type", "max_turns", e.Value.Pos, "max_turns is %s; it must be a whole number", tomlpos.TypeOf(e.Value))
		case n < 1 || n > 10000:
			r.finding("out-of-range", "max_turns", e.Value.Pos, "max_turns is %d; it must be from 1 to 10000", n)
		}
		d.MaxTurns = n
	}
}

// oneOf checks a word.
func (r *defining) oneOf(key string, s tomlpos.String, words []string) {
	if !slices.Contains(words, s.Text) {
		r.finding("bad-value", key, s.Pos, "%s is %s%s", key, tomlpos.Printable(s.Text), tomlpos.OrOneOf(s.Text, words))
	}
}

// line checks a text that clients show on one line.
func (r *defining) line(key string, s tomlpos.String, most int) {
	switch {
	case strings.TrimSpace(s.Text) == "":
		r.finding("empty", key, s.Pos, "%s is empty", key)
	case strings.ContainsAny(s.Text, "\n\r\u2028\u2029\u0085"):
		r.finding("not-single-line", key, s.Pos, "%s is one line", key)
	case strings.ContainsFunc(s.Text, unicode.IsControl):
		r.finding("control-character", key, s.Pos, "%s has a control character in it", key)
	case len(s.Text) > most:
		r.finding("too-long", key, s.Pos, "%s has %d bytes; at most %d are shown", key, len(s.Text), most)
	}
}

// strings reads a list of strings; check is asked about each, under its own key,
// and says whether it is one. What stands twice is reported.
func (r *defining) strings(key string, check func(key string, s tomlpos.String) bool) (list []string) {
	e, ok := r.t.Entry(key)
	if !ok || isDate(e.Value) {
		return nil
	}
	values, ok := e.Value.Any.([]tomlpos.Value)
	if !ok {
		r.finding("wrong-type", key, e.Value.Pos, "%s is %s; it must be a list", key, tomlpos.TypeOf(e.Value))
		return nil
	}
	for i, v := range values {
		name := fmt.Sprintf("%s[%d]", key, i)
		r.d.at[name] = v.Pos
		s, ok := r.stringOf(name, v)
		switch {
		case !ok || !check(name, s):
		case slices.Contains(list, s.Text):
			r.finding("duplicate", name, s.Pos, "%s has %s twice", key, tomlpos.Printable(s.Text))
		default:
			list = append(list, s.Text)
		}
	}
	return list
}

// lists reads the keys that are lists of strings.
func (r *defining) lists() {
	d := r.d
	d.Tools = r.strings("tools", func(key string, s tomlpos.String) bool { return r.tool(key, s.Text, s.Pos, ToolNames) })
	if e, ok := r.t.Entry("tools"); ok {
		if list, ok := e.Value.Any.([]tomlpos.Value); ok && len(list) == 0 {
			r.finding("empty", "tools", e.Value.Pos, "tools is empty, which is none to one client and all to another; leave it out for all, and for none deny each")
		}
	}
	d.Skills = r.strings("skills", func(key string, s tomlpos.String) bool {
		if !skillName.MatchString(s.Text) {
			r.finding("bad-name", key, s.Pos, "%s cannot name a skill; use lower-case letters, digits and -", tomlpos.Printable(s.Text))
			return false
		}
		return true
	})
	d.Tags = r.strings("tags", func(key string, s tomlpos.String) bool {
		if s.Text == "" {
			r.finding("empty", key, s.Pos, "a tag is empty")
		}
		return s.Text != ""
	})
	d.Context = r.strings("context", r.contextPath)
	d.Rules = r.strings("rules", r.rulesPath)
}

// tool checks the name of a tool.
func (r *defining) tool(key, name string, at tomlpos.Pos, known []string) bool {
	if slices.Contains(known, name) {
		return true
	}
	r.finding("unknown-tool", key, at, "no tool %s%s", tomlpos.Printable(name), tomlpos.OrOneOf(name, known))
	return false
}

// model reads the model: the client's own, or a table with one for each client.
func (r *defining) model() {
	e, ok := r.t.Entry("model")
	if !ok || isDate(e.Value) {
		return
	}
	switch v := e.Value.Any.(type) {
	case string:
		if r.d.Inherit = v == "inherit"; !r.d.Inherit {
			r.finding("bad-model", "model", e.Value.Pos, "model is %s, and no name means a model to every client; write inherit, or one for each client in [model]", tomlpos.Printable(v))
		}
	case *tomlpos.Table:
		for _, one := range v.Entries {
			r.modelOf(one)
		}
		slices.SortFunc(r.d.Model, func(a, b ClientModel) int { return strings.Compare(a.Client, b.Client) })
	default:
		r.finding("wrong-type", "model", e.Value.Pos, "model is %s; it must be a string or a table", tomlpos.TypeOf(e.Value))
	}
}

// modelOf reads the model for one client.
func (r *defining) modelOf(e tomlpos.Entry) {
	key := "model." + e.Key
	r.d.at[key] = e.Pos
	form, ok := modelForms[e.Key]
	if !ok {
		r.unknown(key, e, AgentClients)
		return
	}
	s, ok := r.stringOf(key, e.Value)
	switch {
	case !ok:
	case !form.form.MatchString(s.Text):
		r.finding("bad-model", key, s.Pos, "%s is %s; %s takes %s", key, tomlpos.Printable(s.Text), e.Key, form.said)
	default:
		r.d.Model = append(r.d.Model, ClientModel{e.Key, s.Text})
	}
}

// accept reads what somebody has seen and lets be.
func (r *defining) accept() {
	e, ok := r.t.Entry("accept")
	if !ok || isDate(e.Value) {
		return
	}
	list, ok := e.Value.Any.([]tomlpos.Value)
	if !ok {
		r.finding("wrong-type", "accept", e.Value.Pos, "accept is %s; write [[accept]]", tomlpos.TypeOf(e.Value))
		return
	}
	for i, v := range list {
		key := fmt.Sprintf("accept[%d]", i)
		t, ok := v.Any.(*tomlpos.Table)
		if !ok {
			r.finding("wrong-type", key, v.Pos, "%s is %s; it must be a table", key, tomlpos.TypeOf(v))
			continue
		}
		r.d.at[key] = v.Pos
		var a Accept
		for name, to := range map[string]*string{"client": &a.Client, "field": &a.Field, "reason": &a.Reason} {
			s, ok := r.text(t, key+"."+name, name)
			if _, there := t.Entry(name); !there {
				r.finding("missing-key", key+"."+name, t.Pos, "%s is missing: client, field and reason are all needed", name)
			} else if ok && s.Text == "" {
				r.finding("empty", key+"."+name, s.Pos, "%s is empty", name)
			}
			*to = s.Text
		}
		if c, ok := t.Entry("client"); ok && a.Client != "" {
			r.oneOf(key+".client", tomlpos.String{Text: a.Client, Pos: c.Value.Pos}, AgentClients)
		}
		for _, one := range t.Entries {
			if !slices.Contains(acceptKeys, one.Key) {
				r.unknown(key+"."+one.Key, one, acceptKeys)
			}
		}
		r.d.Accept = append(r.d.Accept, a)
	}
}

// permissions reads the sections of rules.
func (r *defining) permissions() {
	e, ok := r.t.Entry("permissions")
	if !ok || isDate(e.Value) {
		return
	}
	t, ok := e.Value.Any.(*tomlpos.Table)
	if !ok {
		r.finding("wrong-type", "permissions", e.Value.Pos, "permissions is %s; it must be a table of tools", tomlpos.TypeOf(e.Value))
		return
	}
	for _, one := range t.Entries {
		key := "permissions." + one.Key
		r.d.at[key] = one.Pos
		if !r.tool(key, one.Key, one.Pos, sectionTools) || isDate(one.Value) {
			continue
		}
		section, ok := one.Value.Any.(*tomlpos.Table)
		if !ok {
			r.finding("wrong-type", key, one.Value.Pos, "%s is %s; it must be a table with intent and rules", key, tomlpos.TypeOf(one.Value))
			continue
		}
		r.section(key, one.Key, section)
	}
}

// section reads the intent and the rules of one tool.
func (r *defining) section(key, tool string, t *tomlpos.Table) {
	s := permit.Section{Tool: tool}
	for _, e := range t.Entries {
		r.d.at[key+"."+e.Key] = e.Pos
		if !slices.Contains(sectionKeys, e.Key) {
			r.unknown(key+"."+e.Key, e, keysOf(sectionOf(tool)))
		}
	}
	intent, ok := r.text(t, key+".intent", "intent")
	switch _, there := t.Entry("intent"); {
	case !there:
		r.finding("missing-key", key+".intent", t.Pos, "intent is missing: it says what is done about what no rule matches")
	case ok:
		r.oneOf(key+".intent", intent, permit.Actions)
		s.Intent = permit.Action(intent.Text)
	}
	sound := slices.Contains(permit.Actions, intent.Text)
	if e, there := t.Entry("rules"); there && !isDate(e.Value) {
		list, isList := e.Value.Any.([]tomlpos.Value)
		switch {
		case !isList:
			r.finding("wrong-type", key+".rules", e.Value.Pos, "%s.rules is %s; it must be a list", key, tomlpos.TypeOf(e.Value))
			sound = false
		case !permit.HasRules(tool):
			r.finding("rules-not-allowed", key+".rules", e.Pos, "%s has no rules: nothing about a call to it could be matched; leave them out", tool)
			sound = false
		default:
			sound = r.rules(key, &s, list) && sound
		}
	}
	if sound {
		r.lint(key, s)
	}
	r.d.Sections = append(r.d.Sections, s)
}

// below reports whether a path stays in the folder that it starts from.
func below(p string) bool {
	return p != "" && !path.IsAbs(p) && !strings.Contains(p, `\`) && path.Clean(p) != ".." && !strings.HasPrefix(path.Clean(p), "../")
}
