package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"kei/hooks"
	"kei/internal/tomlpos"
)

// glueWord stands for the capabilities of kei install --glue where a role is named.
const glueWord = "glue"

// checker is the gate of single capabilities.
const checker = "capability"

// installGlue makes a client ask single capabilities.
func (a *app) installGlue(ctx context.Context, t target, o installation, names []string) error {
	c, err := t.named()
	if err != nil {
		return err
	}
	site, err := t.site("project", "user")
	if err != nil {
		return err
	}
	for flag, given := range map[string]bool{"--dispatch": o.dispatch, "--main": o.main != "", "--trust": o.trust, "--verify": o.verify != ""} {
		if given {
			return fmt.Errorf("%s does not go with --glue", flag)
		}
	}
	g := hooks.Glue{Checker: o.binary}
	if g.Checker == "" {
		g.Checker, err = a.program(checker)
	} else {
		g.Checker, err = filepath.Abs(o.binary)
	}
	if err != nil {
		return err
	}
	has, err := hooks.AskChecker(ctx, g.Checker)
	if err != nil {
		return err
	}
	if g.Asks, err = a.asked(has, names); err != nil {
		return err
	}
	switch len(o.tasks) {
	case 0:
	case 1:
		if _, err := readSealed(o.tasks[0]); err != nil {
			return err
		}
		if g.Task, err = filepath.Abs(o.tasks[0]); err != nil {
			return err
		}
	default:
		return errors.New("--task is given more than once; the capabilities of a session have one task")
	}
	if g.SHA256, err = hooks.FileSum(g.Checker); err != nil {
		return err
	}
	done, err := c.InstallGlue(ctx, site, g)
	if err != nil {
		return err
	}
	a.done(done)
	return nil
}

// asked are the named capabilities, by their names of today.
func (a *app) asked(has []hooks.Asked, names []string) ([]hooks.Asked, error) {
	var known []string
	for _, h := range has {
		known = append(known, h.Name)
	}
	tree, _, bad := a.roles()
	var list []hooks.Asked
	for _, name := range names {
		if bad == nil {
			if c, alias := tree.Capability(name); alias != nil {
				fmt.Fprintf(a.stderr, "kei: deprecated: %s is an old name of %s\n", alias.Old, alias.New)
				name = c.Name
			}
		}
		i := slices.Index(known, name)
		if i < 0 {
			return nil, fmt.Errorf("no capability %s with a gate in the checker%s; it has %s", name, tomlpos.DidYouMean(name, known), strings.Join(known, ", "))
		}
		if !slices.ContainsFunc(list, func(h hooks.Asked) bool { return h.Name == name }) {
			list = append(list, has[i])
		}
	}
	return list, nil
}

// uninstallGlue removes the glue if it is meant, and says whether that was all.
func (a *app) uninstallGlue(c *hooks.Client, site hooks.Site, role string) (all bool, err error) {
	if role != "" && role != glueWord {
		return false, nil
	}
	done, err := c.UninstallGlue(site)
	if err != nil {
		if role == glueWord {
			return true, err
		}
		return false, nil // there may be a role's gate
	}
	a.done(done)
	return role == glueWord || len(c.Roles(site)) == 0, nil
}
