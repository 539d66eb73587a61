package verify

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"time"
)

// A stamp is a copy of the worktree's index, made by the orchestrator between
// git worktree add and the start of the agent, and kept where the agent cannot
// write. It is the one index that is believed, and only for files that have not
// been touched since: the time of a file's last change of status is set by the
// system and by nobody else. With it, a file that is as it was is not read, but
// where that time is not kept: see tellsTime.
//
// Of the flags of its entries it is believed which files a sparse checkout leaves
// out (skip-worktree). A sparse index has one entry for a whole folder of them.
type stamp []stamped // in the order of their paths

// A stamped is what the index knows of one file.
type stamped struct {
	path    string // that of a folder ends with a slash
	id      []byte
	stat    fileStat
	settled bool // it is older than the stamp by enough for its times to tell
	absent  bool // a sparse checkout leaves it out
}

// A known is what a stamp has to say of a file of a listing.
type known struct {
	stat   fileStat
	same   bool // that it had the contents of the listing's when it had this stat
	absent bool
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
	s := make(stamp, 0, min(int(count), len(data)/64))
	limit := info.ModTime().Add(-slack)
	text := string(data) // of which the paths are parts
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
		one := stamped{id: e[40 : 40+idLen], stat: fileStat{
			ctime: [2]uint32{word(0), word(1)}, mtime: [2]uint32{word(2), word(3)}, inode: word(5), uid: word(7), gid: word(8), size: word(9),
		}}
		if binary.BigEndian.Uint16(e[40+idLen:])&0x4000 != 0 {
			one.absent = binary.BigEndian.Uint16(e[head:])&0x4000 != 0
			head += 2 // more flags
		}
		end := bytes.IndexByte(e[head:], 0)
		if end < 0 {
			return nil, bad("it ends too early")
		}
		one.path = text[at+head : at+head+end]
		one.settled = time.Unix(int64(one.stat.ctime[0]), int64(one.stat.ctime[1])).Before(limit)
		if len(s) > 0 && one.path <= s[len(s)-1].path {
			return nil, bad("its paths are not in order")
		}
		s = append(s, one)
		at += (head + end + 8) &^ 7
	}
	return s, nil
}

// of is what the stamp knows of the files of a listing, in their order. Only
// with times that tell can a file be taken for what it was.
func (s stamp) of(l *listing, timed bool) []known {
	list := make([]known, len(l.files))
	var id [64]byte
	for i, f := range l.files {
		for len(s) > 0 && s[0].path < f.path && !s[0].holds(f.path) {
			s = s[1:]
		}
		if len(s) == 0 || s[0].path != f.path && !s[0].holds(f.path) {
			continue
		}
		one := s[0]
		n := hex.Encode(id[:], one.id)
		list[i] = known{one.stat, timed && one.settled && !one.absent && string(id[:n]) == f.ID, one.absent}
	}
	return list
}

// holds reports whether a file is in the folder that an entry is of.
func (s stamped) holds(file string) bool {
	return strings.HasSuffix(s.path, "/") && strings.HasPrefix(file, s.path)
}

// as reports whether a file is the one that the stamp knows, not touched since.
func (k known) as(info os.FileInfo) bool {
	if !k.same {
		return false
	}
	now, ok := statOf(info)
	return ok && now == k.stat
}
