#!/usr/bin/env python3
"""Includes follow the arrows of the architecture: between layers, and between the units inside a layer, without circles. A unit is a
folder; others include its public header and nothing else of it."""
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
    "library": GAME | {"analysis", "library", "match", "players", "terminal", "text", "wire"},
    "store": BASE | {"store"},
    "push": BASE | {"push"},
    "table": GAME | {"match", "players", "store", "table", "text", "wire"},
    "hall": GAME | {"data", "hall", "match", "players", "push", "puzzles", "store", "table", "text", "wire"},
    "server": GAME | {"data", "hall", "match", "players", "push", "server", "store", "table", "text", "wire"},
    "wasm": GAME | {"analysis", "data", "hall", "match", "players", "puzzles", "store", "table", "text", "wasm", "wire"},
    "terminal": GAME | {"data", "match", "players", "terminal", "text", "wire"},
    "cli": GAME | {"analysis", "cli", "terminal", "hall", "push", "table", "server", "store", "data", "match", "players", "puzzles", "referee", "text", "wire"},
}
# The contract has chapters: who needs one of them need not read the others.
PUBLIC = {"game": {"game.h", "mind.h", "teaching.h", "realtime.h", "reading.h"}, "library": {"ludosaure.h"}}
UNIT_LINES_MAX = 3100
SMALL_HEADER_LINES = 25
# What the core's own files for the heap and the clocks may do, and games may not.
OUTSIDE = ("src/base/base.c", "src/base/system/clock.c", "src/base/system/id_map.c", "src/base/system/memory.c")
LIBC = ("assert.h", "ctype.h", "errno.h", "limits.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h")
failures = []
files = sorted(pathlib.Path("src").rglob("*.[ch]"))


def unit(file):
    """The unit of a file: its folder below src/. Where parts are put together is a unit above them: a game, of its rules and its
    mind, in its own file; the program, of its subcommands, in main.c."""
    folder = "/".join(file.parts[1:-1])
    is_game = len(file.parts) == 4 and file.parts[1] == "games" and file.name == f"{file.parts[2]}.c"
    return f"{folder}/{file.name}" if is_game or str(file) == "src/cli/main.c" else folder


def is_public(name):
    """Whether a header, by its path below src/, is for others."""
    folder, header = name.rsplit("/", 1)
    return header in PUBLIC.get(folder, {f"{folder.split('/')[-1]}.h"})


uses = {}
for file in files:
    text, layer, own = file.read_text(), file.parts[1], unit(file)
    for name in re.findall(r'^#include "([^"]+/[^"]+)"', text, re.M):
        used = unit(pathlib.Path("src", name))
        if used != own:
            uses.setdefault(own, set()).add(used)
        same_game = layer == "games" and name.startswith("/".join(file.parts[1:3]) + "/")
        if name.split("/")[0] not in ALLOWED[layer] and not same_game:
            failures.append(f"{file}: may not include {name}")
        if not is_public(name) and name.rsplit("/", 1)[0] != "/".join(file.parts[1:-1]):
            failures.append(f"{file}: {name} is private to its unit")
        if layer in ("game", "games") and used == "base/system":
            failures.append(f"{file}: a game may not include {name}")
    if layer in ("base", "game", "games") and str(file) not in OUTSIDE:
        for name in re.findall(r"^#include <([^>]+)>", text, re.M):
            if name not in LIBC:
                failures.append(f"{file}: the core may not include <{name}>")
        for call in re.findall(r"\b(malloc|calloc|realloc|free|fopen|printf|puts|time|rand|clock)\(", text):
            failures.append(f"{file}: the core may not call {call}")
    if file.suffix == ".h" and not is_public("/".join(file.parts[1:])):
        if file.name != f"{file.parent.name}_internal.h":
            failures.append(f"{file}: a unit has one public header, and one private one, {file.parent.name}_internal.h")
        if text.count("\n") < SMALL_HEADER_LINES:
            failures.append(f"{file}: a private header this short belongs into the public one, or into a source")

# "play.h" in a comment or an error message means one file. Each game has its mind.h, as the contract has.
named = {}
for file in files:
    if file.suffix == ".h" and file.name != "mind.h" and named.setdefault(file.name, file) != file:
        failures.append(f"{file}: {named[file.name]} has the same name")


def code(path):
    """The text without comments and strings."""
    text = re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.S)
    return re.sub(r'"(\\.|[^"\\])*"', '""', text)


# Calls, too, which a header of another unit could hide.
sources = {file: code(file) for file in files if file.suffix == ".c" and file.parts[1] != "wasm"}
defined = {}
for file, text in sources.items():
    for name in re.findall(r"^(?!static|typedef)[A-Za-z_][\w \t*]*?\b(\w+)\([^;{}]*?\)\n\{", text, re.M):
        if name != "main":
            defined[name] = unit(file)
calls = {}
for file, text in sources.items():
    own = set(re.findall(r"^static[^;{}=]*?\b(\w+)\(", text, re.M))
    for kind, name in re.findall(r"(?<![\w.>])((?:struct|enum|union)\s+)?(\w+)\b", text):
        if not kind and name not in own and defined.get(name, unit(file)) != unit(file):
            calls.setdefault(unit(file), set()).add(defined[name])


def circle(arrows, start):
    """The shortest way from a unit back to itself, or None."""
    ways, seen = [[start]], set()
    while ways:
        way = ways.pop(0)
        for used in sorted(arrows.get(way[-1], set()) - {way[-1]}):
            if used == start:
                return way
            if used not in seen:
                seen.add(used)
                ways.append(way + [used])
    return None


for title, arrows in ("includes", uses), ("calls", calls):
    for one in sorted(arrows):
        way = circle(arrows, one)
        if way and one == min(way):
            failures.append(f"a circle of {title}: " + " -> ".join(way + [one]))
lines = {}
for file in files:
    lines[unit(file)] = lines.get(unit(file), 0) + file.read_text().count("\n")
failures += [f"src/{one}: {count} lines are more than one person holds in their head" for one, count in lines.items() if count > UNIT_LINES_MAX]
print("\n".join(failures))
print(f"{len(files) - len(failures)} passed, {len(failures)} failed")
sys.exit(bool(failures))
