#!/usr/bin/env bash
# Proves that a game is one folder per layer and one line in the registry: in a copy of the tree, a game
# called `fifth` is made from the template, and `sixth` from the one for open games. They are registered,
# and nothing else is changed. The copy is built, and both games pass the tests of every game and are
# played in every front end.
#
# usage: tests/games/fifth_game.sh           all front ends that need no browser
#        tests/games/fifth_game.sh --page    the page
set -euo pipefail
root=$(readlink -f "$0") && root=${root%/tests/*}
tree=$root/build-fifth-game # ignored by git
build=$tree/build           # stays, so that the next run builds what has changed
output=$build/output
passed=0

# check "what" COMMAND...: ends the script if the command fails, with what it printed.
check() {
    local what=$1
    shift
    if ! "$@" >"$output" 2>&1 </dev/null; then
        tail -n 40 "$output"
        echo "broken: $what: $*"
        echo "$passed passed, 1 failed"
        exit 1
    fi
    passed=$((passed + 1))
    echo "ok $what"
}

# The files of the working tree. Their times stay as they are: what has not changed is not built again.
copy_tree() {
    find "$tree" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    cd "$root"
    git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
        [ ! -e "$file" ] || printf '%s\0' "$file"
    done | xargs -0 cp -p --parents -t "$tree"
    ln -s "$root/web/node_modules" "$tree/web/node_modules"
}

# The one line: after the last game.
register() {
    sed -i -E "/^    game\([a-z]+\)$/s/$/ \\\\\n    game($1)/" src/games/registry.c
    grep -q "game($1)" src/games/registry.c
}

# Nothing in a copy is called after its template.
named_anew() {
    ! find . -path ./build -prune -o -path ./web/node_modules -prune -o \( -path '*fifth*' -o -path '*sixth*' \) ! -name fifth_game.sh -type f -print0 |
        xargs -0 grep -nE '\b(Fossils|Fossiles|Nim|template|P[1-4]|N[1-3])\b|\b(nim|NIM|TEMPLATE)_|new_game'
}

# Bad arguments: the usage, and exit status 2.
refused() {
    local status=0
    "$@" || status=$?
    [ "$status" = 2 ] && grep -q "^usage: " "$output"
}

build() {
    export CCACHE_NOHASHDIR=yes # most objects are those of build-gcc
    local again=()
    [ ! -e "$build/build.ninja" ] || again=(--reconfigure)
    check "configured" meson setup "${again[@]}" -Dtests=true -Dwerror=true "$build" "$tree"
    check "built" ninja -C "$build" ludosaure tests/positions tests/properties tests/playthrough tests/minds tests/history tests/analysis \
        library tests/library/encoding tests/library/library
}

mkdir -p "$build"
exec 9>"$build/lock"
flock 9
copy_tree
cd "$tree"
check "made from the template" tools/new_game.sh fifth --title "The Fifth & Last" --title-fr "Le Cinquième" --letter Q
check "made from the open template" tools/new_game.sh sixth --open
check "a letter in use" eval '! tools/new_game.sh seventh --letter Q'
check "no id" refused tools/new_game.sh --open
check "named anew" named_anew
check "registered" register fifth
check "registered" register sixth
build

if [ "${1:-}" = --page ]; then
    check "page built" npm --prefix web run --silent build -- --logLevel warn
    export LUDOSAURE=$build/ludosaure LUDOSAURE_PAGE=$tree/web/dist
    exec node web/tests/run.mjs games/fifth games/sixth "fifth: playing after one tap" "fifth: to the end of a match by keyboard" \
        "sixth: to the end of a match by keyboard" "fifth: light" "sixth: light"
fi

for test in texts rules_cited arrows; do
    check "$test" python3 tests/static/$test.py
done
check "positions" "$build/tests/positions" tests/games/fifth/positions/*.txt tests/games/sixth/positions/*.txt
check "playthroughs written" "$build/tests/playthrough" --write
check "playthroughs" "$build/tests/playthrough"
for test in properties history minds analysis; do
    for seats in 2 3 4; do
        check "$test with $seats seats" "$build/tests/$test" fifth $seats 1
    done
    check "$test of the open game" "$build/tests/$test" sixth 2 1
    check "$test: usage" refused "$build/tests/$test" fifth --games 1
done
for test in positions playthrough; do
    check "$test: usage" refused "$build/tests/$test" --games 1
done
check "observations and actions" "$build/tests/library/encoding" fifth 3 1
check "the library" "$build/tests/library/library"
for test in match batch environments; do
    check "Python: $test" /usr/bin/python3 bindings/python/tests/test_$test.py "$build"
done
check "every front end" env TEST_VERBOSE=1 python3 tests/games/front_ends.py "$build/ludosaure" fifth sixth
cat "$output"
echo "$passed passed, 0 failed"
