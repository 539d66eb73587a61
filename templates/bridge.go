package templates

import "strings"

// A bridged file asks a gate for a client that takes no command for a hook. Its
// note is a line that its program is read back from.
type bridged struct{ Note, Argv, Within, Session, Ask string }

// OpenCode is the plugin that asks a gate, with argv as a list in JSON, and
// waits so many seconds for it. session is what KEI_GATE of the client's process is
// to be, a string in JSON, "" for nothing.
func OpenCode(note, argv, within, session string) ([]byte, error) {
	return script("bridge/opencode.js", bridged{Note: note, Argv: argv, Within: within, Session: session})
}

// Pi is the extension that asks a gate, like [OpenCode].
func Pi(note, argv, within, session string) ([]byte, error) {
	return script("bridge/pi.js", bridged{Note: note, Argv: argv, Within: within, Session: session})
}

// Cline is the hook that asks a gate, with argv as words of the shell.
func Cline(note, argv, _, _ string) ([]byte, error) {
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
