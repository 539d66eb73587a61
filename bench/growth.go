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

// dispatchRoles are the sizes of dispatchers that are measured.
var dispatchRoles = []int{7, 70, 700}

// dispatchPolicy is a policy folder of n roles that are like this repository's
// edit-local: what they have in common is one set of capabilities, and each has
// a command of its own. The main session is in one from the middle.
func dispatchPolicy(n int) map[string]string {
	set := growthPolicy(20)
	delete(set, "roles/growth.toml")
	for i := range n {
		set["roles/"+dispatchRole(i)+".toml"] = fmt.Sprintf(`[role]
name        = "%s"
description = "It runs cargo and a tool of its own."
spawnable   = true

[capabilities]
required = ["policy::growth"]

[tools]
allowed = ["Read", "Write", "Edit", "Glob", "Grep", "Bash"]
bash-patterns-allowed = ['^cargo( |$)', '^own-%04d( |$)', '^mkdir( |$)']
`, dispatchRole(i), i)
	}
	set["agents/main.toml"] = fmt.Sprintf("role = %q\n", dispatchRole(n/2))
	return set
}

func dispatchRole(i int) string { return fmt.Sprintf("role-%04d", i) }

// dispatchers makes the rows of dispatchers of more and more roles, and of the
// gate of one such role.
func (w *world) dispatchers(ctx context.Context, kei string, say func(string, ...any)) ([]row, error) {
	var rows []row
	for _, n := range dispatchRoles {
		say("building a dispatcher of %d roles", n)
		single := dispatchRole(n / 2)
		dir, err := w.built(ctx, kei, fmt.Sprint("roles-", n), dispatchPolicy(n), "--role", "dispatch,"+single)
		if err != nil {
			return nil, err
		}
		programs := [][2]string{{fmt.Sprintf("%d roles", n), "dispatch"}}
		if len(rows) == 0 {
			programs = [][2]string{{"one role", single}, programs[0]}
		}
		for _, p := range programs {
			path, err := w.adopt(strings.ReplaceAll(p[0], " ", "-"), filepath.Join(dir, "bin", p[1]))
			if err != nil {
				return nil, err
			}
			for _, c := range calls {
				if c.name != callRead && c.name != callAllowed {
					continue
				}
				r, err := w.gateRow(ctx, p[0], path, c)
				if err != nil {
					return nil, err
				}
				if r.verdict != "allow" {
					return nil, fmt.Errorf("the dispatcher with %d roles denies %s to a main session that may do it", n, c.name)
				}
				rows = append(rows, r)
			}
		}
	}
	return rows, nil
}

// built lays out a policy folder and builds it.
func (w *world) built(ctx context.Context, kei, name string, policy map[string]string, args ...string) (string, error) {
	dir := filepath.Join(w.dir, "build", name)
	for name, text := range policy {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	_, err := output(ctx, dir, nil, kei, append([]string{"build", "-C", dir}, args...)...)
	return dir, err
}

// growthGate builds the gate of the policy with n patterns.
func (w *world) growthGate(ctx context.Context, kei string, n int) (string, error) {
	dir, err := w.built(ctx, kei, fmt.Sprint("growth-", n), growthPolicy(n))
	if err != nil {
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
	more, err := w.dispatchers(ctx, kei, say)
	return append(rows, more...), err
}

func growthName(n int) string { return fmt.Sprintf("%d patterns", n) }
