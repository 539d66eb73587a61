package agent

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestFollow: what the client prints is said in lines, and a call that was denied is marked
// with its reason; what only looks like it is not.
func TestFollow(t *testing.T) {
	const stream = `{"type":"system","subtype":"init","model":"m"}
{"type":"assistant","message":{"content":[{"type":"text","text":"I push."},{"type":"tool_use","id":"a","name":"Bash","input":{"command":"git push"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a","is_error":true,"content":"PreToolUse:Bash hook error: policy::no-git-ops: git push\nmatches git"}]}}
{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,"content":[{"type":"text","text":"PreToolUse:Write hook error: [/policy/bin/edit-local]: scope::in-worktree-only: /etc/x"}]}]}}
{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,"content":"exit status 1"},{"type":"tool_result","content":"PreToolUse:Bash hook error: in a file that was read"}]}}
{"type":"user","message":{"content":"a prompt"}}
{"type":"result","subtype":"success","result":"Done."}
`
	var said []string
	s := follow(strings.NewReader(stream), io.Discard, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) })
	want := []string{"I push.", "Bash: git push", "denied: Bash: policy::no-git-ops: git push matches git", "denied: Write: scope::in-worktree-only: /etc/x"}
	if !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
	if !s.Ended || s.Failed || s.Text != "Done." || s.Model != "m" {
		t.Errorf("%+v", s)
	}
}
