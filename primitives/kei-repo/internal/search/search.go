// Package search is the atom kei-repo::search.
package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"

	"kei-repo/internal/tree"
	"kei-repo/verb"
)

// maxFiles is how many files are looked at: the caller's gate is asked about each.
const (
	maxFiles = 10_000
	maxLine  = 400 // bytes of a line that are shown

	maxContext = 20
	maxLimit   = 1000
)

// Input is what it takes.
type Input struct {
	Pattern    string `json:"pattern"`
	Regexp     bool   `json:"regexp"` // as RE2 reads it; else a text
	IgnoreCase bool   `json:"ignore_case"`
	Path       string `json:"path"`    // a folder, or a pattern; "" is all
	Context    *int64 `json:"context"` // lines around; nil: 2
	Limit      int64  `json:"limit"`   // matches; 0: 50
}

// Output is what it gives.
type Output struct {
	Matches   []Match `json:"matches"`
	Searched  int     `json:"searched"` // files that could be looked at
	Denied    int     `json:"denied"`   // files that the caller may not read, whatever they hold
	Skipped   int     `json:"skipped"`  // binary, too large, or reached by a link
	Truncated bool    `json:"truncated"`
}

// A Match is a line that fits.
type Match struct {
	File   string   `json:"file"`
	Line   int      `json:"line"`
	Column int      `json:"column"` // in bytes
	Text   string   `json:"text"`
	Before []string `json:"before"`
	After  []string `json:"after"`
}

// Run finds lines in what git tracks.
//
// The gate is asked about every file before it is looked at, also about those that
// hold nothing: else how long it takes, or the counts, would say what is in a file
// that may not be read.
func Run(ctx context.Context, in Input) (out Output, err error) {
	if err := in.check(); err != nil {
		return out, err
	}
	find, err := in.compile()
	if err != nil {
		return out, err
	}
	t, err := tree.Open(ctx)
	if err != nil {
		return out, err
	}
	defer t.Close()
	files := t.Below(in.Path)
	if len(files) > maxFiles {
		return out, verb.Refuse("TooManyFiles", "%d files are more than %d; name a path", len(files), maxFiles)
	}
	around, limit := 2, int(in.Limit)
	if in.Context != nil {
		around = int(*in.Context)
	}
	if limit == 0 {
		limit = 50
	}
	texts := readAll(ctx, t, files)
	out.Matches = []Match{}
	for i, name := range files {
		one := <-texts[i]
		var refused *verb.Error
		switch {
		case errors.As(one.err, &refused) && refused.Code == "Denied":
			out.Denied++
		case errors.As(one.err, &refused), one.err == nil && binary(one.text):
			out.Skipped++
		case one.err != nil:
			return out, one.err
		default:
			out.Searched++
			out.search(name, one.text, find, around, limit)
		}
	}
	return out, ctx.Err()
}

// check holds the numbers to what the schema says, which is not there for who starts
// the program by hand.
func (in Input) check() error {
	if in.Context != nil && (*in.Context < 0 || *in.Context > maxContext) {
		return fmt.Errorf("input: context is %d; it is 0 to %d", *in.Context, maxContext)
	}
	if in.Limit < 0 || in.Limit > maxLimit {
		return fmt.Errorf("input: limit is %d; it is 1 to %d", in.Limit, maxLimit)
	}
	return nil
}

func (in Input) compile() (*regexp.Regexp, error) {
	text := in.Pattern
	if !in.Regexp {
		text = regexp.QuoteMeta(text)
	}
	if in.IgnoreCase {
		text = "(?i)" + text
	}
	find, err := regexp.Compile(text)
	if err != nil {
		return nil, verb.Refuse("InvalidPattern", "%v", err)
	}
	return find, nil
}

type contents struct {
	text []byte
	err  error
}

// readAll reads files, in their order and two at once for each processor. Whoever has
// read one waits until it is taken, so that no more than those are held; what is not
// taken waits for the end of the program.
func readAll(ctx context.Context, t *tree.Tree, files []string) []chan contents {
	out := make([]chan contents, len(files))
	for i := range out {
		out[i] = make(chan contents)
	}
	next := make(chan int)
	for range 2 * runtime.NumCPU() {
		go func() {
			for i := range next {
				text, err := t.Read(ctx, files[i])
				out[i] <- contents{text, err}
			}
		}()
	}
	go func() {
		for i := range files {
			next <- i
		}
		close(next)
	}()
	return out
}

func binary(text []byte) bool { return bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 }

// search adds the matches of one file.
func (out *Output) search(name string, text []byte, find *regexp.Regexp, around, limit int) {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		at := find.FindStringIndex(line)
		if at == nil {
			continue
		}
		if len(out.Matches) == limit {
			out.Truncated = true
			return
		}
		out.Matches = append(out.Matches, Match{
			File: name, Line: i + 1, Column: at[0] + 1, Text: shown(line),
			Before: some(lines[max(0, i-around):i]), After: some(lines[i+1 : min(len(lines), i+1+around)]),
		})
	}
}

func some(lines []string) []string {
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = shown(strings.TrimSuffix(l, "\r"))
	}
	return list
}

// shown is a line as JSON can hold it, and not all of a long one.
func shown(line string) string {
	if len(line) > maxLine {
		line = line[:maxLine] + "..."
	}
	return strings.ToValidUTF8(line, "\uFFFD")
}
