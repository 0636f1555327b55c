#!/usr/bin/env python3
"""Imports of the page only point down, as web/README.md lists its folders. A folder imports from those before it and from itself, a
game's also nothing of other games; only the build finds games, for the two files named below. No files are in a circle, whose order of evaluation nobody
chooses; imports of types, which are gone by then, may close one inside a folder."""
import os
import pathlib
import re
import sys

PAGE = pathlib.Path("web/src")
# The lowest first; what is in no folder (App.svelte, main.ts) is above them all.
FOLDERS = ["lib/schema", "lib/browser", "lib/device", "lib/connection", "lib/words", "lib/people", "lib/printing", "lib/table", "lib/records",
           "lib/learning", "ui", "table/analysis", "table", "games", "screens", "."]
FIND_GAMES = {PAGE / "lib/table/games.ts", PAGE / "lib/printing/printed.ts"}
IMPORT = re.compile(r"^\s*(?:import|export)\s(type\b)?([^;'`()=]*?)'(\.[^']*)'|\bimport\(\s*'(\.[^']+)'|new URL\('(\./[^']+)', import\.meta", re.M)
failures = []


def aim(file, name):
    """The file that an import means."""
    path = pathlib.Path(os.path.normpath(file.parent / name.split("?")[0]))
    return next((one for one in (path, path.with_name(path.name + ".ts")) if one.is_file()), None)


def imports(file):
    """(file, whether its values are imported) of each import, also of those that are fetched later and of workers."""
    for type_only, names, *places in IMPORT.findall(file.read_text()):
        used = aim(file, next(filter(None, places)))
        if used is None:
            failures.append(f"{file}: imports {next(filter(None, places))}, which is not there")
        elif used != file:
            listed = re.fullmatch(r"\s*\{(.*)\}\s*from\s*", names, re.S)
            types = type_only or listed and all(name.strip().startswith("type ") for name in listed[1].split(",") if name.strip())
            yield used, not types


def folder(file):
    """The place of a file's folder in the order."""
    name = file.relative_to(PAGE).parent.as_posix()
    while name not in FOLDERS and "/" in name:
        name = name.rpartition("/")[0]
    return FOLDERS.index(name) if name in FOLDERS else None


def game(file):
    return file.parts[3] if file.parts[2] == "games" else None


def circle(arrows, start):
    """The shortest way from a file back to itself, or None."""
    ways, seen = [[start]], set()
    while ways:
        way = ways.pop(0)
        for used in arrows[way[-1]]:
            if used == start:
                return way
            if used not in seen:
                seen.add(used)
                ways.append(way + [used])
    return None


files = sorted(path for path in PAGE.rglob("*") if path.suffix in (".ts", ".svelte", ".css") and not path.name.endswith(".test.ts"))
arrows = {}
for file in files:
    place = folder(file)
    if place is None:
        failures.append(f"{file}: its folder has no place in the order")
        continue
    found = list(imports(file))
    arrows[file] = sorted({used for used, value in found if value})
    for used in sorted({used for used, _ in found if PAGE in used.parents}):
        below = folder(used)
        if below is None or below > place or game(used) != game(file) and game(used):
            failures.append(f"{file}: may not import {used}")
    if "/games/" in "".join(re.findall(r"import\.meta\.glob[^(]*\(([^)]*)", file.read_text())) and file not in FIND_GAMES:
        failures.append(f"{file}: only {', '.join(map(str, sorted(FIND_GAMES)))} find games")
inside = {file: [used for used in found if used in arrows] for file, found in arrows.items()}
for file in sorted(inside):
    way = circle(inside, file)
    if way and file == min(way):
        failures.append("a circle: " + " -> ".join(str(one.relative_to(PAGE)) for one in way + [file]))
listed = re.findall(r"^### `src/(lib/\w+)/`$", pathlib.Path("web/README.md").read_text(), re.M)
if listed != [name for name in FOLDERS if name.startswith("lib/")]:
    failures.append(f"web/README.md: lists the folders as {', '.join(listed)}")
print("\n".join(failures))
print(f"{len(files) - len(failures)} passed, {len(failures)} failed")
sys.exit(bool(failures))
