package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"kei/runtime/gate"
)

// A Task is what the steps know of the task.toml that the agent worked on.
type Task struct {
	Role    string
	AgentID string

	Whitelist    []gate.Glob
	Denylist     []gate.Glob
	AllowDepBump bool

	CheckCrates     []string
	TestCrates      []string
	TestCountMin    int
	TestsMayChange  bool // those that main has
	ForkAuditTarget string
	ReportFields    []string
}

const maxTask = 1 << 20 // bytes of a task.toml

// taskFile is the schema. Package agent has the same one, with positions for
// whoever writes a task; this program reads what was checked there, and is as
// strict, since a key that it did not know might have been a limit.
type taskFile struct {
	Task struct {
		Role    string `toml:"role"`
		AgentID string `toml:"agent-id"`
		Parent  string `toml:"parent-agent"`
	} `toml:"task"`
	Scope struct {
		Whitelist    []gate.Glob `toml:"files-whitelist"`
		Denylist     []gate.Glob `toml:"files-denylist"`
		AllowDepBump bool        `toml:"allow-dep-bump"`
	} `toml:"scope"`
	Verification struct {
		CheckCrates  []string `toml:"cargo-check-crates"`
		TestCrates   []string `toml:"cargo-test-crates"`
		TestCountMin int      `toml:"test-count-min"`
		MayChange    bool     `toml:"tests-may-change"`
		AuditTarget  string   `toml:"fork-audit-target"`
	} `toml:"verification"`
	Output struct {
		Fields []string `toml:"report-fields-required"`
	} `toml:"output"`
	Body struct {
		Text string `toml:"text"`
	} `toml:"body"`
}

// LoadTask reads a task.toml. Sum is the SHA-256 of its bytes, in hexadecimal.
func LoadTask(name string) (task *Task, sum string, err error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxTask {
		return nil, "", fmt.Errorf("%s is not a regular file of at most %d bytes", name, maxTask)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, "", err
	}
	if task, err = ParseTask(data); err != nil {
		return nil, "", located(name, err)
	}
	is := sha256.Sum256(data)
	return task, hex.EncodeToString(is[:]), nil
}

// located says where in a file the mistake is, if package toml knows it.
func located(name string, err error) error {
	var p toml.ParseError
	if !errors.As(err, &p) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return fmt.Errorf("%s:%d:%d: %s", name, p.Position.Line, max(p.Position.Col, 1), p.Message)
}

// ParseTask reads the text of a task.toml. An unknown key is an error.
func ParseTask(data []byte) (*Task, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8")
	}
	if err := shallow(data); err != nil {
		return nil, err
	}
	var f taskFile
	md, err := toml.Decode(string(data), &f)
	if err != nil {
		return nil, err
	}
	for _, key := range md.Undecoded() {
		return nil, fmt.Errorf("unknown key %s", key)
	}
	t := &Task{
		Role: f.Task.Role, AgentID: f.Task.AgentID,
		Whitelist: f.Scope.Whitelist, Denylist: f.Scope.Denylist, AllowDepBump: f.Scope.AllowDepBump,
		CheckCrates: f.Verification.CheckCrates, TestCrates: f.Verification.TestCrates,
		TestCountMin: f.Verification.TestCountMin, TestsMayChange: f.Verification.MayChange, ForkAuditTarget: f.Verification.AuditTarget,
		ReportFields: f.Output.Fields,
	}
	return t, t.check(f.Task.Parent)
}

func (t *Task) check(parent string) error {
	for _, id := range []string{t.AgentID, parent, t.ForkAuditTarget} {
		if id != "" {
			if err := CheckAgentID(id); err != nil {
				return err
			}
		}
	}
	if err := errors.Join(gate.CheckList(t.Whitelist), gate.CheckList(t.Denylist)); err != nil {
		return err
	}
	for _, g := range append(append([]gate.Glob(nil), t.Whitelist...), t.Denylist...) {
		g, _ = g.Out()
		if strings.HasPrefix(string(g), "/") || strings.HasPrefix(string(g), "~") || strings.Contains(string(g), `\`) {
			return fmt.Errorf("the glob %s is not a path with slashes from the worktree's root", g)
		}
	}
	for _, c := range append(append([]string(nil), t.CheckCrates...), t.TestCrates...) {
		if !isCrate(c) {
			return fmt.Errorf("%q cannot name a crate", c)
		}
	}
	if t.TestCountMin < 0 {
		return fmt.Errorf("test-count-min is %d", t.TestCountMin)
	}
	return nil
}

// isCrate reports whether s can name a crate. It becomes an argument of cargo,
// and must not be an option.
func isCrate(s string) bool {
	for i, c := range []byte(s) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || i > 0 && c == '-') {
			return false
		}
	}
	return s != ""
}
