#!/bin/bash
# The first process of the guest. Settings, which the kernel turns into variables:
#   program=NAME      the assembly of the program
#   mounts=NAME,...   the mounts that the program is run on, one after the other: cifs, cifs-none, nfs, nfs-sync
#   arguments="A ..." what the program is told besides; the quotes are part of the setting
#   delay=N           milliseconds that each packet takes
#   job=PATH          a script to run instead of the program
#   stay=1            never ends by itself
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp TERM=dumb
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 DOTNET_TieredPGO=0 DOTNET_EnableDiagnostics=0

mount -t proc p /proc
mount -t sysfs s /sys
mkdir /dev/shm
for directory in /dev/shm /run /tmp /srv /mnt /etc/exports.d /var/lib/nfs /var/lib/samba /var/cache/samba /var/log; do
    mount -t tmpfs t "$directory"
done

ln -s /proc/self/fd /dev/fd
ip link set lo up
echo "guest: up after $(cut -d ' ' -f 1 /proc/uptime) s"

. /app/Guest/servers.sh
echo "guest: mounted after $(cut -d ' ' -f 1 /proc/uptime) s"

if [ "${delay:-0}" != 0 ]; then
    tc qdisc add dev lo root netem delay "${delay}ms" limit 100000
fi

if [ -n "${job:-}" ]; then
    . "$job"
else
    for name in ${mounts//,/ }; do
        /dotnet/dotnet exec "/app/$program.dll" guest cases "$name" ${arguments:-} || echo "guest: the program ended with $? on $name"
    done
fi

if [ -n "${stay:-}" ]; then
    sleep infinity
fi

echo "guest: ends after $(cut -d ' ' -f 1 /proc/uptime) s"
echo o > /proc/sysrq-trigger
sleep 10
