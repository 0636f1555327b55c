#!/usr/bin/env python3
"""Every test runs: each program that is built from tests/ and each script there is named by a part of ./test, or is used by
a file that a part reaches. Each C file there belongs to a program. (web/tests/run.mjs finds its files by itself.)

usage, in the root of the repository, when build-sanitized is configured: every_test.py"""
import json
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import parts  # noqa: E402

ROOT = pathlib.Path.cwd()
FOLDERS = ("tests", "bindings/python/tests")
SCRIPTS = (".py", ".sh", ".mjs")
RUNNER = "tests/run.py"  # reached by ./test itself
TOOLS = {"tests/fuzz/make_corpus.py"}  # for people who work on the tests


def commands():
    """The words of every part's command."""
    everything = [*parts.all_parts(), *(part for game in parts.games() for part in parts.game_parts(game))]
    return {word for part in everything for word in (*part.command, *part.needs)}


def programs():
    """(name, sources) of what is built from tests/."""
    listed = subprocess.run(["meson", "introspect", "--targets", parts.SANITIZED], check=True, capture_output=True, text=True).stdout
    for target in json.loads(listed):
        sources = {str(pathlib.Path(file).resolve().relative_to(ROOT)) for group in target["target_sources"] for file in group.get("sources", [])
                   if pathlib.Path(file).resolve().is_relative_to(ROOT)}
        if any(source.startswith("tests/") for source in sources):
            yield str(pathlib.Path(target["filename"][0]).resolve().relative_to(ROOT / parts.SANITIZED)), target["type"], sources


def uses(text, file):
    """Whether a script imports or names a file."""
    return file.name in text or re.search(rf"^\s*(?:from|import) .*\b{file.stem}\b", text, re.M)


def unreached(files, words):
    """The files that no part reaches."""
    reached = {file for file in files if str(file) in {*words, RUNNER}}
    left = files - reached
    while reached:
        texts = [file.read_text(encoding="utf-8") for file in reached]
        reached = {file for file in left if any(uses(text, file) for text in texts)}
        left -= reached
    return left


def main():
    words = commands()
    faults, sources = [], set()
    for name, kind, files in programs():
        sources |= files
        if kind == "executable" and not any(re.fullmatch(rf"build-[a-z]+/{re.escape(name)}", word) for word in words):
            faults.append(f"{name}: built, and no part runs it")
    files = {pathlib.Path(name) for name in subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *FOLDERS], check=True,
                                                           capture_output=True, text=True).stdout.split("\n")
             if pathlib.Path(name).is_file()}
    games = parts.games()
    for file in sorted(files):
        of_other = file.parts[:2] == ("tests", "games") and file.parts[2] not in games  # the template, registered in copies
        if file.suffix == ".c" and not of_other and str(file) not in sources:
            faults.append(f"{file}: belongs to no program")
    scripts = {file for file in files if file.suffix in SCRIPTS and str(file) not in TOOLS}
    faults += [f"{file}: no part runs or uses it" for file in sorted(unreached(scripts, words))]
    print("\n".join(faults))
    print(f"{len(sources) + len(scripts) - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
