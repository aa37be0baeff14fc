#!/bin/sh
# Makes a release, one step after another; the first that fails ends it, and nothing is published.
set -eu

usage() {
	cat <<'END'
Makes a release of what is checked out, which has to have a tag v1.2.3.

  release/release.sh [--snapshot] [STEP…]

Without steps all of them, in this order; one that fails is the last.

  test        the tests
  bench       the benchmark gate (go run ./bench -gate; it wants valgrind)
  e2e         the real clients (Linux; it wants Node.js, npm and git)
  goreleaser  builds all files into dist/ and uploads them as a draft (it wants GITHUB_TOKEN)

  --snapshot  any commit, with or without a tag; nothing leaves this machine
END
}

snapshot='' steps=''
for arg; do
	case $arg in
	--snapshot) snapshot=yes ;;
	-h | --help) usage; exit 0 ;;
	test | bench | e2e | goreleaser) steps="$steps $arg" ;;
	*) echo "release: $arg is no step; see: release/release.sh --help" >&2; exit 64 ;;
	esac
done
cd "$(dirname "$0")/.."

goreleaser=github.com/goreleaser/goreleaser/v2@v2.16.0

run_test() {
	go test ./...
}

run_bench() {
	go run ./bench -gate
}

run_e2e() {
	go test -tags e2e ./e2e/... || return
	# By their names: without any it would write what it saw into the repository.
	clients=$(go run -tags e2e ./e2e -h 2>&1 | sed -n 's/^Clients: //p')
	[ -n "$clients" ] || { echo "release: ./e2e -h names no clients" >&2; return 1; }
	# shellcheck disable=SC2086 # one word each
	go run -tags e2e ./e2e $clients
}

run_goreleaser() {
	go run "$goreleaser" check || return
	if [ "$snapshot" ]; then
		go run "$goreleaser" release --snapshot --clean || return
	else
		GORELEASER_CURRENT_TAG=$(git describe --tags --exact-match --match 'v*' 2>/dev/null) || {
			echo "release: what is checked out has no tag such as v1.2.3; with --snapshot it needs none" >&2
			return 1
		}
		export GORELEASER_CURRENT_TAG
		notes=$(mktemp) || return
		trap 'rm -f "$notes"' EXIT
		sh release/notes.sh "${GORELEASER_CURRENT_TAG#v}" >"$notes" || return
		go run "$goreleaser" release --clean --release-notes "$notes" || return
	fi
	go run ./release/formula dist/checksums.txt >dist/openhook.rb
}

for step in ${steps:-test bench e2e goreleaser}; do
	printf '\n== %s\n' "$step"
	start=$(date +%s)
	"run_$step" || { echo "release: stopped, as $step failed; nothing is published" >&2; exit 1; }
	printf '== %s passed in %s s\n' "$step" "$(($(date +%s) - start))"
done
