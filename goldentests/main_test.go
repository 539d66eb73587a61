package goldentests

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"kei/internal/cli"

	"github.com/rogpeppe/go-internal/testscript"
)

// run lets testscript run the tests, with the commands of kei in $PATH.
func TestMain(m *testing.M) {
	kei := func() { os.Exit(cli.Run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
	testscript.Main(watched{m}, map[string]func(){"kei": kei, "kei-capability": kei})
}

// watched fails a run in which a policy broke down, whatever was asked.
type watched struct{ m *testing.M }

func (w watched) Run() int {
	code := w.m.Run()
	if programs, err := gates(); built.Load() && err == nil {
		for _, program := range programs {
			os.RemoveAll(filepath.Dir(program))
		}
	}
	panics.Range(func(_, reason any) bool {
		fmt.Fprintln(os.Stderr, reason)
		code = max(code, 1)
		return true
	})
	return code
}
