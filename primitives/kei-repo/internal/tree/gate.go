package tree

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"kei-repo/verb"
)

// A gate is who says what the caller may read; nil is a person's terminal.
type gate struct{ program string }

// callers is the gate of whoever invoked this atom. kei hands on the variable, and
// under a gate nobody can unset it.
func callers() *gate {
	name := os.Getenv("KEI_GATE")
	if name == "" {
		return nil
	}
	return &gate{name}
}

// read asks whether the caller's client would be let read a file, as it would ask.
// Whatever is no clear yes is a no.
func (g *gate) read(ctx context.Context, dir, file string) error {
	if g == nil {
		return nil
	}
	denied := func(why string) error {
		return verb.Refuse("Denied", "%s may not be read: %s", file, why)
	}
	if !filepath.IsAbs(g.program) {
		return denied("KEI_GATE is no absolute path")
	}
	call, err := json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": "kei-repo", "cwd": dir,
		"tool_name": "Read", "tool_input": map[string]string{"file_path": file},
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var out, errs bytes.Buffer
	c := exec.CommandContext(ctx, g.program)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, bytes.NewReader(call), &out, &errs
	err = c.Run()
	if err == nil && lets(out.Bytes()) {
		return nil
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n"); line != "" {
		return denied(line)
	}
	return denied("the gate did not allow it: " + reason(err))
}

// lets reports whether an answer with status 0 lets the call run. There is nobody
// here who could be asked.
func lets(answer []byte) bool {
	if len(bytes.TrimSpace(answer)) == 0 {
		return true
	}
	type decision struct {
		Permission string `json:"permissionDecision"`
		Decision   string `json:"decision"`
	}
	var said struct {
		decision
		Continue *bool    `json:"continue"`
		Hook     decision `json:"hookSpecificOutput"`
	}
	if json.Unmarshal(answer, &said) != nil || said.Continue != nil && !*said.Continue {
		return false
	}
	for _, word := range []string{said.Permission, said.Decision, said.Hook.Permission, said.Hook.Decision} {
		if word != "" && word != "allow" && word != "approve" {
			return false
		}
	}
	return true
}

func reason(err error) string {
	if err == nil {
		err = errors.New("a person would be asked, and there is none")
	}
	return err.Error()
}
