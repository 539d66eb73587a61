package shell

import (
	"errors"
	"maps"
	"runtime/debug"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"kei/runtime/gate"
	"kei/runtime/lean/fmt"
	"kei/runtime/word"
)

// Late is what a gate links but does not start before it is needed.
var Late = &gate.Late{Parse: Read, After: After}

// After calls f when so many seconds have passed.
func After(seconds int, f func()) { time.AfterFunc(time.Duration(seconds)*time.Second, f) }

// Bounds of one script. An agent that needs more can write a file.
const (
	maxText     = 1 << 20  // bytes
	maxDepth    = 200      // brackets open at once
	maxWork     = 2 << 20  // nodes looked at, about
	maxCommands = 10000    // simple commands, alternatives included
	maxWords    = 4096     // words of one command
	maxParts    = 2048     // parts of one word
	maxFolds    = 3        // substitutions within each other whose output is known
	maxValue    = 64 << 10 // bytes of a value that is kept
	maxValues   = 8        // alternatives of one variable
	maxWays     = 32       // alternatives of one command
	maxEnd      = 200      // bytes of the end of a here-document
)

// Parse reads bash text, without knowing of programs.
func Parse(text string) (*word.Script, error) { return Read(text, word.Reading{}) }

// parse makes a tree of bash text that is within bounds and reads one way only.
func parse(text string, lang syntax.LangVariant) (*syntax.File, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("%d bytes of command text; the limit is %d", len(text), maxText)
	}
	if strings.ContainsAny(text, "\x00\x01") {
		return nil, errors.New("control characters 0 or 1 in the command text")
	}
	if strings.Contains(text, "\r") {
		// A blank or the end of a line to the parser, part of a word to bash.
		return nil, errors.New("a carriage return in the command text; end lines with a newline alone")
	}
	if d := depth(text); d > maxDepth {
		return nil, fmt.Errorf("%d brackets open at once; the limit is %d", d, maxDepth)
	}
	// The parser recurses; running out of stack ends the process with status
	// 2, but only a bounded stack does so before the machine runs out of memory.
	debug.SetMaxStack(256 << 20)
	if i := splitOperator(text); i >= 0 {
		return nil, fmt.Errorf("a line is broken right behind %q, which bash joins and others read otherwise; keep it on one line", text[i])
	}
	return parseOnce(text, lang, 0)
}

// maxComments is how many comments that end in a backslash a text may have.
const maxComments = 20

// parsePlain is parse for a text whose comments may end in a backslash: bash ends such
// a comment with its line, the parser goes on to the next. A blank in the place of the
// backslash means the same to both; it returns the text that it made a tree of.
func parsePlain(text string, lang syntax.LangVariant) (string, *syntax.File, error) {
	file, err := parse(text, lang)
	if !strings.Contains(text, "\\\n") || strings.Contains(text, "`") || strings.Contains(text, "<<") {
		return text, file, err // there are places where the backslash goes first
	}
	for range maxComments {
		if err != nil {
			break
		}
		at := brokenComment(text, file)
		if at < 0 {
			break
		}
		text = text[:at] + " " + text[at+1:]
		file, err = parse(text, lang)
	}
	return text, file, err
}

// brokenComment is where the backslash stands that the first of such comments ends in,
// -1 if there is none.
func brokenComment(text string, file *syntax.File) int {
	found := -1
	syntax.Walk(file, func(n syntax.Node) bool {
		c, ok := n.(*syntax.Comment)
		if !ok {
			return true
		}
		at := min(int(c.Hash.Offset()), len(text))
		line, _, more := strings.Cut(text[at:], "\n")
		if end := at + len(line) - 1; more && startsComment(text[:at]) && strings.HasSuffix(line, `\`) && (found < 0 || end < found) {
			found = end
		}
		return true
	})
	return found
}

// parseOnce makes a tree of text that stands in so many pairs of backquotes.
func parseOnce(text string, lang syntax.LangVariant, level int) (*syntax.File, error) {
	file, err := syntax.NewParser(syntax.Variant(lang), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
	if err != nil {
		switch e := err.(type) {
		case syntax.ParseError:
			return nil, fmt.Errorf("the command text does not parse as bash (line %d: %s)", e.Pos.Line(), e.Text)
		case syntax.LangError:
			return nil, fmt.Errorf("the command text does not parse as bash (line %d: %s is of another shell)", e.Pos.Line(), e.Feature)
		}
		return nil, errors.New("the command text does not parse as bash")
	}
	if strings.Contains(text, "<<") {
		if err := heredocs(text, file); err != nil {
			return nil, err
		}
	}
	if strings.Contains(text, "`") {
		if err := backquotes(text, file, lang, level); err != nil {
			return nil, err
		}
	}
	return file, nil
}

func newReader(text string, file *syntax.File) *reader {
	names, bodies := functions(file)
	return &reader{
		text:    text,
		file:    file,
		names:   names,
		own:     ownFunctions{bodies: bodies, called: map[string]bool{}},
		stays:   stays(file),
		script:  new(word.Script),
		state:   state{vars: map[string][]word.Word{}, funcs: map[string]bool{}},
		anyCase: strings.Contains(strings.ReplaceAll(strings.ToLower(text), "_", ""), "nocaseglob"),
		aliases: map[string]bool{},
		seen:    map[*syntax.Stmt]bool{},
	}
}

// read reads the whole text.
func (r *reader) read() {
	if len(r.names) > 0 {
		if r.own.computes == nil {
			r.own.computes = map[string]string{}
		}
		maps.Copy(r.own.computes, r.computing(r.file))
	}
	r.comments()
	r.lines(r.file.Stmts, input{})
	if r.depth == 0 {
		r.uncalled()
	}
	r.leftovers(r.file)
	if r.anyNames && r.tracing {
		r.unread("names that are set are computed at run time, and a trace runs what PS4 holds; write them out")
	}
	if strings.Contains(r.text, "cdable_vars") || strings.Contains(strings.ToLower(r.text), "cdablevars") {
		r.unread("cdable_vars has cd go to folders that variables name; leave it out")
	}
	r.script.Evaluates = r.evaluates
	if r.loaded != "" && (r.evaluates || r.exports) {
		r.unread("%s runs a command when it is evaluated as arithmetic; write the value out", r.loaded)
	}
}

// depth returns the largest number of brackets open at once. Quotes are not
// looked at: it is a bound, and data rarely leaves hundreds of brackets open.
func depth(text string) int {
	open, most, ticks := 0, 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			open++
		case ')', '}', ']':
			open = max(open-1, 0)
		case '\\':
			ticks++
		default:
			ticks = 0
		}
		// Backquotes nest by doubling backslashes; unary operators recurse too.
		most = max(most, open, ticks/64)
	}
	return most
}

// splitOperator finds a backslash and newline behind a character that can start
// an expansion: bash takes both away first, so that $, newline, (cmd) runs cmd.
// The parser does not. In single quotes this is data, and is refused all the same.
func splitOperator(text string) int {
	for i := 0; i+2 < len(text); i++ {
		if text[i+1] == '\\' && text[i+2] == '\n' && strings.IndexByte("$<>`", text[i]) >= 0 {
			return i
		}
	}
	return -1
}

// comments refuses a comment that ends in a backslash: bash ends it with its
// line, the parser goes on to the next. It refuses one that does not clearly
// start a word as well: behind a=(x) bash goes on with the word.
func (r *reader) comments() {
	syntax.Walk(r.file, func(n syntax.Node) bool {
		if a, ok := n.(*syntax.ArrayExpr); ok {
			if at := int(a.Rparen.Offset()) + 1; at < len(r.text) && strings.IndexByte(" \t\n;&|)<>`", r.text[at]) < 0 {
				r.unread("what stands right behind the ) of a list may be part of its word; put a blank before it")
			}
		}
		if c, ok := n.(*syntax.Comment); ok {
			at := min(int(c.Hash.Offset()), len(r.text))
			if !startsComment(r.text[:at]) {
				r.unread("a # behind other text may start a comment or not; put a blank before it, or quote it")
			}
			line, _, _ := strings.Cut(r.text[at:], "\n")
			if strings.HasSuffix(line, `\`) || strings.Contains(c.Text, "\n") {
				r.unread("a comment ends in a backslash; end it without")
			}
		}
		return true
	})
}

// startsComment reports whether a # behind the text starts a comment in every
// reading.
func startsComment(before string) bool {
	for strings.HasSuffix(before, "\\\n") {
		before = before[:len(before)-2]
	}
	return before == "" || strings.IndexByte(" \t\n;&|(", before[len(before)-1]) >= 0
}
