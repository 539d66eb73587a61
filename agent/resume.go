package agent

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"

	"kei/ledger"
)

// resumption is how a client goes on with what it was at.
type resumption struct {
	session string
	prompt  string // a file of the agent's folder
}

const resumeFile = "resume.md"

var sessionID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{7,63}$`)

// Resume continues the session of an agent's client, in the worktree that it worked in:
// it is told what was found, and works on. Verify is next. It is for agents that have
// failed, and for those that were cut off; what cannot be continued is an error, and
// Replay gives its task to another.
//
// Its task has to be the one that was handed out. Gate says which program is its gate
// today, or why there is none; what the gate and the client read is written anew by
// that, since what the agent ran can have changed it.
func (a *Agent) Resume(ctx context.Context, c Client, gate func(Task) (string, error)) error {
	row, err := a.home.Ledger.Get(ctx, a.ID)
	if err != nil {
		return err
	}
	anew := "; kei agents retry " + a.ID + " gives its task to another agent"
	found := "Your work was looked at, and is not done: " + row.Summary
	switch {
	case a.Phase == Returned && row.Status == ledger.Running && !a.ended().Ended:
		found = "You were cut off, and that is not held against you. What you have written so far is here."
	case a.Phase == Returned:
		return fmt.Errorf("agent %s has ended and was not checked; kei agents verify %s does that", a.ID, a.ID)
	case a.Phase != Closed || row.Status != ledger.Failed:
		return fmt.Errorf("agent %s is %s; only one that has failed or was cut off goes on", a.ID, row.Status)
	}
	if info, err := os.Stat(a.Worktree); err != nil || !info.IsDir() {
		return fmt.Errorf("agent %s: its worktree %s is gone%s", a.ID, a.Worktree, anew)
	}
	session, err := a.session()
	if err != nil {
		return fmt.Errorf("agent %s: %w%s", a.ID, err, anew)
	}
	if err := a.underGate(row, gate); err != nil {
		return fmt.Errorf("agent %s: %w%s", a.ID, err, anew)
	}
	prompt := found + "\n\nGo on with it here, under the same rules, until it is done, and write your report anew.\n"
	if err := WriteFile(a.File(resumeFile), []byte(prompt), 0o644); err != nil {
		return err
	}
	a.Resumed, a.Outcome, a.Trouble, a.resume = true, nil, "", &resumption{session, resumeFile}
	c.Args = append([]string{"--resume", session}, c.Args...)
	return a.Start(ctx, c)
}

// ways are what can be done about an agent whose client was cut off.
func (a *Agent) ways(ended bool) string {
	list := "kei agents verify " + a.ID + " checks what it left, kei agents kill " + a.ID + " gives it up"
	if _, err := a.session(); err == nil && !ended {
		list = "kei agents resume " + a.ID + " lets it go on, " + list
	}
	return list
}

// underGate puts the agent under its gate again, as it was when it was spawned.
func (a *Agent) underGate(row ledger.Row, gate func(Task) (string, error)) error {
	if err := a.sameTask(row); err != nil {
		return err
	}
	if a.Task.SHA256 != row.SpecSHA { // it was another when it was read
		return fmt.Errorf("%s %w", a.File(TaskFile), errOtherTask)
	}
	var err error
	if a.role, err = LoadFor(a.home.Policy, a.Task); err != nil {
		return err
	}
	if a.Role != a.role.Name {
		return fmt.Errorf("its journal has the role %s, and its task is for %s", a.Role, a.role.Name)
	}
	program, err := gate(a.Task)
	if err != nil {
		return err
	}
	return a.writeRules(program)
}

// session is the one that the client said last that it works in: one that goes on may
// do so in another. What it printed lies in a file, so this is no evidence of anything;
// the client is given it and nobody else, and works under the same gate in any session.
func (a *Agent) session() (string, error) {
	f, err := os.Open(a.File(LogFile))
	if err != nil {
		return "", fmt.Errorf("what its client printed is gone: %w", err)
	}
	defer f.Close()
	id := ""
	in := bufio.NewReaderSize(f, 64<<10)
	for {
		line, err := readLine(in)
		var e struct {
			Type    string `json:"type"`
			Session string `json:"session_id"`
		}
		if strings.Contains(string(line), "session_id") && json.Unmarshal(line, &e) == nil && sessionID.MatchString(e.Session) {
			id = e.Session
		}
		if err != nil {
			break
		}
	}
	if id == "" {
		return "", fmt.Errorf("its client did not say in which session it worked, so there is none to go on with")
	}
	return id, nil
}
