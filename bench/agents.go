package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An agentRow is a row of the table about agents: how long a whole process took, how much of
// a processor, and how long it is meant to take on two processors that do nothing else.
type agentRow struct {
	what          string
	is, cpu, most time.Duration
}

// agentPolicy is a policy folder with n agents of some rules each; of sets of rules there are
// as many as said, as in a team whose agents are made alike.
func agentPolicy(n, rules, sets int) map[string]string {
	set := map[string]string{
		"capabilities/README.md": "none\n",
		"roles/all.toml":         "[role]\nname = \"all\"\ndescription = \"It may do all.\"\n[capabilities]\nrequired = []\n[tools]\nallowed = [\"Read\", \"Glob\", \"Grep\", \"Bash\", \"Edit\", \"Write\", \"NotebookEdit\", \"WebFetch\", \"WebSearch\", \"AskUserQuestion\", \"Agent\"]\n",
	}
	for i := range n {
		var list []string
		for k := range rules {
			list = append(list, fmt.Sprintf("%q", fmt.Sprintf("tool-%d verb-%d *:%s", i%sets, k, []string{"deny", "ask", "allow"}[k%3])))
		}
		dir := fmt.Sprintf("agents/agent-%d/", i)
		set[dir+"system-prompt.md"] = "You are the agent.\n"
		set[dir+"agent.toml"] = "role = \"all\"\ndescription = \"Number " + fmt.Sprint(i) + "\"\n[permissions.bash]\nintent = \"deny\"\nrules = [" + strings.Join(list, ", ") + "]\n"
	}
	return set
}

// agents measures what reading agents and rendering them for all clients takes.
func (w *world) agents(ctx context.Context, o options, say func(string, ...any)) ([]agentRow, error) {
	if !o.agents {
		return nil, nil
	}
	kei, err := w.kei(ctx, o.root, o.bin)
	if err != nil {
		return nil, err
	}
	many, rounds := 500, 7
	if o.quick {
		many, rounds = 50, 3
	}
	say("agents: %d of them", many)
	took := func(n, rules, sets int) (wall, cpu time.Duration, err error) {
		dir := filepath.Join(w.dir, "agents", fmt.Sprintf("%d-%d-%d", n, rules, sets))
		for name, text := range agentPolicy(n, rules, sets) {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return 0, 0, err
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				return 0, 0, err
			}
		}
		var list []time.Duration
		wall, err = middle(rounds, func() error {
			c := exec.CommandContext(ctx, kei, "-C", dir, "agent", "check")
			text, err := c.CombinedOutput()
			if err != nil {
				return fmt.Errorf("kei agent check: %w: %.500s", err, text)
			}
			list = append(list, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
			return nil
		})
		if err != nil {
			return 0, 0, err
		}
		slices.Sort(list)
		return wall, list[len(list)/2], nil
	}
	alike, alikeCPU, err1 := took(many, 5, 20)
	different, differentCPU, err2 := took(many, 5, many)
	forty, fortyCPU, err3 := took(1, 40, 1)
	none, noneCPU, err4 := took(1, 0, 1)
	for _, err := range []error{err1, err2, err3, err4} {
		if err != nil {
			return nil, err
		}
	}
	return []agentRow{
		{fmt.Sprintf("%d agents of 5 rules for 8 clients, 20 sets of rules", many), alike, alikeCPU, 2 * time.Second},
		{fmt.Sprintf("%d agents of 5 rules for 8 clients, all different", many), different, differentCPU, 2 * time.Second},
		{"40 rules in one agent for 8 clients, less an agent without rules", max(forty-none, 0), max(fortyCPU-noneCPU, 0), 50 * time.Millisecond},
	}, nil
}

// figuresOfAgents writes the table.
func figuresOfAgents(w io.Writer, rows []agentRow) {
	if rows == nil {
		return
	}
	fmt.Fprintf(w, "\n# What agents cost\n\n`kei agent check`, as a whole process.\n\n| what | takes | of a processor | goal |\n|---|---|---|---|\n")
	for _, r := range rows {
		over := ""
		if r.is > r.most {
			over = " (over)"
		}
		fmt.Fprintf(w, "| %s | %v%s | %v | %v |\n", r.what, r.is.Round(time.Millisecond), over, r.cpu.Round(time.Millisecond), r.most)
	}
}
