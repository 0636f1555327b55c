#!/bin/sh
# tools/new_game.sh ID: begins a new game as a copy of the template game, in every folder that has a part
# of a game. One line is left to write by hand: game(ID) in src/games/registry.c. docs/adding-a-game.md
# goes on from there.
set -eu
cd "$(dirname "$0")/.."
id=${1:-}
case $id in
    '' | *[!a-z]*)
        echo "usage: tools/new_game.sh ID (letters from a to z)" >&2
        exit 2
        ;;
esac
if [ -e "src/games/$id" ]; then
    echo "tools/new_game.sh: there is a game called $id" >&2
    exit 1
fi
upper=$(echo "$id" | tr a-z A-Z)
title=$(echo "$id" | cut -c 1 | tr a-z A-Z)$(echo "$id" | cut -c 2-)

for part in src/games/template src/terminal/games/template.c tests/games/template \
    data/texts/template.json data/components/template.json data/rules/template.en.md data/rules/template.fr.md \
    web/src/games/template web/tests/games/template; do
    copy=$(echo "$part" | sed "s/template/$id/")
    cp -r "$part" "$copy"
    # Playthroughs are written by the program: build-gcc/tests/playthrough --write.
    rm -f "$copy"/playthrough-*.txt
    find "$copy" -type f | while read -r file; do
        # Not grid-template-areas and the like.
        sed -E -i "s/(^|[^-a-z])template/\1$id/g; s/TEMPLATE/$upper/g; s/Template/$title/g" "$file"
        name=$(basename "$file")
        renamed=$(echo "$name" | sed "s/template/$id/; s/Template/$title/")
        [ "$name" = "$renamed" ] || mv "$file" "$(dirname "$file")/$renamed"
    done
    echo "$copy"
done
# Names of another length break lines elsewhere.
if command -v clang-format >/dev/null; then
    find "src/games/$id" "src/terminal/games/$id.c" "tests/games/$id" -name '*.[ch]' -exec clang-format -i {} +
fi
