// Package spec reads capabilities/ and roles/: what the files say, checked one
// by one, with the place of everything that a later stage may object to.
//
//	capabilities/<category>/<slug>/capability.toml   what may not be done
//	capabilities/<category>/<slug>/text.md           how the agent is told
//	roles/<name>.toml                                who is held to what
//
// The rule structs of package gate are the schema of [gate] tables: their toml
// tags are the keys. What the names in one file mean in another is not looked
// at here; package resolve does that.
//
// Every problem is reported, in one sorted list, each at its place. Nothing is
// passed over silently: a key, file or folder that is not understood is an
// error, because whoever wrote it believes that it is in force.
package spec
