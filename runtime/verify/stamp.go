package verify

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"time"
)

// A stamp is a copy of the worktree's index, made by the orchestrator between
// git worktree add and the start of the agent, and kept where the agent cannot
// write. It is the one index that is believed, and only for files that have not
// been touched since: the time of a file's last change of status is set by the
// system and by nobody else. With it, a file that is as it was is not read.
//
// Of the flags of its entries it is believed which files a sparse checkout leaves
// out (skip-worktree).
type stamp map[string]stamped

// A stamped is what the index knows of one file.
type stamped struct {
	stat   fileStat
	id     string
	absent bool // a sparse checkout leaves it out
}

// A fileStat is what has to be the same, in the form that an index keeps it.
type fileStat struct {
	ctime, mtime [2]uint32 // seconds and nanoseconds
	inode        uint32
	uid, gid     uint32
	size         uint32
}

// slack is how much older than the stamp a file has to be: clocks of file
// systems tick in milliseconds.
const slack = 50 * time.Millisecond

// readStamp reads an index of version 2 or 3.
func readStamp(file, format string) (stamp, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	idLen := 20
	if format == "sha256" {
		idLen = 32
	}
	bad := func(why string) error {
		return fmt.Errorf("%s is not the index of a new worktree: %s", shown(file), why)
	}
	if len(data) < 12+idLen || string(data[:4]) != "DIRC" {
		return nil, bad("it does not begin as one")
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version != 2 && version != 3 {
		return nil, bad(fmt.Sprintf("its version is %d, and 2 and 3 are understood", version))
	}
	s := make(stamp, min(int(count), len(data)/64))
	limit := info.ModTime().Add(-slack)
	for at := 12; count > 0; count-- {
		if at > len(data) {
			return nil, bad("it ends too early")
		}
		e := data[at:]
		head := 40 + idLen + 2
		if len(e) < head+2 {
			return nil, bad("it ends too early")
		}
		word := func(i int) uint32 { return binary.BigEndian.Uint32(e[4*i:]) }
		absent := false
		if binary.BigEndian.Uint16(e[40+idLen:])&0x4000 != 0 {
			absent = binary.BigEndian.Uint16(e[head:])&0x4000 != 0
			head += 2 // more flags
		}
		end := bytes.IndexByte(e[head:], 0)
		if end < 0 {
			return nil, bad("it ends too early")
		}
		one := stamped{fileStat{[2]uint32{word(0), word(1)}, [2]uint32{word(2), word(3)}, word(5), word(7), word(8), word(9)}, hex.EncodeToString(e[40 : 40+idLen]), absent}
		if absent || time.Unix(int64(one.stat.ctime[0]), int64(one.stat.ctime[1])).Before(limit) {
			s[string(e[head:head+end])] = one
		}
		at += (head + end + 8) &^ 7
	}
	return s, nil
}

// same reports whether a file has not been touched since the stamp was made, and
// then what is in it.
func (s stamp) same(name string, info os.FileInfo) (id string, ok bool) {
	one, ok := s[name]
	if !ok {
		return "", false
	}
	now, ok := statOf(info)
	return one.id, ok && now == one.stat && !one.absent
}
