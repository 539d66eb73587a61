package agent

import (
	"bytes"
	"io"
	"regexp"
)

// A progress is what the verify program says on standard error: how far it has
// come is said as it comes, the rest is kept.
type progress struct {
	rest io.Writer
	say  func(line string)
	line []byte // that has not come to its end
}

var progressLine = regexp.MustCompile(`^verify: +[0-9]+s `)

func (p *progress) Write(text []byte) (int, error) {
	p.line = append(p.line, text...)
	for {
		i := bytes.IndexByte(p.line, '\n')
		if i < 0 && len(p.line) <= 64<<10 {
			return len(text), nil
		}
		if i < 0 {
			i = len(p.line) - 1
		}
		p.take(p.line[:i+1])
		p.line = p.line[i+1:]
	}
}

func (p *progress) take(line []byte) {
	if progressLine.Match(line) {
		p.say(short(string(line)))
		return
	}
	_, _ = p.rest.Write(line)
}

// flush takes what did not come to the end of its line.
func (p *progress) flush() {
	p.take(p.line)
	p.line = nil
}
