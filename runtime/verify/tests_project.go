package verify

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
)

// A project is a folder with tests, as its language sees it; see source.Project.
type project struct {
	*trial
	dir string
}

func (p project) Dir() string { return p.dir }

func (p project) Where() string { return inFolder(p.dir) }

func (p project) Enter() (string, error) { return p.enter(p.dir) }

func (p project) Checkout() string { return p.repo.top }

func (p project) Path() []string { return filepath.SplitList(p.repo.searchPath()) }

func (p project) Look(program string) (string, error) { return p.look(program) }

func (p project) Sources(ext string) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for file, e := range p.new.all() {
			if !e.Regular() || path.Ext(file) != ext || aside(path.Dir(file)) {
				continue
			}
			if text, err := p.trial.New(file); err == nil && !yield(file, text) {
				return
			}
		}
	}
}

func (p project) Try(reads []string, argv ...string) bool {
	here, err := p.Enter()
	if err != nil {
		return false
	}
	res, err := p.start(command{argv: argv, minutes: 1, quiet: true, tests: true, reads: reads}, process{path: argv[0], args: argv[1:], dir: here, env: p.environ()})
	return err == nil && res.code == 0
}

func (p project) Lend(folder string) (from string, err error) {
	if p.repo.top == "" {
		return "", nil
	}
	from = filepath.Join(p.repo.top, filepath.FromSlash(folder))
	if info, err := os.Stat(from); err != nil || !info.IsDir() {
		return "", nil
	}
	if err := os.Symlink(from, filepath.Join(p.trial.Dir, filepath.FromSlash(folder))); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", reason(err)
	}
	return from, nil
}
