package verify

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// A container holds the commands that run the agent's code: they see the
// machine and can write to the folders of this run only.
type container struct {
	path string // of bwrap; "" is none
	why  string // there is none
}

// findContainer looks for bubblewrap and tries it: on many systems it is there
// and may not be used.
func findContainer(ctx context.Context, contain string, s *scratch) (*container, error) {
	c := &container{}
	switch contain {
	case "never":
		c.why = "uncontained, as asked for"
		return c, nil
	case "", "auto", "always":
	default:
		return nil, fmt.Errorf("--contain %s is none of auto, always, never", shown(contain))
	}
	path, err := exec.LookPath("bwrap")
	if err != nil {
		c.why = "uncontained: there is no bwrap here"
	} else {
		c.path = path
		p := c.wrap(process{path: "/bin/sh", args: []string{"-c", "exit 0"}, dir: s.dir, most: 4096}, []string{s.dir})
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		if r, err := p.run(ctx); err != nil || r.code != 0 {
			said := ""
			if r != nil {
				said = strings.TrimSpace(r.stderr.String())
			}
			c.path, c.why = "", "uncontained: bwrap does not work here: "+shown(said)
		}
	}
	if contain == "always" && c.path == "" {
		return nil, errors.New("--contain always: " + c.why)
	}
	return c, nil
}

// name says in a report what held the commands.
func (c *container) name() string {
	if c.path == "" {
		return c.why
	}
	return "contained by " + c.path
}

// wrap starts a process inside: its own processes, nothing writable but the
// given folders, and dead when this program is.
func (c *container) wrap(p process, writable []string) process {
	if c.path == "" {
		return p
	}
	args := []string{
		"--die-with-parent", "--new-session", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
		"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
	}
	for _, dir := range writable {
		if dir == "" {
			continue
		}
		args = append(args, "--bind-try", dir, dir)
	}
	args = append(args, "--chdir", p.dir, "--", p.path)
	p.args = append(args, p.args...)
	p.path = c.path
	return p
}
