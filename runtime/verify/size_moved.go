package verify

import (
	"path"
	"strings"

	"kei/runtime/source"
)

// What was longer before may stay, also under another name or in another place: a
// piece that the work takes away is the former self of one that it adds, if most of
// its lines are the same. Each is that of one piece, so that what is copied is new.

// A departed is the pieces of sources that the work takes away.
type departed struct {
	files, functions []piece
}

type piece struct {
	ext     string
	lines   map[string]int
	counted int
	taken   bool
}

// alike is how much of a piece has to be in its former self, in hundredths.
const alike = 75

// departed are the pieces that are there no more.
func (m *measuring) departed() (*departed, error) {
	if m.gone != nil {
		return m.gone, nil
	}
	m.gone = &departed{}
	for _, c := range m.run.Changes {
		ext := strings.ToLower(path.Ext(c.Path))
		if !c.Old.Regular() || !m.about(c.Path) {
			continue
		}
		text, err := m.run.blob(c.Old)
		if err != nil {
			return nil, err
		}
		var now []byte
		if c.New.Regular() {
			if now, err = m.run.blob(c.New); err != nil {
				return nil, err
			}
		}
		if len(text) > source.MaxBytes || len(now) > source.MaxBytes {
			continue
		}
		was, _ := measure(ext, text)
		is, _ := measure(ext, now)
		if now == nil && was.Counted() > m.FileLines {
			m.gone.files = append(m.gone.files, newPiece(ext, text, 1, was.Size))
		}
		still := map[string]int{}
		for _, f := range is.functions {
			still[f.Name]++
		}
		for _, f := range was.functions {
			if still[f.Name]--; still[f.Name] < 0 && f.Counted() > m.FunctionLines {
				m.gone.functions = append(m.gone.functions, newPiece(ext, text, f.Line, f.Size))
			}
		}
	}
	return m.gone, nil
}

func newPiece(ext string, text []byte, line int, size source.Size) piece {
	p := piece{ext: ext, lines: map[string]int{}, counted: size.Counted()}
	for i, l := range strings.Split(string(text), "\n") {
		if i+1 >= line && i+1 < line+size.Lines {
			p.lines[strings.Join(strings.Fields(l), " ")]++
		}
	}
	return p
}

// formerFile is how long a new file was under another name, 0 if it was not there.
func (m *measuring) formerFile(ext string, now []byte) (int, error) {
	gone, err := m.departed()
	if err != nil {
		return 0, err
	}
	return former(gone.files, newPiece(ext, now, 1, source.Size{Lines: source.Lines(now)})), nil
}

// formerFunction is how long a new function was under another name or elsewhere.
func (m *measuring) formerFunction(ext string, f function, now []byte) (int, error) {
	gone, err := m.departed()
	if err != nil {
		return 0, err
	}
	return former(gone.functions, newPiece(ext, now, f.Line, f.Size)), nil
}

// former takes the piece of the list that has the most lines of p.
func former(list []piece, p piece) int {
	best, most := -1, 0
	all := 0
	for _, n := range p.lines {
		all += n
	}
	for i, old := range list {
		if old.taken || old.ext != p.ext {
			continue
		}
		same := 0
		for line, n := range p.lines {
			same += min(n, old.lines[line])
		}
		if same > most && same*100 >= alike*all {
			best, most = i, same
		}
	}
	if best < 0 {
		return 0
	}
	list[best].taken = true
	return list[best].counted
}
