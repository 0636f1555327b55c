#!/usr/bin/env bash
# usage: wasm_sources.sh FOLDER
# Puts the sources of the libraries that src/wasm is built from into FOLDER, as Debian's source
# packages with Debian's patches. apt checks the signatures. It keeps its lists in FOLDER: a
# system without deb-src entries stays as it is, and no rights of root are needed.
set -euo pipefail
packages=(jansson libsodium)
folder=$1
[ -e "$folder/complete" ] && exit 0
rm -rf "$folder"
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial"
cd "$folder"
folder=$PWD
# The repositories of Debian that this machine takes packages from, as repositories of sources.
apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' 'Origin: Debian' | awk '!seen[$0]++' >apt/sources.list
[ -s apt/sources.list ] || { echo "apt knows no repository of Debian" >&2; exit 1; }
apt() {
    apt-get -q -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache="$folder/apt" \
        -o Acquire::Languages=none -o Acquire::Retries=1 -o Acquire::http::Timeout=30 \
        -o APT::Sandbox::User="$(id -un)" "$@"
}
apt update
for package in "${packages[@]}"; do
    apt source --download-only "$package"
    dpkg-source --no-check -x "${package}"_*.dsc "$package"
done
rm -rf apt
touch complete
