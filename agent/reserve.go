package agent

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"fmt"
	"os"
)

// While a client works, the disk of its folder can fill up: by the client, or by
// anybody else. That it has ended, and its last words, are written all the same: a
// file that takes their room is there from before the client until after it. What
// still could not be written then, the log has, if that is whole.

const (
	reserveFile = "reserve"
	reserved    = 256 << 10
)

// reserve takes room for how the client ends. It has no pattern that a disk could
// make smaller.
func (a *Agent) reserve() error {
	room := make([]byte, reserved)
	_, _ = rand.Read(room) // never fails
	if err := WriteFile(a.File(reserveFile), room, 0o600); err != nil {
		return fmt.Errorf("no room to write down how it ends: %w", err)
	}
	return nil
}

// spend gives the room free.
func (a *Agent) spend() { _ = os.Remove(a.File(reserveFile)) }

// ended is what the client said at the end, as its log has it. What an agent ran can
// have written there too: its report is its own words anyway, and its work is verified.
func (a *Agent) ended() (s Said) {
	f, err := os.Open(a.File(LogFile))
	if err != nil {
		return s
	}
	defer f.Close()
	quiet := func(string, ...any) {}
	in := bufio.NewReaderSize(f, 64<<10)
	for {
		line, err := readLine(in)
		if bytes.Contains(line, []byte(`"subtype":"init"`)) {
			s = Said{} // one that goes on begins again
		}
		if len(line) > 0 {
			s.take(line, quiet)
		}
		if err != nil {
			return s
		}
	}
}
