package spec

import (
	"strings"

	"kei/internal/tomlpos"
)

// A module is what the design documents' rust-module stands for: the kind that
// does its work here, and the lists that it had in its code, which are taken
// where a capability has none of its own.
type module struct {
	kind  string
	lists string // TOML
}

// oldGates and oldSteps are the modules of the earlier kit, which named its
// rules in rust-module.
var (
	oldGates = map[string]module{
		"policy_no_git_ops":     {"deny-command", `tool-patterns = ['^git( |$)', '^gh repo( |$)', '^gh api /?repos']`},
		"policy_git_ops_scope":  {"allow-command", `tool-patterns = ['^git( |$)', '^kei-fork( |$)', '^kei-ledger( |$)']`},
		"scope_files_whitelist": {"only-task-files", ""},
		"scope_files_denylist":  {"not-task-files", ""},
		"scope_read_only":       {"deny-tool", `tools-denied = ["Edit", "Write", "NotebookEdit"]`},
		"safety_no_dep_bump":    {"deny-files", `files-denied = ["**/Cargo.toml", "**/Cargo.lock"]`},
		"tools_deny_tools":      {"deny-tool", `tools-denied = ["Edit", "Write", "MultiEdit", "NotebookEdit"]`},
		"tools_bash_allowlist": {"allow-command", `tool-patterns = ['^cargo( |$)', '^rustc( |$)', '^rustup( |$)', '^mkdir( |$)', '^ls( |$)', '^pwd( |$)', '^rm -rf /tmp/']
`},
	}
	oldSteps = map[string]module{
		"policy_no_git_ops":           {"history-unchanged", ""},
		"scope_files_whitelist":       {"diff-in-task", ""},
		"scope_files_denylist":        {"diff-outside-denylist", ""},
		"scope_read_only":             {"files-unchanged", `files = ["**"]`},
		"quality_constructor_pattern": {"size-limit", "files = [\"**/*.rs\"]\nfile-lines-max = 200\nfunction-lines-max = 30"},
		"quality_cargo_check_green":   {"command-green", "command = [\"cargo\", \"check\", \"--workspace\"]\nmanifest = \"Cargo.toml\""},
		"quality_tests_green":         {"tests-green", ""},
		"safety_no_dep_bump":          {"dependencies-unchanged", ""},
		"output_report_format":        {"report-fields", ""},
		"output_severity_grade":       {"graded-findings", `grades = ["HIGH", "MEDIUM", "LOW"]`},
		"output_verdict":              {"verdict", `verdicts = ["PASS", "FAIL", "INCONCLUSIVE"]`},
		"output_merge_result":         {"merge-result", ""},
		"verify_fork_audit":           {"fork-audit", ""},
	}
)

// unprefixed is a module's name without the crate module that the documents put
// before it: gates:: of a gate, verifies:: of a check.
func unprefixed(section, name string) string {
	prefix := map[string]string{"gate": "gates::", "verify": "verifies::"}[section]
	return strings.TrimPrefix(name, prefix)
}

// present leaves out the tables whose rust-module is empty, which is how the
// documents say that a capability has no gate, or no check.
func (l *loader) present(section string, tables []*tomlpos.Table) []*tomlpos.Table {
	var kept []*tomlpos.Table
	for _, t := range tables {
		v, ok := t.Get("rust-module")
		name, isString := v.Any.(string)
		if _, hasKind := t.Get("kind"); !ok || !isString || strings.TrimSpace(name) != "" || hasKind {
			kept = append(kept, t)
			continue
		}
		other := map[string]string{"gate": "is checked on return only has its kind in [verify]", "verify": "has a gate only has its kind in [gate]"}[section]
		l.warn(t.File, v.Pos, "an empty rust-module is an old spelling; a capability that %s; leave [%s] out", other, section)
	}
	return kept
}

// listsOf are the entries that a module brings along, standing at the table's
// own place.
func (m module) listsOf(t *tomlpos.Table) []tomlpos.Entry {
	lists, err := tomlpos.Parse(t.File, []byte(m.lists))
	if err != nil {
		panic("spec: the lists of an old module: " + err.Error())
	}
	for i := range lists.Entries {
		e := &lists.Entries[i]
		e.Pos, e.Value.Pos = t.Pos, t.Pos
		if list, ok := e.Value.Any.([]tomlpos.Value); ok {
			for j := range list {
				list[j].Pos = t.Pos
			}
		}
	}
	return lists.Entries
}

// completed is a table of an old module with the lists that it does not have
// itself.
func (m module) completed(t *tomlpos.Table) *tomlpos.Table {
	full := &tomlpos.Table{File: t.File, Pos: t.Pos, Entries: append([]tomlpos.Entry(nil), t.Entries...)}
	for _, e := range m.listsOf(t) {
		if _, own := t.Get(e.Key); !own {
			full.Entries = append(full.Entries, e)
		}
	}
	return full
}
