#!/usr/bin/env bash
# The launcher in a fresh copy, started from another folder through a link, twice at the same time.
set -uo pipefail
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy" || exit 1
passed=0 failed=0
expect() { # expect "what" COMMAND...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "broken: $what"
    fi
}
ln -s "$copy/ludosaure" "$copy/link"
cd / || exit 1
"$copy/link" referee <<<'{"id":1,"cmd":"games"}' >"$copy/first" 2>/dev/null &
"$copy/link" referee <<<'{"id":2,"cmd":"games"}' >"$copy/second" 2>/dev/null
wait
expect "builds and answers, nothing else on standard output" grep -qx '{"id":1,"ok":true,.*}' "$copy/first"
expect "two starts at once do not disturb each other" grep -qx '{"id":2,"ok":true,.*}' "$copy/second"
expect "says nothing when there is nothing to do" test -z "$("$copy/link" rules trex T1 2>&1 >/dev/null)"
"$copy/link" nonsense >/dev/null 2>&1
expect "passes the exit code on" test $? -eq 2
going_on=$(cd "$copy" && ./link play trex <<<1 | tail -n 1)
expect "says how to go on by the name it was called by" test "$going_on" = "  ./link play --resume ludosaure-trex.json"
output=$(npm_config_registry=http://127.0.0.1:9 npm_config_cache=$copy/cache "$copy/link" help serve 2>&1)
expect "without npm's registry the plain page does" grep -q "going on with the plain page" <<<"$output"
expect "and everything else works" grep -q "^usage" <<<"$output"
echo '{"en": 1' >"$copy/data/texts/trex.json"
expect "a bad text file is reported" bash -c "! '$copy/link' rules trex >/dev/null 2>&1"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
