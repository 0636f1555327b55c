#!/bin/sh
# example.sh BUILD: installs the library into an empty folder, builds the example with what pkg-config says there,
# and runs it; shows that the header stands alone and that nothing else is visible.
set -eu
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
DESTDIR=$folder meson install -C "$build" --no-rebuild --quiet --tags library,devel
[ -z "$(find "$folder" -path '*/bin/*')" ] # the library without the program
pc=$(find "$folder" -name ludosaure.pc)
export PKG_CONFIG_PATH="$(dirname "$pc")" PKG_CONFIG_SYSROOT_DIR="$folder"
flags=$(pkg-config --cflags --libs ludosaure)
cd "$(dirname "$0")/../../src/library"
# shellcheck disable=SC2086
cc -std=c99 -D_POSIX_C_SOURCE=200809L -pedantic -Wall -Wextra -Werror example.c $flags -o "$folder/example"
skipped=1 # as C++, without clang
if command -v clang >/dev/null; then
    skipped=0
    clang -x c++ -std=c++11 -fsyntax-only -Wall -Wextra -Werror ludosaure.h
fi
LD_LIBRARY_PATH=$(dirname "$(find "$folder" -name 'libludosaure.so.1')")
export LD_LIBRARY_PATH
games=$("$folder/example" | grep -o '"id":"[a-z_]*"' | cut -d'"' -f4)
# shellcheck disable=SC2086
"$folder/example" $games >"$folder/output"
for game in $games; do
    grep -q "^$game: [0-9]* moves, {\"over\":true" "$folder/output"
    grep -q "^$game: a batch ended [1-9]" "$folder/output"
done
library=$LD_LIBRARY_PATH/libludosaure.so.1
readelf -d "$library" | grep -q 'SONAME.*\[libludosaure.so.1\]'
others=$(nm -D --defined-only "$library" | grep -v ' ludosaure_' | grep -v ' LUDOSAURE_1$' || true)
[ -z "$others" ] || { echo "visible: $others"; exit 1; }
for name in $(sed -n 's/^[a-z].*[ *]\(ludosaure_[a-z_]*\)(.*/\1/p' ludosaure.h); do
    nm -D --defined-only "$library" | grep -q " $name@" || { echo "missing: $name"; exit 1; }
done
cat "$folder/output"
echo "1 passed, 0 failed, $skipped skipped"
