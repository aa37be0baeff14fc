#!/bin/sh
# The hook of every scenario: keeps the envelope, then does what answers/TYPE says.
dir=$1
cat > "$dir/calls/.$$" && mv "$dir/calls/.$$" "$dir/calls/$(date +%s%N)-$$"
[ ! -f "$dir/answers/$OPENHOOK_TYPE" ] || . "$dir/answers/$OPENHOOK_TYPE"
