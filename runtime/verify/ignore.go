package verify

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// An ignorer answers which new files main's own .gitignore files leave out. It
// asks git, in a folder in which there is nothing but those files as they were
// before the agent came: what the agent wrote into a .gitignore, or into
// info/exclude, hides nothing.
type ignorer struct {
	root  *os.Root
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	stop  context.CancelFunc
	known map[string]bool // folders that are there
}

// newIgnorer starts it. It returns nil if there is no rule at all.
func newIgnorer(ctx context.Context, store *git, dir string, base map[string]Entry) (_ *ignorer, err error) {
	var names []string
	for name, e := range base {
		if path.Base(name) == ".gitignore" && e.Regular() {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	i := &ignorer{root: root, stop: stop, known: map[string]bool{".": true}}
	defer func() {
		if err != nil {
			i.close()
		}
	}()
	for _, name := range names {
		text, err := store.blob(ctx, base[name].ID)
		if err != nil {
			return nil, err
		}
		if err := i.mkdir(path.Dir(name)); err != nil {
			return nil, err
		}
		if err := root.WriteFile(name, text, 0o600); err != nil {
			return nil, err
		}
	}
	p := store.with("GIT_WORK_TREE="+dir, "GIT_INDEX_FILE="+filepath.Join(store.dir, "no-index"), "GIT_LITERAL_PATHSPECS=0").
		process(nil, "-c", "core.bare=false", "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n")
	i.cmd = exec.CommandContext(ctx, p.path, p.args...)
	i.cmd.Dir, i.cmd.Env = dir, p.env
	ownGroup(i.cmd)
	if i.in, err = i.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := i.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	i.out = bufio.NewReader(out)
	return i, i.cmd.Start()
}

// mkdir makes a folder in the folder of rules: git tells folders from files by
// looking.
func (i *ignorer) mkdir(dir string) error {
	if i.known[dir] {
		return nil
	}
	if err := i.mkdir(path.Dir(dir)); err != nil {
		return err
	}
	i.known[dir] = true
	return i.root.Mkdir(dir, 0o700)
}

// ignored asks about one path.
func (i *ignorer) ignored(name string, isDir bool) (bool, error) {
	if i == nil {
		return false, nil
	}
	if isDir {
		if err := i.mkdir(name); err != nil {
			return false, err
		}
	}
	// With ./ no name looks like a pathspec with magic in it.
	asked := "./" + name
	if _, err := io.WriteString(i.in, asked+"\x00"); err != nil {
		return false, fmt.Errorf("ask git what is ignored: %w", err)
	}
	var field [4]string // source, line, pattern, path
	for n := range field {
		s, err := i.out.ReadString(0)
		if err != nil {
			return false, fmt.Errorf("ask git what is ignored: %w", err)
		}
		field[n] = strings.TrimSuffix(s, "\x00")
	}
	if field[3] != asked {
		return false, errors.New("ask git what is ignored: it answers about another path")
	}
	return field[2] != "" && !strings.HasPrefix(field[2], "!"), nil
}

func (i *ignorer) close() {
	if i == nil {
		return
	}
	if i.in != nil {
		i.in.Close()
	}
	i.stop()
	if i.cmd != nil && i.cmd.Process != nil {
		_ = i.cmd.Wait()
	}
	i.root.Close()
}

// blob is the contents of a file of a tree.
func (g *git) blob(ctx context.Context, id string) ([]byte, error) {
	if !isID(id) {
		return nil, fmt.Errorf("%q is no object", id)
	}
	out, err := g.out(ctx, nil, "cat-file", "blob", id)
	return []byte(out), err
}
