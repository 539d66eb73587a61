package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"kei/gen/agents"
	"kei/hooks"

	"github.com/spf13/cobra"
)

// A target is where a gate is installed, as the flags say it.
type target struct{ scope, dir, client string }

func (t *target) flags(c *cobra.Command, scope, scopes, client, clients string) {
	c.Flags().StringVar(&t.scope, "scope", scope, "whose sessions: `SCOPE` is "+scopes)
	c.Flags().StringVar(&t.dir, "dir", ".", "the project: `DIR` is its root")
	c.Flags().StringVar(&t.client, "client", client, "the coding agent: `CLIENT` is "+clients)
	for flag, words := range map[string][]string{"scope": {"project", "local", "user"}, "client": hooks.Clients()} {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)) // it fails for a flag that there is not
	}
}

// client is the one that --client names.
func (t target) named() (*hooks.Client, error) {
	c := hooks.Named(t.client)
	if c == nil {
		return nil, fmt.Errorf("--client %s is none of %s", t.client, strings.Join(hooks.Clients(), ", "))
	}
	return c, nil
}

// site is whose sessions the flags mean.
func (t target) site(scopes ...string) (hooks.Site, error) {
	if !slices.Contains(scopes, t.scope) {
		return hooks.Site{}, fmt.Errorf("--scope %s is none of %s", t.scope, strings.Join(scopes, ", "))
	}
	dir, err := filepath.Abs(t.dir)
	if err != nil {
		return hooks.Site{}, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return hooks.Site{}, fmt.Errorf("--dir %s is not a folder", t.dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return hooks.Site{}, err
	}
	return hooks.Site{Scope: t.scope, Dir: dir, Home: home, Env: os.Getenv}, nil
}

// bin is the folder the gates of -C are built into.
func (a *app) bin() (string, error) { return filepath.Abs(filepath.Join(a.dir, "bin")) }

// program is the gate of a role.
func (a *app) program(role string) (string, error) {
	bin, err := a.bin()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "windows" {
		role += ".exe"
	}
	return filepath.Join(bin, role), nil
}

const installLong = `Install writes a hook into the settings of a coding agent: the gate of ROLE, asked
before every tool call, with a timeout, and so that a gate that is missing or
fails denies the call. The rest of the file stays as it is, byte for byte; what
it was before is kept beside it, in .kei-backup, which git passes over, until
kei uninstall.
Another role's gate in the same file is replaced.

--dispatch installs the gate of all roles in place of one, for clients that say
which agent calls: each agent is held to the role that agents/NAME/agent.toml
gives it, the main session to that of agents/main.toml or of --main. --agents puts
the agents of out/agents/CLIENT into the project, too. Of Claude
Code, Copilot and Qwen Code an agent brings the gate in its own file: as a path within
the project where the policy lies there. Gemini CLI's have their rules in the home folder.

OpenCode and Pi have no hooks: they get a plugin that asks the gate, OpenCode
besides the permissions of its own that say most nearly what the gate denies.

Codex skips a hook, without a word, until you have approved it in its /hooks
screen. --trust writes that approval into config.toml, for machines where nobody
can; it is not written unasked, since it says that you have looked at what runs.

A client that does not name the project's folder to its hooks (Codex, Cursor,
OpenCode, ...) gets it written into the hook (WORKTREE_PATH), so that a session
whose shell has moved is judged by the same root. A file in the home folder
(--scope user) gets none: it is read by the sessions of all worktrees.

--glue installs single capabilities instead: a script that asks bin/capability of
the policy folder, for as long as that is the very file that was installed. It is
asked about the tools that the capabilities are about, and knows no list of tools:
prefer a role's gate, and take this for a session that is to have a rule or two.

The gate must have been built, and is asked for its role before anything is written.
What was written is then started as the client starts it, with a call that must be
denied; if it is not, the files are put back as they were.`

func (a *app) install() *cobra.Command {
	var t target
	var o installation
	c := a.verb(&cobra.Command{
		Use: "install [-C DIR] [--client CLIENT] [--scope project|local|user] [--dir DIR]\n" +
			"              [--task FILE|ROLE=FILE]... [--binary FILE] [--verify FILE|-] [--trust] [--no-log]\n" +
			"              ROLE|--dispatch [--main ROLE] [--agents]|--glue CAPABILITY...",
		Short: "make a coding agent ask a role's gate before every tool call",
		Long:  installLong,
		Args: func(c *cobra.Command, given []string) error {
			switch {
			case o.dispatch:
				return args()(c, given) // it has the gates of all roles
			case o.glue && len(given) > 0:
				return nil
			case o.glue:
				return args("CAPABILITY")(c, given)
			}
			return args("ROLE")(c, given)
		},
		ValidArgsFunction: a.completeRole,
		Example: `
			kei install edit-local                        for Claude Code's sessions in this folder
			kei install edit-local --dir ../app --task task.sealed.json
			kei install edit-local --client codex --scope user --trust
			kei install edit-local --task task.sealed.json --verify task.toml
			kei install --dispatch --main explorer --client opencode
			kei install --dispatch --main explorer --agents
			kei install --glue policy::no-git-ops safety::no-mass-delete
			kei install --dispatch --task edit-local=a.sealed.json --task edit-go=b.sealed.json`,
	}, func(ctx context.Context, args []string) error {
		if o.glue {
			return a.installGlue(ctx, t, o, args)
		}
		return a.installNow(ctx, t, o, args)
	})
	t.flags(c, "project", "project, local (a project's, of one person) or user", "claude", strings.Join(hooks.Clients(), ", "))
	c.Flags().StringArrayVar(&o.tasks, "task", nil, "the sealed task the gate is told: `FILE` is what kei seal made; with --dispatch also ROLE=FILE, once for each role")
	c.Flags().StringVar(&o.binary, "binary", "", "the gate, where it is not bin/ROLE of the policy folder: `FILE`")
	c.Flags().BoolVar(&o.trust, "trust", false, "write the client's record that the hook is trusted (codex)")
	c.Flags().BoolVar(&o.dispatch, "dispatch", false, "the gate of all roles, which picks by the agent that calls")
	c.Flags().StringVar(&o.verify, "verify", "", "also verify the work when an agent means to end, by the task.toml in `FILE`, or with - by what the session's TASK_TOML names, or else by the role (claude)")
	c.Flags().BoolVar(&o.glue, "glue", false, "ask single capabilities, those that are named, in place of a role's gate (claude)")
	c.Flags().StringVar(&o.main, "main", "", "with --dispatch, `ROLE` is the main session's")
	c.Flags().BoolVar(&o.silent, "no-log", false, "keep no log of what the gate decides, where KEI_AUDIT_LOG names none")
	c.Flags().BoolVar(&o.agents, "agents", false, "with --dispatch, put the agents of out/agents into the project, too")
	return c
}

// installNow does what install was asked for.
func (a *app) installNow(ctx context.Context, t target, o installation, args []string) error {
	c, err := t.named()
	if err != nil {
		return err
	}
	site, err := t.site("project", "local", "user")
	if err != nil {
		return err
	}
	if t.scope == "local" && !c.HasLocal() {
		return fmt.Errorf("--scope local is not for %s, which reads no settings of a project that are one person's", c.Title)
	}
	if site.Trust = o.trust; !c.Takes(o.trust) {
		return fmt.Errorf("--trust is not for %s, which keeps no record of trusted hooks", c.Title)
	}
	if err := a.canVerify(ctx, c, o); err != nil {
		return err
	}
	role, err := o.role(args)
	if err != nil {
		return err
	}
	h, policy, err := a.hook(ctx, role, o)
	if err != nil {
		return err
	}
	h.Root = c.Root(site)
	wanted, err := a.wanted(c, site, o, h)
	if err != nil {
		return err
	}
	done, err := c.InstallProven(ctx, site, c.Shared(site, h), append(a.known(), role))
	if err != nil {
		return err
	}
	done.Notes = append(append(done.Notes, withoutData(policy)...), withoutTask(policy, h)...)
	a.done(done)
	if wanted != nil {
		if err := a.putAgents(*wanted, c, site, h); err != nil {
			return err
		}
	}
	return a.installVerify(c, site, o, role)
}

// wanted are the agents that go with a dispatcher, nil if none are asked for.
func (a *app) wanted(c *hooks.Client, site hooks.Site, o installation, h hooks.Hook) (*agentSet, error) {
	switch {
	case !o.agents:
		return nil, nil
	case site.Scope != "project":
		return nil, errors.New("--agents goes with --scope project: agents belong to a project")
	}
	s, err := a.agentSet(c.Name, site, h)
	return &s, err
}

func (a *app) putAgents(s agentSet, c *hooks.Client, site hooks.Site, h hooks.Hook) error {
	if err := s.put(); err != nil {
		return err
	}
	where := agents.Folders(c.Name)[0]
	n := 0
	for _, f := range s.places[0].set {
		if agents.AgentOf(c.Name, f.Name) != "" {
			n++
		}
	}
	fmt.Fprintf(a.stdout, "%d agents are in %s\n", n, filepath.Join(site.Dir, filepath.FromSlash(where)))
	if agents.Unnamed(c.Name) {
		fmt.Fprintf(a.stderr, "kei: %s: what out/agents/LOSSES.jsonl calls held by the gate is held where an agent has a process of its own\n", c.Title)
	}
	if agents.Project(c.Name) != "" && !strings.HasPrefix(h.Program, site.Dir+string(filepath.Separator)) {
		fmt.Fprintf(a.stderr, "kei: the agents' own hooks name %s, which is outside of the project: they hold on this machine only\n", h.Program)
	}
	return nil
}

// withoutData says which roles of an installed gate can write no data.
func withoutData(p hooks.Policy) (notes []string) {
	for _, r := range append([]hooks.Policy{p}, p.Roles...) {
		if r.Data {
			notes = append(notes, "the role "+r.Role+" puts data into a folder that kei run makes; here there is none, so it may write no data; list folders in its file: scratch = [\"/tmp/**\"]")
		}
	}
	return notes
}

// withoutTask says which roles of an installed gate are told of no task, and so may
// write nothing.
func withoutTask(p hooks.Policy, h hooks.Hook) []string {
	if h.Task != "" {
		return nil
	}
	var names []string
	for _, r := range append([]hooks.Policy{p}, p.Roles...) {
		if r.Tasked {
			names = append(names, r.Role)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"without a task nothing may be written in the role " + strings.Join(names, ", ") + ": make one with kei seal and install it with --task FILE, or take a role that lists its files, as kei/frontend does"}
}

// An installation is what the flags of install say, besides where.
type installation struct {
	tasks           []string
	binary, main    string
	trust, dispatch bool
	silent          bool   // no log
	agents          bool   // with dispatch: the files of the agents, too
	glue            bool   // single capabilities, no role
	verify          string // a task.toml, "-" for none in particular, "" for no verification
}

// role is the gate that is meant.
func (o installation) role(args []string) (string, error) {
	switch {
	case o.dispatch:
		return hooks.Dispatcher, nil
	case o.main != "":
		return "", errors.New("--main goes with --dispatch")
	case o.agents:
		return "", errors.New("--agents goes with --dispatch: the gate of one role knows no agents")
	}
	return args[0], nil
}

// hook checks what is to be installed: a gate that answers for the role, and a
// sealed task where there is one.
func (a *app) hook(ctx context.Context, role string, o installation) (hooks.Hook, hooks.Policy, error) {
	program, err := a.program(role)
	if o.binary != "" {
		program, err = filepath.Abs(o.binary)
	}
	if err != nil {
		return hooks.Hook{}, hooks.Policy{}, err
	}
	p, err := hooks.Ask(ctx, program)
	if errors.Is(err, fs.ErrNotExist) {
		return hooks.Hook{}, hooks.Policy{}, a.noGate(role, program, o)
	}
	if err != nil {
		return hooks.Hook{}, hooks.Policy{}, err
	}
	if p.Role != role {
		return hooks.Hook{}, hooks.Policy{}, fmt.Errorf("%s is the gate of %s, not of %s", program, p.Role, role)
	}
	h := hooks.Hook{Program: program, Silent: o.silent, Main: o.main, Ender: hooks.Ender(), Deny: p.Deny, Atoms: len(p.Atoms) > 0}
	if err := mainRole(p, o.main); err != nil {
		return hooks.Hook{}, hooks.Policy{}, err
	}
	h.Task, err = o.task(role, p)
	return h, p, err
}

// noGate says why the gate of a role is not there: there may be no such role.
func (a *app) noGate(role, program string, o installation) error {
	if o.binary != "" {
		return fmt.Errorf("--binary %s does not exist", o.binary)
	}
	err := a.unbuilt(program)
	if _, _, bad := a.roles(); bad != nil || o.dispatch {
		return err // kei build says what is wrong with the policy
	}
	if _, unknown := a.role(role); unknown != nil {
		return unknown
	}
	return err
}

// mainRole checks that a dispatcher knows the main session's role.
func mainRole(p hooks.Policy, said string) error {
	has := func(r hooks.Policy) bool { return r.Role == said }
	switch {
	case p.Role != hooks.Dispatcher:
		return nil
	case said == "" && p.Main == "":
		return errors.New("the main session's role is not compiled in (agents/main.toml); name it with --main ROLE")
	case said != "" && p.Main != "" && said != p.Main:
		return fmt.Errorf("--main %s: the main session's role is compiled in: %s", said, p.Main)
	case said != "" && !slices.ContainsFunc(p.Roles, has):
		return fmt.Errorf("--main %s is none of the roles of the dispatcher", said)
	}
	return nil
}

// uninstallAgents takes the agents out again that came with a dispatcher.
func (a *app) uninstallAgents(c *hooks.Client, site hooks.Site) error {
	folders := agents.Folders(c.Name)
	if len(folders) == 0 {
		return nil
	}
	places, err := a.agentPlaces(c.Name, site)
	if err != nil {
		return err
	}
	s := agentSet{client: c.Name, places: places}
	n, err := s.take()
	if n > 0 {
		fmt.Fprintf(a.stdout, "removed %d agents from %s\n", n, filepath.Join(site.Dir, filepath.FromSlash(folders[0])))
	}
	return err
}

func (a *app) done(d hooks.Done) {
	fmt.Fprintln(a.stdout, d.What)
	for _, note := range d.Notes {
		fmt.Fprintln(a.stderr, "kei: "+note)
	}
}

// known are the roles of the policy, nil if it cannot be read or there is none: a gate
// that it is not of can be taken out all the same.
func (a *app) known() []string {
	tree, _, err := a.roles()
	if err != nil || len(tree.RoleNames()) == 0 {
		return nil
	}
	return append(tree.RoleNames(), hooks.Dispatcher)
}

func (a *app) uninstall() *cobra.Command {
	var t target
	c := a.verb(&cobra.Command{
		Use:   "uninstall [-C DIR] [--client CLIENT] [--scope project|local|user] [--dir DIR] [ROLE]",
		Short: "take a gate out of a coding agent's settings again",
		Long: `Uninstall removes the hook that kei install wrote: that of ROLE, or those of all
roles of the policy folder. With glue in place of ROLE, and where nothing else is
installed without it, it removes the capabilities of kei install --glue. The agents that
--agents has put there go with the dispatcher, and what stood in their place comes
back. Every client is looked at; --client names one. Without a readable policy those
hooks go that say themselves that they are kei's. A settings file that nothing else
has changed since is then byte for byte what it was, or gone if there was none.`,
		Args:              args("[ROLE]"),
		ValidArgsFunction: a.completeRole,
		Example: `
			kei uninstall
			kei uninstall edit-local --scope user`,
	}, func(_ context.Context, args []string) error {
		var role string
		if len(args) > 0 {
			role = args[0]
		}
		return a.uninstallNow(t, role)
	})
	t.flags(c, "project", "project, local (a project's, of one person) or user", everyClient, everyClient+", "+strings.Join(hooks.Clients(), ", "))
	return c
}

// uninstallNow takes gates out of the settings of one client, or of all that have some.
func (a *app) uninstallNow(t target, role string) error {
	site, err := t.site("project", "local", "user")
	if err != nil {
		return err
	}
	names := []string{t.client}
	if t.client == everyClient {
		names = slices.DeleteFunc(hooks.Clients(), func(name string) bool {
			c := hooks.Named(name)
			return !c.Has(site, role) || t.scope == "local" && !c.HasLocal()
		})
		if len(names) == 0 {
			names = []string{"claude"} // which says what there is not
		}
	}
	for _, name := range names {
		t.client = name
		c, err := t.named()
		if err != nil {
			return err
		}
		if t.scope == "local" && !c.HasLocal() {
			return fmt.Errorf("--scope local is not for %s, which reads no settings of a project that are one person's", c.Title)
		}
		if err := a.uninstallFrom(c, site, role); err != nil {
			return err
		}
	}
	return nil
}

// uninstallFrom takes them out of the settings of one client.
func (a *app) uninstallFrom(c *hooks.Client, site hooks.Site, role string) error {
	if done, err := a.uninstallGlue(c, site, role); done || err != nil {
		return err
	}
	if role == "" || role == hooks.VerifyHook {
		// It went in last, so it goes first.
		if v, err := c.Verifying(); err == nil {
			done, err := v.Uninstall(site, hooks.VerifyHook, nil)
			if err == nil {
				a.done(done)
			}
			if role != "" {
				return err
			}
		}
	}
	_, dispatched := c.Dispatching(site)
	done, err := c.Uninstall(site, role, a.known())
	if err != nil {
		return err
	}
	a.done(done)
	if _, still := c.Dispatching(site); dispatched && !still && site.Scope == "project" {
		return a.uninstallAgents(c, site)
	}
	return nil
}
