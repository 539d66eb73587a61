package verify

import "syscall"

const fstatat = syscall.SYS_NEWFSTATAT
