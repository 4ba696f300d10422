#!/bin/bash
# start-guest.sh ROOT APPLICATION DOTNET [SETTING=VALUE...]: runs a guest, whose console is standard output. The settings are those of init.sh.
# Needs a mount namespace of its own, as with-input.sh makes.
set -euo pipefail

root=$1 application=$2 dotnet=$3
shift 3

# The guest sees two folders of this machine in its root, which is never written to. Its memory and its socket are files beside them.
mount -t tmpfs -o size=3g guest /dev/shm
mkdir /dev/shm/root
mount --bind "$root" /dev/shm/root
mount --bind "$application" /dev/shm/root/app
mount --bind "$dotnet" /dev/shm/root/dotnet

export TMPDIR=/dev/shm
exec linux.uml mem=2G uml_dir=/dev/shm/uml umid=guest rootfstype=hostfs rootflags=/dev/shm/root ro quiet loglevel=1 \
    con=null con0=fd:0,fd:1 "$@" init=/bin/bash -- /app/Guest/init.sh
