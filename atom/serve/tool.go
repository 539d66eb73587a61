// Package serve offers atoms and pipes to clients of the Model Context Protocol.
//
// Rules of this package:
//
//   - A client is given what all of them take, or the reason why it is not
//     offered: a schema that one does not take costs it the tool, the server, or
//     the request.
//   - What an atom refuses is a result, which a model can act on. Only a tool
//     that is not in the list is an error of the protocol.
//   - Nothing but answers is written to the client.
package serve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kei/atom"
	"kei/atom/run"
	"kei/atom/schema"
)

// maxDescription is how many bytes of a description clients take.
const maxDescription = 1024

// A Tool is an atom or a pipe as a client sees it.
type Tool struct {
	ID                       string // of the atom; the name of the pipe
	Name, Title, Description string
	Input                    map[string]any // JSON Schema 2020-12, an object
	Output                   map[string]any // nil: none that a client could take
	Hints                    Hints
	// Call runs it. The result is as [schema.Parse] makes it; what failed may have
	// one, too.
	Call func(ctx context.Context, input any) (result any, err *run.Error)
}

// Hints are what a client may assume of a tool.
type Hints struct {
	ReadOnly, Destructive, Idempotent, OpenWorld bool
}

// Of is the tool of an atom, without its Call, or why there is none.
func Of(a *atom.Atom) (t Tool, why string) {
	t.ID, t.Name = a.ID, atom.ToolName(a.ID)
	switch {
	case a.State() != atom.OK:
		return t, "its declaration has errors"
	case a.Kind == atom.Stream:
		return t, "it is a stream"
	}
	if why := atom.NoTool(a.ID); why != "" {
		return t, why
	}
	if t.Input, why = a.Input.Offered(); why != "" {
		return t, why
	}
	t.Output, _ = a.Output.Offered()
	text := atom.Read(a.Body)
	if t.Title = text.Title; t.Title == "" {
		t.Title = a.ID
	}
	t.Description = describe(text.Description, a.Effects, a.Deprecated)
	t.Hints = hintsOf(a)
	return t, ""
}

// OfPipe is the tool of a named pipe with the schema of its input and the atoms
// of its steps, or why there is none.
func OfPipe(name, description string, input *schema.Schema, steps []*atom.Atom) (t Tool, why string) {
	t.ID, t.Name, t.Title = name, "pipe_"+name, name
	if len(t.Name) > atom.MaxTool {
		return t, fmt.Sprintf("its name has more than %d bytes", atom.MaxTool)
	}
	if t.Input, why = input.Offered(); why != "" {
		return t, why
	}
	t.Hints = Hints{ReadOnly: true, Idempotent: true}
	var effects []atom.Effect
	for _, a := range steps {
		h := hintsOf(a)
		t.Hints.ReadOnly = t.Hints.ReadOnly && h.ReadOnly
		t.Hints.Idempotent = t.Hints.Idempotent && h.Idempotent
		t.Hints.Destructive = t.Hints.Destructive || h.Destructive
		t.Hints.OpenWorld = t.Hints.OpenWorld || h.OpenWorld
		for _, e := range a.Effects {
			if !slices.Contains(effects, e) {
				effects = append(effects, e)
			}
		}
	}
	t.Description = describe(description, effects, "")
	return t, ""
}

func hintsOf(a *atom.Atom) Hints {
	has := func(ops ...string) bool {
		return slices.ContainsFunc(a.Effects, func(e atom.Effect) bool { return slices.Contains(ops, e.Op) })
	}
	return Hints{
		ReadOnly:    a.Kind != atom.Command && !has("write", "subprocess", "other"),
		Destructive: has("write", "other", "subprocess") || a.Kind == atom.Command && len(a.Effects) == 0,
		Idempotent:  a.Idempotent,
		OpenWorld:   has("network", "subprocess", "other"),
	}
}

// describe says what a tool does, and does to the world. Where it would be too
// long, the latter is kept.
func describe(text string, effects []atom.Effect, deprecated string) string {
	var list []string
	for _, e := range effects {
		list = append(list, e.String())
	}
	facts := "Effects: none."
	if len(list) > 0 {
		facts = "Effects: " + strings.Join(list, ", ") + "."
	}
	if deprecated != "" {
		facts += "\nDeprecated: " + strings.Join(strings.Fields(deprecated), " ")
	}
	facts = shorten(facts, maxDescription)
	if text = shorten(text, max(maxDescription-len(facts)-1, 0)); text == "" {
		return facts
	}
	return text + "\n" + facts
}

// shorten cuts a text to so many bytes, between two letters.
func shorten(s string, most int) string {
	const more = "..."
	if len(s) <= most {
		return s
	}
	if most < len(more) {
		return ""
	}
	end := most - len(more)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + more
}
