package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// grantPolicy is a policy folder whose role is granted n atoms of one package.
func grantPolicy(n int) map[string]string {
	set := map[string]string{
		"primitives/kei-p0/atoms.toml":             "format = 1\n[package]\nname = \"kei-p0\"\nversion = \"1.0.0\"\n[exec]\ncommand = [\"./p0\"]\n",
		"primitives/kei-p0/p0":                     "#!/bin/sh\necho '{}'\n",
		"primitives/kei-p0/atoms/schemas/any.json": benchSchema,
		"roles/clerk.toml":                         "[role]\nname = \"clerk\"\ndescription = \"It calls atoms.\"\n[capabilities]\nrequired = [\"tools::granted\"]\n[tools]\nallowed = [\"Bash\"]\nbash-commands-allowed = [\"kei atom invoke\"]\n",
		"capabilities/tools/granted/text.md":       "Call the atoms that are granted.\n",
	}
	var ids []string
	for i := range n {
		id := fmt.Sprintf("kei-p0::v%d", i)
		set[fmt.Sprintf("primitives/kei-p0/atoms/v%d.md", i)] = fmt.Sprintf(benchAtom, id, id)
		ids = append(ids, fmt.Sprintf("%q", id))
	}
	set["capabilities/tools/granted/capability.toml"] = "[capability]\nname = \"tools::granted\"\ncategory = \"tools\"\nversion = \"1.0\"\ndescription = \"Some atoms are granted.\"\n" +
		"[gate]\nkind = \"only-atoms\"\natoms = [" + strings.Join(ids, ", ") + "]\n[[example]]\ndeny = \"kei atom invoke kei-other::drop\"\n"
	return set
}

// grants is what a gate takes for the call of an atom, where a thousand are granted and where
// one is.
func (b *atomBench) grants() ([]atomRow, error) {
	many := 1000
	if b.many < 10_000 {
		many = 100
	}
	var took [2]time.Duration
	for i, n := range []int{1, many} {
		dir := filepath.Join(b.dir, fmt.Sprintf("granted-%d", n))
		for name, text := range grantPolicy(n) {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return nil, err
			}
			mode := os.FileMode(0o644)
			if strings.HasPrefix(text, "#!") {
				mode = 0o755
			}
			if err := os.WriteFile(file, []byte(text), mode); err != nil {
				return nil, err
			}
		}
		for _, args := range [][]string{{"gen", "-C", dir}, {"build", "-C", dir, "-o", filepath.Join(dir, "bin")}} {
			if _, err := output(b.ctx, dir, nil, b.kei, args...); err != nil {
				return nil, err
			}
		}
		var err error
		if took[i], err = b.called(filepath.Join(dir, "bin", "clerk"), dir); err != nil {
			return nil, err
		}
	}
	return []atomRow{{fmt.Sprintf("a gate's kei atom invoke, %d atoms granted", many), per(took[1], took[0]), 1.1, fmt.Sprintf("one granted (%v)", took[0].Round(10*time.Microsecond))}}, nil
}

// called is how long a gate takes to let the call of an atom through.
func (b *atomBench) called(gate, dir string) (time.Duration, error) {
	payload := []byte(`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"` + dir + `","tool_name":"Bash","tool_input":{"command":"kei atom invoke kei-p0::v0"}}`)
	return middle(b.rounds*10, func() error {
		c := exec.CommandContext(b.ctx, gate)
		c.Dir, c.Stdin = dir, bytes.NewReader(payload)
		c.Env = []string{"HOME=" + b.dir, "PATH=/usr/bin:/bin", "WORKTREE_PATH=" + dir, "KEI_GATE=" + gate}
		if text, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("the gate that is to let a granted atom through: %w: %.500s", err, text)
		}
		return nil
	})
}
