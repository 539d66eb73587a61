package verify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// An ignorer answers which new files main's own .gitignore files leave out. It
// asks git, in a folder in which there is nothing but those files as they were
// before the agent came: what the agent wrote into a .gitignore, or into
// info/exclude, hides nothing.
type ignorer struct {
	root  *os.Root
	git   *session
	known map[string]bool // folders that are there
}

// newIgnorer starts it. It returns nil if there is no rule at all.
func newIgnorer(ctx context.Context, store *git, blobs *batch, dir string, base tree) (*ignorer, error) {
	root, err := writeRules(blobs, dir, base, ".gitignore", nil)
	if err != nil || root == nil {
		return nil, err
	}
	i := &ignorer{root: root, known: map[string]bool{".": true}}
	rules := store.in(dir).with("GIT_INDEX_FILE="+filepath.Join(store.dir, "no-index"), "GIT_LITERAL_PATHSPECS=0")
	if i.git, err = rules.session(ctx, "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"); err != nil {
		root.Close()
		return nil, err
	}
	return i, nil
}

// mkdir makes a folder in the folder of rules: git tells folders from files by
// looking.
func (i *ignorer) mkdir(dir string) error {
	if i.known[dir] {
		return nil
	}
	i.known[dir] = true
	return i.root.MkdirAll(dir, 0o700)
}

// ignored asks about one path.
func (i *ignorer) ignored(name string, isDir bool) (hidden bool, err error) {
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
	if err := i.git.ask(asked + "\x00"); err != nil {
		return false, fmt.Errorf("ask what is ignored: %w", err)
	}
	var field [4]string // source, line, pattern, path
	for n := range field {
		if field[n], err = i.git.answer(0); err != nil {
			return false, fmt.Errorf("ask what is ignored: %w", err)
		}
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
	i.git.close()
	i.root.Close()
}
