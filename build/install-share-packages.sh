#!/usr/bin/env bash
# Installs the packages that tests/NetworkShares.Tests mounts its file systems with. Never fails: without root or apt-get the
# tests skip, and say which package they miss.
set -uo pipefail

packages=(
    attr acl btrfs-progs e2fsprogs xfsprogs fuse3 iproute2 util-linux
    openssh-server sshfs rclone samba
    moosefs-master moosefs-chunkserver moosefs-client
)

if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
    echo "share packages: not installed (needs root and apt-get); tests on real file systems may skip"
    exit 0
fi

missing=()
for package in "${packages[@]}"; do
    if [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
        missing+=("$package")
    fi
done

if ((${#missing[@]} == 0)); then
    echo "share packages: all installed"
    exit 0
fi

# Some of these packages start a server when they are installed (sshd on port 22, smbd on 445). The tests start their own ones.
policy=/usr/sbin/policy-rc.d
if [[ ! -e $policy ]]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
elif [[ $("$policy" any start >/dev/null 2>&1; echo $?) -ne 101 ]]; then
    echo "share packages: not installed ($policy lets servers start): ${missing[*]}"
    exit 0
fi

export DEBIAN_FRONTEND=noninteractive
install() { apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; }
if install 2>/dev/null || { apt-get update -qq && install; }; then
    echo "share packages: installed ${missing[*]}"
else
    echo "share packages: could not install ${missing[*]}; see the messages of apt-get above"
fi
