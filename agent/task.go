package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"unicode"

	"kei/internal/tomlpos"
	"kei/ledger"
	"kei/runtime/gate"
)

// A Task is what a task.toml orders. Everything in it has been checked; what
// the file does not say is empty.
type Task struct {
	Role        string // "" is for checks of a single capability
	AgentID     string // "" lets one be allocated
	ParentAgent string
	Agent       string // a defined agent of the role, whose prompt and rules it has; "" for none

	Whitelist    []gate.Glob // the files it may write; none: nothing
	Denylist     []gate.Glob
	AllowDepBump bool

	CheckCrates     []string
	TestCrates      []string
	TestCountMin    int
	TestsMayChange  bool   // those that main has
	ForkAuditTarget string // id of the agent whose fork is audited

	ReportFields []string
	Body         string

	settings []setting // which parameters it sets

	ReplayOf string // the agent that had the same task, which this one is given again; in no file

	Bytes  []byte // the file, exactly
	SHA256 string // of Bytes, in lower-case hexadecimal
}

// taskFile is the schema of task.toml. How the comments of a schema are read says
// package kei/gen/schema.
type taskFile struct {
	// Who does it.
	// Table: taskTable
	Task *tomlpos.Table `toml:"task"`

	// The files that it may change.
	// Table: scopeTable
	Scope *tomlpos.Table `toml:"scope"`

	// What is checked of the work.
	// Table: verificationTable
	Verification *tomlpos.Table `toml:"verification"`

	// What the report has to say.
	// Table: outputTable
	Output *tomlpos.Table `toml:"output"`

	// What is to be done.
	// Table: bodyTable
	Body *tomlpos.Table `toml:"body"`
}

type taskTable struct {
	// The role of the agent. Without one only checks of a single capability take the
	// task.
	// Example: "edit-local"
	Role tomlpos.String `toml:"role"`

	// The id of the agent.
	// Default: one that is free
	// Example: "edit-parser-7f3a"
	AgentID tomlpos.String `toml:"agent-id"`

	// The id of the agent that started it.
	Parent tomlpos.String `toml:"parent-agent"`

	// The agent of agents/ whose prompt and rules it has. It has to be in the role.
	// Default: none
	// Example: "kei-critic"
	Agent tomlpos.String `toml:"agent"`
}

type scopeTable struct {
	// The files that may be written; none: nothing. Later entries win, and one that
	// begins with ! takes out again what those before it let in.
	// Type: list of globs
	// Example: ["src/parser/**"]
	Whitelist []tomlpos.String `toml:"files-whitelist"`

	// The files that may not be written, in the same form.
	// Type: list of globs
	// Example: ["src/parser/generated.rs"]
	Denylist []tomlpos.String `toml:"files-denylist"`

	// Whether dependencies may change.
	// Default: false
	AllowDepBump bool `toml:"allow-dep-bump"`
}

type verificationTable struct {
	// The crates that have to compile.
	// Default: all
	CheckCrates []tomlpos.String `toml:"cargo-check-crates"`

	// The crates whose tests have to pass.
	// Default: all
	TestCrates []tomlpos.String `toml:"cargo-test-crates"`

	// How many tests have to have passed, beside being no fewer than main has.
	// Default: 0
	TestCountMin int `toml:"test-count-min"`

	// Whether tests that main has may go, be skipped, or ask for something else.
	// Default: false
	MayChange bool `toml:"tests-may-change"`

	// The id of the agent whose fork is audited.
	AuditTarget tomlpos.String `toml:"fork-audit-target"`
}

type outputTable struct {
	// The fields that the report has to have.
	// Example: ["summary", "risks"]
	Fields []tomlpos.String `toml:"report-fields-required"`
}

type bodyTable struct {
	// The order itself, in Markdown.
	Text string `toml:"text"`
}

type taskTables struct {
	task         taskTable
	scope        scopeTable
	verification verificationTable
	output       outputTable
	body         bodyTable
}

// TaskVersion is the version of the schema of task.toml. What a new one of each
// place means says docs/schema.md.
const TaskVersion = "1.1.0"

// LoadTask reads a task.toml. The error is a [tomlpos.Errors] or [tomlpos.Error]
// and names every problem at its place. A missing file is an error like any
// other: a task that is not there permits nothing.
func LoadTask(path string) (Task, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return Task{}, tomlpos.Error{File: path, Msg: tomlpos.Reason(err)}
	}
	if !info.Mode().IsRegular() {
		return Task{}, tomlpos.Error{File: path, Msg: "is not a regular file"}
	}
	if info.Size() > tomlpos.MaxSize {
		return Task{}, tomlpos.Error{File: path, Msg: fmt.Sprintf("has %d bytes, more than the %d that are read", info.Size(), tomlpos.MaxSize)}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return Task{}, tomlpos.Error{File: path, Msg: tomlpos.Reason(err)}
	}
	return ParseTask(path, data)
}

// ParseTask is [LoadTask] for a file that was read already; name stands in the
// messages.
func ParseTask(name string, data []byte) (Task, error) {
	t, err := tomlpos.Parse(name, data)
	if err != nil {
		return Task{}, err
	}
	r := reader{file: name}
	var f taskFile
	var in taskTables
	r.errs = append(r.errs, tomlpos.Decode(t, &f)...)
	r.section(f.Task, &in.task)
	r.section(f.Scope, &in.scope)
	r.section(f.Verification, &in.verification)
	r.section(f.Output, &in.output)
	r.section(f.Body, &in.body)

	sum := sha256.Sum256(data)
	task := Task{
		Role:            r.role(in.task.Role),
		AgentID:         r.id("agent-id", in.task.AgentID),
		ParentAgent:     r.id("parent-agent", in.task.Parent),
		Agent:           r.agent(in.task.Agent),
		Whitelist:       r.globs(in.scope.Whitelist),
		Denylist:        r.globs(in.scope.Denylist),
		AllowDepBump:    in.scope.AllowDepBump,
		CheckCrates:     r.crates(in.verification.CheckCrates),
		TestCrates:      r.crates(in.verification.TestCrates),
		TestCountMin:    in.verification.TestCountMin,
		TestsMayChange:  in.verification.MayChange,
		ForkAuditTarget: r.id("fork-audit-target", in.verification.AuditTarget),
		ReportFields:    r.fields(in.output.Fields),
		Body:            in.body.Text,
		Bytes:           data,
		SHA256:          hex.EncodeToString(sum[:]),
	}
	task.settings = f.settings(&task)
	if task.TestCountMin > math.MaxUint32 {
		r.errs.Add(name, f.Verification.At("test-count-min", -1), "test-count-min is more than %d", uint32(math.MaxUint32))
	}
	if err := r.errs.Err(); err != nil {
		return Task{}, err
	}
	return task, nil
}

// A setting is a parameter that a task sets, and where.
type setting struct {
	key string
	pos tomlpos.Pos
}

func (f taskFile) settings(t *Task) (list []setting) {
	for _, s := range []struct {
		table *tomlpos.Table
		key   string
		set   bool // to something else than what it is without it
	}{
		{f.Scope, "files-whitelist", len(t.Whitelist) > 0},
		{f.Scope, "files-denylist", len(t.Denylist) > 0},
		{f.Scope, "allow-dep-bump", t.AllowDepBump},
		{f.Verification, "cargo-check-crates", len(t.CheckCrates) > 0},
		{f.Verification, "cargo-test-crates", len(t.TestCrates) > 0},
		{f.Verification, "test-count-min", t.TestCountMin != 0},
		{f.Verification, "tests-may-change", t.TestsMayChange},
		{f.Verification, "fork-audit-target", t.ForkAuditTarget != ""},
		{f.Output, "report-fields-required", len(t.ReportFields) > 0},
	} {
		if s.set {
			list = append(list, setting{s.key, s.table.At(s.key, -1)})
		}
	}
	return list
}

// Seal is the task as a gate reads it.
func (t Task) Seal() []byte { return t.sealed().JSON() }

func (t Task) sealed() gate.Task {
	return gate.Task{
		Role: t.Role, AgentID: t.AgentID,
		Whitelist: t.Whitelist, Denylist: t.Denylist, AllowDepBump: t.AllowDepBump,
		Source: t.SHA256,
	}
}

type reader struct {
	file string
	errs tomlpos.Errors
}

func (r *reader) section(t *tomlpos.Table, target any) {
	if t != nil {
		r.errs = append(r.errs, tomlpos.Decode(t, target)...)
	}
}

var (
	roleName  = regexp.MustCompile(`^[a-z][a-z0-9-]{0,63}$`)
	agentName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)
	crateName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)
	fieldName = regexp.MustCompile(`^[^\s:` + "`" + `][^:` + "`" + `\pC]*$`)
)

// role is checked before anybody makes a path of it.
func (r *reader) role(s tomlpos.String) string {
	if s.Text != "" && !roleName.MatchString(s.Text) {
		r.errs.Add(r.file, s.Pos, "%s cannot name a role; use lower-case letters, digits and -", tomlpos.Printable(s.Text))
	}
	return s.Text
}

func (r *reader) agent(s tomlpos.String) string {
	if s.Text != "" && !agentName.MatchString(s.Text) {
		r.errs.Add(r.file, s.Pos, "agent = %s cannot name an agent; it is a folder of agents/", tomlpos.Printable(s.Text))
	}
	return s.Text
}

func (r *reader) id(key string, s tomlpos.String) string {
	if s.Text == "" {
		return ""
	}
	var bad *ledger.IDError
	if errors.As(ledger.CheckID(s.Text), &bad) {
		r.errs.Add(r.file, s.Pos, "invalid %s: %s", key, bad.Reason)
	}
	return s.Text
}

func (r *reader) globs(list []tomlpos.String) []gate.Glob {
	var out []gate.Glob
	for i, s := range list {
		g := gate.Glob(s.Text)
		bare, takes := g.Out()
		if s.Text = string(bare); takes && i == 0 {
			r.errs.Add(r.file, s.Pos, "%s takes out of a list that has nothing yet; later entries win", tomlpos.Printable(string(g)))
			continue
		}
		switch err := bare.Check(); {
		case err != nil:
			r.errs.Add(r.file, s.Pos, "%v", err)
		case strings.HasPrefix(s.Text, "/") || strings.HasPrefix(s.Text, "~"):
			r.errs.Add(r.file, s.Pos, "the glob %s leads out of the worktree; globs start at the worktree's root", tomlpos.Printable(s.Text))
		case strings.ContainsFunc(s.Text, unicode.IsControl):
			r.errs.Add(r.file, s.Pos, "the glob %s has a line break or other control character in it", tomlpos.Printable(s.Text))
		case strings.Contains(s.Text, `\`):
			r.errs.Add(r.file, s.Pos, `the glob %s has a \ in it; elements are separated by / everywhere`, tomlpos.Printable(s.Text))
		}
		out = append(out, g)
	}
	return out
}

// crates become arguments of cargo; none of them may be an option.
func (r *reader) crates(list []tomlpos.String) []string {
	var out []string
	for _, s := range list {
		if !crateName.MatchString(s.Text) {
			r.errs.Add(r.file, s.Pos, "%q cannot name a crate", s.Text)
		}
		out = append(out, s.Text)
	}
	return out
}

// fields stand at the start of a line, before a colon.
func (r *reader) fields(list []tomlpos.String) []string {
	var out []string
	for _, s := range list {
		if !fieldName.MatchString(s.Text) {
			r.errs.Add(r.file, s.Pos, "%q cannot name a field of a report; a field is what stands before the colon", s.Text)
		}
		out = append(out, s.Text)
	}
	return out
}
