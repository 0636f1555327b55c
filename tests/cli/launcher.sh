#!/usr/bin/env bash
# The launcher in a fresh copy, started from another folder through a link, twice at the same time; and tools/setup.sh, which
# decides what is built again.
set -uo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
copy="$folder/it's base/mind & co"
mkdir -p "$copy"
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

# The parts of tools/setup.sh.
in_setup() { (root=$copy && . "$copy/tools/setup.sh" && eval "$1") 2>&1; }
configured() { in_setup "build build ludosaure $1" >/dev/null && grep -A 3 '"zsh_completions"' "$copy/build/meson-info/intro-buildoptions.json" | grep -q "\"$2\""; }
expect "an option takes effect in a folder that is there" configured -Dzsh_completions=elsewhere elsewhere
expect "and is gone with the option" configured "" zsh/site-functions
sed -i '2s/$/ of yesterday/' "$copy/build/setup.stamp"
expect "another compiler or library: configured anew" grep -q "configuring" <<<"$("$copy/link" --version 2>&1 >/dev/null)"
expect "once" test -z "$("$copy/link" --version 2>&1 >/dev/null)"
expect "shows how far ninja is" grep -qx "ludosaure: compiling: 3 of 7, . s" <<<"$(in_setup "lazy=yes with_progress compiling /dev/null echo '[3/7] a.c'")"
expect "shows how far apt is" grep -qx "ludosaure: installing: 42 %, Unpacking a:b, . s" \
    <<<"$(in_setup "with_progress installing /dev/null echo 'pmstatus:a:b:42.5:Unpacking a:b'")"
expect "nothing to do, nothing to say" test -z "$(in_setup "lazy=yes with_progress compiling /dev/null true")"
expect "the code of the command" test "$(in_setup "lazy=yes with_progress a /dev/null sh -c 'exit 7'; echo \$?")" = 7
expect "keeps the whole output" test "$(in_setup "lazy=yes with_progress a \"\$root/log\" printf 'a\nb'; cat \"\$root/log\"")" = $'a\nb'

# The page, with everything replaced that takes time: what is built by each of four starts.
page='
with_progress() { echo "$1"; mkdir -p "$root/web/dist" && touch "$root/web/dist/index.html"; }
fetch_page_tools() { :; }
npm() { :; }
say() { :; }
build_wasm() { echo "the program"; [ -n "$can_build" ] && mkdir -p "$root/build-wasm/src/wasm" && touch "$root/build-wasm/src/wasm/ludosaure.wasm"; }
moment_of_search() { echo "$moment"; }
moment=1 can_build=
build_page; echo 1; build_page; echo 2
moment=2 can_build=yes
build_page; echo 3; build_page; echo 4'
expect "a page without the program for the browser is built again when that can be built" \
    test "$(in_setup "$page" | tr '\n' ',')" = "the program,building the page,1,2,the program,building the page,3,the program,4,"
echo '{"en": 1' >"$copy/data/texts/trex.json"
expect "a bad text file is reported" bash -c '! "$0" rules trex >/dev/null 2>&1' "$copy/link"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
