// Package regexps is for the gate of a policy with a set of patterns whose table
// would be too large: it alone links regexp, which is a twentieth of a gate.
package regexps

import (
	"regexp"

	"kei/runtime/gate"
	"kei/runtime/shell"
)

// Late is [shell.Late] with patterns.
var Late = &gate.Late{Parse: shell.Read, After: shell.After, Match: matches}

func matches(pattern, text string) bool {
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(text)
}
