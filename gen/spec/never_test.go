package spec

import (
	"strings"
	"testing"
	"testing/fstest"
)

// What can never do anything is refused, and said with what to write instead.
func TestNever(t *testing.T) {
	const head = "[role]\nname = \"r\"\ndescription = \"It is.\"\n[capabilities]\nrequired = []\n[tools]\nallowed = [\"Bash\", \"Edit\"]\n"
	for _, c := range []struct{ rest, want string }{
		{"[files]\nallowed = [\"src/*.{ts,tsx}\"]\n", "roles/r.toml:9:12: the glob src/*.{ts,tsx} has { in it, which means itself: a glob knows * and ** alone"},
		{"[files]\nallowed = [\"src/[a-z].ts\"]\n", "has [ in it"},
		{"[files]\ndenied = [\"src/?.ts\"]\n", "has ? in it"},
		{"[files]\nallowed = [\"src/**\", \"!src/gen/**\"]\n", ""},
		{"bash-patterns-allowed = ['^npm test && npm run lint$']\n", "roles/r.toml:8:26: pattern ^npm test && npm run lint$ has && in it: each command of a line is judged alone"},
		{"bash-patterns-allowed = ['^npm test; ls$']\n", "has ; in it"},
		{"bash-patterns-allowed = ['^echo a\\;b$']\n", ""},
		{"bash-patterns-allowed = ['^echo [;&]$']\n", ""},
		{"bash-patterns-allowed = ['^npm test > out.txt$']\n", "has > in it: where a command writes is no part of it"},
		{"bash-patterns-allowed = ['^npm test 2>&1$']\n", "has > in it"},
		{"bash-patterns-allowed = ['^echo a \\> b$', '^(?P<name2>x)$']\n", ""},
		{"bash-patterns-allowed = ['^CI=1 npm test$']\n", "begins with a variable, which is no part of a command"},
		{"bash-patterns-allowed = ['^env CI=1 npm test$']\n", ""},
		{"bash-patterns-allowed = ['^npm$ test']\n", "pattern ^npm$ test matches no command"},
		{"bash-patterns-allowed = ['^ npm test']\n", "pattern ^ npm test matches no command"},
		{"bash-patterns-allowed = ['^$', '^()$']\n", "pattern ^()$ matches no command"},
		{"bash-patterns-allowed = ['(?i)^NPM test( |$)', '^a.*$', '.*']\n", ""},
		{"bash-commands-allowed = [\"CI=1 npm test\"]\n", "begins with a variable, which is no part of it; write npm test, and let a role's bash-variables-allowed name CI"},
		{"bash-commands-allowed = [\"* test\"]\n", "the command * test begins with no name of a program"},
		{"bash-commands-allowed = [\"!git\"]\n", "the command !git begins with no name of a program"},
		{"bash-commands-allowed = [\"git push origin agent/*\", \"npm run a=b\"]\n", ""},
		{"[escalation]\npolicy = \"orchestrator-notify\"\nshared = [\"!a\"]\n", "the glob !a would match nothing: in this list nothing is taken out again"},
	} {
		_, err := Load(fstest.MapFS{
			"roles/r.toml":       &fstest.MapFile{Data: []byte(head + c.rest)},
			"capabilities/.keep": &fstest.MapFile{},
		})
		said := ""
		if err != nil {
			said = err.Error()
		}
		if c.want == "" && said != "" || !strings.Contains(said, c.want) {
			t.Errorf("%s\nsaid: %s\nwant: %s", c.rest, said, c.want)
		}
	}
}
