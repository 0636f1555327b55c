#!/bin/sh
# threads.sh PROGRAM: computer players and random games of every game on two threads, the training of those
# that learn, and an adversary. For a program built with ThreadSanitizer, which exits with an error if there is a data race.
set -eu
program=$1
games=$(echo '{"cmd":"games"}' | "$program" referee | grep -o '"id":"[a-z]*"' | cut -d '"' -f 4)
[ -n "$games" ]
for game in $games; do
    echo "$game"
    "$program" simulate "$game" --games 40 --seed 1 --threads 2 >/dev/null
    "$program" arena "$game" --players expert,easy --games 4 --iterations 40 --threads 2 --seed 1 >/dev/null
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for fit in "$(dirname "$program")"/training/games/*/fit; do
    echo "$fit"
    # One network; those for other numbers of players learn the same way.
    "$fit" --output "$folder/$(basename "$(dirname "$fit")").bin" --positions 10 --threads 2 --seats 2 >/dev/null
done
echo adversary
"$(dirname "$program")/training/adversary/adversary" scale --rounds 6 --matches 16 --deals 4 --threads 2 --output "$folder" >/dev/null
