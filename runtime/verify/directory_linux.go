//go:build amd64 || arm64

package verify

import (
	"encoding/binary"
	"io/fs"
	"strings"
	"syscall"
	"unsafe"
)

// A directory is a folder that is open, to list it and to look at what is in it. Most
// of a large worktree is neither read nor told of, and looking at that is most of what
// verify does: so no more is asked of the system than is compared, and nothing is kept.
type directory struct{ fd int }

// openDirectory opens one, and not through a link.
func openDirectory(name string) (*directory, error) {
	fd, err := retried(func() (int, error) {
		return syscall.Open(name, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &directory{fd}, nil
}

func (f *directory) close() { _ = syscall.Close(f.fd) }

// list is what is in it, in no order.
func (f *directory) list() (list []named, err error) {
	var buf [32 << 10]byte
	for {
		n, err := retried(func() (int, error) { return syscall.ReadDirent(f.fd, buf[:]) })
		if err != nil || n == 0 {
			return list, err
		}
		for text := string(buf[:n]); text != ""; { // the names are parts of it
			// ino and off of 8 bytes, the length of 2, the type of 1, the name up to a zero
			length := int(binary.NativeEndian.Uint16([]byte(text[16:18])))
			name, _, _ := strings.Cut(text[19:length], "\x00")
			one := named{name, modeOfType(text[18])}
			text = text[length:]
			if name == "." || name == ".." {
				continue
			}
			if one.mode == unknownMode {
				s, err := f.look(name)
				if err == syscall.ENOENT {
					continue // it is gone
				}
				if err != nil {
					return nil, err
				}
				one.mode = s.mode.Type()
			}
			list = append(list, one)
		}
	}
}

// unknownMode is of what the system does not tell with the name.
const unknownMode = fs.ModeType

// modeOfType is what a listing says of the kind of file that a name has.
func modeOfType(t byte) fs.FileMode {
	switch t {
	case syscall.DT_REG:
		return 0
	case syscall.DT_DIR:
		return fs.ModeDir
	case syscall.DT_LNK:
		return fs.ModeSymlink
	case syscall.DT_FIFO:
		return fs.ModeNamedPipe
	case syscall.DT_SOCK:
		return fs.ModeSocket
	case syscall.DT_CHR:
		return fs.ModeDevice | fs.ModeCharDevice
	case syscall.DT_BLK:
		return fs.ModeDevice
	}
	return unknownMode
}

// look is the state of a file or link in it.
func (f *directory) look(name string) (fileState, error) {
	const noFollow = 0x100
	text, err := syscall.BytePtrFromString(name)
	if err != nil {
		return fileState{}, err
	}
	var s syscall.Stat_t
	_, err = retried(func() (int, error) {
		_, _, e := syscall.Syscall6(fstatat, uintptr(f.fd), uintptr(unsafe.Pointer(text)), uintptr(unsafe.Pointer(&s)), noFollow, 0, 0)
		if e != 0 {
			return 0, e
		}
		return 0, nil
	})
	if err != nil {
		return fileState{}, err
	}
	return fileState{modeOfType(byte(s.Mode&syscall.S_IFMT>>12)) | fs.FileMode(s.Mode&0o777), s.Size, fileStatOf(&s), true}, nil
}
