package atom

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// wikilink is the target of a text that is one link, and nothing else.
func wikilink(s string) (target string, ok bool) {
	s = strings.TrimSpace(s)
	inner, open := strings.CutPrefix(s, "[[")
	inner, closed := strings.CutSuffix(inner, "]]")
	if !open || !closed || strings.ContainsAny(inner, "[]\r\n") {
		return "", false
	}
	if i := strings.IndexAny(inner, "|#"); i >= 0 {
		inner = inner[:i]
	}
	inner = strings.TrimSpace(inner)
	return inner, inner != ""
}

// Classify says what a link's target is: an atom, a rule, or neither ("other"),
// and its name as such.
func Classify(target string) (class, name string) {
	for _, prefix := range []string{"rules/", "rule "} {
		if rule, ok := strings.CutPrefix(target, prefix); ok {
			return "rule", strings.TrimPrefix(strings.TrimSpace(rule), "RULE ")
		}
	}
	if strings.Contains(target, "::") {
		return "atom", target
	}
	return "other", target
}

// markdown reads bodies: CommonMark, in which [[x]] is a link of ours. 150 is
// after code spans and before links.
var markdown = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(append(parser.DefaultInlineParsers(), util.Prioritized(linkParser{}, 150))...),
	parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
)

// Wikilinks are the links of a Markdown text, in order, with their lines and
// columns in it.
func Wikilinks(body []byte) []Link {
	if !strings.Contains(string(body), "[[") {
		return nil
	}
	var list []Link
	doc := markdown.Parse(text.NewReader(body))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*linkNode); ok && entering {
			before := string(body[:l.start])
			list = append(list, Link{
				Target: l.target,
				line:   1 + strings.Count(before, "\n"),
				col:    l.start - strings.LastIndexByte(before, '\n'),
			})
		}
		return ast.WalkContinue, nil
	})
	return list
}

type linkNode struct {
	ast.BaseInline
	target string
	start  int
}

var linkKind = ast.NewNodeKind("Wikilink")

func (*linkNode) Kind() ast.NodeKind            { return linkKind }
func (n *linkNode) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

type linkParser struct{}

func (linkParser) Trigger() []byte { return []byte{'['} }

func (linkParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if !strings.HasPrefix(string(line), "[[") || block.PrecendingCharacter() == '[' {
		return nil // of three brackets none opens a link
	}
	end := strings.Index(string(line), "]]")
	if end < 0 {
		return nil
	}
	target, ok := wikilink(string(line[:end+2]))
	if !ok {
		return nil
	}
	block.Advance(end + 2)
	return &linkNode{target: target, start: segment.Start}
}
