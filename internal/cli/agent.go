package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"kei/agent"
	"kei/hooks"
	"kei/ledger"
	"kei/runtime/verify"

	"github.com/spf13/cobra"
)

// An agentsPlace is where agents are, as the flags say it.
type agentsPlace struct {
	main, home, db string

	reads bool // the ledger is only read
}

func (p *agentsPlace) flags(c *cobra.Command) {
	c.Flags().StringVar(&p.main, "main", ".", "main's checkout is `DIR`")
	c.Flags().StringVar(&p.home, "home", "", "the agents' folder is `DIR` (default: KEI_AGENTS, else MAIN.agents beside main)")
	c.Flags().StringVar(&p.db, "db", "", "the ledger is `FILE`, or a URL postgres://... (default: as for kei ledger)")
}

// openHome finds the agents' folder of main's repository.
func (a *app) openHome(ctx context.Context, main, home string) (*agent.Home, error) {
	if home == "" {
		home, _ = a.getenv("KEI_AGENTS")
	}
	return agent.OpenHome(ctx, main, home, a.dir)
}

// withHome opens the agents' folder and their ledger.
func (a *app) withHome(ctx context.Context, p agentsPlace, do func(*agent.Home) error) error {
	h, err := a.openHome(ctx, p.main, p.home)
	if err != nil {
		return err
	}
	if p.db == "" {
		if p.db, err = ledger.DefaultPath(a.getenv); err != nil {
			return err
		}
	}
	if err := h.OpenLedger(ctx, p.db, p.reads); err != nil {
		return err
	}
	if err := h.Alone(); err != nil {
		return errors.Join(err, h.Ledger.Close())
	}
	h.Watched = verify.IsTerminal(a.stderr)
	h.Say = func(format string, args ...any) { fmt.Fprintf(a.stderr, format+"\n", args...) }
	return errors.Join(do(h), h.Ledger.Close())
}

// withAgent opens an agent, and what checks its work.
func (a *app) withAgent(ctx context.Context, p agentsPlace, id string, do func(*agent.Agent, agent.Verifier) error) error {
	return a.withHome(ctx, p, func(h *agent.Home) error {
		one, err := h.Open(ctx, id)
		if err != nil {
			return err
		}
		defer one.Release()
		v, err := a.verifier(ctx)
		if err != nil {
			return err
		}
		return do(one, v)
	})
}

// gateFor is the gate that a task's agent is held by: its role's, and that of all
// roles where it has rules of its own, which no other has.
func gateFor(role string, task agent.Task) string {
	if task.Agent != "" {
		return hooks.Dispatcher
	}
	return role
}

// gateOf is the gate of a role, which must have been built and answer for it.
func (a *app) gateOf(ctx context.Context, role string) (string, error) {
	at, err := a.program(role)
	if err != nil {
		return "", err
	}
	program, err := filepath.EvalSymlinks(at)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = a.unbuilt(at)
		}
		return "", err
	}
	p, err := hooks.Ask(ctx, program)
	if err != nil {
		return "", err
	}
	if p.Role != role {
		return "", fmt.Errorf("%s is the gate of %s, not of %s", program, p.Role, role)
	}
	return program, a.current(program, p)
}

// current holds a gate to the policy: to out/, which the agent's prompt is from,
// and to the TOML where that was touched after the gate was built. (To resolve
// all of it takes half a second.)
func (a *app) current(program string, p hooks.Policy) error {
	stale, err := p.Stale(func(role string) (string, error) { return agent.PolicySum(a.dir, role) })
	if err == nil && !stale && a.touchedSince(program) {
		stale, err = p.Stale(func(role string) (string, error) {
			sum, _, err := a.today(role)
			return sum, err
		})
	}
	if err == nil && !stale && p.Role == hooks.Dispatcher {
		stale, err = a.staleAgents(program, p)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s cannot be compared with the policy: %w", program, err)
	case stale:
		return outdated(program)
	}
	return nil
}

// outdated is the error for a program that is of another policy than today's.
func outdated(program string) error {
	return fmt.Errorf("%s was built from another policy than today's; kei gen and kei build make both anew", program)
}

// staleAgents reports whether the rules of agents, or who has which role, are others now
// than the dispatcher was built from.
func (a *app) staleAgents(program string, p hooks.Policy) (bool, error) {
	sum, err := agent.DispatchSum(a.dir)
	if err != nil || sum != p.SHA256 {
		return err == nil, err
	}
	if !a.touchedSince(program, "agents") {
		return false, nil
	}
	sum, err = a.dispatchToday()
	return err == nil && sum != p.SHA256, err
}

// touchedSince reports whether a file that policies are made from is newer than
// a program: one of capabilities, of roles, or of other folders.
func (a *app) touchedSince(program string, more ...string) bool {
	built, err := os.Stat(program)
	for _, dir := range append([]string{"capabilities", "roles"}, more...) {
		if err != nil {
			break
		}
		err = filepath.WalkDir(filepath.Join(a.dir, dir), func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if info, err := d.Info(); err != nil || info.ModTime().After(built.ModTime()) {
				return errTouched
			}
			return nil
		})
		if errors.Is(err, fs.ErrNotExist) {
			err = nil // what was compiled is all there is
		}
	}
	return err != nil
}

var errTouched = errors.New("touched")

// verifier is bin/verify, which was compiled with the gates and is held to the
// policy as they are.
func (a *app) verifier(ctx context.Context) (agent.Verifier, error) {
	bin, err := a.program("verify")
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(bin)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, a.noVerifier(bin)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file; kei build makes it", bin)
	case !a.touchedSince(bin):
		return agent.Verifier{bin}, nil
	}
	compiled, err := exec.CommandContext(ctx, bin, "--plans").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --plans: %w; kei build makes it anew", bin, err)
	}
	_, roles, err := a.roles()
	if err != nil {
		return nil, err
	}
	today, err := verify.PlansJSON(plansOf(roles))
	switch {
	case err != nil:
		return nil, err
	case !bytes.Equal(compiled, today):
		return nil, outdated(bin)
	}
	return agent.Verifier{bin}, nil
}

// checks reports as an error that the verify program has nothing to hold the work of a
// role to. Known before an agent is started, it costs nothing.
func checks(ctx context.Context, v agent.Verifier, role string) error {
	text, err := exec.CommandContext(ctx, v[0], append(slices.Clone(v[1:]), "--plans")...).Output()
	if err != nil {
		return fmt.Errorf("%s --plans: %w; kei build makes it anew", v[0], err)
	}
	var plans []struct {
		Role  string
		Steps []json.RawMessage
	}
	if err := json.Unmarshal(text, &plans); err != nil {
		return fmt.Errorf("%s --plans: %w; kei build makes it anew", v[0], err)
	}
	for _, p := range plans {
		if p.Role == role && len(p.Steps) == 0 {
			return verify.NothingToCheck(role)
		}
	}
	return nil
}

// noVerifier says why the verify program is not there: a policy that asks for no
// check of what agents leave behind has none.
func (a *app) noVerifier(bin string) error {
	_, roles, err := a.roles()
	if err == nil && len(roles) > 0 && !slices.ContainsFunc(plansOf(roles), func(p verify.Plan) bool { return len(p.Steps) > 0 }) {
		return errors.New("no role of the policy folder has a capability with a [verify], so there is nothing to verify work by; kei spawn starts an agent all the same")
	}
	return a.unbuilt(bin)
}

// A clientFlags says which client is started, and how.
type clientFlags struct {
	program string
	args    []string
	timeout time.Duration
	back    int
}

func (f *clientFlags) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.program, "client", "claude", "the coding agent: `PROGRAM` is Claude Code's")
	c.Flags().StringArrayVar(&f.args, "client-arg", nil, "one more argument for it, such as --model=`ARG`; may be repeated")
	c.Flags().IntVar(&f.back, "send-back", 0, "verify when the agent means to end, too, and send it back to work up to `N` times")
	c.Flags().DurationVar(&f.timeout, "timeout", 2*time.Hour, "how long it may take")
}

func (f clientFlags) client() agent.Client {
	return agent.Client{Program: f.program, Args: f.args, Timeout: f.timeout}
}

// sendBack is the command line by which the client asks whether an agent may end.
func (a *app) sendBack(ctx context.Context, f clientFlags) ([]string, error) {
	if f.back <= 0 {
		return nil, nil
	}
	if _, err := a.verifier(ctx); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(a.dir)
	return []string{self, "verify-hook", "-C", dir, "--most", strconv.Itoa(f.back)}, err
}

// An order is a task that an agent can be made of: it, its role and its gate have
// been looked at before anything is made, or a client looked for.
type order struct {
	name     string // of its file
	role     string
	task     agent.Task
	gate     string
	sendBack []string
}

func (a *app) order(ctx context.Context, f clientFlags, name string) (order, error) {
	task, err := agent.LoadTask(name)
	if err != nil {
		return order{}, err
	}
	return a.orderOf(ctx, f, name, task)
}

// orderOf is what it takes to start an agent on a task that was read from name.
func (a *app) orderOf(ctx context.Context, f clientFlags, name string, task agent.Task) (o order, err error) {
	if runtime.GOOS == "windows" {
		return o, errors.New("agents are not started on Windows")
	}
	o.name, o.task = name, task
	policy, err := filepath.Abs(a.dir)
	if err != nil {
		return o, err
	}
	role, err := agent.LoadFor(policy, o.task)
	if err != nil {
		return o, err
	}
	if err := errors.Join(role.CheckSpawnable(), role.CheckTask(name, task)); err != nil {
		return o, err
	}
	if o.gate, err = a.gateOf(ctx, gateFor(role.Name, o.task)); err != nil {
		return o, err
	}
	o.role = role.Name
	o.sendBack, err = a.sendBack(ctx, f)
	return o, err
}

// spawn makes the agent: everything but the start of its client.
func (o order) spawn(ctx context.Context, h *agent.Home) (*agent.Agent, error) {
	h.SendBack = o.sendBack
	return h.Spawn(ctx, o.name, o.task, o.gate)
}

// verdict prints what verification said, and returns the status that it ends in.
func (a *app) verdict(rep *verify.Report, asJSON bool) error {
	if asJSON {
		if err := rep.JSON(a.stdout); err != nil {
			return err
		}
	} else {
		for _, list := range []struct {
			word string
			of   []verify.Failure
		}{{"fail", rep.Failed}, {"could not check", rep.Errors}} {
			for _, f := range list.of {
				lines := f.Lines()
				fmt.Fprintf(a.stdout, "%s %s (%s): %s\n", list.word, f.Capability, f.Place, lines[0])
				for _, line := range lines[1:] {
					fmt.Fprintln(a.stdout, line)
				}
			}
		}
		for _, f := range rep.Findings() {
			fmt.Fprintln(a.stdout, f)
		}
		for _, q := range rep.Questions {
			fmt.Fprintf(a.stdout, "agent %s asks: %s\n", rep.AgentID, q)
		}
		if rep.Clean {
			fmt.Fprintf(a.stdout, "agent %s: clean, %s, %s\n", rep.AgentID, verify.Plural(len(rep.Changes), "change"), agent.Passed(rep))
			if rep.Commit != "" {
				fmt.Fprintf(a.stdout, "its work as it was verified: kei merge %s\n", rep.AgentID)
			}
		} else {
			fmt.Fprintf(a.stdout, "agent %s: not clean\n", rep.AgentID)
		}
	}
	if code := rep.Exit(); code != 0 {
		return exit(code)
	}
	return nil
}
