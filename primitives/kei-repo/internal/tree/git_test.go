package tree

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository is one with a changed file, to which attributes give a filter. It is the
// current folder.
func repository(t *testing.T, filter string) (marker string) {
	dir := t.TempDir()
	t.Chdir(dir)
	marker = filepath.Join(t.TempDir(), "ran")
	git := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", ".")
	write("a.txt", "one\n")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	write("a.txt", "two\n")
	write(".git/info/attributes", "* filter="+filter+"\n")
	f, err := os.OpenFile(".git/config", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("[filter \"" + filter + "\"]\n\tclean = \"touch '" + marker + "'; cat\"\n"); err != nil {
		t.Fatal(err)
	}
	return marker
}

// TestFilters: a filter of the repository is turned off, and one that can't be is
// refused; neither is run.
func TestFilters(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	t.Setenv("KEI_GATE", "")
	for _, tt := range []struct{ filter, want string }{
		{"x", ""},
		{"x.y", ""},
		{"a=b", `filter "a=b"`},
		{"=", `filter "="`},
		{"x.clean=cat", "cannot be turned off"},
	} {
		t.Run(tt.filter, func(t *testing.T) {
			marker := repository(t, tt.filter)
			tr, err := Open(t.Context())
			if err == nil {
				defer tr.Close()
				if _, err := tr.Git(t.Context(), "diff", "--no-ext-diff", "--no-textconv", "HEAD"); err != nil {
					t.Error(err)
				}
			}
			if _, err := os.Stat(marker); err == nil {
				t.Error("it was run")
			}
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// TestLets: an answer that holds a no, or asks, is no yes. Kei's own tests hold its reading
// of a gate to the same answers.
func TestLets(t *testing.T) {
	text, err := os.ReadFile("testdata/answers.json")
	if err != nil {
		t.Fatal(err)
	}
	var answers map[string]bool
	if err := json.Unmarshal(text, &answers); err != nil || len(answers) == 0 {
		t.Fatal(answers, err)
	}
	for answer, want := range answers {
		if lets([]byte(answer)) != want {
			t.Errorf("%s: %v", answer, !want)
		}
	}
}
