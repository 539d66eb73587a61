package spec

import (
	"regexp"
	"strings"
)

// parameters are the keys of task.toml that a capability can say it accepts.
var parameters = []string{
	"allow-dep-bump", "cargo-check-crates", "cargo-test-crates", "files-denylist", "files-whitelist",
	"fork-audit-target", "report-fields-required", "test-count-min", "tests-may-change",
}

// lookedAt are those that a kind of gate or verify looks at: a capability accepts
// them unless it says otherwise.
var lookedAt = map[string][]string{
	"only-task-files":        {"files-whitelist"},
	"not-task-files":         {"files-denylist"},
	"only-files":             {"files-denylist", "files-whitelist"},
	"dependencies-unchanged": {"allow-dep-bump"},
	"diff-in-task":           {"files-whitelist"},
	"diff-outside-denylist":  {"files-denylist"},
	"diff-in-role":           {"files-denylist", "files-whitelist"},
	"fork-audit":             {"fork-audit-target"},
	"report-fields":          {"report-fields-required"},
	"tests-kept":             {"tests-may-change"},
	"tests-green":            {"cargo-test-crates", "test-count-min", "tests-may-change"},
}

// The closed lists of the schema.
var (
	categories  = []string{"guard", "output", "policy", "quality", "safety", "scope", "tools", "verify"}
	severities  = []string{"advisory", "ask", "block", "warn"}
	ofLists     = []string{"ask", "block", "warn"} // severities of a role's own lists
	runModes    = []string{"both", "simulated-merge", "worktree"}
	whens       = []string{"on-return"}
	escalations = []string{"ask-via-return", "fail-fast", "orchestrator-notify"}
)

var slug = regexp.MustCompile(`^[a-z][a-z0-9-]{0,63}$`)

// IsSlug reports whether name can name a role or half of a capability.
func IsSlug(name string) bool { return slug.MatchString(name) }

// SplitName cuts category::slug; ok is false when name has another form.
func SplitName(name string) (category, rest string, ok bool) {
	category, rest, ok = strings.Cut(name, "::")
	return category, rest, ok && IsSlug(category) && IsSlug(rest)
}
