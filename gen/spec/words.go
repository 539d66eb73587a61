package spec

import (
	"regexp"
	"strings"
)

// The closed lists of the schema.
var (
	categories  = []string{"guard", "output", "policy", "quality", "safety", "scope", "tools", "verify"}
	severities  = []string{"advisory", "ask", "block", "warn"}
	runModes    = []string{"both", "simulated-merge", "worktree"}
	whens       = []string{"on-return", "per-tool-call"}
	escalations = []string{"ask-via-return", "fail-fast", "orchestrator-notify"}
)

// oldGates and oldSteps are the modules of the earlier kit, which named its
// rules in rust-module, and the kinds that do their work here.
var (
	oldGates = map[string]string{
		"policy_no_git_ops":     "deny-command",
		"policy_git_ops_scope":  "allow-command",
		"scope_files_whitelist": "only-task-files",
		"scope_files_denylist":  "not-task-files",
		"scope_read_only":       "deny-tool",
		"safety_no_dep_bump":    "deny-files",
		"tools_deny_tools":      "deny-tool",
		"tools_bash_allowlist":  "allow-command",
	}
	oldSteps = map[string]string{
		"scope_files_whitelist":       "diff-in-task",
		"scope_files_denylist":        "diff-outside-denylist",
		"quality_constructor_pattern": "size-limit",
		"quality_cargo_check_green":   "command-green",
		"quality_tests_green":         "tests-green",
		"safety_no_dep_bump":          "dependencies-unchanged",
		"output_report_format":        "report-fields",
		"output_severity_grade":       "graded-findings",
		"output_verdict":              "verdict",
		"output_merge_result":         "merge-result",
		"verify_fork_audit":           "fork-audit",
	}
)

var slug = regexp.MustCompile(`^[a-z][a-z0-9-]{0,63}$`)

// IsSlug reports whether name can name a role or half of a capability.
func IsSlug(name string) bool { return slug.MatchString(name) }

// SplitName cuts category::slug; ok is false when name has another form.
func SplitName(name string) (category, rest string, ok bool) {
	category, rest, ok = strings.Cut(name, "::")
	return category, rest, ok && IsSlug(category) && IsSlug(rest)
}
