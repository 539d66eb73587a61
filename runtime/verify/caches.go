package verify

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// The caches of cargo and go belong to the user: what is put there is compiled
// into everything that is built on this machine from then on. So the commands
// that run the agent's code can read them and no more, and what they need is
// fetched before by cargo itself, which runs none of it then. Go runs nothing
// of a module's while it builds. Where the folders are is for this program's
// environment to say, and never for one that a build has left its mark on.

// view is what a contained command sees and may write to. A test could otherwise
// change the program of the next one.
func (r *Run) view(c command) view {
	v := view{
		writable: []string{r.Dir, r.scratch.path("tmp")},
		readable: append(filepath.SplitList(r.repo.searchPath()), goCache(), cargoHome(), r.scratch.dir),
	}
	for _, name := range []string{"HOME", "RUSTUP_HOME", "GOROOT", "GOPATH", "GOMODCACHE", "SSL_CERT_FILE", "SSL_CERT_DIR"} {
		v.readable = append(v.readable, os.Getenv(name))
	}
	v.readable = append(v.readable, "/etc/resolv.conf") // often a link into /run
	v.readable = append(v.readable, c.reads...)
	if !c.tests {
		v.readable = append(v.readable, c.argv...) // a script that the plan names
	}
	if target := r.target(); c.tests {
		v.writable = append(v.writable, filepath.Join(target, "tmp"))
	} else {
		v.writable = append(v.writable, target)
	}
	v.writable = append(v.writable, r.caches(c)...)
	if c.record != "" {
		v.writable = append(v.writable, c.record)
	}
	relative := func(name string) bool { return !filepath.IsAbs(name) }
	v.writable, v.readable = slices.DeleteFunc(v.writable, relative), slices.DeleteFunc(v.readable, relative)
	return v
}

// caches are the folders for what a command's builds keep.
func (r *Run) caches(c command) []string {
	switch {
	case c.trusted:
		return toolCaches(c.argv[0])
	case c.tests:
		return []string{r.ownGoCache(), r.ownTarget()}
	}
	return []string{r.ownGoCache()}
}

// Commands that run the agent's code may start go or cargo themselves, as tests
// of tools do, and these have to be able to write: to folders of this run's, in
// which nothing lies that verify goes by.

func (r *Run) ownGoCache() string { return r.scratch.path("go-" + string(r.Place)) }
func (r *Run) ownTarget() string  { return r.scratch.path("cargo-" + string(r.Place)) }

// toolCaches are the folders that a tool keeps for all that it builds.
func toolCaches(tool string) []string {
	if tool == "cargo" {
		return []string{filepath.Join(cargoHome(), "registry"), filepath.Join(cargoHome(), "git")}
	}
	return []string{goCache(), goModules()}
}

func cargoHome() string {
	if dir := os.Getenv("CARGO_HOME"); dir != "" {
		return dir
	}
	home, _ := os.UserHomeDir()
	return filepath.Join(home, ".cargo")
}

func goCache() string {
	if dir := os.Getenv("GOCACHE"); dir != "" {
		return dir
	}
	dir, _ := os.UserCacheDir()
	return filepath.Join(dir, "go-build")
}

func goModules() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	if list := filepath.SplitList(os.Getenv("GOPATH")); len(list) > 0 {
		return filepath.Join(list[0], "pkg", "mod")
	}
	home, _ := os.UserHomeDir()
	return filepath.Join(home, "go", "pkg", "mod")
}

// prepare has the dependencies of a folder fetched, once, before a contained
// command that cannot: it would have to write to the user's caches. That this
// did not work is for the report, and the command still has what is there.
func (r *Run) prepare(c command) {
	if r.container.path == "" || !r.container.once(string(r.Place)+"\x00"+c.dir) {
		return
	}
	var fetch []command
	if r.has(join(c.dir, "Cargo.toml")) {
		if host, err := r.host(c.dir); err == nil {
			fetch = append(fetch, command{argv: []string{"cargo", "fetch", "--target", host, "--manifest-path", filepath.Join(r.Dir, filepath.FromSlash(c.dir), "Cargo.toml")}})
		}
	}
	if r.has(join(c.dir, "go.mod")) && c.argv[0] != "cargo" {
		fetch = append(fetch, command{argv: []string{"go", "mod", "download"}})
	}
	for _, f := range fetch {
		f.dir, f.minutes, f.trusted, f.quiet = c.dir, c.minutes, true, true
		res, err := r.trusted(f)
		switch {
		case err != nil:
			r.Note("%s: %v", strings.Join(f.argv[:2], " "), err)
		case res.code != 0:
			r.Note("%s failed: %s", strings.Join(f.argv[:2], " "), some(res.last(3), 3))
		}
	}
}

// once reports whether it is asked about key for the first time.
func (c *container) once(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.prepared[key] {
		return false
	}
	c.prepared[key] = true
	return true
}

// trusted runs a command that may write to the caches. It is not to start
// anything that the agent has named: cargo's own configuration can.
func (r *Run) trusted(c command) (*result, error) {
	if c.argv[0] != "cargo" || !r.configures(c.dir) {
		return r.command(c)
	}
	file, err := r.look("cargo")
	if err != nil {
		return nil, err
	}
	return r.start(c, process{path: file, args: c.argv[1:], env: r.environ(), dir: r.scratch.path("home")})
}

// configures reports whether the work changes how cargo works in a folder, or
// could: configuration that lies behind a link is not looked for.
func (r *Run) configures(dir string) bool {
	for _, c := range r.Changes {
		switch base := path.Base(c.Path); {
		case base == "rust-toolchain", base == "rust-toolchain.toml", base == ".cargo", path.Base(path.Dir(c.Path)) == ".cargo":
			return true
		}
	}
	for at := path.Clean(dir); ; at = path.Dir(at) {
		for _, name := range []string{".cargo", ".cargo/config", ".cargo/config.toml"} {
			if r.new.at(join(at, name)).Mode == modeLink {
				return true
			}
		}
		if at == "." || at == "/" {
			return false
		}
	}
}

// parallel is how many tests run at once.
func parallel() int { return max(2, runtime.GOMAXPROCS(0)) }
