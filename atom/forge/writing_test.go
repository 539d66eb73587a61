package forge

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kei/atom"
)

// tree is every file of a folder, with its mode, inode and text: what is taken
// back is the very file that was there.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		out[name] = info.Mode().String()
		if d.Type().IsRegular() {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			out[name] += " " + string(text)
			out[name] += " " + info.ModTime().String() + inode(info)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// withoutGo runs a test in which no Go proves what is made.
func withoutGo(t *testing.T) {
	t.Helper()
	t.Setenv("PATH", t.TempDir())
}

func verbSource(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../verb/verb.go")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func asked(pkg, verb string) Request {
	return Request{Package: pkg, Verb: verb, Kind: "query", Description: "Asks."}
}

// seeded is a root with a Go package and a script package of a verb each.
func seeded(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for pkg, command := range map[string]string{"kei-g": `"go"`, "kei-s": `"script"`} {
		r := asked(pkg, "first")
		r.NewPackage, r.Command = true, []byte(command)
		if _, err := Make(t.Context(), dir, r, verbSource(t)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// begin drafts a request and hands it to what writes.
func begin(t *testing.T, dir string, r Request) (*Request, *writing, []File) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	d, err := r.draft(t.Context(), root, dir, verbSource(t))
	if err != nil {
		t.Fatal(err)
	}
	return &r, newWriting(root), d.Files
}

// Whichever step fails, the tree is what it was: of a verb more in either sort of
// package, and of a package that is new.
func TestNthWriteFails(t *testing.T) {
	withoutGo(t)
	dir := seeded(t)
	fresh := asked("kei-new", "first")
	fresh.NewPackage = true
	full := &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	for name, ask := range map[string]Request{"go": asked("kei-g", "second"), "script": asked("kei-s", "second"), "new": fresh} {
		before, steps := tree(t, dir), 0
		for n := 1; ; n++ {
			r, w, files := begin(t, dir, ask)
			steps = 0
			w.before = func() error {
				if steps++; steps == n {
					return full
				}
				return nil
			}
			_, err := r.write(t.Context(), w, dir, files)
			if err == nil {
				break
			}
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatalf("%s, step %d: %v", name, n, err)
			}
			if !maps.Equal(before, tree(t, dir)) {
				t.Errorf("%s: step %d failed, and something is left", name, n)
			}
		}
		if steps < 5 {
			t.Errorf("%s: %d steps", name, steps)
		}
		for file := range tree(t, dir) {
			if strings.Contains(file, ".kei-") {
				t.Errorf("%s is left of what worked", file)
			}
		}
	}
}

// What is interrupted is taken back, and what panics too.
func TestStopped(t *testing.T) {
	withoutGo(t)
	dir := seeded(t)
	before := tree(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	r, w, files := begin(t, dir, asked("kei-g", "second"))
	w.before = func() error { cancel(); return nil }
	if _, err := r.write(ctx, w, dir, files); !errors.Is(err, context.Canceled) || !maps.Equal(before, tree(t, dir)) {
		t.Errorf("interrupted: %v", err)
	}
	func() {
		defer func() { _ = recover() }()
		r, w, files := begin(t, dir, asked("kei-g", "second"))
		steps := 0
		w.before = func() error {
			if steps++; steps == 4 {
				panic("a fault of ours")
			}
			return nil
		}
		_, _ = r.write(t.Context(), w, dir, files)
	}()
	if !maps.Equal(before, tree(t, dir)) {
		t.Error("after a panic something is left")
	}
}

// Nothing is written through a link, wherever it leads.
func TestLinks(t *testing.T) {
	withoutGo(t)
	for name, plant := range map[string]func(dir, out string) error{
		"atoms, within the root": func(dir, _ string) error {
			return errors.Join(os.Rename(dir+"/kei-g/atoms", dir+"/elsewhere"), os.Symlink("../elsewhere", dir+"/kei-g/atoms"))
		},
		"atoms, out": func(dir, out string) error {
			return errors.Join(os.RemoveAll(dir+"/kei-g/atoms"), os.Symlink(out, dir+"/kei-g/atoms"))
		},
		"schemas, out": func(dir, out string) error {
			return errors.Join(os.RemoveAll(dir+"/kei-g/atoms/schemas"), os.Symlink(out, dir+"/kei-g/atoms/schemas"))
		},
		"schemas, to a folder beside": func(dir, _ string) error {
			return errors.Join(os.RemoveAll(dir+"/kei-g/atoms/schemas"), os.Symlink("../internal", dir+"/kei-g/atoms/schemas"))
		},
		"internal, out": func(dir, out string) error {
			return errors.Join(os.Rename(dir+"/kei-g/internal", out+"/internal"), os.Symlink(out+"/internal", dir+"/kei-g/internal"))
		},
		"the package": func(dir, out string) error {
			return errors.Join(os.Rename(dir+"/kei-g", out+"/kei-g"), os.Symlink(out+"/kei-g", dir+"/kei-g"))
		},
		"the file, to nothing": func(dir, out string) error { return os.Symlink(out+"/second.md", dir+"/kei-g/atoms/second.md") },
		"the verb's folder":    func(dir, out string) error { return os.Symlink(out, dir+"/kei-g/internal/second") },
		"the table of verbs": func(dir, out string) error {
			return errors.Join(os.Rename(dir+"/kei-g/verbs.go", out+"/verbs.go"), os.Symlink(out+"/verbs.go", dir+"/kei-g/verbs.go"))
		},
		"a fifo for the table": func(dir, _ string) error {
			return errors.Join(os.Remove(dir+"/kei-g/verbs.go"), fifo(dir+"/kei-g/verbs.go"))
		},
		"a folder for the table": func(dir, _ string) error {
			return errors.Join(os.Remove(dir+"/kei-g/verbs.go"), os.Mkdir(dir+"/kei-g/verbs.go", 0o755))
		},
	} {
		dir, out := seeded(t), t.TempDir()
		if err := plant(dir, out); err != nil {
			t.Fatal(err)
		}
		before, beyond := tree(t, dir), tree(t, out)
		_, err := Make(t.Context(), dir, asked("kei-g", "second"), verbSource(t))
		var refused *Refusal
		if !errors.As(err, &refused) && !strings.Contains(err.Error(), "escapes") {
			t.Errorf("%s: %v", name, err)
		}
		if !maps.Equal(before, tree(t, dir)) || !maps.Equal(beyond, tree(t, out)) {
			t.Errorf("%s: something was written", name)
		}
	}
}

// A folder that becomes another at whatever moment: what is made stays in the one
// that was looked at, and is taken back there.
func TestSwapped(t *testing.T) {
	withoutGo(t)
	refused := 0
	for n := 1; n <= 10; n++ {
		dir := seeded(t)
		trap := dir + "/kei-g/trap" // a link that leads out of the package is not followed to begin with
		if err := os.Mkdir(trap, 0o755); err != nil {
			t.Fatal(err)
		}
		r, w, files := begin(t, dir, asked("kei-g", "second"))
		steps := 0
		w.before = func() error {
			switch steps++; steps {
			case n:
				return errors.Join(os.Rename(dir+"/kei-g/atoms", dir+"/kei-g/moved"), os.Symlink("trap", dir+"/kei-g/atoms"))
			case n + 4:
				return syscall.EIO
			}
			return nil
		}
		_, err := r.write(t.Context(), w, dir, files)
		if err == nil {
			t.Errorf("swapped at step %d, it is written", n)
		} else if strings.Contains(err.Error(), "has become another folder") {
			refused++
		}
		if left, _ := os.ReadDir(trap); len(left) > 0 {
			t.Errorf("swapped at step %d, what the link leads to has %v", n, left)
		}
		for file := range tree(t, dir) {
			if strings.Contains(file, "second") {
				t.Errorf("swapped at step %d, %s is left: %v", n, file, err)
			}
		}
	}
	if refused == 0 {
		t.Error("no swap came between a look at a folder and its opening")
	}
}

// What another put in the place of what was made is another's.
func TestForeign(t *testing.T) {
	withoutGo(t)
	dir := seeded(t)
	r, w, files := begin(t, dir, asked("kei-g", "second"))
	file := dir + "/kei-g/atoms/second.md"
	w.before = func() error {
		if _, err := os.Stat(file); err != nil || len(w.made) < 3 {
			return nil
		}
		_ = os.Remove(file)
		return errors.Join(os.WriteFile(file, []byte("another's"), 0o644), os.WriteFile(dir+"/kei-g/internal/second/mine.go", []byte("package second\n"), 0o644), syscall.EIO)
	}
	_, err := r.write(t.Context(), w, dir, files)
	if err == nil || !strings.Contains(err.Error(), "kei-g/atoms/second.md is no longer what was made") {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "another's" {
		t.Errorf("%v: %s", err, text)
	}
}

// The root is made with the first package, and goes with it.
func TestRootIsMade(t *testing.T) {
	withoutGo(t)
	dir := filepath.Join(t.TempDir(), "primitives")
	if _, err := Make(t.Context(), dir, asked("kei-none", "first"), nil); err == nil {
		t.Error("a package that is not there")
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the root is left of nothing")
	}
	r := asked("kei-s", "first")
	r.NewPackage, r.Command = true, []byte(`"script"`)
	if _, err := Preview(t.Context(), dir, r, nil); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the root is left of a preview")
	}
	if _, err := Make(t.Context(), dir, r, nil); err != nil {
		t.Error(err)
	}
}

// Whatever printable line a description is, lint finds no error in what comes of it.
func TestAnyDescription(t *testing.T) {
	dir := seeded(t)
	pieces := strings.Split("[[|]]|[|]|(|)|kei-g::first|no::such|rules/X|`|```|~~~|---|...|# |## Example|{{|}}|__VERB__|$5|\\|\"|'|: |- |* |> |<b>|</b>|<!--|-->|&amp;|&|é|語|🙂|%s|%|0|1. |=|\\[[|!|~|^|@|http://x|a|word| |,", "|")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 150 {
		var b strings.Builder
		for range 1 + random.IntN(8) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		r := asked("kei-g", "any")
		r.Description = b.String()
		r.Errors = []atom.Declared{{Code: "Bad", Description: b.String()}}
		r.Keywords = []string{"x" + b.String()[:min(1, b.Len())]}
		if strings.TrimSpace(r.Description) == "" || r.check() != nil {
			continue
		}
		d, err := Preview(t.Context(), dir, r, verbSource(t))
		if err != nil {
			t.Errorf("%d %q: %v", i, r.Description, err)
			continue
		}
		if text := string(d.Files[0].Data); !strings.Contains(text, r.Description) {
			t.Errorf("%q is not in\n%s", r.Description, text)
		}
	}
}

// Verbs and properties whose names mean something to Go, or become one name.
func TestGoNames(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("runs go vet")
	}
	dir := seeded(t)
	for _, verb := range []string{"verbs", "a-b", "ab", "context", "func"} {
		r := asked("kei-g", verb)
		for _, name := range []string{"a_b", "a__b", "ab", "type", "context", "a1", "a_1"} {
			r.Input = append(r.Input, Field{Name: name, Type: "string", Example: `it's "$HOME" ` + "`x`"})
		}
		r.Output = []Field{{Name: "list", Type: "array", Required: true}, {Name: "thing", Type: "object"}, {Name: "n", Type: "number", Required: true}}
		if _, err := Make(t.Context(), dir, r, verbSource(t)); err != nil {
			t.Errorf("%s: %v", verb, err)
		}
	}
	r := asked("kei-s", "quoted")
	r.Input = []Field{{Name: "title", Type: "string", Required: true, Example: `it's "$HOME" ` + "`x` \\"}}
	if _, err := Make(t.Context(), dir, r, nil); err != nil {
		t.Error(err)
	}
}
