package verify

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
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
// It also has the files of the commit that the worktree was made of, if git noted
// in it which tree they are: that spares listing them again.
//
// Of the flags of its entries it is believed which files a sparse checkout leaves
// out (skip-worktree). A sparse index has one entry for a whole folder of them.
type stamp struct {
	files []stamped // in the order of their paths
	tree  string    // the id of the tree that the files are, if they are one; "" if that is not known
}

// A stamped is what the index knows of one file.
type stamped struct {
	path    string // that of a folder ends with a slash
	mode    uint32
	id      string // the bytes of it
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
func readStamp(file, format string) (*stamp, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var text strings.Builder // of a large repository, where each copy of it costs
	text.Grow(int(info.Size()))
	if _, err := io.Copy(&text, f); err != nil {
		return nil, err
	}
	s, err := parseStamp(text.String(), format, info.ModTime().Add(-slack))
	if err != nil {
		return nil, fmt.Errorf("%s is not the index of a new worktree: %w", shown(file), err)
	}
	return s, nil
}

// idLength is how many bytes an id of a format has.
func idLength(format string) int {
	if format == "sha256" {
		return 32
	}
	return 20
}

// parseStamp reads the text of an index. What was touched last before limit is settled.
func parseStamp(data, format string, limit time.Time) (*stamp, error) {
	idLen := idLength(format)
	if len(data) < 12+idLen || data[:4] != "DIRC" {
		return nil, errors.New("it does not begin as one")
	}
	version, count := number(data[4:8]), number(data[8:12])
	if version != 2 && version != 3 {
		return nil, fmt.Errorf("its version is %d, and 2 and 3 are understood", version)
	}
	s := &stamp{files: make([]stamped, 0, min(int(count), len(data)/64))}
	at, whole := 12, true
	for ; count > 0; count-- {
		if at > len(data) {
			return nil, errors.New("it ends too early")
		}
		e := data[at:]
		head := 40 + idLen + 2
		if len(e) < head+2 {
			return nil, errors.New("it ends too early")
		}
		word := func(i int) uint32 { return number(e[4*i : 4*i+4]) }
		one := stamped{mode: word(6), id: e[40 : 40+idLen], stat: fileStat{
			ctime: [2]uint32{word(0), word(1)}, mtime: [2]uint32{word(2), word(3)}, inode: word(5), uid: word(7), gid: word(8), size: word(9),
		}}
		flags, more := number(e[40+idLen:40+idLen+2]), uint32(0)
		if flags&0x4000 != 0 {
			more = number(e[head : head+2])
			one.absent = more&0x4000 != 0
			head += 2
		}
		end := strings.IndexByte(e[head:], 0)
		if end < 0 {
			return nil, errors.New("it ends too early")
		}
		one.path = e[head : head+end]
		// Of two sides of a conflict, or only announced, it is in no tree.
		whole = whole && flags&0x3000 == 0 && more&0x2000 == 0 && modeOf(one.mode) != ""
		one.settled = time.Unix(int64(one.stat.ctime[0]), int64(one.stat.ctime[1])).Before(limit)
		if n := len(s.files); n > 0 && one.path <= s.files[n-1].path {
			return nil, errors.New("its paths are not in order")
		}
		s.files = append(s.files, one)
		at += (head + end + 8) &^ 7
	}
	if whole && at <= len(data)-idLen {
		s.tree = rootOf(data[at:len(data)-idLen], len(s.files), idLen)
	}
	return s, nil
}

// number is what the bytes of an index stand for.
func number(bytes string) (n uint32) {
	for i := range len(bytes) {
		n = n<<8 | uint32(bytes[i])
	}
	return n
}

// modeOf is a mode of an index as a tree has it, "" if no file of a tree has it.
func modeOf(mode uint32) string {
	switch mode {
	case 0o100644:
		return modeFile
	case 0o100755:
		return modeExec
	case 0o120000:
		return modeLink
	case 0o160000:
		return modeSub
	}
	return ""
}

// rootOf finds what an index has noted of the tree that all its files are: the
// first entry of the extension TREE, which git takes back when a file is changed.
func rootOf(extensions string, files, idLen int) string {
	for len(extensions) >= 8 {
		name, size := extensions[:4], int(number(extensions[4:8]))
		extensions = extensions[8:]
		if size > len(extensions) {
			return ""
		}
		if name != "TREE" {
			extensions = extensions[size:]
			continue
		}
		root, id, ok := strings.Cut(extensions[:size], "\n")
		count, _, some := strings.Cut(root, " ")
		if !ok || !some || count != "\x00"+strconv.Itoa(files) || len(id) < idLen {
			return ""
		}
		return hex.EncodeToString([]byte(id[:idLen]))
	}
	return ""
}

// listing are the files of the tree.
func (s *stamp) listing() *listing {
	l := &listing{make([]file, 0, len(s.files)), s}
	if len(s.files) == 0 {
		return l
	}
	n := hex.EncodedLen(len(s.files[0].id))
	var ids strings.Builder // of which each id is a part
	ids.Grow(n * len(s.files))
	var id [64]byte
	for _, f := range s.files {
		ids.Write(f.hex(id[:]))
	}
	for i, f := range s.files {
		l.files = append(l.files, file{f.path, Entry{modeOf(f.mode), ids.String()[i*n : (i+1)*n]}})
	}
	return l
}

// hex is the id as everybody writes it, in a buffer.
func (s *stamped) hex(buf []byte) []byte {
	var id [32]byte
	return buf[:hex.Encode(buf, id[:copy(id[:], s.id)])]
}

// of is what the stamp knows of the files of a listing, in their order. Only
// with times that tell can a file be taken for what it was.
func (s *stamp) of(l *listing, timed bool) []known {
	list := make([]known, len(l.files))
	if s == nil {
		return list
	}
	if l.from == s {
		for i, f := range s.files {
			list[i] = known{f.stat, timed && f.settled && !f.absent, f.absent}
		}
		return list
	}
	var id [64]byte
	rest := s.files
	for i, f := range l.files {
		for len(rest) > 0 && rest[0].path < f.path && !rest[0].holds(f.path) {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0].path != f.path && !rest[0].holds(f.path) {
			continue
		}
		one := rest[0]
		list[i] = known{one.stat, timed && one.settled && !one.absent && string(one.hex(id[:])) == f.ID, one.absent}
	}
	return list
}

// holds reports whether a file is in the folder that an entry is of.
func (s stamped) holds(file string) bool {
	return strings.HasSuffix(s.path, "/") && strings.HasPrefix(file, s.path)
}

// as reports whether a file is the one that the stamp knows, not touched since.
func (k known) as(now fileState) bool { return k.same && now.told && now.stat == k.stat }
