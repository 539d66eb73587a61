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
	if len(p.Scratch) > 0 {
		b = append(b, `,"scratch":`...)
		b = str.AppendStrings(b, p.Scratch)
	}
	if p.OwnScratch {
		b = append(b, `,"own-scratch":true`...)
	}
	if p.FailFast {
		b = append(b, `,"fail-fast":true`...)
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

// texts is a list of names of any type as strings.
func texts[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}

func appendRule(b []byte, r Rule) []byte {
	b = append(b, `{"kind":`...)
	b = str.AppendJSON(b, r.Kind().Name)
	t := r.Head()
	for _, f := range [...]struct{ key, text string }{
		{"capability", t.Capability}, {"severity", string(t.Severity)}, {"bypass-env", t.Bypass}, {"unless-task", t.Unless}, {"instead", t.Instead},
	} {
		if f.text != "" {
			b = append(b, `,"`+f.key+`":`...)
			b = str.AppendJSON(b, f.text)
		}
	}
	for _, l := range r.Lists() {
		if len(l.Values) > 0 {
			b = append(b, `,"`+l.Key+`":`...)
			b = str.AppendStrings(b, l.Values)
		}
	}
	return append(b, '}')
}
