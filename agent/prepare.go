package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/BurntSushi/toml"

	"kei/ledger"
)

// Prepared is what an orchestrator needs to start an agent by its own means.
type Prepared struct {
	AgentID       string  `json:"agent_id" toml:"agent_id"`
	Role          string  `json:"role" toml:"role"`
	Prompt        string  `json:"prompt" toml:"prompt"`
	SubagentType  string  `json:"subagent_type" toml:"subagent_type"` // never empty
	Isolation     *string `json:"isolation" toml:"isolation,omitempty"`
	Description   string  `json:"description" toml:"description"`
	VerifyCommand string  `json:"verify_command" toml:"verify_command"`
	LedgerRow     string  `json:"ledger_row" toml:"ledger_row"`
	DNA           string  `json:"dna" toml:"dna"`
	ReportPath    string  `json:"report_path" toml:"report_path"` // from the worktree's root
	Questions     string  `json:"questions" toml:"questions"`     // the field of the report that holds them
}

// Prepare composes the prompt and says the rest. It keeps the task, with the id
// that it gets here if it has none, in the agent's folder: what the agent did is
// held to it afterwards, and not to a file that has been changed meanwhile.
func (h *Home) Prepare(name string, task Task) (Prepared, error) {
	role, err := LoadFor(h.Policy, task)
	if err != nil {
		return Prepared{}, err
	}
	if err := errors.Join(role.CheckSpawnable(), role.CheckTask(name, task)); err != nil {
		return Prepared{}, err
	}
	if task.AgentID == "" {
		if task, err = task.WithID(name, NewID(role.Name, h.Now())); err != nil {
			return Prepared{}, err
		}
	}
	prompt, err := Compose(role, task)
	if err != nil {
		return Prepared{}, err
	}
	if err := h.draft(task); err != nil {
		return Prepared{}, err
	}
	p := Prepared{
		AgentID: task.AgentID, Role: role.Name, Prompt: prompt, SubagentType: role.subagent(),
		Description: role.Name + " agent " + strings.Join(firstTwo(task.AgentID), "-"),
		VerifyCommand: commandLine("kei-agent-runtime", "verify", filepath.Join(h.Task(task.AgentID), TaskFile),
			"--worktree", ".", "--main-repo", h.Main, "--kit-root", h.Policy),
		LedgerRow:  "running agent-id=" + task.AgentID + " role=" + role.Name + " parent=" + orNone(task.ParentAgent),
		DNA:        dna(role, task).String(),
		ReportPath: reportName(task.AgentID), Questions: "questions",
	}
	if role.Isolation != "" {
		p.Isolation = &role.Isolation
	}
	return p, nil
}

// draft keeps the task of an agent that kei does not start itself.
func (h *Home) draft(task Task) error {
	name := filepath.Join(h.Task(task.AgentID), TaskFile)
	if _, err := os.Lstat(filepath.Join(h.Task(task.AgentID), journalName)); err == nil {
		return fmt.Errorf("agent %s exists already; use another id", task.AgentID)
	}
	switch had, err := os.ReadFile(name); {
	case err == nil && bytes.Equal(had, task.Bytes):
		return nil
	case err == nil:
		return fmt.Errorf("agent %s was prepared with another task, %s; use another id, or remove that file if no agent works by it", task.AgentID, name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(h.Task(task.AgentID), 0o755); err != nil {
		return err
	}
	// A link is made only where there is nothing: of two at once one is first.
	own, err := os.MkdirTemp(h.Dir, tempPrefix)
	if err != nil {
		return err
	}
	defer os.RemoveAll(own)
	text := filepath.Join(own, TaskFile)
	if err := WriteFile(text, task.Bytes, 0o644); err != nil {
		return err
	}
	if err := os.Link(text, name); errors.Is(err, fs.ErrExist) {
		return h.draft(task)
	} else if err != nil {
		return err
	}
	return nil
}

// commandLine are words as a shell takes them.
func commandLine(words ...string) string {
	for i, w := range words {
		if w == "" || strings.ContainsFunc(w, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+:@%,=", r)
		}) {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// subagent is the client's type of agent for a role. One that names none has what
// the design documents say: those that write are implementers, an explorer is
// Claude Code's own, all others are critics.
func (r Role) subagent() string {
	switch {
	case r.SubagentType != "":
		return r.SubagentType
	case r.Isolation != "":
		return "code-implementer"
	case r.Name == "explorer":
		return "Explore"
	}
	return "critic"
}

// reportName is where an agent writes its report, from its worktree's root.
func reportName(id string) string { return ".claude/agents/" + id + "/review.md" }

func firstTwo(id string) []string {
	parts := strings.Split(id, "-")
	return parts[:min(2, len(parts))]
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// dna labels the agent, with a nonce that is drawn anew each time.
func dna(role Role, t Task) ledger.DNA {
	var allow, deny []string
	for _, g := range t.Whitelist {
		allow = append(allow, string(g))
	}
	for _, g := range t.Denylist {
		deny = append(deny, string(g))
	}
	return ledger.NewDNA(role.Name, role.Capabilities, allow, deny, t.Body, newNonce())
}

// Write writes p in one of the formats human, json and toml.
func (p Prepared) Write(w io.Writer, format string) error {
	switch format {
	case "json":
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(p)
	case "toml":
		return toml.NewEncoder(w).Encode(p)
	case "human":
		isolation := "<none>"
		if p.Isolation != nil {
			isolation = *p.Isolation
		}
		_, err := fmt.Fprintf(w, `=== AGENT SUBSTRATE v1 — PREPARED SPAWN ===
agent-id: %s
dna: %s
subagent_type: %s
isolation: %s
description: %s

--- PROMPT (copy into Agent tool `+"`prompt`"+` param) ---
%s
--- END PROMPT ---

on return:
  %s
  (in the agent's worktree; the orchestrator's harness returns its path in the task-notification)
report: %s
questions: in its field %s

ledger: %s
`, p.AgentID, p.DNA, p.SubagentType, isolation, p.Description, strings.TrimSuffix(p.Prompt, "\n"), p.VerifyCommand, p.ReportPath, p.Questions, p.LedgerRow)
		return err
	}
	return fmt.Errorf("format %q is none of human, json, toml", format)
}
