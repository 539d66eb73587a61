package gate_test

import (
	"testing"

	"kei/out/edit-local"
	"kei/out/explorer"
	"kei/out/merger"
	"kei/out/programs"
	"kei/runtime/gate"
)

func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		name string
		p    *gate.Policy
		line string
	}{{"merger git status", &merger.Policy, "git status"}, {"explorer ls", &explorer.Policy, "ls -la src"}, {"edit-local cargo", &editlocal.Policy, "cargo test"}, {"edit-local rich", &editlocal.Policy, "cargo test 2>&1 | tail -20"}} {
		payload := []byte(`{"session_id":"abc","transcript_path":"/tmp/t.jsonl","cwd":"/tmp/st/repo","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"` + c.line + `"}}`)
		b.Run(c.name+"/parse", func(b *testing.B) {
			for range b.N {
				gate.ParseCall(payload)
			}
		})
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				call, err := gate.ParseCall(payload)
				if err != nil {
					b.Fatal(err)
				}
				call.Programs = &programs.Table
				found, decided := gate.Check(call, c.p)
				if !decided || len(found) > 0 {
					b.Log(found, decided)
				}
			}
		})
	}
}
