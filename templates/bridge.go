package templates

import "strings"

// A bridged file asks a gate for a client that takes no command for a hook. Its
// note is a line that its program is read back from.
type bridged struct{ Note, Argv, Within, Ask string }

// OpenCode is the plugin that asks a gate, with argv as a list in JSON, and
// waits so many seconds for it.
func OpenCode(note, argv, within string) ([]byte, error) {
	return script("bridge/opencode.js", bridged{Note: note, Argv: argv, Within: within})
}

// Pi is the extension that asks a gate, like [OpenCode].
func Pi(note, argv, within string) ([]byte, error) {
	return script("bridge/pi.js", bridged{Note: note, Argv: argv, Within: within})
}

// Cline is the hook that asks a gate, with argv as words of the shell.
func Cline(note, argv, _ string) ([]byte, error) {
	return execute("bridge/cline.sh", bridged{Note: note, Argv: argv})
}

func script(name string, b bridged) ([]byte, error) {
	ask, err := execute("bridge/ask.js", b)
	if err != nil {
		return nil, err
	}
	b.Ask = strings.TrimRight(string(ask), "\n") + "\n"
	return execute(name, b)
}
