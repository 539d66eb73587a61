package verify

import (
	"regexp"
	"strings"
)

// A line is one of a report, as its readers see it: a program that takes it as
// it is, and a person who has it rendered as Markdown. What only one of the two
// sees says nothing; in doubt a line is taken to be hidden.
type line struct {
	raw    string
	text   string // without comments and hidden elements
	quoted bool   // code, or part of an element of HTML: it is shown, and is no field, heading or item
	fenced bool   // certainly within a code fence
}

// A reader tells what of a report is seen. It knows as much of Markdown as
// decides that, and looks at each character once: a parser that does all of it
// takes minutes for what an agent can write.
type reader struct {
	lines []string
	i     int // the line that is being read

	fence   *fence
	end     string // what ends the comment, or the like, that was begun
	inside  string // the element that was begun, of those that can hide what they hold
	depth   int
	block   bool // in a block of HTML, which a blank line ends
	link    bool // in the parts of a link that are not shown, up to a blank line
	refs    bool // below the definition of a link
	tag     int  // lines that are still within a tag
	work    int  // searches in this line
	long    int  // bytes that were searched for tags of several lines
	blank   bool // the last line was
	code    bool // the last line was indented code
	content int  // where the text of the last list item begins, 0 outside of lists

	low  string         // the text in lower case
	last map[string]int // where something stands in it for the last time
	at   int            // where the line begins in it
}

// A fence is the begin of a block of code.
type fence struct {
	mark    string // all of its first line's
	indent  int
	content int  // of the list item that it is in
	quote   bool // in a quotation
	sure    bool
}

var (
	// marks are what stands before a block's first word: quotations, list items, headings.
	quoteMarks = regexp.MustCompile(`^(?: {0,3}>[ \t]?)+`)
	itemMark   = regexp.MustCompile(`^[ \t]*(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)`)
	fenceMark  = regexp.MustCompile("^(`{3,}|~{3,})(.*)$")

	openTag = regexp.MustCompile(`^<([A-Za-z][A-Za-z0-9-]*)((?:[ \t\n]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \t\n]*=[ \t\n]*(?:"[^"]*"|'[^']*'|[^ \t\n"'=<>` + "`" + `]+))?)*)[ \t\n]*(/?)>`)
	begun   = regexp.MustCompile(`^<[A-Za-z][A-Za-z0-9-]*(?:[ \t][^<]*)?$`)
	anyTag  = regexp.MustCompile(`^</?([A-Za-z][A-Za-z0-9-]*)(?:[ \t][^<>]*)?/?>`)
	htmlTag = regexp.MustCompile(`^</?([A-Za-z][A-Za-z0-9-]*)(?:[ \t/>]|$)`)

	// What is not shown of a link can go over several lines: a label, the text of
	// an image, a place and a title.
	linkBegun  = regexp.MustCompile(`^\[[^\]]*$|!\[[^\]]*$|\]\([^)]*$`)
	definition = regexp.MustCompile(`^\[[^\]]+\]:`)
	titleBegun = regexp.MustCompile(`(?:^|[ \t])["'(][^"')]*$`)
)

// elements are those of HTML. A word in angle brackets that is none of them, such
// as <none>, is a word.
var elements = set(`a abbr acronym address applet article aside audio b base basefont bdi bdo bgsound big blink blockquote
body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input
ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol
optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script search section select slot small
source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track
tt u ul var video wbr xmp`)

// voids hold nothing.
var voids = set("area base basefont bgsound br col embed frame hr img input link meta param source track wbr")

// hiding are those whose contents do not show, or not before somebody asks.
var hiding = set("applet audio canvas datalist details dialog head iframe math noembed noframes noscript object script select style svg template textarea title video xmp")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// visible reads the lines of a report.
func visible(text string) []line {
	r := &reader{lines: strings.Split(text, "\n"), low: lower(text), blank: true, last: map[string]int{}}
	var list []line
	for ; r.i < len(r.lines); r.i++ {
		raw := r.lines[r.i]
		l := r.line(raw)
		l.raw = raw
		l.text = strings.TrimRight(l.text, " \t")
		list = append(list, l)
		r.at += len(raw) + 1
	}
	return list
}

func (r *reader) line(raw string) line {
	bare := strings.TrimLeft(raw, " \t")
	indent := width(raw[:len(raw)-len(bare)])
	quote := quoteMarks.MatchString(raw)
	if f := r.fence; f != nil {
		// What a fence stands in ends it too.
		if left := bare != "" && indent < f.content || f.quote && !quote; !left {
			r.closeFence(f, raw)
			return line{text: r.shown(raw), quoted: true, fenced: f.sure}
		}
		r.fence = nil
	}
	if r.end != "" {
		return r.rest(raw)
	}
	if r.tag > 0 {
		r.tag--
		return line{quoted: true}
	}
	if bare == "" {
		r.blank, r.block, r.link, r.refs = true, false, false, false
		return line{quoted: r.inside != ""}
	}
	r.code = indent >= 4 && r.content == 0 && (r.blank || r.code)
	if indent < r.content && (r.blank || itemMark.MatchString(raw)) || indent == 0 && r.blank {
		r.content = 0
	}
	start := quoteMarks.ReplaceAllString(raw, "")
	for deep := 0; deep < 100 && !r.code; deep++ {
		m := itemMark.FindString(start)
		if m == "" {
			break
		}
		start = start[len(m):]
		if !quote {
			r.content = width(raw[:len(raw)-len(start)])
		}
	}
	r.blank = false
	if r.code {
		return line{text: r.shown(raw), quoted: true}
	}
	start = strings.TrimLeft(start, " \t")
	hidden := r.link
	r.refs = r.refs || definition.MatchString(start)
	r.link = r.link || linkBegun.MatchString(start) || r.refs && titleBegun.MatchString(start)
	if m := fenceMark.FindStringSubmatch(start); m != nil && !r.block && !(m[1][0] == '`' && strings.Contains(m[2], "`")) {
		at := width(raw[:len(raw)-len(start)])
		if at < r.content {
			r.content = 0
		}
		r.fence = &fence{mark: m[1], indent: at, content: r.content, quote: quote, sure: at == 0 && r.inside == "" && !hidden}
		return line{text: r.shown(raw), quoted: true}
	}
	block := r.block
	text := r.inline(raw, len(raw)-len(start))
	return line{text: text, quoted: hidden || block || r.block || r.inside != ""}
}

// closeFence closes a fence if the line does.
func (r *reader) closeFence(f *fence, raw string) {
	text := raw
	if f.quote {
		text = quoteMarks.ReplaceAllString(raw, "")
	}
	bare := strings.TrimLeft(text, " \t")
	marks := strings.TrimRight(bare, " \t")
	if len(marks) >= len(f.mark) && strings.Trim(marks, f.mark[:1]) == "" && width(raw[:len(raw)-len(bare)]) <= f.indent+3 {
		r.fence = nil
	}
}

// rest is what stands behind the end of a comment.
func (r *reader) rest(raw string) line {
	_, after, ends := strings.Cut(raw, r.end)
	if !ends {
		return line{quoted: true}
	}
	r.end = ""
	return line{text: r.inline(after, -1), quoted: true}
}

// shown is a text that is in no comment: all of it, unless an element hides it.
func (r *reader) shown(text string) string {
	if r.inside != "" {
		return ""
	}
	return text
}

// inline drops what is hidden in a line. A block of HTML may begin at start.
func (r *reader) inline(raw string, start int) string {
	var out strings.Builder
	r.work = 0
	if start >= 0 && start < len(raw) && raw[start] == '<' {
		r.openBlock(raw[start:])
	}
	for i := 0; i < len(raw); {
		n := 1
		switch raw[i] {
		case '\\':
			n = min(2, len(raw)-i)
		case '`':
			for n < len(raw)-i && raw[i+n] == '`' {
				n++
			}
			if r.work++; r.work > 200 {
				break
			}
			if to := closing(raw[i+n:], n); to >= 0 {
				n += to + n
			}
		case '<':
			if skip, ok := r.hide(raw[i:], i == start); ok {
				i += skip
				continue
			}
		}
		if r.inside == "" {
			out.WriteString(raw[i : i+n])
		}
		i += n
	}
	return out.String()
}

// openBlock begins a block of HTML.
func (r *reader) openBlock(s string) {
	if m := htmlTag.FindStringSubmatch(s); m != nil && elements[strings.ToLower(m[1])] {
		r.block = true
	} else if m := openTag.FindString(s); m != "" && strings.TrimSpace(s[len(m):]) == "" {
		r.block = true
	}
}

// pairs begin and end what no reader of the rendered text sees.
var pairs = []struct{ begin, end string }{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}}

// hide skips what begins here and is hidden, and remembers what goes on beyond
// the line. Without its end only what begins a block does.
func (r *reader) hide(s string, first bool) (skip int, ok bool) {
	if r.work++; r.work > 1000 {
		r.end = never
		return len(s), true
	}
	for _, p := range pairs {
		if !strings.HasPrefix(s, p.begin) {
			continue
		}
		if p.begin == "<!" && (len(s) < 3 || (s[2]|0x20) < 'a' || (s[2]|0x20) > 'z') {
			return 0, false
		}
		from := len(p.begin)
		if p.begin == "<!--" {
			from = 2 // <!--> is a whole comment
		}
		if to := strings.Index(s[from:], p.end); to >= 0 {
			return from + to + len(p.end), true
		}
		if first || r.later(p.end) {
			r.end = p.end
			return len(s), true
		}
		return 0, false
	}
	if r.inside != "" {
		return r.within(s)
	}
	m := openTag.FindStringSubmatch(s)
	if m == nil {
		return r.longTag(s)
	}
	name, attrs := strings.ToLower(m[1]), strings.TrimSpace(m[2])
	if m[3] != "" || voids[name] || !elements[name] && attrs == "" {
		return 0, false
	}
	switch to := strings.Index(lower(s), "</"+name); {
	case to >= 0 && (hiding[name] || attrs != "" && name != "a"):
		_, rest, _ := strings.Cut(s[to:], ">")
		return len(s) - len(rest), true
	case to >= 0, name == "p", name == "li": // these two need no end
	case first || r.later("</"+name):
		r.inside, r.depth = name, 1
		return len(m[0]), true
	}
	return 0, false
}

// never ends what goes on to the end of the report: nobody who means to be read
// writes lines with hundreds of elements.
const never = "\x00never"

// longTag hides the lines that a tag goes over.
func (r *reader) longTag(s string) (skip int, ok bool) {
	if !begun.MatchString(s) {
		return 0, false
	}
	to := r.i + 1
	for size := len(s); to < len(r.lines) && size < 16<<10 && strings.TrimSpace(r.lines[to]) != ""; to++ {
		size += len(r.lines[to])
	}
	whole := s + "\n" + strings.Join(r.lines[r.i+1:to], "\n")
	if r.long += len(whole); r.long > 4<<20 {
		r.end = never
		return len(s), true
	}
	m := openTag.FindStringSubmatch(whole)
	if m == nil {
		r.link = r.link || len(whole) >= 16<<10 // more than is worth looking at
		return 0, false
	}
	r.tag = strings.Count(m[0], "\n")
	if name := strings.ToLower(m[1]); m[3] == "" && !voids[name] && r.later("</"+name) {
		r.inside, r.depth = name, 1
	}
	return len(s), true
}

// within looks for the end of the element that hides what is read.
func (r *reader) within(s string) (skip int, ok bool) {
	m := anyTag.FindStringSubmatchIndex(s)
	if m == nil || !strings.EqualFold(s[m[2]:m[3]], r.inside) {
		return 1, true
	}
	if s[1] != '/' {
		r.depth++
	} else if r.depth--; r.depth == 0 {
		r.inside = ""
	}
	return m[1], true
}

// later reports whether something stands below this line.
func (r *reader) later(what string) bool {
	at, known := r.last[what]
	if !known && len(r.last) > 200 {
		return true
	}
	if !known {
		at = strings.LastIndex(r.low, what)
		r.last[what] = at
	}
	return at > r.at+len(r.lines[r.i])
}

// closing is where a run of n backticks begins.
func closing(s string, n int) int {
	for i := 0; i < len(s); i++ {
		run := 0
		for i+run < len(s) && s[i+run] == '`' {
			run++
		}
		if run == n {
			return i
		}
		i += run
	}
	return -1
}

// lower is a text in lower case, as far as HTML has cases; no byte of it moves.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// width is how far a text indents.
func width(s string) int {
	n := 0
	for _, c := range s {
		if n++; c == '\t' {
			n = (n + 3) / 4 * 4
		}
	}
	return n
}
