// Package emit prints what was resolved: for each capability a Go package of its
// rules (rules.go, tables.go), for each role one of its policy, the two small packages that make a program of it
// (gate/main.go, gate/early/early.go) and the text its agents are told
// (prompt.md); and what is the same for every role (out/doc.go, hooks/).
//
// Rules of this package:
//
//   - Emitted Go is data: literals, one fact per line, in the order of the
//     TOML or sorted. No date, version, path or position: each would change
//     lines in a pull request that changes no policy.
//   - Nothing in an emitted package of facts is computed when a gate starts.
//     A test looks at the compiled package for start-up code.
//   - A rule is printed by reflection. A new kind of rule changes nothing here.
//   - Go is built with jennifer, and no jen type leaves this package. The one
//     exception is tables.go: megabytes of escaped bytes, printed by hand.
package emit
