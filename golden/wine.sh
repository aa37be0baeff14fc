#!/bin/sh
# Runs the tests of the built program as a Windows one, under Wine, where they can.
# Wants Go, wine64 and, for a Wine before 9, x86_64-w64-mingw32-gcc:
#   golden/wine.sh [-test.run PATTERN]
set -eu
cd "$(dirname "$0")"
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export WINEPREFIX="$dir/prefix" WINEDEBUG=-all

(
  export GOOS=windows GOARCH=amd64 CGO_ENABLED=0
  go build $(cat ../build.flags) -ldflags='-s -w -funcalign=1' -o "$dir/openhook-shim.exe" ..
  go build -o "$dir/play.exe" ./play
  go test -c -o "$dir/golden.test.exe" .
  go test -c -o "$dir/shim.test.exe" ../shim
)
"$wine" cmd /c exit >/dev/null 2>&1 || true # makes the prefix
system="$WINEPREFIX/drive_c/windows/system32"
if ! [ -e "$system/bcryptprimitives.dll" ]; then
  # Go asks this library for random numbers; older Wines have them elsewhere.
  cat >"$dir/random.c" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T n) { return SystemFunction036(data, (ULONG)n); }
C
  x86_64-w64-mingw32-gcc -shared -o "$system/bcryptprimitives.dll" "$dir/random.c" -ladvapi32
fi
# A program takes 0.2 s to start there, so what starts thousands is left out, and
# what ends processes by signals, which Windows has not.
[ $# -gt 0 ] || set -- -test.run 'TestEffects|TestOddInput|TestFilters|TestObserve|TestBlockOn|TestEnvironment|TestNested|TestGet$|TestFormats|TestUnknownSender|TestFlagsThatHelp|TestVersionAndHelp|TestDump$|TestDumpFails|TestDumpBelow|TestEchoNeverApproves|TestUnreadableFromNobody|TestSilentStdin|TestCodexNotify|TestLoopGuard|TestPayloadIsNeverRun|TestMessagesAreClean|TestRetryIsAskedAgain|TestPayloadOf40MB|TestLeavesNothing|TestGrandchild|TestTimeoutEndsTheTree'
export GOLDEN_PROGRAMS="Z:$dir"
"$wine" "$dir/golden.test.exe" -test.v -test.timeout 20m "$@"
cd ../shim
"$wine" "$dir/shim.test.exe" -test.v -test.timeout 20m "$@"
