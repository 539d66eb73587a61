package source

import (
	"bytes"
	"strings"
)

// A Test is one that a file declares.
type Test struct {
	Name      string // as its harness has it, within the file
	Line, End int    // from its first mark to its last line, from 1
	Off       bool   // it is switched off where it stands
	Rows      int    // of the table that it goes through; 0 if it has none
}

// Count is how many tests it stands for.
func (t Test) Count() int { return max(1, t.Rows) }

// Body are its lines, without what is white space around them.
func (t Test) Body(text []byte) []string {
	var list []string
	for i, line := range strings.Split(string(text), "\n") {
		if i+1 >= t.Line && i+1 <= t.End {
			list = append(list, strings.Join(strings.Fields(line), " "))
		}
	}
	return list
}

// Generated reports whether a file says that a program wrote it, by the line that
// Go's tools agree on, in a comment of any language, within its first lines.
func Generated(text []byte) bool {
	if text = text[:min(len(text), 8<<10)]; !bytes.Contains(text, []byte("Code generated ")) {
		return false
	}
	for i, line := range strings.SplitN(string(text), "\n", 41) {
		line = strings.TrimRight(line, "\r */->")
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, "/#*-<! "), "Code generated "); ok && i < 40 && strings.HasSuffix(rest, " DO NOT EDIT.") {
			return true
		}
	}
	return false
}
