package sys

import "syscall"

const fstatat = syscall.SYS_FSTATAT
