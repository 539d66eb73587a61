package verify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A command is a program that a step runs on the agent's work.
type command struct {
	argv    []string
	dir     string   // from the root of the files, with slashes; "" is the root
	env     []string // on top of what every command gets
	most    int      // bytes of output that are kept; 0 is a little
	minutes int      // 0 is half an hour
	quiet   bool     // not worth a line in the report, and builds nothing
	tests   bool     // it is a test, which has no business with what was built
	trusted bool     // it runs nothing of the agent's, and may fill the caches of the user
	reads   []string // folders that it needs to see
	record  string   // a folder for what it records
}

// passed are the variables that commands get from the environment of this
// program: where tools and their caches are, and how to reach the network. None
// of them chooses what a tool does.
var passed = []string{
	"HOME", "USER", "LOGNAME", "USERPROFILE", "SYSTEMROOT", "SystemRoot",
	"CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN",
	"GOPATH", "GOCACHE", "GOMODCACHE", "GOPROXY", "GONOPROXY", "GOPRIVATE", "GOSUMDB", "GONOSUMDB", "GOTOOLCHAIN", "GOROOT",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
}

// environ is what every command sees. The target folder is the run's own: what
// lies in the agent's could have been put there to be found.
func (r *Run) environ() []string {
	env := []string{
		"PATH=" + r.repo.searchPath(), "LC_ALL=C.UTF-8", "TERM=dumb", "NO_COLOR=1", "CI=1",
		"TMPDIR=" + r.scratch.path("tmp"),
		"CARGO_TARGET_DIR=" + r.target(),
		"CARGO_TERM_COLOR=never", "CARGO_TERM_PROGRESS_WHEN=never", "CARGO_INCREMENTAL=0",
		// Asking for the version would have go run git in the agent's repository.
		"GOENV=off", "GOFLAGS=-buildvcs=false", "GO111MODULE=on",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0",
	}
	for _, name := range passed {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	if os.Getenv("GOCACHE") == "" {
		env = append(env, "GOCACHE="+goCache())
	}
	return env
}

// below reports whether path is dir or in it.
func below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

// look finds a program on the search path.
func (r *Run) look(name string) (string, error) {
	if strings.ContainsRune(name, '/') {
		return "", fmt.Errorf("the command %s is a path; it is looked for on PATH", shown(name))
	}
	return lookPath(r.repo.searchPath(), name)
}

// command runs a program in the files of this place.
func (r *Run) command(c command) (*result, error) {
	if len(c.argv) == 0 {
		return nil, errors.New("the command is empty")
	}
	file, err := r.look(c.argv[0])
	if err != nil {
		return nil, err
	}
	p := process{path: file, args: c.argv[1:], env: append(append(r.environ(), goWork(r, r.new, r.Dir, c.dir)), c.env...), most: c.most}
	if p.dir, err = r.enter(c.dir); err != nil {
		return nil, err
	}
	if !c.trusted && !c.quiet {
		r.prepare(c)
	}
	return r.start(c, p)
}

// enter is a folder of the files of this place, which are written out first
// where they are not.
func (r *Run) enter(dir string) (string, error) {
	if err := r.export(); err != nil {
		return "", fmt.Errorf("write out the files: %w", err)
	}
	for _, folder := range []string{r.scratch.path("tmp"), r.target()} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
	}
	if err := r.surroundings(); err != nil {
		return "", err
	}
	return filepath.Join(r.Dir, filepath.FromSlash(dir)), nil
}

// start runs a prepared process with a deadline, contained where that is possible.
func (r *Run) start(c command, p process) (*result, error) {
	minutes := c.minutes
	if minutes == 0 {
		minutes = 30
	}
	if p.most == 0 {
		p.most = 256 << 10
	}
	said := strings.Join(c.argv, " ")
	if c.dir != "" {
		said += " (in " + shown(c.dir) + ")"
	}
	if !c.quiet {
		r.step.Commands = append(r.step.Commands, said)
		r.progress("%s: running %s", r.Place, said)
	}
	ctx, cancel := context.WithTimeout(r.ctx, time.Duration(minutes)*time.Minute)
	defer cancel()
	if !c.trusted {
		p.env = append(slices.Clip(p.env), "GOCACHE="+r.ownGoCache())
	}
	if c.tests {
		p.env = append(p.env, "CARGO_TARGET_DIR="+r.ownTarget())
	}
	// In the container they cannot be made.
	for _, dir := range r.caches(c) {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	// Of two on one disk the first is named, so it is one that is there afterwards.
	seen := watchMachine(os.TempDir(), goCache(), r.Dir, r.scratch.dir)
	res, err := own.alone(ctx, r.container.wrap(p, r.view(c)))
	late := errors.Is(err, context.DeadlineExceeded) && r.ctx.Err() == nil
	if why := seen.trouble(res, late); why != "" {
		return res, fmt.Errorf("%s; with that mended, kei agents verify checks again. It was at %s", why, said)
	}
	if late {
		return res, violation(nil, "%s did not end within %s", said, plural(minutes, "minute"))
	}
	if err != nil {
		return res, fmt.Errorf("%s: %w", said, err)
	}
	return res, nil
}

// surroundings refuses to run where a file above the worktree would change what
// cargo or rustup do: an agent may be able to write there, into a folder for
// temporary files for one. What lies above main counts for main as well. (Go's
// files above are kept out of it by GOWORK, and by the nearer go.mod.)
func (r *Run) surroundings() error {
	trusted := r.repo.top
	if trusted == "" {
		trusted = r.repo.common
	}
	cargo := os.Getenv("CARGO_HOME")
	if home, err := os.UserHomeDir(); err == nil && cargo == "" {
		cargo = filepath.Join(home, ".cargo")
	}
	for at := filepath.Dir(r.Dir); ; at = filepath.Dir(at) {
		if below(at, trusted) && !public(at) {
			return nil
		}
		for _, name := range []string{".cargo/config.toml", ".cargo/config", "rust-toolchain", "rust-toolchain.toml", "Cargo.toml"} {
			file := filepath.Join(at, filepath.FromSlash(name))
			if _, err := os.Lstat(file); err != nil || filepath.Dir(file) == cargo {
				continue
			}
			return fmt.Errorf("%s lies above the files that are checked and would change the result; remove it", shown(file))
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

// public reports whether anybody can put files into a folder.
func public(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.Mode().Perm()&0o002 != 0
}

// has reports whether the files of this place have one of this name.
func (r *Run) has(name string) bool {
	return r.new.at(name).Regular()
}

// manifests are the folders, nearest to the root, that have or had a file of
// this name. Those of fixtures and of what was copied in are no projects. What go
// does in a module leaves out the modules in it, so that those are added in which
// something changes.
func (r *Run) manifests(name string) []string {
	var dirs []string
	for _, t := range []tree{r.old, r.new} {
		for file, e := range t.named(name) {
			if dir := path.Dir(file); e.Regular() && !aside(dir) && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	slices.Sort(dirs)
	var top []string
	for _, dir := range dirs {
		if !slices.ContainsFunc(top, func(t string) bool { return t == "." || strings.HasPrefix(dir, t+"/") }) {
			top = append(top, dir)
		}
	}
	if slices.Contains(dirs, ".") {
		top = []string{"."}
	}
	if name == "go.mod" && len(dirs) > len(top) {
		top = append(top, r.nestedModules(top)...)
	}
	return top
}

// nestedModules are the modules within others in which something changes.
func (r *Run) nestedModules(top []string) []string {
	var list []string
	files := newSide(r, r.new)
	for _, c := range r.Changes {
		dir := files.nearest(path.Dir(c.Path), "go.mod")
		if dir != "" && !aside(dir) && !slices.Contains(top, dir) && !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

func aside(dir string) bool {
	for _, part := range strings.Split(dir, "/") {
		if part == "testdata" || part == "vendor" || part == "node_modules" || part == "fixtures" || part == "examples" ||
			part != "." && (strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_")) {
			return true
		}
	}
	return false
}
