package goldentests

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the command as people do: see scripts/.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "scripts",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, ".home")
			e.Setenv("HOME", home)
			e.Setenv("USERPROFILE", home)
			root, err := filepath.Abs("..")
			if err != nil {
				return err
			}
			e.Setenv("REPO", root)
			// Go keeps what it built where it always does.
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOFLAGS", "GOPROXY"} {
				if v := goEnv(name); v != "" {
					e.Setenv(name, v)
				}
			}
			return os.Mkdir(home, 0o755)
		},
	})
}
