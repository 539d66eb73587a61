package shell

import (
	"strings"

	"kei/runtime/gate"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// isPrompt reports whether the shell expands what a variable holds before it
// shows it: PS4 stands before each command of a trace.
func isPrompt(name string) bool {
	switch name {
	case "PS0", "PS1", "PS2", "PS3", "PS4", "PROMPT", "PROMPT2", "PROMPT3", "PROMPT4", "RPROMPT", "RPS1", "RPS2", "SPROMPT":
		return true
	}
	return false
}

// prompt reads the text of a prompt for what expanding it evaluates. The gate
// itself refuses commands in it.
func (r *reader) prompt(a word.Assign) {
	text := a.Value.Text
	if a.Value.Holed() || !strings.ContainsAny(text, "$\\`") {
		return
	}
	plain := octal(text)
	if strings.Contains(plain, "$(") || strings.Contains(plain, "`") {
		if !gate.PromptRuns(a.Name, text) { // else the gate goes into it
			r.unread("%s=%s runs a command each time it is shown; leave it out", a.Name, text)
			return
		}
	}
	w, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Document(strings.NewReader(plain))
	if err != nil {
		r.unread("what expanding %s=%s evaluates cannot be read; write it plainer", a.Name, text)
		return
	}
	for _, p := range w.Parts {
		r.part(p, false, true)
	}
}

// octal takes the escapes of a prompt that make any character.
func octal(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if n, used := digits(s[i+1:], 8, 3); used > 0 {
				b.WriteByte(byte(n))
				i += used
				continue
			}
			if s[i+1] == '$' || s[i+1] == '\\' {
				b.WriteString(s[i : i+2])
				i++
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
