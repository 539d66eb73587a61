package states

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A place is a repository with a worktree in which an agent has been at work.
type place struct {
	t       *testing.T
	dir, id string
	base    string
}

func (p *place) main() string { return filepath.Join(p.dir, "main") }
func (p *place) work() string { return filepath.Join(p.dir, "wt") }

func (p *place) env() []string {
	return append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com", "CARGO_NET_OFFLINE=true", "GOPROXY=off", "GOFLAGS=", "TMPDIR="+p.dir,
		"WT="+p.work(), "MAIN="+p.main(), "D="+p.dir, "AID="+p.id, "BASE="+p.base)
}

func (p *place) write(file, text string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) files(dir string, files map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		p.write(filepath.Join(dir, filepath.FromSlash(name)), files[name])
	}
}

// run runs a script of the state's, and returns what it prints.
func (p *place) run(dir, script string) string {
	p.t.Helper()
	c := exec.Command("bash", "-c", script)
	c.Dir, c.Env = dir, p.env()
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		p.t.Fatalf("%s: %v\n%s%s", script, err, out, errs.String())
	}
	return strings.TrimSpace(string(out))
}

// make makes main, the worktree, and what the agent did.
func (p *place) make(project map[string]string, s state) {
	p.files(p.main(), project)
	p.files(p.main(), s.Files)
	p.run(p.main(), "if [ -e tools/run.sh ]; then chmod +x tools/run.sh; fi; git init -q -b main && git add -A -f && git commit -q -m base")
	p.run(p.main(), s.Before)
	p.base = p.run(p.main(), "git rev-parse HEAD")
	p.run(p.main(), "git worktree add -q -b agent/$AID $WT $BASE")
	p.run(p.work(), "cp \"$(git rev-parse --git-dir)/index\" $D/index")
	p.run(p.work(), s.Act)
	p.files(p.work(), s.After)
	p.run(p.main(), s.Main)
}

// report writes the agent's report, a true one if the state has none.
func (p *place) report(s state) string {
	file := filepath.Join(p.dir, "report.md")
	if s.Report != nil {
		p.write(file, *s.Report)
		return file
	}
	list := p.run(p.work(), "(git -c core.quotePath=false -c core.fileMode=true diff --no-renames --name-only $BASE; git -c core.quotePath=false ls-files -o --exclude-standard) 2>/dev/null | sort -u || true")
	names := "none"
	if list != "" {
		names = "`" + strings.Join(strings.Split(list, "\n"), "`, `") + "`"
	}
	p.write(file, "files-touched: "+names+"\ntests: green\nblockers: none\n")
	return file
}
