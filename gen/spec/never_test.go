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
