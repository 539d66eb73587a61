package gate

// DenyReads denies reading the files that match its globs: through a read,
// search or write tool, by a command that reads one, or all of a folder in which
// one lies, and by naming one to a command that may. Where names are listed and
// nothing else, nothing is read.
type DenyReads struct {
	Terms

	// The files that may not be read.
	// Example: ["**/.env", "**/*.pem"]
	Files []Glob `toml:"files-unreadable"`

	// Whether a path that is not known before it runs, and what a folder holds beyond
	// what is looked at, are taken for none of them.
	// Default: false
	TrustUnknown bool `toml:"trust-unknown"`
}

var denyReads = Kind{
	Name: "deny-reads", New: func() Rule { return new(DenyReads) },
	Events: readEvents, Judges: JudgesReads,
}

// Kind implements [Rule].
func (r *DenyReads) Kind() *Kind { return &denyReads }

// Lists implements [Rule].
func (r *DenyReads) Lists() []List {
	return trusting([]List{{Key: "files-unreadable", Values: texts(r.Files)}}, r.TrustUnknown)
}

// Check implements [Rule].
func (r *DenyReads) Check(c *Case) error {
	e := reads{c: c, files: r.Files, trust: r.TrustUnknown, deny: r.deny}
	return e.all()
}
