package ledger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// MaxID is how many bytes the id of an agent may have.
const MaxID = 64

// An IDError says why a text cannot be the id of an agent.
type IDError struct{ Reason string }

func (e *IDError) Error() string { return "invalid agent-id: " + e.Reason }

// CheckID holds an id to what is safe as an element of a path, in the name of a
// branch and as a file on Windows. The error is an [*IDError] and names the
// first thing that is wrong.
func CheckID(id string) error {
	for _, rule := range idRules {
		if reason := rule(id); reason != "" {
			return &IDError{reason}
		}
	}
	return nil
}

// idRules are asked in order; the order decides which reason is given.
var idRules = []func(string) string{
	func(id string) string {
		if id == "" {
			return "empty"
		}
		if len(id) > MaxID {
			return fmt.Sprintf("length %d exceeds max %d", len(id), MaxID)
		}
		return ""
	},
	func(id string) string {
		if strings.ContainsFunc(id, func(r rune) bool { return r > unicode.MaxASCII }) {
			return "contains non-ASCII"
		}
		return ""
	},
	contains("..", "parent sequence '..'"),
	contains("/", "'/'"),
	contains(`\`, `'\'`),
	contains("\x00", "NUL"),
	contains(":", "':'"),
	func(id string) string {
		if strings.ContainsFunc(id, unicode.IsSpace) {
			return "contains whitespace"
		}
		return ""
	},
	func(id string) string {
		if !letterOrDigit(rune(id[0])) {
			return "must start with [A-Za-z0-9], got " + strconv.QuoteRune(rune(id[0]))
		}
		i := strings.IndexFunc(id, func(r rune) bool { return !letterOrDigit(r) && !strings.ContainsRune("_.-", r) })
		if i >= 0 {
			return "disallowed character " + strconv.QuoteRune(rune(id[i])) + " (allowed: [A-Za-z0-9_.-])"
		}
		return ""
	},
	// Windows opens a device for these names, whatever extension they have.
	func(id string) string {
		stem, _, _ := strings.Cut(id, ".")
		name := strings.ToUpper(stem)
		device := slices.Contains([]string{"CON", "PRN", "AUX", "NUL"}, name)
		if port, ok := strings.CutPrefix(name, "COM"); ok {
			device = numbered(port)
		} else if port, ok := strings.CutPrefix(name, "LPT"); ok {
			device = numbered(port)
		}
		if device {
			return "Windows-reserved name: '" + stem + "'"
		}
		return ""
	},
}

func contains(what, name string) func(string) string {
	return func(id string) string {
		if strings.Contains(id, what) {
			return "contains " + name
		}
		return ""
	}
}

func letterOrDigit(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

func numbered(port string) bool { return len(port) == 1 && port[0] >= '1' && port[0] <= '9' }
