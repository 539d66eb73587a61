package run

import (
	"slices"
	"strconv"
	"strings"

	"kei/atom"
)

// MaxInput is how many bytes an input may have.
const MaxInput = 16 << 20

// maxDepth is how many invocations may be nested.
const maxDepth = 8

var passed = []string{"PATH", "HOME", "TMPDIR", "LANG", "TZ", "KEI_GATE", "KEI_LEDGER_DB", "KEI_RUNTIME_BIN_DIR"}

// environ is what a program is told: what it needs to run, what its package
// asks for, and which invocation it is. All there is only if that is wanted.
func (r *Runner) environ(a *atom.Atom, id string) []string {
	keep := func(name string) bool {
		switch {
		case r.Inherit, slices.Contains(passed, name), strings.HasPrefix(name, "LC_"):
			return true
		}
		return a.Meta != nil && (name == a.Meta.DBEnv || slices.Contains(a.Meta.Env, name))
	}
	own := []string{
		"KEI_ATOM_ID=" + a.ID,
		"KEI_INVOCATION_ID=" + id,
		"KEI_ATOM_DEPTH=" + strconv.Itoa(r.depth()+1),
		"KEI_ATOMS_ROOT=" + strings.Join(r.Roots, ":"),
	}
	var out []string
	for _, v := range r.Environ {
		name, _, _ := strings.Cut(v, "=")
		if keep(name) && !slices.ContainsFunc(own, func(o string) bool { return strings.HasPrefix(o, name+"=") }) {
			out = append(out, v)
		}
	}
	return append(out, own...)
}

// get is the value of a variable, the last one of its name.
func (r *Runner) get(name string) (string, bool) {
	for _, v := range slices.Backward(r.Environ) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value, true
		}
	}
	return "", false
}

// depth is how many invocations this process is within. A value that makes no
// sense was not set by kei: no program gets out of the count by it.
func (r *Runner) depth() int {
	text, ok := r.get("KEI_ATOM_DEPTH")
	if !ok || text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return maxDepth
	}
	return n
}
