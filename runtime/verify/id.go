package verify

import (
	"errors"
	"fmt"
	"strings"
)

// maxID is how many bytes the id of an agent may have.
const maxID = 64

// CheckAgentID holds an id to what can be part of a path and of a branch. Ids
// are checked in full where they are given out; here it matters that none leads
// to another agent's files.
func CheckAgentID(id string) error {
	switch {
	case id == "":
		return errors.New("invalid agent-id: empty")
	case len(id) > maxID:
		return fmt.Errorf("invalid agent-id: length %d exceeds max %d", len(id), maxID)
	case strings.Contains(id, ".."):
		return errors.New("invalid agent-id: contains parent sequence '..'")
	}
	for i, c := range []byte(id) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && (i == 0 || c != '_' && c != '.' && c != '-') {
			return fmt.Errorf("invalid agent-id: disallowed character %q", c)
		}
	}
	switch stem, _, _ := strings.Cut(strings.ToUpper(id), "."); {
	case stem == "CON", stem == "PRN", stem == "AUX", stem == "NUL",
		len(stem) == 4 && (stem[:3] == "COM" || stem[:3] == "LPT") && stem[3] >= '1' && stem[3] <= '9':
		return fmt.Errorf("invalid agent-id: Windows-reserved name: '%s'", stem)
	}
	return nil
}
