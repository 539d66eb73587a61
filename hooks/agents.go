package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
)

// Dispatching is the hook of a dispatcher that is installed in a project, as it was
// written; ok is false where there is none.
func (c *Client) Dispatching(site Site) (h Hook, ok bool) {
	site.Scope = "project"
	list, err := c.hooksIn(site)
	if err != nil {
		return h, false
	}
	for _, f := range list {
		if f.ours && f.Role() == Dispatcher {
			h = f.Hook
			h.Program, h.Of, h.Silent = h.Path(site.Dir), "", false
			return h, true
		}
	}
	return h, false
}

// Own is the command line that a client starts from an agent's own file, and the variable
// in it that names the project's folder; zero where there is no such hook.
type Own struct{ Command, Variable string }

// DeniesAs starts a dispatcher as the client does when one of its agents calls a tool
// that no policy allows, and as it does from the agent's own file. The error says what is otherwise than a denial by that agent's policy.
func (c *Client) DeniesAs(ctx context.Context, site Site, h Hook, agent string, own Own) error {
	payload := c.speak.payload(unheard, object{}, site.Dir)
	as := c.speak.as
	if as == nil {
		as = func(name string) object { return object{{"agent_id", "kei"}, {"agent_type", name}} }
	}
	named, err := json.Marshal(append(payload, as(agent)...))
	if err != nil {
		return err
	}
	argv, env := h.argv(), []string(nil)
	ways := [][]string{argv}
	if own.Command != "" {
		ways, env = append(ways, []string{"/bin/sh", "-c", own.Command}), []string{own.Variable + "=" + site.Dir}
	}
	for _, argv := range ways {
		a, err := ask(ctx, env, named, argv[0], argv[1:]...)
		if err == nil {
			err = c.speak.denies(a)
		}
		if err != nil {
			return err
		}
		if bytes.Contains(append(a.stdout, a.stderr...), []byte("no role is known")) {
			return errors.New("the dispatcher knows no such agent; kei build makes it anew")
		}
	}
	return nil
}
