package gate

import (
	"kei/runtime/file"
	"kei/runtime/match"
	"kei/runtime/str"
)

// Glob is a pattern for the path of a file.
type Glob = file.Glob

// Table is what the patterns of a rule are compiled to.
type Table = match.Table

type fault = str.Fault
