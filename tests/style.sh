#!/bin/sh
# Every C file is formatted as .clang-format says, and no file is longer than a sitting.
files=$(git ls-files --cached --others --exclude-standard '*.c' '*.h')
clang-format --dry-run --Werror $files || exit 1
long=$(wc -l $files | awk '$1 > 800 && $2 != "total"')
[ -z "$long" ] || { echo "too long: $long"; exit 1; }
