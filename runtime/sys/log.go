package sys

import "kei/runtime/str"

const (
	// MaxLog is how many bytes a log has when the next line turns it.
	MaxLog = 64 << 20

	// OldLogs is how many logs that were turned are kept: who fills logs to lose a line
	// has to fill so many.
	OldLogs = 9

	// tailLength is how much of a file's end is looked at before a line is added.
	tailLength = 16 << 10
)

// OldLog is the name of a log that was turned n times ago, from 1 to [OldLogs].
func OldLog(path string, n int) string { return path + "." + str.Itoa(int64(n)) }
