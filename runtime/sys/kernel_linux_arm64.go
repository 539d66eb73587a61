package sys

// Numbers of the system calls, and where struct stat has the mode.
const (
	sysGetcwd       = 17
	sysFlock        = 32
	sysRenameat     = 38
	sysOpenat       = 56
	sysClose        = 57
	sysGetdents     = 61
	sysRead         = 63
	sysWrite        = 64
	sysPread        = 67
	sysPpoll        = 73
	sysReadlinkat   = 78
	sysFstatat      = 79
	sysFstat        = 80
	sysExitGroup    = 94
	sysNanosleep    = 101
	sysGettimeofday = 169
	sysGetpid       = 172

	modeWord = 2
)

func (s *fileStatus) links() uint64 { return s.words[modeWord] >> 32 }
