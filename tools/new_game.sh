#!/bin/sh
# Begins a new game as a copy of a template, in every folder that has a part of a game. The template is
# src/games/template/, which shows everything, or with --open src/games/nim/, an open game for two that is
# as short as a game can be. What is not given is asked for, at a terminal, or has a default. One line is
# left to write by hand: game(ID) in src/games/registry.c. docs/adding-a-game.md goes on from there.
set -eu
cd "$(dirname "$0")/.."

usage() {
    cat >&2 <<'TEXT'
usage: tools/new_game.sh ID [--open] [--title TITLE] [--title-fr TITLE] [--letter X]
  ID              letters from a to z
  --open          a game for two without secrets, as short as it can be
  --title TITLE   its name (default: ID), --title-fr in French (default: the same)
  --letter X      its rules are X1, X2 and so on (default: a letter that is free)
TEXT
    exit 2
}

fail() {
    echo "tools/new_game.sh: $1" >&2
    exit 1
}

id='' of=template named=Fossils named_fr=Fossiles rule=P title='' title_fr='' letter=''
while [ $# -gt 0 ]; do
    case $1 in
        --open) of=nim named=Nim named_fr=Nim rule=N ;;
        --title | --title-fr | --letter)
            [ $# -gt 1 ] || usage
            case $1 in
                --title) title=$2 ;;
                --title-fr) title_fr=$2 ;;
                --letter) letter=$2 ;;
            esac
            shift
            ;;
        *)
            [ -z "$id" ] || usage
            id=$1
            ;;
    esac
    shift
done
case $id in
    '' | *[!a-z]*) usage ;;
esac
[ ! -e "src/games/$id" ] || fail "there is a game called $id"

# ask QUESTION ANSWER DEFAULT: prints the answer if there is one, what a person types, or the default.
ask() {
    answer=$2
    if [ -z "$answer" ] && [ -t 0 ]; then
        printf '%s [%s]: ' "$1" "$3" >&2
        read -r answer
    fi
    printf '%s\n' "${answer:-$3}"
}

# The first letter of the id, or of the alphabet, that no rulebook uses.
taken=$(sed -n 's/^\*\*\([A-Z]\)1\*\* .*/\1/p' data/rules/*.en.md | tr -d '\n')
upper=$(echo "$id" | tr '[:lower:]' '[:upper:]')
free=$(echo "${upper}ABCDEFGHIJKLMNOPQRSTUVWXYZ" | tr -d "$taken" | cut -c 1)
class=$(echo "$upper" | cut -c 1)$(echo "$id" | cut -c 2-)
title=$(ask "Title in English" "$title" "$class")
title_fr=$(ask "Title in French" "$title_fr" "$title")
letter=$(ask "Letter of its rules" "$letter" "$free")
case $title$title_fr in
    *[\"\'\\]*) fail 'a title has no straight quotes and no backslash' ;;
esac
case $letter in
    [A-Z]) ;;
    *) fail "the letter of the rules is one of A to Z" ;;
esac
case $taken in
    *"$letter"*) fail "another rulebook uses the letter $letter" ;;
esac

# For the right side of s/…/…/.
quoted() {
    printf '%s' "$1" | sed 's/[&/]/\\&/g'
}
title=$(quoted "$title") title_fr=$(quoted "$title_fr")
camel=$(echo "$of" | cut -c 1 | tr '[:lower:]' '[:upper:]')$(echo "$of" | cut -c 2-)
shout=$(echo "$of" | tr '[:lower:]' '[:upper:]')

# What a template says about itself goes; then the id in three spellings, the rules, and last the titles,
# which may contain any of these. The id is not a part of words such as grid-template-areas.
change() {
    case $1 in
        *.fr.md) own=$title_fr ;;
        *) own=$title ;;
    esac
    sed -E -i "/tools\/new_game\.sh/d
        s/(^|[^-a-z])$of/\1$id/g; s/${shout}_/${upper}_/g; s/_$shout/_$upper/g; s/$camel([A-Z])/$class\1/g
        s/\b$rule([0-9])/$letter\1/g
        s/(\"fr\": \"[^\"]*)\b$named_fr\b/\1\x01/; s/\b($named|$named_fr)\b/$own/g; s/\x01/$title_fr/" "$1"
    name=$(basename "$1")
    renamed=$(echo "$name" | sed -E "s/^$of/$id/; s/^$camel/$class/; s/^$rule([0-9])/$letter\1/")
    [ "$name" = "$renamed" ] || mv "$1" "$(dirname "$1")/$renamed"
}

for part in src/games/$of src/terminal/games/$of.c tests/games/$of data/texts/$of.json data/schema/$of.json data/components/$of.json \
    data/rules/$of.en.md data/rules/$of.fr.md web/src/games/$of web/tests/games/$of; do
    [ -e "$part" ] || continue
    copy=$(echo "$part" | sed "s/$of/$id/")
    cp -r "$part" "$copy"
    # Playthroughs are written by the program: build-gcc/tests/playthrough --write.
    rm -f "$copy"/playthrough-*.txt
    find "$copy" -type f | while read -r file; do
        change "$file"
    done
    echo "$copy"
done
# Names of another length break lines elsewhere.
if command -v clang-format >/dev/null; then
    find src/games/"$id" src/terminal/games tests/games/"$id" \( -path "*/$id/*" -o -name "$id.c" \) -name '*.[ch]' \
        -exec clang-format -i {} +
fi
echo "Now add game($id) to the list in src/games/registry.c."
