package client

import "kei/runtime/str"

// Denial is the union of what the clients read. No narrower form is taken for
// a denial by all of them: one ignores exit statuses, others run the tool when
// an object on standard output lacks the field they look for.
func Denial(reason string) []byte {
	r := str.AppendJSON(nil, reason)
	var b []byte
	for _, part := range [...]string{
		`{"decision":"block","reason":`,
		`,"permissionDecision":"deny","permissionDecisionReason":`,
		`,"permission":"deny","agent_message":`,
		`,"user_message":`,
		`,"cancel":true,"errorMessage":`,
		`,"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":`,
	} {
		b = append(b, part...)
		b = append(b, r...)
	}
	return append(b, "}}\n"...)
}

// Ending is a denial that also ends the session, in the field that clients have
// for it: Claude Code, Codex and Gemini CLI know "continue".
func Ending(denial []byte) []byte {
	return append([]byte(`{"continue":false,"stopReason":"this role ends at a denial",`), denial[1:]...)
}

// JSON asks a person.
func (a Asking) JSON(reason string) []byte {
	r := str.AppendJSON(nil, reason)
	b := []byte(`{"permissionDecision":"ask","permissionDecisionReason":`)
	if a == Nested {
		b = []byte(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":`)
	}
	b = append(b, r...)
	if a == Nested {
		b = append(b, '}')
	}
	return append(b, "}\n"...)
}
