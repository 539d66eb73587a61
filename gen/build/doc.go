// Package build compiles emitted gates: one static program per role, and the
// list of their checksums.
//
// Rules of this package:
//
//   - The same sources give the same bytes, whoever builds them where: no paths,
//     no version control, no build id, no C, and the settings of Go that would
//     change code are not inherited.
//   - The environment of the go command is built. An agent that could set
//     GOFLAGS=-toolexec=... would otherwise run its own program as whoever
//     builds the gates.
//   - What is compiled is what was reviewed, in a module of nothing else. Its facts of
//     programs are packed: another form of the same text ([invocation.Packed]).
//   - Binaries are put in place when all of them are there.
package build
