// Package gate decides one tool call of a coding agent: it reads the call that
// a client is about to make, asks a compiled-in policy, and answers with exit
// status 0 (allow) or 2 (deny) and nothing else.
//
// The rules of this package:
//
//   - Whatever can go wrong denies. A payload that is not understood, a word of
//     a command that cannot be known, a task that cannot be read: deny, and say
//     which.
//   - It is on the path of every call, so it is started thousands of times a
//     day. It imports unsafe and unicode/utf8, and what package sys needs,
//     and nothing that has work to do at start-up (os, fmt, strings by way of
//     unicode, regexp); early.go says what that buys. A test in goldentests
//     holds the list.
//   - The agent is hostile and has read this source. What a gate relies on is
//     either compiled in or outside the agent's reach.
//
// Reading the shell's grammar is package shell's work (it links a parser); a
// gate reaches it through [Late] and only for commands that need it.
package gate
