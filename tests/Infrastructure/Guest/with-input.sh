#!/bin/bash
# with-input.sh COMMAND...: runs a command until it ends or standard input does. Its processes and mounts end with it, whatever kills it: they
# live in namespaces of their own.
set -euo pipefail

if [ -z "${WITH_INPUT:-}" ]; then
    WITH_INPUT=1 exec unshare --mount --pid --fork --kill-child --mount-proc -- bash "$0" "$@"
fi

"$@" < /dev/null &
command=$!
{ cat > /dev/null; kill -KILL "$command"; } <&0 &
wait "$command"
