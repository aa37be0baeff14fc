#include "textflag.h"

// The whole hook, without a Go runtime: read stdin to its end, write the answer,
// exit. The linker makes it the entry of the program (-E main.entry).
TEXT ·entry(SB), NOSPLIT|NOFRAME, $0
read:
	MOVQ $0, AX // read
	MOVQ $0, DI
	LEAQ ·buffer(SB), SI
	MOVQ $65536, DX
	SYSCALL
	CMPQ AX, $0
	JGT  read
	MOVQ $1, AX // write
	MOVQ $1, DI
	LEAQ answer<>(SB), SI
	MOVQ $21, DX
	SYSCALL
	MOVQ $231, AX // exit_group
	MOVQ $0, DI
	SYSCALL
	INT  $3

DATA answer<>+0(SB)/8, $"{\"decisi"
DATA answer<>+8(SB)/8, $"on\":\"all"
DATA answer<>+16(SB)/5, $"ow\"}\n"
GLOBL answer<>(SB), RODATA|NOPTR, $21
