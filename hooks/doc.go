// Package hooks puts a gate in the hook path of a coding agent's client, takes
// it out again, and asks an installed one whether it holds.
//
// How the clients differ stands in one table, in client.go. Most of them let the
// call run when their hook is missing, is killed, hangs or answers nonsense; so
// what is installed makes a denial of all that itself, in the command line, in a
// script or in a plugin, where the client has no switch for it.
//
// The rules of this package:
//
//   - A settings file is its owner's. It is edited at byte offsets, never
//     re-encoded: what kei did not write keeps its order, its spacing and its
//     line ends, and uninstalling gives back the bytes that were there.
//   - A file that the client would not read as it stands (comments, a
//     byte-order mark, a wrong type) is refused with the position, untouched.
//     A client skips such a file without a word, and the gate with it.
//   - A symbolic link is followed inside the folder that was named (the
//     repository, the home folder) and never out of it.
//   - Programs found in a settings file are started with a deadline, a built
//     environment and bounded output, in a process group of their own.
package hooks
