package sys

const (
	// MaxLog is how many bytes a log has when the next line turns it.
	MaxLog = 64 << 20

	// OldLog is what the name of a log that was turned ends in.
	OldLog = ".1"
)
