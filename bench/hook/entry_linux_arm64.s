#include "textflag.h"

// The whole hook, without a Go runtime: read stdin to its end, write the answer,
// exit. The linker makes it the entry of the program (-E main.entry).
TEXT ·entry(SB), NOSPLIT|NOFRAME, $0
read:
	MOVD $63, R8 // read
	MOVD $0, R0
	MOVD $·buffer(SB), R1
	MOVD $65536, R2
	SVC
	CMP  $0, R0
	BGT  read
	MOVD $64, R8 // write
	MOVD $1, R0
	MOVD $answer<>(SB), R1
	MOVD $21, R2
	SVC
	MOVD $94, R8 // exit_group
	MOVD $0, R0
	SVC
	UNDEF

DATA answer<>+0(SB)/8, $"{\"decisi"
DATA answer<>+8(SB)/8, $"on\":\"all"
DATA answer<>+16(SB)/5, $"ow\"}\n"
GLOBL answer<>(SB), RODATA|NOPTR, $21
