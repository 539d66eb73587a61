package verify

import (
	"os"
	"syscall"
)

// statOf is what an index would keep of a file.
func statOf(info os.FileInfo) (fileStat, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fileStat{}, false
	}
	return fileStatOf(s), true
}

func fileStatOf(s *syscall.Stat_t) fileStat {
	return fileStat{
		ctime: [2]uint32{uint32(s.Ctim.Sec), uint32(s.Ctim.Nsec)},
		mtime: [2]uint32{uint32(s.Mtim.Sec), uint32(s.Mtim.Nsec)},
		inode: uint32(s.Ino), uid: s.Uid, gid: s.Gid, size: uint32(s.Size),
	}
}

// File systems in memory, by the numbers that statfs has for them.
const (
	tmpfsMagic = 0x01021994
	ramfsMagic = 0x858458f6
)

// tellsTime reports whether the files in a folder have their times changed by
// whatever writes to them: a program that has mapped a file of one of these
// file systems changes its contents, and nothing else of it.
func tellsTime(dir string) bool {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return false
	}
	return uint32(s.Type) != tmpfsMagic && uint32(s.Type) != ramfsMagic
}

// freeBytes is how much room a program of this user has on the disk of a folder.
func freeBytes(dir string) (int64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
