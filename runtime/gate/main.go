package gate

import (
	"kei/runtime/client"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Version is what --version prints; a build may set it with the linker's -X.
var Version = "devel"

// Main is the whole of a gate's main function: it reads one tool call from
// standard input, asks the policy, answers, and ends the process, with status 0
// or 2 and no other. late has what only some calls need. Most calls never come
// here: see [Early].
func Main(p *Policy, late *Late) {
	args := sys.Arguments()
	if len(args) > 1 {
		sys.Exit(flags(p, args[1:]))
	}
	if late == nil {
		late = &Late{} // nil would ask for another chance, and this is the last
	}
	watch(late)
	sys.Exit(judge(p, late, &begun))
}

// watch denies a call that takes too long. Judging is bounded by design; should
// a call be found that is not, it must be denied before its client loses
// patience and lets it run.
func watch(late *Late) {
	if late.After == nil {
		return
	}
	late.After(tooLong, func() {
		sys.Exit(deliver(&nobody, nil, Objections{{Capability: "gate", Reason: "the call takes too long to judge; split it up"}}))
	})
}

// tooLong is how many seconds a judgement may take beside the wait for the
// payload; clients wait for thirty.
const tooLong = 15

// A beginning is how far a payload's judgement has come.
type beginning struct {
	read bool
	call *Call
	err  error
}

// judge decides the call and writes the answer. With late nil it returns -1 if
// the answer has to wait for late, and has written nothing then.
func judge(p *Policy, late *Late, b *beginning) (code int) {
	defer func() {
		if r := recover(); r != nil {
			// Whatever this was, it must not let a call through.
			code = deliver(p, nil, Objections{{Capability: "gate", Reason: "internal error" + about(r) + "; the call is denied because it could not be judged"}})
		}
	}()
	if !b.read {
		b.read = true
		b.call, b.err = ReadCall(sys.ReadInput)
	}
	if b.err != nil {
		if late == nil {
			return -1
		}
		d, ok := b.err.(*Denial)
		if !ok {
			d = &Denial{Capability: "payload", Reason: b.err.Error()}
		}
		return deliver(p, nil, Objections{d})
	}
	// What a rule leaves in the call while late is missing must not be taken
	// for an answer afterwards, so each judgement has a call of its own.
	call := *b.call
	call.Late = late
	found, err := p.check(&call)
	if late == nil && call.NeedsLate {
		return -1
	}
	if err != nil {
		found = Objections{{Capability: "gate", Reason: err.Error()}}
	}
	return deliver(p, &call, found)
}

// check is Check with its objections typed.
func (p *Policy) check(c *Call) (Objections, error) {
	switch err := p.Check(c).(type) {
	case nil:
		return nil, nil
	case Objections:
		return err, nil
	default:
		return nil, err
	}
}

// deliver weighs the objections, writes the audit line and the answer, and
// returns the exit status.
func deliver(p *Policy, c *Call, o Objections) int {
	form := client.Never
	if c != nil {
		if cl := client.Named(c.Client); cl != nil {
			form = cl.Asks
		}
	}
	env := sys.Environment
	if c != nil {
		env = c.Env
	}
	v := o.decide(form)
	a := answerTo(v, o, form)
	if err := audit(env, p, c, v, o); err != nil {
		a.stderr = append(a.stderr, str.OneLine(err.Error(), maxLine)+"\n"...)
	}
	sys.WriteAll(1, a.stdout)
	sys.WriteAll(2, a.stderr)
	return a.code
}

// about says what a panic was about, as far as its value says it.
func about(r any) string {
	switch r := r.(type) {
	case error:
		return ": " + r.Error()
	case string:
		return ": " + r
	}
	return ""
}

// flags answers the command line of a person; it never judges a call.
func flags(p *Policy, args []string) (code int) {
	if len(args) == 1 {
		switch args[0] {
		case "--policy":
			b := append([]byte(`{"sha256":`), str.AppendJSON(nil, p.Sum)...)
			b = append(b, `,"policy":`...)
			b = append(b, p.JSON()...)
			sys.WriteAll(1, append(b, "}\n"...))
			return 0
		case "--version":
			sys.WriteAll(1, []byte(p.Role+" gate, kei "+Version+", policy "+p.Sum+"\n"))
			return 0
		}
	}
	sys.WriteAll(2, []byte("gate of the role "+p.Role+": it reads one tool call, as JSON, on standard input and takes no argument but\n"+
		"  --policy   print the compiled-in policy and its SHA-256\n"+
		"  --version  print the build\n"+
		"not "+str.OneLine(str.Join(args, " "), 200)+"\n"))

	return 2
}
