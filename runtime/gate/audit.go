package gate

import (
	"kei/runtime/str"
	"kei/runtime/sys"
)

// auditLine makes the line. c is nil when the payload could not be read.
func auditLine(at int64, pid int, p *Policy, c *Call, v verdict, o Objections, env func(string) (string, bool)) []byte {
	words, spelled := p.secrets(c)
	b := []byte(`{"time":"` + timestamp(at) + `","pid":` + str.Itoa(int64(pid)) + `,"role":`)
	b = str.AppendJSON(b, p.Role)
	if c != nil {
		b = append(b, `,"client":`...)
		b = str.AppendJSON(b, c.Client)
		b = append(b, `,"tool":`...)
		b = str.AppendJSON(b, c.Tool)
		b = append(b, `,"agent":`...)
		b = str.AppendJSON(b, c.Agent)
		b = appendCall(b, c, words, spelled)
	}
	b = append(b, `,"verdict":"`...)
	b = append(b, v...)
	b = append(b, `","objections":[`...)
	for i, d := range o {
		if i == 16 {
			break
		}
		if i > 0 {
			b = append(b, ',')
		}
		severity := d.Severity
		if severity == "" {
			severity = Block
		}
		b = append(b, `{"capability":`...)
		b = str.AppendJSON(b, d.Capability)
		b = append(b, `,"severity":`...)
		b = str.AppendJSON(b, string(severity))
		b = append(b, `,"reason":`...)
		b = str.AppendJSON(b, str.OneLine(logged(d.Reason, words, spelled), maxLine))
		b = append(b, '}')
	}
	b = append(b, `],"bypassed":`...)
	b = str.AppendStrings(b, p.bypasses(env))
	if writes, more := p.writes(c, v); len(writes) > 0 {
		b = str.AppendStrings(append(b, `,"writes":`...), writes)
		if more {
			b = append(b, `,"more":true`...)
		}
	}
	return append(b, "}\n"...)
}

// appendCall adds whose call it is, where, and what it asks for: commands without what
// looks like a credential, and files by their names, never by what is in them.
func appendCall(b []byte, c *Call, words []string, spelled bool) []byte {
	if c.ID != "" {
		b = str.AppendJSON(append(b, `,"call":`...), str.OneLine(c.ID, maxSession))
	}
	if c.Session != "" {
		b = str.AppendJSON(append(b, `,"session":`...), str.OneLine(c.Session, maxSession))
	}
	if c.Root != "" {
		b = str.AppendJSON(append(b, `,"folder":`...), c.Root)
	}
	if len(c.Commands) > 0 {
		var list []string
		for i, command := range c.Commands {
			if i == maxCalls {
				break
			}
			list = append(list, logged(command, words, spelled))
		}
		b = str.AppendStrings(append(b, `,"commands":`...), list)
	}
	if len(c.Paths) > 0 {
		b = str.AppendStrings(append(b, `,"files":`...), c.Paths[:min(len(c.Paths), maxCalls)])
	}
	return b
}

// secrets are those of the call and of what else is in its batch (see [Case.secrets]).
func (p *Policy) secrets(c *Call) (words []string, spelled bool) {
	if c == nil {
		return nil, true
	}
	spelled = true
	for _, one := range append([]*Call{c}, c.batch...) {
		one.Late, one.Programs = c.Late, c.Programs
		read := one.asked
		if read == nil {
			read = &Case{Call: one, policy: p}
		}
		more, all := read.secrets()
		words, spelled = append(words, more...), spelled && all
	}
	return words, spelled
}

// logged is a text of the call as the log has it. One that spells a credential in
// pieces is not there at all.
func logged(s string, words []string, spelled bool) string {
	if !spelled {
		return cutMark + " a credential that is spelled in pieces"
	}
	return withoutSecrets(s, words)
}

// A Twin is how a line of the log is known that another gate has written about the same
// call: an agent's call may be judged by the gate of the settings and by that of the agent's
// own file, which answer alike, and is one line. It is the same call by its id, or else if
// the same was asked in one session within two seconds.
type Twin struct {
	since string // no line from before is about the same call
	says  string // of whom, what, and what was answered
}

// twinSpan is how far apart two gates may be that judge one call, in milliseconds.
const twinSpan = 2000

// twinOf is what another line about the call of this one says. The client and the tool are
// left out: some speak to an agent's own hook in another way than to that of the settings.
func twinOf(at int64, line []byte) *Twin {
	text := string(line)
	from := str.Index(text, `,"agent":`)
	if from < 0 {
		return nil
	}
	return &Twin{timestamp(at - twinSpan), text[from:]}
}

// add adds the line to a log that has none about the same call.
func (t *Twin) add(log string, line []byte) error { return sys.AppendUnless(log, line, t.in) }

// in reports whether the end of a log has a line about the same call.
func (t *Twin) in(log []byte) bool {
	const time = `{"time":"`
	for end := len(log); end > 0; {
		from := str.LastIndexByte(string(log[:end-1]), '\n') + 1
		line := string(log[from:end])
		if !str.HasPrefix(line, time) || len(line) < len(time)+len(t.since) || line[len(time):len(time)+len(t.since)] < t.since {
			return false
		}
		if str.HasSuffix(line, t.says) {
			return true
		}
		end = from
	}
	return false
}

// maxSession is how long the name of a session is in the log, maxCalls how many
// commands or files of one call are in a line of it.
const (
	maxSession = 128
	maxCalls   = 8
)

// maxWrites is how many files one line names.
const maxWrites = 64

// errEnough ends a walk over writes.
const errEnough = str.Fault("enough")

// writes are the files that a call which may run writes, as far as they are known,
// by their absolute paths: of a folder with all that is in it folder/**, and
// patterns as the shell has them. There are more beyond maxWrites, and where a
// path is computed; what a program writes that no word names (a build's output) is
// left out.
func (p *Policy) writes(c *Call, v verdict) (list []string, more bool) {
	if c == nil || v == deny || c.Missing != "" {
		return nil, false
	}
	for _, one := range append([]*Call{c}, c.batch...) {
		one.Late, one.Programs = c.Late, c.Programs
		_ = (&Case{Call: one, policy: p}).eachWrite(func(w Write) error {
			name := w.At.Abs
			if w.Unknown || w.Unnamed || name == "" {
				more = more || w.Unknown && !w.Unnamed
				return nil
			}
			if w.Tree && !str.HasSuffix(name, "/**") {
				name += "/**"
			}
			if str.In(name, list...) {
				return nil
			}
			if len(list) == maxWrites {
				more = true
				return errEnough
			}
			list = append(list, name)
			return nil
		})
	}
	return list, more
}

// bypasses are the variables in the environment that lift rules of the policy.
func (p *Policy) bypasses(env func(string) (string, bool)) []string {
	var set []string
	for _, r := range p.Rules {
		name := r.Head().Bypass
		if name == "" || str.In(name, set...) {
			continue
		}
		if v, ok := env(name); ok && v == "1" {
			set = append(set, name)
		}
	}
	return set
}

// timestamp writes milliseconds since 1970 as RFC 3339 has it, in UTC.
func timestamp(ms int64) string {
	days, rest := ms/86_400_000, ms%86_400_000
	// Days of the civil calendar, counted from 1 March of the year 0, when a
	// leap day is the last of its year; 146097 days are 400 years.
	d := days + 719_468
	era, d := d/146_097, d%146_097
	year := (d - d/1460 + d/36_524 - d/146_096) / 365
	d -= year*365 + year/4 - year/100
	month := (5*d + 2) / 153
	day := d - (153*month+2)/5 + 1
	year += era * 400
	if month += 3; month > 12 {
		month -= 12
		year++
	}
	b := padded(nil, year, 4)
	b = padded(append(b, '-'), month, 2)
	b = padded(append(b, '-'), day, 2)
	b = padded(append(b, 'T'), rest/3_600_000, 2)
	b = padded(append(b, ':'), rest/60_000%60, 2)
	b = padded(append(b, ':'), rest/1000%60, 2)
	b = padded(append(b, '.'), rest%1000, 3)
	return string(append(b, 'Z'))
}

func padded(b []byte, n int64, width int) []byte {
	s := str.Itoa(n)
	for i := len(s); i < width; i++ {
		b = append(b, '0')
	}
	return append(b, s...)
}
