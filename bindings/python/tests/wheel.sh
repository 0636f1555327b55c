#!/bin/sh
# Builds the wheel, unpacks it into an empty folder, and plays with it from there: the library is inside.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
wheel=$("$root/bindings/python/wheel" "$folder" 2>/dev/null)
cd "$folder"
/usr/bin/python3 -m zipfile -e "$wheel" site
unset LUDOSAURE_LIBRARY
PYTHONPATH=$folder/site /usr/bin/python3 - "$folder" <<'PYTHON'
import sys

import ludosaure

assert ludosaure.__file__.startswith(sys.argv[1]), ludosaure.__file__
for game in ludosaure.games():
    results = ludosaure.play_random(game["id"], game["seats"][0], 5, "wheel")
    assert (results.moves > 0).all()
    print(game["id"], results.moves)
with open("/proc/self/maps") as maps:
    assert f"{sys.argv[1]}/site/ludosaure/libludosaure.so.1" in maps.read()
PYTHON
