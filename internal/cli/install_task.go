package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"kei/hooks"
)

// task is what the hook tells the gate of its tasks: the sealed task of --task,
// or for a dispatcher those of several roles.
func (o installation) task(role string, p hooks.Policy) (string, error) {
	if len(o.tasks) == 0 {
		return "", nil
	}
	if runtime.GOOS == "windows" {
		return "", errors.New("--task is not available on Windows; set KEI_TASK where the client is started")
	}
	if role != hooks.Dispatcher && len(o.tasks) > 1 {
		return "", fmt.Errorf("--task is given %d times, and the gate of %s has one task; --dispatch takes one for each role", len(o.tasks), role)
	}
	byRole := map[string]string{}
	named := false
	for _, said := range o.tasks {
		whose, name := "", said
		if r, rest, ok := strings.Cut(said, "="); ok && slices.ContainsFunc(p.Roles, func(p hooks.Policy) bool { return p.Role == r }) {
			whose, name, named = r, rest, true
		}
		file, sealed, err := sealedFor(name, role, whose)
		if err != nil {
			return "", err
		}
		if whose == "" {
			whose = sealed
		}
		if other, twice := byRole[whose]; twice {
			return "", fmt.Errorf("%s and %s are both tasks of the role %s, which has one", other, file, whose)
		}
		byRole[whose] = file
	}
	if file, any := byRole[""]; any && len(byRole) > 1 {
		return "", fmt.Errorf("%s is a task of no role in particular; say whose with --task ROLE=%s", file, filepath.Base(file))
	}
	if len(byRole) == 1 && !named {
		for _, file := range byRole {
			return file, nil
		}
	}
	return hooks.Tasks(byRole), nil
}

// sealedFor is the absolute path of a sealed task and the role it is of, which
// must be the gate's, or the one that it is said to be of.
func sealedFor(name, gate, whose string) (file, role string, err error) {
	if file, err = filepath.Abs(name); err != nil {
		return "", "", err
	}
	sealed, err := readSealed(file)
	if err != nil {
		return "", "", err
	}
	want := gate
	if gate == hooks.Dispatcher {
		want = whose
	}
	if want != "" && sealed.Role != "" && sealed.Role != want {
		return "", "", fmt.Errorf("%s is a task of the role %s, not of %s", file, sealed.Role, want)
	}
	return file, sealed.Role, nil
}
