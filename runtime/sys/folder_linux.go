//go:build linux && (amd64 || arm64)

package sys

import "unsafe"

// ReadFolder calls f with what lies in a folder, in no order, until f returns
// false: each name, and what it is, which is There where only a look tells.
func ReadFolder(path string, f func(name string, is int) bool) error {
	fd, err := openFile(path, openRead)
	if err != nil {
		return err
	}
	defer closeFile(fd)
	b := make([]byte, 32<<10)
	for {
		n, err := call(sysGetdents, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), 0)
		switch {
		case err == errInterrupted:
			continue
		case err != nil:
			return err
		case n <= 0:
			return nil
		}
		for rest := b[:n]; len(rest) > entryName; {
			size := int(rest[16]) | int(rest[17])<<8
			if size <= entryName || size > len(rest) {
				return nil
			}
			name, kind := rest[entryName:size], rest[18]
			rest = rest[size:]
			for i, c := range name {
				if c == 0 {
					name = name[:i]
					break
				}
			}
			s := string(name)
			if s == "." || s == ".." {
				continue
			}
			if !f(s, kindOf(kind, path, s)) {
				return nil
			}
		}
	}
}

// An entry is an inode and an offset of eight bytes each, its size in two, its
// type in one, and its name.
const (
	entryName = 19
)

func kindOf(kind byte, path, name string) int {
	switch kind {
	case 0: // the file system does not say
		return Look(path + "/" + name)
	case 4:
		return Folder
	case 10:
		return Link
	}
	return There
}
