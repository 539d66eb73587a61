package cli

import (
	"kei/gen/emit"
)

// today is the hash of a role's policy as it is now, and whether it allows a
// call to an agent that has no task.
func (a *app) today(role string) (sum string, allows func(payload []byte) bool, err error) {
	r, err := a.role(role)
	if err != nil {
		return "", nil, err
	}
	policy := r.Policy()
	known, err := a.programs()
	if err != nil {
		return "", nil, err
	}
	return emit.Sum(policy), func(payload []byte) bool {
		c, err := call(payload, func(string) (string, bool) { return "", false }, known)
		return err == nil && policy.Check(c) == nil
	}, nil
}
