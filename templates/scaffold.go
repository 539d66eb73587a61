package templates

import (
	"errors"
	"slices"
	"strings"
)

// A Sample is a rule that a new capability begins with.
type Sample struct {
	Kind   string
	Lists  []string // the keys of its lists
	Judges string   // commands, files, reads, tools, atoms, or trees that commands remove
	Rest   bool     // it denies what its list does not name
	Task   bool     // what it lists stands in the task
}

// NewCapability is the first capability.toml of a capability.
func NewCapability(category, slug string, rule Sample) ([]byte, error) {
	return execute("new/capability.toml", struct {
		Name, Category string
		Sample
	}{category + "::" + slug, category, rule})
}

// NewText is the first text.md of a capability.
func NewText() ([]byte, error) {
	return execute("new/text.md", nil)
}

// NewRole is the first roles/<name>.toml; extends may be empty.
func NewRole(name, extends string) ([]byte, error) {
	return execute("new/role.toml", struct{ Name, Extends string }{name, extends})
}

// NewAgent is the first agent.toml and system-prompt.md of an agent in a role.
func NewAgent(name, role string) (definition, prompt []byte, err error) {
	data := struct{ Name, Role string }{name, role}
	if definition, err = execute("new/agent.toml", data); err == nil {
		prompt, err = execute("new/agent.md", data)
	}
	return definition, prompt, err
}

// NewProgram is the first programs/<name>.toml of a program.
func NewProgram(name string) ([]byte, error) {
	return execute("new/program.toml", struct{ Name string }{name})
}

// NewKind is the first runtime/gate/<kind>.go of a kind such as deny-writes.
// The kind takes part once it has a line in kinds.go too: see [AddKind].
func NewKind(kind string) ([]byte, error) {
	return execute("new/kind.go.txt", struct{ Name, Type, Var string }{kind, kindType(kind), kindVar(kind)})
}

// AddKind gives a kind its line in the text of runtime/gate/kinds.go, where the
// order of names has it.
func AddKind(text []byte, kind string) ([]byte, error) {
	const list = "\treturn []*Kind{\n"
	before, rest, ok := strings.Cut(string(text), list)
	lines, after, end := strings.Cut(rest, "\t}\n")
	if !ok || !end {
		return nil, errors.New("there is no list []*Kind{...} to add the kind to")
	}
	all := append(strings.SplitAfter(lines, "\n"), "\t\t&"+kindVar(kind)+",\n")
	slices.Sort(all)
	return []byte(before + list + strings.Join(slices.Compact(all), "") + "\t}\n" + after), nil
}

// kindType is the name of a kind's struct: DenyWrites for deny-writes.
func kindType(kind string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(kind, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// kindVar is the name of a kind's facts: denyWrites.
func kindVar(kind string) string {
	name := kindType(kind)
	return strings.ToLower(name[:1]) + name[1:]
}
