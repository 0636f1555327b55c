#!/bin/sh
# run.sh NAME SECONDS: one fuzzer from its stored corpus. What it finds new stays out of the tree.
name=$1 seconds=$2
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
build-sanitized/tests/fuzz/fuzz_"$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 \
    -dict=tests/fuzz/words.dict -artifact_prefix=build-sanitized/ "$found" tests/fuzz/corpus/"$name"
