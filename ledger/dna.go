package ledger

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// A DNA is a label that says what an agent is made of: its role, what it is held
// to, a hash of its scope and one of its order, and a nonce. Equal parts say
// "the same kind of work"; the hashes have 32 bits and prove nothing, SpecSHA
// does that.
type DNA struct {
	Role  string
	Caps  string // codes joined by -
	Scope string // 8 digits, upper case; old labels have 4
	Body  string
	Nonce string // 8 digits, lower case
}

// codes of capabilities. This table only grows: labels are kept for ever.
var codes = map[string]string{
	"policy::no-git-ops":           "NG",
	"policy::git-ops-scope":        "GS",
	"policy::git-read-only":        "GR",
	"policy::no-secrets":           "NS",
	"scope::files-whitelist":       "FW",
	"scope::files-denylist":        "FD",
	"scope::read-only":             "RO",
	"scope::no-rule-edits":         "NR",
	"quality::constructor-pattern": "CP",
	"quality::cargo-check-green":   "CG",
	"quality::tests-green":         "TG",
	"quality::tests-kept":          "TK",
	"quality::no-warnings":         "NW",
	"quality::go-build-green":      "GB",
	"quality::go-vet-green":        "GV",
	"safety::no-dep-bump":          "ND",
	"safety::no-mass-delete":       "MD",
	"safety::no-pipeline-edit":     "PE",
	"safety::no-publish":           "PU",
	"safety::kill-guard":           "KG",
	"safety::no-tree-delete":       "TD",
	"output::report-format":        "RF",
	"output::severity-grade":       "SG",
	"output::verdict":              "OV",
	"output::merge-result":         "MR",
	"output::ledger-row-required":  "LR",
	"verify::fork-audit":           "FA",
	"tools::deny-tools":            "DT",
	"tools::bash-allowlist":        "BA",
	"tools::go-allowlist":          "GA",
	"tools::atoms":                 "TA",
	"guard::no-agents":             "XA",
	"guard::no-destroy":            "XD",
	"guard::no-fetch-and-run":      "XF",
	"guard::no-privilege":          "XP",
	"guard::no-secrets":            "XS",
	"guard::no-send":               "XO",
	"guard::no-system":             "XM",
}

const (
	unknownCode = "??"
	noCode      = "00" // of a role without capabilities; an empty part could not be read back
)

// NewDNA labels an agent. The capabilities are those of the resolved role, in
// its order and without aliases; one that is not in the table is ??. The nonce
// is drawn by the caller, again if the ledger has the label already.
func NewDNA(role string, capabilities, whitelist, denylist []string, body string, nonce uint32) DNA {
	var list []string
	for _, c := range capabilities {
		code, ok := codes[c]
		if !ok {
			code = unknownCode
		}
		list = append(list, code)
	}
	if list == nil {
		list = []string{noCode}
	}
	return DNA{
		Role:  role,
		Caps:  strings.Join(list, "-"),
		Scope: hash8(scopeText(whitelist, denylist)),
		Body:  hash8(body),
		Nonce: fmt.Sprintf("%08x", nonce),
	}
}

func hash8(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%X", sum[:4])
}

// scopeText is different for different scopes, and the same whatever the order.
// Globs that have no comma, as nearly all, make the text of the earlier kit and
// so its hashes. There ["a,b"] and ["a", "b"] were the same; such lists are
// written with lengths, in a text that begins like none of the others.
func scopeText(whitelist, denylist []string) string {
	allow, deny := slices.Sorted(slices.Values(whitelist)), slices.Sorted(slices.Values(denylist))
	unclear := func(glob string) bool { return glob == "" || strings.ContainsAny(glob, ",\n") }
	if !slices.ContainsFunc(allow, unclear) && !slices.ContainsFunc(deny, unclear) {
		return "wl=" + strings.Join(allow, ",") + "\ndl=" + strings.Join(deny, ",")
	}
	var b strings.Builder
	b.WriteString("2")
	for _, list := range [][]string{allow, deny} {
		fmt.Fprintf(&b, "\n%d", len(list))
		for _, glob := range list {
			fmt.Fprintf(&b, " %d:%s", len(glob), glob)
		}
	}
	return b.String()
}

// String is ROLE::CAPS::SCOPE::BODY-NONCE.
func (d DNA) String() string {
	return d.Role + "::" + d.Caps + "::" + d.Scope + "::" + d.Body + "-" + d.Nonce
}

// A DNAError says why a text is no DNA.
type DNAError struct {
	Kind DNAProblem
	What string // about which part
}

// A DNAProblem is one thing that can be wrong with a DNA.
type DNAProblem string

const (
	DNAEmpty      DNAProblem = "is empty"
	DNASegments   DNAProblem = "does not have the four parts ROLE::CAPS::SCOPE::BODY-NONCE"
	DNANoNonce    DNAProblem = "has no - before its nonce"
	DNAEmptyRole  DNAProblem = "has no role"
	DNAEmptyCaps  DNAProblem = "has no capabilities"
	DNAHexWidth   DNAProblem = "has a hash that is not of 8 digits"
	DNANotHex     DNAProblem = "has a hash that is not hexadecimal"
	DNAEmptyShape DNAProblem = "has an empty part"
)

func (e *DNAError) Error() string {
	msg := "a dna that " + string(e.Kind)
	if e.What != "" {
		msg += ": " + e.What
	}
	return msg
}

// ParseDNA reads a label as [DNA.String] writes it. The error is a [*DNAError].
func ParseDNA(s string) (DNA, error) {
	if s == "" {
		return DNA{}, &DNAError{DNAEmpty, ""}
	}
	parts := strings.Split(s, "::")
	if len(parts) != 4 {
		return DNA{}, &DNAError{DNASegments, fmt.Sprintf("%d in %s", len(parts), printable(s))}
	}
	body, nonce, ok := strings.Cut(parts[3], "-")
	d := DNA{parts[0], parts[1], parts[2], body, nonce}
	switch {
	case !ok:
		return DNA{}, &DNAError{DNANoNonce, printable(s)}
	case d.Role == "":
		return DNA{}, &DNAError{DNAEmptyRole, printable(s)}
	case d.Caps == "":
		return DNA{}, &DNAError{DNAEmptyCaps, printable(s)}
	}
	for _, hash := range []string{d.Scope, d.Body, d.Nonce} {
		if len(hash) != 8 {
			return DNA{}, &DNAError{DNAHexWidth, printable(hash)}
		}
		if strings.Trim(hash, "0123456789abcdefABCDEF") != "" {
			return DNA{}, &DNAError{DNANotHex, printable(hash)}
		}
	}
	return d, nil
}

// ParseOldDNA also reads labels with hashes of another width, which older
// ledgers hold, and looks at no digit. What it reads, String writes back.
func ParseOldDNA(s string) (DNA, error) {
	if s == "" {
		return DNA{}, &DNAError{DNAEmpty, ""}
	}
	parts := strings.SplitN(s, "::", 4)
	if len(parts) != 4 {
		return DNA{}, &DNAError{DNASegments, fmt.Sprintf("%d in %s", len(parts), printable(s))}
	}
	i := strings.LastIndex(parts[3], "-")
	if i < 0 {
		return DNA{}, &DNAError{DNANoNonce, printable(s)}
	}
	d := DNA{parts[0], parts[1], parts[2], parts[3][:i], parts[3][i+1:]}
	if slices.Contains([]string{d.Role, d.Caps, d.Scope, d.Body, d.Nonce}, "") {
		return DNA{}, &DNAError{DNAEmptyShape, printable(s)}
	}
	return d, nil
}
