#!/usr/bin/env python3
"""An include may only follow the arrows of the architecture. Each module names those it may use."""
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
    "players": GAME | {"players"},
    "text": BASE | {"data", "text"},
    "wire": GAME | {"data", "match", "text", "wire"},
    "referee": GAME | {"match", "players", "referee", "text", "wire"},
    "library": GAME | {"library", "match", "text", "wire"},
    "store": BASE | {"store", "wire"},
    "table": GAME | {"match", "players", "store", "table", "wire"},
    "hall": GAME | {"data", "hall", "match", "players", "store", "table", "text", "wire"},
    "server": GAME | {"data", "hall", "match", "players", "server", "store", "table", "text", "wire"},
    "wasm": GAME | {"data", "hall", "match", "players", "store", "table", "text", "wasm", "wire"},
    "terminal": GAME | {"data", "match", "players", "terminal", "text", "wire"},
    "cli": GAME | {"cli", "terminal", "hall", "table", "server", "store", "data", "match", "players", "referee", "text", "wire"},
}
# What the core's own files for the heap and the clocks may do, and games may not.
OUTSIDE = ("src/base/check.c", "src/base/clock.c", "src/base/memory.c")
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
        for name in re.findall(r'^#include "(base/(?:clock|memory)\.h)"', file.read_text(), re.M):
            failures.append(f"{file}: a game may not include {name}")
    if module in ("base", "game", "games") and str(file) not in OUTSIDE:
        for name in re.findall(r"^#include <([^>]+)>", file.read_text(), re.M):
            if name not in ("assert.h", "ctype.h", "errno.h", "limits.h", "stdarg.h", "stdbool.h",
                            "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h"):
                failures.append(f"{file}: the core may not include <{name}>")
        for call in re.findall(r"\b(malloc|calloc|realloc|free|fopen|printf|puts|time|rand|clock)\(",
                               file.read_text()):
            failures.append(f"{file}: the core may not call {call}")


# Between files there are no circles either. A file is its .c and its .h together.
def unit(path):
    return path.with_suffix("")


uses = {}
for file in files + sorted(pathlib.Path("bench").glob("*.[ch]")):
    for name in re.findall(r'^#include "([^"]+)"', file.read_text(), re.M):
        for folder in (pathlib.Path("src"), file.parent):
            if (folder / name).exists():
                uses.setdefault(unit(file), set()).add(unit(folder / name))
                break


def circle(start):
    """The way from a file back to itself, or None."""
    ways, seen = [[start]], set()
    while ways:
        way = ways.pop()
        for used in uses.get(way[-1], set()) - {way[-1]}:
            if used == start:
                return way
            if used not in seen:
                seen.add(used)
                ways.append(way + [used])
    return None


for file in sorted(uses):
    way = circle(file)
    if way and file == min(way):
        failures.append("a circle: " + " -> ".join(map(str, way + [file])))
print("\n".join(failures))
print(f"{len(files) - len(failures)} passed, {len(failures)} failed")
sys.exit(bool(failures))
