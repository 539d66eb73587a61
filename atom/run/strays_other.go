//go:build unix && !linux

package run

import "syscall"

func dieWithParent(a *syscall.SysProcAttr) *syscall.SysProcAttr { return a }
func adopt()                                                    {}
func sweep()                                                    {}

// Self names this process in a ledger; "" where that can't be asked later.
func Self() string { return "" }

// Gone reports whether the process that [Self] named has ended.
func Gone(string) bool { return false }
