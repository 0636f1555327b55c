#!/usr/bin/env python3
"""Includes follow the arrows of the architecture; every file has its header; nothing goes in circles."""
import pathlib
import re
import sys

BASE = {"base"}
GAME = BASE | {"game"}
ALLOWED = {
    "base": BASE,
    "game": GAME,
    "games": GAME,  # and its own folder, below
    "data": BASE | {"data"},
    "match": GAME | {"match"},
    "players": GAME | {"data", "players"},
    "analysis": GAME | {"analysis", "match", "players"},
    "text": BASE | {"data", "text"},
    "wire": GAME | {"analysis", "data", "match", "players", "text", "wire"},
    "puzzles": GAME | {"analysis", "data", "players", "puzzles", "text", "wire"},
    "referee": GAME | {"match", "players", "referee", "text", "wire"},
    "library": GAME | {"library", "match", "text", "wire"},
    "store": BASE | {"store", "wire"},
    "table": GAME | {"match", "players", "store", "table", "wire"},
    "hall": GAME | {"data", "hall", "match", "players", "puzzles", "store", "table", "text", "wire"},
    "server": GAME | {"data", "hall", "match", "players", "server", "store", "table", "text", "wire"},
    "wasm": GAME | {"analysis", "data", "hall", "match", "players", "puzzles", "store", "table", "text", "wasm", "wire"},
    "terminal": GAME | {"data", "match", "players", "terminal", "text", "wire"},
    "cli": GAME | {"analysis", "cli", "terminal", "hall", "table", "server", "store", "data", "match", "players", "puzzles", "referee", "text", "wire"},
}
# What the core's own files for the heap and the clocks may do, and games may not.
OUTSIDE = ("src/base/alloc.c", "src/base/check.c", "src/base/clock.c", "src/base/id_map.c", "src/base/message.c")
failures = []
files = sorted(pathlib.Path("src").rglob("*.[ch]"))
for file in files:
    module = file.parts[1]
    own = "/".join(file.parts[1:3]) if module == "games" else module
    for name in re.findall(r'^#include "([^"]+/[^"]+)"', file.read_text(), re.M):
        used = name.split("/")[0]
        if used not in ALLOWED[module] and not name.startswith(own + "/"):
            failures.append(f"{file}: may not include {name}")
    if module in ("game", "games"):
        for name in re.findall(r'^#include "(base/(?:clock|id_map|alloc|message)\.h)"', file.read_text(), re.M):
            failures.append(f"{file}: a game may not include {name}")
    if module in ("base", "game", "games") and str(file) not in OUTSIDE:
        for name in re.findall(r"^#include <([^>]+)>", file.read_text(), re.M):
            if name not in ("assert.h", "ctype.h", "errno.h", "limits.h", "stdarg.h", "stdbool.h",
                            "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h"):
                failures.append(f"{file}: the core may not include <{name}>")
        for call in re.findall(r"\b(malloc|calloc|realloc|free|fopen|printf|puts|time|rand|clock)\(",
                               file.read_text()):
            failures.append(f"{file}: the core may not call {call}")


# Every .c file has a header of the same name.
HEADERS_ELSEWHERE = {
    "src/cli": "main.c finds the subcommands through cli.h",
    "src/library": "one public header, ludosaure.h",
    "src/terminal/games": "found by folder",
    "src/wasm": "stands in for headers of other folders",
    "src/games/registry.c": "game/registry.h",
}
for file in files:
    if file.suffix == ".c" and not file.with_suffix(".h").exists() and \
            str(file) not in HEADERS_ELSEWHERE and str(file.parent) not in HEADERS_ELSEWHERE:
        failures.append(f"{file}: has no header {file.with_suffix('.h').name}")

# There are no circles between files, by includes or by calls. By includes, a file is its .c and its
# .h together; by calls, which a header of another file could hide, it is the .c that defines a function.
files += sorted(pathlib.Path("bench").rglob("*.[ch]"))
includes = {}
for file in files:
    for name in re.findall(r'^#include "([^"]+)"', file.read_text(), re.M):
        for folder in (pathlib.Path("src"), file.parent):
            if (folder / name).exists():
                includes.setdefault(file.with_suffix(""), set()).add((folder / name).with_suffix(""))
                break


def code(path):
    """The text without comments and strings."""
    text = re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.S)
    return re.sub(r'"(\\.|[^"\\])*"', '""', text)


sources = {file: code(file) for file in files if file.suffix == ".c" and file.parts[1] != "wasm"}
defined = {}
for file, text in sources.items():
    for name in re.findall(r"^(?!static|typedef)[A-Za-z_][\w \t*]*?\b(\w+)\([^;{}]*?\)\n\{", text, re.M):
        if name != "main":
            defined[name] = file
calls = {}
for file, text in sources.items():
    own = set(re.findall(r"^static[^;{}=]*?\b(\w+)\(", text, re.M))
    for kind, name in re.findall(r"(?<![\w.>])((?:struct|enum|union)\s+)?(\w+)\b", text):
        if not kind and name not in own and defined.get(name, file) != file:
            calls.setdefault(file, set()).add(defined[name])


def circle(uses, start):
    """The shortest way from a file back to itself, or None."""
    ways, seen = [[start]], set()
    while ways:
        way = ways.pop(0)
        for used in sorted(uses.get(way[-1], set()) - {way[-1]}):
            if used == start:
                return way
            if used not in seen:
                seen.add(used)
                ways.append(way + [used])
    return None


for title, uses in ("includes", includes), ("calls", calls):
    for file in sorted(uses):
        way = circle(uses, file)
        if way and file == min(way):
            failures.append(f"a circle of {title}: " + " -> ".join(map(str, way + [file])))
print("\n".join(failures))
print(f"{len(files) - len(failures)} passed, {len(failures)} failed")
sys.exit(bool(failures))
