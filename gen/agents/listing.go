package agents

import (
	"fmt"
	"strings"

	"kei/internal/files"
)

// ListingFile is the person's file in which Pi's agents are listed, and ListingFolder
// the folder of those agents.
const (
	ListingFile   = "AGENTS.md"
	ListingFolder = ".pi/agents"

	listingBegin = "<!-- kei:agents -->"
	listingEnd   = "<!-- /kei:agents -->"
)

// listing is the block of AGENTS.md that says which agents there are: Pi offers them
// by no other means. primary is Pi's own prompt, and so not started.
func listing(all []Agent, primary string) string {
	var b strings.Builder
	b.WriteString(listingBegin + "\n## Agents\n")
	for _, a := range all {
		if a.Name == primary {
			continue
		}
		title := a.DisplayName
		if title == "" {
			title = a.Name
		}
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\nStart it with the tool subagent: `agent: %q`.\n", title, a.Description, a.Name)
	}
	b.WriteString(listingEnd)
	return b.String()
}

// listed is the block as it is emitted.
func (s Set) listed(primary string) files.File {
	text := "<!-- " + files.Mark + " from agents/. DO NOT EDIT. -->\n\n" + listing(s.agents, primary) + "\n"
	return files.File{Name: "out/agents/pi/" + ListingFile, Data: []byte(text)}
}

// Listed is a text of a person's with the block in it, in the place of an earlier one or at
// its end; without the block if that is "". Taking it out undoes putting it in, to the byte.
func Listed(text, block string) string {
	block = strings.TrimSuffix(block, "\n")
	begin := strings.Index(text, listingBegin)
	if begin < 0 {
		switch {
		case block == "":
			return text
		case text == "" || strings.HasSuffix(text, "\n"):
			return text + block + "\n"
		}
		return text + "\n" + block
	}
	end := strings.Index(text[begin:], listingEnd)
	if end < 0 {
		return text // a person has taken half of it
	}
	before, after := text[:begin], text[begin+end+len(listingEnd):]
	switch {
	case block != "":
		return before + block + after
	case after == "":
		return strings.TrimSuffix(before, "\n") // the line break came with it
	}
	return before + strings.TrimPrefix(after, "\n")
}
