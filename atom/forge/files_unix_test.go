//go:build unix

package forge

import (
	"io/fs"
	"strconv"
	"syscall"
)

// inode tells a file from another one of the same name and text.
func inode(info fs.FileInfo) string {
	return " " + strconv.FormatUint(info.Sys().(*syscall.Stat_t).Ino, 10)
}

func fifo(name string) error { return syscall.Mkfifo(name, 0o644) }
