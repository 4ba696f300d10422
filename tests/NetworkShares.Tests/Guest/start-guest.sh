#!/bin/bash
# start-guest.sh ROOT APPLICATION DOTNET [SETTING=VALUE...]: runs a guest, whose console is standard output, until it ends or standard input does.
# The settings are those of init.sh.
set -euo pipefail

if [ "${GUEST_INSIDE:-}" = "" ]; then
    # All processes and mounts of the guest end with the first process of their namespaces, and that ends with standard input.
    GUEST_INSIDE=1 exec unshare --mount --pid --fork --kill-child -- bash "$0" "$@"
fi

root=$1 application=$2 dotnet=$3
shift 3

# The guest sees two folders of this machine in its root, which is never written to; its memory and its socket are files of their own.
mount -t tmpfs -o size=3g guest /dev/shm
mkdir /dev/shm/root
mount --bind "$root" /dev/shm/root
mount --bind "$application" /dev/shm/root/app
mount --bind "$dotnet" /dev/shm/root/dotnet

TMPDIR=/dev/shm linux.uml mem=2G uml_dir=/dev/shm/uml umid=guest rootfstype=hostfs rootflags=/dev/shm/root ro quiet loglevel=1 \
    con=null con0=fd:0,fd:1 "$@" init=/bin/bash -- /app/Guest/init.sh < /dev/null &
cat <&0 > /dev/null &
wait -n
