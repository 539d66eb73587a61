// Package ledger remembers what agents did: a row per agent, and behind the
// rows a chain of events that they follow from.
//
// Rules of this package:
//
//   - A row is nothing but its events, applied in order. One function does that
//     ([Event.apply]), for who writes and for who checks; whatever changes a row
//     in another way shows in [Ledger.Check].
//   - An event and the row that it changes are written in one transaction, and
//     transactions that write come one after the other: in SQLite by BEGIN
//     IMMEDIATE, in Postgres by a lock on the head of the chain. A process that
//     is killed leaves both or neither.
//   - Every event holds the hash of the one before it. Who removes, edits or
//     reorders one has to rewrite all that follow, and the head with them; a
//     head that was noted elsewhere shows even that.
//   - What an agent was told is kept by its SHA-256, which its row has and the
//     chain with it; so the texts need no events of their own.
//   - Statuses move along their edges only: running to done or failed, those two
//     to one another when the work is looked at again, and to merged or rejected.
//     Merged and rejected are final.
//   - One schema for both databases. Where they differ is dialect.go.
//   - Times are seconds since 1970, UTC, from the clock that Open was given.
//
// The ledger is a file of the earlier kit too: its versions 1 to 9 are brought
// up to date, and the rows it holds by then enter the chain as they are.
package ledger
