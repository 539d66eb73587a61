// Package migrations has the numbered SQL that brings a file of tasks to what this
// program reads. A migration that was released is never changed: another follows.
package migrations

import "embed"

// Files are the migrations, by name in their order.
//
//go:embed *.sql
var Files embed.FS
