package gate

import "kei/runtime/str"

// promptEnd ends the here-document as which a prompt is read: it is expanded as
// one is.
const promptEnd = "END-OF-PROMPT"

// PromptRuns reports whether what a prompt runs stands in its text as it is: no
// escape of prompts, all of which are taken before anything is expanded, stands
// within a command, or takes the backslash away that makes one plain text.
func PromptRuns(name, text string) bool {
	if !str.In(name, "PS0", "PS1", "PS2", "PS4") || str.Contains(text, `\\`) || str.Contains(text, "@P") || str.Contains(text, promptEnd) || str.ContainsAny(text, "\n\x00\x01") {
		return false
	}
	from, end := str.Index(text, "$("), str.LastIndexByte(text, ')')
	tick, last := str.IndexByte(text, '`'), str.LastIndexByte(text, '`')
	switch {
	case from < 0 && tick >= 0 && str.IndexByte(text[tick+1:], '`') == last-tick-1:
		from, end = tick, last
	case from < 0 || tick >= 0:
		return false
	}
	if end < from || str.ContainsAny(text[from:end], "\\[{") || str.Contains(text, "((") || str.Contains(text[from:end], "let") || from > 0 && text[from-1] == '\\' {
		return false
	}
	// What is left of octal numbers makes no character that means anything.
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' && text[i+1] >= '0' && text[i+1] <= '7' && !(i+3 < len(text) && controls(text[i+1:i+4])) {
			return false
		}
	}
	return true
}

// controls reports whether an octal number is that of a control character that
// ends nothing.
func controls(n string) bool {
	return n[0] == '0' && str.OnlyOf(n[1:2], "0123") && str.OnlyOf(n[2:], "01234567") && n != "000" && n != "001" && n != "012"
}
