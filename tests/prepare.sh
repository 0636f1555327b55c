#!/usr/bin/env bash
# prepare.sh FEATURE... FOLDER:"TARGETS"...: installs the packages that tests need for some features, and builds some targets
# in some build folders. tests/parts.py says which parts need what.
set -uo pipefail
root=$(dirname "$(dirname "$(readlink -f "$0")")")
cd "$root" || exit 1
. tools/setup.sh

declare -A targets=() # of each build folder
features=" "
for word; do
    case $word in
        *:*) targets[${word%%:*}]=${word#*:} ;;
        *) features+="$word " ;;
    esac
done
wants() { [[ $features == *" $1 "* ]]; }

need_to_build
need git "lists the files to check" command -v git
need ccache "compiles a file once for all folders and clones" command -v ccache
need libcmocka-dev "unit tests" pkg-config --exists cmocka
if [ -n "${targets[build-sanitized]:-}${targets[build-threads]:-}" ]; then need_clang; fi
if wants postgres; then need postgresql "tests of that database" ls /usr/lib/postgresql; fi
if wants networks; then need iproute2 "networks of their own" command -v ip; fi
if wants format; then need clang-format "checks the style" command -v clang-format; fi
if wants python; then
    need_python
    need mypy "checks types in Python" test -x /usr/bin/mypy
    need python3-pil "pictures of tables in Python" /usr/bin/python3 -c "import PIL"
    need fonts-dejavu-core "letters of these pictures" test -e /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf
    need python3-cloudpickle "runs the tests of Gymnasium" /usr/bin/python3 -c "import cloudpickle"
    need python3-typing-extensions "runs the tests of PettingZoo" /usr/bin/python3 -c "import typing_extensions"
fi
if wants page || wants wasm; then need_for_wasm; fi
if wants page-tools || wants page; then
    need nodejs "builds and tests the page" command -v node
    need npm "fetches what the page is built with" command -v npm
fi
if wants browser; then
    need chromium "tests of the page in a real browser" command -v chromium
    need chromium-headless-shell "the same browser without windows, for most of them" command -v chromium-headless-shell
fi
if wants engines; then
    need firefox-esr "tests of the page in Firefox" command -v firefox-esr
    need webkit2gtk-driver "tests of the page in WebKit" command -v WebKitWebDriver
    need xvfb "a screen for WebKit" command -v Xvfb
fi
if wants installation; then
    need man-db "checks manual pages" command -v lexgrog
    need mandoc "checks manual pages" command -v mandoc
    need zsh "tests its completion" command -v zsh
    need desktop-file-utils "checks the menu entry" command -v desktop-file-validate
    need systemd "checks its units" command -v systemd-analyze
fi
if wants packaging; then
    need debhelper "builds packages" command -v dh
    need lintian "checks packages" command -v lintian
    need mmdebstrap "makes a fresh Debian" command -v mmdebstrap
    need iproute2 "a network of its own" command -v ip
fi
if wants proxies; then
    need nginx-light "the proxy in front of servers" test -x /usr/sbin/nginx
    need openssl "makes a certificate" command -v openssl
    need caddy "the other proxy" command -v caddy
fi
if wants parallel; then need parallel "runs shards of experiments" command -v parallel; fi
if wants jsonschema; then need python3-jsonschema "checks what ludosaure schema prints" /usr/bin/python3 -c "import jsonschema"; fi
if wants push; then need python3-cryptography "the push service of the tests" /usr/bin/python3 -c "import cryptography"; need openssl "makes a certificate" command -v openssl; fi
if wants yaml; then need python3-yaml "reads the examples for Kubernetes and Prometheus" /usr/bin/python3 -c "import yaml"; fi
if [ -n "${targets[build-coverage]:-}" ]; then need gcovr "adds up what the tests reach" command -v gcovr; fi
install_missing

# Objects do not depend on where the clone is.
export CCACHE_NOHASHDIR=yes

# tests_build FOLDER OPTIONS...: warnings are errors in the builds of the tests. The page is looked at in gcc's alone.
tests_build() {
    local folder=$1
    shift
    [ -n "${targets[$folder]:-}" ] || return 0
    build "$folder" "${targets[$folder]}" -Dtests=true -Dwerror=true "$@"
}

# The page, and the program for the browser in it, beside the builds that do without: each of them leaves a core idle now and then. As a
# job with a group of its own, it ends with this script, whatever ends that.
log=$root/build/page.log
mkdir -p build
set -m
{
    if wants page; then build_page tests; elif wants page-tools; then
        fetch_page_tools tests "$log" || { show_log "$log" && exit 1; }
    fi
    if wants wasm; then build_wasm "$log" "${targets[build-wasm]:-}" || { show_log "$log" && exit 1; }; fi
} &
page=$!
set +m
trap 'kill -- -$page 2>/dev/null' EXIT

export CC_LD=lld
# Plain char is unsigned here and signed in all other builds, on every machine.
CC="ccache clang" tests_build build-sanitized -Dbuildtype=debugoptimized -Dpage=false -Db_lundef=false -Dplain_char=unsigned -Dfuzzers=true \
    -Db_sanitize=address,undefined || exit 1
CC="ccache clang" tests_build build-threads -Dbuildtype=debugoptimized -Dpage=false -Db_lundef=false -Db_sanitize=thread || exit 1
unset CC_LD
wait $page || exit 1
tests_build build-gcc || exit 1
tests_build build-coverage -Dbuildtype=debug -Doptimization=1 -Db_coverage=true || exit 1
