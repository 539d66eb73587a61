package call

import (
	"unicode/utf8"
	"unsafe"

	"kei/runtime/str"
)

// A Scanner reads one JSON document from a stream through a fixed buffer. It
// is stricter than RFC 8259 asks, so that no two readers can disagree about
// what a payload says: no invalid UTF-8, no half of a
// surrogate pair, no number beyond a float64, bounded nesting, and nothing
// after the document. What is not needed is checked and passed over without
// being stored: a call that writes 64 MB costs the buffer and no more.
type Scanner struct {
	read func([]byte) (int, error) // (0, nil) at the end; nil for a document in memory
	buf  []byte
	pos  int   // next byte to look at
	end  int   // end of what was read
	base int64 // offset in the stream of buf[0]
	eof  bool

	kept int // bytes of keys and values stored so far, see maxKept

	// Where the first of them are stored; the heap has the rest. A fresh heap
	// costs a page fault for every size of object, which is most of what
	// reading a small payload would cost.
	bytes []byte
	list  []Field
}

const (
	bufferSize = 64 << 10
	maxDepth   = 64        // levels of arrays and objects
	maxKeys    = 512       // keys of an object that is interpreted
	maxKey     = 1 << 10   // bytes of such a key
	maxText    = 1 << 20   // bytes of one stored string
	maxKept    = 2 << 20   // bytes of everything stored
	nodeCost   = 128       // bytes that a stored value takes besides its text
	roomFor    = 16        // keys of an object that are stored off the heap
	maxStream  = 512 << 20 // bytes of a payload
)

// fail is for what is wrong at the next byte. Like everything that only words
// a complaint it is kept out of the functions that call it: their frames decide
// how often the stack has to grow while a payload is read, and growing it costs
// more than reading does.
//
//go:noinline
func (s *Scanner) fail(what string) error {
	return str.Fault(what + " at byte " + str.Itoa(s.base+int64(s.pos)))
}

// fill sees to it that need bytes can be looked at, unless the stream ends
// before.
func (s *Scanner) fill(need int) error {
	for s.end-s.pos < need && !s.eof {
		if s.pos > 0 {
			copy(s.buf, s.buf[s.pos:s.end])
			s.base += int64(s.pos)
			s.end -= s.pos
			s.pos = 0
		}
		if s.base > maxStream {
			return s.tooLong()
		}
		n, err := s.read(s.buf[s.end:])
		if err != nil {
			return s.unreadable(err)
		}
		if n <= 0 {
			s.eof = true
		} else {
			s.end += n
		}
	}
	return nil
}

//go:noinline
func (s *Scanner) tooLong() error {
	return s.fail("it is longer than " + str.Itoa(maxStream) + " bytes")
}

//go:noinline
func (s *Scanner) unreadable(err error) error { return s.fail("reading it: " + err.Error()) }

// peek returns the next byte, or 0 at the end (a NUL in the stream is an error
// wherever peek is used, so the two need no telling apart).
func (s *Scanner) peek() (byte, error) {
	if s.pos == s.end {
		if err := s.fill(1); err != nil {
			return 0, err
		}
		if s.pos == s.end {
			return 0, nil
		}
	}
	return s.buf[s.pos], nil
}

// next is peek after white space.
func (s *Scanner) next() (byte, error) {
	for {
		c, err := s.peek()
		if err != nil || (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
			return c, err
		}
		s.pos++
	}
}

// unexpected says what stands where wanted should.
//
//go:noinline
func (s *Scanner) unexpected(wanted string) error {
	if s.pos == s.end {
		return s.fail("it ends where " + wanted + " should stand,")
	}
	c := s.buf[s.pos]
	if c < ' ' || c > '~' {
		return s.fail("the byte 0x" + str.Hex(c) + " stands where " + wanted + " should,")
	}
	return s.fail("'" + string(rune(c)) + "' stands where " + wanted + " should,")
}

// A Kind is the type of a JSON value.
type Kind byte

// The types of values. Absent is that of one that is not there.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String says the type with its article, as messages have it.
func (k Kind) String() string {
	return [...]string{"missing", "null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// A Value is one that is kept. It is small because it is handed around: most
// have no more than their text.
type Value struct {
	Kind Kind
	Yes  bool   // of a boolean
	Text string // of a string
	more *inside
}

// An inside is what few values have.
type inside struct {
	items   []Value // of an array
	members Members // of an object
	flaw    string  // why it is not all there: "is longer than ..."
}

// Items are the elements of an array.
func (v Value) Items() []Value {
	if v.more == nil {
		return nil
	}
	return v.more.items
}

// Members are the fields of an object.
func (v Value) Members() Members {
	if v.more == nil {
		return nil
	}
	return v.more.members
}

// Flaw says why a value is not all there, as in "is longer than ..."; it is ""
// if it is.
func (v Value) Flaw() string {
	if v.more == nil {
		return ""
	}
	return v.more.flaw
}

func (v Value) flawed(why string) Value {
	v.more = &inside{items: v.Items(), members: v.Members(), flaw: why}
	return v
}

// ObjectOf is the object of these fields.
func ObjectOf(m Members) Value { return Value{Kind: Object, more: &inside{members: m}} }

// A Field is one key of an object. Those whose value is not kept have its kind.
type Field struct {
	Key string
	Value
}

// Members are the fields of an object, in their order.
type Members []Field

// Get returns the value under exactly that key; its kind is Absent if
// there is none.
func (f Members) Get(key string) Value {
	for i := range f {
		if f[i].Key == key {
			return f[i].Value
		}
	}
	return Value{}
}

// Has reports whether there is a field of that name.
func (f Members) Has(key string) bool { return f.Get(key).Kind != Absent }

// Text returns the string under that key, "" if there is none.
func (f Members) Text(key string) string { return f.Get(key).Text }

// object reads an object whose keys mean something; the opening brace is next.
// Each key is handed to take, which reads the value. A key that stands twice is
// refused, and so is one that differs from another only in case when known says
// that this key matters: decoders do not agree on who wins.
func (s *Scanner) object(name string, known func(string) bool, take func(key string) (Value, error)) (Members, error) {
	s.pos++
	var list Members
	if len(s.list) >= roomFor {
		list, s.list = s.list[:0:roomFor], s.list[roomFor:]
	}
	c, err := s.next()
	if err != nil {
		return nil, err
	}
	if c == '}' {
		s.pos++
		return nil, nil
	}
	for {
		if c, err = s.next(); err != nil {
			return nil, err
		}
		if c != '"' {
			return nil, s.noKey(name)
		}
		s.pos++
		k, err := s.text(maxKey)
		if err != nil {
			return nil, err
		}
		if err = s.newKey(name, k, list, known); err != nil {
			return nil, err
		}
		if c, err = s.next(); err != nil {
			return nil, err
		}
		if c != ':' {
			return nil, s.unexpected("':'")
		}
		s.pos++
		v, err := take(k.Text)
		if err != nil {
			return nil, err
		}
		list = append(list, Field{k.Text, v})
		if c, err = s.next(); err != nil {
			return nil, err
		}
		s.pos++
		switch c {
		case ',':
		case '}':
			return list, nil
		default:
			s.pos--
			return nil, s.unexpected("',' or '}'")
		}
	}
}

//go:noinline
func (s *Scanner) noKey(name string) error { return s.unexpected("a key of " + name) }

// newKey refuses a key that must not stand beside those in list.
//
//go:noinline
func (s *Scanner) newKey(name string, k Value, list Members, known func(string) bool) error {
	if k.Flaw() != "" {
		return s.fail("a key of " + name + " " + k.Flaw())
	}
	if len(list) == maxKeys {
		return s.fail(name + " has more than " + str.Itoa(maxKeys) + " keys")
	}
	for i := range list {
		if len(list[i].Key) != len(k.Text) && isASCII(list[i].Key) && isASCII(k.Text) {
			continue
		}
		if list[i].Key == k.Text {
			return s.fail("the key " + k.Text + " of " + name + " stands twice,")
		}
		if folded := foldKey(k.Text); foldKey(list[i].Key) == folded && (known(folded) || known(k.Text) || known(list[i].Key)) {
			return s.fail("the keys " + list[i].Key + " and " + k.Text + " of " + name + " differ only in case")
		}
	}
	return nil
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// foldKey folds as encoding/json does when it looks for a struct field: ASCII
// letters, and the two characters beyond ASCII that fold to one.
func foldKey(key string) string {
	for i := 0; i < len(key); i++ {
		if key[i] >= utf8.RuneSelf {
			var b []byte
			for _, r := range key {
				switch r {
				case 'ſ':
					r = 's'
				case 'K': // the Kelvin sign
					r = 'k'
				}
				b = utf8.AppendRune(b, r)
			}
			return str.Lower(string(b))
		}
	}
	return str.Lower(key)
}

// keep reads a value and stores it, with what is inside arrays and objects. Of
// what goes beyond maxKept it stores the type and the flaw.
func (s *Scanner) keep(name string, depth int) (Value, error) {
	c, err := s.next()
	if err != nil {
		return Value{}, err
	}
	if s.kept += nodeCost; s.kept > maxKept {
		return s.giveUp(depth)
	}
	switch c {
	case '"':
		s.pos++
		return s.text(maxText)
	case '{':
		return s.keepObject(name, depth)
	case '[':
		return s.keepArray(name, depth)
	}
	return s.skip(depth)
}

//go:noinline
func (s *Scanner) giveUp(depth int) (Value, error) {
	v, err := s.skip(depth)
	return v.flawed("comes after more than " + str.Itoa(maxKept) + " bytes of other fields"), err
}

func (s *Scanner) keepObject(name string, depth int) (Value, error) {
	if depth >= maxDepth {
		return Value{}, s.tooDeep()
	}
	f, err := s.object(name, func(string) bool { return true }, func(key string) (Value, error) {
		return s.keep(name+"."+key, depth+1)
	})
	return ObjectOf(f), err
}

func (s *Scanner) keepArray(name string, depth int) (Value, error) {
	if depth >= maxDepth {
		return Value{}, s.tooDeep()
	}
	return s.array(func() (Value, error) { return s.keep(name, depth+1) }, depth)
}

// array reads an array, whose elements take reads; its bracket is next.
func (s *Scanner) array(take func() (Value, error), depth int) (Value, error) {
	v := Value{Kind: Array, more: &inside{}}
	s.pos++
	c, err := s.next()
	if err != nil {
		return v, err
	}
	if c == ']' {
		s.pos++
		return v, nil
	}
	for {
		var e Value
		if len(v.more.items) < maxKeys {
			if e, err = take(); err == nil {
				v.more.items = append(v.more.items, e)
			}
		} else {
			v.more.flaw = "has more than " + str.Itoa(maxKeys) + " elements"
			_, err = s.skip(depth + 1)
		}
		if err != nil {
			return v, err
		}
		if c, err = s.next(); err != nil {
			return v, err
		}
		s.pos++
		if c == ']' {
			return v, nil
		}
		if c != ',' {
			s.pos--
			return v, s.unexpected("',' or ']'")
		}
	}
}

// skip checks a value and stores nothing of it but its type, and of a boolean
// which one it is. depth is the number of arrays and objects around it.
func (s *Scanner) skip(depth int) (Value, error) {
	c, err := s.next()
	if err != nil {
		return Value{}, err
	}
	switch {
	case c == '"':
		s.pos++
		return Value{Kind: String}, s.pass()
	case c == '{':
		if depth >= maxDepth {
			return Value{}, s.tooDeep()
		}
		return Value{Kind: Object}, s.skipAll(depth, '}')
	case c == '[':
		if depth >= maxDepth {
			return Value{}, s.tooDeep()
		}
		return Value{Kind: Array}, s.skipAll(depth, ']')
	case c == 't':
		return Value{Kind: Bool, Yes: true}, s.word("true")
	case c == 'f':
		return Value{Kind: Bool}, s.word("false")
	case c == 'n':
		return Value{Kind: Null}, s.word("null")
	case c == '-' || c >= '0' && c <= '9':
		return Value{Kind: Number}, s.number()
	}
	return Value{}, s.unexpected("a value")
}

//go:noinline
func (s *Scanner) tooDeep() error {
	return s.fail("it is nested more than " + str.Itoa(maxDepth) + " deep")
}

// skipAll checks the elements of an array or the members of an object.
func (s *Scanner) skipAll(depth int, closing byte) error {
	s.pos++
	c, err := s.next()
	if err != nil {
		return err
	}
	if c == closing {
		s.pos++
		return nil
	}
	for {
		if closing == '}' {
			if c, err = s.next(); err != nil {
				return err
			}
			if c != '"' {
				return s.unexpected("a key")
			}
			s.pos++
			if err = s.pass(); err != nil {
				return err
			}
			if c, err = s.next(); err != nil {
				return err
			}
			if c != ':' {
				return s.unexpected("':'")
			}
			s.pos++
		}
		if _, err = s.skip(depth + 1); err != nil {
			return err
		}
		if c, err = s.next(); err != nil {
			return err
		}
		if c == closing {
			s.pos++
			return nil
		}
		if c != ',' {
			return s.unexpected("',' or '" + string(rune(closing)) + "'")
		}
		s.pos++
	}
}

func (s *Scanner) word(w string) error {
	if err := s.fill(len(w)); err != nil {
		return err
	}
	if s.end-s.pos < len(w) || string(s.buf[s.pos:s.pos+len(w)]) != w {
		return s.unexpected(w)
	}
	s.pos += len(w)
	return nil
}

// plainRun returns how many bytes at the start of b are ordinary characters of a
// string: printable ASCII but for the quote and the backslash. It looks at
// eight bytes at a time, which is what a large Write spends its time on; each
// term has the high bit of a byte set where that byte needs a closer look.
func plainRun(b []byte) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	n := 0
	for len(b)-n >= 8 {
		p := b[n : n+8 : n+8]
		x := uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 |
			uint64(p[4])<<32 | uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
		quote := x ^ ones*'"'
		slash := x ^ ones*'\\'
		if (x|(x-ones*' ')|(quote-ones)|(slash-ones))&highs != 0 {
			break
		}
		n += 8
	}
	for n < len(b) && b[n] >= ' ' && b[n] < utf8.RuneSelf && b[n] != '"' && b[n] != '\\' {
		n++
	}
	return n
}

// pass checks the rest of a string, after its opening quote.
func (s *Scanner) pass() error {
	for {
		s.pos += plainRun(s.buf[s.pos:s.end])
		if s.pos == s.end {
			if err := s.fill(1); err != nil {
				return err
			}
			if s.pos == s.end {
				return s.fail("it ends inside a string")
			}
			continue
		}
		if s.buf[s.pos] == '"' {
			s.pos++
			return nil
		}
		if _, err := s.char(); err != nil {
			return err
		}
	}
}

// text reads the rest of a string, after its opening quote, and stores it. One
// of more than max bytes is checked to its end, and has a flaw.
func (s *Scanner) text(max int) (Value, error) {
	v := Value{Kind: String}
	fits := true
	b := s.bytes[:0:len(s.bytes)]
	for {
		n := plainRun(s.buf[s.pos:s.end])
		if fits {
			b = append(b, s.buf[s.pos:s.pos+n]...)
		}
		s.pos += n
		if s.pos == s.end {
			if err := s.fill(1); err != nil {
				return v, err
			}
			if s.pos == s.end {
				return v, s.fail("it ends inside a string")
			}
			continue
		}
		if s.buf[s.pos] == '"' {
			s.pos++
			break
		}
		r, err := s.char()
		if err != nil {
			return v, err
		}
		if fits {
			b = utf8.AppendRune(b, r)
		}
		if len(b) > max {
			fits, b = false, nil
		}
	}
	if !fits || len(b) > max {
		return v.flawed("is longer than " + str.Itoa(int64(max)) + " bytes"), nil
	}
	if len(b) == 0 {
		return v, nil
	}
	s.kept += len(b)
	if len(b) <= len(s.bytes) {
		s.bytes = s.bytes[len(b):] // nothing writes there again
	}
	v.Text = unsafe.String(&b[0], len(b))
	return v, nil
}

// char reads one character of a string that is not plain: an escape, or a
// UTF-8 sequence. Two escapes that make one character are one.
func (s *Scanner) char() (rune, error) {
	if err := s.fill(12); err != nil {
		return 0, err
	}
	b := s.buf[s.pos:s.end]
	c := b[0]
	if c >= utf8.RuneSelf {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			return 0, s.fail("invalid UTF-8")
		}
		s.pos += n
		return r, nil
	}
	if c != '\\' {
		if c < ' ' {
			return 0, s.fail("an unescaped control character in a string")
		}
		s.pos++ // a plain one after all
		return rune(c), nil
	}
	if len(b) < 2 {
		return 0, s.fail("it ends inside a string")
	}
	if b[1] != 'u' {
		at := str.IndexByte(`"\/bfnrt`, b[1])
		if at < 0 {
			return 0, s.fail("an escape that JSON does not have")
		}
		s.pos += 2
		return rune("\"\\/\b\f\n\r\t"[at]), nil
	}
	r, ok := hex4(b[2:])
	if !ok {
		return 0, s.fail(`\u without four hexadecimal digits`)
	}
	n := 6
	if r >= 0xD800 && r < 0xE000 {
		low, ok := rune(0), false
		if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
			low, ok = hex4(b[8:])
		}
		if r >= 0xDC00 || !ok || low < 0xDC00 || low >= 0xE000 {
			return 0, s.fail("half of a surrogate pair")
		}
		r = 0x10000 + (r-0xD800)<<10 + (low - 0xDC00)
		n = 12
	}
	s.pos += n
	return r, nil
}

func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// overflow is the first digits of the least integer, of 309 digits, that no
// float64 is near: 2^1024 - 2^970.
const overflow = "1797693134862315807937289714053034150799"

// A figure is what is kept of a number while it is read: enough to tell whether
// a float64 can hold it.
type figure struct {
	lead  [len(overflow)]byte // digits from the first that is not 0
	n     int                 // how many there are
	whole int64               // digits before the decimal point, from that one; negative for zeros after it
}

// add takes one more digit, before the decimal point or after it.
func (f *figure) add(c byte, fraction bool) {
	if f.n == 0 && c == '0' {
		if fraction {
			f.whole--
		}
		return
	}
	if f.n < len(f.lead) {
		f.lead[f.n] = c
		f.n++
	}
	if !fraction {
		f.whole++
	}
}

// fits reports whether a float64 can hold it.
func (f *figure) fits(exponent int64) bool {
	if f.n == 0 {
		return true // some spelling of zero
	}
	for i := f.n; i < len(f.lead); i++ {
		f.lead[i] = '0'
	}
	size := f.whole + exponent
	return size < 309 || size == 309 && string(f.lead[:]) < overflow
}

// number checks a number against the grammar, and that a float64 can hold it:
// a decoder elsewhere might refuse the payload, or read infinity.
func (s *Scanner) number() error {
	var f figure
	c, err := s.peek()
	if err != nil {
		return err
	}
	if c == '-' {
		s.pos++
		if c, err = s.peek(); err != nil {
			return err
		}
	}
	switch {
	case c == '0':
		s.pos++
	case c >= '1' && c <= '9':
		if err = s.digits(func(c byte) { f.add(c, false) }); err != nil {
			return err
		}
	default:
		return s.unexpected("a digit")
	}
	if c, err = s.peek(); err != nil {
		return err
	}
	if c == '.' {
		s.pos++
		if err = s.digits(func(c byte) { f.add(c, true) }); err != nil {
			return err
		}
	}
	exponent, err := s.exponent()
	if err == nil && !f.fits(exponent) {
		return s.fail("a number that is out of range")
	}
	return err
}

// digits hands take the digits that are next, of which there must be one.
func (s *Scanner) digits(take func(c byte)) error {
	for count := 0; ; count++ {
		c, err := s.peek()
		if err != nil {
			return err
		}
		if c < '0' || c > '9' {
			if count == 0 {
				return s.unexpected("a digit")
			}
			return nil
		}
		s.pos++
		take(c)
	}
}

// exponent reads the end of a number, if it has one.
func (s *Scanner) exponent() (int64, error) {
	c, err := s.peek()
	if err != nil || c != 'e' && c != 'E' {
		return 0, err
	}
	s.pos++
	if c, err = s.peek(); err != nil {
		return 0, err
	}
	if c == '-' || c == '+' {
		s.pos++
	}
	exponent := int64(0)
	err = s.digits(func(c byte) {
		if exponent < 1<<40 {
			exponent = exponent*10 + int64(c-'0')
		}
	})
	if c == '-' {
		exponent = -exponent
	}
	return exponent, err
}

// finish checks that the document was all there is.
func (s *Scanner) finish() error {
	if _, err := s.next(); err != nil {
		return err
	}
	if s.pos < s.end {
		return s.fail("there is more after the end of the JSON object,")
	}
	return nil
}
