package cli

import (
	"kei/gen/emit"
	"kei/runtime/gate"
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
		if err != nil {
			return false
		}
		found, _ := gate.Check(c, policy)
		return len(found) == 0
	}, nil
}
