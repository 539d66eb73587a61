package call

import "kei/runtime/str"

// New is a Scanner of a stream; read returns 0 at its end.
func New(read func([]byte) (int, error)) *Scanner {
	return &Scanner{read: read, buf: make([]byte, bufferSize)}
}

// Of is a Scanner of a document in memory.
func Of(text []byte) *Scanner { return &Scanner{buf: text, end: len(text), eof: true} }

// Input is New for standard input. It reads into memory that is not on the heap,
// where clearing it and growing for it would cost more than reading the payload.
func Input(read func([]byte) (int, error)) *Scanner {
	if stdin.taken {
		return New(read)
	}
	stdin.taken = true
	stdin.scanner = Scanner{read: read, buf: stdinBytes.buffer[:], bytes: stdinBytes.bytes[:], list: stdin.list[:]}
	return &stdin.scanner
}

// The bytes stand apart from the fields: of memory that can hold pointers the
// runtime makes a mask at every start.
var stdin struct {
	taken   bool
	scanner Scanner
	list    [3 * roomFor]Field
}

var stdinBytes struct {
	bytes  [2 << 10]byte
	buffer [bufferSize]byte // last: of what is not read no page is needed
}

// ParseObject reads a document in memory that is one object, called name in
// errors, and keeps all of it, of numbers at its top the text.
func ParseObject(name string, text []byte) (Members, error) {
	s := Of(text)
	c, err := s.next()
	if err != nil {
		return nil, err
	}
	if c != '{' {
		return nil, s.unexpected("a JSON object")
	}
	all := func(string) bool { return true }
	got, err := s.object(name, all, func(key string) (Value, error) {
		if _, err := s.next(); err != nil {
			return Value{}, err
		}
		start := s.pos
		v, err := s.keep(key, 1)
		if v.Kind == Number {
			v.Text = string(s.buf[start:s.pos]) // the document is in memory as a whole
		}
		return v, err
	})
	if err != nil {
		return nil, err
	}
	return got, s.finish()
}

// Keys says which keys of a payload mean something. Of the others no more is
// kept than the type of their value.
type Keys struct {
	Top   func(folded string) bool // of the payload, in lower case
	Input func(key string) bool    // of a tool's input
}

// Payload reads the document that a client writes: one object.
func (s *Scanner) Payload(keys Keys) (Members, error) {
	if err := s.fill(3); err != nil {
		return nil, err
	}
	if s.end-s.pos >= 3 && string(s.buf[s.pos:s.pos+3]) == "\uFEFF" {
		s.pos += 3 // clients on Windows write one; a second is no JSON
	}
	c, err := s.next()
	if err != nil {
		return nil, err
	}
	if s.pos == s.end {
		return nil, str.Fault("it is empty; a gate needs the tool call, as JSON, on standard input")
	}
	if c != '{' {
		if _, err := s.skip(0); err != nil {
			return nil, str.Fault("it is not JSON: " + err.Error())
		}
		return nil, str.Fault("it is not a JSON object")
	}
	top, err := s.object("the payload", keys.top, func(key string) (Value, error) {
		switch {
		case str.In(key, "tool_input", "toolArgs", "tool_info"):
			return s.input(keys, key, 1)
		case key == "tool_call":
			return s.toolCall(keys, key, "input", 1)
		case key == "toolCalls":
			return s.batch(keys, key)
		case keys.top(key):
			return s.keep(key, 1)
		}
		return s.skip(1)
	})
	if err == nil {
		err = s.finish()
	}
	return top, err
}

// top reports whether a key of the payload, folded or not, means something.
func (k Keys) top(key string) bool { return k.Top(foldKey(key)) }

// input reads a tool's input: an object of which the fields that may decide are
// kept, or for some tools a string.
func (s *Scanner) input(keys Keys, name string, depth int) (Value, error) {
	c, err := s.next()
	if err != nil {
		return Value{}, err
	}
	switch c {
	case '{':
		f, err := s.object(name, keys.Input, func(key string) (Value, error) {
			if keys.Input(key) {
				return s.keep(name+"."+key, depth+1)
			}
			return s.skip(depth + 1)
		})
		return ObjectOf(f), err
	case '"':
		s.pos++
		return s.text(maxText)
	}
	return s.skip(depth)
}

// toolCall reads the object in which a client wraps a tool's name and input.
func (s *Scanner) toolCall(keys Keys, name, input string, depth int) (Value, error) {
	c, err := s.next()
	if err != nil || c != '{' {
		return Value{}, s.unexpected("the object " + name)
	}
	known := func(key string) bool { return key == "name" || key == input }
	f, err := s.object(name, known, func(key string) (Value, error) {
		switch key {
		case input:
			return s.input(keys, name+"."+input, depth+1)
		case "name":
			return s.keep(key, depth+1)
		}
		return s.skip(depth + 1)
	})
	return ObjectOf(f), err
}

// batch reads several tool calls in one payload, {"name": ..., "args": ...} each.
func (s *Scanner) batch(keys Keys, name string) (Value, error) {
	c, err := s.next()
	if err != nil || c != '[' {
		return Value{}, s.unexpected("the array " + name)
	}
	return s.array(func() (Value, error) {
		if s.kept += nodeCost; s.kept > maxKept {
			return s.giveUp(2)
		}
		return s.toolCall(keys, name, "args", 2)
	}, 1)
}

// Nested reads a tool's input that is JSON in a string: an object, of which the
// same is kept and refused as of one that stands in the payload itself.
func Nested(text string, keys Keys, name string) (Value, error) {
	s := Of([]byte(text))
	v, err := s.input(keys, name, 1)
	if err == nil {
		err = s.finish()
	}
	return v, err
}
