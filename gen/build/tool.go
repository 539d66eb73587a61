package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// A goTool is a go command with the environment it is started in.
type goTool struct {
	path string
	env  []string
}

// Flags are those of every build. What they leave out is what differs between
// machines and days. A gate reads most of its code once: functions that begin at
// every 4th byte, and not at every 32nd, are 65 KB less of it.
var Flags = append([]string{"-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid= -funcalign=4 -X=runtime.godebugDefault=" + lean}, small...)

// lean are settings of Go's runtime by which a gate starts 4 % faster: threads
// that nobody profiles need no room for stack traces (two pages each), a process
// of a millisecond need not ask again how many processors its group may use, and
// the kernel need not be told what memory is for. One that sets GODEBUG overrides
// them. They are no go:debug lines, which may not name profstackdepth.
const lean = "profstackdepth=0,containermaxprocs=0,updatemaxprocs=0,decoratemappings=0"

// small are the flags by which nothing is inlined but where bytes are read one
// by one: a gate is 5 % smaller by it, and starts no slower. Verify, which goes through
// thousands of files, is 7 % slower by it, so what it alone links is built as usual. Of
// several flags the last that is about a package counts.
var small = []string{
	"-gcflags=kei/runtime/...=-l", "-gcflags=mvdan.cc/...=-l", "-gcflags=regexp/...=-l", "-gcflags=fmt=-l",
	"-gcflags=kei/runtime/call=", "-gcflags=kei/runtime/str=",
	"-gcflags=kei/runtime/verify=", "-gcflags=kei/runtime/source/...=",
}

// flags are those of a build in a module that was laid out: it has all its sources
// with it, and none are asked for over the network.
func flags() []string { return append([]string{"-mod=vendor"}, Flags...) }

// inherited are the variables that the go command, and what fetches modules,
// need of this environment. None of them changes the code that is built.
var inherited = []string{
	"HOME", "PATH", "TMPDIR", "TMP", "TEMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
	"SYSTEMROOT", "SystemRoot", "SYSTEMDRIVE", "PATHEXT", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO", "SSH_AUTH_SOCK", "NETRC",
}

// settings are Go's own that a user may have set, in the environment or with
// go env -w. GOFLAGS is among them, to be cleaned; GOAUTH is not, because it can
// name a program to run. Where modules come from does not matter to what is
// built: go.sum holds them to their contents.
var settings = []string{
	"GOPATH", "GOMODCACHE", "GOCACHE", "GOTMPDIR", "GOTOOLCHAIN", "GOFLAGS", "GOPROXY", "GOSUMDB",
	"GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOINSECURE", "GOVCS",
}

// findGo finds a Go toolchain and builds its environment.
func findGo(ctx context.Context) (*goTool, error) {
	path, err := exec.LookPath("go")
	if errors.Is(err, exec.ErrDot) {
		return nil, errors.New("the first go on PATH is in a relative folder, so it is not trusted; take relative folders out of PATH")
	}
	if err != nil {
		return nil, errors.New("there is no go on PATH; gates are compiled with a Go toolchain, install one from https://go.dev/dl")
	}
	t := &goTool{path: path}
	for _, name := range inherited {
		if v, ok := os.LookupEnv(name); ok {
			t.env = append(t.env, name+"="+v)
		}
	}
	asked := &goTool{path: path, env: t.env}
	for _, name := range append([]string{"GOENV"}, settings...) {
		if v, ok := os.LookupEnv(name); ok && name != "GOFLAGS" {
			asked.env = append(asked.env, name+"="+v)
		}
	}
	// Asked in its own folder, where no go.mod chooses another toolchain.
	out, err := asked.run(ctx, filepath.Dir(path), append([]string{"env", "-json"}, settings...)...)
	if err != nil {
		return nil, fmt.Errorf("ask go for its settings: %w", err)
	}
	values := map[string]string{}
	if err := json.Unmarshal(out, &values); err != nil {
		return nil, fmt.Errorf("ask go for its settings: %w", err)
	}
	if v, ok := os.LookupEnv("GOFLAGS"); ok {
		values["GOFLAGS"] = v
	}
	values["GOFLAGS"] = cleanFlags(values["GOFLAGS"])
	for _, name := range settings {
		if values[name] != "" {
			t.env = append(t.env, name+"="+values[name])
		}
	}
	// GOENV=off: what go env -w holds has been taken over, or left out, above.
	t.env = append(t.env, "GOENV=off", "GOWORK=off", "GO111MODULE=on", "CGO_ENABLED=0")
	return t, nil
}

// cleanFlags keeps of GOFLAGS what says where modules come from. The rest could
// run programs (-toolexec), change sources (-overlay, -modfile) or code (-tags).
func cleanFlags(goflags string) string {
	var kept []string
	for _, f := range strings.Fields(goflags) {
		name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		if name == "modcacherw" || (name == "mod" && value != "") {
			kept = append(kept, f)
		}
	}
	return strings.Join(kept, " ")
}

// with is the tool with more variables; later ones win.
func (t *goTool) with(env ...string) *goTool {
	return &goTool{t.path, append(append([]string(nil), t.env...), env...)}
}

// run starts go in dir and returns what it prints. The error holds what it said.
func (t *goTool) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	var out, said bounded
	c := exec.CommandContext(ctx, t.path, args...)
	c.Dir, c.Env, c.Stdout, c.Stderr = dir, t.env, &out, &said
	c.WaitDelay = 5 * time.Second
	ownGroup(c)
	err := c.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], ctx.Err())
	}
	if err != nil {
		text := strings.TrimSpace(said.String())
		if text == "" {
			return nil, fmt.Errorf("go %s: %w", args[0], err)
		}
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, text)
	}
	return out.Bytes(), nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	const most = 1 << 20
	if room := most - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}

// compile builds the gates of the roles for one target into dir. Everything is
// compiled first, in one go, and then linked side by side.
func (t *goTool) compile(ctx context.Context, m *module, target target, roles []string, dir string) error {
	tool := t.with("GOOS="+target.os, "GOARCH="+target.arch)
	var packages []string
	for _, role := range roles {
		packages = append(packages, gatePackage(role))
	}
	args := append(append([]string{"build"}, flags()...), "-o", os.DevNull)
	if _, err := tool.run(ctx, m.dir, append(args, packages...)...); err != nil {
		return fmt.Errorf("compile for %s/%s: %w", target.os, target.arch, err)
	}
	errs := make([]error, len(roles))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for i, role := range roles {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			to := filepath.Join(dir, filepath.FromSlash(target.file(role)))
			args := append(append([]string{"build"}, flags()...), "-o", to, gatePackage(role))
			if _, err := tool.run(ctx, m.dir, args...); err != nil {
				errs[i] = fmt.Errorf("%s for %s/%s: %w", role, target.os, target.arch, err)
			}
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// gatePackage is the main package of a role's gate, as the go command takes it.
func gatePackage(role string) string {
	if role == verifyProgram {
		return "./out/" + role + "/cmd"
	}
	return "./out/" + role + "/gate"
}
