package get

// Hosts are all that are asked. They serve documentation to everybody, and no page
// of theirs shows others what was asked for: an address can't carry a secret out.
// A line here is a change of what a role was granted, so a person reviews it: kei gen.
var Hosts = []string{
	"developer.mozilla.org",
	"doc.rust-lang.org",
	"docs.python.org",
	"docs.rs",
	"git-scm.com",
	"go.dev",
	"json-schema.org",
	"nodejs.org",
	"pkg.go.dev",
	"semver.org",
	"sqlite.org",
	"www.rfc-editor.org",
}
