package resolve

import (
	"strings"
	"testing"
)

// A role adds to the lists of the one that it extends, or is told why it cannot.
func TestAdded(t *testing.T) {
	const parent = "[capabilities]\nrequired = []\n[tools]\nallowed = [\"Read\", \"Bash\"]\nbash-commands-allowed = [\"npm test\"]\nbash-effects-allowed = [\"prints\"]\n[files]\nallowed = [\"src/**\"]\ndenied = [\"src/gen/**\"]\n"
	const openParent = "[capabilities]\nrequired = []\n[tools]\nallowed = [\"Bash\"]\n"
	for _, tt := range []struct{ name, parent, rest, want string }{
		{"everything", parent, "[tools]\nadded = [\"WebFetch\"]\nbash-commands-added = [\"npm run build\"]\nbash-patterns-added = ['^make check$']\nbash-effects-added = [\"reads\"]\nbash-variables-added = [\"RUST_LOG\"]\n[files]\nadded = [\"e2e/**\", \"!e2e/out/**\"]\ndenied-added = [\"**/*.pem\"]\n",
			"Read Bash WebFetch | npm test, npm run build | ^make check$ | prints, reads | RUST_LOG | src/** e2e/** !e2e/out/** | src/gen/** **/*.pem"},
		{"beside a list of its own", parent, "[tools]\nbash-commands-allowed = [\"ls\"]\nbash-effects-added = [\"reads\"]\n", "Read Bash | ls |  | prints, reads |  | src/** | src/gen/**"},
		{"both of one", parent, "[tools]\nbash-commands-allowed = [\"ls\"]\nbash-commands-added = [\"cat\"]\n", "a.toml:8:1: bash-commands-allowed takes the place of the extended role's list, and bash-commands-added adds to that"},
		{"of files", parent, "[files]\nallowed = [\"a\"]\nadded = [\"b\"]\n", "allowed takes the place of the extended role's list"},
		{"what is there", parent, "[tools]\nbash-commands-added = [\"npm test\"]\n", "Read Bash | npm test |  | prints |  | src/** | src/gen/** # npm test is in the list of p already; leave it out"},
		{"to a role without a list", openParent, "[tools]\nbash-commands-added = [\"npm test\"]\n", "a.toml:7:24: role p lists no commands, so what no capability denies may run there"},
		{"to a role without files", openParent, "[files]\nadded = [\"a\"]\n", "a.toml:7:10: role p lists no files that may be written"},
		{"a shell, and what it may run", "[capabilities]\nrequired = []\n[tools]\nallowed = [\"Read\"]\n", "[tools]\nadded = [\"Bash\"]\nbash-commands-added = [\"npm test\"]\n", "Read Bash | npm test |  |  |  |  | "},
		{"no such effect", parent, "[tools]\nbash-effects-added = [\"print\"]\n", "print is no effect"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := policy{"p": tt.parent, "a": "[capabilities]\nextends = \"p\"\n" + tt.rest}
			tree, err := p.read()
			var roles []Role
			if err == nil {
				roles, err = Roles(tree)
			}
			if err != nil {
				if !strings.Contains(err.Error(), tt.want) {
					t.Errorf("said %v, want %s", err, tt.want)
				}
				return
			}
			r := roles[0]
			var files []string
			for _, list := range [][]string{plainTexts(r.Files.Allowed), plainTexts(r.Files.Denied)} {
				files = append(files, strings.Join(list, " "))
			}
			got := strings.Join([]string{strings.Join(r.Tools, " "), strings.Join(r.Commands, ", "), strings.Join(r.Patterns, ", "), strings.Join(r.Effects, ", "), strings.Join(r.Variables, ", "), files[0], files[1]}, " | ")
			if w := r.Warnings.Error(); w != "" {
				_, w, _ = strings.Cut(w, ": ")
				got += " # " + strings.TrimSuffix(w, " (warning)")
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Without a role to add to there is nothing to add to.
func TestAddedToNothing(t *testing.T) {
	_, err := policy{"a": "[capabilities]\nrequired = []\n[tools]\nallowed = [\"Read\", \"Bash\"]\nbash-commands-added = [\"ls\"]\n"}.read()
	if err == nil || !strings.Contains(err.Error(), "bash-commands-added adds to the list of the role that this one extends, and it extends none; write bash-commands-allowed") {
		t.Error(err)
	}
}

func plainTexts[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}
