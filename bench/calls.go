package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
)

// A call is one kind of tool call that is measured. A role allows some commands
// and not others, so there are several texts; the first one that gets the
// wanted answer from a gate is the one that this gate is measured with.
type call struct {
	name  string
	tool  string
	field string   // of the tool's input
	texts []string // values of that field
	wants int      // exit status; if no text gets it, the first is measured all the same
	size  int      // bytes of content, of a Write
}

const (
	allowed = 0
	denied  = 2
)

// The five calls, in the order of the tables. %TREE% is the worktree.
var calls = []call{
	{name: callRead, tool: "Read", field: "file_path", texts: []string{"%TREE%/src/lib.rs"}, wants: allowed},
	{name: callAllowed, tool: "Bash", field: "command", wants: allowed, texts: []string{
		"cargo test -p core --all-features",
		"cargo tree -p core",
		"git log --oneline -n 20",
		"kei-ledger show --last 20",
		"ls -la src",
	}},
	{name: "denied Bash", tool: "Bash", field: "command", wants: denied, texts: []string{
		"git push --force origin main",
		"rm -rf / --no-preserve-root",
	}},
	{name: "long pipeline", tool: "Bash", field: "command", wants: allowed, texts: []string{
		`cargo metadata --format-version 1 2>/dev/null | cargo tree -e no-dev && (cargo check --workspace 2>&1 || cargo build) | cargo test -- --nocapture; for p in core cli server; do cargo test -p "$p" 2>&1 | cargo report; done`,
		`cargo tree -p core 2>/dev/null | cargo tree --invert && (cargo tree -e no-dev 2>&1 || cargo tree -d) | cargo tree --depth 1; for p in core cli server; do cargo tree -p "$p" 2>&1 | cargo tree; done`,
		`git log --format=%h 2>/dev/null | git shortlog -s && (git status --short 2>&1 || git diff --stat) | git show HEAD; for p in core cli server; do git log -n 1 -- "$p" 2>&1 | git show; done`,
		`git status --short 2>/dev/null | kei-ledger show && (git status 2>&1 || git log --oneline) | git show HEAD; for p in core cli server; do git log -n 1 -- "$p" 2>&1 | git show; done`,
	}},
	{name: "1 MB Write", tool: "Write", field: "file_path", texts: []string{"%TREE%/src/generated.rs"}, wants: allowed, size: 1 << 20},
}

// Calls that the targets name.
const (
	callRead    = "Read"
	callAllowed = "allowed Bash"
)

// largeWrite is measured apart, for its memory.
var largeWrite = call{name: "64 MB Write", tool: "Write", field: "file_path", texts: []string{"%TREE%/src/generated.rs"}, wants: allowed, size: 64 << 20}

// payload writes the call with its text at index which, as Claude Code gives it
// to a hook. Content is written piece by piece: it may be large.
func (c call) payload(w io.Writer, tree string, which int) error {
	b := bufio.NewWriter(w)
	quoted := func(s string) string {
		q, _ := json.Marshal(s) // a string has no value that JSON lacks
		return string(q)
	}
	b.WriteString(`{"session_id":"0b9f6c1e-6d3a-4e43-9c39-2f6a2f1f7d10"`)
	b.WriteString(`,"transcript_path":` + quoted(tree+"/../transcript.jsonl"))
	b.WriteString(`,"cwd":` + quoted(tree))
	b.WriteString(`,"permission_mode":"default","hook_event_name":"PreToolUse"`)
	b.WriteString(`,"tool_name":` + quoted(c.tool))
	b.WriteString(`,"tool_input":{` + quoted(c.field) + `:` + quoted(strings.ReplaceAll(c.texts[which], "%TREE%", tree)))
	if c.size > 0 {
		b.WriteString(`,"content":"`)
		for n := 0; n < c.size; {
			k := min(len(source), c.size-n)
			line := quoted(source[:k])
			b.WriteString(line[1 : len(line)-1])
			n += k
		}
		b.WriteString(`"`)
	} else if c.tool == "Bash" {
		b.WriteString(`,"description":"Run the next step","timeout":120000`)
	}
	b.WriteString(`},"tool_use_id":"toolu_01A9kQ4yT7vWn2hGm3xLc8Rf"}`)
	return b.Flush()
}

// source is what files are full of: quotes and newlines that JSON escapes, and
// here and there a character beyond ASCII.
const source = "/// Reads one entry; \"none\" is none.\n" +
	"pub fn entry(&self, key: &str) -> Option<&Entry> {\n" +
	"\tself.entries.iter().find(|e| e.key == key) // caf\u00e9 \u2192 \"caf\\u00e9\"\n" +
	"}\n\n"
