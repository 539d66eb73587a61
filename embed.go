// Package kei holds what the kei command must have with it to work in a folder
// anywhere, with nothing else but a Go toolchain.
package kei

import "embed"

// Sources are go.mod, go.sum and the packages that emitted programs link, as they stand in
// the repository, tests included.
//
//go:embed go.mod go.sum runtime/*/*.go runtime/*/*/*.go runtime/*/*.s internal/tomlpos/*.go
var Sources embed.FS

// Library are the capabilities and roles to start from, a policy folder.
//
//go:embed capabilities roles
var Library embed.FS

// Programs is what is known of programs, for every policy folder.
//
//go:embed programs/*.toml
var Programs embed.FS

// Verb is package verb, which kei writes into packages of atoms.
//
//go:embed atom/verb/verb.go
var Verb embed.FS
