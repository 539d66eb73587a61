package sys

// Numbers of the system calls, and where struct stat has the mode.
const (
	sysRead         = 0
	sysWrite        = 1
	sysClose        = 3
	sysFstat        = 5
	sysPread        = 17
	sysNanosleep    = 35
	sysGetpid       = 39
	sysFlock        = 73
	sysGetcwd       = 79
	sysGettimeofday = 96
	sysExitGroup    = 231
	sysGetdents     = 217
	sysOpenat       = 257
	sysFstatat      = 262
	sysRenameat     = 264
	sysReadlinkat   = 267
	sysPpoll        = 271

	modeWord = 3
)

func (s *fileStatus) links() uint64 { return s.words[2] }
