package goldentests

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"kei/gen/programs"
	"kei/gen/programs/proof"
)

// An optionRow is a reason why options of the completion collection may pass with a
// forbidden value: see completion.toml.
type optionRow struct {
	Program string   // and subcommands, "*" at the end for all below
	Options []string // by any of their names
	Kind    string   // of the value: command, file or elsewhere
	Why     string
}

// covers reports whether the row is about an option of the collection.
func (r optionRow) covers(c proof.Completion) bool {
	head, below := strings.CutSuffix(r.Program, "*")
	if r.Kind != c.Kind || r.Program != c.Path && !(below && strings.HasPrefix(c.Path+" ", head)) {
		return false
	}
	return slices.ContainsFunc(c.Names, func(n string) bool { return slices.Contains(r.Options, n) })
}

// optionKinds are the kinds of values that are asked about, and what is to deny them:
// a command is forbidden, a file may be neither read nor written, and nothing is sent to
// or fetched from a place elsewhere.
var optionKinds = []struct {
	kind, value string
	fence       fence
}{
	{"command", "git push", denying("git push")},
	{"file", "denied/file", fence{Gates: "[[gate]]\nkind = \"deny-files\"\nfiles-denied = [\"denied/**\"]\n\n" +
		"[[gate]]\nkind = \"deny-reads\"\nfiles-unreadable = [\"denied/**\"]\n"}},
	{"elsewhere", "https://elsewhere.example/x", fence{Gates: "[[gate]]\nkind = \"deny-command\"\neffects = [\"sends\", \"fetches\"]\n"}},
}

// optionCalls are an option with a value as people write it: behind it, and in the
// same word.
func optionCalls(c proof.Completion, value string) (list []string) {
	quoted := value
	if strings.Contains(value, " ") {
		quoted = "'" + value + "'"
	}
	for _, name := range c.Names {
		if name = strings.TrimSuffix(name, "="); !strings.HasPrefix(name, "-") || strings.ContainsAny(name, "'\"`$&|;<>(){}*?[]\\ ") {
			continue
		}
		if c.Takes != "optional" { // whose value stands in the word alone
			list = append(list, c.Path+" "+name+" "+quoted)
		}
		if strings.HasPrefix(name, "--") {
			list = append(list, c.Path+" "+name+"="+quoted)
		}
	}
	return list
}

// TestCompletionAttack puts a forbidden command or file in the place of the value of
// every option that takes one by the word of somebody else: of a public collection of
// completions, which is read where KEI_COMPLETION says. What passes must stand in
// completion.toml with the reason.
func TestCompletionAttack(t *testing.T) {
	all, err := proof.Completions(collection(t, "KEI_COMPLETION", "@withfig/autocomplete"))
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 30000 {
		t.Fatalf("only %d options in the collection", len(all))
	}
	attackOptions(t, all, "completion")
}

// TestManualsAttack does the same with what the manual pages say that are installed, where
// KEI_MANUALS is set (make prove), and with manuals.toml: pages are of one system's versions.
func TestManualsAttack(t *testing.T) {
	if os.Getenv("KEI_MANUALS") == "" {
		t.Skip("KEI_MANUALS is not set: make prove")
	}
	set, err := programs.Load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	all, err := proof.Manuals(set)
	if err != nil {
		t.Skip(err)
	}
	attackOptions(t, all, "manuals")
}

// attackOptions puts forbidden values behind options, of which those that pass must stand
// in a file of reasons.
func attackOptions(t *testing.T, all []proof.Completion, name string) {
	t.Helper()
	var reasons struct{ Row []optionRow }
	if _, err := toml.DecodeFile(name+".toml", &reasons); err != nil {
		t.Fatal(err)
	}
	used := make([]bool, len(reasons.Row))
	root := t.TempDir()
	plant(t, filepath.Join(root, "denied", "file"), false)
	for _, k := range optionKinds {
		h := k.fence.hold(t, root)
		var of []proof.Completion
		var calls []example
		for _, c := range all {
			if c.Kind != k.kind {
				continue
			}
			for _, text := range optionCalls(c, k.value) {
				of, calls = append(of, c), append(calls, example{c.Path, text})
			}
		}
		passing, excused := 0, 0
		var rows strings.Builder
		for i, a := range h.each(calls) {
			if a.denied {
				continue
			}
			passing++
			fmt.Fprintf(&rows, "%s\t%s\n", of[i].Path, calls[i].text)
			at := slices.IndexFunc(reasons.Row, func(r optionRow) bool { return r.covers(of[i]) })
			if at < 0 {
				t.Errorf("%s passes: %s", k.kind, calls[i].text)
				continue
			}
			used[at] = true
			excused++
		}
		t.Logf("%s: %d calls made, %d pass, %d of them with a reason", k.kind, len(calls), passing, excused)
		keep(t, name+"-"+k.kind+".txt", rows.String())
	}
	for i, r := range reasons.Row {
		if r.Why == "" {
			t.Errorf("%s.toml: %s %q does not say why", name, r.Program, r.Options)
		}
		if !used[i] && (name == "completion" || slices.ContainsFunc(all, r.covers)) { // a page may not be installed
			t.Errorf("%s.toml: %s %q is stopped now; take it out", name, r.Program, r.Options)
		}
	}
}
