// Package pipe runs atoms as steps of a graph: a file of TOML becomes a plan, a
// plan a schedule, a schedule a report.
//
// Rules of this package:
//
//   - What is wrong with a pipe is found before anything runs, all of it.
//   - An atom's kind and effects, as declared, decide what may run beside what,
//     what may be tried again and what may be kept; the author of a pipe doesn't.
//   - No process is started here.
package pipe
