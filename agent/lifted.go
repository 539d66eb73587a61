package agent

import "context"

// lifted keeps in the ledger what rules the agent's task lifts, from now on.
func (a *Agent) lifted(ctx context.Context) error {
	for _, p := range []struct {
		name string
		set  bool
	}{{"allow-dep-bump", a.Task.AllowDepBump}, {"tests-may-change", a.Task.TestsMayChange}} {
		if !p.set {
			continue
		}
		if _, err := a.home.Ledger.Lift(ctx, p.name, "the task of "+a.ID+" says so", a.ID); err != nil {
			return err
		}
	}
	return nil
}

// holdAgain keeps in the ledger that they hold again: the agent has come to its end.
func (a *Agent) holdAgain(ctx context.Context) error {
	list, err := a.home.Ledger.Lifts(ctx, a.ID, true)
	for _, f := range list {
		if _, err := a.home.Ledger.Revoke(ctx, f.ID); err != nil {
			return err
		}
	}
	return err
}
