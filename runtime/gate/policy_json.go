package gate

import "kei/runtime/str"

// JSON returns the policy in its canonical form, without Sum: the same policy
// gives the same bytes, and its SHA-256 is what Sum says. Fields that are empty
// are absent, as they are in the emitted policy.
func (p *Policy) JSON() []byte {
	b := append([]byte(`{"role":`), str.AppendJSON(nil, p.Role)...)
	b = append(b, `,"tools":`...)
	b = str.AppendStrings(b, p.Tools)
	if p.Unprotected {
		b = append(b, `,"unprotected":true`...)
	}
	b = append(b, `,"rules":[`...)
	for i, r := range p.Rules {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRule(b, r)
	}
	return append(b, "]}"...)
}

// A ruleText is what the kinds of rules have in common, for those who print
// rules. The lists are under the keys that a capability has them under.
type ruleText struct {
	kind       string
	capability string
	severity   Severity
	bypass     string
	instead    string
	lists      [2]ruleList
	unless     string
}

func (t ruleText) unlessTask(says string) ruleText {
	t.unless = says
	return t
}

type ruleList struct {
	key    string
	values []string
}

// textOf describes a rule; it is the other place, beside kinds.go, that knows
// all kinds, and a test holds the two together.
func textOf(r Rule) (t ruleText, ok bool) {
	switch r := r.(type) {
	case *AllowCommand:
		return ruleText{"allow-command", r.Capability, r.Severity, r.Bypass, r.Instead,
			[2]ruleList{{"only-commands", r.Of}, {"tool-patterns", texts(r.Patterns)}}, ""}, true
	case *DenyCommand:
		return ruleText{"deny-command", r.Capability, r.Severity, r.Bypass, r.Instead,
			[2]ruleList{{"tool-patterns", texts(r.Patterns)}}, ""}.unlessTask(r.Unless), true
	case *DenyFiles:
		return ruleText{"deny-files", r.Capability, r.Severity, r.Bypass, r.Instead,
			[2]ruleList{{"files-denied", texts(r.Files)}}, ""}.unlessTask(r.Unless), true
	case *DenyReads:
		return ruleText{"deny-reads", r.Capability, r.Severity, r.Bypass, r.Instead,
			[2]ruleList{{"files-unreadable", texts(r.Files)}}, ""}, true
	case *DenyTool:
		return ruleText{"deny-tool", r.Capability, r.Severity, r.Bypass, r.Instead,
			[2]ruleList{{"tools-denied", r.Tools}}, ""}, true
	case *NotTaskFiles:
		return ruleText{"not-task-files", r.Capability, r.Severity, r.Bypass, r.Instead, [2]ruleList{}, ""}, true
	case *OnlyTaskFiles:
		return ruleText{"only-task-files", r.Capability, r.Severity, r.Bypass, r.Instead, [2]ruleList{}, ""}, true
	}
	return ruleText{}, false
}

func texts[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}

// bypassOf is the variable that lifts a rule, "" if none does.
func bypassOf(r Rule) string {
	t, _ := textOf(r)
	return t.bypass
}

func appendRule(b []byte, r Rule) []byte {
	t, ok := textOf(r)
	if !ok {
		return append(b, `{"kind":"unknown"}`...)
	}
	b = append(b, `{"kind":`...)
	b = str.AppendJSON(b, t.kind)
	for _, f := range [...]struct{ key, text string }{
		{"capability", t.capability}, {"severity", string(t.severity)}, {"bypass-env", t.bypass}, {"unless-task", t.unless}, {"instead", t.instead},
	} {
		if f.text != "" {
			b = append(b, `,"`+f.key+`":`...)
			b = str.AppendJSON(b, f.text)
		}
	}
	for _, l := range t.lists {
		if len(l.values) > 0 {
			b = append(b, `,"`+l.key+`":`...)
			b = str.AppendStrings(b, l.values)
		}
	}
	return append(b, '}')
}
