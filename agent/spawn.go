package agent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei/ledger"
	"kei/runtime/verify"
)

// An Agent is one that this process works on: it holds its lock.
type Agent struct {
	Journal
	Task Task

	home   *Home
	lock   *hold
	role   Role
	resume *resumption // nil: its client begins
}

// Dir is the agent's own folder, which it cannot write to.
func (a *Agent) Dir() string { return a.home.Task(a.ID) }

// File is a file of that folder.
func (a *Agent) File(name string) string { return filepath.Join(a.Dir(), name) }

// The files of an agent's folder.
const (
	TaskFile     = "task.toml"        // as it was given, with the agent's id
	SealedFile   = "task.sealed.json" // for the gate
	PromptFile   = "prompt.md"
	SettingsFile = "settings.json" // for the client: it asks the gate
	ReportFile   = "report.md"     // the client's last words, where the agent left no report itself
	VerifyFile   = "verify.json"   // what verification said
	LogFile      = "client.jsonl"  // what the client printed
	IndexFile    = "index"         // of the worktree before the client was started
	RefsFile     = "refs"          // of main's repository, then
	BeforeFile   = "before.json"   // what else of it could be changed by the agent, then
	keptReport   = "review.md"     // the report of work that was found clean
	rowsFile     = "row.json"      // the rows of the ledger that the checks may ask for
	pipelineFile = "pipeline.json"
	stubFile     = "task.stub.toml"
)

// Release gives the agent up; its journal says how far it has come.
func (a *Agent) Release() { a.lock.release() }

// Spawn makes all that an agent needs before its client is started: its folder,
// branch, worktree, gate and row. Gate is the program that was compiled for its
// role. An agent of that id that there is, or was, is an error, and stays as it
// is. Whatever else goes wrong, nothing is left of what was made.
func (h *Home) Spawn(ctx context.Context, name string, task Task, gate string) (*Agent, error) {
	role, err := LoadFor(h.Policy, task)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(role.CheckSpawnable(), role.CheckTask(name, task)); err != nil {
		return nil, err
	}
	if task.AgentID == "" {
		if task, err = task.WithID(name, NewID(role.Name, h.Now())); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(ledger.CheckID(task.AgentID), checkBranch(task.AgentID)); err != nil {
		return nil, err
	}
	prompt, err := Compose(role, task)
	if err != nil {
		return nil, err
	}
	lock, err := h.hold(task.AgentID)
	if err != nil {
		return nil, err
	}
	a := &Agent{home: h, lock: lock, role: role, Task: task}
	if err := errors.Join(h.free(ctx, task.AgentID), h.related(ctx, task)); err != nil {
		lock.release()
		return nil, err
	}
	if err := a.make(ctx, prompt, gate); err != nil {
		err = errors.Join(err, a.undo(context.WithoutCancel(ctx), "could not be started: "+err.Error()))
		lock.release()
		return nil, err
	}
	return a, nil
}

// free makes sure that there is nothing of that id yet, after what a killed
// starter left of it has been cleaned up.
func (h *Home) free(ctx context.Context, id string) error {
	j, err := h.journal(ctx, id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case j.Phase.rests():
		return restsError(j)
	default:
		h.Say("agent %s was left behind while it was %s; cleaning up", id, j.Phase)
		a, err := h.load(ctx, id)
		if err != nil {
			return err
		}
		if err := a.recover(ctx, true); err != nil {
			return err
		}
		if a.Phase.rests() {
			return restsError(&a.Journal)
		}
	}
	switch row, err := h.Ledger.Get(ctx, id); {
	case err == nil:
		return fmt.Errorf("agent %s is in the ledger already (%s); use another id", id, row.Status)
	case !errors.As(err, new(*ledger.NotFoundError)):
		return err
	}
	if has, err := h.git(id).hasBranch(ctx, "agent/"+id); err != nil || has {
		return orExists(err, "the branch agent/"+id)
	}
	for _, made := range []string{h.worktree(id), h.scratch(id)} {
		if _, err := os.Lstat(made); err == nil {
			return orExists(nil, made)
		}
	}
	return h.onlyDrafts(id)
}

func restsError(j *Journal) error {
	if j.Phase == Returned {
		return fmt.Errorf("agent %s exists already (%s); kei agents verify %s goes on with it, or use another id", j.ID, j.Phase, j.ID)
	}
	return fmt.Errorf("agent %s exists already (%s); use another id", j.ID, j.Phase)
}

func orExists(err error, what string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%s exists already, and not of an agent's making; use another id", what)
}

// related says if a task's parent is in no row. It may be a person, or an agent
// of another ledger, or misspelt: kei ledger tree shows the agent below nobody.
func (h *Home) related(ctx context.Context, task Task) error {
	if task.ParentAgent == "" {
		return nil
	}
	_, err := h.Ledger.Get(ctx, task.ParentAgent)
	if errors.As(err, new(*ledger.NotFoundError)) {
		h.Say("agent %s: its parent-agent %s is not in the ledger %s", task.AgentID, task.ParentAgent, h.Ledger.Where())
		return nil
	}
	return err
}

// onlyDrafts makes sure that the agent's folder holds nothing but what compose
// or another agent's handoff may have put there.
func (h *Home) onlyDrafts(id string) error {
	list, err := os.ReadDir(h.Task(id))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, d := range list {
		if !slices.Contains([]string{PromptFile, stubFile, TaskFile}, d.Name()) && !strings.HasPrefix(d.Name(), tempPrefix) {
			return orExists(nil, filepath.Join(h.Task(id), d.Name()))
		}
	}
	return nil
}

// make takes the steps, each after the journal says so.
func (a *Agent) make(ctx context.Context, prompt, gate string) error {
	h, id := a.home, a.Task.AgentID
	if err := os.MkdirAll(h.Task(id), 0o755); err != nil {
		return err
	}
	g := h.git(id)
	base, err := g.line(ctx, h.Main, "rev-parse", "-q", "--verify", "HEAD^{commit}")
	if err != nil {
		return fmt.Errorf("main has no commit to start from: %w", err)
	}
	onto, err := g.line(ctx, h.Main, "symbolic-ref", "-q", "--short", "HEAD")
	if err != nil {
		onto = base // a detached HEAD
	}
	a.Journal = Journal{
		ID: id, Role: a.role.Name, Phase: Claimed, Main: h.Main, Common: h.common, Onto: onto, Base: base,
		Branch: "agent/" + id, Worktree: h.worktree(id), Ledger: h.Ledger.Where(),
		SpecSHA: a.Task.SHA256, DNA: dna(a.role, a.Task).String(),
	}
	if err := a.save(a.Dir()); err != nil {
		return err
	}
	if err := errors.Join(a.makeScratch(), a.write(prompt, gate)); err != nil {
		return err
	}
	if err := a.enter(Branching); err != nil {
		return err
	}
	if err := os.MkdirAll(h.worktrees(), 0o755); err != nil {
		return err
	}
	h.Say("agent %s: worktree %s on branch %s", id, a.Worktree, a.Branch)
	add := func() error { return g.addWorktree(ctx, a.Branch, a.Worktree, base) }
	if err := h.alone(ctx, add); err != nil {
		// What a killed kei has left half made is in the way of others too.
		again := h.tidy(ctx, a)
		if again == nil {
			again = h.alone(ctx, add)
		}
		if again != nil {
			return err
		}
	}
	if err := verify.CheckOutSubmodules(ctx, h.Main, base, a.Worktree); err != nil {
		return fmt.Errorf("the submodules of %s: %w", a.Worktree, err)
	}
	a.reportFolder()
	if err := a.stamp(ctx); err != nil {
		return err
	}
	return a.fork(ctx)
}

// reportFolder makes the folder of the agent's report, which its gate lets it
// write no more of than that one file. What main has in its place stays.
func (a *Agent) reportFolder() {
	root, err := os.OpenRoot(a.Worktree)
	if err == nil {
		err = errors.Join(root.MkdirAll(path.Dir(reportName(a.ID)), 0o755), root.Close())
	}
	if err != nil {
		a.home.Say("agent %s: no folder for its report, so its last words are the report: %v", a.ID, err)
	}
}

// stamp keeps the worktree's index: verify need not read the files that have not
// been touched since. It keeps the refs too: verify tells by them which of them an
// agent moved that had no business with history.
func (a *Agent) stamp(ctx context.Context) error {
	index, err := a.home.git(a.ID).index(ctx, a.Worktree)
	if err != nil {
		return fmt.Errorf("the index of %s: %w", a.Worktree, err)
	}
	a.Index = sumOf(index)
	if err := WriteFile(a.File(IndexFile), index, 0o600); err != nil {
		return err
	}
	return a.Restamp(ctx)
}

// Restamp notes what main's repository is like now: its refs, and what else the agent is
// not to change.
func (a *Agent) Restamp(ctx context.Context) error {
	refs, err := a.home.git(a.ID).out(ctx, a.Main, "for-each-ref", "--format=%(objectname) %(refname)")
	if err != nil {
		return fmt.Errorf("the refs of %s: %w", a.Main, err)
	}
	a.Refs = sumOf([]byte(refs))
	if err := WriteFile(a.File(RefsFile), []byte(refs), 0o600); err != nil {
		return err
	}
	return a.observe(ctx)
}

// observe keeps what main's repository is like otherwise: its settings, its hooks and
// the state of its checkout.
func (a *Agent) observe(ctx context.Context) error {
	was, err := verify.Observe(ctx, a.Main)
	if err != nil {
		return err
	}
	text, err := json.Marshal(was)
	if err != nil {
		return err
	}
	a.Before = sumOf(text)
	return WriteFile(a.File(BeforeFile), text, 0o600)
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// tidy cleans up after others, and after what git has begun for this agent.
func (h *Home) tidy(ctx context.Context, a *Agent) error {
	if _, err := h.GC(ctx, Keep{Failed: true, Work: true}); err != nil {
		return err
	}
	return h.alone(ctx, func() error { return h.git(a.ID).removeWorktree(ctx, a.Branch, a.Worktree) })
}

// write writes the agent's files.
func (a *Agent) write(prompt, gate string) error {
	if err := WriteFile(a.File(TaskFile), a.Task.Bytes, 0o644); err != nil {
		return err
	}
	if err := WriteFile(a.File(PromptFile), []byte(prompt), 0o644); err != nil {
		return err
	}
	if err := a.writeRules(gate); err != nil {
		return err
	}
	return a.handoff()
}

// writeRules writes what the agent's gate and its client go by.
func (a *Agent) writeRules(gate string) error {
	settings, err := claudeSettings(a, gate)
	if err != nil {
		return err
	}
	sealed := a.Task.sealed()
	sealed.Scratch = a.Scratch()
	if err := WriteFile(a.File(SealedFile), sealed.JSON(), 0o644); err != nil {
		return err
	}
	return WriteFile(a.File(SettingsFile), settings, 0o644)
}

// fork adds the agent's row. The label is drawn anew if another row has it.
func (a *Agent) fork(ctx context.Context) error {
	for try := 0; ; try++ {
		if err := a.enter(Forking); err != nil {
			return err
		}
		_, err := a.home.Ledger.ForkOf(ctx, ledger.Agent{
			ID: a.ID, Branch: a.Branch, Parent: a.Task.ParentAgent, Worktree: a.Worktree, DNA: a.DNA, ForkParent: a.Task.ReplayOf, Host: hostname(),
		}, a.Task.Bytes)
		if err == nil {
			return a.lifted(ctx)
		}
		if !errors.As(err, new(*ledger.DNACollisionError)) || try > 9 {
			return err
		}
		a.DNA = dna(a.role, a.Task).String()
	}
}

// hostname is the machine that has the worktree, "" where it does not say.
func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return ""
	}
	return short(name)
}

// enter writes the phase that begins now.
func (a *Agent) enter(p Phase) error {
	was := a.Phase
	a.Phase = p
	err := a.save(a.Dir())
	if err != nil {
		a.Phase = was
	}
	return err
}

// Wait leaves the agent to be started by somebody else.
func (a *Agent) Wait() error { return a.enter(Ready) }

// Rest leaves the agent, whose client has ended, to be checked later.
func (a *Agent) Rest() error { return a.enter(Returned) }

// A Spawned is what spawn answers.
type Spawned struct {
	Prepared
	PromptPath   string    `json:"prompt_path"`
	TaskPath     string    `json:"task_path"`
	SettingsPath string    `json:"settings_path"`
	SpecSHA      string    `json:"spec_sha"`
	Branch       string    `json:"branch"`
	Worktree     string    `json:"worktree"`
	NextStep     string    `json:"next_step"`
	Pipeline     *Pipeline `json:"pipeline,omitempty"`
}

// verifyCommand checks the agent's work from wherever it is typed; a ledger that
// has a password is left to the environment.
func (a *Agent) verifyCommand() string {
	words := []string{"kei", "agents", "verify", "-C", a.home.Policy, "--main", a.Main, "--home", a.home.Dir}
	if db, err := filepath.Abs(a.Ledger); err == nil && !strings.Contains(a.Ledger, "://") {
		words = append(words, "--db", db)
	}
	return commandLine(append(words, a.ID)...)
}

// Spawned says what was made.
func (a *Agent) Spawned(client []string) Spawned {
	prompt, _ := os.ReadFile(a.File(PromptFile))
	s := Spawned{
		Prepared: Prepared{
			AgentID: a.ID, Role: a.Role, Prompt: string(prompt), SubagentType: a.role.subagent(),
			Description:   a.Role + " agent " + strings.Join(firstTwo(a.ID), "-"),
			VerifyCommand: a.verifyCommand(),
			LedgerRow:     "running agent-id=" + a.ID + " role=" + a.Role + " parent=" + orNone(a.Task.ParentAgent),
			DNA:           a.DNA,
			ReportPath:    reportName(a.ID), Questions: "questions",
		},
		PromptPath: a.File(PromptFile), TaskPath: a.File(TaskFile), SettingsPath: a.File(SettingsFile),
		SpecSHA: a.SpecSHA, Branch: a.Branch, Worktree: a.Worktree,
		NextStep: "in " + a.Worktree + ": " + a.tempVariable() + strings.Join(client, " ") + " < " + a.File(PromptFile),
	}
	if a.role.Isolation != "" {
		s.Isolation = &a.role.Isolation
	}
	if text, err := os.ReadFile(a.File(pipelineFile)); err == nil {
		s.Pipeline = &Pipeline{}
		_ = json.Unmarshal(text, s.Pipeline)
	}
	return s
}
