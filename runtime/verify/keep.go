package verify

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// A keeper puts the agent's work into the store: contents as they are found, and
// then the commit that they are part of. It is one git fast-import, which reads
// of main's trees only those on the way to a change.
type keeper struct {
	ctx   context.Context
	store *git

	compression string // git's, of what is kept

	mu    sync.Mutex
	git   *session // nil until there is something to keep
	in    *bufio.Writer
	known map[string]bool // ids of the blobs that it has
}

// workRef is the branch of the store that the commit is on.
const workRef = "refs/heads/work"

// keptHeap has the C library keep memory that git gives back: fast-import takes and
// returns a quarter of a megabyte for each blob, which is most of its time otherwise.
var keptHeap = []string{"MALLOC_TRIM_THRESHOLD_=67108864", "MALLOC_MMAP_THRESHOLD_=33554432"}

// newKeeper is one whose objects go on to others, or are gone in a minute.
func newKeeper(ctx context.Context, store *git, goOn bool) *keeper {
	k := &keeper{ctx: ctx, store: store, compression: "0", known: map[string]bool{}}
	if goOn {
		k.compression = "1"
	}
	return k
}

// start is called with the lock held.
func (k *keeper) start() (err error) {
	if k.git != nil {
		return nil
	}
	// No deltas, and no more compression than is good for a bundle, which has the
	// objects as they are here.
	if k.git, err = k.store.with(keptHeap...).session(k.ctx, "-c", "core.compression="+k.compression, "-c", "fastimport.unpackLimit=1",
		"fast-import", "--quiet", "--done", "--depth=0", "--date-format=raw"); err != nil {
		return err
	}
	k.in = bufio.NewWriterSize(k.git.in, 64<<10)
	return nil
}

// blob keeps contents, whose id is known already. It may be called by several
// goroutines.
func (k *keeper) blob(id string, data []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known[id] {
		return nil
	}
	k.known[id] = true
	if err := k.start(); err != nil {
		return err
	}
	fmt.Fprintf(k.in, "blob\ndata %d\n", len(data))
	k.in.Write(data)
	return k.git.failed(k.in.WriteByte('\n'))
}

// commit makes a commit on the base, of its tree with the changes made to it.
// What the agent committed itself is in them. Nothing can be kept after it.
func (k *keeper) commit(base, message string, changes []Change) (tree, commit string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.start(); err != nil {
		return "", "", err
	}
	fmt.Fprintf(k.in, "commit %s\nmark :1\ncommitter kei <kei@localhost> %d +0000\ndata %d\n%s\nfrom %s\n",
		workRef, time.Now().Unix(), len(message), message, base)
	// What goes must go first: a folder may stand where a file was.
	for _, c := range changes {
		if c.Old != (Entry{}) && c.inTree() {
			fmt.Fprintf(k.in, "D %s\n", cQuoted(c.Path))
		}
	}
	for _, c := range changes {
		if c.New != (Entry{}) && c.inTree() {
			fmt.Fprintf(k.in, "M %s %s %s\n", c.New.Mode, c.New.ID, cQuoted(c.Path))
		}
	}
	fmt.Fprint(k.in, "\nget-mark :1\nls :1 \"\"\ndone\n")
	if err := k.git.failed(k.in.Flush()); err != nil {
		return "", "", err
	}
	if commit, err = k.git.answer('\n'); err != nil {
		return "", "", err
	}
	line, err := k.git.answer('\n') // 040000 tree ID, a tab and no path
	if err != nil {
		return "", "", err
	}
	if f := strings.Fields(line); len(f) == 3 && f[1] == "tree" {
		tree = f[2]
	}
	if !IsID(commit) || !IsID(tree) {
		return "", "", errors.New("git fast-import does not say what it made")
	}
	return tree, commit, k.git.finish()
}

// bundle writes the commit and what it adds to the base into a file that git can
// take it from.
func (g *git) bundle(ctx context.Context, file, base string) error {
	_, err := g.out(ctx, nil, "bundle", "create", "-q", file, workRef, "^"+base)
	return err
}

func (k *keeper) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.git.close()
}

// inTree reports whether a change is one of main's tree: the files of a
// submodule are not.
func (c Change) inTree() bool {
	return c.Old.Mode == modeSub || !c.inSub
}

// cQuoted is a path as fast-import reads it, whatever is in it.
func cQuoted(path string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(path) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
