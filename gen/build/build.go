package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"kei/internal/files"
)

// deadline is for a whole run. The first one on a machine compiles the standard
// library for each target.
const deadline = 15 * time.Minute

// Options say what to build.
type Options struct {
	Dir     string       // the policy folder, or the kei repository itself
	Out     string       // where programs go; "" is bin in Dir
	Targets []string     // such as linux/arm64; none is this machine
	Roles   []string     // none is every role that has a gate
	Emitted []files.File // what the policy folder generates; not needed in the repository
}

// A Gate is one program that was built.
type Gate struct {
	Role   string
	Target string // linux/arm64, or "" for this machine
	File   string // its name from Options.Out, with slashes
	SHA256 string
}

// Gates builds a gate for each role and target, and writes SHA256SUMS beside
// them. For this machine a gate is <role>, for a named target
// <os>-<arch>/<role>. It compiles the out/ that is there: in a kei repository (go.mod
// says module kei) with the runtime that is there, elsewhere with the one that this
// program holds, and only if it is nothing but facts. Where there is no out/ it
// compiles Emitted. If anything fails, nothing in Out
// has changed.
func Gates(ctx context.Context, o Options) ([]Gate, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	if o.Out == "" {
		o.Out = filepath.Join(o.Dir, "bin")
	}
	targets, err := parseTargets(o.Targets)
	if err != nil {
		return nil, err
	}
	module, err := findModule(o)
	if err != nil {
		return nil, err
	}
	defer module.close()
	roles, err := module.choose(o.Roles)
	if err != nil {
		return nil, err
	}
	tool, err := findGo(ctx)
	if err != nil {
		return nil, err
	}
	if err := module.check(ctx, tool, roles); err != nil {
		return nil, err
	}
	if err := module.pack(); err != nil {
		return nil, fmt.Errorf("pack what is known of programs: %w", err)
	}
	return compileAll(ctx, tool, module, o.Out, roles, targets)
}

// compileAll builds into a folder beside the programs and puts them in place.
func compileAll(ctx context.Context, tool *goTool, m *module, out string, roles []string, targets []target) ([]Gate, error) {
	stage, err := newStage(out)
	if err != nil {
		return nil, err
	}
	defer stage.close()
	var gates []Gate
	for _, t := range targets {
		for _, role := range roles {
			gates = append(gates, Gate{Role: role, Target: t.name, File: t.file(role)})
		}
		if err := tool.compile(ctx, m, t, roles, stage.dir); err != nil {
			return nil, err
		}
	}
	if err := stage.commit(gates); err != nil {
		return nil, err
	}
	return gates, nil
}

// A target is a system that programs are built for.
type target struct {
	name     string // "" is this machine
	os, arch string
}

var targetName = regexp.MustCompile(`^([a-z0-9]+)/([a-z0-9]+)$`)

func parseTargets(names []string) ([]target, error) {
	if len(names) == 0 {
		return []target{{"", runtime.GOOS, runtime.GOARCH}}, nil
	}
	var targets []target
	for _, name := range names {
		m := targetName.FindStringSubmatch(name)
		if m == nil {
			return nil, fmt.Errorf("target %q is not of the form os/arch; linux/arm64 is one", name)
		}
		if t := (target{name, m[1], m[2]}); !slices.Contains(targets, t) {
			targets = append(targets, t)
		}
	}
	return targets, nil
}

// file is where a role's gate stands in the folder of programs.
func (t target) file(role string) string {
	if t.os == "windows" {
		role += ".exe"
	}
	if t.name == "" {
		return role
	}
	return t.os + "-" + t.arch + "/" + role
}

// verifyProgram is the program that is built beside the gates. No role has its
// name.
const verifyProgram = "verify"

// rolesOf are the roles with a gate, of files named out/<role>/gate/main.go, and
// the verify program.
func rolesOf(names []string) []string {
	var roles []string
	for _, name := range names {
		if name == "out/"+verifyProgram+"/cmd/main.go" {
			roles = append(roles, verifyProgram)
		}
		if parts := strings.Split(name, "/"); len(parts) == 4 && parts[0] == "out" && parts[2] == "gate" && parts[3] == "main.go" {
			roles = append(roles, parts[1])
		}
	}
	slices.Sort(roles)
	return roles
}

// choose picks the roles to build from those that can be.
func (m *module) choose(wanted []string) ([]string, error) {
	if len(m.roles) == 0 {
		return nil, fmt.Errorf("%s: no role has a gate here; roles/ holds one file for each role", m.from)
	}
	if len(wanted) == 0 {
		return m.roles, nil
	}
	var unknown []string
	for _, role := range wanted {
		if !slices.Contains(m.roles, role) {
			unknown = append(unknown, fmt.Sprintf("no role %s with a gate; there are %s", role, strings.Join(m.roles, ", ")))
		}
	}
	if len(unknown) > 0 {
		return nil, fmt.Errorf("%s", strings.Join(unknown, "\n"))
	}
	chosen := slices.Clone(wanted)
	slices.Sort(chosen)
	return slices.Compact(chosen), nil
}

// exists reports whether there is a regular file.
func exists(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
