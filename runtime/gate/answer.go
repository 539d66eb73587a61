package gate

import "kei/runtime/str"

// A verdict is what a gate answers.
type verdict string

const (
	allow verdict = "allow"
	deny  verdict = "deny"
	ask   verdict = "ask"
)

// decide weighs the objections. Of one that asks for a person nothing is left
// but a denial where the client cannot ask, or would go on if nobody is there.
func (o Objections) decide(form asking) verdict {
	v := allow
	for _, d := range o {
		switch d.Severity {
		case Warn, Advisory:
		case Ask:
			if form == never {
				return deny
			}
			v = ask
		default:
			return deny
		}
	}
	return v
}

// An Answer is what a gate does about a call: what it writes, and its exit status.
type Answer struct {
	Stdout, Stderr []byte
	Code           int

	Log  string // the file that Line is added to, "" if no decisions are kept
	Line []byte

	Waits bool // nothing is decided; it takes [Late], which was nil
}

const (
	maxLine   = 1200 // bytes of one objection
	maxReason = 4000 // bytes of all of them; the JSON repeats them eight times and fits in a pipe
)

// answerTo puts a verdict into the form that every client understands.
func answerTo(v verdict, o Objections, form asking) Answer {
	var lines []string
	total := 0
	for _, d := range o {
		if d.Severity == Advisory || v == ask && d.Severity != Ask {
			continue
		}
		line := str.OneLine(d.Error(), maxLine)
		if d.Severity == Warn {
			line = "warning: " + line
		}
		if total += len(line) + 1; total > maxReason && len(lines) > 0 {
			lines = append(lines, "and more objections")
			break
		}
		lines = append(lines, line)
	}
	reason := str.Join(lines, "\n")
	switch v {
	case allow:
		if reason == "" {
			return Answer{}
		}
		return Answer{Stderr: []byte(reason + "\n")}
	case ask:
		return Answer{Stdout: askJSON(reason, form)}
	}
	if reason == "" {
		reason = "gate: denied" // without any text some clients run the tool
	}
	return Answer{Stdout: denyJSON(reason), Stderr: []byte(reason + "\n"), Code: 2}
}

// denyJSON is the union of what the clients read. No narrower form is taken for
// a denial by all of them: one ignores exit statuses, others run the tool when
// an object on standard output lacks the field they look for.
func denyJSON(reason string) []byte {
	r := str.AppendJSON(nil, reason)
	var b []byte
	for _, part := range [...]string{
		`{"decision":"block","reason":`,
		`,"permissionDecision":"deny","permissionDecisionReason":`,
		`,"permission":"deny","agent_message":`,
		`,"user_message":`,
		`,"cancel":true,"errorMessage":`,
		`,"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":`,
	} {
		b = append(b, part...)
		b = append(b, r...)
	}
	return append(b, "}}\n"...)
}

func askJSON(reason string, form asking) []byte {
	r := str.AppendJSON(nil, reason)
	b := []byte(`{"permissionDecision":"ask","permissionDecisionReason":`)
	if form == nested {
		b = []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":`)
	}
	b = append(b, r...)
	if form == nested {
		b = append(b, '}')
	}
	return append(b, "}\n"...)
}

// orElse appends what a capability says to do instead.
func orElse(instead string) string {
	if instead == "" {
		return ""
	}
	return "; " + instead
}
