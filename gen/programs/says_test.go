package programs

import (
	"strings"
	"testing"

	"kei/runtime/invocation"
)

// TestSays: what is taken for one word, and for facts, is what the tables say, of a
// command that has nothing beside it.
func TestSays(t *testing.T) {
	t.Parallel()
	table, _ := shippedTable(t)
	for line, want := range map[string]string{
		"pwd": "here", "pwd -P": "here", "pwd -x": "", "pwd a": "", "nproc": "word", "nproc --all": "word", "whoami": "", "id": "", "id -u": "word", "id -u root": "",
		"mktemp": "fresh", "mktemp -d": "fresh", "mktemp -d /tmp/x.XXXXXX": "fresh", "mktemp /tmp/../etc/x.XXX": "word", "mktemp src/x.XXX": "word", "mktemp -p src": "", "mktemp -- -x": "",
		"mktemp /tmp/a.XXX src/b.XXX": "", "date": "", "date +%s": "word", "date -u +%Y%m%dT%H%M%S": "word", "date +%s -d x": "", "date +-%s": "", "date +rm": "", "date +%Y-%m": "",
		"seq": "", "seq 3": "word", "seq 1 3": "word", "seq -f x 3": "", "seq x": "", "jot 3": "",
		"git rev-parse --short HEAD": "word", "git rev-parse HEAD": "word", "git rev-parse --git-dir": "word:.git", "git rev-parse --git-path hooks": "word:.git/hooks", "git rev-parse --git-path hooks --show-toplevel": "", "git rev-parse --sq-quote HEAD": "", "git merge-base a b": "word", "git describe --tags --abbrev=0": "word", "git describe --abbrev=4": "",
		"git branch --show-current": "word", "git branch --show-current x": "", "git log": "", "git -C x rev-parse HEAD": "", "git": "",
		"go env GOPATH": "word", "go env GOFLAGS": "", "go env GOPATH GOROOT": "", "go env": "", "go env -w GOPATH": "", "go list -m -f {{.Dir}} x": "word", "go list -m -f {{.Dir}} x y": "", "go list -f {{.Doc}}": "",
		"npm root": "word", "npm root -g": "", "npm x": "", "brew --prefix": "word", "brew --prefix jq": "word", "brew --cache": "", "brew": "", "port --prefix": "", "brew shellenv": "setup", "pyenv init -": "setup", "pyenv init --path": "setup", "pyenv init x y": "", "pyenv exec x": "", "asdf init -": "", "direnv hook bash": "setup",
		"conda shell.bash hook": "setup", "mise activate bash": "setup", "mise exec": "", "gpwd": "", "/bin/pwd": "", "nothing": "",
	} {
		if got := table.SaysWord(strings.Fields(line)); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	if got := table.SaysWord([]string{"git", "rev-parse", "a b"}); got != "" {
		t.Errorf("an operand with a blank in it: %q", got)
	}
	for name, want := range map[string]bool{"git": true, "find": true, "true": true, "getent": true, "brew": true, "sha1sum": true,
		"false": false, "dig": false, "port": false, "jot": false, "cat": false, "echo": false, "node": false, "ggit": false, "nothing": false} {
		if table.SaysFacts(name) != want {
			t.Errorf("facts of %s: %t", name, !want)
		}
	}
	for line, want := range map[string]string{
		"cat": "input", "cat a": "", "cat -n": "", "tee": "input", "tee -a a b": "input", "tee --output-error a": "", "sponge a": "input", "gtee a": "input",
		"echo": "words", "echo -n a b": "words", "gecho a": "words", "printf %s a": "format", "basename a/b": "base", "dirname a/b": "folder", "pathchk a": "",
		"which go": "path", "whereis go": "", "head": "", "git log": "",
	} {
		words := simple(line)[0]
		for _, inv := range table.Read(words, words[0].Text, "") {
			if got := inv.SaysText(); got != want {
				t.Errorf("%s: text %q, want %q", line, got, want)
			}
		}
		if fields := strings.Fields(line); fields[0][0] != 'g' && table.SaysText(fields[0], fields[1:]) != want {
			t.Errorf("%s written out: want the text %q", line, want)
		}
	}
	for line, want := range map[string]bool{"wc -l": true, "wc": false, "wc -l a": false, "wc -x": false, "nproc": true, "nproc --all": false, "date +%s": true, "date +%B": false, "date": false, "whoami": false} {
		if table.SaysNumber(strings.Fields(line)) != want {
			t.Errorf("%s: a number is %t", line, !want)
		}
	}
	for line, want := range map[string]bool{"go env GOPATH": true, "go env GOFLAGS": true, "go env PATH": false, "go env -w GOPATH": false, "go env": false, "npm env GOPATH": false} {
		words := strings.Fields(line)
		if table.SaysItself(words, words[len(words)-1]) != want || table.SaysItself(words, "GOROOT") {
			t.Errorf("%s: what it goes by is %t", line, !want)
		}
	}
	for name, want := range map[string]bool{"grep": true, "egrep": true, "rg": true, "cat": false, "head": false, "nothing": false} {
		if table.SaysMatches(name) != want {
			t.Errorf("%s: a search is %t", name, !want)
		}
	}
	for line, want := range map[string]string{"grep -v x": "lines", "grep -o x": "", "wc -l": "nothing", "readarray x": "nothing", "local x=1": "nothing", "tee a": "lines", "find .": ""} {
		for _, sort := range []string{invocation.SaysLines, invocation.SaysNothing} {
			words := simple(line)[0]
			for _, inv := range table.Read(words, words[0].Text, "") {
				if inv.Says(sort) != (sort == want) {
					t.Errorf("%s: %s is %t", line, sort, inv.Says(sort))
				}
			}
		}
	}
}
