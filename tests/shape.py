#!/usr/bin/env python3
"""The shape of the code: files stay short, and in C functions too, and no two structs share a name.

Functions are counted from the first line of their signature to the closing brace. A struct is
counted where its members are listed."""
import collections
import re
import subprocess
import sys

FILE_LINES, FUNCTION_LINES = 700, 60
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


def main():
    files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *C, *OTHERS],
                           check=True, capture_output=True, text=True).stdout.split()
    faults, structs = [], collections.defaultdict(set)
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.splitlines()
        if len(lines) > FILE_LINES:
            faults.append(f"{path}: {len(lines)} lines, more than {FILE_LINES}")
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
    print("\n".join(faults) if faults else f"{len(files)} files, {len(structs)} structs")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
