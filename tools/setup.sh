# Shared by ./ludosaure and ./test: installs what is missing and builds what is out of date.
# Sourced, with $root set. Messages go to standard error: standard output belongs to the program.

say() { printf '%s\n' "$*" >&2; }

# with_progress WHAT LOG COMMAND...: runs the command with its output in the log. Meanwhile, one line tells what is done, for how
# long, and how far it is, if the output shows that. On a terminal the line is rewritten; elsewhere it is printed now
# and then. With lazy=yes, the command may have nothing to do; then nothing is printed. Returns the command's code.
with_progress() {
    local what=$1 log=$2
    shift 2
    (
        set -o pipefail
        "$@" </dev/null 2>&1 | show_progress "$what" "$log" "${lazy:-no}"
    )
}

show_progress() {
    local what=$1 log=$2 lazy=$3 line part='' far='' columns=80 began=$SECONDS next=$SECONDS
    [ "$lazy" = no ] || next=$((SECONDS + 8))
    [ ! -t 2 ] || read -r _ columns < <(stty size <&2 2>/dev/null) || :
    [ "$columns" -ge 20 ] || columns=80 # a terminal of unknown size
    while :; do
        if IFS= read -r -t 1 line; then
            line=$part$line part=''
            printf '%s\n' "$line" >>"$log"
            if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then # ninja
                far=": ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
                [ "$lazy" = no ] || lazy=no next=$SECONDS
            elif [[ $line =~ ^(dl|pm)status:.*:([0-9]+)\.[0-9]+:(.*) ]]; then # apt
                far=": ${BASH_REMATCH[2]} %, ${BASH_REMATCH[3]}"
            fi
        elif [ $? -gt 128 ]; then # nothing new for a second
            part=$part$line
        else
            printf '%s' "$part$line" >>"$log"
            break
        fi
        [ $SECONDS -ge $next ] || continue
        line="ludosaure: $what$far, $((SECONDS - began)) s"
        if [ -t 2 ]; then
            printf '\r\033[K%s' "${line:0:columns-1}" >&2
            next=$((SECONDS + 1))
        else
            say "$line"
            next=$((SECONDS + 6))
        fi
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

# The end of a log, without the lines about progress.
show_log() { grep -v -e '^\[[0-9]*/[0-9]*\]' -e '^[dp][lm]status:' "$1" | tail -n "${2:-40}" >&2; }

# Waits until no other start holds the lock, which is file 9.
wait_for_lock() { flock -n 9 || with_progress "waiting for another start" /dev/null flock 9; }

# need PACKAGE "why" TEST...: remembers the package if the command TEST fails. PACKAGE may be `a|b`: a, or b where there is no a.
missing=()
need() {
    local package=$1 why=$2
    shift 2
    if ! "$@" >/dev/null 2>&1; then
        missing+=("$package")
        say "ludosaure: needs $package ($why)"
    fi
}

# A plugin that libwebsockets loads when it starts.
evlib_uv_is_there() {
    ls "$(pkg-config --variable=libdir libwebsockets)"/libwebsockets-evlib_uv.so
}

# Libraries that pkg-config knows.
libraries=(jansson libsodium sqlite3 libpq libuv libwebsockets libutf8proc libqrencode libcurl libcrypto)
need_libraries() {
    pkg-config --exists "${libraries[@]}" 2>/dev/null && return
    need libjansson-dev "reads and writes JSON" pkg-config --exists jansson
    need libsodium-dev "hashes and entropy" pkg-config --exists libsodium
    need libsqlite3-dev "the database" pkg-config --exists sqlite3
    need libpq-dev "the other database, PostgreSQL" pkg-config --exists libpq
    need libuv1-dev "the server's loop" pkg-config --exists libuv
    need libwebsockets-dev "sockets and TLS" pkg-config --exists libwebsockets
    need libutf8proc-dev "characters of names" pkg-config --exists libutf8proc
    need libqrencode-dev "the server's address as a picture" pkg-config --exists libqrencode
    need libcurl4-openssl-dev "sends messages to browsers" pkg-config --exists libcurl
    need libssl-dev "encrypts them" pkg-config --exists libcrypto
}

http_parser_is_there() { pkg-config --exists libllhttp || test -e /usr/include/http_parser.h; }

need_to_build() {
    need gcc "the compiler" command -v cc
    need libc6-dev "the C library's headers" test -e /usr/include/stdio.h
    need meson "describes the build" command -v meson
    need ninja-build "runs the build" command -v ninja
    need pkg-config "finds libraries" command -v pkg-config
    need python3 "puts the data files into the program" command -v python3
    need_libraries
    need libwebsockets-evlib-uv "sockets on the server's loop" evlib_uv_is_there
    need "libllhttp-dev|libhttp-parser-dev" "reads HTTP" http_parser_is_there
    need libwslay-dev "reads WebSocket frames" test -e /usr/include/wslay/wslay.h
    need brotli "compresses the page" command -v brotli
}

# What bindings/python needs. Debian's packages belong to Debian's own Python.
need_python() {
    need python3-cffi "calls the library from Python" /usr/bin/python3 -c "import cffi"
    need python3-numpy "arrays in Python" /usr/bin/python3 -c "import numpy"
    need python3-setuptools "builds the wheel" /usr/bin/python3 -c "import setuptools"
    need python3-wheel "builds the wheel" /usr/bin/python3 -c "import wheel"
}

# Of `a|b`, the package that apt knows. Without lists of packages, b.
package_of() {
    if apt-cache show "${1%|*}" >/dev/null 2>&1; then echo "${1%|*}"; else echo "${1#*|}"; fi
}

# may_become_root PACKAGES...: sets as_root to what comes before a command. Asks for the password, if somebody is there to type it.
may_become_root() {
    as_root=()
    [ "$(id -u)" -ne 0 ] || return 0
    as_root=(sudo -n)
    if command -v sudo >/dev/null; then
        sudo -n true 2>/dev/null && return 0
        if [ -t 2 ]; then
            say "ludosaure: sudo asks for your password, to install what is missing"
            sudo -v && return 0
        fi
    fi
    say "ludosaure: please install what is missing, as root: apt-get install --no-install-recommends $(for package; do package_of "$package"; done | tr '\n' ' ')"
    return 1
}

# install PACKAGES...: fails with a message if that does not work.
install() {
    if ! command -v apt-get >/dev/null; then
        say "ludosaure: this is not Debian; please install: $*"
        return 1
    fi
    local as_root log package packages=()
    may_become_root "$@" || return 1
    log=$(mktemp)
    if [ -z "${lists_are_new:-}" ]; then # otherwise installing tells what is wrong
        with_progress "asking for the newest packages" "$log" "${as_root[@]}" apt-get update -q -o APT::Status-Fd=1 || :
        lists_are_new=yes
    fi
    for package; do packages+=("$(package_of "$package")"); done
    if ! with_progress "installing ${packages[*]:0:3}$([ $# -le 3 ] || echo " and $(($# - 3)) more")" "$log" \
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends -o APT::Status-Fd=1 -o DPkg::Lock::Timeout=600 "${packages[@]}"; then
        show_log "$log" 20
        say "ludosaure: installing did not work (the whole output: $log)"
        return 1
    fi
    rm -f "$log"
}

install_missing() {
    [ ${#missing[@]} -gt 0 ] || return 0
    install "${missing[@]}" || exit 1
    missing=()
}

# clang_runtime [-wasm32]: the package with clang's own libraries, for the clang that is there.
clang_runtime() {
    local version
    version=$(clang -dumpversion 2>/dev/null) && version=${version%%.*}-
    echo "libclang-rt-${version}dev${1:-}"
}

need_clang() {
    need clang "the second compiler, with sanitizers and fuzzers" command -v clang
    need lld "links in a third of the time" command -v ld.lld
    need "$(clang_runtime)" "the sanitizers' runtime" sh -c 'ls "$(clang -print-resource-dir)"/lib/linux/libclang_rt.asan*'
}

need_for_wasm() {
    need clang "compiles for the browser" command -v clang
    need lld "links for the browser" command -v wasm-ld
    need wasi-libc "the C library for the browser" test -e /usr/lib/wasm32-wasi/libc.a
    need "$(clang_runtime -wasm32)" "clang's own functions for the browser" wasm_runtime_is_there
    need binaryen "makes the program for the browser smaller" command -v wasm-opt
    need dpkg-dev "unpacks the sources of libraries" command -v dpkg-source
}

wasm_runtime_is_there() { test -e "$(clang --target=wasm32-wasi -print-libgcc-file-name)"; }

# build_wasm LOG [TARGETS]: the program for the browser, and these, into build-wasm. Fails if that cannot be done.
build_wasm() {
    local missing=()
    need_for_wasm
    [ ${#missing[@]} -eq 0 ] || install "${missing[@]}" || return 1
    if [ ! -e "$root/build-wasm/sources/complete" ]; then
        with_progress "fetching the sources of libraries for the browser" "$1" \
            "$root/tools/wasm_sources.sh" "$root/build-wasm/sources" || return 1
    fi
    (build build-wasm "${2:+all $2}" --cross-file "$root/tools/wasm32-wasi.ini")
}

# fetch_page_tools build|tests LOG: installs the packages in the lock file of the page, if they are
# missing: all of them, or those for building.
fetch_page_tools() {
    local modules=$root/web/node_modules less=--omit=dev last=vite
    [ "$1" = tests ] && less=--include=dev last=playwright-core
    # npm leaves a list of what it has installed.
    [ -d "$modules/$last" ] && [ "$modules/.package-lock.json" -nt "$root/web/package-lock.json" ] && return 0
    # Scripts of packages are not run.
    with_progress "fetching what the page is built with" "$2" env -C "$root/web" npm ci $less --ignore-scripts --no-audit \
        --no-fund --no-progress --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=60000
}

# Everything that the page is built from.
hash_of_page() {
    local parts=(web data/minds data/puzzles data/texts data/rules)
    cd "$root" || return
    [ -e build-wasm/src/wasm/ludosaure.wasm ] && parts+=(build-wasm/src/wasm/ludosaure.wasm)
    find "${parts[@]}" -type f -not -path 'web/node_modules/*' \
        -not -path 'web/dist/*' -not -path 'web/shots/*' -not -path 'web/tests/*' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# page_is_made_of HASH: prints yes or no.
page_is_made_of() {
    if [ -e "$root/web/dist/index.html" ] && [ "$1" = "$(cat "$root/build/page.stamp" 2>/dev/null)" ]; then echo yes; else echo no; fi
}

# When to look again for what could not be found: after something was installed, and on another day.
moment_of_search() {
    stat -c %Y /var/lib/dpkg/status 2>/dev/null
    date +%F
}

# build_page [tests]: web/ into web/dist, when something in it has changed. If that cannot be done
# (no npm, nobody online), the program is still built, with the page that is there: the one
# built last, or the plain one in page/. A page without the program for the browser is built again once
# that can be built.
build_page() {
    mkdir -p "$root/build"
    (
        wait_for_lock
        local log=$root/build/page.log stamp=$root/build/page.stamp for_what=${1:-build} sources fresh
        local wasm=$root/build-wasm/src/wasm/ludosaure.wasm searched=$root/build/wasm.searched search=no
        : >"$log"
        if [ -e "$wasm" ]; then
            build_wasm "$log" || say "ludosaure: the program for the browser stays an older one ($log tells why)"
        elif [ "$(moment_of_search)" != "$(cat "$searched" 2>/dev/null)" ]; then
            search=yes
        fi
        sources=$(hash_of_page)
        fresh=$(page_is_made_of "$sources")
        [ "$fresh$search$for_what" = yesnobuild ] && exit 0
        if ! command -v npm >/dev/null && ! install nodejs npm; then
            say "ludosaure: without nodejs and npm there is only a plain page; everything else works"
            exit 0
        fi
        if ! fetch_page_tools "$for_what" "$log"; then
            say "ludosaure: npm could not fetch what the page is built with ($log tells why)."
            say "ludosaure: going on with the plain page; everything else works"
            exit 0
        fi
        if [ $search = yes ] && ! build_wasm "$log"; then
            say "ludosaure: no program for the browser ($log tells why): games need the server"
            moment_of_search >"$searched"
        fi
        sources=$(hash_of_page)
        fresh=$(page_is_made_of "$sources")
        [ "$fresh" = yes ] && exit 0
        if ! with_progress "building the page" "$log" \
            env -C "$root/web" node node_modules/vite/bin/vite.js build --logLevel warn; then
            show_log "$log" 20
            say "ludosaure: the page could not be built; going on with the one that is there"
            exit 0
        fi
        printf '%s\n' "$sources" >"$stamp"
    ) 9>"$root/build/page.lock"
}

# What a build is made with: versions of the compiler and of libraries.
versions() {
    # shellcheck disable=SC2086 # it may be behind a ccache
    $1 --version | head -n 1
    pkg-config --modversion "${libraries[@]}"
    pkg-config --modversion libllhttp
} 2>/dev/null

# build DIRECTORY "TARGETS" SETUP_OPTIONS...: configures, then builds; quiet when all is well. Several starts at the same
# time wait for each other. It is configured anew, from nothing, if its options or what it is made with have changed, or the lists of
# files: some files are found by listing folders. What is compiled and would be compiled the same way stays.
build() {
    local directory=$root/$1 targets=$2 compiler=${CC:-cc}
    shift 2
    [[ $* != *--cross-file* ]] || compiler=clang
    mkdir -p "$directory"
    (
        wait_for_lock
        local log=$directory/setup.log stamp=$directory/setup.stamp made_of
        made_of=$(printf '%s\n' "$compiler $*" "$(versions "$compiler")" &&
            cd "$root" && find data page web/dist/index.html src tests training/games bench/games -type f 2>/dev/null | LC_ALL=C sort)
        : >"$log"
        if [ ! -e "$directory/build.ninja" ] || [ "$made_of" != "$(cat "$stamp" 2>/dev/null)" ]; then
            rm -rf "$directory/meson-private" "$directory/build.ninja" "$stamp"
            if ! with_progress "configuring the build" "$log" meson setup "$@" "$directory" "$root"; then
                show_log "$log"
                exit 1
            fi
            printf '%s\n' "$made_of" >"$stamp"
        fi
        # shellcheck disable=SC2086
        if ! lazy=yes with_progress "compiling" "$log" ninja -C "$directory" $targets; then
            show_log "$log" 60
            exit 1
        fi
    ) 9>"$directory/lock" || exit 1
}
