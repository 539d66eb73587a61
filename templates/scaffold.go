package templates

import "strings"

// NewCapability is the first capability.toml of a capability, of a kind of gate.
func NewCapability(category, slug, kind string) ([]byte, error) {
	return execute("new/capability.toml", struct{ Name, Category, Kind string }{category + "::" + slug, category, kind})
}

// NewText is the first text.md of a capability.
func NewText() ([]byte, error) {
	return execute("new/text.md", nil)
}

// NewRole is the first roles/<name>.toml; extends may be empty.
func NewRole(name, extends string) ([]byte, error) {
	return execute("new/role.toml", struct{ Name, Extends string }{name, extends})
}

// NewKind is the first runtime/gate/<kind>.go of a kind such as deny-writes.
// The kind takes part once it has a line in kinds.go too.
func NewKind(kind string) ([]byte, error) {
	return execute("new/kind.go.txt", struct{ Type string }{KindType(kind)})
}

// KindType is the name of a kind's struct: DenyWrites for deny-writes.
func KindType(kind string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(kind, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
