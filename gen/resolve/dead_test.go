package resolve

import (
	"regexp"
	"strings"
	"testing"

	"kei/gen/spec"
	"kei/out/programs"
	"kei/runtime/gate"
)

// What a role allows and can never be done is said where it stands.
func TestDead(t *testing.T) {
	const ask = "[gate]\nkind = \"deny-command\"\nseverity = \"ask\"\ncommands = [\"git push\"]\n"
	for _, tt := range []struct{ name, gate, commands, want string }{
		{"by command", "[gate]\nkind = \"deny-command\"\ncommands = [\"git push\"]\n", `"git push", "git log"`, "git push"},
		{"with its options", "[gate]\nkind = \"deny-command\"\ncommands = [\"git push\"]\n", `"git push --force origin x/*"`, "git push --force origin x/*"},
		{"by pattern", "[gate]\nkind = \"deny-command\"\ntool-patterns = ['^git( |$)']\n", `"git push", "git"`, "git push, git"},
		{"one form of it", "[gate]\nkind = \"deny-command\"\ntool-patterns = ['^git push$']\n", `"git push"`, ""},
		{"another subcommand", "[gate]\nkind = \"deny-command\"\ncommands = [\"git push\"]\n", `"git", "git pull"`, ""},
		{"an option of it", "[gate]\nkind = \"deny-command\"\ncommands = [\"git push --force\"]\n", `"git push"`, ""},
		{"by effect, which an option may take away", "[gate]\nkind = \"deny-command\"\neffects = [\"sends\"]\n", `"git push"`, ""},
		{"asked about", ask, `"git push"`, ""},
		{"with a way round", strings.Replace(ask, "severity = \"ask\"", "bypass-env = \"PUSH\"", 1), `"git push"`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := policy{"policy::no-x": tt.gate,
				"a": "[capabilities]\nrequired = [\"policy::no-x\"]\n[tools]\nallowed = [\"Bash\"]\nbash-commands-allowed = [" + tt.commands + "]\n"}.load(t)
			roles, err := Roles(tree)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			if err := Dead(roles, &programs.Table); err != nil {
				for line := range strings.Lines(err.Error()) {
					_, line, _ = strings.Cut(line, ": ")
					entry, _, ok := strings.Cut(line, " is allowed here and denied by policy::no-x, capabilities/policy/no-x/capability.toml:")
					if !ok {
						t.Errorf("said: %s", line)
					}
					got = append(got, entry)
				}
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("said of %q, want %q", got, tt.want)
			}
		})
	}
}

// A list of files that lets nothing be written is an error.
func TestScope(t *testing.T) {
	for _, tt := range []struct{ files, deny, want string }{
		{`allowed = ["docs/**", "!docs/**"]`, "", "docs/** lets nothing be written"},
		{`allowed = ["docs/*.md", "!docs/**"]`, "", "docs/*.md lets nothing be written"},
		{`allowed = ["docs/**", "!docs/**", "docs/api/**"]`, "", "docs/** lets nothing be written"},
		{"allowed = [\"src/**\"]\ndenied = [\"**\"]", "", "src/** lets nothing be written: what is denied takes all of it out again"},
		{`allowed = ["src/a.go"]`, `["src/**"]`, "src/a.go lets nothing be written"},
		{`allowed = ["docs/**", "!docs/*"]`, "", ""},
		{`allowed = ["!docs/**"]`, "", "takes out of a list that has nothing yet"},
		{"allowed = [\"**\"]\ndenied = [\"**\", \"!a\"]", "", ""},
		{"allowed = [\"src/**\"]\ndenied = [\"src/gen/**\", \"**/*.lock\"]", `["**/.env"]`, ""},
	} {
		p := policy{"a": "[capabilities]\nrequired = []\n[tools]\nallowed = [\"Write\"]\n[files]\n" + tt.files + "\n"}
		if tt.deny != "" {
			p["policy::no-x"] = "[gate]\nkind = \"deny-files\"\nfiles-denied = " + tt.deny + "\n"
			p["a"] = strings.Replace(p["a"], "[]", `["policy::no-x"]`, 1)
		}
		said := ""
		if tree, err := p.read(); err != nil {
			said = err.Error()
		} else if _, err := Roles(tree); err != nil {
			said = err.Error()
		}
		if tt.want == "" && said != "" || !strings.Contains(said, tt.want) {
			t.Errorf("%s and %s\nsaid: %s\nwant: %s", tt.files, tt.deny, said, tt.want)
		}
	}
}

// The language of a glob is what the glob matches.
func TestGlobLanguage(t *testing.T) {
	paths := []string{"a", "a/b", "a/b/c", "b", "ab", "a.b", "x/a", "x/y/a", "a/xb", ".a", "a/x/b", "axb"}
	for _, g := range []string{"**", "*", "a/**", "**/a", "a/**/b", "a*", "*b", "a/*b", "**b", "a**", "a/*", "*/*", "a.b", "a/**b", "a**b", "**/**"} {
		re := regexp.MustCompile(globLanguage(g))
		for _, p := range paths {
			if got, want := re.MatchString(p), gate.Glob(g).Match(p); got != want {
				t.Errorf("%s and %s: the language says %v, the glob %v", g, p, got, want)
			}
		}
	}
}

// read is load for a policy that may be wrong.
func (p policy) read() (spec.Tree, error) { return spec.Load(p.files()) }
