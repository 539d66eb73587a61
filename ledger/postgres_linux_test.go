package ledger

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

func sqlOpen(url string) (*sql.DB, error) { return sql.Open("pgx", url) }

// startPostgres starts the newest Postgres of the system in a folder of its own,
// on a socket there and on no port. It will not run as root: then it is run as
// the user postgres, who comes with the package, or as nobody.
func startPostgres() (url string, stop func(), why string) {
	bin := ""
	if path, err := exec.LookPath("initdb"); err == nil {
		bin = filepath.Dir(path)
	} else if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin"); len(found) > 0 {
		bin = found[len(found)-1]
	}
	if bin == "" {
		return "", nil, "initdb is neither in PATH nor in /usr/lib/postgresql/*/bin"
	}
	// Not t.TempDir: a socket's path has at most 107 bytes.
	dir, err := os.MkdirTemp("/tmp", "kei-pg-")
	if err != nil {
		return "", nil, err.Error()
	}
	// Nobody stops a server whose test was killed, so it dies with the test.
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			u, err = user.Lookup("nobody")
		}
		if err != nil {
			return "", nil, "it does not run as root, and there is no user postgres"
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, uid, gid); err != nil {
			return "", nil, err.Error()
		}
	}
	command := func(name string, args ...string) (*exec.Cmd, *bytes.Buffer) {
		var out bytes.Buffer
		c := exec.Command(filepath.Join(bin, name), args...)
		c.Dir, c.SysProcAttr, c.Stdout, c.Stderr = dir, attr, &out, &out
		c.Env = []string{"LC_ALL=C", "PATH=" + os.Getenv("PATH")}
		return c, &out
	}
	data := filepath.Join(dir, "data")
	c, out := command("initdb", "-D", data, "-U", "kei", "-A", "trust", "-E", "UTF8", "--no-sync")
	if err := c.Run(); err != nil {
		os.RemoveAll(dir)
		return "", nil, fmt.Sprintf("initdb: %v: %s", err, out)
	}
	// What a crash of the machine would leave is not what is tested.
	c, out = command("postgres", "-D", data, "-k", dir, "-h", "", "-F")
	if err := c.Start(); err != nil {
		os.RemoveAll(dir)
		return "", nil, err.Error()
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	stop = func() {
		_ = c.Process.Signal(syscall.SIGINT) // at once, but in order
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = c.Process.Kill()
			<-ended
		}
		os.RemoveAll(dir)
	}
	url = "postgres:///postgres?user=kei&host=" + dir
	db, err := sqlOpen(url)
	if err != nil {
		stop()
		return "", nil, err.Error()
	}
	defer db.Close()
	for range 300 {
		if err = db.Ping(); err == nil {
			return url, stop, ""
		}
		select {
		case err := <-ended:
			ended <- err
			stop()
			return "", nil, fmt.Sprintf("postgres: %v: %s", err, out)
		case <-time.After(100 * time.Millisecond):
		}
	}
	stop()
	return "", nil, "postgres does not answer: " + err.Error()
}
