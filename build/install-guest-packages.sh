#!/usr/bin/env bash
# Installs the packages that the guest of tests/NetworkShares.Tests needs, as root on Debian. Does nothing anywhere else: the tests say why they
# skip. Ends with an error only if a package cannot be installed.
set -euo pipefail

packages=(debootstrap user-mode-linux)
if [ "$(id -u)" != 0 ] || [ "$(. /etc/os-release 2> /dev/null && echo "${ID:-}")" != debian ]; then
    echo "Guest packages need root on Debian: ${packages[*]}"
    exit
fi

missing=()
for package in "${packages[@]}"; do
    if [ "$(dpkg-query -W -f '${Status}' "$package" 2> /dev/null)" != "install ok installed" ]; then
        missing+=("$package")
    fi
done

if ((${#missing[@]} > 0)); then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "${missing[@]}" > /dev/null
fi
