package goldentests

import (
	"path/filepath"
	"testing"
)

// TestGuesses asks about values of options of which the tables say nothing: one may be
// a text that runs, or a file.
func TestGuesses(t *testing.T) {
	root := t.TempDir()
	plant(t, filepath.Join(root, "denied", "file"), false)
	plant(t, filepath.Join(root, "free", "file"), false)
	push := denying("git push").hold(t, root)
	writes := fence{Gates: "[[gate]]\nkind = \"deny-files\"\nfiles-denied = [\"denied/**\"]\n"}.hold(t, root)
	reads := fence{Gates: "[[gate]]\nkind = \"deny-reads\"\nfiles-unreadable = [\"denied/**\"]\n"}.hold(t, root)
	all := fence{Gates: "[[gate]]\nkind = \"deny-files\"\nfiles-denied = [\"**\"]\n"}.hold(t, root)
	for _, tt := range []struct {
		name   string
		h      held
		text   string
		denied bool
	}{
		{"command", push, "netlify dev -c 'git push'", true},
		{"command", push, "netlify dev --command='git push'", true},
		{"command", push, "wscat --execute 'cd x && git push'", true},
		{"command", push, "netlify dev --command 'git status'", false},
		{"command", push, "netlify dev --command 'npm run push'", false},
		{"command", push, "netlify deploy --title 'git push is denied'", false},
		{"command", push, "gh pr create --titel 'git push is denied'", false},
		{"made", push, `echo '{"scripts": {"preinstall": "git push"}}' >package.json; npm i`, true},
		{"made", push, `echo 'execute_process(COMMAND git push)' >CMakeLists.txt; cmake .`, true},
		{"made", push, `echo 'system("git push")' >Gemfile; bundle install`, true},
		{"made", push, `echo '{"scripts": {"preinstall":' >package.json; echo '"git push"}}' >>package.json; npm i`, true},
		{"made", push, `echo 'gem "rails"' >Gemfile; bundle install`, false},
		{"made", push, `echo '{"scripts": {"test": "vitest run"}}' >package.json; npm test`, false},
		{"made", push, `echo 'then "git push" it' >README.md; npm test`, false},
		{"made", push, `echo '{"scripts": {"x": "git push"}}' >package.json`, false},
		{"write", writes, "okteto doctor --output=denied/file", true},
		{"write", writes, "okteto doctor --output denied/file", true},
		{"write", writes, "okteto doctor --output=free/file", false},
		{"write", writes, "okteto doctor --output=file", false},
		{"write", all, "okteto doctor --output=free/file", false},
		{"read", reads, "pscale org --config=denied/file", true},
		{"read", reads, "pscale org --config denied/file", true},
		{"read", reads, "pscale org --config free/file", false},
	} {
		if got := tt.h.bash(tt.text); got.denied != tt.denied {
			t.Errorf("%s: %s: %v, want denied %v", tt.name, tt.text, got, tt.denied)
		}
	}
}
