package cli

import (
	"path/filepath"

	"kei/gen/emit"
)

// today is the hash of a role's policy as it is now, and a call that it allows
// to an agent that works in dir: the simplest that can be found, nil if none.
func (a *app) today(role, dir string) (sum string, allowed []byte, err error) {
	r, err := a.role(role)
	if err != nil {
		return "", nil, err
	}
	policy := r.Policy()
	sum = emit.Sum(policy)
	for _, try := range [][2]string{
		{"Read", filepath.Join(dir, "README.md")},
		{"Glob", "README.md"},
		{"Bash", "true"},
	} {
		text, err := payload(try[0], try[1], dir)
		if err != nil {
			return "", nil, err
		}
		c, err := call(text, func(string) (string, bool) { return "", false })
		if err == nil && policy.Check(c) == nil {
			return sum, text, nil
		}
	}
	return sum, nil, nil
}
