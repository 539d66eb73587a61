package verify

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A container holds the commands that run the agent's code: they see the
// machine and can write to the folders of this run only.
//
// What it is not: the network is the machine's, since tests and builds have
// honest uses for it, and with it come the services that listen on it and the
// sockets that have a name and no file.
type container struct {
	path string // of bwrap; "" is none
	why  string // there is none

	mu       sync.Mutex
	prepared map[string]bool // folders whose dependencies were fetched; see prepare
}

// findContainer looks for bubblewrap and tries it: on many systems it is there
// and may not be used.
func findContainer(ctx context.Context, contain, on string, s *scratch) (*container, error) {
	c := &container{prepared: map[string]bool{}}
	switch contain {
	case "never":
		c.why = "uncontained, as asked for"
		return c, nil
	case "", "auto", "always":
	default:
		return nil, fmt.Errorf("--contain %s is none of auto, always, never", shown(contain))
	}
	path, err := lookPath(on, "bwrap")
	if err != nil {
		c.why = "uncontained: there is no bwrap here"
	} else {
		c.path = path
		p := c.wrap(process{path: "/bin/sh", args: []string{"-c", "exit 0"}, dir: s.dir, most: 4096}, view{writable: []string{s.dir}})
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

// A view is what a contained process has of the folders that everybody shares.
type view struct {
	writable []string // anywhere
	readable []string // what a shared folder holds and tools need
}

// shared are the folders where other programs keep their sockets and people
// their temporary files. A process that can connect to a socket has the rights
// of whoever listens. Inside, these folders are new and empty.
var shared = []string{"/tmp", "/var/tmp", "/run", "/var/run"}

// wrap starts a process inside: its own processes, nothing writable but the
// given folders, and dead when this program is. The environment is given to
// bwrap as data and not as its own: LD_PRELOAD would have it run the agent's
// code out here.
func (c *container) wrap(p process, v view) process {
	if c.path == "" {
		return p
	}
	// A root that keeps its capabilities could make everything writable again.
	options := []string{
		"--die-with-parent", "--new-session", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL",
		"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
	}
	empty := sharedFolders()
	for _, dir := range empty {
		options = append(options, "--tmpfs", dir)
	}
	for _, name := range v.readable {
		if real, err := filepath.EvalSymlinks(name); err == nil && inside(empty, real) {
			options = append(options, "--ro-bind-try", real, real)
		}
		if inside(empty, name) {
			options = append(options, "--ro-bind-try", name, name)
		}
	}
	for _, dir := range v.writable {
		options = append(options, "--bind-try", dir, dir)
	}
	for _, kv := range p.env {
		if name, value, ok := strings.Cut(kv, "="); ok && name != "" {
			options = append(options, "--setenv", name, value)
		}
	}
	options = append(options, "--chdir", p.dir)
	p.args = append([]string{"--args", "3", "--", p.path}, p.args...)
	p.path, p.env, p.third = c.path, []string{}, []byte(strings.Join(options, "\x00")+"\x00")
	return p
}

// sharedFolders are those that are there, under the names that lead nowhere else.
func sharedFolders() []string {
	var list []string
	for _, dir := range shared {
		if real, err := filepath.EvalSymlinks(dir); err == nil && real != "/" && !slices.Contains(list, real) {
			list = append(list, real)
		}
	}
	return list
}

// inside reports whether a path is below one of the folders, and none of them
// itself.
func inside(dirs []string, path string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return path != dir && below(dir, path) })
}
