package cli

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/atom"
	"kei/atom/run"
)

// A grant is what the gate that KEI_GATE names was compiled with.
type grant struct {
	role  string
	atoms map[string][2]string // id: the SHA-256 of its declaration, and of its package
	pipes []string
}

// readGrant asks the gate, once.
func readGrant(ctx context.Context, gate string) (*grant, *run.Error) {
	refuse := func(format string, args ...any) (*grant, *run.Error) {
		return nil, run.Fail("not_granted", 2, "KEI_GATE names %s, which %s, so no atom is granted", clean(gate), fmt.Sprintf(format, args...))
	}
	if !filepath.IsAbs(gate) {
		return refuse("is no absolute path")
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	text, err := exec.CommandContext(ctx, gate, "--policy").Output()
	if err != nil {
		return refuse("can't be asked for its policy: %v", err)
	}
	var said struct {
		Policy *struct {
			Role  string
			Rules []struct {
				Kind           string
				Granted, Pipes []string
			}
		}
	}
	if err := json.Unmarshal(text, &said); err != nil || said.Policy == nil || said.Policy.Role == "" {
		return refuse("is no gate of one role")
	}
	g := &grant{role: said.Policy.Role, atoms: map[string][2]string{}}
	for _, r := range said.Policy.Rules {
		if r.Kind != "only-atoms" {
			continue
		}
		g.pipes = append(g.pipes, r.Pipes...)
		for _, line := range r.Granted {
			if f := strings.SplitN(line, " ", 5); len(f) == 5 {
				g.atoms[f[0]] = [2]string{f[2], f[3]}
			}
		}
	}
	return g, nil
}

// both is what two gates grant.
func (g *grant) both(h *grant) *grant {
	out := &grant{role: g.role, atoms: map[string][2]string{}}
	for id, was := range g.atoms {
		if h.atoms[id] == was {
			out.atoms[id] = was
		}
	}
	for _, p := range g.pipes {
		if slices.Contains(h.pipes, p) {
			out.pipes = append(out.pipes, p)
		}
	}
	return out
}

// mayRead asks the gate whether its agent's client would be let read a file. What
// is no clear yes is a no: there is nobody to be asked further.
func mayRead(ctx context.Context, gate, file string) *run.Error {
	refuse := func(why string) *run.Error {
		return run.Fail("not_granted", 2, "the input %s may not be read: %s", clean(file), clean(why))
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return refuse(err.Error())
	}
	// A link is what it leads to: who opens it gets that.
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	dir, err := os.Getwd()
	if err != nil {
		return refuse(err.Error())
	}
	call, err := payload("Read", abs, dir)
	if err != nil {
		return refuse(err.Error())
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var errs bytes.Buffer
	c := exec.CommandContext(ctx, gate)
	c.Stdin, c.Stderr = bytes.NewReader(call), &errs
	answer, err := c.Output()
	if line, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n"); err != nil && line != "" {
		return refuse(line)
	} else if err != nil {
		return refuse(err.Error())
	}
	if !lets(answer) {
		return refuse("the gate denies it, or a person would be asked")
	}
	return nil
}

// lets reports whether an answer with status 0 lets the call run: it says nothing,
// or yes wherever clients look for a decision.
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

// allows holds an atom to what was reviewed.
func (g *grant) allows(a *atom.Atom) *run.Error {
	was, ok := g.atoms[a.ID]
	switch {
	case !ok:
		return run.Fail("not_granted", 2, "%s is not granted to the role %s", a.ID, g.role)
	case was[0] != hex.EncodeToString(a.Spec[:]):
		return run.Fail("not_granted", 2, "%s is not what was granted to the role %s: its declaration or a schema has changed; a person has to review it and run kei gen and kei build", a.ID, g.role)
	}
	source, err := a.Source()
	if err != nil {
		return run.Fail("not_granted", 2, "%s: its package can't be read: %v", a.ID, err)
	}
	if was[1] != hex.EncodeToString(source[:]) {
		return run.Fail("not_granted", 2, "%s is not what was granted to the role %s: a script, a source or the metadata of its package has changed; a person has to review it and run kei gen and kei build", a.ID, g.role)
	}
	return nil
}

// named refuses a pipe that is not granted, or is no name.
func (g *grant) named(arg string) *run.Error {
	if g == nil || slices.Contains(g.pipes, arg) {
		return nil
	}
	return run.Fail("not_granted", 2, "the pipe %s is not granted to the role %s", clean(arg), g.role)
}
