package schema

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"kei/runtime/client"
)

//go:embed stability.md
var stability string

// Markdown is docs/schema.md.
func Markdown(list []Document) []byte {
	var b strings.Builder
	b.WriteString("# The files that people write\n\nWritten from the structs that these files are decoded into (`make goldens`); edit those.\n")
	b.WriteString("A key that is not here is an error, at its place.\n\n")
	b.WriteString("| file | stands in | version | for editors |\n|---|---|---|---|\n")
	for _, d := range list {
		fmt.Fprintf(&b, "| [%s](#%s) | `%s` | %s | [schema/%s](schema/%[5]s) |\n", d.Name, anchor(d.Name), d.Where, d.Version, jsonName(d))
	}
	b.WriteString("\n" + stability)
	answers(&b)
	for _, d := range list {
		fmt.Fprintf(&b, "\n## %s\n", d.Name)
		keys(&b, d.Root.Keys)
		for _, t := range d.Root.Below {
			table(&b, t)
		}
	}
	return []byte(b.String())
}

// answers says what comes of an objection, by severity and client.
func answers(b *strings.Builder) {
	var asks, others []string
	for _, c := range client.Clients {
		switch {
		case c.Name == "": // what says nothing of itself
		case c.Asks == client.Never:
			others = append(others, c.Name)
		default:
			asks = append(asks, c.Name)
		}
	}
	slices.Sort(asks)
	slices.Sort(others)
	fmt.Fprintf(b, `
## Severities by client

| severity | the call | what is said |
|---|---|---|
| %s | is denied by every client | to the agent, and to the audit log |
| %s | is asked about by %s; denied by %s | to the person, and to the audit log |
| %s | runs | on stderr, which the client shows or keeps, and to the audit log |
| %s | runs | to the audit log |
`, "`block`", "`ask`", strings.Join(asks, ", "), strings.Join(others, ", "), "`warn`", "`advisory`")
}

func anchor(name string) string { return strings.ReplaceAll(name, ".", "") }

// table writes one table and those below it.
func table(b *strings.Builder, t *Table) {
	brackets := "[" + t.Name + "]"
	if t.Many {
		brackets = "[" + brackets + "]"
	}
	fmt.Fprintf(b, "\n### `%s`\n\n%s", brackets, t.About)
	if t.Need {
		b.WriteString(" Required.")
	}
	b.WriteString("\n")
	if t.Like != "" {
		fmt.Fprintf(b, "\nIts keys are those of `[%s]`.\n", t.Like)
		return
	}
	keys(b, t.Keys)
	for _, k := range t.Kinds {
		fmt.Fprintf(b, "\n#### kind = %q\n\n%s\n", k.Name, sentence(k.About))
		if k.Events != nil {
			fmt.Fprintf(b, "Events: %s.\n", code(k.Events))
		}
		keys(b, k.Keys)
	}
	for _, below := range t.Below {
		table(b, below)
	}
}

// keys writes a table of keys, if there are any.
func keys(b *strings.Builder, list []Key) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\n| key | type | meaning | default | example |\n|---|---|---|---|---|\n")
	for _, k := range list {
		about := k.About
		if k.Need {
			about += " Required."
		}
		if k.OneOf != nil {
			about += " One of " + code(k.OneOf) + "."
		}
		example := ""
		if k.Example != "" {
			example = "`" + k.Example + "`"
		}
		row := []string{"`" + k.Name + "`", k.Type, about, k.Default, example}
		for i := range row {
			row[i] = strings.ReplaceAll(row[i], "|", `\|`)
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
}

func code(words []string) string { return "`" + strings.Join(words, "`, `") + "`" }

// sentence begins with a capital letter.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
