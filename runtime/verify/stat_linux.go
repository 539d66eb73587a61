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
	return fileStat{
		ctime: [2]uint32{uint32(s.Ctim.Sec), uint32(s.Ctim.Nsec)},
		mtime: [2]uint32{uint32(s.Mtim.Sec), uint32(s.Mtim.Nsec)},
		inode: uint32(s.Ino), uid: s.Uid, gid: s.Gid, size: uint32(s.Size),
	}, true
}
