#!/usr/bin/env python3
"""The shape of the code: files stay short, and in C functions too; no two structs share a name, and no two names that the page exports.

Functions are counted from the first line of their signature to the closing brace. A struct is
counted where its members are listed. Games have names of their own, which other games may have too: all have a schema.ts and a
moves.ts."""
import collections
import re
import subprocess
import sys

FILE_LINES, FUNCTION_LINES = 700, 60
PROTOCOL, SCHEMA = "web/src/lib/connection/protocol.ts", "web/src/lib/schema/protocol.ts"
C = ("*.c", "*.h")
OTHERS = ("*.py", "*.sh", "*.ts", "*.mjs", "*.svelte", "*.css")


def functions(lines):
    """(first line, number of lines) of every function; .clang-format puts its braces in column 0."""
    first = None
    for number, line in enumerate(lines):
        if line == "{":
            first = number
            while lines[first - 1] and not lines[first - 1].startswith(("}", "/", "#", " *")):
                first -= 1
        elif line == "}" and first is not None:
            yield first + 1, number - first + 1
            first = None


def exported(path, text):
    """The names that a file of the page exports."""
    return re.findall(r"^export (?:async |abstract )*(?:const|let|function\*?|class|interface|type|enum) (\w+)", text, re.M) \
        if re.match(r"web/src/.*(?<!\.test)(?<!\.d)\.ts$", path) and not re.match(r"web/src/games/\w+/schema\.ts$", path) else []


def game_of(path):
    """The game whose folder of the page a file is in."""
    parts = path.split("/")
    return parts[3] if parts[2] == "games" else None


def clashes(places):
    """Whether a name is exported twice where one file could import both."""
    if PROTOCOL in places:  # it says more than the generated types that it stands for
        places = [path for path in places if path != SCHEMA]
    games = [game_of(path) for path in places]
    return len(places) > 1 and (None in games or len(set(games)) < len(games))


def main():
    files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *C, *OTHERS],
                           check=True, capture_output=True, text=True).stdout.split()
    faults, structs, names = [], collections.defaultdict(set), collections.defaultdict(list)
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.splitlines()
        if len(lines) > FILE_LINES:
            faults.append(f"{path}: {len(lines)} lines, more than {FILE_LINES}")
        for name in exported(path, text):
            names[name].append(path)
        if not path.endswith((".c", ".h")):
            continue
        for first, count in functions(lines):
            if count > FUNCTION_LINES:
                faults.append(f"{path}:{first}: a function of {count} lines, more than {FUNCTION_LINES}")
        if path.startswith("src/"):
            for name in re.findall(r"\bstruct (\w+)\s*\{", text):
                structs[name].add(path)
    for name, places in sorted(structs.items()):
        if len(places) > 1:
            faults.append(f"struct {name} is defined in {', '.join(sorted(places))}")
    faults += [f"{name} is exported by {', '.join(places)}" for name, places in sorted(names.items()) if clashes(places)]
    print("\n".join(faults) if faults else f"{len(files)} files, {len(structs)} structs, {len(names)} names of the page")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
