// Package schema writes docs/schema.md and docs/schema/*.json: every table and key
// of the files that people write, from the structs that those are decoded into and
// from their comments, so that neither can say something else than the program.
//
// The comment of a field is what its key means. A line of it that begins with one
// of these words is not part of the text:
//
//	Table: TYPE        the struct that the table is decoded into
//	Kinds: gate        each kind of gate (or verify) adds keys of its own
//	Type: TYPE         where Go's type does not say it: "boolean or list of globs"
//	One of: NAME       the variable that holds the words a value can be
//	Default: TEXT      what holds where the key is missing
//	Example: VALUE     in TOML
//	Required: always   the file is refused without it
package schema
