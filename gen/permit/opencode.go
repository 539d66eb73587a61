package permit

import (
	"regexp"
	"slices"
	"strings"
)

// OpenCode is what OpenCode makes of the rules that are written for a section:
// the intent first and the rules in reverse, of which the last that matches
// decides there. It compares paths relative to the worktree, knows one star, which
// crosses slashes, and takes "?" for any one character.
func (s Section) OpenCode() Reading {
	r := Reading{}
	for _, rule := range s.Rules {
		r.add(openCodeLanguage(s.Tool, rule.Pattern), rule.Action)
	}
	r.Actions = append(r.Actions, s.Intent)
	return r
}

// ForOpenCode is the section in the patterns that say there what it means, as far
// as there are any: a file in any folder is written once more for the top.
func (s Section) ForOpenCode() Section {
	n := s.Normal()
	if !IsPath(n.Tool) {
		return n
	}
	var rules []Rule
	for _, r := range n.Rules {
		rules = append(rules, r)
		rest, anywhere := strings.CutPrefix(r.Pattern, "**/")
		if anywhere && rest != "" && !slices.ContainsFunc(n.Rules, func(o Rule) bool { return o.Pattern == rest }) {
			rules = append(rules, Rule{rest, r.Action})
		}
	}
	n.Rules = rules
	return n
}

// openCodeLanguage is the regular expression of what a pattern matches there.
func openCodeLanguage(tool, pattern string) string {
	if !IsPath(tool) {
		if stem, ok := trailing(pattern); ok {
			return `^(?s:` + wild(stem) + `(?: .*)?)$`
		}
		return `^(?s:` + wild(pattern) + `)$`
	}
	if tool == "external_directory" {
		return `^(?s:` + wild(pattern) + `)$` // of what is outside the whole path is compared
	}
	// What is outside is compared as ../../x: only a star at the front reaches it.
	if strings.HasPrefix(pattern, "/") || strings.HasPrefix(pattern, "~/") {
		return `^[^\x00-\x{10FFFF}]$`
	}
	return `^(?s:` + wild(pattern) + `)$`
}

// wild is a pattern in which a star is any text and "?" any one character.
func wild(pattern string) string {
	var b strings.Builder
	for i, part := range strings.Split(pattern, "?") {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(starred(strings.ReplaceAll(part, `\`, "/"), `.*`))
	}
	return b.String()
}

// integer is a key that JavaScript moves before all others, whatever the order
// that it was written in.
var integer = regexp.MustCompile(`^(?:0|[1-9][0-9]*)$`)

// Unordered returns the first pattern that would lose its place in a JavaScript
// object, "" if none would.
func (s Section) Unordered() string {
	for _, r := range s.Rules {
		if integer.MatchString(r.Pattern) {
			return r.Pattern
		}
	}
	return ""
}

// StrictestWins is how a client reads the rules that knows no order: what any
// rule denies is denied, then what any asks about is asked about. To deny what no
// rule names, such a client is told never to ask, and then denies that too.
func (s Section) StrictestWins() Reading {
	r := Reading{}
	for _, a := range []Action{Deny, Ask, Allow} {
		for _, rule := range s.Rules {
			if rule.Action != a {
				continue
			}
			does := a
			if a == Ask && s.Intent == Deny {
				does = Deny
			}
			r.add(Language(s.Tool, rule.Pattern), does)
		}
	}
	r.Actions = append(r.Actions, s.Intent)
	return r
}
