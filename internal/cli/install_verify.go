package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"kei/agent"
	"kei/hooks"
)

// canVerify looks at what --verify needs before anything is written.
func (a *app) canVerify(ctx context.Context, c *hooks.Client, o installation) error {
	if o.verify == "" {
		return nil
	}
	if _, err := c.Verifying(); err != nil {
		return err
	}
	if o.verify != "-" {
		if _, err := agent.LoadTask(o.verify); err != nil {
			return err
		}
	}
	_, err := a.verifier(ctx)
	return err
}

// installVerify makes the client verify an agent's work when it means to end.
func (a *app) installVerify(c *hooks.Client, site hooks.Site, o installation, role string) error {
	if o.verify == "" {
		return nil
	}
	v, err := c.Verifying()
	if err != nil {
		return err
	}
	h := hooks.Hook{Main: o.main}
	if role != hooks.Dispatcher {
		h.Main = role
	}
	if o.verify != "-" {
		if h.Task, err = filepath.Abs(o.verify); err != nil {
			return err
		}
	}
	if h.Program, err = a.linkVerify(); err != nil {
		return err
	}
	done, err := v.Install(site, h, []string{hooks.VerifyHook})
	if err != nil {
		return err
	}
	a.done(done)
	return nil
}

// linkVerify gives this program its other name, beside the gates: where it
// stands says which policy folder is meant.
func (a *app) linkVerify() (string, error) {
	name, err := a.program(hooks.VerifyHook)
	if err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return "", err
	}
	if to, err := os.Readlink(name); err == nil && to == self {
		return name, nil
	}
	next := name + ".new"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.Symlink(self, next); err != nil {
		return "", err
	}
	return name, os.Rename(next, name)
}
