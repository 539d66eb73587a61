package forge

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/atom/run"
)

// Made is what there is now.
type Made struct {
	ID    string   `json:"id"`
	Files []string `json:"files"` // by their paths from the root
	Next  string   `json:"next"`  // what is left to do
	Proof []string `json:"proof"` // what it passes: lint, go vet, ...
}

// Make makes an atom in a root, which is made too if it is not there. VerbSource
// is the text of package verb, which a new Go package gets. The error is a
// [*Refusal] for what is said, there already, or did not work out; then nothing
// of what was made is left.
func Make(ctx context.Context, dir string, r Request, verbSource []byte) (made *Made, err error) {
	if bad := r.check(); bad != nil {
		return nil, &Refusal{400, bad}
	}
	if err := os.Mkdir(dir, 0o755); err == nil {
		defer func() {
			if made == nil {
				_ = os.Remove(dir) // stays if somebody else put something there
			}
		}()
	} else if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	unlock, err := lock(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	draft, err := r.draft(ctx, root, dir, verbSource)
	if err != nil {
		return nil, err
	}
	proof, err := r.write(ctx, newWriting(root), dir, draft.Files)
	if err != nil {
		return nil, err
	}
	out := &Made{ID: draft.ID, Next: draft.Next, Proof: proof}
	for _, f := range draft.Files {
		out.Files = append(out.Files, f.Name)
	}
	return out, nil
}

// write writes all and proves it, or leaves nothing of it.
func (r *Request) write(ctx context.Context, w *writing, dir string, list []File) (proof []string, err error) {
	stands := false
	defer func() { // also if something panics
		if !stands {
			err = errors.Join(err, w.undo())
		}
		w.close()
	}()
	if err := w.all(ctx, list); err != nil {
		return nil, err
	}
	if proof, err = r.prove(ctx, dir, list); err != nil {
		return nil, err
	}
	stands = true
	return proof, w.keep()
}

// proofTime is how long go vet, go test and a smoke test may take together.
const proofTime = 5 * time.Minute

// prove asks lint about what was written, and runs what is there to be run of it.
// The proof is what it passed.
func (r *Request) prove(ctx context.Context, dir string, list []File) (proof []string, err error) {
	found, err := findings(ctx, dir, r.id())
	if err == nil {
		err = r.refused(found)
	}
	if err != nil {
		return nil, err
	}
	proof = []string{"lint"}
	ctx, cancel := context.WithTimeout(ctx, proofTime)
	defer cancel()
	for _, p := range r.proofs(filepath.Join(dir, r.Package), list) {
		name := strings.TrimPrefix(strings.Join(append([]string{filepath.Base(p.Path)}, p.Args...), " "), "sh ")
		if err := passes(ctx, p, name); err != nil {
			return nil, err
		}
		proof = append(proof, name)
	}
	return proof, nil
}

// proofs are the programs that what was made has to pass, where they are there.
func (r *Request) proofs(in string, list []File) (out []run.Program) {
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(f File) bool { return f.Name == name })
	}
	if program, err := exec.LookPath("go"); err == nil && has(r.Package+"/verbs.go") {
		for _, args := range [][]string{{"vet", "./..."}, {"test", "./internal/" + r.Verb}} {
			out = append(out, run.Program{Path: program, Args: args, Env: goEnv(), Dir: in})
		}
	}
	if has(r.smoke()) {
		out = append(out, run.Program{Path: "/bin/sh", Args: []string{"test/" + r.Verb + ".sh"}, Env: inherited("PATH", "HOME", "TMPDIR", "LANG"), Dir: in})
	}
	return out
}

// passes refuses what a program that proves the atom objects to.
func passes(ctx context.Context, p run.Program, name string) error {
	res, err := p.Run(ctx, nil, run.Limits{}, nil)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return refuse(422, "", "%s: %v", name, err)
	case res.Exit != 0:
		return refuse(422, "", "%s: exit status %d\n%s", name, res.Exit, strings.TrimSpace(string(res.Stdout)+string(res.Stderr)))
	}
	return nil
}

// goEnv is what go is run with: the person's caches and modules, and no flag that
// would have it run, fetch or change something else.
func goEnv() []string {
	return append(inherited("PATH", "HOME", "TMPDIR", "LANG", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "GOROOT", "GOPATH", "GOCACHE", "GOMODCACHE", "GOTMPDIR"),
		"GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOTOOLCHAIN=local", "GO111MODULE=on")
}

func inherited(names ...string) (env []string) {
	for _, name := range names {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
