// Package agent is one agent's life: its task, its prompt, its start, what it
// leaves behind.
//
// This package never imports gen. It uses what was compiled and reviewed
// (out/<role>/prompt.md, bin/<role>, bin/verify) and never the TOML that those
// were made from: an agent works in a copy of the same tree and may have edited
// it. That missing import is the security model, and a test in goldentests
// holds it.
package agent
