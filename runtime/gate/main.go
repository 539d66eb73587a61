package gate

import (
	"kei/runtime/client"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Version is what --version prints; a build may set it with the linker's -X.
var Version = "devel"

// Main is the whole of a gate's main function: it answers one tool call from
// standard input by what it holds, or the command line of a person, and ends
// the process. A call ends it with status 0 or 2 and no other. programs are what
// is known of programs, late has what only some calls need. Most calls never come here: see [Early].
func Main(of Held, programs *invocation.Table, late *Late) {
	if late == nil {
		late = &Late{} // nil would ask for another chance, and this is the last
	}
	in := begun
	if in == nil {
		in = ownInput(programs)
	}
	d := of.dispatch()
	if _, asked := d.person(in); !asked {
		watch(late, in)
	}
	sys.Exit(Run(d, late, in).write())
}

// An Input is all that a gate goes by beside what is compiled in.
type Input struct {
	Args    []string // the command line, with the program's name
	Env     func(name string) (string, bool)
	Read    func([]byte) (int, error) // standard input; 0 is its end
	Now     func() int64              // milliseconds since 1970
	Process int

	Programs *invocation.Table // what is known of programs

	read bool // the payload was read, and this came of it:
	call *Call
	err  error
}

// own is the input of this process. It has no pages of its own.
var own Input

// ownInput is that of this process.
func ownInput(programs *invocation.Table) *Input {
	own = Input{Args: sys.Arguments(), Env: sys.Environment, Read: sys.ReadInput, Now: sys.Now, Process: sys.ProcessID(), Programs: programs}
	return &own
}

// payload reads the call, once.
func (in *Input) payload() (*Call, error) {
	if !in.read {
		in.read = true
		in.call, in.err = readCallOnce(in.Read, in.Env)
	}
	return in.call, in.err
}

// watch denies a call that takes too long. Judging is bounded by design; should
// a call be found that is not, it must be denied before its client loses
// patience and lets it run.
func watch(late *Late, in *Input) {
	if late.After == nil {
		return
	}
	late.After(tooLong, func() {
		sys.Exit(in.answer(&nobody, nil, Objections{{Capability: "gate", Reason: "the call takes too long to judge; split it up"}}).write())
	})
}

// tooLong is how many seconds a judgement may take beside the wait for the
// payload; clients wait for thirty.
const tooLong = 15

// Run decides one tool call by what a gate holds, and does nothing else: what it
// goes by is given, and what is to be done about it returned. With late nil the
// answer may be that it [Answer.Waits]; asked again with the same input, Run
// goes on with the payload that it has read.
func Run(d *Dispatch, late *Late, in *Input) (a Answer) {
	p := d.whose()
	defer func() {
		if r := recover(); r != nil {
			// Whatever this was, it must not let a call through.
			a = in.answer(p, nil, Objections{{Capability: "gate", Reason: "internal error" + about(r) + "; the call is denied because it could not be judged"}})
		}
	}()
	if said, asked := d.person(in); asked {
		return said
	}
	main, denial := d.command(in.Args)
	if denial != nil {
		return in.answer(p, nil, Objections{denial})
	}
	call, err := in.payload()
	if err != nil {
		if late == nil {
			return Answer{Waits: true} // there is no hurry to deny
		}
		return in.answer(p, nil, Objections{denialOf(err)})
	}
	if denial = d.callOf(d.agentNamed(in.Args), call); denial != nil {
		return in.answer(&nobody, call, Objections{denial})
	}
	if p, denial = d.pick(main, call); denial != nil {
		p = &nobody
		return in.answer(p, call, Objections{denial})
	}
	call.Late, call.Programs = late, in.Programs
	found, decided := Check(call, p)
	if !decided {
		return Answer{Waits: true}
	}
	return in.answer(p, call, found)
}

// denialOf is why a payload that cannot be read is denied.
func denialOf(err error) *Denial {
	if d, ok := err.(*Denial); ok {
		return d
	}
	return &Denial{Capability: "payload", Reason: err.Error()}
}

// answer weighs the objections, for the client that calls and for the log.
func (in *Input) answer(p *Policy, c *Call, o Objections) Answer {
	form := client.Never
	if c != nil {
		if cl := client.Named(c.Client); cl != nil {
			form = cl.Asks
		}
	}
	v := o.decide(form)
	a := answerTo(v, o, form)
	if p.FailFast && v == deny {
		a.Stdout = client.Ending(a.Stdout)
	}
	if name, ok := in.Env("KEI_AUDIT_LOG"); ok && name != "" {
		a.Log, a.Line = name, auditLine(in.Now(), in.Process, p, c, v, o, in.Env)
		if c != nil && c.Agent != "" {
			a.Twin = twinOf(in.Now(), a.Line)
		}
	}
	return a
}

// Log adds what was decided of a call to the log that KEI_AUDIT_LOG names, if it
// names one: for who asks a policy outside of a gate.
func Log(c *Call, p *Policy, o Objections, env func(string) (string, bool)) error {
	name, ok := env("KEI_AUDIT_LOG")
	if !ok || name == "" {
		return nil
	}
	return sys.AppendFile(name, auditLine(sys.Now(), sys.ProcessID(), p, c, o.decide(client.Never), o, env))
}

// write does what an answer says, and returns the exit status.
func (a Answer) write() int {
	if a.Log != "" {
		add := sys.AppendFile
		if a.Twin != nil {
			add = a.Twin.add
		}
		if err := add(a.Log, a.Line); err != nil {
			a.Stderr = append(a.Stderr, str.OneLine("KEI_AUDIT_LOG "+a.Log+": "+err.Error(), maxLine)+"\n"...)
		}
	}
	sys.WriteAll(1, a.Stdout)
	sys.WriteAll(2, a.Stderr)
	return a.Code
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
