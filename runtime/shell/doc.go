// Package shell reads shell text for a gate: every simple command that could
// run, with quotes removed, constants folded and the rest marked as unknown. It
// links the parser of mvdan.cc/sh; package gate reaches it through [Late].
//
// Reading is one-sided. A value counts as known only if it has that value
// whichever way the text runs: what a branch, a loop, a function or a failing
// command may change has several values or none. So a script that is read is
// never less than what runs, and sometimes more.
package shell
