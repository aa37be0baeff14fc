#!/bin/sh
# Writes what shells complete commands of openhook with into completions/.
set -eu
cd "$(dirname "$0")/.."
rm -rf completions
mkdir completions
go run ./cmd/openhook completion bash >completions/openhook.bash
go run ./cmd/openhook completion zsh >completions/_openhook
go run ./cmd/openhook completion fish >completions/openhook.fish
go run ./cmd/openhook completion powershell >completions/openhook.ps1
