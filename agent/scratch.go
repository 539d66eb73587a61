package agent

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kei/runtime/verify"
)

// Scratch is the folder for the data of an agent alone, "" if its role has none.
// Its gate is told of it by the sealed task, and its client by TMPDIR.
func (a *Agent) Scratch() string {
	if !a.role.Scratch {
		return ""
	}
	return a.home.scratch(a.ID)
}

// tempNames are the variables by which programs are told where to put data.
var tempNames = []string{"TMPDIR", "TMP", "TEMP"}

// temporaries are the variables that name the agent's folder for data.
func (a *Agent) temporaries() (env []string) {
	if folder := a.Scratch(); folder != "" {
		for _, name := range tempNames {
			env = append(env, name+"="+folder)
		}
	}
	return env
}

// tempVariable is what somebody who starts the client by hand puts before it.
func (a *Agent) tempVariable() string {
	if a.Scratch() == "" {
		return ""
	}
	return "TMPDIR=" + a.Scratch() + " "
}

// makeScratch makes the folder, which nobody else may look into.
func (a *Agent) makeScratch() error {
	folder := a.Scratch()
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return fmt.Errorf("the agent's folder for data: %w", err)
	}
	return nil
}

// dropScratch removes the folder with all that is in it, if there is one.
func (h *Home) dropScratch(id string) error {
	folder := h.scratch(id)
	switch info, err := os.Lstat(folder); {
	case err != nil:
		return nil
	case info.Mode().Type() != fs.ModeDir:
		return os.Remove(folder)
	}
	return verify.RemoveAll(folder)
}
