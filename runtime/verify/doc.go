// Package verify checks what an agent left behind: first in its worktree, then
// in main as it would become.
//
// Rules of this package:
//
//   - Everything in the worktree, and everything in the repository that an
//     agent could have changed, is evidence and never an instruction. Git runs
//     in a repository of its own with nothing in it but a pointer to main's
//     objects: no configuration, hook, filter, attribute, replacement or ignore
//     rule of the agent's is there to be read. Main is only read from.
//   - The worktree's index is not looked at. What changed is found by reading
//     the files, and what is committed has to agree with them.
//   - Main's objects and history are believed as far as whoever started the agent
//     can vouch for them: what has changed since is hashed again.
//   - Commands run on copies of what was found. Nothing is written to the worktree
//     that is judged.
//   - "Could not check" is never "clean". A step returns Violations for what the
//     agent did wrong, and any other error for what kept it from looking.
//   - What a program prints is shown and, as far as the agent could have a hand
//     in it, never counted.
//
// The struct of a step is the schema of its [verify] table and what is emitted
// for it, as with the rules of package gate.
package verify
