#!/usr/bin/env bash
# all.sh SECONDS: every fuzzer for so long, as many at once as there are cores; ends with the line
# `N passed, M failed`.
set -uo pipefail
seconds=$1
names=$(ls tests/fuzz/corpus) # one for each
one() {
    if output=$(tests/fuzz/run.sh "$1" "$2" 2>&1); then
        echo "fine: $1"
    else
        printf '%s\nbroken: %s\n' "$output" "$1"
    fi
}
export -f one
# shellcheck disable=SC2086
output=$(printf '%s\n' $names | xargs -P "$(nproc)" -I{} bash -c "one {} $seconds")
failed=$(grep -c '^broken: ' <<<"$output")
passed=$(grep -c '^fine: ' <<<"$output")
grep -v '^fine: ' <<<"$output"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -eq "$(wc -w <<<"$names")" ]
