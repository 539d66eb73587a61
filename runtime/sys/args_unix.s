//go:build unix

#include "textflag.h"

// func Room()
TEXT ·Room(SB), 0, $16384-0
	RET
