//go:build linux && (amd64 || arm64)

package sys

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Numbers and structures of the kernel are written down here a second time;
// package syscall has them, too.
func TestNumbersAreThoseOfPackageSyscall(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want uintptr
	}{
		{"read", sysRead, syscall.SYS_READ},
		{"write", sysWrite, syscall.SYS_WRITE},
		{"close", sysClose, syscall.SYS_CLOSE},
		{"fstat", sysFstat, syscall.SYS_FSTAT},
		{"flock", sysFlock, syscall.SYS_FLOCK},
		{"renameat", sysRenameat, syscall.SYS_RENAMEAT},
		{"nanosleep", sysNanosleep, syscall.SYS_NANOSLEEP},
		{"getpid", sysGetpid, syscall.SYS_GETPID},
		{"getcwd", sysGetcwd, syscall.SYS_GETCWD},
		{"gettimeofday", sysGettimeofday, syscall.SYS_GETTIMEOFDAY},
		{"exit_group", sysExitGroup, syscall.SYS_EXIT_GROUP},
		{"getdents64", sysGetdents, syscall.SYS_GETDENTS64},
		{"openat", sysOpenat, syscall.SYS_OPENAT},
		{"getdents64", sysGetdents, syscall.SYS_GETDENTS64},
		{"fstatat", sysFstatat, fstatat},
		{"readlinkat", sysReadlinkat, syscall.SYS_READLINKAT},
		{"ppoll", sysPpoll, syscall.SYS_PPOLL},
		{"O_RDONLY", openRead, syscall.O_RDONLY},
		{"O_APPEND and what goes with it", openAppend, syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND},
		{"O_CLOEXEC and O_NONBLOCK", openFlags, syscall.O_CLOEXEC | syscall.O_NONBLOCK},
		{"S_IFMT", typeMask, syscall.S_IFMT},
		{"S_IFLNK", typeLink, syscall.S_IFLNK},
		{"S_IFDIR", typeFolder, syscall.S_IFDIR},
		{"S_IFREG", typeRegular, syscall.S_IFREG},
		{"EINTR", uintptr(errInterrupted), uintptr(syscall.EINTR)},
		{"EAGAIN", uintptr(errAgain), uintptr(syscall.EAGAIN)},
		{"ENAMETOOLONG", uintptr(errTooLong), uintptr(syscall.ENAMETOOLONG)},
	} {
		if tt.got != tt.want {
			t.Errorf("%s is %#x here, and %#x in package syscall", tt.name, tt.got, tt.want)
		}
	}
}

// Errors read as those of package syscall where they are named at all.
func TestErrorsReadAsThoseOfPackageSyscall(t *testing.T) {
	named := 0
	for n := 1; n < 134; n++ {
		got := kernelError(n).Error()
		if got == "system error "+itoa(n) {
			continue
		}
		if named++; got != syscall.Errno(n).Error() {
			t.Errorf("error %d is %q here, and %q in package syscall", n, got, syscall.Errno(n).Error())
		}
	}
	if named < 10 {
		t.Errorf("only %d errors have a name", named)
	}
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}

func TestStatusIsThatOfPackageSyscall(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, make([]byte, 12345), 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, file, link, "/dev/null", "/proc/self/stat"} {
		var got fileStatus
		var want syscall.Stat_t
		if err := statusAt(path, &got); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Lstat(path, &want); err != nil {
			t.Fatal(err)
		}
		if got.device() != want.Dev || got.inode() != want.Ino || got.links() != uint64(want.Nlink) || got.size() != want.Size || got.kind() != want.Mode&syscall.S_IFMT {
			t.Errorf("%s: device %d, inode %d, size %d, kind %#x; in package syscall %+v", path, got.device(), got.inode(), got.size(), got.kind(), want)
		}
	}
	if target, err := ReadLink(link); err != nil || target != "file" {
		t.Errorf("the link says %q, %v", target, err)
	}
}

func TestTheProcess(t *testing.T) {
	if got := ProcessID(); got != os.Getpid() {
		t.Errorf("the process is %d, not %d", got, os.Getpid())
	}
	if off := time.Now().UnixMilli() - Now(); off < -1000 || off > 1000 {
		t.Errorf("the clock is %d ms off", off)
	}
	got, err := OwnBinary()
	want, _ := os.Executable()
	if err != nil || got != want {
		t.Errorf("the binary is %q (%v), not %q", got, err, want)
	}
	if got := Arguments(); len(got) != len(os.Args) || got[0] != os.Args[0] {
		t.Errorf("the arguments are %q, not %q", got, os.Args)
	}
	t.Setenv("SYS_SET_LATER", "1")
	if _, ok := Environment("SYS_SET_LATER"); ok {
		t.Error("the environment is not that of the start")
	}
	if got, _ := Environment("PATH"); got != os.Getenv("PATH") {
		t.Errorf("PATH is %q", got)
	}
}

// A pipe that nobody writes to is waited for as long as was said, and no longer.
func TestReadable(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	fd := int(r.Fd())
	before := time.Now()
	if readable(fd, 50) {
		t.Error("an empty pipe is readable")
	}
	if waited := time.Since(before); waited < 40*time.Millisecond {
		t.Errorf("it waited %v", waited)
	}
	w.Write([]byte{1})
	if !readable(fd, 10_000) {
		t.Error("a byte is not readable")
	}
	w.Close()
	if !readable(fd, 10_000) {
		t.Error("the end is not readable")
	}
}
