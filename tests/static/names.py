#!/usr/bin/env python3
"""Games are found by listing their folders: outside these, no file of the program, the tools, the page or the
build names a game. Tests and benchmarks may use one as an example, but they must not list the games: those that
name all of them are known, with a reason."""
import pathlib
import re
import subprocess
import sys

PROGRAM = ("src", "tools", "web/src", "web/vite.config.ts", "bindings", "page", "meson.build", "tests/meson.build", "bench/meson.build",
           "tests/parts.py", "tests/run.py", "tests/prepare.sh", "test", "ludosaure")
NAMING = {
    "src/games/registry.c": "the one list",
}
LISTING = {
    "bench/wasm.mjs": "a speed target for each way of searching; a new game needs none",
    "tests/cli/arena.py": "an example each for shares, teams, equal players and draws",
    "tests/fuzz/words.dict": "hints for the fuzzers, which also work without",
    "tests/terminal/terminal.py": "whole games come from the registry; the rest are examples of prompts",
    "web/tests/opponents.test.mjs": "examples of options and of real time",
    "web/tests/screens.mjs": "tables come from the registry; the rest are examples of screens",
    "web/tests/start.test.mjs": "first taps come from the registry; the rest are examples",
}


def names(text, game):
    """A name stands in quotes, in a path, or in an identifier. "Scale" is also a word."""
    return re.search(rf"""["'`/.]{game}(?![\w(-])|\b{game}[_./]|_{game}\b|\({game}\)""", text)


def is_under(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def main():
    games = re.findall(r"^    game\((\w+)\)", pathlib.Path("src/games/registry.c").read_text(), re.M)
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True, text=True)
    passed, failures, unused = 0, [], set(NAMING) | set(LISTING)
    for path in listed.stdout.split("\n"):
        parts = pathlib.Path(path).parts
        # A game's folder, or a file of its own such as src/terminal/games/<id>.c.
        own = any(part.split(".")[0] in games for part in parts) or "corpus" in parts
        if own or not is_under(path, (*PROGRAM, "tests", "bench", "web/tests")) or not pathlib.Path(path).is_file():
            continue
        text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
        named = [game for game in games if names(text, game)]
        if named and is_under(path, PROGRAM) and path not in NAMING:
            failures.append(f"{path}: names {', '.join(named)}")
        elif len(named) == len(games) and path not in NAMING and path not in LISTING:
            failures.append(f"{path}: names every game; lists come from the registry")
        else:
            passed += 1
        if named and is_under(path, PROGRAM) or len(named) == len(games):
            unused.discard(path)
    failures += [f"tests/static/names.py: {path} is no exception any more" for path in sorted(unused)]
    print("\n".join(failures))
    print(f"{passed} passed, {len(failures)} failed")
    sys.exit(bool(failures))


main()
