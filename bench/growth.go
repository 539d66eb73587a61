package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// growthRole is the role of every synthetic policy.
const growthRole = "growth"

// pattern is the i-th of a synthetic policy: each begins with a word of its own.
func pattern(i int) string {
	if i%2 == 1 {
		return fmt.Sprintf("^tool-%05d rm( |$)", i)
	}
	return fmt.Sprintf("^tool-%05d( |$)", i)
}

// growthPolicy is a policy folder whose one capability denies n patterns.
func growthPolicy(n int) map[string]string {
	var b strings.Builder
	fmt.Fprintf(&b, `[capability]
name        = "policy::growth"
category    = "policy"
version     = "1.0"
description = "It denies %d tools."
rationale   = "It shows what a long list costs."

[text]
path = "text.md"

[gate]
kind     = "deny-command"
event    = "PreToolUse:Bash"
severity = "block"
tool-patterns = [
`, n)
	for i := range n {
		fmt.Fprintf(&b, "'%s',\n", pattern(i))
	}
	b.WriteString(`]

[[example]]
deny = "tool-00000 x"

[[example]]
allow = "cargo test"
`)
	return map[string]string{
		"capabilities/policy/growth/capability.toml": b.String(),
		"capabilities/policy/growth/text.md":         "Start none of the tools.\n",
		"roles/growth.toml": `[role]
name         = "growth"
display-name = "Growth"
description  = "It runs anything but the tools."
spawnable    = true

[capabilities]
required = ["policy::growth"]

[tools]
allowed = ["Read", "Bash"]
`,
	}
}

// growthGate builds the gate of the policy with n patterns.
func (w *world) growthGate(ctx context.Context, kei string, n int) (string, error) {
	dir := filepath.Join(w.dir, "build", fmt.Sprint("growth-", n))
	for name, text := range growthPolicy(n) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	if _, err := output(ctx, dir, nil, kei, "build", "-C", dir); err != nil {
		return "", err
	}
	return w.adopt(fmt.Sprint("growth-", n), filepath.Join(dir, "bin", growthRole))
}

// growth makes the rows of synthetic policies, for the calls Read and allowed
// Bash. The command is the first one for all: none of their rules knows it.
func (w *world) growth(ctx context.Context, kei string, sizes []int, say func(string, ...any)) ([]row, error) {
	var rows []row
	for _, n := range sizes {
		say("building a policy of %d patterns", n)
		path, err := w.growthGate(ctx, kei, n)
		if err != nil {
			return nil, err
		}
		for _, c := range calls {
			if c.name != callRead && c.name != callAllowed {
				continue
			}
			r, err := w.gateRow(ctx, growthName(n), path, c)
			if err != nil {
				return nil, err
			}
			if r.verdict != "allow" {
				return nil, fmt.Errorf("the gate with %d patterns denies %s, which none of them is about", n, c.name)
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

func growthName(n int) string { return fmt.Sprintf("%d patterns", n) }
