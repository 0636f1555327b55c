#!/bin/sh
# parallel.sh N FOLDER arena|simulate ARGUMENTS…: plays the N shards of an experiment with GNU parallel, one per
# core at a time, and prints the merged report. $PARALLEL adds options, for example other machines.
set -eu
[ $# -ge 3 ] || { echo "usage: parallel.sh N FOLDER arena|simulate ARGUMENTS…" >&2; exit 2; }
here=$(dirname "$(readlink -f "$0")")
parts=$1 folder=$2 command=$3
shift 2
seq "$parts" | parallel --quote --halt now,fail=1 "$here/shard" {} "$parts" "$folder" "$@"
exec "${LUDOSAURE:-ludosaure}" "$command" merge "$folder"/[0-9]*.json --json
