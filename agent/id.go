package agent

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An AgentIDError says what is wrong with an agent's id.
type AgentIDError struct{ Reason string }

func (e AgentIDError) Error() string { return "invalid agent-id: " + e.Reason }

// MaxAgentID is how many bytes an id may have. It names folders and branches.
const MaxAgentID = 64

// CheckAgentID holds an id to what can safely be part of a path, of a branch
// and of a file name on Windows. The first thing wrong is reported.
func CheckAgentID(id string) error {
	if reason := idProblem(id); reason != "" {
		return AgentIDError{reason}
	}
	return nil
}

func idProblem(id string) string {
	switch {
	case id == "":
		return "empty"
	case len(id) > MaxAgentID:
		return fmt.Sprintf("length %d exceeds max %d", len(id), MaxAgentID)
	case strings.ContainsFunc(id, func(r rune) bool { return r >= utf8.RuneSelf }):
		return "contains non-ASCII"
	case strings.Contains(id, ".."):
		return "contains parent sequence '..'"
	case strings.Contains(id, "/"):
		return "contains '/'"
	case strings.Contains(id, `\`):
		return `contains '\'`
	case strings.Contains(id, "\x00"):
		return "contains NUL"
	case strings.Contains(id, ":"):
		return "contains ':'"
	case strings.ContainsFunc(id, unicode.IsSpace):
		return "contains whitespace"
	case !alphanumeric(rune(id[0])):
		return "must start with [A-Za-z0-9], got " + strconv.QuoteRune(rune(id[0]))
	}
	for _, r := range id {
		if !alphanumeric(r) && !strings.ContainsRune("_.-", r) {
			return "disallowed character " + strconv.QuoteRune(r) + " (allowed: [A-Za-z0-9_.-])"
		}
	}
	if stem, _, _ := strings.Cut(id, "."); reserved(stem) {
		return "Windows-reserved name: '" + stem + "'"
	}
	return ""
}

func alphanumeric(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// reserved are the names that are devices on Windows, whatever follows the dot.
func reserved(stem string) bool {
	switch s := strings.ToUpper(stem); s {
	case "CON", "PRN", "AUX", "NUL":
		return true
	default:
		return len(s) == 4 && (s[:3] == "COM" || s[:3] == "LPT") && s[3] >= '1' && s[3] <= '9'
	}
}
