package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/ledger"
	"kei/runtime/verify"
)

// A Verifier is the command line of the verify program, without its arguments.
// It is a process of its own: what it runs on the agent's work then ends with it.
type Verifier []string

// Verify checks what the agent left behind and closes it: done if that is
// clean, failed with all violations if not. If it could not be checked, which is
// an error, the agent stays as it is, to be checked again.
//
// An agent that is closed is looked at once more: what had failed where it works,
// what was found clean by its commit, with main as it is now.
func (a *Agent) Verify(ctx context.Context, v Verifier, mode verify.Place) (*verify.Report, error) {
	row, err := a.home.Ledger.Get(ctx, a.ID)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("agent %s: %w", a.ID, err), a.unchecked(err, a.Phase == Closed))
	}
	if row.Status == ledger.Merged || row.Status == ledger.Rejected {
		return nil, fmt.Errorf("agent %s is %s; there is nothing to check any more", a.ID, row.Status)
	}
	// One that went on after it was closed is checked as it was the first time, and its
	// row is that of before until then.
	again := a.Phase == Closed && row.Status != ledger.Running
	if !again {
		a.Trouble = ""
		if err := a.enter(Verifying); err != nil {
			return nil, err
		}
	}
	rep, err := a.judge(ctx, v, mode, row, again)
	switch {
	case errors.Is(err, errOtherTask):
		return nil, errors.Join(fmt.Errorf("agent %s: %w", a.ID, err), a.close(context.WithoutCancel(ctx), Outcome{Summary: err.Error(), Again: again || a.Resumed}))
	case err != nil:
		return rep, errors.Join(fmt.Errorf("agent %s: %w", a.ID, err), a.unchecked(err, again))
	}
	o := Outcome{Done: rep.Clean, Report: VerifyFile, Summary: failures(rep.Failed), Again: again || a.Resumed}
	if rep.Clean {
		o.Summary = Passed(rep)
	} else if rep.Merged == "" && mode == verify.Both {
		o.Summary += "; simulated-merge was not made"
	}
	return rep, a.close(context.WithoutCancel(ctx), o)
}

// judge is what verify finds, kept. What could not be checked is an error.
func (a *Agent) judge(ctx context.Context, v Verifier, mode verify.Place, row ledger.Row, again bool) (rep *verify.Report, err error) {
	defer verify.RemoveAll(a.tmp()) // also where there was no room for more
	if err := a.sameTask(row); err != nil {
		return nil, err
	}
	work := ""
	if again && row.Status == ledger.Done {
		work = Kept(row)
	}
	if work == "" {
		rep, err = a.verify(ctx, v, mode)
	} else {
		rep, err = a.verifyCommit(ctx, v, a.Onto, work)
	}
	if err == nil {
		err = a.conclude(ctx, rep, work == "")
	}
	if err == nil && rep.Exit() == verify.ExitUnchecked {
		err = errors.New("could not check: " + failures(rep.Errors))
	}
	return rep, err
}

// unchecked leaves an agent that could not be checked, to be checked again.
func (a *Agent) unchecked(why error, again bool) error {
	if again {
		return nil // what was found before stands
	}
	a.Trouble = short(why.Error())
	return a.enter(Returned)
}

// verifyCommit has the program look at work that was kept as a commit.
func (a *Agent) verifyCommit(ctx context.Context, v Verifier, onto, commit string) (*verify.Report, error) {
	args := []string{"--commit=" + commit, "--bundle=" + a.bundle()}
	report := a.File(keptReport)
	if _, err := os.Lstat(report); err != nil {
		report = a.report()
	}
	if _, err := os.Lstat(report); err == nil {
		args = append(args, "--report="+report)
	}
	return a.ask(ctx, v, onto, args...)
}

// Passed says of clean work what it was held to.
func Passed(rep *verify.Report) string {
	text := "verify passed (" + verify.Plural(len(rep.Passed), "capability") + ")"
	switch {
	case rep.Mode == verify.Both && rep.Merged != "":
		return text + fmt.Sprintf(" in worktree and simulated-merge %.12s", rep.Merged)
	case rep.Mode != "":
		return text + " in " + string(rep.Mode)
	}
	return text
}

// sameTask holds the task to the sum that went to the ledger before the agent
// was started. What an agent builds and runs no gate sees, and might have written
// itself another task.
func (a *Agent) sameTask(row ledger.Row) error {
	text, err := os.ReadFile(a.File(TaskFile))
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != row.SpecSHA {
		return fmt.Errorf("%s %w", a.File(TaskFile), errOtherTask)
	}
	a.SpecSHA = row.SpecSHA
	return nil
}

var errOtherTask = errors.New("was changed after it was handed out")

// verify has the program look at the worktree. What of the work was kept in its
// repository, if it is clean, is in the agent's temporary folder until the next time.
func (a *Agent) verify(ctx context.Context, v Verifier, mode verify.Place) (*verify.Report, error) {
	if mode == "" {
		mode = verify.Both
	}
	args := []string{"--mode=" + string(mode)}
	if report := a.report(); report != a.Report() { // which is where it looks anyway, and says if there is none
		args = append(args, "--report="+report)
	}
	if mode == verify.Both {
		args = append(args, "--bundle="+a.bundle())
	}
	return a.ask(ctx, v, a.Onto, args...)
}

// tmp is the agent's folder for what a verification works with.
func (a *Agent) tmp() string { return a.File("tmp") }

// bundle is what a verification writes the work to.
func (a *Agent) bundle() string { return filepath.Join(a.tmp(), "bundle") }

// ask runs the verify program, with more arguments, and reads its report.
func (a *Agent) ask(ctx context.Context, v Verifier, onto string, more ...string) (*verify.Report, error) {
	tmp := a.tmp()
	if err := errors.Join(verify.RemoveAll(tmp), os.MkdirAll(tmp, 0o700)); err != nil {
		return nil, err
	}
	rows, err := a.rows(ctx)
	if err != nil {
		return nil, err
	}
	if err := WriteFile(a.File(rowsFile), rows, 0o600); err != nil {
		return nil, err
	}
	args := append(slices.Clone(v), "--worktree="+a.Worktree, "--main="+a.Main, "--onto="+onto, "--base="+a.Base, "--row="+a.File(rowsFile))
	args = append(args, more...)
	if a.stamped(IndexFile, a.Index) {
		args = append(args, "--index="+a.File(IndexFile))
	}
	if a.stamped(RefsFile, a.Refs) {
		args = append(args, "--refs="+a.File(RefsFile))
	}
	if a.stamped(BeforeFile, a.Before) {
		args = append(args, "--before="+a.File(BeforeFile))
	}
	if a.home.Watched {
		args = append(args, "--progress")
	}
	args = append(args, "--json", "--", a.File(TaskFile))
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = a.Dir(), a.verifyEnv(tmp), 10*time.Second
	ownGroup(cmd)
	stdout, stderr := &bounded{most: 64 << 20}, &bounded{most: 64 << 10}
	progress := &progress{rest: stderr, say: func(line string) { a.home.Say("%s: %s", a.ID, line) }}
	cmd.Stdout, cmd.Stderr = stdout, progress
	a.home.Say("agent %s: verifying", a.ID)
	err = cmd.Run()
	progress.flush()
	if cmd.Process != nil {
		endStrays(a.home.marker(a.ID), cmd.Process.Pid)
		if left := a.home.brood.end(); left != nil && err == nil {
			err = left
		}
	}
	if ctx.Err() != nil {
		return nil, errors.New("verify was interrupted")
	}
	return a.reported(v[0], stdout, stderr, err)
}

// reported is what the verify program says, if that is about this agent and agrees with
// the status that it ended in.
func (a *Agent) reported(program string, stdout, stderr *bounded, err error) (*verify.Report, error) {
	var rep verify.Report
	if bad := json.Unmarshal(bytes.TrimSpace(stdout.Bytes()), &rep); bad != nil {
		if err == nil {
			err = bad
		}
		if strings.Contains(stderr.String(), "flag provided but not defined") {
			return nil, fmt.Errorf("%s is older than this kei; kei build makes it anew", program)
		}
		return nil, fmt.Errorf("verify gave no report: %s", said(stderr.String(), err))
	}
	if rep.Task != a.SpecSHA || rep.AgentID != a.ID || rep.Role != a.Role {
		return nil, fmt.Errorf("verify reports on another task than that of %s", a.ID)
	}
	code := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		return nil, err
	}
	if code != rep.Exit() {
		return nil, fmt.Errorf("verify ended with status %d, and its report says %d", code, rep.Exit())
	}
	return &rep, nil
}

// conclude adds to what verify found what only the ledger tells, keeps work that is
// clean, by its commit in the ledger and then at its ref, and keeps the report. Work
// that was kept before is not made anew.
func (a *Agent) conclude(ctx context.Context, rep *verify.Report, anew bool) error {
	if err := a.forgeries(ctx, rep); err != nil {
		return err
	}
	if rep.Clean && rep.Commit != "" && anew {
		if _, err := a.home.Ledger.Keep(ctx, a.ID, rep.Commit); err != nil {
			return fmt.Errorf("keep the work that was verified: %w", err)
		}
		if err := a.home.git(a.ID).take(ctx, a.bundle(), WorkRef(a.ID), rep.Commit, ""); err != nil {
			return fmt.Errorf("keep the work that was verified: %w", err)
		}
		if err := a.keepReport(); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	if err := rep.JSON(&text); err != nil {
		return err
	}
	return WriteFile(a.File(VerifyFile), text.Bytes(), 0o644)
}

// keepReport keeps the report that was found to be as it should, for when the work
// is looked at again and the worktree is another.
func (a *Agent) keepReport() error {
	text, err := os.ReadFile(a.report())
	if err != nil {
		return nil // there is none, which is for the role to mind
	}
	return WriteFile(a.File(keptReport), text, 0o600)
}

// rows are the agent's own row, and those of agents that its report speaks of,
// one after the other, and the agent's invocations of atoms. What was found of their
// work is left out.
func (a *Agent) rows(ctx context.Context) ([]byte, error) {
	var text []byte
	for _, id := range append([]string{a.ID}, verify.RowsAsked(a.report())...) {
		row, err := a.home.Ledger.Get(ctx, id)
		if id != a.ID && errors.As(err, new(*ledger.NotFoundError)) {
			continue // and the check says so
		}
		if err != nil {
			return nil, err
		}
		row.Verify = ""
		one, err := json.Marshal(row)
		if err != nil {
			return nil, err
		}
		text = append(append(text, one...), '\n')
	}
	invoked, err := a.home.Ledger.Invocations(ctx, "", a.ID, "")
	if err != nil {
		return nil, err
	}
	list, err := json.Marshal(map[string]any{"invocations": append([]ledger.Invocation{}, invoked...)})
	return append(append(text, list...), '\n'), err
}

// WorkRef is the ref of main's repository at which the work of an agent stands as
// it was found clean: one commit on top of what the agent was started from. Its
// worktree and its branch may have changed since.
func WorkRef(id string) string { return "refs/kei/" + id }

// stamped reports whether a file that was kept at the start is still the one that
// was kept. What an agent builds and runs no gate sees, and might have written
// another one. (In the process that started the agent, its sum does not come from
// a file either.)
func (a *Agent) stamped(name, sum string) bool {
	text, err := os.ReadFile(a.File(name))
	return err == nil && sumOf(text) == sum
}

// verifyEnv is the environment of this process, but for what speaks of other
// agents; folders for temporary files are the agent's, and go with it.
func (a *Agent) verifyEnv(tmp string) []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if name != "AGENT_REPORT_PATH" && name != "KEI_AGENT_RUN" && name != "TMPDIR" && !strings.HasPrefix(name, "GIT_") {
			env = append(env, kv)
		}
	}
	return append(env, a.home.marker(a.ID), "TMPDIR="+tmp)
}

// report is the agent's report: the file it wrote, or its last words.
func (a *Agent) report() string {
	if info, err := os.Lstat(a.Report()); err == nil && info.Mode().IsRegular() {
		return a.Report()
	}
	if _, err := os.Lstat(a.File(ReportFile)); err == nil {
		return a.File(ReportFile)
	}
	return a.Report()
}

// failures are violations in one line.
func failures(list []verify.Failure) string {
	var all []string
	for _, f := range list {
		at := ""
		if f.Place == verify.Merge {
			at = " (" + string(f.Place) + ")"
		}
		all = append(all, f.Capability+": "+short(f.Reason)+at)
	}
	return strings.Join(all, "; ")
}
