#!/bin/bash
# build-root.sh CACHE: makes the root folder of the guest once, and prints its path. Needs root on Debian and a mount namespace of its own, as
# with-input.sh makes. Takes a minute or more the first time.
set -euo pipefail

# A change to this script that changes the folder needs another version.
version=1
cache=$1
kernel=$(basename /usr/lib/uml/modules/*)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
packages=samba,cifs-utils,nfs-kernel-server,nfs-common,iproute2,kmod,procps,libstdc++6
root=$cache/$version-$suite-$kernel

mkdir -p "$cache"
exec 9> "$cache/lock"
flock 9
if [ -d "$root" ]; then
    echo "$root"
    exit
fi

# The folder gets its name when it is complete. A build that was killed starts again.
building=$cache/building
rm -rf "$building"
trap 'rm -rf "$building"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
    awk -v suite="$suite" '$2 == suite && !found { print $1; found = 1 }')

if ! debootstrap --variant=minbase --include="$packages" "$suite" "$building" "$mirror" > "$cache/build.log" 2>&1; then
    tail -n 5 "$cache/build.log" >&2
    exit 1
fi

mkdir -p "$building"/{app,dotnet,etc/exports.d,lib/modules}
cp -a "/usr/lib/uml/modules/$kernel" "$building/lib/modules/"
rm -rf "$building"/var/{cache/apt,lib/apt/lists}/* "$building"/usr/share/{doc,locale,man}

# The guest cannot write to its root. Without a list of mounts rpc.mountd crashes.
ln -sfn /proc/self/mounts "$building/etc/mtab"
echo '127.0.0.1 localhost guest' > "$building/etc/hosts"
mv "$building" "$root"
echo "$root"
