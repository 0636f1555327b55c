# Shared by ./ludosaure and ./test: installs what is missing and builds what is out of date.
# Sourced, with $root set. Messages go to standard error: standard output belongs to the program.

say() { printf '%s\n' "$*" >&2; }

# need PACKAGE "why" TEST...: remembers the package if the command TEST fails.
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

need_to_build() {
    need gcc "the compiler" command -v cc
    need libc6-dev "the C library's headers" test -e /usr/include/stdio.h
    need meson "describes the build" command -v meson
    need ninja-build "runs the build" command -v ninja
    need pkg-config "finds libraries" command -v pkg-config
    need python3 "puts the data files into the program" command -v python3
    need libjansson-dev "reads and writes JSON" pkg-config --exists jansson
    need libsodium-dev "hashes and entropy" pkg-config --exists libsodium
    need libsqlite3-dev "the database" pkg-config --exists sqlite3
    need libpq-dev "the other database, PostgreSQL" pkg-config --exists libpq
    need libuv1-dev "the server's loop" pkg-config --exists libuv
    need libwebsockets-dev "sockets and TLS" pkg-config --exists libwebsockets
    need libwebsockets-evlib-uv "sockets on the server's loop" evlib_uv_is_there
    need libhttp-parser-dev "reads HTTP" test -e /usr/include/http_parser.h
    need libwslay-dev "reads WebSocket frames" test -e /usr/include/wslay/wslay.h
    need brotli "compresses the page" command -v brotli
    need libutf8proc-dev "characters of names" pkg-config --exists libutf8proc
    need libqrencode-dev "the server's address as a picture" pkg-config --exists libqrencode
}

# What bindings/python needs. Debian's packages belong to Debian's own Python.
need_python() {
    need python3-cffi "calls the library from Python" /usr/bin/python3 -c "import cffi"
    need python3-numpy "arrays in Python" /usr/bin/python3 -c "import numpy"
    need python3-setuptools "builds the wheel" /usr/bin/python3 -c "import setuptools"
    need python3-wheel "builds the wheel" /usr/bin/python3 -c "import wheel"
}

# install PACKAGES...: fails with a message if that does not work.
install() {
    if ! command -v apt-get >/dev/null; then
        say "ludosaure: this is not Debian; please install: $*"
        return 1
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "ludosaure: as root, please run: apt-get install $*"
            return 1
        fi
        as_root=(sudo)
        [ -t 0 ] || as_root=(sudo -n) # nobody is there to type a password
    fi
    say "ludosaure: installing $* …"
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update -q &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends "$@"; } </dev/null >"$log" 2>&1; then
        tail -n 20 "$log" >&2
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

need_for_wasm() {
    need clang "compiles for the browser" command -v clang
    need lld "links for the browser" command -v wasm-ld
    need wasi-libc "the C library for the browser" test -e /usr/lib/wasm32-wasi/libc.a
    need libclang-rt-14-dev-wasm32 "clang's own functions for the browser" wasm_runtime_is_there
    need binaryen "makes the program for the browser smaller" command -v wasm-opt
    need dpkg-dev "unpacks the sources of libraries" command -v dpkg-source
}

wasm_runtime_is_there() {
    test -e "$(clang -print-resource-dir)/lib/wasi/libclang_rt.builtins-wasm32.a"
}

# build_wasm LOG: the program for the browser, into build-wasm. Fails if that cannot be done.
build_wasm() {
    local missing=()
    need_for_wasm
    [ ${#missing[@]} -eq 0 ] || install "${missing[@]}" || return 1
    if [ ! -e "$root/build-wasm/sources/complete" ]; then
        say "ludosaure: fetching the sources of libraries for the browser …"
        "$root/tools/wasm_sources.sh" "$root/build-wasm/sources" >>"$1" 2>&1 || return 1
    fi
    (build build-wasm "" --cross-file "$root/tools/wasm32-wasi.ini")
}

# fetch_page_tools build|tests LOG: installs the packages in the lock file of the page, if they are
# missing: all of them, or those for building.
fetch_page_tools() {
    local modules=$root/web/node_modules less=--omit=dev last=vite
    [ "$1" = tests ] && less=--include=dev last=playwright-core
    # npm leaves a list of what it has installed.
    [ -d "$modules/$last" ] && [ "$modules/.package-lock.json" -nt "$root/web/package-lock.json" ] && return 0
    say "ludosaure: fetching what the page is built with …"
    # Scripts of packages are not run.
    (cd "$root/web" && npm ci $less --ignore-scripts --no-audit --no-fund --no-progress \
        --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=60000) >>"$2" 2>&1
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

# build_page [tests]: web/ into web/dist, when something in it has changed. If that cannot be done
# (no npm, nobody online), the program is still built, with the page that is there: the one
# built last, or the plain one in page/.
build_page() {
    mkdir -p "$root/build"
    (
        flock 9
        local log=$root/build/page.log stamp=$root/build/page.stamp for_what=${1:-build} sources fresh
        local wasm=$root/build-wasm/src/wasm/ludosaure.wasm
        [ -e "$wasm" ] && build_wasm "$log" # in step with src/
        sources=$(hash_of_page)
        fresh=no
        if [ -e "$root/web/dist/index.html" ] && [ "$sources" = "$(cat "$stamp" 2>/dev/null)" ]; then fresh=yes; fi
        [ "$fresh" = yes ] && [ "$for_what" = build ] && exit 0
        : >"$log"
        if ! command -v npm >/dev/null && ! install nodejs npm; then
            say "ludosaure: without nodejs and npm there is only a plain page; everything else works"
            exit 0
        fi
        if ! fetch_page_tools "$for_what" "$log"; then
            say "ludosaure: npm could not fetch what the page is built with ($log tells why)."
            say "ludosaure: going on with the plain page; everything else works"
            exit 0
        fi
        [ "$fresh" = yes ] && exit 0
        if [ ! -e "$wasm" ]; then
            build_wasm "$log" || say "ludosaure: no program for the browser ($log tells why): games need the server"
            sources=$(hash_of_page)
        fi
        say "ludosaure: building the page …"
        if ! (cd "$root/web" && node node_modules/vite/bin/vite.js build --logLevel warn) >>"$log" 2>&1; then
            tail -n 20 "$log" >&2
            say "ludosaure: the page could not be built; going on with the one that is there"
            exit 0
        fi
        printf '%s\n' "$sources" >"$stamp"
    ) 9>"$root/build/page.lock"
}

# build DIRECTORY "TARGETS" SETUP_OPTIONS...: configures once, then builds; quiet when all is well.
# Several starts at the same time wait for each other. The build finds some files by listing folders: one
# that is added there, or removed, makes a new configuration.
build() {
    local directory=$root/$1 targets=$2
    shift 2
    mkdir -p "$directory"
    (
        flock 9
        local log=$directory/setup.log listed=$directory/files.list list
        list=$(cd "$root" && find data page web/dist src tests/games -type f 2>/dev/null | LC_ALL=C sort)
        if [ ! -e "$directory/build.ninja" ] || [ "$list" != "$(cat "$listed" 2>/dev/null)" ]; then
            say "ludosaure: building (this is done once) …"
            local again=()
            [ -e "$directory/build.ninja" ] && again=(--reconfigure)
            if ! meson setup "${again[@]}" "$@" "$directory" "$root" >"$log" 2>&1; then
                cat "$log" >&2
                exit 1
            fi
            printf '%s\n' "$list" >"$listed"
        fi
        # shellcheck disable=SC2086
        if ! ninja -C "$directory" $targets >"$log" 2>&1; then
            cat "$log" >&2
            exit 1
        fi
    ) 9>"$directory/lock" || exit 1
}
