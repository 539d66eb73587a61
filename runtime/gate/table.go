package gate

import "kei/runtime/match"

// Table is what the patterns of a rule are compiled to.
type Table = match.Table
