package goldentests

import (
	"os"
	"strings"
	"testing"

	"kei/runtime/gate"
)

// enoughLines is how many lines there are at least of each kind of the role guarded, and
// of all the roles with a list of commands together.
const enoughLines = 100

// TestDishonest asks the shipped roles about harm in many spellings, and about its
// honest neighbours.
func TestDishonest(t *testing.T) {
	text, err := os.ReadFile("cases/dishonest.txt")
	if err != nil {
		t.Fatal(err)
	}
	root := worktreeOfLines(t)
	counts, spellings := map[string]int{}, []string{"%s"}
	var h held
	section, kind := "", ""
	for i, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		switch mark {
		case "=":
		case "~":
			spellings = append(spellings, rest)
		case "#":
			role, _, guards := strings.Cut(rest, " ")
			h, section, kind = shipped(t, role, root), rest, "a role with a list"
			if guards {
				kind = rest
			}
			if !strings.HasPrefix(role, "edit-") {
				continue // it writes where its role says
			}
			h.task = &gate.Task{Role: role, AgentID: "a", Whitelist: []gate.Glob{"src/**"}, Denylist: []gate.Glob{"src/gen/**"}, Source: strings.Repeat("0", 64)}
		case "a", "d":
			for _, spelling := range spellings {
				if spelling != "%s" && strings.Contains(rest, "'") {
					continue
				}
				command := strings.ReplaceAll(strings.ReplaceAll(spelling, "%s", rest), `\n`, "\n")
				if mark == "d" {
					counts[kind]++
				}
				if got := h.bash(command); got.denied != (mark == "d") {
					t.Errorf("line %d: %s is answered with %s: %q: %s", i+1, section, got, command, got.reason)
				}
			}
		default:
			t.Errorf("line %d: %q", i+1, line)
		}
	}
	for _, kind := range sortedKeys(counts) {
		if t.Logf("%4d dishonest lines  %s", counts[kind], kind); counts[kind] < enoughLines {
			t.Errorf("%s: %d lines, fewer than %d", kind, counts[kind], enoughLines)
		}
	}
}
