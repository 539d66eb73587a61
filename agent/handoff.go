package agent

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"kei/ledger"
)

// A Pipeline says who goes on with an agent's work: only those that its role
// hands it to directly.
type Pipeline struct {
	Steps []PipelineStep `json:"steps"`
}

// A PipelineStep is one of them, whose task is a stub in tasks/AGENT_ID.
type PipelineStep struct {
	Role    string `json:"role"`
	AgentID string `json:"agent_id"`
}

// handoff writes the stubs of the next roles' tasks.
func (a *Agent) handoff() error {
	var p Pipeline
	for _, role := range a.role.Handoff {
		if strings.TrimSpace(role) == "" {
			continue
		}
		next := PipelineStep{Role: role, AgentID: a.ID + "-" + role}
		if err := ledger.CheckID(next.AgentID); err != nil {
			return fmt.Errorf("hand over to %s as %s: %w; give this agent a shorter id", role, next.AgentID, err)
		}
		p.Steps = append(p.Steps, next)
	}
	if len(p.Steps) == 0 {
		return nil
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	// The list goes first: with it, whoever cleans up finds the stubs.
	if err := WriteFile(a.File(pipelineFile), append(text, '\n'), 0o644); err != nil {
		return err
	}
	for _, s := range p.Steps {
		dir := a.home.Task(s.AgentID)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if _, err := os.Lstat(filepath.Join(dir, journalName)); err == nil {
			return fmt.Errorf("the next agent %s exists already; use another id", s.AgentID)
		}
		if err := WriteFile(filepath.Join(dir, stubFile), stub(s, a), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func stub(s PipelineStep, a *Agent) []byte {
	return []byte(`# What is left to say: the scope and the order. Then it is a task.toml.
[task]
role = ` + strconv.Quote(s.Role) + `
agent-id = ` + strconv.Quote(s.AgentID) + `
parent-agent = ` + strconv.Quote(a.ID) + `

[scope]
files-whitelist = []
files-denylist = []

[body]
text = "Go on with the work of ` + a.ID + ` on branch ` + a.Branch + `"
`)
}

// dropStubs removes the stubs that nobody has begun to work on.
func (a *Agent) dropStubs() {
	text, err := os.ReadFile(a.File(pipelineFile))
	var p Pipeline
	if err != nil || json.Unmarshal(text, &p) != nil {
		return
	}
	for _, s := range p.Steps {
		if ledger.CheckID(s.AgentID) != nil || !strings.HasPrefix(s.AgentID, a.ID+"-") {
			continue
		}
		dir := a.home.Task(s.AgentID)
		if _, err := os.Lstat(filepath.Join(dir, journalName)); err == nil {
			continue
		}
		sweep(dir)
		list, _ := os.ReadDir(dir)
		if len(list) == 1 && list[0].Name() == stubFile {
			_ = os.Remove(filepath.Join(dir, stubFile))
		}
		_ = os.Remove(dir) // if it is empty
	}
}
