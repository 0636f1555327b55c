#!/bin/sh
# install-options.sh FILE FOLDER: run by `meson install`. The options of the server belong to the operator: a file that
# is already there is kept.
set -eu
target=${DESTDIR:-}$2/$(basename "$1")
[ -e "$target" ] || install -D -m 644 "$1" "$target"
