#!/bin/sh
# run.sh NAME SECONDS: one fuzzer from its stored corpus. What it finds new stays out of the tree.
name=$1 seconds=$2
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
if ! build-sanitized/tests/fuzz/fuzz_"$name" -max_total_time="$seconds" -timeout=120 -rss_limit_mb=4096 \
    -dict=tests/fuzz/words.dict -artifact_prefix=build-sanitized/ "$found" tests/fuzz/corpus/"$name"; then
    echo "again with: build-sanitized/tests/fuzz/fuzz_$name FILE, the file that was written to build-sanitized/"
    exit 1
fi
