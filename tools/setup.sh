# Shared by ./ludosaure and ./test: installs what is missing and builds what is out of date.
# Sourced, with $root set. Everything said here goes to standard error: standard output belongs
# to the program.

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
    need libsqlite3-dev "where tables live" pkg-config --exists sqlite3
    need libuv1-dev "the server's loop" pkg-config --exists libuv
    need libwebsockets-dev "HTTP and WebSocket" pkg-config --exists libwebsockets
    need libwebsockets-evlib-uv "HTTP and WebSocket on the server's loop" evlib_uv_is_there
    need brotli "compresses the page" command -v brotli
    need libqrencode-dev "the server's address as a picture" pkg-config --exists libqrencode
}

install_missing() {
    [ ${#missing[@]} -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null; then
        say "ludosaure: this is not Debian; please install: ${missing[*]}"
        exit 1
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "ludosaure: as root, please run: apt-get install ${missing[*]}"
            exit 1
        fi
        as_root=(sudo)
        [ -t 0 ] || as_root=(sudo -n) # nobody is there to type a password
    fi
    say "ludosaure: installing ${missing[*]} …"
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update -q &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends "${missing[@]}"; } </dev/null >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        say "ludosaure: installing did not work (the whole output: $log)"
        exit 1
    fi
    rm -f "$log"
    missing=()
}

# build DIRECTORY "TARGETS" SETUP_OPTIONS...: configures once, then builds; quiet when all is well.
# Several starts at the same time wait for each other. A file added to data/ or taken from it
# makes a new configuration.
build() {
    local directory=$root/$1 targets=$2
    shift 2
    mkdir -p "$directory"
    (
        flock 9
        local log=$directory/setup.log listed=$directory/data.list list
        list=$(cd "$root" && find data page -type f | LC_ALL=C sort)
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
