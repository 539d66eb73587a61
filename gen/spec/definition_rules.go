package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kei/gen/permit"
	"kei/internal/tomlpos"
)

var skillName = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// rules reads a list of rules into the section, and reports whether all are sound.
func (r *defining) rules(key string, s *permit.Section, list []tomlpos.Value) bool {
	sound := true
	for i, v := range list {
		name := fmt.Sprintf("%s.rules[%d]", key, i)
		r.d.at[name] = v.Pos
		rule, ok := r.rule(name, v)
		if ok && !r.pattern(name, s.Tool, rule.Pattern, v.Pos) {
			ok = false
		}
		sound = sound && ok
		s.Rules = append(s.Rules, rule)
	}
	return sound
}

// rule reads one rule: "PATTERN:ACTION", split at the last colon, or a table.
func (r *defining) rule(key string, v tomlpos.Value) (rule permit.Rule, ok bool) {
	var action string
	switch x := v.Any.(type) {
	case string:
		i := strings.LastIndexByte(x, ':')
		if i < 0 {
			r.finding("rule-no-action", key, v.Pos, "the rule %s has no action; write PATTERN:allow, PATTERN:ask or PATTERN:deny", tomlpos.Printable(x))
			return rule, false
		}
		rule.Pattern, action = x[:i], x[i+1:]
	case *tomlpos.Table:
		for _, e := range x.Entries {
			if !slices.Contains(ruleKeys, e.Key) {
				r.unknown(key+"."+e.Key, e, ruleKeys)
				return rule, false
			}
		}
		for name, to := range map[string]*string{"pattern": &rule.Pattern, "action": &action} {
			if _, there := x.Entry(name); !there {
				r.finding("missing-key", key+"."+name, v.Pos, "the rule has no %s", name)
				return rule, false
			}
			s, ok := r.text(x, key+"."+name, name)
			if !ok {
				return rule, false
			}
			*to = s.Text
		}
	default:
		if !isDate(v) {
			r.finding("wrong-type", key, v.Pos, "%s is %s; it must be a string or a table", key, tomlpos.TypeOf(v))
		}
		return rule, false
	}
	rule.Action = permit.Action(action)
	switch {
	case rule.Pattern == "":
		r.finding("rule-empty-pattern", key, v.Pos, "the rule has no pattern before its colon; for everything write *")
	case !slices.Contains(permit.Actions, action):
		r.finding("rule-bad-action", key, v.Pos, "the action %s is none%s", tomlpos.Printable(action), tomlpos.OrOneOf(strings.ToLower(strings.TrimSpace(action)), permit.Actions))
	default:
		return rule, true
	}
	return rule, false
}

// pattern checks how a pattern is written.
func (r *defining) pattern(key, tool, p string, at tomlpos.Pos) bool {
	bad := ""
	switch {
	case strings.TrimSpace(p) != p:
		bad = "begins or ends with a blank"
	case strings.ContainsFunc(p, unicode.IsControl):
		bad = "has a control character in it"
	case permit.IsPath(tool):
		bad = badPath(p)
	case tool == "task" && strings.Trim(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-*") != "":
		bad = "is no name of an agent"
	case tool == "webfetch" && strings.ContainsAny(p, " \t"):
		bad = "has a blank in it, which no address has"
	}
	if bad != "" {
		r.finding("bad-pattern", key, at, "the pattern %s %s", tomlpos.Printable(p), bad)
	}
	return bad == ""
}

// badPath is what is wrong with a pattern of paths, "" if nothing.
func badPath(p string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(p, "~"), "/")
	if strings.HasPrefix(p, "~") && p != "~" && !strings.HasPrefix(p, "~/") {
		return "names another person's folder; only ~/ is known"
	}
	for _, e := range strings.Split(rest, "/") {
		switch {
		case e == "" || e == "." || e == "..":
			return "is no clean path: it would match nothing"
		case strings.Contains(e, "**") && e != "**":
			return "has ** beside other letters; ** is an element of its own"
		}
	}
	return ""
}

// lint asks what the rules of a section come to, and reports rules that do
// nothing of what they say.
func (r *defining) lint(key string, s permit.Section) {
	fires, err := s.Fires()
	if err != nil {
		r.finding("too-large", key+".rules", r.d.at[key+".rules"], "the rules of %s together are too large to be judged: %v", key, err)
		return
	}
	first := map[string]permit.Action{}
	all := -1
	for i, rule := range s.Rules {
		name := fmt.Sprintf("%s.rules[%d]", key, i)
		at := r.d.at[name]
		if !fires[i] {
			r.dead(key, s, i, all)
		}
		if a, ok := first[rule.Pattern]; !ok {
			first[rule.Pattern] = rule.Action
		} else if a != rule.Action {
			r.finding("duplicate-pattern", name, at, "the pattern %s is there already, with the action %s", tomlpos.Printable(rule.Pattern), a)
		}
		r.written(name, s.Tool, rule, at)
		if all < 0 && s.CatchAll(rule.Pattern) {
			all = i
		}
	}
}

// dead reports rule i, which can never decide; all is the rule that matches
// everything, if there is one before it.
func (r *defining) dead(key string, s permit.Section, i, all int) {
	name := fmt.Sprintf("%s.rules[%d]", key, i)
	rule, at := s.Rules[i], r.d.at[name]
	by, taken := "the rules before it together take all that it matches", i
	if j, err := s.TakenBy(i); err == nil && j >= 0 {
		taken = j
		pos := r.d.at[fmt.Sprintf("%s.rules[%d]", key, j)]
		by = fmt.Sprintf("%s:%s, %d:%d, takes all that it matches", tomlpos.Printable(s.Rules[j].Pattern), s.Rules[j].Action, pos.Line, pos.Col)
	}
	if all >= 0 {
		r.finding("after-catch-all", name, at, "the rule %s:%s stands behind %s, which matches everything; move it up or take it out", tomlpos.Printable(rule.Pattern), rule.Action, s.Rules[all].Pattern)
	}
	switch {
	case rule.Action == permit.Deny && s.Rules[taken].Action != permit.Deny:
		r.finding("dead-deny", name, at, "%s:deny can never deny: %s; move it before that rule", tomlpos.Printable(rule.Pattern), by)
	case rule.Action == permit.Deny && taken == i:
		r.finding("dead-deny", name, at, "%s:deny can never deny: %s; move it before those", tomlpos.Printable(rule.Pattern), by)
	case all < 0:
		r.warning("dead", name, at, "", "%s:%s never decides: %s", tomlpos.Printable(rule.Pattern), rule.Action, by)
	}
}

// written warns of patterns that match something else than they look like.
func (r *defining) written(name, tool string, rule permit.Rule, at tomlpos.Pos) {
	if tool != "bash" {
		return
	}
	stem := strings.TrimRight(rule.Pattern, "*")
	if rule.Action == permit.Allow && stem != rule.Pattern && stem != "" && !strings.HasSuffix(stem, " ") {
		r.warning("star-without-space", name, at, stem+" *", "%s:allow also allows %s; if words were meant, write %s", tomlpos.Printable(rule.Pattern), tomlpos.Printable(stem+"x"), tomlpos.Printable(stem+" *"))
	}
	if strings.Contains(rule.Pattern, "~") || strings.Contains(rule.Pattern, "$HOME") {
		r.warning("home-in-command", name, at, "", "%s has the home folder in it, which a client compares as it was typed; write * for it", tomlpos.Printable(rule.Pattern))
	}
}
