// Package proof asks the real programs whether what the tables say of them is
// so. An example is run in a container without network, under strace, and what
// it executed, wrote, removed and connected to must be within what its table
// says. Nothing of kei links this package: its tests are what uses it.
package proof

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Where things are in the container.
const (
	home     = "/home/me"       // the temporary home
	work     = "/home/cwd"      // the folder of an example, the only one that outlives it
	standIns = "/home/stand-in" // in front of PATH: programs that do nothing
	records  = "/home/record"   // what strace wrote
)

// limit is how long an example may take. One that waits for somebody is
// stopped, and judged by what it did until then.
const limit = 10 * time.Second

// nobody is who runs in the container if root runs the tests: a limit of
// processes does not bind root.
const nobody = 65534

// calls are the system calls that strace records.
const calls = "execve,openat,open,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir," +
	"link,linkat,mknod,mknodat,symlink,symlinkat,truncate,chmod,fchmodat,connect,chdir,fchdir"

// Missing says what of the container does not work here, "" if all does.
func Missing() string {
	for _, name := range []string{"bwrap", "strace", "timeout"} {
		if _, err := exec.LookPath(name); err != nil {
			return "no " + name + " here"
		}
	}
	b, err := newBox(nil)
	if err != nil {
		return err.Error()
	}
	defer b.remove()
	if out := b.run(limit, `strace -f --seccomp-bpf -e trace=execve -o `+records+`/trace true && echo works`); !strings.Contains(out, "works") {
		return "no container with strace here: " + strings.TrimSpace(out)
	}
	return ""
}

// reachable is the part of PATH that who runs in the container may see: what
// root has installed for itself is not in it.
func reachable() string {
	var dirs []string
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/sbin", "/sbin", "/usr/games") {
		open := filepath.IsAbs(dir)
		for d := filepath.Clean(dir); open && d != "/"; d = filepath.Dir(d) {
			info, err := os.Stat(d)
			open = err == nil && info.Mode().Perm()&1 != 0
		}
		if open && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return strings.Join(dirs, ":")
}

// installed reports whether a program is in PATH as the container has it.
func installed(name string) bool {
	for _, dir := range strings.Split(reachable(), ":") {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&1 != 0 {
			return true
		}
	}
	return false
}

// A box is a container that is about to run one thing.
type box struct {
	dir string
	env []string
}

// newBox makes a container's folders, with a program that does nothing for
// each of the names.
func newBox(names []string) (*box, error) {
	dir, err := os.MkdirTemp("", "kei-proof-")
	if err != nil {
		return nil, err
	}
	b := &box{dir: dir}
	own := []string{dir}
	for _, sub := range []string{"work", "record", "stand-in"} {
		own = append(own, filepath.Join(dir, sub))
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			return nil, err
		}
	}
	// A program and no script: not everything starts scripts.
	nothing, err := os.ReadFile("/usr/bin/true")
	for _, n := range names {
		if e := os.WriteFile(filepath.Join(dir, "stand-in", n), nothing, 0o755); e != nil {
			err = e
		}
	}
	if os.Getuid() == 0 {
		for _, d := range own {
			if e := os.Chown(d, nobody, nobody); e != nil {
				err = e
			}
		}
	}
	if err != nil {
		b.remove()
		return nil, fmt.Errorf("make a container's folders: %w", err)
	}
	return b, nil
}

func (b *box) remove() { os.RemoveAll(b.dir) }

// path is where a file of the container is outside of it, "" if it is gone
// with the container.
func (b *box) path(in string) string {
	for at, sub := range map[string]string{work: "work", records: "record"} {
		if in == at || strings.HasPrefix(in, at+"/") {
			return filepath.Join(b.dir, sub, strings.TrimPrefix(in, at))
		}
	}
	return ""
}

// run runs shell text in the container, for as long as it may take, and
// returns the end of what it printed.
func (b *box) run(may time.Duration, text string) string {
	args := []string{
		"bwrap", "--unshare-all", "--die-with-parent", "--new-session",
		"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/var/tmp", "--tmpfs", "/home",
		"--dir", home, "--bind", filepath.Join(b.dir, "work"), work, "--bind", filepath.Join(b.dir, "record"), records,
		"--ro-bind", filepath.Join(b.dir, "stand-in"), standIns,
		"--chdir", work, "bash", "-c", "ulimit -u 200 -f 200000 -c 0; " + text,
	}
	if os.Getuid() == 0 {
		args = append([]string{"setpriv", fmt.Sprint("--reuid=", nobody), fmt.Sprint("--regid=", nobody), "--clear-groups"}, args...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), may)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append([]string{"PATH=" + reachable(), "HOME=" + home, "LC_ALL=C.UTF-8", "TERM=dumb", "USER=me", "SHELL=/bin/bash",
		"NPM_CONFIG_UPDATE_NOTIFIER=false"}, b.env...)
	ownGroup(cmd)
	cmd.WaitDelay = time.Second
	var out tail
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil && ctx.Err() != nil {
		fmt.Fprintln(&out, "stopped after", may)
	}
	return out.String()
}

// A tail is a writer that keeps the end of what is written.
type tail struct{ bytes.Buffer }

const tailed = 1 << 18

func (t *tail) Write(p []byte) (int, error) {
	if t.Len() > 2*tailed {
		t.Next(t.Len() - tailed)
	}
	return t.Buffer.Write(p)
}

//go:embed run.sh
var script string

// A run is what came of an example.
type run struct {
	box    *box
	events []event
	before map[string]bool // files of its folder when it started
	exit   string          // its exit status; "124": it was stopped
	setup  string          // the exit status of its setup
	out    string
}

// example runs a command under strace. touch are files that it reads: they are
// made if its setup did not.
func (b *box) example(command, setup string, touch []string) (*run, error) {
	b.env = append(b.env, "KEI_COMMAND="+command, "KEI_SETUP="+setup, "KEI_TOUCH="+strings.Join(touch, "\n"),
		"KEI_LIMIT="+fmt.Sprint(limit.Seconds()), "KEI_CALLS="+calls, "KEI_RECORDS="+records, "KEI_STAND_INS="+standIns)
	r := &run{box: b, before: map[string]bool{}}
	r.out = b.run(4*limit, script)
	trace, err := os.ReadFile(b.path(records + "/trace"))
	if err != nil {
		return nil, fmt.Errorf("nothing was recorded: %s", strings.TrimSpace(r.out))
	}
	r.events = parse(string(trace))
	read := func(name string) string {
		text, _ := os.ReadFile(b.path(records + "/" + name))
		return strings.TrimSuffix(string(text), "\n")
	}
	for _, name := range strings.Split(read("before"), "\n") {
		r.before[filepath.Join(work, name)] = true
	}
	r.exit, r.setup = read("exit"), read("setup")
	return r, nil
}
