//go:build !unix

package forge

import (
	"io/fs"
	"os"
)

func inode(fs.FileInfo) string { return "" }

// fifo makes what is no file, either.
func fifo(name string) error { return os.Mkdir(name, 0o755) }
