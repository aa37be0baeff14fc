#!/bin/sh
# Installs openhook and openhook-shim from a release: sh install.sh --help
# Nothing runs before the last line has arrived, so a download that is cut off does nothing.
set -eu

usage() {
	cat <<'END'
usage: sh install.sh [--prefix DIR] [--version VERSION] [--dry-run]

Downloads openhook and openhook-shim for this machine, compares their SHA-256 with the
release's checksums.txt and puts them into DIR. It needs no rights but to write there,
and edits no file of your shell.

  --prefix DIR       the folder for the two programs (default ~/.local/bin)
  --version VERSION  such as 1.2.3 (default: the latest)
  --dry-run          say what would be done, and do nothing
  --help             this

environment:
  OPENHOOK_BASE_URL  a mirror, https or on this machine itself, which has the folders
                     v1.2.3/ and so on with a release's files, and latest/ with a copy
                     of, or a redirect to, the newest one's
                     (default https://github.com/openhook/openhook-shim/releases/download)

to remove them: openhook uninstall, then delete openhook and openhook-shim in DIR
END
}

die() {
	printf 'install.sh: %s\n' "$*" >&2
	exit 1
}

wrong() {
	printf 'install.sh: %s\nsee: sh install.sh --help\n' "$*" >&2
	exit 64
}

have() { command -v "$1" >/dev/null 2>&1; }

# options sets prefix, version and dry.
options() {
	prefix='' version='' dry=''
	while [ $# -gt 0 ]; do
		case $1 in
		--help | -h)
			usage
			exit 0
			;;
		--dry-run) dry=1 ;;
		--prefix | --version)
			[ $# -gt 1 ] || wrong "$1 needs a value"
			option "$1" "$2"
			shift
			;;
		--prefix=* | --version=*) option "${1%%=*}" "${1#*=}" ;;
		*) wrong "no such option: $1" ;;
		esac
		shift
	done
	if [ -z "$prefix" ]; then
		[ -n "${HOME:-}" ] || die 'HOME is not set; say where to: --prefix DIR'
		prefix=$HOME/.local/bin
	fi
	case $prefix in
	/) ;;
	/*) prefix=${prefix%/} ;;
	*) prefix=$PWD/${prefix%/} ;;
	esac
}

option() {
	case $2 in
	'' | -* | '~'*) wrong "$1 needs a value, not '$2'" ;;
	esac
	case $1 in
	--prefix) prefix=$2 ;;
	--version)
		version=${2#v}
		case $version in
		'' | *[!0-9A-Za-z.+-]*) wrong "--version $2: a version looks like 1.2.3" ;;
		esac
		;;
	esac
}

# source_of_releases sets base and latest, both URLs of folders, and proto, what curl may speak.
source_of_releases() {
	base=https://github.com/openhook/openhook-shim/releases/download
	latest=https://github.com/openhook/openhook-shim/releases/latest/download
	if [ -n "${OPENHOOK_BASE_URL:-}" ]; then
		base=${OPENHOOK_BASE_URL%/} latest=${OPENHOOK_BASE_URL%/}/latest
	fi
	proto='=https'
	case $base in
	*@*) die "OPENHOOK_BASE_URL: no @ in $base" ;; # http://localhost:80@elsewhere/ is elsewhere
	https://?*) ;;
	http://localhost | http://localhost[:/]* | http://127.0.0.1 | http://127.0.0.1[:/]* | 'http://[::1]' | 'http://[::1]'[:/]*)
		proto='=http,https'
		;;
	*) die "OPENHOOK_BASE_URL: $base is neither https nor on this machine" ;;
	esac
}

# machine sets os and arch, as the archives' names have them.
machine() {
	kernel=$(uname -s) cpu=$(uname -m)
	case $kernel in
	Linux) os=linux ;;
	Darwin) os=darwin ;;
	MINGW* | MSYS* | CYGWIN*) die 'on Windows use install.ps1' ;;
	*) die "there is no release for $kernel; build it: https://github.com/openhook/openhook-shim#build" ;;
	esac
	case $cpu in
	x86_64 | amd64) arch=amd64 ;;
	aarch64 | arm64) arch=arm64 ;;
	*) die "there is no release for $kernel on $cpu; build it: https://github.com/openhook/openhook-shim#build" ;;
	esac
	# A shell under Rosetta is told that it runs on an Intel.
	if [ "$os $arch" = 'darwin amd64' ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then
		arch=arm64
	fi
}

# tools sets downloader and hasher, and stops where one of the needed programs is missing.
tools() {
	if have curl; then
		downloader=curl
	elif have wget; then
		downloader=wget
	else
		die 'neither curl nor wget is there; install one of them'
	fi
	if have sha256sum; then
		hasher=sha256sum
	elif have shasum; then
		hasher=shasum
	elif have openssl; then
		hasher=openssl
	else
		die 'neither sha256sum nor shasum nor openssl is there; nothing can be checked without one of them'
	fi
	for tool in tar gzip mktemp; do
		have "$tool" || die "$tool is not there; install it"
	done
}

# fetch URL FILE
fetch() {
	case $downloader in
	curl) curl -fsSL --proto "$proto" --connect-timeout 20 --retry 2 -o "$2" -- "$1" && return ;;
	wget)
		patience=''
		! wget --version >/dev/null 2>&1 || patience=1 # only GNU's would try for minutes, and knows the options
		if wget -q ${patience:+--tries=3} ${patience:+--timeout=60} -O "$2" -- "$1" 2>"$temp/wget"; then
			# Busybox has one that speaks TLS with anybody.
			if grep -q 'certificate validation not implemented' "$temp/wget"; then
				die 'this wget does not check whom it talks to; install curl'
			fi
			return
		fi
		cat "$temp/wget" >&2
		;;
	esac
	die "cannot download $1"
}

# digest FILE prints its SHA-256.
digest() {
	case $hasher in
	sha256sum) sha256sum <"$1" ;;
	shasum) shasum -a 256 <"$1" ;;
	openssl) openssl dgst -sha256 -r <"$1" ;;
	esac
}

# find_release sets version, if nobody has, archive, and sum, which checksums.txt says of it.
find_release() {
	list=$temp/checksums.txt from=$latest
	[ -z "$version" ] || from=$base/v$version
	fetch "$from/checksums.txt" "$list"
	sum=''
	while read -r hex name || [ -n "$hex" ]; do
		name=${name#\*}
		if [ -z "$version" ]; then # the latest is the one whose archives are listed
			case $name in
			openhook_*_"${os}_$arch.tar.gz")
				version=${name#openhook_}
				version=${version%_"${os}_$arch.tar.gz"}
				;;
			esac
		fi
		[ "$name" = "openhook_${version}_${os}_$arch.tar.gz" ] || continue
		[ -z "$sum" ] || die "$from/checksums.txt has two lines for $name"
		sum=$hex
	done <"$list"
	case $version in
	*[!0-9A-Za-z.+-]*) die "$from/checksums.txt: $version is no version" ;;
	esac
	[ -n "$sum" ] || die "$from/checksums.txt has no line for openhook_${version:-*}_${os}_$arch.tar.gz"
	case $sum in
	*[!0-9a-f]*) die "$from/checksums.txt: $sum is no SHA-256" ;;
	esac
	[ ${#sum} -eq 64 ] || die "$from/checksums.txt: $sum is no SHA-256"
	archive=openhook_${version}_${os}_$arch.tar.gz
}

# unpack leaves both programs in $temp.
unpack() {
	fetch "$base/v$version/$archive" "$temp/$archive"
	got=$(digest "$temp/$archive")
	got=${got%% *}
	[ "$got" = "$sum" ] || die "$base/v$version/$archive is not what checksums.txt says: SHA-256 $got, not $sum; nothing was installed"
	tar -xzof "$temp/$archive" -C "$temp" openhook openhook-shim || die "$archive cannot be unpacked; nothing was installed"
	for program in openhook openhook-shim; do
		if [ ! -f "$temp/$program" ] || [ -L "$temp/$program" ]; then
			die "$program in $archive is no file; nothing was installed"
		fi
	done
}

# place puts the programs into prefix: beside it first, then by a rename, for the old ones may be running.
place() {
	mkdir -p -- "$prefix" || die "$prefix cannot be made; choose another folder: --prefix DIR"
	for program in openhook openhook-shim; do
		[ ! -d "$prefix/$program" ] || die "$prefix/$program is a folder"
	done
	stage=$(mktemp -d "$prefix/.openhook.XXXXXX") || die "$prefix cannot be written; choose another folder: --prefix DIR"
	cp -- "$temp/openhook" "$temp/openhook-shim" "$stage/" || die "$prefix cannot be written"
	chmod 755 "$stage/openhook" "$stage/openhook-shim"
	for program in openhook openhook-shim; do
		"$stage/$program" --version >/dev/null || die "$program does not run on this machine; nothing was installed"
	done
	before=''
	if [ -x "$prefix/openhook" ]; then
		before=$("$prefix/openhook" --version 2>/dev/null) || before=''
		before=${before##* }
	fi
	for program in openhook-shim openhook; do
		mv -f -- "$stage/$program" "$prefix/$program"
	done
}

# quoted prints a word as a shell reads it.
quoted() {
	case $1 in
	*[!0-9A-Za-z/._+-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
	*) printf '%s' "$1" ;;
	esac
}

report() {
	was='' command=openhook
	[ -z "$before" ] || [ "$before" = "$version" ] || was=", in place of $before"
	printf 'openhook %s is in %s%s\n' "$version" "$prefix" "$was"
	case ":${PATH:-}:" in
	*":$prefix:"*)
		found=$(command -v openhook) || found=''
		if [ "$found" != "$prefix/openhook" ]; then
			printf 'but %s comes first in your PATH\n' "$found"
			command=$(quoted "$prefix/openhook")
		fi
		;;
	*)
		# shellcheck disable=SC2016 # it is the reader's PATH
		printf 'it is not in your PATH; in this shell, do: export PATH=%s:"$PATH"\n' "$(quoted "$prefix")"
		;;
	esac
	printf 'next: %s new guard (a hook to start from), or %s try ./my-hook.sh\n' "$command" "$command"
	printf 'to remove it: %s uninstall && rm %s %s\n' "$command" "$(quoted "$prefix/openhook")" "$(quoted "$prefix/openhook-shim")"
}

clean() {
	[ -z "$temp" ] || rm -rf -- "$temp"
	[ -z "$stage" ] || rm -rf -- "$stage"
}

main() {
	umask 022
	options "$@"
	source_of_releases
	machine
	tools
	temp='' stage=''
	trap clean EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
	temp=$(mktemp -d "${TMPDIR:-/tmp}/openhook.XXXXXX") || die 'there is no room for temporary files'
	find_release
	if [ -n "$dry" ]; then
		printf 'would download %s\nwith SHA-256   %s\ninto           %s\n' "$base/v$version/$archive" "$sum" "$prefix"
		return
	fi
	unpack
	place
	report
}

main "$@"
