package gate

import (
	"kei/runtime/client"
	"kei/runtime/str"
)

// A verdict is what a gate answers.
type verdict string

const (
	allow verdict = "allow"
	deny  verdict = "deny"
	ask   verdict = "ask"
)

// decide weighs the objections. Of one that asks for a person nothing is left
// but a denial where the client cannot ask, or would go on if nobody is there.
func (o Objections) decide(form client.Asking) verdict {
	v := allow
	for _, d := range o {
		switch d.Severity {
		case Warn, Advisory:
		case Ask:
			if form == client.Never {
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
	Twin *Twin // not nil: Line is not added where another gate has added the same

	Waits bool // nothing is decided; it takes [Late], which was nil
}

const (
	maxLine   = 1200 // bytes of one objection
	maxReason = 4000 // bytes of all of them; the JSON repeats them eight times and fits in a pipe
)

// answerTo puts a verdict into the form that every client understands.
func answerTo(v verdict, o Objections, form client.Asking) Answer {
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
		return Answer{Stdout: form.JSON(reason)}
	}
	if reason == "" {
		reason = "gate: denied" // without any text some clients run the tool
	}
	return Answer{Stdout: client.Denial(reason), Stderr: []byte(reason + "\n"), Code: 2}
}

// orElse appends what a capability says to do instead.
func orElse(instead string) string {
	if instead == "" {
		return ""
	}
	return "; " + instead
}
