package tomlpos

import (
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
)

// maxDepth bounds the recursion, here and in the TOML library.
const maxDepth = 50

// A node is the place of one value and of what is inside it.
type node struct {
	keyAt, at int // byte offsets of the key and of the value

	table map[string]*node
	keys  []string // of table, in the order of the text
	list  []*node
}

func (n *node) child(key string, keyAt int) (child *node, isNew bool) {
	if c, ok := n.table[key]; ok {
		return c, false
	}
	if n.table == nil {
		n.table = map[string]*node{}
	}
	c := &node{keyAt: keyAt, at: keyAt}
	n.table[key] = c
	n.keys = append(n.keys, key)
	return c, true
}

// last is the table that a header naming n opens or continues.
func (n *node) last() *node {
	if len(n.list) > 0 {
		return n.list[len(n.list)-1]
	}
	return n
}

// A scanner walks TOML that is known, or will be found, to be well-formed; it
// stops at anything else.
type scanner struct {
	src  string
	i    int
	bad  bool
	deep int // offset of what is nested too deep, -1 if nothing is
}

// scan finds every place of src. For text that is not TOML it returns as much
// as it understood. deep is the offset of a value nested too deep, or -1.
func scan(src string) (root *node, at lineStarts, deep int) {
	s := &scanner{src: src, deep: -1}
	root = &node{}
	table := root
	for s.skip(true); !s.bad && s.i < len(s.src); s.skip(true) {
		start := s.i
		if s.take("[") {
			many := s.take("[")
			keys := s.path()
			table = open(root, keys, start, many)
			if !s.take("]") || many && !s.take("]") {
				s.bad = true
			}
			continue
		}
		s.pair(table, 0)
	}
	return root, positions(src), s.deep
}

// open is the table a header names.
func open(root *node, keys []key, start int, many bool) *node {
	n := root
	for i, k := range keys {
		var isNew bool
		n, isNew = n.last().child(k.text, k.at)
		if i < len(keys)-1 {
			continue
		}
		if many {
			if isNew {
				n.at = start
			}
			n.list = append(n.list, &node{keyAt: k.at, at: start})
		} else {
			n.at, n.keyAt = start, k.at
		}
	}
	return n.last()
}

// pair reads key = value into table.
func (s *scanner) pair(table *node, depth int) {
	n := table
	for _, k := range s.path() {
		n, _ = n.last().child(k.text, k.at)
	}
	s.skip(false)
	if n == table || !s.take("=") {
		s.bad = true
		return
	}
	s.value(n, depth)
}

type key struct {
	text string
	at   int
}

// path reads a dotted key.
func (s *scanner) path() []key {
	var keys []key
	for {
		s.skip(false)
		start := s.i
		var text string
		if s.i < len(s.src) && (s.src[s.i] == '"' || s.src[s.i] == '\'') {
			s.quoted()
			text = unquote(s.src[start:s.i])
		} else {
			for s.i < len(s.src) && !strings.ContainsRune(" \t\n.=[]{},#\"'", rune(s.src[s.i])) {
				s.i++
			}
			text = s.src[start:s.i]
			s.bad = s.bad || text == ""
		}
		keys = append(keys, key{text, start})
		s.skip(false)
		if len(keys) > maxDepth {
			s.tooDeep(start)
		}
		if s.bad || !s.take(".") {
			return keys
		}
	}
}

func (s *scanner) value(n *node, depth int) {
	s.skip(false)
	n.at = s.i
	if depth > maxDepth {
		s.tooDeep(s.i)
	}
	if s.bad || s.i >= len(s.src) {
		s.bad = true
		return
	}
	switch s.src[s.i] {
	case '"', '\'':
		s.quoted()
	case '[':
		s.i++
		s.members(']', func() {
			e := &node{}
			s.value(e, depth+1)
			n.list = append(n.list, e)
		})
	case '{':
		s.i++
		s.members('}', func() { s.pair(n, depth+1) })
	default:
		for s.i < len(s.src) && !strings.ContainsRune(",]}#\n", rune(s.src[s.i])) {
			s.i++
		}
	}
}

// members reads what stands between a bracket and its end, comma by comma.
func (s *scanner) members(end byte, one func()) {
	for !s.bad {
		s.skip(true)
		if s.i >= len(s.src) {
			s.bad = true
			return
		}
		if s.src[s.i] == end {
			s.i++
			return
		}
		one()
		s.skip(true)
		if !s.take(",") && !(s.i < len(s.src) && s.src[s.i] == end) {
			s.bad = true
		}
	}
}

// quoted passes over a string of any of the four kinds.
func (s *scanner) quoted() {
	q := s.src[s.i : s.i+1]
	if triple := q + q + q; s.take(triple) {
		for s.i < len(s.src) {
			if q == `"` && s.src[s.i] == '\\' {
				s.i += 2
			} else if s.take(triple) {
				// Up to two quotes right before the end belong to the text.
				for extra := 0; extra < 2 && s.take(q); extra++ {
				}
				return
			} else {
				s.i++
			}
		}
		s.i, s.bad = len(s.src), true
		return
	}
	for s.i++; s.i < len(s.src) && s.src[s.i] != '\n'; s.i++ {
		if s.src[s.i] == q[0] {
			s.i++
			return
		}
		if q == `"` && s.src[s.i] == '\\' {
			s.i++
		}
	}
	s.i, s.bad = min(s.i, len(s.src)), true
}

// skip passes over blanks, and over line ends and comments when lines is set.
func (s *scanner) skip(lines bool) {
	for s.i < len(s.src) {
		switch c := s.src[s.i]; {
		case c == ' ' || c == '\t' || lines && c == '\n':
			s.i++
		case lines && c == '#':
			for s.i < len(s.src) && s.src[s.i] != '\n' {
				s.i++
			}
		default:
			return
		}
	}
}

func (s *scanner) take(text string) bool {
	if s.i < len(s.src) && strings.HasPrefix(s.src[s.i:], text) {
		s.i += len(text)
		return true
	}
	return false
}

func (s *scanner) tooDeep(at int) {
	if s.deep < 0 {
		s.deep = at
	}
	s.bad = true
}

// unquote leaves the escapes of a quoted key to the library.
func unquote(quoted string) string {
	var v struct{ K string }
	if _, err := toml.Decode("K = "+quoted, &v); err != nil {
		return quoted
	}
	return v.K
}

// lineStarts are the byte offsets at which the lines of a text start.
type lineStarts []int

func positions(src string) lineStarts {
	starts := lineStarts{0}
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func (l lineStarts) at(offset int) Pos {
	line := sort.SearchInts(l, offset+1)
	return Pos{line, offset - l[line-1] + 1}
}
