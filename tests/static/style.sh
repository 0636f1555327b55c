#!/bin/sh
# Every C file is formatted as .clang-format says; files and functions are short, and every struct
# has a name of its own.
clang-format --dry-run --Werror $(git ls-files --cached --others --exclude-standard '*.c' '*.h') || exit 1
python3 tests/static/shape.py
