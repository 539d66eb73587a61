package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/runtime/file"
	"kei/runtime/gate"
	"kei/runtime/verify"
)

// The policies of escalation, as roles name them.
const (
	askViaReturn       = "ask-via-return"
	orchestratorNotify = "orchestrator-notify"
	failFast           = "fail-fast"
)

// GateLog is where the gate of an agent that is watched writes its decisions.
const GateLog = "gate.jsonl"

// watched reports whether somebody has to know at once what the agent does.
func (r Role) watched() bool { return r.Escalation == orchestratorNotify || r.Escalation == failFast }

// A Notice is one thing that is told while an agent works: a write to a file that
// others use, a question, or a denial that ends it.
type Notice struct {
	Agent    string   `json:"agent"`
	Path     string   `json:"path,omitempty"`   // from the worktree's root
	Others   []string `json:"others,omitempty"` // agents whose tasks hold the file too
	Shared   bool     `json:"shared,omitempty"` // the role's own list has it
	More     string   `json:"more,omitempty"`   // a call that also writes files which its log does not name
	Question string   `json:"question,omitempty"`
	Denied   string   `json:"denied,omitempty"`
}

func (n Notice) String() string {
	switch {
	case n.Question != "":
		return "asks: " + n.Question
	case n.Denied != "":
		return "was denied: " + n.Denied
	case n.More != "":
		return "writes files that are not known from its call of " + short(n.More)
	case len(n.Others) > 0:
		return "writes " + short(n.Path) + ", which " + strings.Join(n.Others, ", ") + " may write too"
	}
	return "writes " + short(n.Path) + ", which others use"
}

// A watcher follows the log of one agent's gate.
type watcher struct {
	home     *Home
	id       string
	role     Role
	worktree string
	offset   int64
	told     map[string]bool
	since    time.Time // what was logged before is old
	report   time.Time // when the report that was read last was written
	copy     string    // a log that gets the lines, too; "" is none
}

func (h *Home) watcher(id string, role Role, worktree string) *watcher {
	return &watcher{home: h, id: id, role: role, worktree: worktree, told: map[string]bool{}}
}

// maxEvent is how much of a log is read at once.
const maxEvent = 4 << 20

// poll is what has to be told and has not been: of the log, and of the report,
// which is there only after the gate has logged that it will be written.
func (w *watcher) poll() []Notice {
	list := w.events()
	report := reportOf(w.worktree, w.id)
	if info, err := os.Lstat(report); err == nil && w.role.Escalation == orchestratorNotify && info.ModTime() != w.report {
		w.report = info.ModTime()
		list = append(list, w.questions(report)...)
	}
	return list
}

// events reads what has been added to the log, whole lines only.
func (w *watcher) events() []Notice {
	f, err := os.Open(filepath.Join(w.home.Task(w.id), GateLog))
	if err != nil {
		return nil
	}
	defer f.Close()
	if _, err := f.Seek(w.offset, io.SeekStart); err != nil {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(f, maxEvent))
	end := bytes.LastIndexByte(text, '\n') + 1
	if err != nil || end == 0 {
		return nil
	}
	w.offset += int64(end)
	if w.copy != "" {
		if err := appendTo(w.copy, text[:end]); err != nil {
			w.home.Say("agent %s: KEI_AUDIT_LOG: %v", w.id, err)
			w.copy = ""
		}
	}
	var list []Notice
	for line := range bytes.Lines(text[:end]) {
		list = append(list, w.event(line)...)
	}
	return list
}

// event is what one line of the log has to tell.
func (w *watcher) event(line []byte) (list []Notice) {
	var e struct {
		Time       time.Time
		Tool       string
		Verdict    string
		Writes     []string
		More       bool
		Objections []struct{ Capability, Severity, Reason string }
	}
	if json.Unmarshal(line, &e) != nil || !e.Time.IsZero() && e.Time.Before(w.since) {
		return nil
	}
	if e.Verdict == "deny" && w.role.Escalation == failFast && len(e.Objections) > 0 {
		o := e.Objections[0]
		return []Notice{{Agent: w.id, Denied: o.Capability + ": " + short(o.Reason)}}
	}
	if w.role.Escalation != orchestratorNotify {
		return nil
	}
	for _, path := range e.Writes {
		rel, err := filepath.Rel(w.worktree, path)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		rel = filepath.ToSlash(rel)
		if path == reportOf(w.worktree, w.id) {
			continue
		}
		n := Notice{Agent: w.id, Path: rel, Others: w.home.holders(rel, w.id), Shared: matches(w.role.Shared, rel)}
		if (n.Shared || len(n.Others) > 0) && w.first(n) {
			list = append(list, n)
		}
	}
	if n := (Notice{Agent: w.id, More: e.Tool}); e.More && (len(w.role.Shared) > 0 || w.home.others(w.id)) && w.first(n) {
		list = append(list, n)
	}
	return list
}

// appendTo adds whole lines to a log.
func appendTo(name string, lines []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(lines)
	return errors.Join(err, f.Close())
}

// questions are those of a report that have not been told.
func (w *watcher) questions(report string) (list []Notice) {
	info, err := os.Lstat(report)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxEvent {
		return nil
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return nil
	}
	for _, q := range verify.Questions(string(text)) {
		if n := (Notice{Agent: w.id, Question: q}); w.first(n) {
			list = append(list, n)
		}
	}
	return list
}

// first reports whether a notice is new.
func (w *watcher) first(n Notice) bool {
	key := n.String()
	if w.told[key] {
		return false
	}
	w.told[key] = true
	return true
}

// matches reports whether a path, or something of what it is a pattern for, is
// matched by one of the globs.
func matches(globs []gate.Glob, path string) bool {
	return slices.ContainsFunc(globs, func(g gate.Glob) bool {
		return g.Match(path) || file.Overlap(string(g), path, true)
	})
}

// working visits the other agents that are not closed, until visit says no.
func (h *Home) working(but string, visit func(id string) bool) {
	all, err := h.ids()
	if err != nil {
		return
	}
	for _, id := range all {
		j, err := loadJournal(h.Task(id))
		if id == but || err != nil || j.Phase == Closed || j.Phase == Claimed {
			continue
		}
		if !visit(id) {
			return
		}
	}
}

// others reports whether there are any.
func (h *Home) others(but string) (some bool) {
	h.working(but, func(string) bool { some = true; return false })
	return some
}

// holders are the other agents that are not closed and whose tasks hold a file.
func (h *Home) holders(path, but string) (ids []string) {
	h.working(but, func(id string) bool {
		task, err := LoadTask(filepath.Join(h.Task(id), TaskFile))
		denied := func(g gate.Glob) bool { return g.Match(path) }
		if err == nil && matches(task.Whitelist, path) && !slices.ContainsFunc(task.Denylist, denied) {
			ids = append(ids, id)
		}
		return true
	})
	return ids
}

// tell prints a notice, and starts the command that the role's policy names, with
// the notice as its last argument and as JSON on its standard input.
func (h *Home) tell(ctx context.Context, role Role, n Notice, start bool) {
	h.Say("agent %s: %s", n.Agent, n)
	if len(role.Notify) == 0 || !start {
		return
	}
	text, err := json.Marshal(n)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	argv := append(slices.Clone(role.Notify), "agent "+n.Agent+" "+n.String())
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.WaitDelay = h.Task(n.Agent), bytes.NewReader(append(text, '\n')), time.Second
	ownGroup(cmd)
	if err := cmd.Run(); err != nil {
		h.Say("agent %s: the notification command %s: %v", n.Agent, role.Notify[0], err)
	}
}

// pace is how often a log is looked at.
const pace = 200 * time.Millisecond

// attend tells what the agent's gate logs until the context ends, and once more
// then. A denial of a role that fails fast calls end.
func (a *Agent) attend(ctx context.Context, end func(error)) {
	w := a.home.watcher(a.ID, a.role, a.Worktree)
	w.copy = os.Getenv("KEI_AUDIT_LOG") // the agent's gate has its own in its place
	look := func() {
		for _, n := range w.poll() {
			a.home.tell(context.WithoutCancel(ctx), a.role, n, true)
			if a.Told = append(a.Told, n.String()); n.Denied != "" {
				end(errors.New("was ended, since its role fails fast: it " + n.String()))
			}
		}
	}
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			look()
			for _, n := range w.questions(a.report()) {
				if a.role.Escalation == orchestratorNotify {
					a.home.tell(context.WithoutCancel(ctx), a.role, n, true)
					a.Told = append(a.Told, n.String())
				}
			}
			return
		case <-tick.C:
			look()
		}
	}
}

// watch attends to the agent in the background, if its role wants that. What it
// returns ends that, when the client has: one that is being ended may still write.
func (a *Agent) watch(ctx context.Context, end func(error)) (done func()) {
	if !a.role.watched() {
		return func() {}
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.attend(ctx, end)
	}()
	return func() {
		stop()
		<-ended
	}
}

// marked is a summary of an agent of which something was told while it worked.
func (a *Agent) marked(summary string) string {
	if len(a.Told) == 0 {
		return summary
	}
	list := a.Told
	if len(list) > 5 {
		list = append(slices.Clone(list[:5]), fmt.Sprintf("and %d more", len(list)-5))
	}
	return summary + "; told at once: it " + short(strings.Join(list, "; it "))
}

// Watch prints what the agents of a repository do from now on that has to be told
// at once, until the context ends. The policy's command is started for those only that no
// kei is at work on, which would do that itself.
func (h *Home) Watch(ctx context.Context) error {
	all, began := map[string]*watcher{}, time.Now()
	for {
		list, err := h.List(ctx)
		if err != nil && ctx.Err() == nil {
			return err
		}
		for _, l := range list {
			if l.Phase == Closed {
				delete(all, l.ID)
				continue
			}
			if all[l.ID] == nil {
				role, err := LoadRole(h.Policy, l.Role)
				if err != nil {
					continue
				}
				all[l.ID] = h.watcher(l.ID, role, l.Worktree)
				all[l.ID].since = began
			}
			for _, n := range all[l.ID].poll() {
				h.tell(ctx, all[l.ID].role, n, !l.Live)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pace):
		}
	}
}
