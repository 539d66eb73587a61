package verify

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"
)

const usageText = `usage: verify ROLE|TASK.toml --worktree DIR --main DIR [options]

Checks what an agent left behind: in its worktree, and in main as it would become.

  --worktree DIR    the agent's worktree
  --main DIR        main's repository, or a checkout of it
  --onto REV        the branch or commit to merge into (default: what main's HEAD is)
  --base COMMIT     the commit that the agent was started from, whole (default: where its
                    history and main's part, which an agent that can move main can choose)
  --commit COMMIT   judge this commit on --base, whole, and not what is in the worktree now:
                    work that was found clean once; --bundle then has the merge of it
  --mode MODE       worktree, simulated-merge or both (default)
  --agent ID        the agent's id (default: the task's)
  --report FILE     the agent's report (default: .claude/agents/ID/review.md in the worktree)
  --row FILE        the agent's row of the ledger and others that its report is about, as
                    JSON: rows one after the other, or in a list
  --index FILE      a copy of the worktree's index from before the agent was started,
                    kept where it cannot write: files untouched since are not read
  --refs FILE       main's refs from before the agent was started, as git for-each-ref
                    --format='%(objectname) %(refname)' prints them
  --before FILE     what main's repository was like before the agent was started: its settings,
                    hooks and attributes, and what was not committed in its checkout, as kei
                    run keeps it (default: what was written since the worktree was made counts)
  --bundle FILE     if all is clean, write the work as it was checked to a git bundle: a
                    commit on the base, for git bundle unbundle or git fetch
  --contain HOW     run commands in bwrap: auto (default), always or never
  --json            print the report as JSON
  --progress        say on standard error what is being done, also to no terminal

  verify --plans    print what is checked of the work of each role, as JSON

Status 0: clean. 2: not clean. 1: could not check, which is not clean either.
`

// Main is the verify program.
func Main(plans []Plan) {
	// It lives for as long as it has to look at the work, and most of what it
	// takes for that it needs to the end.
	debug.SetGCPercent(400)
	ballast := make([]byte, 16<<20) // never touched, so it is only counted: what fits in five times that is not gone through
	defer runtime.KeepAlive(ballast)
	if err := AdoptOrphans(); err != nil {
		fmt.Fprintf(os.Stderr, "verify: %v\n", err)
		os.Exit(ExitUnchecked)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	code := Command(ctx, plans, os.Args[1:], os.LookupEnv, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Command is the program as a function of its arguments. It returns its status.
func Command(ctx context.Context, plans []Plan, args []string, getenv func(string) (string, bool), stdout, stderr io.Writer) (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(stderr, "verify: broke down: %v\n", p)
			code = ExitUnchecked
		}
	}()
	if slices.Equal(args, []string{"--plans"}) {
		return printPlans(plans, stdout, stderr)
	}
	o, asJSON, err := parse(plans, args)
	if errors.Is(err, flag.ErrHelp) {
		io.WriteString(stdout, usageText)
		return ExitClean
	}
	if err != nil {
		fmt.Fprintf(stderr, "verify: %v\n", err)
		return ExitUnchecked
	}
	o.Options.Getenv = getenv
	if o.Bundle != "" {
		// Git runs elsewhere.
		if o.Bundle, err = filepath.Abs(o.Bundle); err != nil {
			fmt.Fprintf(stderr, "verify: %v\n", err)
			return ExitUnchecked
		}
	}
	if path, ok := getenv("AGENT_REPORT_PATH"); ok && o.Report == "" {
		o.Report = path
	}
	if o.progress || IsTerminal(stderr) {
		o.Options.Progress = showProgress(stderr)
	}
	rep, err := Verify(ctx, o.Options)
	if ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	if err != nil {
		fmt.Fprintf(stderr, "verify: %v\n", err)
		return ExitUnchecked
	}
	rep.Task = o.TaskSHA
	if asJSON {
		err = rep.JSON(stdout)
	} else {
		err = rep.Text(stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "verify: write the report: %v\n", err)
		return ExitUnchecked
	}
	return rep.Exit()
}

// asked is what the command line asks for.
type asked struct {
	Options
	progress bool // say what is being done to whoever reads standard error
}

// parse reads the command line. What to check may stand before or behind the
// options.
func parse(plans []Plan, args []string) (o asked, asJSON bool, err error) {
	set := flag.NewFlagSet("verify", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&o.Worktree, "worktree", "", "")
	set.StringVar(&o.Main, "main", "", "")
	set.StringVar(&o.Main, "main-repo", "", "")
	set.StringVar(&o.Onto, "onto", "", "")
	set.StringVar(&o.Base, "base", "", "")
	mode := set.String("mode", string(Both), "")
	set.StringVar(&o.AgentID, "agent", "", "")
	set.StringVar(&o.Report, "report", "", "")
	set.StringVar(&o.Row, "row", "", "")
	set.StringVar(&o.Index, "index", "", "")
	set.StringVar(&o.Refs, "refs", "", "")
	set.StringVar(&o.Before, "before", "", "")
	set.StringVar(&o.Commit, "commit", "", "")
	set.StringVar(&o.Bundle, "bundle", "", "")
	set.StringVar(&o.Contain, "contain", "auto", "")
	set.BoolVar(&asJSON, "json", false, "")
	set.BoolVar(&o.progress, "progress", false, "")
	var names []string
	for len(args) > 0 {
		if err := set.Parse(args); err != nil {
			return o, false, err
		}
		rest := set.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			names = append(names, rest...)
			break
		}
		if args = rest; len(args) > 0 {
			names, args = append(names, args[0]), args[1:]
		}
	}
	o.Mode = Place(*mode)
	switch {
	case len(names) == 0:
		return o, false, errors.New("which role or task.toml? see --help")
	case len(names) > 1:
		return o, false, fmt.Errorf("%s and %s: one role or task.toml at a time", shown(names[0]), shown(names[1]))
	case o.Worktree == "":
		return o, false, errors.New("--worktree is missing or empty; it is the folder that the agent worked in")
	case o.Bundle != "" && o.Mode != Both:
		return o, false, errors.New("--bundle is for work that was checked in both places; leave --mode out")
	case o.Main == "":
		return o, false, errors.New("--main is missing or empty; it is main's repository, or a checkout of it")
	case o.Commit != "" && (!IsID(o.Commit) || o.Base == ""):
		return o, false, errors.New("--commit is the whole id of a commit, and goes with --base")
	case o.Bundle != "" && !replaceable(o.Bundle):
		return o, false, fmt.Errorf("--bundle %s is there and no regular file, and git would put one in its place", shown(o.Bundle))
	}
	if err := o.given(); err != nil {
		return o, false, err
	}
	return o, asJSON, o.choose(plans, names[0])
}

// replaceable reports whether a file may be put at a name.
func replaceable(name string) bool {
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

// given looks for the files that options name. One that is not there was misspelt,
// and not every role's checks would open it.
func (o *asked) given() error {
	for _, f := range []struct{ option, name, way string }{
		{"--report", o.Report, "leave it out for .claude/agents/ID/review.md in the worktree"},
		{"--row", o.Row, "kei ledger show ID --json prints an agent's"},
		{"--index", o.Index, "leave it out, and every file is read"},
		{"--refs", o.Refs, "leave it out, and what was written since the worktree was made counts"},
		{"--before", o.Before, "leave it out, and what was written since the worktree was made counts"},
	} {
		if f.name == "" {
			continue
		}
		if _, err := os.Lstat(f.name); err != nil {
			return fmt.Errorf("%s %s: %v; %s", f.option, shown(f.name), reason(err), f.way)
		}
	}
	return nil
}

// printPlans prints what this program has been compiled with.
func printPlans(plans []Plan, stdout, stderr io.Writer) int {
	text, err := PlansJSON(plans)
	if err == nil {
		_, err = stdout.Write(text)
	}
	if err != nil {
		fmt.Fprintf(stderr, "verify: %v\n", err)
		return ExitUnchecked
	}
	return ExitClean
}

// choose finds the plan of a role or of a task's role.
func (o *asked) choose(plans []Plan, name string) error {
	role := name
	if strings.HasSuffix(name, ".toml") || strings.ContainsAny(name, `/\`) {
		task, sum, err := LoadTask(name)
		if err != nil {
			return err
		}
		o.Task, o.TaskSHA, role = task, sum, task.Role
		if role == "" {
			return fmt.Errorf("%s names no role", shown(name))
		}
		if o.AgentID != "" && task.AgentID != "" && o.AgentID != task.AgentID {
			return fmt.Errorf("--agent %s, and the task is of %s", shown(o.AgentID), task.AgentID)
		}
		if o.AgentID == "" {
			o.AgentID = task.AgentID
		}
	}
	if o.AgentID != "" {
		if err := CheckAgentID(o.AgentID); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(plans, func(p Plan) bool { return p.Role == role })
	if i < 0 {
		var names []string
		for _, p := range plans {
			names = append(names, p.Role)
		}
		return fmt.Errorf("no role %s with a plan; there are %s", shown(role), strings.Join(names, ", "))
	}
	o.Plan = plans[i]
	return nil
}

// IsTerminal reports whether a person is likely to be reading along.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// showProgress says what is being done, with the time since the start.
func showProgress(w io.Writer) func(string) {
	start := time.Now()
	return func(what string) {
		fmt.Fprintf(w, "verify: %4.0fs %s\n", time.Since(start).Seconds(), strings.Map(printable, what))
	}
}
