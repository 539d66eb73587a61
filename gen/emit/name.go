package emit

import (
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// taken are names that an emitted package may not give to a rule: what it
// declares or imports itself, and what only looks as if it were from elsewhere.
var taken = []string{
	"Policy", "policySum", "gate", "main", "init", "_",
	"any", "append", "bool", "byte", "cap", "clear", "close", "comparable", "complex", "complex128",
	"complex64", "copy", "delete", "error", "false", "float32", "float64", "imag", "int", "int16",
	"int32", "int64", "int8", "iota", "len", "make", "max", "min", "new", "nil", "panic", "print",
	"println", "real", "recover", "rune", "string", "true", "uint", "uint16", "uint32", "uint64",
	"uint8", "uintptr",
}

// PackageName is the name of the emitted package of a role: the role's name
// without dashes, and with the word role after it where that name would mean
// something else in Go or in the emitted main package.
func PackageName(role string) string {
	name := strings.ReplaceAll(role, "-", "")
	if token.IsKeyword(name) || slices.Contains(taken, name) || slices.Contains([]string{"shell", "early", programsName}, name) {
		name += "role"
	}
	return name
}

// noFolders are names that a folder with a package cannot have: the Go command
// treats the first three in its own way, and Windows has no such files as the rest.
func noFolders() []string {
	names := []string{"internal", "testdata", "vendor", "aux", "con", "nul", "prn"}
	for i := range 10 {
		names = append(names, fmt.Sprint("com", i), fmt.Sprint("lpt", i))
	}
	return names
}

// CheckRole refuses names of roles that cannot be a folder of out/ with a package in it.
func CheckRole(role string) error {
	// verify is the verify program, dispatch the gate of all roles.
	if slices.Contains(append(noFolders(), "verify", capabilityName, dispatchName, rulesName, programsName), role) {
		return fmt.Errorf("roles/%s.toml: %s cannot name a role, because out/%s has another meaning; rename it", role, role, role)
	}
	for i, r := range role {
		if !(r >= 'a' && r <= 'z' || i > 0 && (r >= '0' && r <= '9' || r == '-')) {
			return fmt.Errorf("roles/%s.toml: %q cannot name a role; use a to z, 0 to 9 and dashes", role, role)
		}
	}
	if role == "" {
		return fmt.Errorf("a role without a name")
	}
	return nil
}

// A namer gives out the names of one emitted package, each once.
type namer map[string]bool

func newNamer() namer {
	n := namer{}
	for _, t := range taken {
		n[t] = true
	}
	return n
}

// rule names the variable of a rule after its capability, policy::no-git-ops
// becoming policyNoGitOps. Later rules have their type in the
// name, safetyNoDepBumpDenyCommand, and a number if even that is not enough.
// The first one stays as it is, so that adding a rule renames none.
func (n namer) rule(capability, typ string) string {
	name := camel(capability)
	if token.IsKeyword(name) || slices.Contains(taken, name) {
		name += "Rule"
	}
	if n.free(name) {
		return n.take(name)
	}
	base := name + typ
	name = base
	for i := 2; !n.free(name); i++ {
		name = fmt.Sprint(base, i)
	}
	return n.take(name)
}

// kind names a rule of a capability's own package after its kind, with a number
// if it is not the first one of that.
func (n namer) kind(typ string) string {
	name := typ
	for i := 2; !n.free(name); i++ {
		name = fmt.Sprint(typ, i)
	}
	return n.take(name)
}

// free reports whether a rule and all that belongs to it can have the name.
func (n namer) free(name string) bool {
	for _, s := range family(name) {
		if n[s] {
			return false
		}
	}
	return true
}

func (n namer) take(name string) string {
	for _, s := range family(name) {
		n[s] = true
	}
	return name
}

// tableOf names the table of the rule that has the name.
func tableOf(rule string) string { return strings.ToLower(rule[:1]) + rule[1:] + "Table" }

// family is the name of a rule, of its table, and of the table's strings.
func family(rule string) []string {
	names := []string{rule, tableOf(rule)}
	table := tableType.Elem()
	for i := range table.NumField() {
		if table.Field(i).Type.Kind() == reflect.String {
			names = append(names, tableOf(rule)+table.Field(i).Name)
		}
	}
	return names
}

// camel joins words of letters and digits as Go does, the first one small.
func camel(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		r, size := utf8.DecodeRuneInString(w)
		if i == 0 {
			r = unicode.ToLower(r)
		} else {
			r = unicode.ToUpper(r)
		}
		words[i] = string(r) + w[size:]
	}
	name := strings.Join(words, "")
	if r, _ := utf8.DecodeRuneInString(name); !unicode.IsLetter(r) {
		name = "rule" + name
	}
	return name
}
