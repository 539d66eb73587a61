package goldentests

import (
	"path/filepath"
	"testing"
)

// What a call writes as a shell's profile runs when the call starts a shell that reads it.
func TestProfiles(t *testing.T) {
	h := shipped(t, "guarded", filepath.Join(attackTree(t), "app"))
	for text, stopped := range map[string]bool{
		"export HOME=$PWD/h; echo 'git push --force' > h/.cshrc; csh -c true":                       true,
		"echo 'git push --force' > h/.tcshrc; env HOME=$PWD/h tcsh -c true":                         true,
		"export XDG_CONFIG_HOME=$PWD/h; echo 'git push --force' > h/fish/config.fish; fish -c true": true,
		"echo 'git push --force' > h/.zshenv; env ZDOTDIR=$PWD/h zsh -c true":                       true,
		"echo 'git push --force' > h/.bashrc; HOME=$PWD/h bash -ic true":                            true,
		"echo 'git push --force' > h/.profile; export HOME=$PWD/h; sh -l -c true":                   true,
		"echo 'git push --force' > h/.cshrc; bash -c true":                                          false,
		"echo 'git push --force' > h/.bashrc; bash -c true":                                         false,
		"export XDG_CONFIG_HOME=$PWD/h; echo 'set -gx A b' > h/fish/config.fish; fish -c true":      false,
	} {
		if a := h.bash(text); a.denied != stopped {
			t.Errorf("%q: stopped is %v, want %v: %s", text, a.denied, stopped, a.reason)
		}
	}
}
